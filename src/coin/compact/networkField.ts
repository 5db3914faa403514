// Which network a file of the compact chain belongs to. The genesis block does not identify it: a private chain may begin with that of the main one.

import { equalBytes, utf8 } from '../../bytes/bytes.ts'
import { FormatError, type Reader } from '../../bytes/cursor.ts'
import type { Network } from '../networks/network.ts'

/** Bytes of the field: the id of a network, then zeros. */
export const NETWORK_FIELD_SIZE = 32

/**
 * Returns the field of a network.
 *
 * @example
 * networkField({ id: 'monero-mainnet' }).length // 32
 */
export const networkField = ({ id }: Pick<Network, 'id'>): Uint8Array => {
  const field = new Uint8Array(NETWORK_FIELD_SIZE)
  field.set(utf8(id))
  return field
}

/**
 * Reads the field of a network.
 * @param what names the file
 * @throws FormatError if it belongs to another network
 *
 * @example
 * import { Reader } from '../../bytes/cursor.ts'
 * expectNetwork(new Reader(networkField({ id: 'monero-mainnet' })), { id: 'monero-mainnet' }, 'a file') // undefined
 * expectNetwork(new Reader(new Uint8Array(32)), { id: 'monero-mainnet' }, 'a file') // throws FormatError
 */
export const expectNetwork = (reader: Reader, network: Pick<Network, 'id'>, what: string): void => {
  if (!equalBytes(reader.bytes(NETWORK_FIELD_SIZE), networkField(network)))
    throw new FormatError(`${what} of another network than ${network.id}`)
}
