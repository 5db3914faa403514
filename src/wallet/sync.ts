// Following the chain: pages of blocks are fetched and read while earlier ones are scanned and committed with the height they reach.
// Forks are rolled back to where they began; the pool is watched between blocks; a node that fails is asked again later.

import { equalBytes } from '../bytes/bytes.ts'
import { FormatError } from '../bytes/cursor.ts'
import { toHex } from '../bytes/hex.ts'
import type { Network } from '../coin/network.ts'
import type { BlockPage, NodeClient, NodeInfo } from '../daemon/node.ts'
import type { SyncState } from './api.ts'
import type { Book } from './book.ts'
import { ChainError, PageReader } from './chain.ts'
import type { Clock, Schedule } from './host.ts'
import { type Findings, Intake, type RecentTransaction, type ScanningStretch } from './intake.ts'
import { followPool, unlessRefused } from './pool.ts'
import type { Receiver } from './receive.ts'
import { Trail } from './trail.ts'

/** Milliseconds between looks at the node when all is scanned. */
export const POLL = 3000
/** Milliseconds before a failed node is asked again, doubling with each failure. */
const FIRST_RETRY = 1000
const LONGEST_RETRY = 30_000
/** Milliseconds over which speed is averaged. */
const SPEED_WINDOW = 15_000

/** Blocks behind from which a synced wallet is shown as syncing again. */
const NOTABLE_LAG = 20

/** The sync was stopped while it waited. */
class StoppedError extends Error {
  override readonly name = 'StoppedError'
}

/** The node follows another network than the wallet. */
export class WrongNetworkError extends Error {
  override readonly name = 'WrongNetworkError'
}

/** The node does not know the blocks yet at which the wallet begins. */
export class NodeBehindError extends Error {
  override readonly name = 'NodeBehindError'
}

/** Waits for an answer, or until the signal. */
const untilAborted = <T>(answer: Promise<T>, signal: AbortSignal): Promise<T> => {
  if (signal.aborted) {
    answer.catch(() => undefined)
    return Promise.reject(new StoppedError('the sync was stopped'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const stop = (): void => reject(new StoppedError('the sync was stopped'))
  signal.addEventListener('abort', stop, { once: true })
  answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  return promise
}

/** Whether a node's newest block is ours: asked for what follows it, monerod answers with no block at all. */
const isTop = (trail: Trail, { topHash }: NodeInfo): boolean => {
  const top = trail.idAt(trail.height - 1)
  return top !== undefined && equalBytes(top, topHash)
}

/** Seconds. */
const DAY = 86_400
const WEEK = 7 * DAY

export type SyncHost = {
  readonly network: Network
  readonly book: Book
  readonly receiver: Receiver
  readonly clock: Clock
  readonly schedule: Schedule
  /** Called whenever the state, or the book behind it, changed. */
  readonly changed: () => void
}

/** What can be worked with while nothing is followed. The signal says that the wallet is being closed. */
export type Paused = { readonly node: NodeClient; readonly receiver: Receiver; readonly signal: AbortSignal }

/** Outputs that are scanned together: few at first, so that scanning begins at once, then more. */
const FIRST_STRETCH = 256
const LONGEST_STRETCH = 2048

/** Keeps a wallet's book in step with a node until it is stopped. */
export class Synchronizer {
  readonly #host: SyncHost
  #node: NodeClient
  #info: NodeInfo | undefined
  #phase: SyncState['phase'] = 'connecting'
  #problem = ''
  #target = 0
  #speeds: { readonly time: number; readonly height: number }[] = []
  #failures = 0
  #stop = new AbortController()
  readonly #closing = new AbortController()
  #paused: Promise<unknown> = Promise.resolve()
  #running: Promise<void> | undefined
  #wake: (() => void) | undefined
  #passes: (() => void)[] = []
  #poll: number | undefined = POLL
  #findings: Findings = { blocks: 0, outputs: 0 }

  constructor(host: SyncHost, node: NodeClient) {
    this.#host = host
    this.#node = node
  }

  get node(): NodeClient {
    return this.#node
  }

  /** What the node last told of itself. */
  get info(): NodeInfo | undefined {
    return this.#info
  }

  /** All that was found since the wallet was opened; what came twice counts twice. */
  get findings(): Findings {
    return this.#findings
  }

  get state(): SyncState {
    const { height } = this.#host.book
    const blocksPerSecond = this.#speed()
    const left = Math.max(0, this.#target - height)
    return {
      phase: this.#phase,
      height,
      target: Math.max(this.#target, height),
      blocksPerSecond,
      secondsLeft: left === 0 ? 0 : blocksPerSecond > 0 ? left / blocksPerSecond : undefined,
      problem: this.#problem,
    }
  }

  /** Starts following; does nothing when it is under way, or over for good. */
  start(): void {
    if (this.#running !== undefined || this.#closing.signal.aborted) return
    this.#stop = new AbortController()
    this.#running = this.#run(this.#stop.signal)
  }

  /** Stops after what is being committed; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    this.#running = undefined
  }

  /** Stops for good; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closing.abort(new StoppedError('the wallet was closed'))
    await this.stop()
    await this.#paused
  }

  /** Does something that is not to meet with the following: after what is being committed, and before following goes on. */
  pause<T>(work: (paused: Paused) => Promise<T>): Promise<T> {
    const { signal } = this.#closing
    const done = this.#paused.then(async () => {
      const wasRunning = this.#running !== undefined
      await this.stop()
      try {
        signal.throwIfAborted()
        return await work({ node: this.#node, receiver: this.#host.receiver, signal })
      } finally {
        if (wasRunning) this.start()
      }
    })
    this.#paused = done.catch(() => undefined)
    return done
  }

  /** Follows another node from now on. */
  follow(node: NodeClient): Promise<void> {
    return this.pause(async () => {
      this.#node = node
      this.#info = undefined
      this.#phase = 'connecting'
      this.#problem = ''
      this.#failures = 0
    })
  }

  /** Looks at the node so often, in milliseconds; only when asked where that is undefined. */
  pollEvery(milliseconds: number | undefined): void {
    this.#poll = milliseconds
    this.#wake?.()
  }

  /** Looks for news at once; resolves after a whole pass, or when one failed. */
  async refresh(): Promise<void> {
    await this.#paused
    if (this.#running === undefined) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#passes.push(resolve)
    this.#wake?.()
    await promise
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = this.#passes
      this.#passes = []
      try {
        await this.#pass(signal)
        this.#failures = 0
        this.#problem = ''
        if (!signal.aborted) this.#phase = 'synced'
      } catch (error) {
        if (!signal.aborted) this.#fail(error)
      }
      for (const done of waiting) done()
      if (signal.aborted) break
      this.#host.changed()
      if (this.#passes.length === 0) await this.#rest()
    }
    for (const done of this.#passes.splice(0)) done()
  }

  #fail(error: unknown): void {
    // A lie, a defect, or a node that is of no use here; others, where there are some, are asked instead.
    const isUnfit =
      error instanceof ChainError ||
      error instanceof FormatError ||
      error instanceof WrongNetworkError ||
      error instanceof NodeBehindError
    if (isUnfit) this.#node.distrust?.(error.message)
    this.#failures++
    this.#phase = 'offline'
    this.#speeds = []
    this.#problem = error instanceof Error ? error.message : String(error)
  }

  #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const retry = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** Math.max(0, this.#failures - 1))
    const pause = this.#poll === undefined || this.#failures === 0 ? this.#poll : retry
    const cancel = pause === undefined ? () => undefined : this.#host.schedule(resolve, pause)
    this.#wake = () => {
      cancel()
      resolve()
    }
    return promise.finally(() => {
      this.#wake = undefined
    })
  }

  #speed(): number {
    const first = this.#speeds[0]
    const last = this.#speeds.at(-1)
    if (this.#phase !== 'syncing' || first === undefined || last === undefined || last.time <= first.time) return 0
    return Math.max(0, ((last.height - first.height) * 1000) / (last.time - first.time))
  }

  #found({ blocks, outputs }: Findings): void {
    this.#findings = { blocks: this.#findings.blocks + blocks, outputs: this.#findings.outputs + outputs }
    this.#progress()
  }

  #progress(): void {
    const time = this.#host.clock()
    this.#speeds.push({ time, height: this.#host.book.height })
    while (this.#speeds.length > 2 && (this.#speeds[0]?.time ?? time) < time - SPEED_WINDOW) this.#speeds.shift()
    this.#host.changed()
  }

  /** One look at the node: new blocks, then the pool. */
  async #pass(signal: AbortSignal): Promise<void> {
    const { network, book } = this.#host
    const node = this.#node
    const ask = <T>(answer: Promise<T>): Promise<T> => untilAborted(answer, signal)
    const info = await ask(node.info(signal))
    if (info.netType !== '' && info.netType !== network.netType)
      throw new WrongNetworkError(`the node is on ${info.netType}, but this wallet belongs to ${network.name}`)
    this.#info = info
    this.#target = info.height
    // Asked before the blocks, judged after them: what was mined in between is in neither, but confirmed.
    const pooled = await ask(node.poolHashes(signal))
    if (!isTop(book.trail, info)) await this.#pull(node, info, signal)
    if (signal.aborted) return
    await this.#keepFinality(info)
    await followPool({ ...this.#host, node, signal, ask }, pooled)
  }

  /** Remembers what the network holds final, once we are on the same chain. */
  async #keepFinality({ immutableHeight }: NodeInfo): Promise<void> {
    const { book } = this.#host
    const final = Math.min(immutableHeight, book.height - 1)
    if (final > book.immutableHeight) await book.update('relaxed', () => ({ immutableHeight: final }))
  }

  async #pull(node: NodeClient, info: NodeInfo, signal: AbortSignal): Promise<void> {
    const { book, receiver } = this.#host
    if (book.height === 0) {
      await this.#begin(node, info, signal)
      if (isTop(book.trail, info)) return
    }
    const intake = new Intake({ book, receiver, signal, committed: (found) => this.#found(found) })
    const reading = this.#readPages(node, info, intake, signal)
    try {
      // What came before a page that fails is taken in all the same; where that fails too, it did so first.
      await reading.catch(() => undefined)
      await untilAborted(intake.drain(), signal)
      await reading
    } finally {
      await intake.settle()
    }
    this.#speeds = []
    await this.#noteBlinks(intake.recent, node, info, signal)
  }

  /**
   * Notes what a quorum confirmed at once of what concerns us in blocks that are not final yet. All transactions of those blocks
   * are asked for, so that the node does not learn which are ours.
   */
  async #noteBlinks(
    recent: readonly RecentTransaction[],
    node: NodeClient,
    { immutableHeight }: NodeInfo,
    signal: AbortSignal,
  ): Promise<void> {
    const { network, book } = this.#host
    const asked = recent.filter(({ height }) => height > immutableHeight)
    if (!network.hasBlink || asked.length === 0 || signal.aborted) return
    const ids = asked.map(({ txid }) => txid)
    const answers = await unlessRefused(untilAborted(node.transactions(ids, signal), signal))
    const approved = new Set(answers.flatMap(({ id, blink }) => (blink ? [toHex(id)] : [])))
    const ours = asked.flatMap(({ txid, isOurs }) => (isOurs ? [toHex(txid)] : []))
    const blinks = ours.filter((txid) => approved.has(txid) && !book.blinks.has(txid))
    if (blinks.length > 0) await book.update('relaxed', () => ({ blinks }))
  }

  /** Brings all pages to the intake. There are at most three at once: one with the scanner, one being read, one being fetched. */
  async #readPages(node: NodeClient, info: NodeInfo, intake: Intake, signal: AbortSignal): Promise<void> {
    const { network, book, receiver } = this.#host
    const ask = (from: Trail): Promise<BlockPage> => {
      const page = untilAborted(node.blocks(from.history(network.genesisId), signal), signal)
      // It may be awaited only after the last page is read; a failure until then is not an unhandled one.
      page.catch(() => undefined)
      return page
    }
    /** the chain as far as it was read */
    let trail = book.trail.copy()
    let next = ask(trail)
    let opened: Promise<void> = Promise.resolve()
    let outputs = FIRST_STRETCH
    let restarts = 0
    for (;;) {
      const page = await next
      if (this.#isElsewhere(page, trail)) {
        // A node that does not know the block it gave us a moment ago would keep us busy for ever.
        if (restarts++ > 0) throw new ChainError('the node does not know the block at which it let this wallet begin')
        await untilAborted(intake.drain(), signal)
        await this.#restart(page)
        await this.#begin(node, info, signal)
        trail = book.trail.copy()
        if (isTop(trail, info)) return
        next = ask(trail)
        continue
      }
      this.#target = Math.max(this.#target, page.chainHeight)
      const reader = this.#connect(page, trail)
      if (reader.isAtEnd) return
      if (this.#phase !== 'synced' || page.chainHeight - reader.height > NOTABLE_LAG) this.#phase = 'syncing'
      this.#problem = ''
      if (this.#speeds.length === 0) this.#progress()
      const stretches: ScanningStretch[] = []
      try {
        while (!reader.isAtEnd) {
          const stretch = reader.read(outputs, book.restoreHeight)
          outputs = Math.min(2 * outputs, LONGEST_STRETCH)
          stretches.push({ ...stretch, scanning: receiver.begin(stretch.gathering) })
          trail.cut(stretch.start)
          trail.append(stretch.ids)
        }
      } catch (error) {
        // A page is taken whole or not at all.
        for (const { scanning } of stretches) receiver.abandon(scanning)
        throw error
      }
      trail.thin()
      const isLast = trail.height >= page.chainHeight
      if (!isLast) next = ask(trail)
      const before = opened
      opened = intake.add(stretches)
      opened.catch(() => undefined)
      if (isLast) return
      await untilAborted(before, signal)
    }
  }

  /** The first block of an empty book: genesis, or the one before the restore height, which is taken on the node's word. */
  async #begin(node: NodeClient, info: NodeInfo, signal: AbortSignal): Promise<void> {
    const { network, book } = this.#host
    const restoreHeight = await this.#restoreHeight(node, info, signal)
    const base = Math.max(0, restoreHeight - 1)
    const trail = new Trail(base, base === 0 ? network.genesisId : await this.#idOf(base, node, signal))
    await book.update('relaxed', () => ({ trail, restoreHeight }))
  }

  async #idOf(height: number, node: NodeClient, signal: AbortSignal): Promise<Uint8Array> {
    const page = await untilAborted(node.blocksFrom(height, signal), signal)
    if (page.startHeight !== height)
      throw new ChainError(`the node answered block ${height} with block ${page.startHeight}`)
    return new PageReader(this.#host.network, page).peekId()
  }

  /** Where to begin. A height that the chain has not reached was an estimate, and a poor one: then a week before its top. */
  async #restoreHeight(node: NodeClient, { height }: NodeInfo, signal: AbortSignal): Promise<number> {
    const { network, book } = this.#host
    const wanted = book.restoreDate === 0 ? book.restoreHeight : await this.#heightOfDate(node, height, signal)
    if (wanted < height) return wanted
    return Math.max(0, height - Math.ceil(WEEK / network.blockTarget))
  }

  /**
   * The restore height that was estimated from a date, or an earlier one: where blocks took longer than they should, the estimate
   * lies in the future of its date.
   */
  async #heightOfDate(node: NodeClient, chainHeight: number, signal: AbortSignal): Promise<number> {
    const { restoreHeight, restoreDate } = this.#host.book
    const isBefore = async (height: number): Promise<boolean> =>
      (await untilAborted(node.blockTimestamp(height, signal), signal)) < restoreDate - DAY
    let end = Math.min(restoreHeight, chainHeight - 1)
    if (end === 0 || (await isBefore(end))) return restoreHeight
    let start = 0
    while (start < end) {
      const middle = Math.floor((start + end) / 2)
      if (await isBefore(middle)) start = middle + 1
      else end = middle
    }
    return end
  }

  /** Whether the node shares no block with us but the genesis block, which lies before the one we began at. */
  #isElsewhere({ startHeight }: BlockPage, trail: Trail): boolean {
    return startHeight === 0 && trail.base > 0
  }

  /**
   * Forgets the chain so far, to begin again on another one.
   * @throws NodeBehindError, ChainError when the node contradicts what is final
   */
  async #restart(page: BlockPage): Promise<void> {
    const { book, receiver } = this.#host
    if (page.chainHeight <= book.trail.base)
      throw new NodeBehindError(
        `the node has only ${page.chainHeight} blocks so far, this wallet begins at ${book.trail.base}`,
      )
    this.#assertNotFinal(book.trail.base, book.trail)
    await book.update('relaxed', (draft) => {
      draft.rollback(0, receiver.keyImageOrigin)
      return { trail: new Trail() }
    })
  }

  #assertNotFinal(fork: number, { height }: Trail): void {
    const final = this.#finalHeight(height)
    if (fork < height && fork <= final)
      throw new ChainError(
        `the node's chain leaves ours at block ${fork}, but blocks up to ${final} are final: choose another node`,
      )
  }

  /** The highest block of ours that nothing takes back: what nodes said was final, or a checkpoint of the network. */
  #finalHeight(ourHeight: number): number {
    const { network, book } = this.#host
    const checkpoint = network.checkpoints.findLast(({ height }) => height < ourHeight)
    return Math.max(book.immutableHeight, checkpoint?.height ?? 0)
  }

  /**
   * Finds where a page leaves our chain: there the reader stands.
   * @throws ChainError when it does not belong to it at all, or contradicts what is final
   */
  #connect(page: BlockPage, trail: Trail): PageReader {
    const { network } = this.#host
    const start = page.startHeight
    const reader = new PageReader(network, page)
    const id = reader.peekId()
    if (start === 0 && !equalBytes(id, network.genesisId))
      throw new ChainError(`the node's chain begins with ${toHex(id)}: it is not on ${network.name}`)
    const known = trail.idAt(start)
    if (known === undefined) throw new ChainError(`the node's blocks begin at ${start}, where this wallet knows none`)
    if (!equalBytes(id, known))
      throw new ChainError(`block ${start} is ${toHex(known)}, but the node sent ${toHex(id)} in its place`)
    reader.skipKnown(trail)
    // A node that lags behind on our chain sends nothing new.
    if (!reader.isAtEnd) this.#assertNotFinal(reader.height, trail)
    return reader
  }
}
