// Decrypts the amount of an output.

import { concat } from '../../bytes/bytes.ts'
import { commitmentMask, decryptAmount, decryptOldAmount } from '../../crypto/amounts/amountEncryption.ts'
import { RctType } from './ringct.ts'
import type { Transaction } from './transaction.ts'

/** The amount of an output with the opening of its commitment. */
export type OpenedAmount = {
  /** atomic units */
  readonly amount: bigint
  /** 32 bytes; blinds the commitment */
  readonly mask: Uint8Array
  /** 32 bytes; undefined if the amount is not hidden */
  readonly commitment: Uint8Array | undefined
}

/** Mask of an amount that is not hidden. */
const ONE = new Uint8Array(32)
ONE[0] = 1

/**
 * Returns the amount and mask of output `index`. Does not verify them against the commitment. Returns undefined if the output has
 * no commitment (oxen-core: rctSigs.cpp, decodeRct and decodeRctSimple).
 * @param shared Hs(derivation || index): the shared scalar of the output
 *
 * @example
 * const outputs = [{ amount: 5n, key: new Uint8Array(32), viewTag: undefined }]
 * openAmount({ inputs: [], outputs, rct: undefined }, 0, new Uint8Array(32)).amount // 5n
 */
export const openAmount = (
  { inputs, rct, outputs }: Pick<Transaction, 'inputs' | 'outputs' | 'rct'>,
  index: number,
  shared: Uint8Array,
): OpenedAmount | undefined => {
  // In early hard forks a coinbase may contain encrypted amounts beside the plain ones; only the plain ones count.
  if (rct === undefined || rct.type === RctType.null || inputs[0]?.kind === 'gen')
    return { amount: outputs[index]?.amount ?? 0n, mask: ONE, commitment: undefined }
  const info = rct.ecdhInfo[index]
  const commitment = rct.commitments[index]
  if (info === undefined || commitment === undefined) return undefined
  const opened =
    info.mask === undefined
      ? { amount: decryptAmount(info.amount, shared), mask: commitmentMask(shared) }
      : decryptOldAmount(concat(info.mask, info.amount), shared)
  return { ...opened, commitment }
}
