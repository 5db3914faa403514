// Follows an upstream node over RPC: downloads the blocks that this node lacks, reorganises to the upstream node's branch when that is the
// better one, exchanges transactions and relays local blocks. Everything received is checked like any other input. An unavailable
// upstream node is requested again later; one that sent invalid data is not.

import type { Milliseconds } from '../../async/time.ts'
import { NodeError, NodeResponseError } from '../../daemon/errors.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { NodeEvent } from '../node/nodeEvents.ts'
import { BlockDownload } from './blockDownload.ts'
import { BlockRelay, lastCommonHeight, type RelayOutcome } from './blockRelay.ts'
import { hasBlock, LocalBlocks } from './localBlocks.ts'
import { Sleeper } from './sleeper.ts'
import { TransactionExchange } from './transactionExchange.ts'
import { UpstreamInvalidError, UpstreamSession, type UpstreamStatus } from './upstreamSession.ts'

export type FollowOptions = {
  readonly node: DevelopmentNode
  /** of the upstream node; requests full transactions */
  readonly client: NodeClient
  /** the blocks to relay; none yet by default */
  readonly localBlocks?: LocalBlocks
  /** called with a line of text for the user when something changes */
  readonly log: (line: string) => void
}

export type Follower = {
  readonly upstream: UpstreamStatus
  /** Requests nothing until `resume`; a request in progress continues. */
  pause(): void
  resume(): void
  /** Stops following; resolves when no request is in progress. */
  close(): Promise<void>
}

const POLL_INTERVAL_MS = 500
/** Delay after the first failed attempt; it doubles with each further one. */
const MIN_RETRY_DELAY_MS = 1000
const MAX_RETRY_DELAY_MS = 60_000

class UpstreamFollower implements Follower {
  readonly #stopping = new AbortController()
  readonly #session: UpstreamSession
  readonly #sleeper: Sleeper
  readonly #download: BlockDownload
  readonly #transactions: TransactionExchange
  readonly #relay: BlockRelay
  readonly #stopListening: () => void
  readonly #running: Promise<void>
  #isPaused = false

  constructor({ node, client, log, localBlocks = new LocalBlocks(node) }: FollowOptions) {
    const { signal } = this.#stopping
    this.#session = new UpstreamSession({ node, client, localBlocks, log, signal })
    this.#sleeper = new Sleeper(signal)
    this.#download = new BlockDownload(this.#session)
    this.#transactions = new TransactionExchange(this.#session)
    this.#relay = new BlockRelay(this.#session)
    this.#stopListening = node.listen((event) => this.#onChange(event))
    node.enforcesCheckpoints = false
    this.#running = this.#run().finally(() => {
      node.enforcesCheckpoints = true
    })
    this.#running.catch((error: unknown) => {
      this.#session.updateStatus({ state: 'dropped', height: 0 })
      this.#session.log(` is no longer followed: ${String(error)}`)
    })
  }

  get upstream(): UpstreamStatus {
    return this.#session.status
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#sleeper.wake()
  }

  readonly close = async (): Promise<void> => {
    this.#stopListening()
    this.#stopping.abort(new Error('the follower is closed'))
    await this.#running.catch(() => undefined)
  }

  /** Synchronises at once after a local change; changes from the upstream node need no relay. */
  #onChange({ kind }: NodeEvent): void {
    const { isApplying, status } = this.#session
    const isLocal = (kind === 'pool' || kind === 'submitted') && !isApplying
    if (isLocal && (status.state === 'synchronised' || status.state === 'diverged')) this.#sleeper.wake()
  }

  /** Synchronises again and again until the follower is closed or the upstream node is dropped. */
  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let failures = 0
    let delay: Milliseconds | undefined
    while (!signal.aborted) {
      if (this.#isPaused) {
        await this.#sleeper.sleep(MAX_RETRY_DELAY_MS)
        continue
      }
      try {
        // Without a delay once only: each run may relay a new block.
        delay = (await this.#synchronise()) && delay !== 0 ? 0 : POLL_INTERVAL_MS
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        delay = this.#delayAfter(error, failures)
        failures++
      }
      if (delay === undefined) return
      await this.#sleeper.sleep(delay)
    }
  }

  /** Returns whether to synchronise again at once, because blocks were relayed. */
  async #synchronise(): Promise<boolean> {
    const top = await this.#download.run()
    await this.#transactions.run()
    const relayed = await this.#relay.run(top)
    if (relayed === 'relayed') return true
    // Otherwise the upstream node was reorganised since the request, or does not send its blocks.
    if (hasBlock(this.#session.node, top)) this.#updateState(top, relayed)
    return false
  }

  #updateState(top: Uint8Array, relayed: RelayOutcome): void {
    const { node, status } = this.#session
    const { height } = node.chain
    const common = node.chain.heightOf(top) === undefined ? lastCommonHeight(node, top) : undefined
    const state = common === undefined && relayed === 'none' ? 'synchronised' : 'diverged'
    if (status.state !== state && (state === 'synchronised' || common !== undefined))
      this.#session.log(
        common === undefined
          ? `: synchronised at ${height} blocks`
          : ` has ${status.height} blocks, which differ after block ${common} and are not the better chain: this node keeps its ${height} blocks until they are; to adopt the other chain at once, start with a new chain`,
      )
    this.#session.updateStatus({ state })
  }

  /** Returns the delay before the next attempt; undefined if the upstream node is dropped. */
  #delayAfter(error: unknown, failures: number): Milliseconds | undefined {
    if (error instanceof UpstreamInvalidError) {
      this.#session.updateStatus({ state: 'dropped', height: 0 })
      this.#session.log(` is no longer followed, it sent invalid data: ${error.message}`)
      return undefined
    }
    if (!(error instanceof NodeError)) throw error
    const problem = error instanceof NodeResponseError ? 'sent an invalid response' : 'is unavailable'
    if (this.#session.status.state !== 'unavailable')
      this.#session.log(` ${problem} and will be retried: ${error.message}`)
    this.#session.updateStatus({ state: 'unavailable', height: 0 })
    this.#transactions.reset()
    this.#relay.reset()
    return Math.min(MAX_RETRY_DELAY_MS, MIN_RETRY_DELAY_MS * 2 ** failures)
  }
}

/** Starts to follow an upstream node. */
export const followNode = (options: FollowOptions): Follower => new UpstreamFollower(options)
