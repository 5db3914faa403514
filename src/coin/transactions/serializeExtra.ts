// Serializes the extra of a transaction, in the given order or in that of oxen-core.

import { FormatError, Writer } from '../../bytes/cursor.ts'
import { EXTRA_TAGS, type ExtraField, type ExtraFieldName, MAX_NONCE } from './extraField.ts'
import { writeNameSystem } from './nameSystem.ts'

/** The order in which oxen-core writes fields (sort_tx_extra). */
const FIELD_ORDER: readonly ExtraFieldName[] = [
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

const writeKeys = (writer: Writer, keys: readonly Uint8Array[]): void => {
  writer.varint(keys.length)
  for (const key of keys) writer.bytes(key)
}

const writeField = (writer: Writer, field: ExtraField): void => {
  writer.u8(EXTRA_TAGS[field.field])
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
  serializeExtra(fields.toSorted((a, b) => FIELD_ORDER.indexOf(a.field) - FIELD_ORDER.indexOf(b.field)))
