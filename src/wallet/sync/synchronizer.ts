// Following the chain: new blocks, then the pool, and again after a while, until it is stopped. A node that fails is asked again later.

import { StoppedError, untilAborted } from '../../async/untilAborted.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { NodeClient, NodeInfo } from '../../daemon/nodeClient.ts'
import type { SyncState } from '../engine/engineApi.ts'
import type { Clock, Schedule } from '../engine/engineHost.ts'
import type { OutputScanner } from '../scan/outputScanner.ts'
import type { WalletState } from '../state/walletState.ts'
import { downloadBlocks } from './blockDownload.ts'
import type { ScanCounts } from './blockProcessor.ts'
import { ChainError } from './pageReader.ts'
import { isTop, NodeBehindError, WrongNetworkError } from './splitHeight.ts'
import { followPool, glanceAtPool } from './txpool.ts'

/** Milliseconds between looks at the node when all is scanned. */
export const POLL = 3000
/** Milliseconds before a failed node is asked again, doubling with each failure. */
const FIRST_RETRY = 1000
const LONGEST_RETRY = 30_000
/** Milliseconds that somebody who asks for the pool waits for the node; then it is as it was at the last look. */
const PATIENCE = 3000
/** Milliseconds over which speed is averaged. */
const SPEED_WINDOW = 15_000

/** Blocks behind from which a synced wallet is shown as syncing again. */
const NOTABLE_LAG = 20

export type SyncHost = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly clock: Clock
  readonly schedule: Schedule
  /** Called whenever the state changed. */
  readonly changed: () => void
}

/** What can be worked with while nothing is followed. The signal says that the wallet is being closed. */
export type Paused = { readonly node: NodeClient; readonly outputScanner: OutputScanner; readonly signal: AbortSignal }

/** Keeps a wallet's state in step with a node until it is stopped. */
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
  /** the last pass or look at the pool, done or under way: they do not meet */
  #last: Promise<unknown> = Promise.resolve()
  #glance: Promise<void> | undefined
  #running: Promise<void> | undefined
  #wake: (() => void) | undefined
  #passes: (() => void)[] = []
  #poll: number | undefined = POLL
  #findings: ScanCounts = { blocks: 0, outputs: 0 }

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
  get findings(): ScanCounts {
    return this.#findings
  }

  get state(): SyncState {
    const { height } = this.#host.state
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
    await this.#last
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
        return await work({ node: this.#node, outputScanner: this.#host.outputScanner, signal })
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

  /**
   * Looks at what is new in the pool, where all blocks are known. Resolves when that is done or failed; at once while the node is away
   * or a pass is under way, which looks at the pool itself; and after a moment where the node takes its time.
   */
  async lookAtPool(): Promise<void> {
    const isResting = this.#wake !== undefined
    if (!isResting || this.#phase !== 'synced') return
    const { signal } = this.#stop
    // Whoever asks before it began has part in it.
    this.#glance ??= this.#inTurn(async () => {
      this.#glance = undefined
      if (this.#phase === 'synced') await this.#glanceAtPool(signal)
    }).catch(() => this.#wake?.())
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = this.#host.schedule(resolve, PATIENCE)
    this.#glance.then(resolve)
    await promise.finally(cancel)
  }

  async #glanceAtPool(signal: AbortSignal): Promise<void> {
    const node = this.#node
    const ask = <T>(answer: Promise<T>): Promise<T> => untilAborted(answer, signal)
    await glanceAtPool({ ...this.#host, node, signal, ask }, await ask(node.poolHashes(signal)))
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work)
    this.#last = done.catch(() => undefined)
    return done
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = this.#passes
      this.#passes = []
      try {
        await this.#inTurn(() => this.#pass(signal))
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

  #reading(chainHeight: number, height: number): void {
    this.#target = Math.max(this.#target, chainHeight)
    if (this.#phase !== 'synced' || chainHeight - height > NOTABLE_LAG) this.#phase = 'syncing'
    this.#problem = ''
    if (this.#speeds.length === 0) this.#progress()
  }

  #found({ blocks, outputs }: ScanCounts): void {
    this.#findings = { blocks: this.#findings.blocks + blocks, outputs: this.#findings.outputs + outputs }
    this.#progress()
  }

  #progress(): void {
    const time = this.#host.clock()
    this.#speeds.push({ time, height: this.#host.state.height })
    while (this.#speeds.length > 2 && (this.#speeds[0]?.time ?? time) < time - SPEED_WINDOW) this.#speeds.shift()
    this.#host.changed()
  }

  /** One look at the node: new blocks, then the pool. */
  async #pass(signal: AbortSignal): Promise<void> {
    const { network, state } = this.#host
    const node = this.#node
    const ask = <T>(answer: Promise<T>): Promise<T> => untilAborted(answer, signal)
    const info = await ask(node.info(signal))
    if (info.netType !== '' && info.netType !== network.netType)
      throw new WrongNetworkError(`the node is on ${info.netType}, but this wallet belongs to ${network.name}`)
    this.#info = info
    this.#target = info.height
    // Asked before the blocks, judged after them: what was mined in between is in neither, but confirmed.
    const pooled = await ask(node.poolHashes(signal))
    if (!isTop(state.blockIds, info)) {
      await downloadBlocks({
        ...this.#host,
        node,
        info,
        signal,
        ask,
        reading: (chainHeight, height) => this.#reading(chainHeight, height),
        committed: (found) => this.#found(found),
      })
      this.#speeds = []
    }
    if (signal.aborted) return
    await this.#keepFinality(info)
    await followPool({ ...this.#host, node, signal, ask }, pooled)
  }

  /** Remembers what the network holds final, once we are on the same chain. */
  async #keepFinality({ immutableHeight }: NodeInfo): Promise<void> {
    const { state } = this.#host
    const final = Math.min(immutableHeight, state.height - 1)
    if (final > state.immutableHeight) await state.update('relaxed', () => ({ immutableHeight: final }))
  }
}
