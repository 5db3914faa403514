// Parses the extra of a transaction. Anyone can write anything there, so parsing is lenient: it ends at the first malformed field and
// keeps the fields before (oxen-core: parse_tx_extra).

import { FormatError, Reader } from '../../bytes/cursor.ts'
import { EXTRA_TAGS, type ExtraField, MAX_NONCE, type SignedKeyImage } from './extraField.ts'
import { readNameSystem } from './nameSystem.ts'
import type { HasWireFormat } from './transaction.ts'

const KEY = 32
const SIGNATURE = 64
const MAX_PADDING = 255
const FIRST_SERVICE_NODE_TAG = EXTRA_TAGS.registration
const LAST_SERVICE_NODE_TAG = EXTRA_TAGS.nameSystem

const many = <T>(reader: Reader, itemSize: number, read: () => T): T[] => {
  const items: T[] = []
  for (let left = reader.count(itemSize); left > 0; left--) items.push(read())
  return items
}

const readKeys = (reader: Reader): Uint8Array[] => many(reader, KEY, () => reader.bytes(KEY))

const readSignedKeyImage = (reader: Reader): SignedKeyImage => ({
  keyImage: reader.bytes(KEY),
  signature: reader.bytes(SIGNATURE),
})

/** Padding runs to the end of the extra. */
const readPadding = (reader: Reader): ExtraField => {
  const zeros = reader.bytes(reader.remaining)
  if (zeros.length + 1 > MAX_PADDING || zeros.some((byte) => byte !== 0))
    throw new FormatError('padding must be up to 255 zeros at the end')
  return { field: 'padding', size: zeros.length + 1 }
}

const readNonce = (reader: Reader): ExtraField => {
  const length = reader.count(1)
  if (length > MAX_NONCE) throw new FormatError(`a nonce has up to ${MAX_NONCE} bytes, not ${length}`)
  return { field: 'nonce', nonce: reader.bytes(length) }
}

const readMergeMining = (reader: Reader): ExtraField => {
  const content = new Reader(reader.bytes(reader.count(1)))
  const depth = content.varint64()
  const root = content.bytes(KEY)
  content.end('a merge mining field')
  return { field: 'mergeMining', depth, root }
}

const readRegistration = (reader: Reader): ExtraField => ({
  field: 'registration',
  spendKeys: readKeys(reader),
  viewKeys: readKeys(reader),
  operatorPortions: reader.u64(),
  portions: many(reader, 1, () => reader.varint64()),
  expiration: reader.u64(),
  signature: reader.bytes(SIGNATURE),
})

const readOldDeregister = (reader: Reader): ExtraField => ({
  field: 'oldDeregister',
  blockHeight: reader.u64(),
  serviceNodeIndex: reader.u32(),
  votes: many(reader, SIGNATURE + 4, () => ({ signature: reader.bytes(SIGNATURE), voterIndex: reader.u32() })),
})

const readStateChange = (reader: Reader): ExtraField => ({
  field: 'stateChange',
  state: reader.varint(),
  blockHeight: reader.varint64(),
  serviceNodeIndex: reader.varint(),
  votes: many(reader, 1 + SIGNATURE, () => ({
    validatorIndex: reader.varint(),
    signature: reader.bytes(SIGNATURE),
  })),
})

/** Reads a field of the oxen family: service nodes, burned amounts, the name system. */
const readOxenField = (reader: Reader, tag: number): ExtraField => {
  switch (tag) {
    case EXTRA_TAGS.registration:
      return readRegistration(reader)
    case EXTRA_TAGS.oldDeregister:
      return readOldDeregister(reader)
    case EXTRA_TAGS.serviceNodeWinner:
      return { field: 'serviceNodeWinner', key: reader.bytes(KEY) }
    case EXTRA_TAGS.contributor:
      return { field: 'contributor', spendKey: reader.bytes(KEY), viewKey: reader.bytes(KEY) }
    case EXTRA_TAGS.serviceNodeKey:
      return { field: 'serviceNodeKey', key: reader.bytes(KEY) }
    case EXTRA_TAGS.txSecretKey:
      return { field: 'txSecretKey', key: reader.bytes(KEY) }
    case EXTRA_TAGS.keyImageProofs:
      return { field: 'keyImageProofs', proofs: many(reader, KEY + SIGNATURE, () => readSignedKeyImage(reader)) }
    case EXTRA_TAGS.keyImageUnlock:
      return { field: 'keyImageUnlock', proof: readSignedKeyImage(reader), nonce: reader.u32() }
    case EXTRA_TAGS.stateChange:
      return readStateChange(reader)
    case EXTRA_TAGS.burn:
      return { field: 'burn', amount: reader.u64() }
    case EXTRA_TAGS.nameSystem:
      return readNameSystem(reader)
    default:
      throw new FormatError(`unknown extra field, tag ${tag}`)
  }
}

const readField = (reader: Reader, tag: number): ExtraField => {
  switch (tag) {
    case EXTRA_TAGS.padding:
      return readPadding(reader)
    case EXTRA_TAGS.txPublicKey:
      return { field: 'txPublicKey', key: reader.bytes(KEY) }
    case EXTRA_TAGS.nonce:
      return readNonce(reader)
    case EXTRA_TAGS.mergeMining:
      return readMergeMining(reader)
    case EXTRA_TAGS.additionalPublicKeys:
      return { field: 'additionalPublicKeys', keys: readKeys(reader) }
    case EXTRA_TAGS.minergate:
      return { field: 'minergate', data: reader.bytes(reader.count(1)) }
    default:
      return readOxenField(reader, tag)
  }
}

/**
 * Parses the fields up to the first malformed one; `areAll` is true if these are all fields of the extra.
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * parseExtraPrefix(networkById('oxen-mainnet'), Uint8Array.of(0xff)) // { fields: [], areAll: false }
 */
export const parseExtraPrefix = ({ wireFormat }: HasWireFormat, extra: Uint8Array) => {
  const reader = new Reader(extra)
  const fields: ExtraField[] = []
  try {
    while (reader.remaining > 0) {
      const tag = reader.u8()
      if (tag >= FIRST_SERVICE_NODE_TAG && tag <= LAST_SERVICE_NODE_TAG && !wireFormat.serviceNodeFields)
        throw new FormatError(`tag ${tag} belongs to another family`)
      fields.push(readField(reader, tag))
    }
    return { fields, areAll: true }
  } catch (error) {
    // A malformed field ends the parse; it is not an error.
    if (error instanceof FormatError) return { fields, areAll: false }
    throw error
  }
}

/**
 * Parses the fields of an extra, up to the first that is malformed or belongs to another family. Keys are views of `extra`.
 *
 * @example
 * import { networkById } from '../networks/networks.ts'
 * import { serializeExtra } from './serializeExtra.ts'
 * parseExtra(networkById('oxen-mainnet'), serializeExtra([{ field: 'burn', amount: 5n }])) // [{ field: 'burn', amount: 5n }]
 */
export const parseExtra = (network: HasWireFormat, extra: Uint8Array): ExtraField[] =>
  parseExtraPrefix(network, extra).fields
