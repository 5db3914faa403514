// What the user decides of single outputs: a frozen output is neither counted nor spent, a label says what it is.

import { toHex } from '../../bytes/hex.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { OwnedOutput } from '../state/ledger.ts'
import { changedOutput } from '../state/packedOutput.ts'
import type { WalletState } from '../state/walletState.ts'

/** No output of this wallet has the one-time key. */
export class UnknownCoinError extends FabaError {
  override readonly name = 'UnknownCoinError'
  readonly code = 'unknown-coin'
}

/** No output of this wallet has the key image. */
export class UnknownKeyImageError extends FabaError<{ readonly keyImage: string }> {
  override readonly name = 'UnknownKeyImageError'
  readonly code = 'unknown-key-image'

  constructor(keyImage: Uint8Array) {
    const hex = toHex(keyImage)
    super(`no output of this wallet has the key image ${hex}; incoming_transfers lists those there are`, {
      details: { keyImage: hex },
    })
  }
}

/** Returns the outputs with a key image, at least one. All of them are frozen and thawed together. */
const requireOutputs = (outputs: readonly OwnedOutput[], keyImage: Uint8Array): readonly OwnedOutput[] => {
  if (outputs.length === 0) throw new UnknownKeyImageError(keyImage)
  return outputs
}

/**
 * Freezes or thaws the outputs with some key images: all of them, or none if one is unknown.
 * @throws UnknownKeyImageError
 */
export const setFrozen = (state: WalletState, keyImages: readonly Uint8Array[], frozen: boolean): Promise<void> =>
  state.update('strict', (draft) => {
    for (const keyImage of keyImages)
      for (const output of requireOutputs(draft.withKeyImage(keyImage), keyImage))
        if (output.frozen !== frozen) draft.putOutput(changedOutput(output, { frozen }))
    return undefined
  })

/**
 * Returns whether an output with the key image is frozen.
 * @throws UnknownKeyImageError
 */
export const isFrozen = ({ ledger }: WalletState, keyImage: Uint8Array): boolean => {
  const outputs = ledger.withKeyImage(toHex(keyImage)).flatMap((id) => ledger.outputs.get(id) ?? [])
  return requireOutputs(outputs, keyImage).some(({ frozen }) => frozen)
}

/**
 * Sets the label of an output; the empty one removes it.
 * @param key its one-time key, hex
 * @throws UnknownCoinError
 */
export const setCoinLabel = (state: WalletState, key: string, text: string): Promise<void> =>
  state.update('strict', () => {
    if (state.shownOutput(key) === undefined)
      throw new UnknownCoinError(`no output of this wallet has the one-time key ${key}`)
    return { coinLabels: [{ key, text }] }
  })
