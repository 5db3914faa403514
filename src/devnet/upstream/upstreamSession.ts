// What the steps of following an upstream node share: both nodes, the status, the log, and which changes come from the upstream node.

import type { NodeClient } from '../../daemon/nodeClient.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { LocalBlocks } from './localBlocks.ts'

/** Blocks or answers of the upstream node that are invalid. It is not followed any more. */
export class UpstreamInvalidError extends FabaError {
  override readonly name = 'UpstreamInvalidError'
  readonly code = 'upstream-invalid'
}

/** The status of the upstream node. */
export type UpstreamStatus = {
  readonly url: string
  /** number of its blocks at the last request; 0 while unknown */
  readonly height: number
  /** `synchronised`: at the last request; `diverged`: its chain differs and is not the better one, or it refuses a block of this node */
  readonly state: 'connecting' | 'behind' | 'synchronised' | 'diverged' | 'unavailable' | 'dropped'
}

export type UpstreamOptions = {
  readonly node: DevelopmentNode
  /** of the upstream node; requests full transactions */
  readonly client: NodeClient
  readonly localBlocks: LocalBlocks
  /** called with a line of text for the user when something changes */
  readonly log: (line: string) => void
  /** ends all requests */
  readonly signal: AbortSignal
}

export class UpstreamSession {
  readonly node: DevelopmentNode
  readonly client: NodeClient
  readonly localBlocks: LocalBlocks
  readonly signal: AbortSignal
  readonly #log: (line: string) => void
  #status: UpstreamStatus
  #isApplying = false

  constructor({ node, client, localBlocks, log, signal }: UpstreamOptions) {
    this.node = node
    this.client = client
    this.localBlocks = localBlocks
    this.signal = signal
    this.#log = log
    this.#status = { url: client.url, height: 0, state: 'connecting' }
  }

  get status(): UpstreamStatus {
    return this.#status
  }

  updateStatus(change: Partial<UpstreamStatus>): void {
    this.#status = { ...this.#status, ...change }
  }

  /** Logs a line that begins with the node and its upstream node. */
  log(text: string): void {
    this.#log(`upstream node ${this.client.url}${text}`)
  }

  /** Whether the present change of the node comes from the upstream node. */
  get isApplying(): boolean {
    return this.#isApplying
  }

  /** Runs `work`, which applies a block or a transaction of the upstream node. */
  apply<T>(work: () => T): T {
    this.#isApplying = true
    try {
      return work()
    } finally {
      this.#isApplying = false
    }
  }
}
