// Key images on their way between copies of a wallet: the one with the spend key signs them, and a watch-only copy, which cannot make
// them, learns by them what is spent.

import { equalBytes, wipe } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts } from '../../coin/amount.ts'
import { decodePoint, falseForInvalidPoints, inPrimeSubgroup } from '../../crypto/curve/point.ts'
import { signKeyImage, verifyKeyImage } from '../../crypto/signatures/ringSignature.ts'
import type { SpentStatus } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../engine/wallet.ts'
import { WatchOnlyError } from '../spend/paymentContext.ts'
import type { ImportedOutput, OwnedOutput } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { isFull, outputSecret } from '../state/outputSecrets.ts'
import { knownOutputs } from './outputExchange.ts'

/** A key image (32 bytes) and the signature that shows whose it is (64 bytes). */
export type SignedKeyImage = { readonly keyImage: Uint8Array; readonly signature: Uint8Array }

/** Key images of consecutive outputs; `offset` outputs come before them. */
export type SignedKeyImages = { readonly offset: number; readonly images: readonly SignedKeyImage[] }

/** Key images that do not fit this wallet's outputs. */
export class KeyImageError extends FabaError {
  override readonly name = 'KeyImageError'
  readonly code = 'key-image'
}

/** A key image without the signature of its output. */
export class KeyImageSignatureError extends FabaError {
  override readonly name = 'KeyImageSignatureError'
  readonly code = 'key-image-signature'
}

const signedKeyImageOf = (wallet: Wallet, { output }: ImportedOutput): SignedKeyImage => {
  const { keys, random } = wallet
  const { key, keyImage } = output
  if (!isFull(keys) || keyImage === undefined) throw new WatchOnlyError()
  const secret = outputSecret(keys, output)
  const signature = signKeyImage(keyImage, key, secret, random)
  wipe(secret)
  return { keyImage, signature }
}

/**
 * Signed key images: of all outputs, or from the first one on that a watch-only copy asked for.
 * @throws WatchOnlyError
 */
export const exportKeyImages = (wallet: Wallet, which: 'all' | 'requested'): SignedKeyImages => {
  if (wallet.viewOnly) throw new WatchOnlyError()
  const held = knownOutputs(wallet.state)
  const requested = held.findIndex((one) => one.requested)
  const offset = which === 'all' ? 0 : requested < 0 ? held.length : requested
  return { offset, images: held.slice(offset).map((one) => signedKeyImageOf(wallet, one)) }
}

const isInGroup = (keyImage: Uint8Array): boolean => falseForInvalidPoints(() => inPrimeSubgroup(decodePoint(keyImage)))

/** Throws unless the image is the one of the output; what is known needs no proof. */
const checkImage = (output: OwnedOutput, { keyImage, signature }: SignedKeyImage, place: string): void => {
  if (output.keyImage !== undefined && equalBytes(output.keyImage, keyImage)) return
  const image = toHex(keyImage)
  if (!isInGroup(keyImage))
    throw new KeyImageError(`Key image out of validity domain: input ${place}, key image ${image}`)
  if (!verifyKeyImage(keyImage, output.key, signature))
    throw new KeyImageSignatureError(
      `Signature check failed ${place}, key image ${image}, signature ${toHex(signature)}, pubkey ${toHex(output.key)}`,
    )
}

/** The outputs that a list is of, and those before. */
const outputsOfList = ({ state }: Wallet, { offset, images }: SignedKeyImages) => {
  const held = knownOutputs(state).map(({ output }) => output)
  if (offset > held.length) throw new KeyImageError('Offset larger than known outputs')
  if (images.length > held.length - offset)
    throw new KeyImageError('The blockchain is out of date compared to the signed key images')
  return { before: held.slice(0, offset), outputs: held.slice(offset, offset + images.length) }
}

/** Outputs that are spent, though the state does not know it. */
type UnrecordedSpends = { readonly mined: readonly OwnedOutput[]; readonly pooled: readonly OwnedOutput[] }

const unrecordedSpends = (outputs: readonly OwnedOutput[], statuses: readonly SpentStatus[]): UnrecordedSpends => {
  const unseen = (status: SpentStatus): OwnedOutput[] =>
    outputs.filter(({ spent }, i) => statuses[i] === status && spent?.height === undefined)
  return { mined: unseen('in chain'), pooled: unseen('in pool').filter(({ spent }) => spent === undefined) }
}

/**
 * Takes key images in. Where they tell of spends whose transactions were passed over while nobody knew that they are ours, the blocks
 * since the oldest of those outputs are forgotten with it, and scanned again.
 */
const storeKeyImages = async (
  wallet: Wallet,
  note: (draft: LedgerDraft) => void,
  unseen: UnrecordedSpends,
): Promise<void> => {
  const { mined, pooled } = unseen
  const { state, sync } = wallet
  if (mined.length > 0) {
    const height = mined.reduce((lowest, output) => Math.min(lowest, output.height), state.height)
    await wallet.rescan({ from: 'height', height }, note)
  } else {
    await state.update('strict', (draft) => {
      note(draft)
      return undefined
    })
    if (pooled.length === 0) return
    await sync.pause(async () => state.pool.clear())
  }
  await sync.refresh()
}

/** What a node says of the outputs of a list: the height of the last, and atomic units. */
export type KeyImageImport = { readonly height: number; readonly spent: bigint; readonly unspent: bigint }

/**
 * Takes in signed key images, asks the node which of them are spent, and looks for the transactions that spent them. All or none are
 * taken in, and none before the node answered.
 * @throws KeyImageError, KeyImageSignatureError, NodeError
 */
export const importKeyImages = async (wallet: Wallet, list: SignedKeyImages): Promise<KeyImageImport> => {
  const { offset, images } = list
  const { before, outputs } = outputsOfList(wallet, list)
  const last = outputs.at(-1) ?? before.at(-1)
  if (last === undefined) return { height: 0, spent: 0n, unspent: 0n }
  for (const [i, image] of images.entries()) {
    const output = outputs[i]
    if (output !== undefined) checkImage(output, image, `${offset + i}/${images.length}`)
  }
  const statuses =
    images.length === 0 ? [] : await wallet.sync.node.keyImageStatus(images.map(({ keyImage }) => keyImage))
  const note = (draft: LedgerDraft): void => {
    for (const [i, { keyImage }] of images.entries()) {
      const output = outputs[i]
      if (output !== undefined) draft.setKeyImage(output.key, keyImage)
    }
  }
  await storeKeyImages(wallet, note, unrecordedSpends(outputs, statuses))
  const counted = [
    ...before.map((output) => ({ output, isSpent: output.spent !== undefined })),
    ...outputs.map((output, i) => ({ output, isSpent: output.spent !== undefined || statuses[i] !== 'unspent' })),
  ].filter(({ output }) => !output.frozen)
  const sumWhere = (wanted: boolean): bigint =>
    sumAmounts(counted.filter(({ isSpent }) => isSpent === wanted).map(({ output }) => output))
  return { height: last.height, spent: sumWhere(true), unspent: sumWhere(false) }
}
