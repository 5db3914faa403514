// The transaction pool. Checks run in the order of monerod and oxen-core, and so do the flags of a refusal.

import type { UnixSeconds } from '../../async/time.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { keyImagesOf, transactionFee } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import { type ParsedTransaction, parseFullTransaction } from '../records/chainRecords.ts'
import type { UsedKeyImage } from '../records/conflictIndex.ts'
import type { TransactionChecker } from '../rules/checker.ts'
import type { PoolCheck } from '../rules/consensus.ts'
import { type Flag, type Refusal, refusal } from '../rules/refusal.ts'
import { isTransfer } from '../rules/semantics.ts'
import { fillBlockTemplate, type TemplateTransactions } from './fillBlockTemplate.ts'
import { InvalidTransactionCache } from './invalidTransactionCache.ts'
import { PoolChanges, type PoolDifference } from './poolChanges.ts'
import type { Arrival, DumpedPool, PoolEntry, PoolState } from './poolEntry.ts'
import { PoolIndex } from './poolIndex.ts'
import { entriesToEvict, isDueForRelay, isExpired, isStateChangeExpired } from './poolMaintenance.ts'
import { passesSanityCheck } from './sanityCheck.ts'
import { FAILED_SANITY_CHECK, type SubmitOptions, type SubmitResult, toRefusedResult } from './submitResult.ts'

const MAX_BLOB = 1_000_000
/** Maximum size of the extra of a relayed transaction in bytes (monerod: MAX_TX_EXTRA_SIZE). */
const MAX_EXTRA = 1060
const NO_HASH = new Uint8Array(32)

/** Transactions that are in no block yet. */
export class TransactionPool {
  readonly #chain: Chain
  readonly #checker: TransactionChecker
  readonly #index: PoolIndex
  readonly #changes = new PoolChanges()
  readonly #invalid = new InvalidTransactionCache()
  readonly #expired = new Set<string>()
  /** ids of transactions that a quorum approved, in the pool or in a block */
  readonly #approved = new Set<string>()
  /** ids of transactions added since the last block */
  readonly #addedSinceBlock = new Set<string>()
  #maintainedAt: UnixSeconds | undefined

  constructor(chain: Chain, checker: TransactionChecker) {
    this.#chain = chain
    this.#checker = checker
    this.#index = new PoolIndex((transaction) => chain.rules.consensus.poolClaim(transaction, chain.state))
  }

  get size(): number {
    return this.#index.size
  }

  /** Entries in the order of monerod's database: by id, from its last byte on. */
  get entries(): readonly PoolEntry[] {
    return [...this.#index.byDatabaseOrder]
  }

  /** Entries by id in hex. Later changes are visible in it. */
  get byId(): ReadonlyMap<string, PoolEntry> {
    return this.#index.byId
  }

  get(id: Uint8Array): PoolEntry | undefined {
    return this.#index.byId.get(toHex(id))
  }

  /** Returns the ids of other pool transactions that spend the same key images, in hex. */
  doubleSpendsOf(parsed: ParsedTransaction): readonly string[] {
    return this.#index.conflicts.doubleSpendsOf(parsed)
  }

  isSpending(keyImage: Uint8Array): boolean {
    return this.#index.conflicts.isSpending(keyImage)
  }

  /** Spent key images, each with its transactions. */
  get keyImages(): readonly UsedKeyImage[] {
    return this.#index.conflicts.keyImages
  }

  /**
   * Returns what changed at or after a time; undefined if that is not known.
   * @param since UNIX seconds; 0 for no earlier request
   * @param includeHidden whether transactions with do_not_relay count
   */
  changesSince(since: UnixSeconds, includeHidden: boolean): PoolDifference | undefined {
    return this.#changes.since(since, includeHidden)
  }

  /** Whether a transaction is readable and passes the sanity check of rings. */
  isSane(parsed: ParsedTransaction | undefined): boolean {
    return parsed !== undefined && passesSanityCheck(this.#chain, parsed.transaction)
  }

  /** Submits a transaction that comes from outside. */
  submit(blob: Uint8Array, { doNotRelay, sanityCheck }: SubmitOptions): SubmitResult {
    const parsed = this.parse(blob)
    if (sanityCheck && !this.isSane(parsed)) return FAILED_SANITY_CHECK
    if (blob.length > MAX_BLOB) return toRefusedResult(refusal(`it has ${blob.length} bytes`, 'tooBig'))
    if (parsed === undefined) return toRefusedResult(refusal('its bytes are not a transaction'))
    if (this.#invalid.has(toHex(parsed.id)))
      return toRefusedResult(refusal('it is cached as invalid; flush_cache clears the cache'))
    const known = this.get(parsed.id)
    if (known !== undefined || this.#chain.placeOf(parsed.id) !== undefined)
      return { accepted: true, added: false, relayed: false, id: parsed.id }
    const poolRefusal = this.#add(parsed, { keptByBlock: false, doNotRelay })
    if (poolRefusal !== undefined) return toRefusedResult(poolRefusal)
    return { accepted: true, added: true, relayed: !doNotRelay, id: parsed.id }
  }

  /** Adds a transaction of a popped block, or one that came with a block. Its inputs need not be valid now. */
  addFromBlock(parsed: ParsedTransaction): Refusal | undefined {
    if (this.get(parsed.id) !== undefined || this.#chain.placeOf(parsed.id) !== undefined) return undefined
    return this.#add(parsed, { keptByBlock: true, doNotRelay: false })
  }

  /** Forgets which transactions were found invalid. */
  clearInvalid(): void {
    this.#invalid.clear()
  }

  /** Records that a quorum approved a transaction. */
  approve(id: Uint8Array): void {
    this.#approved.add(toHex(id))
  }

  /** Whether a quorum approved a transaction, in the pool or in a block. */
  isApproved(id: Uint8Array): boolean {
    return this.#approved.has(toHex(id))
  }

  /** Ids of transactions that a quorum approved, in the pool or in a block. */
  get approved(): readonly Uint8Array[] {
    return [...this.#approved].map((id) => fromHex(id))
  }

  /** Returns the present state, which `restore` accepts. */
  capture(): PoolState {
    return { entries: [...this.#index.byId.values()], timedOut: [...this.#expired], approved: [...this.#approved] }
  }

  /** Restores a state that the pool had before. */
  restore({ entries, timedOut, approved }: PoolState): void {
    this.#index.reset(entries)
    this.#changes.reset(this.#index.byId.keys(), this.#chain.clock())
    this.#addedSinceBlock.clear()
    for (const { parsed } of this.#index.byId.values()) this.#addedSinceBlock.add(toHex(parsed.id))
    this.#maintainedAt = undefined
    this.#expired.clear()
    this.#approved.clear()
    for (const id of timedOut) this.#expired.add(id)
    for (const id of approved) this.#approved.add(id)
  }

  dump(): DumpedPool {
    return {
      pool: [...this.#index.byId.values()].map(({ parsed, ...facts }) => ({ blob: parsed.blob, ...facts })),
      approved: this.approved,
    }
  }

  /**
   * Replaces the pool by the dumped transactions that are in no block. They are not verified before a block template takes them.
   * @throws FormatError
   */
  load({ pool, approved = [] }: DumpedPool): void {
    // The fee is computed from the transaction: a wrong one would make each block with it invalid.
    const entries = pool.flatMap(({ blob, fee: _fee, ...facts }): readonly PoolEntry[] => {
      const parsed = parseFullTransaction(this.#chain.rules.network, blob)
      if (this.#chain.placeOf(parsed.id) !== undefined) return []
      return [{ ...this.#entryOf(parsed, { keptByBlock: true, doNotRelay: false }), ...facts }]
    })
    this.restore({ entries, timedOut: [], approved: approved.map(toHex) })
  }

  /** Parses a transaction that comes from outside; returns undefined if the bytes are not a transaction. */
  parse(blob: Uint8Array): ParsedTransaction | undefined {
    try {
      return parseFullTransaction(this.#chain.rules.network, blob)
    } catch (error) {
      if (error instanceof FormatError) return undefined
      throw error
    }
  }

  #add(parsed: ParsedTransaction, { keptByBlock, doNotRelay }: Arrival): Refusal | undefined {
    if (parsed.transaction.version === 0) return refusal('its version is 0')
    for (const check of this.#chain.rules.consensus.poolRules.checks) {
      const fault = this.#checks[check](parsed, keptByBlock)
      if (fault !== undefined) return fault
    }
    const inputs = this.#checker.checkInputs(this.#chain, parsed)
    if ('flags' in inputs && !keptByBlock)
      return { ...inputs, flags: [...new Set<Flag>([...inputs.flags, 'invalidInput'])] }
    const entry = this.#entryOf(parsed, { keptByBlock, doNotRelay })
    this.#insert('flags' in inputs ? entry : { ...entry, maxUsedHeight: inputs.highestMember })
    this.maintain()
    return undefined
  }

  readonly #checks: Readonly<
    Record<PoolCheck, (parsed: ParsedTransaction, keptByBlock: boolean) => Refusal | undefined>
  > = {
    semantics: (parsed, keptByBlock) => this.#semanticFault(parsed, keptByBlock),
    expired: ({ id }, keptByBlock) =>
      !keptByBlock && this.#expired.has(toHex(id)) ? refusal('it expired in the pool') : undefined,
    fee: (parsed, keptByBlock) => (keptByBlock ? undefined : this.#feeFault(parsed)),
    weight: ({ weight }, keptByBlock) => {
      const { sent, inBlock } = this.#chain.rules.consensus.maxTransactionWeight(this.#chain.nextFork)
      const max = keptByBlock ? inBlock : sent
      return weight > max ? refusal(`it weighs ${weight}, at most ${max} is allowed`, 'tooBig') : undefined
    },
    extra: ({ transaction: { extra } }, keptByBlock) =>
      !keptByBlock && extra.length > MAX_EXTRA
        ? refusal(`its extra has ${extra.length} bytes, at most ${MAX_EXTRA} are relayed`, 'extraTooBig')
        : undefined,
    unlockTime: ({ transaction: { unlockTime } }, keptByBlock) =>
      !keptByBlock && unlockTime !== 0n
        ? refusal(`its unlock time is ${unlockTime}, nodes relay 0 only`, 'nonzeroUnlockTime')
        : undefined,
    doubleSpend: (parsed, keptByBlock) => this.#doubleSpendFault(parsed, keptByBlock),
    outputs: (parsed) => this.#checker.checkOutputs(this.#chain, parsed),
  }

  #semanticFault(parsed: ParsedTransaction, keptByBlock: boolean): Refusal | undefined {
    const limit = keptByBlock ? Number.POSITIVE_INFINITY : this.#chain.limits.limit
    const fault = this.#checker.checkSemantics(parsed, limit)
    if (fault === undefined) return undefined
    if (this.#chain.rules.consensus.poolRules.semanticFaults === 'flagged')
      return fault.semanticFlag === undefined ? fault : { ...fault, flags: [...fault.flags, fault.semanticFlag] }
    if (!keptByBlock) this.#invalid.add(toHex(parsed.id))
    return fault
  }

  #feeFault(parsed: ParsedTransaction): Refusal | undefined {
    const { transaction, weight } = parsed
    const fee = this.#feeOf(parsed)
    const min = this.#chain.rules.consensus.minFee(this.#chain, weight, transaction.outputs.length)
    return isTransfer(transaction) && fee < min
      ? refusal(`its fee is ${fee}, at least ${min} is needed`, 'feeTooLow')
      : undefined
  }

  #doubleSpendFault(parsed: ParsedTransaction, keptByBlock: boolean): Refusal | undefined {
    // A transaction from a block may conflict with pool transactions, but not with approved ones.
    const doubleSpends = this.doubleSpendsOf(parsed).filter((other) => !keptByBlock || this.#approved.has(other))
    for (const other of doubleSpends) this.#index.update(other, { doubleSpendSeen: true })
    if (doubleSpends.length > 0) return refusal('a pool transaction spends the same key image', 'doubleSpend')
    return !keptByBlock && this.#index.conflicts.hasClaimOf(parsed.transaction)
      ? refusal('a pool transaction makes the same claim', 'doubleSpend')
      : undefined
  }

  /** Creates an entry that arrives now. */
  #entryOf(parsed: ParsedTransaction, { keptByBlock, doNotRelay }: Arrival): PoolEntry {
    const now = this.#chain.clock()
    return {
      parsed,
      fee: this.#feeOf(parsed),
      receivedAt: now,
      keptByBlock,
      doNotRelay,
      relayed: !doNotRelay,
      lastRelayedAt: doNotRelay ? 0 : now,
      doubleSpendSeen: false,
      maxUsedHeight: 0,
      lastFailedHeight: 0,
      lastFailedId: NO_HASH,
    }
  }

  /** Fee of the miner, without the burnt part; atomic units. */
  #feeOf({ transaction }: ParsedTransaction): bigint {
    return transactionFee(transaction) - this.#chain.rules.consensus.burnedFee(transaction, this.#chain.nextFork)
  }

  #insert(entry: PoolEntry): void {
    const id = toHex(entry.parsed.id)
    this.#index.add(entry)
    this.#changes.add(id, entry.receivedAt)
    this.#addedSinceBlock.add(id)
  }

  /** Removes a transaction. */
  remove(id: Uint8Array): PoolEntry | undefined {
    this.#addedSinceBlock.delete(toHex(id))
    const entry = this.#index.remove(toHex(id))
    if (entry !== undefined) this.#changes.remove(toHex(id), this.#chain.clock(), entry.doNotRelay)
    return entry
  }

  /** Marks a transaction as relayed, if the pool has it. */
  relay(id: Uint8Array): void {
    if (this.get(id)?.doNotRelay === true) this.#changes.add(toHex(id), this.#chain.clock())
    this.#index.update(toHex(id), { doNotRelay: false, relayed: true, lastRelayedAt: this.#chain.clock() })
  }

  /** Removes expired and superfluous transactions, and relays others again. Returns whether any was removed. */
  maintain(): boolean {
    const now = this.#chain.clock()
    const before = this.size
    // The clock counts seconds.
    if (now !== this.#maintainedAt) this.#expireAndRelay(now)
    this.#maintainedAt = now
    const { byPriority, weight } = this.#index
    for (const { parsed } of entriesToEvict(byPriority, weight, (each) => this.isApproved(each.parsed.id)))
      this.remove(parsed.id)
    return this.size < before
  }

  #expireAndRelay(now: number): void {
    for (const entry of this.#index.byId.values()) {
      const { id } = entry.parsed
      const hasExpired = isExpired(entry, now)
      if (hasExpired) this.#expired.add(toHex(id))
      if (hasExpired || isStateChangeExpired(entry, now)) this.remove(id)
      else if (isDueForRelay(entry, now)) this.relay(id)
    }
  }

  /**
   * Removes the transactions of a new block, and marks others that spend the same key images as double spends.
   * @param mined the transactions of the block
   */
  afterBlock(mined: readonly ParsedTransaction[]): void {
    for (const { id } of mined) this.remove(id)
    // Older entries are marked already, except those that conflict with this block.
    for (const id of [...this.#addedSinceBlock, ...mined.flatMap((parsed) => this.doubleSpendsOf(parsed))])
      if (this.#isSpent(id)) this.#index.update(id, { doubleSpendSeen: true })
    this.#addedSinceBlock.clear()
  }

  /** Whether a key image of an entry is spent on the chain. */
  #isSpent(id: string): boolean {
    const { inputs = [] } = this.#index.byId.get(id)?.parsed.transaction ?? {}
    return keyImagesOf({ inputs }).some((image) => this.#chain.isSpent(image))
  }

  /** Selects the transactions of the next block. */
  fillTemplate(): TemplateTransactions {
    const selected = fillBlockTemplate(this.#chain, this.#checker, this.#index.byPriority)
    const { height, id } = this.#chain.tip
    for (const failed of selected.failed) this.#index.update(failed, { lastFailedHeight: height, lastFailedId: id })
    return selected
  }
}
