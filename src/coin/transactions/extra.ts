// The extra of a transaction: a sequence of tagged fields. Anyone can write anything there, so parsing is lenient: it ends at the first
// malformed field and keeps the fields before (oxen-core: parse_tx_extra).

import { FormatError, Reader, Writer } from '../../bytes/cursor.ts'
import { type NameSystemField, readNameSystem, writeNameSystem } from './nameSystem.ts'
import type { HasWireFormat } from './transaction.ts'

export type SignedKeyImage = { readonly keyImage: Uint8Array; readonly signature: Uint8Array }

/** The registration of a service node: the contributors, their portions, and its expiration. */
export type RegistrationField = {
  readonly field: 'registration'
  readonly spendKeys: readonly Uint8Array[]
  readonly viewKeys: readonly Uint8Array[]
  readonly operatorPortions: bigint
  readonly portions: readonly bigint[]
  /** UNIX seconds */
  readonly expiration: bigint
  readonly signature: Uint8Array
}

/** A state change of a service node, voted by a quorum (from hard fork 12). */
export type StateChangeField = {
  readonly field: 'stateChange'
  /** 0 deregister, 1 decommission, 2 recommission, 3 change of address */
  readonly state: number
  readonly blockHeight: number
  readonly serviceNodeIndex: number
  readonly votes: readonly { readonly validatorIndex: number; readonly signature: Uint8Array }[]
}

/** A deregistration of a service node, voted by a quorum (hard forks 9 to 11). */
export type OldDeregisterField = {
  readonly field: 'oldDeregister'
  readonly blockHeight: bigint
  readonly serviceNodeIndex: number
  readonly votes: readonly { readonly signature: Uint8Array; readonly voterIndex: number }[]
}

export type ExtraField =
  | { readonly field: 'padding' /** bytes, the tag included */; readonly size: number }
  | { readonly field: 'txPublicKey'; readonly key: Uint8Array }
  | { readonly field: 'nonce'; readonly nonce: Uint8Array }
  | { readonly field: 'mergeMining'; readonly depth: bigint; readonly root: Uint8Array }
  | { readonly field: 'additionalPublicKeys' /** one per output */; readonly keys: readonly Uint8Array[] }
  | RegistrationField
  | OldDeregisterField
  | { readonly field: 'serviceNodeWinner'; readonly key: Uint8Array }
  | { readonly field: 'contributor'; readonly spendKey: Uint8Array; readonly viewKey: Uint8Array }
  | { readonly field: 'serviceNodeKey'; readonly key: Uint8Array }
  | { readonly field: 'txSecretKey'; readonly key: Uint8Array }
  | { readonly field: 'keyImageProofs'; readonly proofs: readonly SignedKeyImage[] }
  | { readonly field: 'keyImageUnlock'; readonly proof: SignedKeyImage; readonly nonce: number }
  | StateChangeField
  | { readonly field: 'burn' /** atomic units */; readonly amount: bigint }
  | NameSystemField
  | { readonly field: 'minergate'; readonly data: Uint8Array }

type FieldName = ExtraField['field']

const TAGS: { readonly [name in FieldName]: number } = {
  padding: 0x00,
  txPublicKey: 0x01,
  nonce: 0x02,
  mergeMining: 0x03,
  additionalPublicKeys: 0x04,
  registration: 0x70,
  oldDeregister: 0x71,
  serviceNodeWinner: 0x72,
  contributor: 0x73,
  serviceNodeKey: 0x74,
  txSecretKey: 0x75,
  keyImageProofs: 0x76,
  keyImageUnlock: 0x77,
  stateChange: 0x78,
  burn: 0x79,
  nameSystem: 0x7a,
  minergate: 0xde,
}

/** The order in which oxen-core writes fields (sort_tx_extra). */
const ORDER: readonly FieldName[] = [
  'txPublicKey',
  'serviceNodeWinner',
  'additionalPublicKeys',
  'nonce',
  'registration',
  'oldDeregister',
  'stateChange',
  'contributor',
  'serviceNodeKey',
  'txSecretKey',
  'nameSystem',
  'keyImageProofs',
  'keyImageUnlock',
  'burn',
  'mergeMining',
  'minergate',
  'padding',
]

const KEY = 32
const SIGNATURE = 64
const MAX_PADDING = 255
const MAX_NONCE = 255
const FIRST_SERVICE_NODE_TAG = TAGS.registration
const LAST_SERVICE_NODE_TAG = TAGS.nameSystem

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

const readField = (reader: Reader, tag: number): ExtraField => {
  switch (tag) {
    case TAGS.padding:
      return readPadding(reader)
    case TAGS.txPublicKey:
      return { field: 'txPublicKey', key: reader.bytes(KEY) }
    case TAGS.nonce:
      return readNonce(reader)
    case TAGS.mergeMining:
      return readMergeMining(reader)
    case TAGS.additionalPublicKeys:
      return { field: 'additionalPublicKeys', keys: readKeys(reader) }
    case TAGS.registration:
      return {
        field: 'registration',
        spendKeys: readKeys(reader),
        viewKeys: readKeys(reader),
        operatorPortions: reader.u64(),
        portions: many(reader, 1, () => reader.varint64()),
        expiration: reader.u64(),
        signature: reader.bytes(SIGNATURE),
      }
    case TAGS.oldDeregister:
      return {
        field: 'oldDeregister',
        blockHeight: reader.u64(),
        serviceNodeIndex: reader.u32(),
        votes: many(reader, SIGNATURE + 4, () => ({ signature: reader.bytes(SIGNATURE), voterIndex: reader.u32() })),
      }
    case TAGS.serviceNodeWinner:
      return { field: 'serviceNodeWinner', key: reader.bytes(KEY) }
    case TAGS.contributor:
      return { field: 'contributor', spendKey: reader.bytes(KEY), viewKey: reader.bytes(KEY) }
    case TAGS.serviceNodeKey:
      return { field: 'serviceNodeKey', key: reader.bytes(KEY) }
    case TAGS.txSecretKey:
      return { field: 'txSecretKey', key: reader.bytes(KEY) }
    case TAGS.keyImageProofs:
      return { field: 'keyImageProofs', proofs: many(reader, KEY + SIGNATURE, () => readSignedKeyImage(reader)) }
    case TAGS.keyImageUnlock:
      return { field: 'keyImageUnlock', proof: readSignedKeyImage(reader), nonce: reader.u32() }
    case TAGS.stateChange:
      return {
        field: 'stateChange',
        state: reader.varint(),
        blockHeight: reader.varint(),
        serviceNodeIndex: reader.varint(),
        votes: many(reader, 1 + SIGNATURE, () => ({
          validatorIndex: reader.varint(),
          signature: reader.bytes(SIGNATURE),
        })),
      }
    case TAGS.burn:
      return { field: 'burn', amount: reader.u64() }
    case TAGS.nameSystem:
      return readNameSystem(reader)
    case TAGS.minergate:
      return { field: 'minergate', data: reader.bytes(reader.count(1)) }
    default:
      throw new FormatError(`unknown extra field, tag ${tag}`)
  }
}

/**
 * Parses the fields up to the first malformed one; `areAll` is whether these are all fields of the extra.
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
 * parseExtra(networkById('oxen-mainnet'), serializeExtra([{ field: 'burn', amount: 5n }])) // [{ field: 'burn', amount: 5n }]
 */
export const parseExtra = (network: HasWireFormat, extra: Uint8Array): ExtraField[] =>
  parseExtraPrefix(network, extra).fields

const writeKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  writer.varint(keys.length)
  for (const key of keys) writer.bytes(key)
}

const writeField = (writer: Writer, field: ExtraField): void => {
  writer.u8(TAGS[field.field])
  switch (field.field) {
    case 'padding':
      writer.bytes(new Uint8Array(field.size - 1))
      return
    case 'txPublicKey':
    case 'serviceNodeWinner':
    case 'serviceNodeKey':
    case 'txSecretKey':
      writer.bytes(field.key)
      return
    case 'nonce':
      if (field.nonce.length > MAX_NONCE)
        throw new FormatError(`a nonce has up to ${MAX_NONCE} bytes, not ${field.nonce.length}`)
      writer.varint(field.nonce.length).bytes(field.nonce)
      return
    case 'mergeMining': {
      const content = new Writer().varint(field.depth).bytes(field.root).finish()
      writer.varint(content.length).bytes(content)
      return
    }
    case 'additionalPublicKeys':
      writeKeys(writer, field.keys)
      return
    case 'registration':
      writeKeys(writer, field.spendKeys)
      writeKeys(writer, field.viewKeys)
      writer.u64(field.operatorPortions).varint(field.portions.length)
      for (const portion of field.portions) writer.varint(portion)
      writer.u64(field.expiration).bytes(field.signature)
      return
    case 'oldDeregister':
      writer.u64(field.blockHeight).u32(field.serviceNodeIndex).varint(field.votes.length)
      for (const { signature, voterIndex } of field.votes) writer.bytes(signature).u32(voterIndex)
      return
    case 'contributor':
      writer.bytes(field.spendKey).bytes(field.viewKey)
      return
    case 'keyImageProofs':
      writer.varint(field.proofs.length)
      for (const { keyImage, signature } of field.proofs) writer.bytes(keyImage).bytes(signature)
      return
    case 'keyImageUnlock':
      writer.bytes(field.proof.keyImage).bytes(field.proof.signature).u32(field.nonce)
      return
    case 'stateChange':
      writer.varint(field.state).varint(field.blockHeight).varint(field.serviceNodeIndex).varint(field.votes.length)
      for (const { validatorIndex, signature } of field.votes) writer.varint(validatorIndex).bytes(signature)
      return
    case 'burn':
      writer.u64(field.amount)
      return
    case 'nameSystem':
      writeNameSystem(writer, field)
      return
    case 'minergate':
      writer.varint(field.data.length).bytes(field.data)
  }
}

/**
 * Serializes fields in the given order.
 *
 * @example
 * serializeExtra([{ field: 'padding', size: 2 }]) // Uint8Array.of(0, 0)
 */
export const serializeExtra = (fields: readonly ExtraField[]): Uint8Array => {
  const writer = new Writer()
  for (const field of fields) writeField(writer, field)
  return writer.finish()
}

/**
 * Serializes fields in the order of oxen-core; fields of one kind keep their order.
 *
 * @example
 * const [burn, key] = [{ field: 'burn', amount: 5n }, { field: 'txPublicKey', key: new Uint8Array(32) }]
 * buildExtra([burn, key]) // serializeExtra([key, burn])
 */
export const buildExtra = (fields: readonly ExtraField[]): Uint8Array =>
  serializeExtra(fields.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field)))

type FieldOf<Name extends FieldName> = Extract<ExtraField, { readonly field: Name }>

/**
 * Returns the first field of a kind.
 *
 * @example
 * findField([{ field: 'burn', amount: 5n }], 'burn')?.amount // 5n
 */
export const findField = <Name extends FieldName>(
  fields: readonly ExtraField[],
  name: Name,
): FieldOf<Name> | undefined =>
  // The type of `field` determines the type of the value, which find cannot infer from a type parameter.
  fields.find((candidate) => candidate.field === name) as FieldOf<Name> | undefined

/**
 * Returns all transaction public keys, in order; a coinbase of the oxen family has two.
 *
 * @example
 * const key = new Uint8Array(32)
 * txPublicKeys([{ field: 'txPublicKey', key }]) // [key]
 */
export const txPublicKeys = (fields: readonly ExtraField[]): Uint8Array[] => {
  const keys: Uint8Array[] = []
  for (const field of fields) if (field.field === 'txPublicKey') keys.push(field.key)
  return keys
}

/**
 * Returns the additional transaction public keys, one per output; empty if there are none.
 *
 * @example
 * additionalPublicKeys([]) // []
 */
export const additionalPublicKeys = (fields: readonly ExtraField[]): readonly Uint8Array[] =>
  findField(fields, 'additionalPublicKeys')?.keys ?? []

/** A payment id in an extra: `encrypted` has 8 bytes, `plain` 32. */
export type PaymentIdField = { readonly form: 'encrypted' | 'plain'; readonly id: Uint8Array }

const PLAIN = 0
const ENCRYPTED = 1

/**
 * Returns the payment id in the first nonce, if the nonce is one.
 *
 * @example
 * paymentIdField([encryptedPaymentIdField(new Uint8Array(8))])?.form // 'encrypted'
 */
export const paymentIdField = (fields: readonly ExtraField[]): PaymentIdField | undefined => {
  const nonce = findField(fields, 'nonce')?.nonce
  if (nonce?.length === 9 && nonce[0] === ENCRYPTED) return { form: 'encrypted', id: nonce.subarray(1) }
  if (nonce?.length === 33 && nonce[0] === PLAIN) return { form: 'plain', id: nonce.subarray(1) }
  return undefined
}

/**
 * Returns the nonce with an encrypted payment id.
 * @param encrypted 8 bytes
 *
 * @example
 * serializeExtra([encryptedPaymentIdField(new Uint8Array(8))]).length // 11
 */
export const encryptedPaymentIdField = (encrypted: Uint8Array): ExtraField => ({
  field: 'nonce',
  nonce: Uint8Array.of(ENCRYPTED, ...encrypted),
})

/**
 * Returns the burnt part of a transaction's fee, in atomic units.
 *
 * @example
 * burntAmount([{ field: 'burn', amount: 5n }]) // 5n
 */
export const burntAmount = (fields: readonly ExtraField[]): bigint => findField(fields, 'burn')?.amount ?? 0n
