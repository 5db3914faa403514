// Requests the rate of a coin from the service that the user named. It learns the IP address of the user, and nothing of the wallet.
import { FabaError } from '../../../errors/fabaError.ts'
import { parseRate, type Rate } from './rate.ts'

/** Where the user gets a rate. */
export type RateSource = {
  /** address of a JSON answer; `{currency}`, `{CURRENCY}` and `{TICKER}`, `{ticker}` in it are replaced */
  readonly url: string
  /** names and positions on the way to the rate in the answer, with dots between them, with the same placeholders; empty: the answer is the rate */
  readonly path: string
  /** code of ISO 4217, such as EUR */
  readonly currency: string
}

export type RateFault = 'unreachable' | 'status' | 'format' | 'path'

/** The service gave no rate. */
export class RateError extends FabaError<{ readonly fault: RateFault }> {
  override readonly name = 'RateError'
  readonly code = 'rate'

  constructor(fault: RateFault, message: string, cause?: unknown) {
    super(message, { details: { fault }, cause })
  }
}

const TIMEOUT_MS = 15_000
/** Characters. */
const MAX_ANSWER_LENGTH = 500_000

/** Returns a text of the source with its placeholders replaced. */
export const fillPlaceholders = (text: string, currency: string, ticker: string): string =>
  text
    .replaceAll('{currency}', currency.toLowerCase())
    .replaceAll('{CURRENCY}', currency.toUpperCase())
    .replaceAll('{ticker}', ticker.toLowerCase())
    .replaceAll('{TICKER}', ticker.toUpperCase())

/** A string of JSON, or a number. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs

/** Parses JSON with its numbers as text: no digit of a rate is lost. */
const parseWithTexts = (text: string): unknown => {
  try {
    JSON.parse(text)
    return JSON.parse(text.replace(STRING_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)))
  } catch (error) {
    throw new RateError('format', 'the answer is not JSON', error)
  }
}

const memberOf = (value: unknown, name: string): unknown =>
  // Object.entries also reads the items of lists by their position.
  typeof value === 'object' && value !== null ? new Map(Object.entries(value)).get(name) : undefined

/**
 * Returns the rate at a place of a JSON answer. It may be a number or a text.
 * @throws RateError
 */
export const findRate = (answer: string, path: string): Rate => {
  let value = parseWithTexts(answer)
  for (const name of path.split('.').filter(Boolean)) value = memberOf(value, name)
  const rate = typeof value === 'string' ? parseRate(value) : undefined
  if (rate === undefined) throw new RateError('path', `there is no rate at "${path}" of the answer`)
  return rate
}

/**
 * Requests the rate of a coin, without cookies, referrer or cache, and follows no redirection to another service.
 * @throws RateError
 */
export const fetchRate = async ({ url, path, currency }: RateSource, ticker: string): Promise<Rate> => {
  const filled = (text: string): string => fillPlaceholders(text, currency, ticker)
  const request = async (): Promise<Response> => {
    try {
      return await fetch(filled(url), {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        cache: 'no-store',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
    } catch (error) {
      throw new RateError(
        'unreachable',
        'the service does not answer, or does not allow pages to read its answer',
        error,
      )
    }
  }
  const response = await request()
  if (!response.ok) throw new RateError('status', `the service answered with status ${response.status}`)
  const answer = await response.text()
  if (answer.length > MAX_ANSWER_LENGTH) throw new RateError('format', 'the answer is too long')
  return findRate(answer, filled(path))
}
