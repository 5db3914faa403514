// What oxen-core's errors say of an LNS transaction: the transaction and its field (oxen_name_system.cpp: lns_extra_string).

import { toHex } from '../../../bytes/hex.ts'
import { formatNameOwner } from '../../../coin/names/nameOwner.ts'
import { NameType, nameTypeTitle } from '../../../coin/names/nameType.ts'
import { isEncryptedLength } from '../../../coin/names/nameValue.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { type NameOwner, type NameSystemField, nameOperation } from '../../../coin/transactions/nameSystem.ts'
import type { Transaction } from '../../../coin/transactions/transaction.ts'
import { transactionId } from '../../../coin/transactions/transactionHash.ts'
import { transactionTypeName, transactionVersionName } from '../../../coin/transactions/transactionNames.ts'

const NO_SIGNATURE = new Uint8Array(64)

const NO_KEY = new Uint8Array(32)
/** Stands for an absent owner where oxen-core prints one. */
const NO_OWNER: NameOwner = { kind: 'wallet', spendKey: NO_KEY, viewKey: NO_KEY, isSubaddress: false }

/** Returns an owner as text; an absent one as the address of two zero keys. */
export const ownerText = (network: Network, owner: NameOwner | undefined): string =>
  formatNameOwner(network, owner ?? NO_OWNER)

/** Returns a transaction as text. */
export const transactionText = (transaction: Transaction): string =>
  `tx={version=${transactionVersionName(transaction)}, type=${transactionTypeName(transaction)}, hash=<${toHex(transactionId(transaction))}>}`

const contentText = (network: Network, field: NameSystemField): string => {
  const { owner, backupOwner, signature } = field
  switch (nameOperation(field)) {
    case 'buy': {
      const backup = backupOwner === undefined ? '(none)' : formatNameOwner(network, backupOwner)
      return `owner=${ownerText(network, owner)}, backup_owner=${backup}`
    }
    case 'renew':
      return 'renewal'
    default:
      return `signature=${toHex(signature?.signature ?? NO_SIGNATURE)}`
  }
}

/** Returns an LNS field as text. */
export const fieldText = (network: Network, field: NameSystemField): string =>
  `LNS Extra={${contentText(network, field)}, type=${nameTypeTitle(field.type)}, name_hash=<${toHex(field.nameHash)}>}`

/** Returns the bits of the present fields, most significant first. */
export const fieldBits = ({ owner, backupOwner, signature, encryptedValue }: NameSystemField): string =>
  [encryptedValue, signature, backupOwner, owner]
    .map((part) => (part === undefined ? '0' : '1'))
    .join('')
    .padStart(8, '0')

const SESSION_VALUE = 73
const LOKINET_VALUE = 72

/** Returns the fault of an encrypted value of the wrong length; undefined without one (mapping_value::validate_encrypted). */
export const valueSizeFault = ({ type, encryptedValue }: NameSystemField): string | undefined => {
  if (encryptedValue === undefined || isEncryptedLength(type, encryptedValue.length)) return undefined
  const required = type === NameType.session ? SESSION_VALUE : LOKINET_VALUE
  return `LNS type=${nameTypeTitle(type)}, specifies mapping from name_hash->encrypted_value where the value's length=${encryptedValue.length}, does not equal the required length=${required}, given value=${toHex(encryptedValue)}`
}
