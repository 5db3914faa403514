// Exports signed key images for a watch-only copy of the wallet as a file (wallet2: export_key_images to a file). The wallet RPC exchanges
// them as JSON instead.

import { concat, equalBytes } from '../../bytes/bytes.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Network } from '../networks/network.ts'
import type { SignedKeyImage } from '../transactions/extraField.ts'
import type { ExportKeys } from './outputExport.ts'
import { openExport, type SealedExportErrors, sealExport } from './sealedExport.ts'

/** Bytes are not a list of key images of this account. */
export class KeyImageExportError extends FabaError {
  override readonly name = 'KeyImageExportError'
  readonly code = 'key-image-export'
}

/** Key images of consecutive outputs, signed by their one-time keys; `offset` is the position of the first output. */
export type SignedKeyImages = { readonly offset: number; readonly images: readonly SignedKeyImage[] }

type HasKeyImageExports = Pick<Network, 'keyImageExportMagic'>

const KEY = 32
const OFFSET = 4
const HEAD = OFFSET + 2 * KEY
const ENTRY = 96

/**
 * Encodes key images and encrypts them with the view secret key.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, keys] = [networkById('oxen-mainnet'), generateKeys(new Uint8Array(32).fill(1))]
 * const list = { offset: 0, images: [] }
 * const bytes = await formatKeyImageExport(network, keys, list, (length) => new Uint8Array(length).fill(1))
 * new TextDecoder().decode(bytes.subarray(0, 21)) // 'Loki key image export'
 */
export const formatKeyImageExport = async (
  { keyImageExportMagic }: HasKeyImageExports,
  keys: ExportKeys,
  { offset, images }: SignedKeyImages,
  random: Random,
): Promise<Uint8Array> => {
  const start = new Uint8Array(OFFSET)
  new DataView(start.buffer).setUint32(0, offset, true)
  const entries = images.flatMap(({ keyImage, signature }) => [keyImage, signature])
  const plain = concat(start, keys.spendPublic, keys.viewPublic, ...entries)
  return await sealExport(keyImageExportMagic, keys, plain, random)
}

const errors: SealedExportErrors = {
  wrongMagic: 'Bad key image export file magic',
  undecryptable: (reason) => `Failed to decrypt key images: ${reason}`,
  create: (message, options) => new KeyImageExportError(message, options),
}

/**
 * Decrypts and decodes key images that a copy of the same wallet exported. Their signatures are not verified.
 * @throws KeyImageExportError
 *
 * @example
 * import { generateKeys } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const [network, keys] = [networkById('oxen-mainnet'), generateKeys(new Uint8Array(32).fill(1))]
 * const list = { offset: 3, images: [{ keyImage: new Uint8Array(32).fill(2), signature: new Uint8Array(64) }] }
 * const bytes = await formatKeyImageExport(network, keys, list, (length) => new Uint8Array(length).fill(1))
 * await parseKeyImageExport(network, keys, bytes) // list
 * await parseKeyImageExport(network, keys, new Uint8Array()) // throws KeyImageExportError
 */
export const parseKeyImageExport = async (
  { keyImageExportMagic }: HasKeyImageExports,
  keys: ExportKeys,
  bytes: Uint8Array,
): Promise<SignedKeyImages> => {
  const plain = await openExport(keyImageExportMagic, keys, bytes, errors)
  if (plain.length < HEAD) throw new KeyImageExportError('Bad data size of key images')
  if (!equalBytes(plain.subarray(OFFSET, HEAD), concat(keys.spendPublic, keys.viewPublic)))
    throw new KeyImageExportError('Key images are for a different account')
  const size = plain.length - HEAD
  if (size % ENTRY !== 0) throw new KeyImageExportError('Bad data size of key images')
  const images = Array.from({ length: size / ENTRY }, (_, i) => {
    const start = HEAD + i * ENTRY
    return { keyImage: plain.slice(start, start + KEY), signature: plain.slice(start + KEY, start + ENTRY) }
  })
  return { offset: new DataView(plain.buffer, plain.byteOffset).getUint32(0, true), images }
}
