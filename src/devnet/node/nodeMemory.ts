// What a development node is made of: chain, pool, blocks beside the chain and all else that it remembers. Here it is captured, written
// down, and made what it was, or what another was.

import { blockId, parseBlock } from '../../coin/blocks/block.ts'
import type { Random } from '../../crypto/curve/scalar.ts'
import { Alternatives } from '../chain/alternatives.ts'
import { Chain, type Clock } from '../chain/chain.ts'
import { parseWhole } from '../chain/chainRecords.ts'
import { type ChainRules, differenceOf, identityOf } from '../rules/chainRules.ts'
import { TransactionChecker } from '../rules/checker.ts'
import { Pool } from '../txpool/txpool.ts'
import { MovableClock } from './clock.ts'
import { type DumpBeside, DumpError, type NodeDump, type RestingNode } from './dump.ts'
import { type NodeEvent, NodeEvents } from './events.ts'
import { Parts } from './persistedState.ts'
import type { NodeState } from './snapshot.ts'

export type NodeOptions = {
  readonly rules: ChainRules
  /** UNIX seconds */
  readonly clock: Clock
  readonly random: Random
  /** checks transactions; the full checks where undefined */
  readonly checker?: TransactionChecker
}

/** What there is of a node, and all of it taken back. */
export class NodeMemory {
  readonly rules: ChainRules
  readonly time: MovableClock
  /** UNIX seconds, as `time` tells them */
  readonly clock: Clock
  readonly random: Random
  readonly startedAt: number
  readonly chain: Chain
  readonly pool: Pool
  readonly alternatives: Alternatives
  /** what is kept beside all these */
  readonly parts = new Parts()
  protected readonly events = new NodeEvents()

  constructor({ rules, clock, random, checker = new TransactionChecker(random) }: NodeOptions) {
    this.rules = rules
    this.time = new MovableClock(clock)
    this.clock = this.time.now
    this.random = random
    this.startedAt = clock()
    this.chain = new Chain(rules, this.clock, checker)
    this.pool = new Pool(this.chain, checker)
    this.alternatives = new Alternatives(this.chain)
  }

  /** Calls back after each change; answers how to stop that. */
  listen(listener: (event: NodeEvent) => void): () => void {
    return this.events.listen(listener)
  }

  /** Does several things as one: listeners hear of them when all is done, also when it failed halfway. */
  atOnce<T>(work: () => T): T {
    return this.events.atOnce(work)
  }

  /** What the node is now, to go back to. */
  capture(): NodeState {
    const { chain, pool, alternatives, parts } = this
    return { blocks: [...chain.blocks], pool: pool.capture(), alternatives: alternatives.all, parts: parts.save() }
  }

  /** Makes the node what it was. */
  restore({ blocks, pool, alternatives, parts }: NodeState): void {
    this.#become(() => {
      this.chain.restore(blocks)
      this.pool.restore(pool)
      this.alternatives.restore(alternatives)
      this.parts.restore(parts)
    })
  }

  /** Does several things as one; the node is what it was when one of them fails. */
  orNothing<T>(work: () => T): T {
    const before = this.capture()
    return this.atOnce(() => {
      try {
        return work()
      } catch (error) {
        this.restore(before)
        throw error
      }
    })
  }

  dump(): NodeDump {
    return { chain: identityOf(this.rules), ...this.chain.dump(), ...this.dumpBeside() }
  }

  /** What is to be written down beside the blocks. */
  dumpBeside(): DumpBeside {
    return { ...this.dumpApart(), ...this.pool.dump() }
  }

  /** What is to be written down beside the blocks and what waits in the pool. */
  dumpApart(): DumpBeside {
    const { pool, alternatives, parts } = this
    return { pool: [], approved: pool.approved, alternatives: alternatives.dump(), parts: parts.save() }
  }

  /**
   * Becomes what a dump says, which may be anybody's: all of it is checked but proof of work. Stays what it was when the dump does not fit.
   * @throws DumpError, BlockRefusedError, FormatError, PartError
   */
  load(dump: NodeDump): void {
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
          transactions.map((each) => parseWhole(network, each)),
          blob,
        )
      }
    })
  }

  /**
   * Becomes what a dump of this program says, which is believed: proofs and signatures of transactions are not verified again.
   * @throws BlockRefusedError, FormatError, PartError
   */
  reload(dump: NodeDump): void {
    this.#replace(dump, () => this.chain.load(dump))
  }

  /** Becomes another chain; stays what it was when that does not work. */
  #replace(beside: DumpBeside, addBlocks: () => void): void {
    this.orNothing(() =>
      this.#become(() => {
        // The clock first, which bounds the timestamps of blocks.
        this.parts.restore(beside.parts ?? {})
        this.chain.restore(this.chain.blocks.slice(0, 1))
        addBlocks()
        this.#loadBeside(beside)
      }),
    )
  }

  /**
   * Becomes what this program wrote down of a node, which is believed: not even the form of blocks is looked at.
   * @throws BlockRowError, FormatError, PartError
   */
  resume({ rows, marks, beside }: RestingNode): void {
    this.#become(() => {
      this.parts.restore(beside.parts ?? {})
      this.chain.resume(rows, marks)
      this.#loadBeside(beside)
    })
  }

  #loadBeside(beside: DumpBeside): void {
    this.pool.load(beside)
    this.alternatives.load(beside.alternatives ?? [])
  }

  /** Does what makes another chain of this one; listeners hear of it when all is done. */
  #become(work: () => void): void {
    this.atOnce(() => {
      work()
      this.events.tell({ kind: 'block', height: this.chain.height - 1 })
    })
  }
}
