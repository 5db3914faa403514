// Rates as a service answers them. No rate passes through a JS number.

/** A positive decimal number, exactly: `units / 10 ** decimals`. */
export type Rate = { readonly units: bigint; readonly decimals: number }

const DECIMAL = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/
/** More digits than any rate has. */
const MAX_RATE_LENGTH = 60

/** Parses a decimal text as JSON writes numbers (`0.0312`, `1.5e-7`); undefined if it is none, or not positive. */
export const parseRate = (text: string): Rate | undefined => {
  const match = text.length > MAX_RATE_LENGTH ? null : DECIMAL.exec(text.trim())
  if (match === null) return undefined
  const [, whole = '', fraction = '', exponent = '0'] = match
  const units = BigInt(whole + fraction)
  const decimals = fraction.length - Number(exponent)
  if (units === 0n) return undefined
  return decimals < 0 ? { units: units * 10n ** BigInt(-decimals), decimals: 0 } : { units, decimals }
}
