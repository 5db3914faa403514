// What a development node is made of: chain, pool, blocks beside the chain and all else that it remembers. Here it is captured, written
// down, and made what it was, or what another was.

import { blockId, parseBlock } from '../../coin/blocks/block.ts'
import type { Random } from '../../crypto/random.ts'
import { AlternativeBlocks } from '../chain/alternativeBlocks.ts'
import { Chain, type UnixClock } from '../chain/chain.ts'
import { parseFullTransaction } from '../chain/chainRecords.ts'
import { type ChainRules, differenceOf, identityOf } from '../rules/chainRules.ts'
import { TransactionChecker } from '../rules/checker.ts'
import { TransactionPool } from '../txpool/txpool.ts'
import { MovableClock } from './movableClock.ts'
import { DumpError, type DumpWithoutBlocks, type NodeDump, type StoredNode } from './nodeDump.ts'
import { type NodeEvent, NodeEvents } from './nodeEvents.ts'
import { PersistedState } from './persistedState.ts'
import type { NodeSnapshot } from './snapshots.ts'

export type NodeOptions = {
  readonly rules: ChainRules
  /** UNIX seconds */
  readonly clock: UnixClock
  readonly random: Random
  /** checks transactions; the full checks where undefined */
  readonly checker?: TransactionChecker
}

/** What there is of a node, and all of it taken back. */
export class NodeState {
  readonly rules: ChainRules
  readonly time: MovableClock
  /** UNIX seconds, as `time` tells them */
  readonly clock: UnixClock
  readonly random: Random
  readonly startedAt: number
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly alternatives: AlternativeBlocks
  /** what is kept beside all these */
  readonly persisted = new PersistedState()
  protected readonly events = new NodeEvents()

  constructor({ rules, clock, random, checker = new TransactionChecker(random) }: NodeOptions) {
    this.rules = rules
    this.time = new MovableClock(clock)
    this.clock = this.time.now
    this.random = random
    this.startedAt = clock()
    this.chain = new Chain(rules, this.clock, checker)
    this.pool = new TransactionPool(this.chain, checker)
    this.alternatives = new AlternativeBlocks(this.chain)
  }

  /** Calls back after each change; answers how to stop that. */
  listen(listener: (event: NodeEvent) => void): () => void {
    return this.events.listen(listener)
  }

  /** Does several things as one: listeners hear of them when all is done, also when it failed halfway. */
  batch<T>(work: () => T): T {
    return this.events.batch(work)
  }

  /** What the node is now, to go back to. */
  capture(): NodeSnapshot {
    const { chain, pool, alternatives, persisted } = this
    return { blocks: [...chain.blocks], pool: pool.capture(), alternatives: alternatives.all, parts: persisted.save() }
  }

  /** Makes the node what it was. */
  restore({ blocks, pool, alternatives, parts }: NodeSnapshot): void {
    this.#become(() => {
      this.chain.restore(blocks)
      this.pool.restore(pool)
      this.alternatives.restore(alternatives)
      this.persisted.restore(parts)
    })
  }

  /** Does several things as one; the node is what it was when one of them fails. */
  transaction<T>(work: () => T): T {
    const before = this.capture()
    return this.batch(() => {
      try {
        return work()
      } catch (error) {
        this.restore(before)
        throw error
      }
    })
  }

  dump(): NodeDump {
    return { chain: identityOf(this.rules), ...this.chain.dump(), ...this.dumpWithoutBlocks() }
  }

  /** What is to be written down beside the blocks. */
  dumpWithoutBlocks(): DumpWithoutBlocks {
    return { ...this.dumpWithoutBlocksAndPool(), ...this.pool.dump() }
  }

  /** What is to be written down beside the blocks and what waits in the pool. */
  dumpWithoutBlocksAndPool(): DumpWithoutBlocks {
    const { pool, alternatives, persisted } = this
    return { pool: [], approved: pool.approved, alternatives: alternatives.dump(), parts: persisted.save() }
  }

  /**
   * Becomes what a dump says, which may be anybody's: all of it is checked but proof of work. Stays what it was when the dump does not fit.
   * @throws DumpError, BlockRefusedError, FormatError, PartError
   */
  loadUntrusted(dump: NodeDump): void {
    const own = identityOf(this.rules)
    if (dump.chain !== undefined && dump.chain !== own)
      throw new DumpError(
        `the dump is of another chain: ${differenceOf(dump.chain, own)}; start the node with the flags of that one`,
      )
    const { network } = this.rules
    this.#replace(dump, () => {
      for (const { block: blob, transactions } of dump.blocks) {
        const block = parseBlock(network, blob)
        this.chain.work.trust(blockId(block))
        this.chain.add(
          block,
          transactions.map((each) => parseFullTransaction(network, each)),
          blob,
        )
      }
    })
  }

  /**
   * Becomes what a dump of this program says, which is believed: proofs and signatures of transactions are not verified again.
   * @throws BlockRefusedError, FormatError, PartError
   */
  loadTrusted(dump: NodeDump): void {
    this.#replace(dump, () => this.chain.load(dump))
  }

  /** Becomes another chain; stays what it was when that does not work. */
  #replace(rest: DumpWithoutBlocks, addBlocks: () => void): void {
    this.transaction(() =>
      this.#become(() => {
        // The clock first, which bounds the timestamps of blocks.
        this.persisted.restore(rest.parts ?? {})
        this.chain.restore(this.chain.blocks.slice(0, 1))
        addBlocks()
        this.#loadBeside(rest)
      }),
    )
  }

  /**
   * Becomes what this program wrote down of a node, which is believed: not even the form of blocks is looked at.
   * @throws BlockRowError, FormatError, PartError
   */
  resume({ rows, marks, rest }: StoredNode): void {
    this.#become(() => {
      this.persisted.restore(rest.parts ?? {})
      this.chain.resume(rows, marks)
      this.#loadBeside(rest)
    })
  }

  #loadBeside(rest: DumpWithoutBlocks): void {
    this.pool.load(rest)
    this.alternatives.load(rest.alternatives ?? [])
  }

  /** Does what makes another chain of this one; listeners hear of it when all is done. */
  #become(work: () => void): void {
    this.batch(() => {
      work()
      this.events.emit({ kind: 'block', height: this.chain.height - 1 })
    })
  }
}
