// The extra field that buys, renews or updates a name (oxen-core: tx_extra_oxen_name_system).

import { FormatError, type Reader, type Writer } from '../../bytes/cursor.ts'

/** The owner of a name: a wallet address or an Ed25519 key (oxen-core: generic_owner). */
export type NameOwner =
  | {
      readonly kind: 'wallet'
      readonly spendKey: Uint8Array
      readonly viewKey: Uint8Array
      readonly isSubaddress: boolean
    }
  | { readonly kind: 'ed25519'; readonly key: Uint8Array }

/** A buy has an owner and a value, an update a signature and the changes, a renewal only the hash. */
export type NameSystemField = {
  readonly field: 'nameSystem'
  readonly version: number
  /** mapping type */
  readonly type: number
  /** 32 bytes */
  readonly nameHash: Uint8Array
  /** id of the transaction that last changed the name; zeros for a fresh one */
  readonly previousId: Uint8Array
  readonly owner: NameOwner | undefined
  readonly backupOwner: NameOwner | undefined
  readonly signature: { readonly kind: NameOwner['kind']; readonly signature: Uint8Array } | undefined
  readonly encryptedValue: Uint8Array | undefined
}

/** What an order does to a name. */
export type NameOperation = 'buy' | 'update' | 'renew'

/**
 * Returns what an order does, by the members that its field has; undefined for a combination that no order has (oxen-core:
 * tx_extra_oxen_name_system::is_buying, is_updating, is_renewing).
 *
 * @example
 * const none = { owner: undefined, backupOwner: undefined, signature: undefined, encryptedValue: undefined }
 * nameOperation(none) // 'renew'
 * nameOperation({ ...none, encryptedValue: new Uint8Array(73) }) // undefined
 */
export const nameOperation = ({
  owner,
  backupOwner,
  signature,
  encryptedValue,
}: Pick<NameSystemField, 'owner' | 'backupOwner' | 'signature' | 'encryptedValue'>): NameOperation | undefined => {
  if (signature !== undefined)
    return owner === undefined && backupOwner === undefined && encryptedValue === undefined ? undefined : 'update'
  if (owner !== undefined) return encryptedValue === undefined ? undefined : 'buy'
  return backupOwner === undefined && encryptedValue === undefined ? 'renew' : undefined
}

const KEY = 32
const SIGNATURE = 64
const OWNER = 1
const BACKUP_OWNER = 2
const SIGNED = 4
const VALUE = 8
const KINDS: readonly NameOwner['kind'][] = ['wallet', 'ed25519']

const readKind = (reader: Reader): NameOwner['kind'] => {
  const tag = reader.varint()
  const kind = KINDS[tag]
  if (kind === undefined) throw new FormatError(`unknown kind of name owner: ${tag}`)
  return kind
}

const readOwner = (reader: Reader): NameOwner => {
  const kind = readKind(reader)
  if (kind === 'ed25519') return { kind, key: reader.bytes(KEY) }
  const spendKey = reader.bytes(KEY)
  const viewKey = reader.bytes(KEY)
  const flag = reader.u8()
  if (flag > 1) throw new FormatError(`a flag must be 0 or 1, not ${flag}`)
  return { kind, spendKey, viewKey, isSubaddress: flag === 1 }
}

/**
 * Reads the field after its tag.
 * @throws FormatError
 *
 * @example
 * import { Reader, Writer } from '../../bytes/cursor.ts'
 * const field = { field: 'nameSystem', version: 0, type: 0, nameHash: new Uint8Array(32), previousId: new Uint8Array(32), owner: undefined, backupOwner: undefined, signature: undefined, encryptedValue: undefined }
 * const writer = new Writer()
 * writeNameSystem(writer, field) // undefined
 * readNameSystem(new Reader(writer.finish())) // field
 */
export const readNameSystem = (reader: Reader): NameSystemField => {
  const version = reader.u8()
  const type = reader.varint()
  const nameHash = reader.bytes(KEY)
  const previousId = reader.bytes(KEY)
  const present = reader.varint()
  if (present >= 16) throw new FormatError(`unknown members of a name field: bits ${present}`)
  return {
    field: 'nameSystem',
    version,
    type,
    nameHash,
    previousId,
    owner: present & OWNER ? readOwner(reader) : undefined,
    backupOwner: present & BACKUP_OWNER ? readOwner(reader) : undefined,
    signature: present & SIGNED ? { kind: readKind(reader), signature: reader.bytes(SIGNATURE) } : undefined,
    encryptedValue: present & VALUE ? reader.bytes(reader.count(1)) : undefined,
  }
}

const writeOwner = (writer: Writer, owner: NameOwner): void => {
  writer.varint(KINDS.indexOf(owner.kind))
  if (owner.kind === 'ed25519') writer.bytes(owner.key)
  else
    writer
      .bytes(owner.spendKey)
      .bytes(owner.viewKey)
      .u8(owner.isSubaddress ? 1 : 0)
}

/**
 * Writes the field after its tag.
 *
 * @example
 * import { Reader, Writer } from '../../bytes/cursor.ts'
 * const field = { field: 'nameSystem', version: 0, type: 0, nameHash: new Uint8Array(32), previousId: new Uint8Array(32), owner: undefined, backupOwner: undefined, signature: undefined, encryptedValue: undefined }
 * const writer = new Writer()
 * writeNameSystem(writer, field) // undefined
 * writer.finish().length // 67
 */
export const writeNameSystem = (writer: Writer, field: NameSystemField): void => {
  const { owner, backupOwner, signature, encryptedValue } = field
  const present =
    (owner === undefined ? 0 : OWNER) +
    (backupOwner === undefined ? 0 : BACKUP_OWNER) +
    (signature === undefined ? 0 : SIGNED) +
    (encryptedValue === undefined ? 0 : VALUE)
  writer.u8(field.version).varint(field.type).bytes(field.nameHash).bytes(field.previousId).varint(present)
  if (owner !== undefined) writeOwner(writer, owner)
  if (backupOwner !== undefined) writeOwner(writer, backupOwner)
  if (signature !== undefined) writer.varint(KINDS.indexOf(signature.kind)).bytes(signature.signature)
  if (encryptedValue !== undefined) writer.varint(encryptedValue.length).bytes(encryptedValue)
}
