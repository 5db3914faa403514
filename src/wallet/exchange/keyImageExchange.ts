// Export and import of signed key images: the wallet with the spend key exports them; a watch-only copy, which cannot compute them,
// imports them to find out which outputs are spent.

import { equalBytes, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { sumAmounts, wrapAmount } from '../../coin/amount.ts'
import {
  formatKeyImageExport,
  parseKeyImageExport,
  type SignedKeyImages,
} from '../../coin/sealed-exports/keyImageExport.ts'
import type { SignedKeyImage } from '../../coin/transactions/extraField.ts'
import { decodePoint, falseForInvalidPoints, inPrimeSubgroup } from '../../crypto/curve/point.ts'
import { signKeyImage, verifyKeyImage } from '../../crypto/signatures/ringSignature.ts'
import type { SpentStatus } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { WatchOnlyError } from '../spend/paymentContext.ts'
import type { ImportedOutput, OwnedOutput } from '../state/ledger.ts'
import type { LedgerDraft } from '../state/ledgerDraft.ts'
import { isFull, outputSecret } from '../state/outputSecrets.ts'
import { knownOutputs } from './outputExchange.ts'

/** The key images do not match the outputs of this wallet. */
export class KeyImageError extends FabaError {
  override readonly name = 'KeyImageError'
  readonly code = 'key-image'
}

/** The signature of a key image is invalid. */
export class KeyImageSignatureError extends FabaError {
  override readonly name = 'KeyImageSignatureError'
  readonly code = 'key-image-signature'
}

const signedKeyImageOf = (wallet: Wallet, { output }: ImportedOutput): SignedKeyImage => {
  const { keys, random } = wallet
  const { key, keyImage } = output
  if (!isFull(keys) || keyImage === undefined) throw new WatchOnlyError()
  return withSecrets((keep) => ({
    keyImage,
    signature: signKeyImage(keyImage, key, keep(outputSecret(keys, output)), random),
  }))
}

/**
 * Returns the signed key images of all outputs, or of those from the first one on whose key image a watch-only copy requested.
 * @throws WatchOnlyError
 */
export const exportKeyImages = async (wallet: Wallet, which: 'all' | 'requested'): Promise<SignedKeyImages> => {
  if (!wallet.hasSpendKey) throw new WatchOnlyError()
  const known = knownOutputs(wallet.state)
  const requested = known.findIndex((imported) => imported.requested)
  const offset = which === 'all' ? 0 : requested < 0 ? known.length : requested
  const images = await wallet.mapInSlices(known.slice(offset), (imported) => signedKeyImageOf(wallet, imported))
  return { offset, images }
}

const isInGroup = (keyImage: Uint8Array): boolean => falseForInvalidPoints(() => inPrimeSubgroup(decodePoint(keyImage)))

/**
 * Verifies that a key image belongs to an output. A key image that is already known needs no signature.
 * @throws KeyImageError, KeyImageSignatureError
 */
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

/**
 * Returns the outputs that a list covers, and the outputs before them.
 * @throws KeyImageError if the list covers unknown outputs
 */
const outputsOfList = ({ state }: Wallet, { offset, images }: SignedKeyImages) => {
  const known = knownOutputs(state).map(({ output }) => output)
  if (offset > known.length) throw new KeyImageError('Offset larger than known outputs')
  if (images.length > known.length - offset)
    throw new KeyImageError('The blockchain is out of date compared to the signed key images')
  return { before: known.slice(0, offset), outputs: known.slice(offset, offset + images.length) }
}

/** Outputs that the node reports as spent but the state does not. */
type UnrecordedSpends = { readonly mined: readonly OwnedOutput[]; readonly pooled: readonly OwnedOutput[] }

/** Returns the outputs that a node reports as spent, by its statuses, and the state does not. */
export const unrecordedSpends = (
  outputs: readonly OwnedOutput[],
  statuses: readonly SpentStatus[],
): UnrecordedSpends => {
  const withStatus = (status: SpentStatus): OwnedOutput[] =>
    outputs.filter(({ spent }, i) => statuses[i] === status && spent?.height === undefined)
  return { mined: withStatus('in chain'), pooled: withStatus('in pool').filter(({ spent }) => spent === undefined) }
}

/**
 * Stores key images and finds the transactions that spend their outputs, which could not be recognised before. If some are mined, the
 * same commit discards the blocks since the oldest of these outputs, and they are scanned again; else the txpool is scanned again.
 */
export const storeKeyImages = async (
  wallet: Wallet,
  setKeyImages: (draft: LedgerDraft) => undefined,
  unseen: UnrecordedSpends,
): Promise<void> => {
  const { mined, pooled } = unseen
  const { state, sync } = wallet
  if (mined.length > 0) {
    const height = mined.reduce((lowest, output) => Math.min(lowest, output.height), state.height)
    await wallet.rescan({ from: 'height', height }, setKeyImages)
  } else {
    await state.update('strict', setKeyImages)
    if (pooled.length === 0) return
    await sync.pause(async () => state.pool.clear())
  }
  await sync.refresh()
}

/** Result of an import (wallet2: `import_key_images`): height of the last output; spent and unspent sums in atomic units. */
export type KeyImageImport = { readonly height: number; readonly spent: bigint; readonly unspent: bigint }

/**
 * Imports signed key images: verifies them, queries the node for their spent status, stores them, and finds the transactions that
 * spend them. All or none are stored, and none before the node has responded.
 * @throws KeyImageError, KeyImageSignatureError, NodeError
 */
export const importKeyImages = async (wallet: Wallet, list: SignedKeyImages): Promise<KeyImageImport> => {
  const { offset, images } = list
  const { before, outputs } = outputsOfList(wallet, list)
  const last = outputs.at(-1) ?? before.at(-1)
  if (last === undefined) return { height: 0, spent: 0n, unspent: 0n }
  await wallet.mapInSlices(images, (image, i) => {
    const output = outputs[i]
    if (output !== undefined) checkImage(output, image, `${offset + i}/${images.length}`)
  })
  const statuses =
    images.length === 0 ? [] : await wallet.sync.node.keyImageStatus(images.map(({ keyImage }) => keyImage))
  const setKeyImages = (draft: LedgerDraft): undefined => {
    for (const [i, { keyImage }] of images.entries()) {
      const output = outputs[i]
      if (output !== undefined) draft.setKeyImage(output.key, keyImage)
    }
  }
  await storeKeyImages(wallet, setKeyImages, unrecordedSpends(outputs, statuses))
  const counted = [
    ...before.map((output) => ({ output, isSpent: output.spent !== undefined })),
    ...outputs.map((output, i) => ({ output, isSpent: output.spent !== undefined || statuses[i] !== 'unspent' })),
  ].filter(({ output }) => !output.frozen)
  const sumWhere = (spent: boolean): bigint =>
    wrapAmount(sumAmounts(counted.filter(({ isSpent }) => isSpent === spent).map(({ output }) => output)))
  return { height: last.height, spent: sumWhere(true), unspent: sumWhere(false) }
}

/** Returns the signed key images of all outputs as a file. @throws WatchOnlyError */
export const exportKeyImageFile = async (wallet: Wallet): Promise<Uint8Array> => {
  const { network, keys, random } = wallet
  return await formatKeyImageExport(network, keys, await exportKeyImages(wallet, 'all'), random)
}

/**
 * Imports a file of signed key images.
 * @throws KeyImageExportError, what `importKeyImages` throws
 */
export const importKeyImageFile = async (wallet: Wallet, bytes: Uint8Array): Promise<KeyImageImport> =>
  importKeyImages(wallet, await parseKeyImageExport(wallet.network, wallet.keys, bytes))
