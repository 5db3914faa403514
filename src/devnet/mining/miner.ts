// Mining on a development chain: on demand, after each transaction, or by the clock. A block costs no more than its checks, unless
// proof of work is switched on and the difficulty asks for a nonce.

import { parseAddress } from '../../coin/addresses/address.ts'
import { type Block, serializeBlock } from '../../coin/blocks/block.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import type { BlockRecord, PublicKeys } from '../chain/chainRecords.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import { runInSlices, runToCompletion } from '../rules/proofOfWork.ts'
import {
  type BlockProducer,
  BlockProducerUnavailableError,
  blockTemplate,
  type TemplateRequest,
} from './blockTemplate.ts'
import { type Reorganisation, type ReorganisationRequest, reorganise } from './reorganisation.ts'

/**
 * When blocks are made without being asked for: never; one after each transaction that enters the pool; or one every so many
 * milliseconds.
 */
export type MiningMode =
  | { readonly kind: 'manual' }
  | { readonly kind: 'auto' }
  | { readonly kind: 'interval'; readonly milliseconds: number }

/** Calls back again and again until told to stop; bound to timers at the host. */
export type RepeatTimer = (milliseconds: number, callback: () => void) => () => void

/** Mining that somebody started and has not stopped: a block each second, to an address. */
export type MiningSession = { readonly address: string; readonly before: MiningMode }

/** Who makes the next block, of a time and in a round, where it is not mined. */
export type BlockProducers = (timestamp: number, round: number) => BlockProducer | undefined

/** One block as somebody wants it. */
export type MineRequest = Omit<TemplateRequest, 'makerAt'> & {
  /** of service nodes; the first where left out */
  readonly round?: number
}

/** An address that cannot be mined to. */
export class MinerAddressError extends Error {
  override readonly name = 'MinerAddressError'
}

/** Mining was given up, as the node is being closed. */
export class MinerClosedError extends Error {
  override readonly name = 'MinerClosedError'
}

const SESSION_PACE = 1000
const NO_NONCE = new Uint8Array()

/** Makes the blocks of a development chain, when its mode says so or when it is asked. */
export class Miner {
  readonly #node: DevelopmentNode
  readonly #ticker: RepeatTimer
  #mode: MiningMode = { kind: 'manual' }
  #reward: PublicKeys
  #makers: BlockProducers = () => undefined
  #session: MiningSession | undefined
  #stop = (): void => undefined
  #isClosed = false
  #beginning: Promise<unknown> | undefined
  /** how many have blocks made between which none is to come unasked */
  #undisturbed = 0
  /** Makes a block that would have come unasked meanwhile. */
  #catchUp = (): void => undefined

  /** @param reward whom blocks pay that nobody asked for */
  constructor(node: DevelopmentNode, ticker: RepeatTimer, reward: PublicKeys) {
    this.#node = node
    this.#ticker = ticker
    this.#reward = reward
  }

  get mode(): MiningMode {
    return this.#mode
  }

  /** Settles when a new chain has its first blocks, or they are given up; undefined when it has. */
  get firstBlocks(): Promise<unknown> | undefined {
    return this.#beginning
  }

  /**
   * Keys of an address to mine to.
   * @throws MinerAddressError for a subaddress, AddressError for anything that is no address
   */
  keysOf(address: string): PublicKeys {
    const parsed = parseAddress(this.#node.rules.network, address)
    if (parsed.kind === 'subaddress')
      throw new MinerAddressError('a block cannot pay a subaddress; mine to the primary address of the wallet')
    return parsed
  }

  /** Whom blocks pay that nobody asked for, from now on. */
  payTo(keys: PublicKeys): void {
    this.#reward = keys
  }

  /** Who makes blocks that are not mined, from now on. */
  setProducers(makers: BlockProducers): void {
    this.#makers = makers
  }

  /** What `startSession` began. */
  get session(): MiningSession | undefined {
    return this.#session
  }

  /**
   * Mines to an address until stopped, a block each second.
   * @throws MinerAddressError, AddressError
   */
  startSession(address: string): void {
    const keys = this.keysOf(address)
    const before = this.#mode
    this.#setMode({ kind: 'interval', milliseconds: SESSION_PACE }, keys)
    this.#session = { address, before }
  }

  /** Goes back to what was before the session. */
  stopSession(): void {
    if (this.#session !== undefined) this.setMode(this.#session.before)
  }

  /** Does something between whose blocks none comes unasked. */
  async withoutAutoMining<T>(work: () => Promise<T>): Promise<T> {
    this.#undisturbed++
    try {
      return await work()
    } finally {
      this.#undisturbed--
      this.#catchUp()
    }
  }

  /**
   * Makes the first blocks of a chain, each as told, before anything else is mined. Without work to do they are there when this returns;
   * otherwise others have their turns meanwhile. Ends where the chain becomes another one.
   * @throws MinerClosedError
   */
  mineFirstBlocks(requests: Iterator<MineRequest>): Promise<void> {
    const { work } = this.#node.chain
    const first = requests.next()
    if (first.done === true) return Promise.resolve()
    const steps = this.#makingAll(first, requests)
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

  /** Makes one block after the other, each on top of those before; undefined where they are wanted no more. */
  *#makingAll(
    first: IteratorResult<MineRequest>,
    others: Iterator<MineRequest>,
  ): Generator<undefined, true | undefined> {
    const { chain } = this.#node
    let last = chain.tip
    const stands = (): boolean => chain.blockAt(last.height) === last
    for (let next = first; next.done !== true && stands(); next = others.next()) {
      const made = yield* this.#making(next.value, () => stands() && !this.#isClosed)
      if (made !== undefined) last = made
      else if (stands()) return undefined
    }
    return true
  }

  /** As `mine`, but others have their turns while it looks for nonces. */
  async mineInSlices(count: number, to: PublicKeys = this.#reward, round = 0): Promise<BlockRecord[]> {
    if (this.#beginning !== undefined) await this.#beginning
    const mined: BlockRecord[] = []
    for (let left = count; left > 0; left--)
      mined.push(await this.mineOneInSlices({ to, nonce: NO_NONCE, timestamp: undefined, round }))
    return mined
  }

  /** As `mineAs`, but others have their turns while it looks for a nonce. */
  mineOneInSlices(request: MineRequest): Promise<BlockRecord> {
    return this.runInSlices(this.#making(request, () => true))
  }

  /**
   * Looks for what takes nonces, and lets others have their turns meanwhile.
   * @throws MinerClosedError
   */
  async runInSlices<T>(steps: Generator<undefined, T | undefined>): Promise<T> {
    const found = this.#isClosed ? undefined : await runInSlices(steps, () => !this.#isClosed)
    if (found === undefined) throw new MinerClosedError('the node is being closed')
    return found
  }

  /**
   * Takes blocks off and mines others in their place, all at once when they are there; others have their turns until then.
   * @throws BlockRefusedError when the chain goes another way meanwhile, OthersTurnError, MinerClosedError
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
        { ...wanted, producerAt: (time) => this.#makers(time, 0) },
        node.random,
      ).block
    }
    const replacement = await this.runInSlices(reorganise(node, request, nextBlock, () => !this.#isClosed))
    if (replacement.mined.length > 0) node.time.blockMade()
    return replacement
  }

  /** Mines blocks on the tip, the first with what the pool has. Answers them in order. */
  mine(count: number, to: PublicKeys = this.#reward, round = 0): BlockRecord[] {
    const mined: BlockRecord[] = []
    for (let left = count; left > 0; left--)
      mined.push(this.mineOne({ to, nonce: NO_NONCE, timestamp: undefined, round }))
    return mined
  }

  /**
   * Mines one block as told, without a timestamp with the one that is due, or has service nodes make it where it is their turn. Nobody
   * else has a turn before it is there.
   */
  mineOne(request: MineRequest): BlockRecord {
    const block = runToCompletion(this.#making(request, () => true))
    if (block === undefined) throw new MinerClosedError('the node is being closed')
    return block
  }

  /** Makes a block, a step each nonce that does not do; another block where the chain or the pool has changed meanwhile. */
  *#making(
    { round = 0, ...request }: MineRequest,
    isWanted: () => boolean,
  ): Generator<undefined, BlockRecord | undefined> {
    const node = this.#node
    const producerAt = (timestamp: number) => this.#makers(timestamp, round)
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
      // Not the tip: who heard of it may have made another one.
      return node.chain.blockAt(height)
    }
    return undefined
  }

  /** Changes when blocks are made without being asked for. */
  setMode(mode: MiningMode): void {
    this.#setMode(mode, undefined)
  }

  #setMode(mode: MiningMode, to: PublicKeys | undefined): void {
    this.#stop()
    this.#mode = mode
    this.#session = undefined
    const { mine, catchUp } = this.#unasked(mode, to)
    this.#catchUp = catchUp
    if (mode.kind === 'auto')
      this.#stop = this.#node.listen(({ kind }) => {
        if (kind === 'pool') mine()
      })
    else if (mode.kind === 'interval') this.#stop = this.#ticker(mode.milliseconds, mine)
    else this.#stop = () => undefined
  }

  /** How to make a block each time while the mode lasts, and to make up for one; one after the other where they take time. */
  #unasked(mode: MiningMode, to: PublicKeys | undefined): { readonly mine: () => void; readonly catchUp: () => void } {
    const { chain, pool } = this.#node
    const { work } = chain
    const isWanted = (): boolean => this.#mode === mode
    let isLooking = false
    let isDue = false
    const isBusy = (): boolean => isLooking || this.#undisturbed > 0
    const mine = (): void => {
      if (isBusy()) isDue = mode.kind === 'auto'
      else if (work.isReady) begin()
      else look(work.load().then(begin))
    }
    const look = (looking: Promise<unknown>): void => {
      isLooking = true
      void looking.catch(forgive).finally(() => {
        isLooking = false
        catchUp()
      })
    }
    const catchUp = (): void => {
      if (!isDue || isBusy()) return
      isDue = false
      // Whoever was busy may have made a block of what waited.
      if (isWanted() && pool.byId.size > 0) mine()
    }
    const begin = (): Promise<unknown> | undefined => {
      const steps = this.#making({ to: to ?? this.#reward, nonce: NO_NONCE, timestamp: undefined }, isWanted)
      try {
        // Without work to do this is all, and whoever called hears of errors.
        if (steps.next().done === true) return undefined
      } catch (error) {
        if (!(error instanceof BlockProducerUnavailableError)) throw error
        return undefined
      }
      const looking = runInSlices(steps, isWanted)
      if (!isLooking) look(looking)
      return looking
    }
    return { mine, catchUp }
  }

  /** Stops making blocks. */
  close(): void {
    this.#isClosed = true
    this.setMode({ kind: 'manual' })
  }
}

/** There will be a block when whoever has the turn makes it, or at the next attempt. */
const forgive = (error: unknown): void => {
  if (!(error instanceof BlockProducerUnavailableError) && !(error instanceof BlockRefusedError)) throw error
}
