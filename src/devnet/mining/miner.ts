// Mines the blocks of a development chain: on request, after each transaction, or at an interval. Without proof of work a block needs no
// search for a nonce.

import type { RepeatTimer } from '../../async/time.ts'
import { runInSlices, runToCompletion } from '../../async/timeSlices.ts'
import { parseAddress } from '../../coin/addresses/address.ts'
import { type Block, serializeBlock } from '../../coin/blocks/block.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { BlockRecord, PublicKeys } from '../records/chainRecords.ts'
import { AutomaticMining } from './automaticMining.ts'
import { type BlockProducer, blockTemplate, type TemplateRequest } from './blockTemplate.ts'
import { type Reorganisation, type ReorganisationRequest, reorganise } from './reorganisation.ts'

/**
 * When blocks are mined without a request: never; one after each transaction that enters the pool; or one per interval.
 */
export type MiningMode =
  | { readonly kind: 'manual' }
  | { readonly kind: 'auto' }
  | { readonly kind: 'interval'; readonly milliseconds: number }

/** Mining to an address, a block each second, until it is stopped. */
export type MiningSession = MiningOptions & { readonly address: string; readonly before: MiningMode }

/** Options of a session. This node reports them, but mines in the same way with all of them. */
export type MiningOptions = {
  /** 0 for the default of one */
  readonly threads: number
  /** undefined unless the session mines while the machine is idle only */
  readonly background: { readonly ignoresBattery: boolean } | undefined
}

/** Returns the producer of the next block for a timestamp and a round; undefined if it is mined. */
export type BlockProducers = (timestamp: number, round: number) => BlockProducer | undefined

/** A request for one block. */
export type MineRequest = Omit<TemplateRequest, 'producerAt'> & {
  /** of service nodes; the first by default */
  readonly round?: number
}

/** An address that cannot receive a block reward. */
export class MinerAddressError extends FabaError {
  override readonly name = 'MinerAddressError'
  readonly code = 'miner-address'
}

/** Mining ended because the node is closed. */
export class MinerClosedError extends FabaError {
  override readonly name = 'MinerClosedError'
  readonly code = 'miner-closed'
}

const SESSION_INTERVAL_MS = 1000
const NO_NONCE = new Uint8Array()

/** Mines blocks on request and as its mode determines. */
export class Miner {
  readonly #node: DevelopmentNode
  readonly #ticker: RepeatTimer
  #mode: MiningMode = { kind: 'manual' }
  #reward: PublicKeys
  #producers: BlockProducers = () => undefined
  #session: MiningSession | undefined
  #stop = (): void => undefined
  #isClosed = false
  #beginning: Promise<unknown> | undefined
  /** number of running tasks that suspend automatic mining */
  #suspended = 0
  #automatic: AutomaticMining | undefined

  /** @param reward keys that receive the rewards of blocks without another recipient */
  constructor(node: DevelopmentNode, ticker: RepeatTimer, reward: PublicKeys) {
    this.#node = node
    this.#ticker = ticker
    this.#reward = reward
  }

  get mode(): MiningMode {
    return this.#mode
  }

  /** Settles when a new chain has its first blocks or they are given up; undefined if they are not being mined. */
  get firstBlocks(): Promise<unknown> | undefined {
    return this.#beginning
  }

  /**
   * Parses an address that receives block rewards.
   * @throws MinerAddressError for a subaddress, AddressError for an invalid address
   */
  keysOf(address: string): PublicKeys {
    const parsed = parseAddress(this.#node.rules.network, address)
    if (parsed.kind === 'subaddress')
      throw new MinerAddressError('a block cannot pay a subaddress; mine to the primary address of the wallet')
    return parsed
  }

  /** Sets the keys that receive the rewards of blocks without another recipient. */
  payTo(keys: PublicKeys): void {
    this.#reward = keys
  }

  /** Sets the producers of blocks that are not mined. */
  setProducers(producers: BlockProducers): void {
    this.#producers = producers
  }

  /** The session started by `startSession`. */
  get session(): MiningSession | undefined {
    return this.#session
  }

  /**
   * Mines to an address until stopped, a block each second.
   * @throws MinerAddressError, AddressError
   */
  startSession(address: string, options: MiningOptions): void {
    const keys = this.keysOf(address)
    const before = this.#mode
    this.#setMode({ kind: 'interval', milliseconds: SESSION_INTERVAL_MS }, keys)
    this.#session = { ...options, address, before }
  }

  /** Restores the mode before the session. */
  stopSession(): void {
    if (this.#session !== undefined) this.setMode(this.#session.before)
  }

  /** Runs `work` with automatic mining suspended. */
  async withoutAutoMining<T>(work: () => Promise<T>): Promise<T> {
    this.#suspended++
    try {
      return await work()
    } finally {
      this.#suspended--
      this.#automatic?.catchUp()
    }
  }

  /**
   * Mines the first blocks of a chain before any other block. Without proof of work it is done when this returns; with proof of work other
   * requests are served meanwhile. Ends early if the chain is replaced.
   * @throws MinerClosedError
   */
  mineFirstBlocks(requests: Iterator<MineRequest>): Promise<void> {
    const { work } = this.#node.chain
    const first = requests.next()
    if (first.done === true) return Promise.resolve()
    const steps = this.#mineBlocks(first, requests)
    if (work.isReady && steps.next().done === true) return Promise.resolve()
    const beginning = this.withoutAutoMining(async () => {
      await work.ready()
      await this.runInSlices(steps)
    })
    this.#beginning = beginning
      .catch(() => undefined)
      .finally(() => {
        this.#beginning = undefined
      })
    return beginning
  }

  /** Mines blocks one after the other; returns undefined if mining was stopped. */
  *#mineBlocks(
    first: IteratorResult<MineRequest>,
    others: Iterator<MineRequest>,
  ): Generator<undefined, true | undefined> {
    const { chain } = this.#node
    let last = chain.tip
    const stands = (): boolean => chain.blockAt(last.height) === last
    for (let next = first; next.done !== true && stands(); next = others.next()) {
      const made = yield* this.#mineBlock(next.value, () => stands() && !this.#isClosed)
      if (made !== undefined) last = made
      else if (stands()) return undefined
    }
    return true
  }

  /** Like `mine`, but serves other requests during the search for nonces. */
  async mineInSlices(count: number, to: PublicKeys = this.#reward, round = 0): Promise<BlockRecord[]> {
    if (this.#beginning !== undefined) await this.#beginning
    const mined: BlockRecord[] = []
    for (let left = count; left > 0; left--)
      mined.push(await this.mineOneInSlices({ to, nonce: NO_NONCE, timestamp: undefined, round }))
    return mined
  }

  /** Like `mineOne`, but serves other requests during the search for a nonce. */
  mineOneInSlices(request: MineRequest): Promise<BlockRecord> {
    return this.runInSlices(this.#mineBlock(request, () => true))
  }

  /**
   * Runs a search for nonces, and serves other requests between its slices.
   * @throws MinerClosedError
   */
  async runInSlices<T>(steps: Generator<undefined, T | undefined>): Promise<T> {
    const found = this.#isClosed ? undefined : await runInSlices(steps, () => !this.#isClosed)
    if (found === undefined) throw new MinerClosedError('the node is closing')
    return found
  }

  /**
   * Mines blocks in place of the top ones, which it replaces in one step; other requests are served meanwhile.
   * @throws BlockRefusedError if the chain is reorganised meanwhile, BlockProducerUnavailableError, MinerClosedError
   */
  async reorganise(request: ReorganisationRequest, to: PublicKeys = this.#reward): Promise<Reorganisation> {
    if (this.#beginning !== undefined) await this.#beginning
    const node = this.#node
    const { next } = node.time.setting
    const nextBlock = (made: number): Block => {
      const wanted = { to, nonce: NO_NONCE, timestamp: made === 0 ? next : undefined }
      return blockTemplate(
        node.chain,
        node.pool,
        { ...wanted, producerAt: (time) => this.#producers(time, 0) },
        node.random,
      ).block
    }
    const replacement = await this.runInSlices(reorganise(node, request, nextBlock, () => !this.#isClosed))
    if (replacement.mined.length > 0) node.time.blockMade()
    return replacement
  }

  /** Mines blocks at the tip, the first with the transactions of the pool. Returns them in order. */
  mine(count: number, to: PublicKeys = this.#reward, round = 0): BlockRecord[] {
    const mined: BlockRecord[] = []
    for (let left = count; left > 0; left--)
      mined.push(this.mineOne({ to, nonce: NO_NONCE, timestamp: undefined, round }))
    return mined
  }

  /**
   * Mines one block, or lets local service nodes produce it. Without a timestamp it has the scheduled one. Blocks until it is found.
   */
  mineOne(request: MineRequest): BlockRecord {
    const block = runToCompletion(this.#mineBlock(request, () => true))
    if (block === undefined) throw new MinerClosedError('the node is closing')
    return block
  }

  /** Mines one block; yields after each nonce that does not match, and starts again if chain or pool changed. */
  *#mineBlock(
    { round = 0, ...request }: MineRequest,
    isWanted: () => boolean,
  ): Generator<undefined, BlockRecord | undefined> {
    const node = this.#node
    const producerAt = (timestamp: number) => this.#producers(timestamp, round)
    while (isWanted()) {
      const timestamp = request.timestamp ?? node.time.setting.next
      const template = blockTemplate(node.chain, node.pool, { ...request, timestamp, producerAt }, node.random)
      const { tip, height } = node.chain
      const isNext = (): boolean =>
        node.chain.tip === tip && template.transactions.every(({ id }) => node.pool.get(id) !== undefined)
      const block = yield* node.chain.work.findNonce(
        node.chain.placeOnTip(template.block),
        () => isNext() && isWanted(),
      )
      if (block === undefined) continue
      node.state.events.batch(() => {
        node.submitBlock(serializeBlock(block))
        if (request.timestamp === undefined) node.time.blockMade()
      })
      // Not the tip: a listener may have mined another block.
      return node.chain.blockAt(height)
    }
    return undefined
  }

  /** Sets when blocks are mined without a request. */
  setMode(mode: MiningMode): void {
    this.#setMode(mode, undefined)
  }

  #setMode(mode: MiningMode, to: PublicKeys | undefined): void {
    this.#stop()
    this.#mode = mode
    this.#session = undefined
    this.#stop = () => undefined
    this.#automatic = undefined
    if (mode.kind === 'manual') return
    const automatic = new AutomaticMining(this.#node, {
      search: (isWanted) =>
        this.#mineBlock({ to: to ?? this.#reward, nonce: NO_NONCE, timestamp: undefined }, isWanted),
      isWanted: () => this.#mode === mode,
      isSuspended: () => this.#suspended > 0,
      catchesUp: mode.kind === 'auto',
    })
    this.#automatic = automatic
    if (mode.kind === 'interval') this.#stop = this.#ticker(mode.milliseconds, () => automatic.mine())
    else
      this.#stop = this.#node.listen(({ kind }) => {
        if (kind === 'pool') automatic.mine()
      })
  }

  /** Stops mining. */
  close(): void {
    this.#isClosed = true
    this.setMode({ kind: 'manual' })
  }
}
