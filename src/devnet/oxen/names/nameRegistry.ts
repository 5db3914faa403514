// The LNS registry of one chain: mappings by name hash, block by block. Names appear as hashes only; values are encrypted with the name.

import { ed25519 } from '@noble/curves/ed25519.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { concat, equalBytes, isZero } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { hardForkAt, type Network } from '../../../coin/networks/network.ts'
import type { ExtraField } from '../../../coin/transactions/extraField.ts'
import { burntAmount, findField } from '../../../coin/transactions/findExtraField.ts'
import type { NameOwner, NameSystemField } from '../../../coin/transactions/nameSystem.ts'
import { type Transaction, TransactionType } from '../../../coin/transactions/transaction.ts'
import { verifyHash } from '../../../crypto/signatures/signature.ts'
import type { BlockRecord, ParsedTransaction } from '../../chain/chainRecords.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'
import { COIN } from '../rules/reward.ts'

/** Mapping types (oxen-core: `mapping_type`). The last three are terms of purchase and renewal; their mappings are stored as `lokinet`. */
export const NameType = { session: 0, wallet: 1, lokinet: 2, lokinet2y: 3, lokinet5y: 4, lokinet10y: 5 } as const

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

const YEARS: ReadonlyMap<number, number> = new Map([
  [NameType.lokinet, 1],
  [NameType.lokinet2y, 2],
  [NameType.lokinet5y, 5],
  [NameType.lokinet10y, 10],
])
/** Price in multiples of one year's price, by years. */
const PRICE_FACTORS: ReadonlyMap<number, bigint> = new Map([
  [1, 1n],
  [2, 2n],
  [5, 4n],
  [10, 6n],
])
const BLOCKS_PER_DAY = 720
const DAYS_PER_YEAR = 368
const SESSION_SIZES: readonly number[] = [73, 49]
const LOKINET_SIZES: readonly number[] = [72]
const EMPTY_NAME = blake2b(new Uint8Array(), { dkLen: 32 })

/** Returns the type under which a mapping is stored. */
const storedType = (type: number): number => (YEARS.has(type) ? NameType.lokinet : type)

const keyOf = (type: number, nameHash: Uint8Array): string => `${storedType(type)}/${toHex(nameHash)}`

/** Returns the blocks that a purchase or renewal lasts; undefined for mappings that do not expire. */
export const nameLifetimeBlocks = ({ netType }: Network, type: number): number | undefined => {
  const years = YEARS.get(type)
  if (years === undefined) return undefined
  if (netType === 'fakechain') return 2 * years
  // On testnet, years count as days, except ten years.
  if (netType === 'testnet' && years < 10) return years * BLOCKS_PER_DAY
  return years * DAYS_PER_YEAR * BLOCKS_PER_DAY
}

/** Returns the amount that a purchase or renewal burns, in atomic units. */
export const namePrice = (type: number, fork: number): bigint => {
  const base = (fork >= Fork.clsag ? 15n : 20n) * COIN
  return base * (PRICE_FACTORS.get(YEARS.get(type) ?? 1) ?? 1n)
}

const ownerBytes = (owner: NameOwner): Uint8Array =>
  owner.kind === 'wallet'
    ? concat(Uint8Array.of(0), owner.spendKey, owner.viewKey)
    : concat(Uint8Array.of(1), owner.key)

const isSameOwner = (a: NameOwner | undefined, b: NameOwner | undefined): boolean => {
  if (a === undefined || b === undefined) return a === b
  const flag = (owner: NameOwner): boolean => owner.kind === 'wallet' && owner.isSubaddress
  return equalBytes(ownerBytes(a), ownerBytes(b)) && flag(a) === flag(b)
}

/** Returns the hash that an owner signs to update a mapping (32 bytes). */
export const updateHash = ({ encryptedValue, owner, backupOwner, previousId }: NameSystemField): Uint8Array =>
  blake2b(
    concat(
      encryptedValue ?? new Uint8Array(),
      owner === undefined ? new Uint8Array() : ownerBytes(owner),
      backupOwner === undefined ? new Uint8Array() : ownerBytes(backupOwner),
      previousId,
    ),
    { dkLen: 32 },
  )

const isSignedBy = (field: NameSystemField, owner: NameOwner | undefined): boolean => {
  if (owner === undefined || field.signature?.kind !== owner.kind) return false
  const { signature } = field.signature
  const hash = updateHash(field)
  return owner.kind === 'wallet'
    ? verifyHash(hash, owner.spendKey, signature)
    : ed25519.verify(signature, hash, owner.key, { zip215: false })
}

const describeName = ({ type, nameHash }: NameSystemField): string => `type=${type}, name_hash=<${toHex(nameHash)}>`

/** The kind of an LNS transaction, by the fields that are present. */
type UpdateKind = 'buy' | 'update' | 'renew'

const kindOf = ({ owner, backupOwner, signature, encryptedValue }: NameSystemField): UpdateKind | undefined => {
  if (signature !== undefined)
    return owner === undefined && backupOwner === undefined && encryptedValue === undefined ? undefined : 'update'
  if (owner !== undefined) return encryptedValue === undefined ? undefined : 'buy'
  return backupOwner === undefined && encryptedValue === undefined ? 'renew' : undefined
}

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
      candidate !== undefined && owners.some((owner) => isSameOwner(owner, candidate))
    return [...this.#records.values()].flatMap((records) => {
      const found = records.findLast(({ owner, backupOwner }) => isOne(owner) || isOne(backupOwner))
      return found === undefined ? [] : [found]
    })
  }

  /** Returns why an LNS transaction cannot be in the block at a height, in oxen-core's phrases; undefined if it can. */
  fault(transaction: Transaction, height: number): string | undefined {
    const fork = hardForkAt(this.#network, height)
    const fields = parseStrictExtra(this.#network, transaction.extra)
    const field = findField(fields, 'nameSystem')
    if (field === undefined) return 'it has no name field'
    return this.#formFault(field, fork) ?? this.#standingFault(field, height) ?? this.#burnFault(field, fields, fork)
  }

  #formFault(field: NameSystemField, fork: number): string | undefined {
    const { version, type, nameHash, owner, backupOwner, encryptedValue } = field
    const kind = kindOf(field)
    if (version !== 0) return `a name field has version 0, not ${version}`
    const isSession = type === NameType.session
    if (!isSession && !(fork >= Fork.clsag && YEARS.has(type)))
      return `specifying type=${type} that is disallowed in hardfork ${fork}`
    if (kind === undefined) return 'TX extra does not specify valid combination of bits for serialized fields'
    if (kind === 'update' && type !== storedType(type)) return `specifying type=${type} that is for buying and renewing`
    if (kind === 'renew' && isSession) return `specifying type=${type} that cannot be renewed`
    if (isZero(nameHash) || equalBytes(nameHash, EMPTY_NAME))
      return `specified the null name hash, ${describeName(field)}`
    if (owner !== undefined && isSameOwner(owner, backupOwner)) return 'specifying owner the same as the backup owner'
    const sizes = isSession ? SESSION_SIZES : LOKINET_SIZES
    if (encryptedValue !== undefined && !sizes.includes(encryptedValue.length))
      return `a value of this type has ${sizes.join(' or ')} bytes, not ${encryptedValue.length}`
    return undefined
  }

  #standingFault(field: NameSystemField, height: number): string | undefined {
    const { type, nameHash, previousId } = field
    const kind = kindOf(field)
    const record = this.find(type, nameHash)
    const isActive = record !== undefined && this.isActive(record, height)
    if (kind === 'buy') {
      if (isActive) return `Cannot buy an LNS name that is already registered: ${describeName(field)}`
      return isZero(previousId) ? undefined : `specified prior txid=${toHex(previousId)}, a new name has none`
    }
    const doing = kind === 'update' ? 'update' : 'renew'
    if (record === undefined)
      return `${kind === 'update' ? 'update' : 'renewal'} requested but mapping does not exist. ${describeName(field)}`
    if (!isActive) return `TX requested to ${doing} mapping that has already expired; ${describeName(field)}`
    if (!equalBytes(previousId, record.txid))
      return `specified prior txid=${toHex(previousId)}, the last change was ${toHex(record.txid)}`
    return kind === 'update' ? this.#updateFault(field, record) : undefined
  }

  #updateFault(field: NameSystemField, record: NameRecord): string | undefined {
    const same = (what: string): string => `field to update is specifying the same mapping ${what}`
    const { owner, backupOwner, encryptedValue } = field
    if (encryptedValue !== undefined && equalBytes(encryptedValue, record.encryptedValue)) return same('value')
    if (owner !== undefined && isSameOwner(owner, record.owner)) return same('owner')
    if (backupOwner !== undefined && isSameOwner(backupOwner, record.backupOwner)) return same('backup_owner')
    if (isSignedBy(field, record.owner) || isSignedBy(field, record.backupOwner)) return undefined
    return `failed to verify signature for LNS update, ${describeName(field)}`
  }

  #burnFault(field: NameSystemField, fields: readonly ExtraField[], fork: number): string | undefined {
    const needed = kindOf(field) === 'update' ? 0n : namePrice(field.type, fork)
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
    const made = { type: storedType(type), nameHash, txid, updateHeight }
    if (kindOf(field) === 'buy' && owner !== undefined && encryptedValue !== undefined)
      return {
        ...made,
        owner,
        backupOwner,
        encryptedValue,
        expirationHeight: life === undefined ? undefined : updateHeight + life,
      }
    if (before === undefined) return undefined
    if (kindOf(field) === 'renew')
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
