// The state of a development node: main chain, transaction pool, alternative blocks, clock and everything else that is stored with
// them. It is captured and restored for snapshots, and dumped and loaded.

import { blockId, parseBlock } from '../../coin/blocks/block.ts'
import type { Random } from '../../crypto/random/random.ts'
import { type AlternativeBlock, AlternativeBlocks } from '../chain/alternativeBlocks.ts'
import { Chain, type UnixClock } from '../chain/chain.ts'
import { parseFullTransaction } from '../records/chainRecords.ts'
import type { StoredBlock } from '../records/storedBlock.ts'
import { type ChainRules, chainIdentity, describeIdentityMismatch } from '../rules/chainRules.ts'
import { TransactionChecker } from '../rules/checker.ts'
import type { PoolState } from '../txpool/poolEntry.ts'
import { TransactionPool } from '../txpool/txpool.ts'
import { MovableClock } from './movableClock.ts'
import { DumpError, type DumpWithoutBlocks, type NodeDump, type StoredNode } from './nodeDump.ts'
import { NodeEvents } from './nodeEvents.ts'
import { PersistedState, type SavedParts } from './persistedState.ts'

export type NodeOptions = {
  readonly rules: ChainRules
  readonly clock: UnixClock
  readonly random: Random
  /** checks transactions; by default with all checks */
  readonly checker?: TransactionChecker
}

/** The state of a node at one moment. */
export type NodeSnapshot = {
  readonly blocks: readonly StoredBlock[]
  readonly pool: PoolState
  readonly alternatives: readonly AlternativeBlock[]
  readonly parts: SavedParts
}

/** Chain and pool after speculative changes. */
export type Speculation = Pick<NodeSnapshot, 'blocks' | 'pool'>

/** The state of one node. */
export class NodeState {
  readonly rules: ChainRules
  readonly time: MovableClock
  readonly random: Random
  readonly chain: Chain
  readonly pool: TransactionPool
  readonly alternatives: AlternativeBlocks
  readonly persisted = new PersistedState()
  readonly events = new NodeEvents()

  constructor({ rules, clock, random, checker = new TransactionChecker(random) }: NodeOptions) {
    this.rules = rules
    this.time = new MovableClock(clock)
    this.random = random
    this.chain = new Chain(rules, this.time.now, checker)
    this.pool = new TransactionPool(this.chain, checker)
    this.alternatives = new AlternativeBlocks(this.chain)
  }

  /** Returns the present state, which `restore` accepts. */
  capture(): NodeSnapshot {
    const { alternatives, persisted } = this
    return { ...this.#captureChainAndPool(), alternatives: alternatives.all, parts: persisted.save() }
  }

  /** Restores a state that this node had before. */
  restore({ alternatives, parts, ...chainAndPool }: NodeSnapshot): void {
    this.#replaceChain(() => {
      this.#restoreChainAndPool(chainAndPool)
      this.alternatives.restore(alternatives)
      this.persisted.restore(parts)
    })
  }

  #captureChainAndPool(): Speculation {
    return { blocks: [...this.chain.blocks], pool: this.pool.capture() }
  }

  #restoreChainAndPool({ blocks, pool }: Speculation): void {
    this.chain.restore(blocks)
    this.pool.restore(pool)
  }

  /** Applies several changes as one; restores the state before them if `work` throws. */
  transaction<T>(work: () => T): T {
    const before = this.capture()
    return this.events.batch(() => {
      try {
        return work()
      } catch (error) {
        this.restore(before)
        throw error
      }
    })
  }

  /**
   * Applies changes to chain and pool, returns what they become, and undoes the changes. No listener is called.
   * @param from the speculation to continue; by default the changes apply to the present state
   */
  speculate<T>(
    from: Speculation | undefined,
    work: () => T,
  ): { readonly speculation: Speculation; readonly result: T } {
    const before = this.#captureChainAndPool()
    return this.events.muted(() => {
      try {
        if (from !== undefined) this.#restoreChainAndPool(from)
        const result = work()
        return { speculation: this.#captureChainAndPool(), result }
      } finally {
        this.#restoreChainAndPool(before)
      }
    })
  }

  /** Returns the whole state, for `loadUntrusted` and `loadTrusted`. */
  dump(): NodeDump {
    return { chain: chainIdentity(this.rules), ...this.chain.dump(), ...this.dumpWithoutBlocks() }
  }

  dumpWithoutBlocks(): DumpWithoutBlocks {
    return { ...this.dumpWithoutBlocksAndPool(), ...this.pool.dump() }
  }

  dumpWithoutBlocksAndPool(): DumpWithoutBlocks {
    const { pool, alternatives, persisted } = this
    return { pool: [], approved: pool.approved, alternatives: alternatives.dump(), parts: persisted.save() }
  }

  /**
   * Loads a dump of unknown origin: verifies everything except proof of work. Keeps the present state if the dump is invalid.
   * @throws DumpError, BlockRefusedError, FormatError, PersistedStateError
   */
  loadUntrusted(dump: NodeDump): void {
    const own = chainIdentity(this.rules)
    if (dump.chain !== undefined && dump.chain !== own)
      throw new DumpError(
        `the dump is of another chain: ${describeIdentityMismatch(dump.chain, own)}; start the node with the flags of that chain`,
      )
    this.#loadBlocks(dump, () => {
      for (const { block, transactions } of dump.blocks) this.#addDumpedBlock(block, transactions)
    })
  }

  #addDumpedBlock(blob: Uint8Array, transactions: readonly Uint8Array[]): void {
    const { network } = this.rules
    const block = parseBlock(network, blob)
    this.chain.work.trust(blockId(block))
    this.chain.add(
      block,
      transactions.map((each) => parseFullTransaction(network, each)),
      blob,
    )
  }

  /**
   * Loads a dump that this program wrote. Does not verify proofs and signatures of transactions again.
   * @throws BlockRefusedError, FormatError, PersistedStateError
   */
  loadTrusted(dump: NodeDump): void {
    this.#loadBlocks(dump, () => this.chain.load(dump))
  }

  #loadBlocks(rest: DumpWithoutBlocks, addBlocks: () => void): void {
    this.transaction(() =>
      this.#replaceChain(() => {
        // First the clock, which bounds the timestamps of blocks.
        this.persisted.restore(rest.parts ?? {})
        this.chain.restore(this.chain.blocks.slice(0, 1))
        addBlocks()
        this.#loadPoolAndAlternatives(rest)
      }),
    )
  }

  /**
   * Loads the blocks and the rest of a node from this program's own storage, without any check of the blocks.
   * @throws BlockRowError, FormatError, PersistedStateError
   */
  resume({ rows, marks, rest }: StoredNode): void {
    this.#replaceChain(() => {
      this.persisted.restore(rest.parts ?? {})
      this.chain.resume(rows, marks)
      this.#loadPoolAndAlternatives(rest)
    })
  }

  #loadPoolAndAlternatives(rest: DumpWithoutBlocks): void {
    this.pool.load(rest)
    this.alternatives.load(rest.alternatives ?? [])
  }

  /** Replaces the chain by `work`, and reports a new top block when `work` has returned. */
  #replaceChain(work: () => void): void {
    this.events.batch(() => {
      work()
      this.events.emit({ kind: 'block', height: this.chain.height - 1 })
    })
  }
}
