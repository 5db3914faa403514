// Coins put aside by their owner: neither counted nor spent until they are taken back.

import { toHex } from '../../bytes/hex.ts'
import type { OwnedOutput } from './ledger.ts'
import type { WalletState } from './walletState.ts'

/** A key image that no output of this wallet has. */
export class UnknownKeyImageError extends Error {
  override readonly name = 'UnknownKeyImageError'

  constructor(keyImage: Uint8Array) {
    super(`no output of this wallet has the key image ${toHex(keyImage)}; incoming_transfers lists those there are`)
  }
}

/** All outputs with a key image; no matter which of them is chosen, they stand and fall together. */
const requireOutputs = (outputs: readonly OwnedOutput[], keyImage: Uint8Array): readonly OwnedOutput[] => {
  if (outputs.length === 0) throw new UnknownKeyImageError(keyImage)
  return outputs
}

/**
 * Puts a coin aside, or takes it back.
 * @throws UnknownKeyImageError
 */
export const setFrozen = (state: WalletState, keyImage: Uint8Array, frozen: boolean): Promise<void> =>
  state.update('strict', (draft) => {
    for (const output of requireOutputs(draft.withKeyImage(keyImage), keyImage))
      if (output.frozen !== frozen) draft.putOutput({ ...output, frozen })
    return undefined
  })

/**
 * Whether a coin is put aside.
 * @throws UnknownKeyImageError
 */
export const isFrozen = ({ ledger }: WalletState, keyImage: Uint8Array): boolean => {
  const outputs = ledger.withKeyImage(toHex(keyImage)).flatMap((id) => ledger.outputs.get(id) ?? [])
  return requireOutputs(outputs, keyImage).some(({ frozen }) => frozen)
}
