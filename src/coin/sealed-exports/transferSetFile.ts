// Transfer sets as wallets hand them to each other: a magic, then the set, encrypted with the view secret key (wallet2: dump_tx_to_str,
// parse_unsigned_tx_from_str, sign_tx_dump_to_str, parse_tx_from_str).

import { FormatError } from '../../bytes/cursor.ts'
import type { ViewKeys } from '../../crypto/ciphers/viewCipher.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import type { Random } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import type { SetCodec } from '../transfer-sets/transferSet.ts'
import { openExport, type SealedExportErrors, sealExport } from './sealedExport.ts'

/** Bytes are not a transfer set of this kind and account. */
export class TransferSetError extends FabaError {
  override readonly name = 'TransferSetError'
  readonly code = 'transfer-set'
}

/**
 * Encodes a set and encrypts it with the view secret key.
 * @throws RandomnessError if `random` fails
 *
 * @example
 * import { publicKeyOf } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const viewSecret = Uint8Array.of(5, ...new Uint8Array(31))
 * const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
 * const { unsigned } = networkById('monero-mainnet').transferSets
 * const set = { transactions: [], outputs: { offset: 0, total: undefined, outputs: [] } }
 * const bytes = await formatTransferSet(unsigned, keys, set, (length) => new Uint8Array(length).fill(1))
 * new TextDecoder().decode(bytes.subarray(0, 22)) // 'Monero unsigned tx set'
 */
export const formatTransferSet = async <Value>(
  codec: SetCodec<Value>,
  keys: ViewKeys,
  set: Value,
  random: Random,
): Promise<Uint8Array> => {
  const plain = codec.encode(set)
  return await sealExport(codec.magic, keys, plain, random)
}

const errors: SealedExportErrors = {
  wrongMagic: 'the data does not begin as a set of this kind, or its version is not supported',
  undecryptable: (reason) => `the set was not made by this account, or it was changed: ${reason}`,
  create: (message, options) => new TransferSetError(message, options),
}

/**
 * Decrypts and decodes a set that another copy of the account made.
 * @throws TransferSetError
 *
 * @example
 * import { publicKeyOf } from '../../crypto/keys/keys.ts'
 * import { networkById } from '../networks/networks.ts'
 * const viewSecret = Uint8Array.of(5, ...new Uint8Array(31))
 * const keys = { viewSecret, viewPublic: publicKeyOf(viewSecret) }
 * const network = networkById('monero-mainnet')
 * const { unsigned } = network.transferSets
 * const set = { transactions: [], outputs: { offset: 0, total: undefined, outputs: [] } }
 * const bytes = await formatTransferSet(unsigned, keys, set, (length) => new Uint8Array(length).fill(1))
 * await parseTransferSet(network, unsigned, keys, bytes) // set
 * await parseTransferSet(network, unsigned, keys, new Uint8Array()) // throws TransferSetError
 */
export const parseTransferSet = async <Value>(
  network: HasWireFormat,
  codec: SetCodec<Value>,
  keys: ViewKeys,
  bytes: Uint8Array,
): Promise<Value> => {
  const plain = await openExport(codec.magic, keys, bytes, errors)
  try {
    return codec.decode(network, plain)
  } catch (error) {
    if (error instanceof FormatError || error instanceof InvalidPointError)
      throw new TransferSetError(`the set cannot be read: ${error.message}`, { cause: error })
    throw error
  }
}
