// A development node: chain, pool and alternative chains kept in step. Blocks and transactions come in here, from the miner as from
// the RPC.

import { equalBytes } from '../bytes/bytes.ts'
import { fromHex, toHex } from '../bytes/hex.ts'
import { type Block, blockHeight, blockId, parseBlock, serializeBlock } from '../coin/block.ts'
import { hardForkAt } from '../coin/network.ts'
import type { Random } from '../crypto/scalar.ts'
import type { RecordValue } from '../store/records.ts'
import { BlockRefusedError, Chain, type Clock } from './chain.ts'
import { TransactionChecker } from './checker.ts'
import { type CheckpointView, NO_CHECKPOINTS } from './checkpoints.ts'
import { MovableClock } from './clock.ts'
import { coinbaseFault } from './coinbase.ts'
import type { DumpedEntry, PoolState } from './pool/entry.ts'
import { type Admission, Pool, type SubmitOptions } from './pool/pool.ts'
import { type BlockRecord, type ChainDump, type ParsedTransaction, parseWhole } from './records.ts'
import type { ChainRules } from './rules.ts'
import { Snapshots } from './snapshot.ts'
import type { BlockRow, StoredBlock } from './storedBlock.ts'

/** A block beside the main chain. */
export type AlternativeBlock = {
  readonly id: Uint8Array
  readonly height: number
  readonly block: Block
  readonly difficulty: bigint
  readonly cumulativeDifficulty: bigint
}

/** A chain of alternative blocks, the top first, and the block of the main chain that it grows from. */
export type AlternativeChain = { readonly blocks: readonly AlternativeBlock[]; readonly parent: BlockRecord }

/** What became of a block. */
export type BlockFate = 'added' | 'known' | 'alternative' | 'reorganised' | 'orphan'

export type NodeEvent =
  | { readonly kind: 'block'; readonly height: number }
  | { readonly kind: 'pool'; readonly txid: Uint8Array }

/** Something that remembers more than chain and pool do, and is kept and loaded with them. */
export type Part = {
  readonly save: () => RecordValue
  /**
   * Takes back what was saved.
   * @throws PartError when it is not of its making
   */
  readonly restore: (saved: RecordValue) => void
}

/** What was saved of a part cannot be read. */
export class PartError extends Error {
  override readonly name = 'PartError'
}

/** A block beside the main chain, written down. */
export type DumpedAlternative = Pick<AlternativeBlock, 'difficulty' | 'cumulativeDifficulty'> & {
  readonly block: Uint8Array
}

/** Everything a node must write down to be loaded again. */
export type NodeDump = ChainDump & DumpBeside

/** All of a dump but its blocks. */
export type DumpBeside = {
  readonly pool: readonly DumpedEntry[]
  /** blocks beside the main chain, parents first */
  readonly alternatives?: readonly DumpedAlternative[]
  /** of transactions that a quorum confirmed */
  readonly approved?: readonly Uint8Array[]
  readonly parts?: { readonly [name: string]: RecordValue }
}

/** A node at rest: the rows of its blocks, marks of what the chain's state was, the newest first, and all else. */
export type RestingNode = {
  readonly rows: Iterable<BlockRow>
  readonly marks: readonly RecordValue[]
  readonly beside: DumpBeside
}

/** What a node is at one moment, to go back to while it runs. */
export type NodeState = {
  readonly blocks: readonly StoredBlock[]
  readonly pool: PoolState
  readonly alternatives: readonly AlternativeBlock[]
  readonly approved: readonly string[]
  readonly parts: { readonly [name: string]: RecordValue }
}

export type NodeOptions = {
  readonly rules: ChainRules
  /** UNIX seconds */
  readonly clock: Clock
  readonly random: Random
  /** checks transactions; the full checks where undefined */
  readonly checker?: TransactionChecker
}

/** A chain with its pool and its alternative chains, changed by blocks and transactions that come in. */
export class DevelopmentNode {
  readonly rules: ChainRules
  readonly time: MovableClock
  /** UNIX seconds, as `time` tells them */
  readonly clock: Clock
  readonly random: Random
  readonly startedAt: number
  readonly chain: Chain
  readonly pool: Pool
  readonly snapshots = new Snapshots(this)
  /** whether transactions that are sent as blink are confirmed at once; without a quorum they are refused */
  hasQuorum = false
  /** of the main chain; none unless somebody signs them */
  checkpoints: CheckpointView = NO_CHECKPOINTS
  readonly #approved = new Set<string>()
  readonly #alternatives = new Map<string, AlternativeBlock>()
  readonly #listeners = new Set<(event: NodeEvent) => void>()
  readonly #parts = new Map<string, Part>()
  #held: NodeEvent[] | undefined

  constructor({ rules, clock, random, checker = new TransactionChecker(random) }: NodeOptions) {
    this.rules = rules
    this.time = new MovableClock(clock)
    this.clock = this.time.now
    this.random = random
    this.startedAt = clock()
    this.chain = new Chain(rules, this.clock, checker)
    this.pool = new Pool(this.chain, checker)
  }

  /** Calls back after each change; answers how to stop that. */
  listen(listener: (event: NodeEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #tell(event: NodeEvent): void {
    if (this.#held !== undefined) this.#held.push(event)
    else for (const listener of this.#listeners) listener(event)
  }

  /** Does several things as one: listeners hear of them when all is done, also when it failed halfway. */
  atOnce<T>(work: () => T): T {
    if (this.#held !== undefined) return work()
    const held: NodeEvent[] = []
    this.#held = held
    try {
      return work()
    } finally {
      this.#held = undefined
      for (const event of held) this.#tell(event)
    }
  }

  /** Takes a transaction into the pool, or says why not. */
  submitTransaction(blob: Uint8Array, options: SubmitOptions): Admission {
    const admission = this.pool.submit(blob, options)
    if (admission.accepted && admission.added) this.#tell({ kind: 'pool', txid: admission.id })
    return admission
  }

  /** Takes a transaction into the pool as one that a quorum confirmed, or says why not. It takes the place of others that are not. */
  submitApproved(blob: Uint8Array, options: SubmitOptions): Admission {
    const parsed = this.pool.parse(blob)
    const rivals = parsed === undefined ? [] : this.pool.rivalsOf(parsed)
    const before = rivals.length === 0 ? undefined : this.pool.capture()
    for (const id of rivals) if (!this.#approved.has(id)) this.pool.remove(fromHex(id))
    const admission = this.submitTransaction(blob, options)
    if (admission.accepted) this.#approved.add(toHex(admission.id))
    else if (before !== undefined) this.pool.restore(before)
    return admission
  }

  /** Whether a quorum confirmed a transaction. */
  isApproved(id: Uint8Array): boolean {
    return this.#approved.has(toHex(id))
  }

  /**
   * Takes a block: on the tip, or beside the main chain, which it may take over from.
   * @param blobs transactions that come with the block and may not be in the pool yet
   * @throws BlockRefusedError, FormatError
   */
  submitBlock(blob: Uint8Array, blobs: readonly Uint8Array[] = []): BlockFate {
    const block = parseBlock(this.rules.network, blob)
    const id = blockId(block)
    if (this.chain.heightOf(id) !== undefined || this.#alternatives.has(toHex(id))) return 'known'
    for (const transaction of blobs) this.pool.keep(parseWhole(this.rules.network, transaction))
    if (!equalBytes(block.previousId, this.chain.tip.id)) return this.#addAlternative(block, id)
    this.#extend(block, blob)
    return 'added'
  }

  /** Adds a block whose transactions are in the pool. */
  #extend(block: Block, blob = serializeBlock(block)): BlockRecord {
    const transactions = block.transactionIds.map((id) => this.#pooled(id))
    const record = this.chain.add(block, transactions, blob)
    for (const { id } of transactions) this.pool.remove(id)
    this.pool.afterBlock()
    this.#tell({ kind: 'block', height: record.height })
    return record
  }

  #pooled(id: Uint8Array): ParsedTransaction {
    const entry = this.pool.get(id)
    if (entry === undefined) throw new BlockRefusedError(`transaction ${toHex(id)} of the block is not in the pool`)
    return entry.parsed
  }

  /** Takes the top blocks off; their transactions go back to the pool. Answers the blocks, top first. */
  popBlocks(count: number): BlockRecord[] {
    const popped: BlockRecord[] = []
    for (let left = count; left > 0; left--) {
      const record = this.chain.pop()
      if (record === undefined) break
      popped.push(record)
    }
    // Only now: their inputs are judged by the chain as it has become.
    for (const { transactions } of popped.toReversed())
      for (const transaction of transactions.slice(1)) this.pool.keep(transaction)
    if (popped.length > 0) this.#tell({ kind: 'block', height: this.chain.height - 1 })
    return popped
  }

  #addAlternative(block: Block, id: Uint8Array): BlockFate {
    const height = blockHeight(block)
    const parentHeight = this.chain.heightOf(block.previousId)
    const parent = this.#alternatives.get(toHex(block.previousId))
    if (parentHeight === undefined && parent === undefined) return 'orphan'
    const expected = (parentHeight ?? parent?.height ?? 0) + 1
    const refuse = (reason: string): BlockRefusedError =>
      new BlockRefusedError(`alternative block ${expected} refused: ${reason}`)
    if (height !== expected) throw refuse(`its coinbase is for height ${height}`)
    const { immutable, all } = this.checkpoints
    if (immutable !== undefined && expected <= immutable.height)
      throw refuse(`the chain is final up to block ${immutable.height}`)
    const fork = hardForkAt(this.rules.network, expected)
    if (block.majorVersion !== fork) throw refuse(`its version is ${block.majorVersion}, the fork is ${fork}`)
    const malformed = coinbaseFault(this.rules, block, expected)
    if (malformed !== undefined) throw refuse(malformed)
    const before = parent === undefined ? [] : this.#branchOf(parent.id)
    const split = (before.at(-1)?.height ?? expected) - 1
    const behind = [
      ...this.chain.blocks.slice(0, split + 1),
      ...before
        .toReversed()
        .map(({ block: { timestamp }, cumulativeDifficulty }) => ({ timestamp, cumulativeDifficulty })),
    ]
    const difficulty = this.chain.difficultyAfter(behind)
    const cumulativeDifficulty = (behind.at(-1)?.cumulativeDifficulty ?? 0n) + difficulty
    const added = { id, height: expected, block, difficulty, cumulativeDifficulty }
    this.#alternatives.set(toHex(id), added)
    const branch = [added, ...before]
    // Nobody vouches for blocks beside the main chain, so that one checkpoint outweighs them.
    if (all.some((checkpoint) => checkpoint.height > split)) return 'alternative'
    if (this.#weightOf(branch) <= this.#weightOf(this.chain.blocks.slice(split + 1))) return 'alternative'
    this.#reorganise(branch, split)
    return 'reorganised'
  }

  /** How much blocks count together, where two branches are compared. */
  #weightOf(blocks: readonly Pick<AlternativeBlock, 'height' | 'block' | 'difficulty'>[]): bigint {
    const { network, consensus } = this.rules
    return blocks.reduce(
      (sum, { block, height, difficulty }) =>
        sum + consensus.chainWeight(block, hardForkAt(network, height), difficulty),
      0n,
    )
  }

  /** Alternative blocks from a top down to the one that follows a block of the main chain. */
  #branchOf(top: Uint8Array): AlternativeBlock[] {
    const branch: AlternativeBlock[] = []
    let block = this.#alternatives.get(toHex(top))
    while (block !== undefined) {
      branch.push(block)
      block = this.#alternatives.get(toHex(block.block.previousId))
    }
    return branch
  }

  /** Moves the main chain over to a branch; back again if a block of it is not good. */
  #reorganise(branch: readonly AlternativeBlock[], split: number): void {
    this.atOnce(() => this.#moveTo(branch, split))
  }

  #moveTo(branch: readonly AlternativeBlock[], split: number): void {
    const popped = this.popBlocks(this.chain.height - 1 - split)
    try {
      for (const { block } of branch.toReversed()) this.#extend(block)
    } catch (error) {
      this.popBlocks(this.chain.height - 1 - split)
      for (const { block, blob } of popped.toReversed()) this.#extend(block, blob)
      for (const { id } of branch) this.#alternatives.delete(toHex(id))
      throw error
    }
    for (const { id } of branch) this.#alternatives.delete(toHex(id))
    for (const { id, height, block, difficulty, cumulativeDifficulty } of popped)
      if (this.rules.consensus.keepsAbandoned(hardForkAt(this.rules.network, height)))
        this.#alternatives.set(toHex(id), { id, height, block, difficulty, cumulativeDifficulty })
  }

  /** Branches beside the main chain, one for each top. */
  get alternativeChains(): readonly AlternativeChain[] {
    const inner = new Set([...this.#alternatives.values()].map(({ block }) => toHex(block.previousId)))
    return [...this.#alternatives.values()].flatMap(({ id }) => {
      if (inner.has(toHex(id))) return []
      const blocks = this.#branchOf(id)
      const parent = this.chain.blockAt((blocks.at(-1)?.height ?? 0) - 1)
      return parent === undefined ? [] : [{ blocks, parent }]
    })
  }

  /** Ids of blocks beside the main chain. */
  get alternativeIds(): readonly Uint8Array[] {
    return [...this.#alternatives.values()].map(({ id }) => id)
  }

  /** Has something kept and loaded with the node, under a name of its own. */
  join(name: string, part: Part): void {
    this.#parts.set(name, part)
  }

  /** What the parts remember. */
  saveParts(): { readonly [name: string]: RecordValue } {
    return Object.fromEntries([...this.#parts].map(([name, part]) => [name, part.save()]))
  }

  #restoreParts(saved: { readonly [name: string]: RecordValue }): void {
    for (const [name, part] of this.#parts) if (saved[name] !== undefined) part.restore(saved[name])
  }

  /** What the node is now, to go back to. */
  capture(): NodeState {
    return {
      blocks: [...this.chain.blocks],
      pool: this.pool.capture(),
      alternatives: [...this.#alternatives.values()],
      approved: [...this.#approved],
      parts: this.saveParts(),
    }
  }

  /** Makes the node what it was. */
  restore({ blocks, pool, alternatives, approved, parts }: NodeState): void {
    this.atOnce(() => {
      this.chain.restore(blocks)
      this.pool.restore(pool)
      this.#replaceBeside(alternatives, approved)
      this.#restoreParts(parts)
      this.#tell({ kind: 'block', height: this.chain.height - 1 })
    })
  }

  #replaceBeside(alternatives: readonly AlternativeBlock[], approved: readonly string[]): void {
    this.#alternatives.clear()
    for (const block of alternatives) this.#alternatives.set(toHex(block.id), block)
    this.#approved.clear()
    for (const id of approved) this.#approved.add(id)
  }

  dump(): NodeDump {
    return { ...this.chain.dump(), ...this.dumpBeside() }
  }

  /** What is to be written down beside the blocks. */
  dumpBeside(): DumpBeside {
    return {
      pool: this.pool.dump(),
      alternatives: [...this.#alternatives.values()].map(({ block, difficulty, cumulativeDifficulty }) => ({
        block: serializeBlock(block),
        difficulty,
        cumulativeDifficulty,
      })),
      approved: [...this.#approved].map((id) => fromHex(id)),
      parts: this.saveParts(),
    }
  }

  /**
   * Becomes what a dump says, whatever the node was before; stays what it was when the dump does not fit. Proofs and signatures of its
   * blocks are not verified again.
   * @throws BlockRefusedError, FormatError, PartError
   */
  load({ blocks, pool, alternatives = [], approved = [], parts = {} }: NodeDump): void {
    const before = this.capture()
    this.atOnce(() => {
      try {
        // The clock first, which bounds the timestamps of blocks.
        this.#restoreParts(parts)
        this.chain.restore(before.blocks.slice(0, 1))
        this.chain.load({ blocks })
        this.pool.load(pool)
        this.#replaceBeside(
          alternatives.map((alternative) => this.#beside(alternative)),
          approved.map(toHex),
        )
        this.#tell({ kind: 'block', height: this.chain.height - 1 })
      } catch (error) {
        this.restore(before)
        throw error
      }
    })
  }

  /**
   * Becomes what this program wrote down of a node, which is believed: not even the form of blocks is looked at.
   * @throws BlockRowError, FormatError, PartError
   */
  resume({ rows, marks, beside: { pool, alternatives = [], approved = [], parts = {} } }: RestingNode): void {
    this.atOnce(() => {
      this.#restoreParts(parts)
      this.chain.resume(rows, marks)
      this.pool.load(pool)
      this.#replaceBeside(
        alternatives.map((alternative) => this.#beside(alternative)),
        approved.map(toHex),
      )
      this.#tell({ kind: 'block', height: this.chain.height - 1 })
    })
  }

  #beside({ block: blob, ...difficulties }: DumpedAlternative): AlternativeBlock {
    const block = parseBlock(this.rules.network, blob)
    const height = blockHeight(block)
    if (height === undefined) throw new BlockRefusedError('an alternative block says no height')
    return { ...difficulties, id: blockId(block), height, block }
  }
}
