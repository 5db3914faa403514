// The LNS registry of one chain: mappings by name hash, block by block. Names appear as hashes only; values are encrypted with the name.

import { toBase64 } from '../../../bytes/base64.ts'
import { equalBytes, isZero } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { isNameUpdateSignedBy, isSameNameOwner } from '../../../coin/names/nameOwner.ts'
import { nameHash as hashOfName } from '../../../coin/names/nameText.ts'
import {
  hasNameType,
  NameType,
  nameLifetimeBlocks,
  namePrice,
  nameTypeTitle,
  recordedNameType,
} from '../../../coin/names/nameType.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import type { ExtraField } from '../../../coin/transactions/extraField.ts'
import { burntAmount, findField } from '../../../coin/transactions/findExtraField.ts'
import { type NameOwner, type NameSystemField, nameOperation } from '../../../coin/transactions/nameSystem.ts'
import { type Transaction, TransactionType } from '../../../coin/transactions/transaction.ts'
import type { BlockRecord, ParsedTransaction } from '../../records/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { fieldBits, fieldText, ownerText, transactionText, valueSizeFault } from './nameFaults.ts'

/** The state of a mapping from a height on. */
export type NameRecord = {
  readonly type: number
  /** 32 bytes */
  readonly nameHash: Uint8Array
  readonly owner: NameOwner
  readonly backupOwner: NameOwner | undefined
  readonly encryptedValue: Uint8Array
  /** id of the transaction that set this state */
  readonly txid: Uint8Array
  readonly updateHeight: number
  /** last valid height; undefined for mappings that do not expire */
  readonly expirationHeight: number | undefined
}

const EMPTY_NAME = hashOfName('')

const keyOf = (type: number, nameHash: Uint8Array): string => `${recordedNameType(type)}/${toHex(nameHash)}`

const NO_ID = new Uint8Array(32)

const priorFault = (given: Uint8Array, expected: Uint8Array): string =>
  `specified prior txid=<${toHex(given)}>, but LNS DB reports=<${toHex(expected)}>, possible competing TX was submitted and accepted before this TX was processed`

const isSignedBy = (field: NameSystemField, owner: NameOwner | undefined): boolean =>
  owner !== undefined &&
  field.signature?.kind === owner.kind &&
  isNameUpdateSignedBy(field, owner, field.signature.signature)

/** Returns the LNS field of a transaction; undefined if there is none. */
export const parseNameField = (network: Network, { type, extra }: Transaction): NameSystemField | undefined =>
  type === TransactionType.nameSystem ? findField(parseStrictExtra(network, extra), 'nameSystem') : undefined

/** Returns type and name hash, for which the pool holds one transaction at a time. */
export const namePoolClaim = (network: Network, transaction: Transaction): string | undefined => {
  const field = parseNameField(network, transaction)
  return field === undefined ? undefined : `name ${field.type}/${toHex(field.nameHash)}`
}

/** Returns the mapping of a transaction, independent of the purchased term. */
export const nameBlockClaim = (network: Network, transaction: Transaction): string | undefined => {
  const field = parseNameField(network, transaction)
  return field === undefined ? undefined : keyOf(field.type, field.nameHash)
}

/** The mappings of a chain that grows and shrinks at its end. */
export class NameRegistry {
  readonly #network: Network
  /** all states of each mapping, oldest first */
  readonly #records = new Map<string, NameRecord[]>()
  /** mappings that each block changed, by height */
  readonly #changed = new Map<number, readonly string[]>()

  constructor(network: Network) {
    this.#network = network
  }

  /** Returns the current state of a mapping, expired or not. */
  find(type: number, nameHash: Uint8Array): NameRecord | undefined {
    return this.#records.get(keyOf(type, nameHash))?.at(-1)
  }

  /** Returns whether a mapping is valid at a height. */
  isActive({ expirationHeight }: NameRecord, height: number): boolean {
    return expirationHeight === undefined || height <= expirationHeight
  }

  /** Returns the newest record of each mapping in which one of the owners is owner or backup owner. */
  ownedBy(owners: readonly NameOwner[]): NameRecord[] {
    const isOne = (candidate: NameOwner | undefined): boolean =>
      candidate !== undefined && owners.some((owner) => isSameNameOwner(owner, candidate))
    return [...this.#records.values()].flatMap((records) => {
      const found = records.findLast(({ owner, backupOwner }) => isOne(owner) || isOne(backupOwner))
      return found === undefined ? [] : [found]
    })
  }

  /** Returns why an LNS transaction cannot be in the block at a height, in oxen-core's words; undefined if it can. */
  fault(transaction: Transaction, height: number): string | undefined {
    const fork = hardForkAt(this.#network, height)
    const fields = parseStrictExtra(this.#network, transaction.extra)
    const field = findField(fields, 'nameSystem')
    if (field === undefined) return `${transactionText(transaction)}, didn't have oxen name service in the tx_extra`
    const form = this.#formFault(field, fork)
    if (form !== undefined) return this.#describe(transaction, field, form)
    const special = valueSizeFault(field) ?? this.#purchaseFault(transaction, field, height)
    if (special !== undefined) return special
    const fault = this.#standingFault(field, height) ?? this.#burnFault(field, fields, fork)
    return fault === undefined ? undefined : this.#describe(transaction, field, fault)
  }

  /** Returns a fault as oxen-core writes it, after the transaction and its field. */
  #describe(transaction: Transaction, field: NameSystemField, fault: string): string {
    return `${transactionText(transaction)}, ${fieldText(this.#network, field)} ${fault}`
  }

  #formFault(field: NameSystemField, fork: number): string | undefined {
    const { version, type, nameHash, owner, backupOwner } = field
    const kind = nameOperation(field)
    const typed = `specifying type=${nameTypeTitle(type)}`
    if (version !== 0) return `unexpected version=${version}, expected=0`
    if (!hasNameType(type, fork)) return `${typed} that is disallowed in hardfork ${fork}`
    if (kind === undefined)
      return `TX extra does not specify valid combination of bits for serialized fields=${fieldBits(field)}`
    if (kind === 'update' && type !== recordedNameType(type)) return `${typed} that is for buying and renewing`
    if (kind === 'renew' && type === NameType.session) return `${typed} that cannot be renewed`
    if (owner !== undefined && isSameNameOwner(owner, backupOwner))
      return `specifying owner the same as the backup owner=${ownerText(this.#network, backupOwner)}`
    if (isZero(nameHash) || equalBytes(nameHash, EMPTY_NAME)) return 'specified the null name hash'
    return undefined
  }

  /** Returns the fault of a purchase of a valid name, which oxen-core writes in another order. */
  #purchaseFault(transaction: Transaction, field: NameSystemField, height: number): string | undefined {
    const record = this.find(field.type, field.nameHash)
    if (nameOperation(field) !== 'buy' || record === undefined || !this.isActive(record, height)) return undefined
    const name = `name_hash=${toBase64(field.nameHash)}, type=${nameTypeTitle(recordedNameType(field.type))}`
    const subject = `TX: ${transactionText(transaction)}; ${fieldText(this.#network, field)}`
    return `Cannot buy an LNS name that is already registered: ${name}; ${subject}`
  }

  #standingFault(field: NameSystemField, height: number): string | undefined {
    const { type, nameHash, previousId } = field
    const kind = nameOperation(field)
    const record = this.find(type, nameHash)
    if (kind === 'buy') return isZero(previousId) ? undefined : priorFault(previousId, NO_ID)
    if (record === undefined) return `${kind === 'update' ? 'update' : 'renewal'} requested but mapping does not exist.`
    if (!this.isActive(record, height))
      return `TX requested to ${kind === 'update' ? 'update' : 'renew'} mapping that has already expired`
    const isCurrent = equalBytes(previousId, record.txid)
    return (
      (kind === 'update' ? this.#updateFault({ ...field, previousId: record.txid }, record) : undefined) ??
      (isCurrent ? undefined : priorFault(previousId, record.txid))
    )
  }

  #updateFault(field: NameSystemField, record: NameRecord): string | undefined {
    const same = (what: string): string => `field to update is specifying the same mapping ${what}`
    const { owner, backupOwner, encryptedValue } = field
    if (encryptedValue !== undefined && equalBytes(encryptedValue, record.encryptedValue)) return same('value')
    if (owner !== undefined && isSameNameOwner(owner, record.owner)) return same('owner')
    if (backupOwner !== undefined && isSameNameOwner(backupOwner, record.backupOwner)) return same('backup_owner')
    if (isSignedBy(field, record.owner) || isSignedBy(field, record.backupOwner)) return undefined
    const [current, backup] = [record.owner, record.backupOwner].map((one) => ownerText(this.#network, one))
    return `failed to verify signature for LNS update, current owner=${current}, backup owner=${backup}`
  }

  #burnFault(field: NameSystemField, fields: readonly ExtraField[], fork: number): string | undefined {
    const needed = nameOperation(field) === 'update' ? 0n : namePrice(field.type, fork)
    const burned = burntAmount(fields)
    if (burned === needed) return undefined
    return `burned ${burned > needed ? 'too much' : 'insufficient'} oxen=${burned}, require=${needed}`
  }

  /** Applies the LNS transactions of a new block. */
  append({ height, transactions }: BlockRecord): void {
    const changed: string[] = []
    for (const parsed of transactions.slice(1)) {
      const field = parseNameField(this.#network, parsed.transaction)
      if (field === undefined) continue
      const key = keyOf(field.type, field.nameHash)
      const records = this.#records.get(key) ?? []
      const record = this.#changedBy(field, records.at(-1), parsed, height)
      if (record === undefined) continue
      this.#records.set(key, [...records, record])
      changed.push(key)
    }
    if (changed.length > 0) this.#changed.set(height, changed)
  }

  #changedBy(
    field: NameSystemField,
    before: NameRecord | undefined,
    { id: txid }: ParsedTransaction,
    updateHeight: number,
  ): NameRecord | undefined {
    const { type, nameHash, owner, backupOwner, encryptedValue } = field
    const life = nameLifetimeBlocks(this.#network, type)
    const made = { type: recordedNameType(type), nameHash, txid, updateHeight }
    if (nameOperation(field) === 'buy' && owner !== undefined && encryptedValue !== undefined)
      return {
        ...made,
        owner,
        backupOwner,
        encryptedValue,
        expirationHeight: life === undefined ? undefined : updateHeight + life,
      }
    if (before === undefined) return undefined
    if (nameOperation(field) === 'renew')
      return { ...before, ...made, expirationHeight: (before.expirationHeight ?? updateHeight) + (life ?? 0) }
    return {
      ...before,
      ...made,
      owner: owner ?? before.owner,
      backupOwner: backupOwner ?? before.backupOwner,
      encryptedValue: encryptedValue ?? before.encryptedValue,
    }
  }

  /** Undoes the changes of the top block. */
  pop(height: number): void {
    for (const key of this.#changed.get(height) ?? []) {
      const records = (this.#records.get(key) ?? []).slice(0, -1)
      if (records.length === 0) this.#records.delete(key)
      else this.#records.set(key, records)
    }
    this.#changed.delete(height)
  }
}
