// While a node is far behind, another one stands in for it: what the public may ask is asked there, and the answers say that they are
// not to be trusted. The owner names the node with set_bootstrap_daemon.

import { NodeError } from '../../daemon/errors.ts'
import { createTransport, type Transport, type TransportOptions } from '../../daemon/transport.ts'
import { isJsonObject, JsonError, type JsonObject, parseJson } from '../../jsonrpc/json.ts'
import type { AdminSettings, BootstrapDaemonSettings } from '../node/adminSettings.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'

/** Blocks by which a node may be behind and still answers for itself. */
const LAG = 10
/** Milliseconds for which the other node's height is believed. */
const HEIGHT_LIFE = 2000
const MAX_ANSWER = 160 * 1024 * 1024

/** The address of a node that a person names with or without http:// before it. */
export const withScheme = (address: string): string =>
  /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`

type StandIn = {
  readonly choice: BootstrapDaemonSettings
  readonly transport: Transport
  /** number of blocks; 0 while that is not known */
  height: number
  askedAt: number
  isAway: boolean
}

export type StandInOptions = {
  readonly node: DevelopmentNode
  readonly owner: AdminSettings
  readonly fetch: TransportOptions['fetch']
  /** told a line for people when another node begins or ceases to stand in */
  readonly log: (line: string) => void
}

/** Asks the node that stands in; throws NodeError. */
export type Ask = (path: string, body: string | Uint8Array, signal: AbortSignal) => Promise<Uint8Array>

/** @throws JsonError */
export const readObject = (bytes: Uint8Array): JsonObject => {
  const value = parseJson(new TextDecoder().decode(bytes))
  if (!isJsonObject(value)) throw new JsonError('it is no object')
  return value
}

/** The node that stands in for another one while there is need. */
export class BootstrapDaemon {
  readonly #options: StandInOptions
  #current: StandIn | undefined
  #isUsed = false

  constructor(options: StandInOptions) {
    this.#options = options
  }

  #chosen(): StandIn | undefined {
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

  async #askHeight(standIn: StandIn): Promise<void> {
    const now = performance.now()
    if (now - standIn.askedAt < HEIGHT_LIFE) return
    standIn.askedAt = now
    try {
      const { height } = readObject(await ask(standIn, '/get_height', '{}', undefined))
      standIn.height = typeof height === 'number' ? height : 0
      standIn.isAway = false
    } catch (error) {
      if (!(error instanceof NodeError) && !(error instanceof JsonError)) throw error
      standIn.height = 0
      if (!standIn.isAway)
        this.#options.log(`the bootstrap daemon is away, this node answers for itself: ${error.message}`)
      standIn.isAway = true
    }
  }

  /** How to ask the node that stands in now; undefined while none does. */
  async current(): Promise<Ask | undefined> {
    const standIn = this.#chosen()
    if (standIn !== undefined) await this.#askHeight(standIn)
    const { node, owner, log } = this.#options
    const isUsed = standIn !== undefined && node.chain.height + LAG < standIn.height
    if (isUsed !== this.#isUsed)
      log(
        isUsed
          ? `the bootstrap daemon ${standIn.transport.url} answers for this node, which is behind its ${standIn.height} blocks`
          : 'the bootstrap daemon answers no more',
      )
    this.#isUsed = isUsed
    owner.bootstrapUsed ||= isUsed
    return standIn === undefined || !isUsed ? undefined : (path, body, signal) => ask(standIn, path, body, signal)
  }
}

const ask = (
  { transport }: StandIn,
  path: string,
  body: string | Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> => transport.post(path, { body, maxBytes: MAX_ANSWER, signal })
