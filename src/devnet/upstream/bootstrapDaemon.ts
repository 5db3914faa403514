// The bootstrap daemon: another node that answers public requests while this one is far behind. Its answers are marked as untrusted. It is
// set by set_bootstrap_daemon.

import { NodeError } from '../../daemon/errors.ts'
import { createTransport, type Transport, type TransportOptions } from '../../daemon/transport.ts'
import { isJsonObject, JsonError, type JsonObject } from '../../jsonrpc/json.ts'
import { parsePackedJson } from '../../jsonrpc/packedJson.ts'
import type { AdminSettings, BootstrapDaemonSettings } from '../node/adminSettings.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'

/** The node answers itself while it is at most this many blocks behind. */
const MAX_LAG = 10
/** How long the height of the bootstrap daemon is cached. */
const HEIGHT_CACHE_MS = 2000
const MAX_RESPONSE_SIZE = 160 * 1024 * 1024

/** Returns a node's address with http:// in front if it has no scheme. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`

type Target = {
  readonly choice: BootstrapDaemonSettings
  readonly transport: Transport
  /** number of blocks; 0 while unknown */
  height: number
  askedAt: number
  isAway: boolean
}

export type BootstrapDaemonOptions = {
  readonly node: DevelopmentNode
  readonly owner: AdminSettings
  readonly fetch: TransportOptions['fetch']
  /** called with a line of text for the user when the bootstrap daemon is used or no longer used */
  readonly log: (line: string) => void
}

/** Sends a request to the bootstrap daemon. Throws NodeError. */
export type Ask = (path: string, body: string | Uint8Array, signal: AbortSignal) => Promise<Uint8Array>

/**
 * Parses an answer, which may have packed values.
 * @throws JsonError
 */
export const readObject = (bytes: Uint8Array): JsonObject => {
  const value = parsePackedJson(bytes)
  if (!isJsonObject(value)) throw new JsonError('not an object')
  return value
}

/** Decides whether the bootstrap daemon answers, from its height and this node's. */
export class BootstrapDaemon {
  readonly #options: BootstrapDaemonOptions
  #current: Target | undefined
  #isUsed = false

  constructor(options: BootstrapDaemonOptions) {
    this.#options = options
  }

  #chosen(): Target | undefined {
    const { owner, fetch } = this.#options
    const choice = owner.bootstrap
    if (choice === undefined) this.#current = undefined
    else if (this.#current?.choice !== choice) {
      const { address, username: user, password } = choice
      const login = user === '' ? {} : { login: { user, password } }
      const transport = createTransport({ url: withScheme(address), fetch, ...login })
      this.#current = { choice, transport, height: 0, askedAt: Number.NEGATIVE_INFINITY, isAway: false }
    }
    return this.#current
  }

  async #askHeight(target: Target): Promise<void> {
    const now = performance.now()
    if (now - target.askedAt < HEIGHT_CACHE_MS) return
    target.askedAt = now
    try {
      const { height } = readObject(await ask(target, '/get_height', '{}', undefined))
      target.height = typeof height === 'number' ? height : 0
      target.isAway = false
    } catch (error) {
      if (!(error instanceof NodeError) && !(error instanceof JsonError)) throw error
      target.height = 0
      if (!target.isAway)
        this.#options.log(`the bootstrap daemon is unavailable, this node answers itself: ${error.message}`)
      target.isAway = true
    }
  }

  /** Returns how to send requests to the bootstrap daemon; undefined while this node answers itself. */
  async current(): Promise<Ask | undefined> {
    const target = this.#chosen()
    if (target !== undefined) await this.#askHeight(target)
    const { node, owner, log } = this.#options
    const isUsed = target !== undefined && node.chain.height + MAX_LAG < target.height
    if (isUsed !== this.#isUsed)
      log(
        isUsed
          ? `the bootstrap daemon ${target.transport.url} answers requests: this node is behind its ${target.height} blocks`
          : 'the bootstrap daemon is no longer used',
      )
    this.#isUsed = isUsed
    owner.bootstrapUsed ||= isUsed
    return target === undefined || !isUsed ? undefined : (path, body, signal) => ask(target, path, body, signal)
  }
}

const ask = (
  { transport }: Target,
  path: string,
  body: string | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => transport.post(path, { body, maxBytes: MAX_RESPONSE_SIZE, signal })
