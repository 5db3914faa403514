// The sync: keeps a wallet's state in step with a node, pass after pass, until it is stopped. The way of a block in one pass:
//
//   download: a page of blocks from the node, while the page before is scanned (blockDownload.ts)
//   → split height: where the node's chain leaves ours (splitHeight.ts); whether its blocks replace ours (reorganisation.ts)
//   → parse: blocks checked and read into scan batches, without copying (pageReader.ts, scan/scanBatch.ts)
//   → scan: scanners find outputs by their keys (scan/outputScanner.ts, crypto/scan)
//   → open: amounts, masks and key images of the hits (scan/outputScanner.ts)
//   → verify: the node proves the transactions that concern the wallet, among others (checkedBlocks.ts, verifyTransactions.ts)
//   → apply: outputs, spends and payments of a block range into a ledger draft (applyToLedger.ts)
//   → commit: the draft and the new height, in one store transaction (blockProcessor.ts, state/walletState.ts)
//
// After the blocks, the pass updates the locks of stakes (followStakes.ts) and polls the txpool (txpool.ts). A node that fails is polled
// again later. What is requested, and when, does not depend on what the wallet owns: docs/trust.md lists the exceptions.

import { SerialQueue } from '../../async/serialQueue.ts'
import type { Clock, Milliseconds, Schedule } from '../../async/time.ts'
import { StoppedError } from '../../async/untilAborted.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { Random } from '../../crypto/random/random.ts'
import { createSampler, type RandomSampler } from '../../crypto/random/randomSampler.ts'
import type { CompactHost, CompactHostError } from '../../daemon/compactHost.ts'
import type { BlockPage, NodeClient, NodeInfo, NodeNews, Txpool } from '../../daemon/nodeClient.ts'
import { failureCode, failureText } from '../../errors/fabaError.ts'
import { followStakes } from '../node/followStakes.ts'
import { UnknownForkError } from '../node/unknownFork.ts'
import type { WalletState } from '../state/walletState.ts'
import { type DownloadEvents, downloadBlocks } from './blockDownload.ts'
import type { ScanCounts } from './blockProcessor.ts'
import { explainMismatch, NodeBehindError, WrongNetworkError } from './chainStart.ts'
import { falsePageOf } from './falsePage.ts'
import { NodeClaims } from './nodeClaims.ts'
import type { OutputScanner } from './outputScanner.ts'
import { ChainError } from './pageReader.ts'
import { defaultPollInterval, restTime } from './pollInterval.ts'
import { DEFAULT_MAX_REORG_DEPTH, DeepReorganisationError } from './reorganisation.ts'
import { isTop } from './splitHeight.ts'
import { awaitNode, type SyncContext } from './syncContext.ts'
import { SyncProgress } from './syncProgress.ts'
import type { SyncState } from './syncViews.ts'
import { followTxpool, scanNewTransactions } from './txpool.ts'
import { AlteredTransactionError } from './verifyTransactions.ts'

/** Delay before a failed node is polled again; doubles with each failure. */
const FIRST_RETRY: Milliseconds = 1000
const MAX_RETRY: Milliseconds = 30_000
/** How long a host of the compact chain is not used after it failed. */
const HOST_REST: Milliseconds = 10 * 60_000
/** How long a caller waits for the node's txpool; after that the last poll counts. */
const TXPOOL_TIMEOUT_MS: Milliseconds = 3000

export type SyncHost = {
  readonly network: Network
  readonly state: WalletState
  readonly outputScanner: OutputScanner
  readonly clock: Clock
  readonly schedule: Schedule
  readonly random: Random
  /** Returns how often the node is polled at first; undefined: on request only. Omitted for the default. */
  readonly pollInterval?: () => Milliseconds | undefined
  /** Returns the host of the compact chain that older blocks come from; undefined, or omitted: none. */
  readonly compact?: () => CompactHost | undefined
  /** whether the user decides when a private chain was started anew; omitted: no */
  readonly asksBeforeNewChain?: boolean
  /** logs an internal error */
  readonly report: (error: unknown) => void
  /** called whenever the sync state changed */
  readonly changed: () => void
}

/** Whether an error shows a lying, defective or useless node. Other nodes, if there are any, are used instead. */
const isUnfitNode = (error: unknown): error is Error =>
  error instanceof ChainError ||
  error instanceof AlteredTransactionError ||
  error instanceof DeepReorganisationError ||
  error instanceof FormatError ||
  error instanceof WrongNetworkError ||
  error instanceof NodeBehindError

/** Returns where a pass stopped that only the user can go on from. */
const stopOf = (error: unknown): Partial<Pick<SyncState, 'splitHeight' | 'unknownFork'>> => {
  if (error instanceof DeepReorganisationError) return { splitHeight: error.details.splitHeight }
  if (!(error instanceof UnknownForkError)) return {}
  const { version, height } = error.details
  return height === undefined ? {} : { unknownFork: { version, height } }
}

/** Follows a node until it is stopped. */
export class Synchronizer {
  readonly #host: SyncHost
  readonly #progress: SyncProgress
  #node: NodeClient
  #info: NodeInfo | undefined
  #failures = 0
  #pollInterval: Milliseconds | undefined
  readonly #claims = new NodeClaims()
  /** the host of the compact chain that failed last, and until when it is not used */
  #failedHost: { readonly host: CompactHost; readonly problem: string; readonly until: Milliseconds } | undefined
  readonly #sampler: RandomSampler
  /** blocks that a reorganisation replaces at most without the user */
  maxReorgDepth = DEFAULT_MAX_REORG_DEPTH
  /** ends the passes; another one begins with each start */
  #stop = new AbortController()
  /** ends everything for good */
  readonly #closing = new AbortController()
  /** passes and polls of the txpool, one at a time */
  readonly #polls = new SerialQueue()
  readonly #pauses = new SerialQueue()
  #running: Promise<void> | undefined
  /** ends the rest between two passes; undefined during a pass */
  #wake: (() => void) | undefined
  /** callers that wait for the next whole pass */
  #waiting: (() => void)[] = []
  /** the poll of the txpool that has not begun yet */
  #nextPoll: Promise<void> | undefined

  constructor(host: SyncHost, node: NodeClient) {
    this.#host = host
    this.#node = node
    this.#pollInterval = host.pollInterval === undefined ? defaultPollInterval(host.network) : host.pollInterval()
    this.#sampler = createSampler(host.random)
    this.#progress = new SyncProgress(host.clock, () => host.state.height)
  }

  get node(): NodeClient {
    return this.#node
  }

  /** What the node reported last about itself. */
  get info(): NodeInfo | undefined {
    return this.#info
  }

  /** Blocks and owned outputs found since the wallet was opened; blocks scanned twice count twice. */
  get counts(): ScanCounts {
    return this.#progress.counts
  }

  get state(): SyncState {
    const host = this.#host.compact?.()
    const problem = this.#failedHost?.host === host ? this.#failedHost?.problem : undefined
    const compact = host === undefined ? undefined : { url: host.url, blocks: host.blocks, problem: problem ?? '' }
    return { ...this.#progress.state, pollInterval: this.#pollInterval, compact }
  }

  /** Starts following; does nothing if it runs already or was closed. */
  start(): void {
    if (this.#running !== undefined || this.#closing.signal.aborted) return
    this.#stop = new AbortController()
    this.#running = this.#run(this.#stop.signal)
  }

  /** Stops after the current commit; resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#wake?.()
    await this.#running
    await this.#polls.idle()
    this.#running = undefined
  }

  /** Stops for good; resolves when nothing runs any more. */
  async close(): Promise<void> {
    this.#closing.abort(new StoppedError('the wallet was closed'))
    await this.stop()
    await this.#pauses.idle()
  }

  /**
   * Runs `work` while nothing is followed: after the current commit, before the next pass.
   * @throws StoppedError if the wallet is closed; what `work` throws
   */
  pause<T>(work: (context: SyncContext) => Promise<T>): Promise<T> {
    const { signal } = this.#closing
    return this.#pauses.run(async () => {
      const wasRunning = this.#running !== undefined
      await this.stop()
      try {
        signal.throwIfAborted()
        return await work(this.#context(signal))
      } finally {
        if (wasRunning) this.start()
      }
    })
  }

  /** Follows another node from now on. */
  follow(node: NodeClient): Promise<void> {
    return this.pause(async () => {
      this.#node = node
      this.#info = undefined
      this.#failures = 0
      this.#progress.connect()
    })
  }

  /** Sets how often the node is polled; undefined: on request only. */
  pollEvery(interval: Milliseconds | undefined): void {
    this.#pollInterval = interval
    this.#host.changed()
    this.#wake?.()
  }

  /** Begins a pass at once; resolves when a whole pass has succeeded or failed, or at once if the sync stops. */
  async refresh(): Promise<void> {
    await this.#pauses.idle()
    if (this.#running === undefined || this.#stop.signal.aborted) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    this.#wake?.()
    await promise
  }

  /**
   * Scans new transactions of the txpool if all blocks are known. Resolves when that succeeded or failed; at once while the node is
   * unreachable; and after a moment if the node is slow. A pass that runs may have requested the txpool before a payment of the caller
   * was in it: the poll follows it.
   */
  async pollTxpool(): Promise<void> {
    if (this.#running === undefined || this.#progress.phase !== 'synced') return
    const { signal } = this.#stop
    // Callers share a poll that has not begun yet.
    this.#nextPoll ??= this.#polls
      .run(async () => {
        this.#nextPoll = undefined
        if (this.#progress.phase !== 'synced') return
        const context = this.#context(signal)
        const news = await this.#fetchNews(context)
        const { ids, transactions } = news?.pool ?? (await this.#fetchTxpool(context))
        await scanNewTransactions(context, ids, transactions)
        // The next pass requests the new blocks again.
        if (news?.page !== undefined) this.#wake?.()
      })
      .catch(() => this.#wake?.())
    await withTimeout(this.#nextPoll, TXPOOL_TIMEOUT_MS, () => undefined, this.#host.schedule)
  }

  #context(signal: AbortSignal): SyncContext {
    const { network, state, outputScanner, clock, random, asksBeforeNewChain = false } = this.#host
    const [node, claims, maxReorgDepth] = [this.#node, this.#claims, this.maxReorgDepth]
    const compact = this.#usableHost()
    return {
      ...{ network, state, outputScanner, clock, random, node, claims, compact },
      ...{ maxReorgDepth, asksBeforeNewChain, signal },
    }
  }

  #usableHost(): CompactHost | undefined {
    const host = this.#host.compact?.()
    const failed = this.#failedHost
    return failed?.host === host && failed !== undefined && this.#host.clock() < failed.until ? undefined : host
  }

  /** Uses another source for a while; after a lie for good, and the blocks that came from it are to be scanned again. */
  async #dropHost(host: CompactHost, error: CompactHostError): Promise<void> {
    const isFalse = error.details.fault === 'false'
    const until = isFalse ? Number.POSITIVE_INFINITY : this.#host.clock() + HOST_REST
    this.#failedHost = { host, problem: failureText(error, this.#host.report), until }
    if (isFalse) await this.#host.state.update('strict', () => ({ rescanAdvised: true }))
    this.#host.changed()
  }

  async #run(signal: AbortSignal): Promise<void> {
    const isOnRequest = this.#pollInterval === undefined && this.#waiting.length === 0
    if (isOnRequest) await this.#rest()
    while (!signal.aborted) {
      const waiting = this.#waiting.splice(0)
      try {
        await this.#polls.run(() => this.#pass(this.#context(signal)))
        this.#failures = 0
        this.#progress.succeed(!signal.aborted)
      } catch (error) {
        if (!signal.aborted) this.#fail(error)
      }
      for (const resolve of waiting) resolve()
      if (signal.aborted) break
      this.#host.changed()
      if (this.#waiting.length === 0) await this.#rest()
    }
    for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #fail(error: unknown): void {
    if (isUnfitNode(error)) this.#node.distrust?.(error.message, falsePageOf(error))
    this.#failures++
    this.#progress.fail(failureText(error, this.#host.report), failureCode(error), stopOf(error))
  }

  /** Resolves when it is time for the next pass. */
  #rest(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const retry = Math.min(MAX_RETRY, FIRST_RETRY * 2 ** Math.max(0, this.#failures - 1))
    const time = this.#pollInterval === undefined || this.#failures === 0 ? this.#pollInterval : retry
    const { network, schedule } = this.#host
    const cancel = time === undefined ? () => undefined : schedule(resolve, restTime(network, time, this.#sampler))
    this.#wake = () => {
      cancel()
      resolve()
    }
    return promise.finally(() => {
      this.#wake = undefined
    })
  }

  /** Requests what is new, blocks and txpool together, of a node that has confirmed its network; undefined if it does not send both. */
  async #fetchNews(context: SyncContext): Promise<NodeNews | undefined> {
    const { network, state, node, signal } = context
    if (!network.hasPoolNews || this.#info === undefined || state.height === 0) return undefined
    return await awaitNode(context, node.news(state.blockIds.history(network.genesisId), network, signal))
  }

  async #fetchTxpool(context: SyncContext): Promise<Txpool> {
    const { node, signal } = context
    return { ids: await awaitNode(context, node.poolHashes(signal)), transactions: [] }
  }

  /** One poll of the node: new blocks, then the txpool. */
  async #pass(context: SyncContext): Promise<void> {
    const { network, state, node, signal } = context
    const news = await this.#fetchNews(context)
    if (news !== undefined && news.page === undefined) {
      await followTxpool(context, news.pool.ids, news.pool.transactions)
      return
    }
    const info = await awaitNode(context, node.info(signal))
    if (info.netType !== '' && info.netType !== network.netType)
      throw new WrongNetworkError(`the node is on ${info.netType}, but this wallet belongs to ${network.name}`)
    this.#info = info
    this.#progress.setTarget(info.height)
    // Requested before the blocks, checked after them: what is mined in between is in neither, but confirmed.
    const { ids, transactions } = news?.pool ?? (await this.#fetchTxpool(context))
    if (!isTop(state.blockIds, info)) await this.#download(context, info, news?.page)
    if (signal.aborted) return
    if (isTop(state.blockIds, info)) await this.#recordClaims(state, info)
    await followStakes(context)
    await followTxpool(context, ids, transactions)
  }

  /** @param first the first page, if it was received already */
  async #download(context: SyncContext, info: NodeInfo, first: BlockPage | undefined): Promise<void> {
    const { state, compact } = context
    let failed: CompactHostError | undefined
    try {
      const events: DownloadEvents = {
        beginPage: (chainHeight, height) => {
          if (this.#progress.beginBlocks(chainHeight, height)) this.#host.changed()
        },
        committed: (counts) => {
          this.#progress.addCommitted(counts)
          this.#host.changed()
        },
        hostFailed: (error) => {
          failed = error
        },
      }
      await downloadBlocks(context, info, events, first)
      this.#progress.endBlocks()
    } catch (error) {
      // Earlier blocks of this node were verified in parts only.
      if (error instanceof AlteredTransactionError) await state.update('strict', () => ({ rescanAdvised: true }))
      if (error instanceof ChainError || error instanceof FormatError) await explainMismatch(context, error)
      throw error
    } finally {
      if (failed !== undefined && compact !== undefined) await this.#dropHost(compact, failed)
    }
  }

  /** Records what a node on the wallet's chain reports: the height up to which blocks are final, and its cumulative difficulty. */
  async #recordClaims(state: WalletState, info: NodeInfo): Promise<void> {
    this.#claims.record(this.#node.url, info)
    const { immutableHeight } = info
    if (immutableHeight !== state.immutableHeight) await state.update('relaxed', () => ({ immutableHeight }))
  }
}
