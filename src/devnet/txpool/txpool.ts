// The transaction pool: what waits for a block. Checks come in the order of the reference, and so do the flags of a refusal.

import { FormatError } from '../../bytes/cursor.ts'
import { fromHex, toHex } from '../../bytes/hex.ts'
import { keyImagesOf, transactionFee } from '../../coin/transactions/transaction.ts'
import type { Chain } from '../chain/chain.ts'
import { type ParsedTransaction, parseFullTransaction } from '../chain/chainRecords.ts'
import type { TransactionChecker } from '../rules/checker.ts'
import { type Flag, type Refusal, refusal, type VoteFlag } from '../rules/refusal.ts'
import { isTransfer } from '../rules/semantics.ts'
import type { UsedKeyImage } from './conflictIndex.ts'
import { fillBlockTemplate, type TemplateTransactions } from './fillBlockTemplate.ts'
import { InvalidTransactionCache } from './invalidTransactionCache.ts'
import type { Arrival, DumpedPool, PoolEntry, PoolState } from './poolEntry.ts'
import { PoolIndex } from './poolIndex.ts'
import { entriesToEvict, isDueForRelay, isExpired, isStateChangeExpired } from './poolMaintenance.ts'
import { passesSanityCheck } from './sanityCheck.ts'

/** What came of a submitted transaction. */
export type SubmitResult =
  | {
      readonly accepted: true
      /** it was not in the pool or on the chain before */
      readonly added: boolean
      readonly relayed: boolean
      readonly id: Uint8Array
    }
  | {
      readonly accepted: false
      /** the text `Sanity check failed`, or empty */
      readonly status: string
      readonly sane: boolean
      readonly flags: readonly Flag[]
      /** in words, for a log; not part of the reference's answer */
      readonly reason: string
      /** words that are part of the answer; empty for most */
      readonly verbose: string
      /** what is wrong with the votes of a verdict */
      readonly vote?: VoteFlag
    }

export type SubmitOptions = { readonly doNotRelay: boolean; readonly sanityCheck: boolean }

const MAX_BLOB = 1_000_000
const NO_HASH = new Uint8Array(32)

/** Transactions that wait for a block. */
export class TransactionPool {
  readonly #chain: Chain
  readonly #checker: TransactionChecker
  readonly #waiting: PoolIndex
  readonly #bad = new InvalidTransactionCache()
  readonly #timedOut = new Set<string>()
  /** ids of transactions that a quorum confirmed, also of those in blocks */
  readonly #approved = new Set<string>()
  /** ids of those that came since the last block */
  readonly #newcomers = new Set<string>()
  /** when it was last looked at what is due, UNIX seconds */
  #tidiedAt: number | undefined

  constructor(chain: Chain, checker: TransactionChecker) {
    this.#chain = chain
    this.#checker = checker
    this.#waiting = new PoolIndex((transaction) => chain.rules.consensus.poolClaim(transaction, chain.state))
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Entries in the order of the reference's database: by id, its last byte first. */
  get entries(): readonly PoolEntry[] {
    return [...this.#waiting.byDatabaseOrder]
  }

  /** Entries by id, in hex; what comes and goes later shows in it. */
  get byId(): ReadonlyMap<string, PoolEntry> {
    return this.#waiting.byId
  }

  get(id: Uint8Array): PoolEntry | undefined {
    return this.#waiting.byId.get(toHex(id))
  }

  /** Ids of others in the pool that spend what a transaction spends. */
  doubleSpendsOf(parsed: ParsedTransaction): readonly string[] {
    return this.#waiting.conflicts.doubleSpendsOf(parsed)
  }

  isSpending(keyImage: Uint8Array): boolean {
    return this.#waiting.conflicts.isSpending(keyImage)
  }

  /** Key images in use, each with its spenders. */
  get keyImages(): readonly UsedKeyImage[] {
    return this.#waiting.conflicts.keyImages
  }

  /** Whether the rings of a transaction look like those of honest wallets; what cannot be read does not. */
  isSane(parsed: ParsedTransaction | undefined): boolean {
    return parsed !== undefined && passesSanityCheck(this.#chain, parsed.transaction)
  }

  /** Takes a transaction that somebody sent, or says why not. */
  submit(blob: Uint8Array, { doNotRelay, sanityCheck }: SubmitOptions): SubmitResult {
    const parsed = this.parse(blob)
    if (sanityCheck && !this.isSane(parsed))
      return {
        accepted: false,
        status: 'Sanity check failed',
        sane: false,
        flags: [],
        reason: 'it cannot be read, or its rings look like nobody else makes them',
        verbose: '',
      }
    const refused = ({ flags, reason, verbose = '', vote }: Refusal): SubmitResult => ({
      accepted: false,
      status: '',
      sane: true,
      flags,
      reason,
      verbose,
      ...(vote === undefined ? {} : { vote }),
    })
    if (blob.length > MAX_BLOB) return refused(refusal(`it has ${blob.length} bytes`, 'tooBig'))
    if (parsed === undefined) return refused(refusal('its bytes are not a transaction'))
    if (this.#bad.has(toHex(parsed.id)))
      return refused(refusal('it was found bad before, which flush_cache has this node forget'))
    const known = this.get(parsed.id)
    if (known !== undefined || this.#chain.placeOf(parsed.id) !== undefined)
      return { accepted: true, added: false, relayed: false, id: parsed.id }
    const fault = this.#checker.checkSemantics(parsed, this.#chain.limits.limit)
    if (fault !== undefined) {
      this.#bad.add(toHex(parsed.id))
      return refused(fault)
    }
    const denied = this.#add(parsed, { keptByBlock: false, doNotRelay })
    if (denied !== undefined) return refused(denied)
    return { accepted: true, added: true, relayed: !doNotRelay, id: parsed.id }
  }

  /** Takes back a transaction of a block that was popped, or that came with a block. Its inputs need not be good now. */
  addFromBlock(parsed: ParsedTransaction): Refusal | undefined {
    if (this.get(parsed.id) !== undefined || this.#chain.placeOf(parsed.id) !== undefined) return undefined
    return (
      this.#checker.checkSemantics(parsed, Number.POSITIVE_INFINITY) ??
      this.#add(parsed, { keptByBlock: true, doNotRelay: false })
    )
  }

  /** Forgets which transactions were found bad. */
  clearInvalid(): void {
    this.#bad.clear()
  }

  /** Notes that a quorum confirmed a transaction. */
  approve(id: Uint8Array): void {
    this.#approved.add(toHex(id))
  }

  /** Whether a quorum confirmed a transaction, here or in a block. */
  isApproved(id: Uint8Array): boolean {
    return this.#approved.has(toHex(id))
  }

  /** Ids of what a quorum confirmed, here or in a block. */
  get approved(): readonly Uint8Array[] {
    return [...this.#approved].map((id) => fromHex(id))
  }

  /** What the pool is now, to go back to. */
  capture(): PoolState {
    return { entries: [...this.#waiting.byId.values()], timedOut: [...this.#timedOut], approved: [...this.#approved] }
  }

  /** Makes the pool what it was. */
  restore({ entries, timedOut, approved }: PoolState): void {
    this.#waiting.reset(entries)
    this.#newcomers.clear()
    for (const { parsed } of this.#waiting.byId.values()) this.#newcomers.add(toHex(parsed.id))
    this.#tidiedAt = undefined
    this.#timedOut.clear()
    this.#approved.clear()
    for (const id of timedOut) this.#timedOut.add(id)
    for (const id of approved) this.#approved.add(id)
  }

  dump(): DumpedPool {
    return {
      pool: [...this.#waiting.byId.values()].map(({ parsed, ...facts }) => ({ blob: parsed.blob, ...facts })),
      approved: this.approved,
    }
  }

  /**
   * Replaces what is in the pool, by all that is not in a block. Nothing is verified before a block is to take it.
   * @throws FormatError
   */
  load({ pool, approved = [] }: DumpedPool): void {
    // What it pays is read off the transaction: a wrong fee would spoil each block that is made of it.
    const entries = pool.flatMap(({ blob, fee: _fee, ...facts }): readonly PoolEntry[] => {
      const parsed = parseFullTransaction(this.#chain.rules.network, blob)
      if (this.#chain.placeOf(parsed.id) !== undefined) return []
      return [{ ...this.#entryOf(parsed, { keptByBlock: true, doNotRelay: false }), ...facts }]
    })
    this.restore({ entries, timedOut: [], approved: approved.map(toHex) })
  }

  /** A transaction that anybody sent; undefined when its bytes are none. */
  parse(blob: Uint8Array): ParsedTransaction | undefined {
    try {
      return parseFullTransaction(this.#chain.rules.network, blob)
    } catch (error) {
      // Anybody may send anything.
      if (error instanceof FormatError) return undefined
      throw error
    }
  }

  #add(parsed: ParsedTransaction, { keptByBlock, doNotRelay }: Arrival): Refusal | undefined {
    const { transaction, weight } = parsed
    const id = toHex(parsed.id)
    if (transaction.version === 0) return refusal('its version is 0')
    if (!keptByBlock && this.#timedOut.has(id)) return refusal('it was dropped from the pool for its age')
    const fee = this.#feeOf(parsed)
    const least = this.#chain.rules.consensus.minFee(this.#chain, weight, transaction.outputs.length)
    if (isTransfer(transaction) && !keptByBlock && fee < least)
      return refusal(`its fee is ${fee}, at least ${least} is needed`, 'feeTooLow')
    const { sent, inBlock } = this.#chain.rules.consensus.maxTransactionWeight(this.#chain.nextFork)
    const most = keptByBlock ? inBlock : sent
    if (weight > most) return refusal(`it weighs ${weight}, at most ${most}`, 'tooBig')
    // One that was in a block goes before those that wait, but not before those that a quorum confirmed.
    const rivals = this.doubleSpendsOf(parsed).filter((rival) => !keptByBlock || this.#approved.has(rival))
    if (rivals.length > 0) {
      for (const rival of rivals) this.#waiting.update(rival, { doubleSpendSeen: true })
      return refusal('the pool has a transaction that spends the same', 'doubleSpend')
    }
    if (!keptByBlock && this.#waiting.conflicts.hasClaimOf(transaction))
      return refusal('the pool has a transaction that says the same', 'doubleSpend')
    const wrongOutputs = this.#checker.checkOutputs(this.#chain, parsed)
    if (wrongOutputs !== undefined) return wrongOutputs
    const inputs = this.#checker.checkInputs(this.#chain, parsed)
    if ('flags' in inputs && !keptByBlock)
      return { ...inputs, flags: [...new Set<Flag>([...inputs.flags, 'invalidInput'])] }
    const entry = this.#entryOf(parsed, { keptByBlock, doNotRelay })
    this.#insert('flags' in inputs ? entry : { ...entry, maxUsedHeight: inputs.highestMember })
    this.maintain()
    return undefined
  }

  /** An entry as it comes in now. */
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

  /** What the miner would get; atomic units. */
  #feeOf({ transaction }: ParsedTransaction): bigint {
    return transactionFee(transaction) - this.#chain.rules.consensus.burnedFee(transaction, this.#chain.nextFork)
  }

  #insert(entry: PoolEntry): void {
    this.#waiting.add(entry)
    this.#newcomers.add(toHex(entry.parsed.id))
  }

  /** Takes a transaction out. */
  remove(id: Uint8Array): PoolEntry | undefined {
    this.#newcomers.delete(toHex(id))
    return this.#waiting.remove(toHex(id))
  }

  /** Marks a transaction as told to the network, if the pool has it. */
  relay(id: Uint8Array): void {
    this.#waiting.update(toHex(id), { doNotRelay: false, relayed: true, lastRelayedAt: this.#chain.clock() })
  }

  /** Does what is due: drops what waited too long or does not fit, tells others again. Answers whether anything was dropped. */
  maintain(): boolean {
    const now = this.#chain.clock()
    const before = this.size
    // Within a second nothing gets older.
    if (now !== this.#tidiedAt) this.#doWhatIsDue(now)
    this.#tidiedAt = now
    const { byPriority: byWorth, weight } = this.#waiting
    for (const { parsed } of entriesToEvict(byWorth, weight, (each) => this.isApproved(each.parsed.id)))
      this.remove(parsed.id)
    return this.size < before
  }

  #doWhatIsDue(now: number): void {
    for (const entry of this.#waiting.byId.values()) {
      const { id } = entry.parsed
      const expired = isExpired(entry, now)
      if (expired) this.#timedOut.add(toHex(id))
      if (expired || isStateChangeExpired(entry, now)) this.remove(id)
      else if (isDueForRelay(entry, now)) this.relay(id)
    }
  }

  /**
   * Takes out what a new block has, and notes of what is left whether it spends what the chain has spent.
   * @param mined the transactions of the block
   */
  afterBlock(mined: readonly ParsedTransaction[]): void {
    for (const { id } of mined) this.remove(id)
    // Of others it is known, but for those that this block was faster than.
    for (const id of [...this.#newcomers, ...mined.flatMap((parsed) => this.doubleSpendsOf(parsed))])
      if (this.#isSpent(id)) this.#waiting.update(id, { doubleSpendSeen: true })
    this.#newcomers.clear()
  }

  /** Whether the chain has spent what one spends. */
  #isSpent(id: string): boolean {
    const { inputs = [] } = this.#waiting.byId.get(id)?.parsed.transaction ?? {}
    return keyImagesOf({ inputs }).some((image) => this.#chain.isSpent(image))
  }

  /** What goes into the next block. */
  fillTemplate(): TemplateTransactions {
    const filling = fillBlockTemplate(this.#chain, this.#checker, this.#waiting.byPriority)
    const { height, id } = this.#chain.tip
    for (const failed of filling.failed) this.#waiting.update(failed, { lastFailedHeight: height, lastFailedId: id })
    return filling
  }
}
