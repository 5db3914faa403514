// Several nodes as one client. The first working node is used, and stays in use while it works, so that a sync sees one chain. A node
// that fails is paused, longer after each failure; a node that sent a false response is paused for an hour.

import type { Clock, Milliseconds } from '../async/time.ts'
import type { JsonValue } from '../jsonrpc/json.ts'
import { NodeBusyError, NodeError, NodeRefusedError, NodeResponseError, NodeUrlError } from './errors.ts'
import type { NodeClient, SubmitResult } from './nodeClient.ts'
import type { NodeHealth } from './nodeHealth.ts'

export type NodePool = NodeClient & Required<Pick<NodeClient, 'health'>>

export type NodePoolOptions = {
  /** monotonic; any start */
  readonly clock?: Clock
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
const DISTRUST_MS = 3_600_000

type Member = {
  readonly client: NodeClient
  failures: number
  pausedUntil: Milliseconds
  problem: string
  distrusted: boolean
}

const createMember = (client: NodeClient): Member => ({
  client,
  failures: 0,
  pausedUntil: Number.NEGATIVE_INFINITY,
  problem: '',
  distrusted: false,
})

/** A refusal by HTTP status means that the URL is not a usable node. A refusal in an RPC response may be correct. */
const isNodeFault = (error: NodeError): boolean =>
  !(error instanceof NodeRefusedError) || error.details.httpStatus !== undefined

/** Selects the node for each call, and pauses nodes that fail. */
class NodeSelector {
  readonly #members: readonly Member[]
  readonly #clock: Clock
  #current: Member

  /** @throws NodeUrlError if there is no client */
  constructor(clients: readonly NodeClient[], clock: Clock) {
    this.#members = clients.map(createMember)
    this.#clock = clock
    const [first] = this.#members
    if (first === undefined) throw new NodeUrlError('no node is given')
    this.#current = first
  }

  get current(): NodeClient {
    return this.#current.client
  }

  health(): NodeHealth[] {
    return this.#members.map((member) => ({
      url: member.client.url,
      inUse: member === this.#current,
      problem: member.pausedUntil > this.#clock() ? member.problem : '',
    }))
  }

  /** Calls one node after the other until one succeeds; throws the error of the last one if none does. */
  async call<T>(call: (client: NodeClient) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    let problem: unknown
    for (const member of this.#candidates()) {
      signal?.throwIfAborted()
      try {
        const result = await call(member.client)
        this.#succeed(member)
        return result
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        // Another node may succeed in either case, but a plain refusal does not pause this one.
        if (isNodeFault(error)) this.#fail(member, error)
        problem = error
      }
    }
    throw problem
  }

  distrust(reason: string): void {
    this.#current.client.distrust?.(reason)
    this.#distrust(this.#current, reason)
  }

  /** The node in use, then the others, without paused ones. If all are paused: the one whose pause ends first. */
  #candidates(): Member[] {
    const now = this.#clock()
    const others = this.#members.filter((member) => member !== this.#current)
    const ready = [this.#current, ...others].filter((member) => member.pausedUntil <= now)
    if (ready.length > 0) return ready
    return [...this.#members]
      .sort((a, b) => Number(a.distrusted) - Number(b.distrusted) || a.pausedUntil - b.pausedUntil)
      .slice(0, 1)
  }

  #succeed(member: Member): void {
    member.failures = 0
    member.problem = ''
    member.distrusted = false
    member.pausedUntil = Number.NEGATIVE_INFINITY
    this.#current = member
  }

  #fail(member: Member, error: NodeError): void {
    if (error instanceof NodeResponseError) {
      this.#distrust(member, error.message)
      return
    }
    member.failures++
    // A busy node is usually ready again soon, so its pause does not grow.
    const factor = error instanceof NodeBusyError ? 1 : 2 ** (member.failures - 1)
    this.#pause(member, Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * factor), error.message)
  }

  #distrust(member: Member, reason: string): void {
    member.distrusted = true
    this.#pause(member, DISTRUST_MS, reason)
  }

  #pause(member: Member, time: Milliseconds, problem: string): void {
    member.pausedUntil = this.#clock() + time
    member.problem = problem
  }
}

/** Submits to the first node that responds; the result of a rejection includes whether a node that failed before may have the transaction. */
const submitToAny = async (
  nodes: NodeSelector,
  blob: Uint8Array,
  options: Parameters<NodeClient['submit']>[1],
): Promise<SubmitResult> => {
  let mayHaveArrived = false
  const result = await nodes.call(async (client) => {
    try {
      return await client.submit(blob, options)
    } catch (error) {
      mayHaveArrived ||= !(error instanceof NodeBusyError || error instanceof NodeRefusedError)
      throw error
    }
  }, options?.signal)
  return result.accepted || !mayHaveArrived ? result : { ...result, mayHaveArrived }
}

/** Calls the node in use, and no other: each development node has a chain of its own. */
const callDevelopmentNode = async (
  client: NodeClient,
  ...[method, params, signal]: Parameters<NonNullable<NodeClient['developmentCall']>>
): Promise<JsonValue> => {
  if (client.developmentCall !== undefined) return await client.developmentCall(method, params, signal)
  const { url } = client
  throw new NodeRefusedError(`${url} is no development node`, { details: { url } })
}

/**
 * Creates a client of several nodes, in order of preference. A call fails with the error of the last node if none succeeds.
 * @throws NodeUrlError if there is no node
 */
export const createNodePool = (clients: readonly NodeClient[], options: NodePoolOptions = {}): NodePool => {
  const nodes = new NodeSelector(clients, options.clock ?? (() => performance.now()))
  return {
    get url() {
      return nodes.current.url
    },
    get trusted() {
      return nodes.current.trusted === true
    },
    health: () => nodes.health(),
    distrust: (reason) => nodes.distrust(reason),
    info: (signal) => nodes.call((client) => client.info(signal), signal),
    hardFork: (signal) => nodes.call((client) => client.hardFork(signal), signal),
    blocks: (history, signal) => nodes.call((client) => client.blocks(history, signal), signal),
    blocksFrom: (startHeight, signal) => nodes.call((client) => client.blocksFrom(startHeight, signal), signal),
    block: (height, signal) => nodes.call((client) => client.block(height, signal), signal),
    hashes: (history, signal) => nodes.call((client) => client.hashes(history, signal), signal),
    blockTimestamp: (height, signal) => nodes.call((client) => client.blockTimestamp(height, signal), signal),
    poolHashes: (signal) => nodes.call((client) => client.poolHashes(signal), signal),
    blinkHashes: (signal) => nodes.call((client) => client.blinkHashes(signal), signal),
    transactions: (ids, signal) => nodes.call((client) => client.transactions(ids, signal), signal),
    wholeTransactions: (ids, signal) => nodes.call((client) => client.wholeTransactions(ids, signal), signal),
    outputs: (indices, signal) => nodes.call((client) => client.outputs(indices, signal), signal),
    outputDistribution: (options) => nodes.call((client) => client.outputDistribution(options), options?.signal),
    outputBlacklist: (signal) => nodes.call((client) => client.outputBlacklist(signal), signal),
    feeEstimate: (signal) => nodes.call((client) => client.feeEstimate(signal), signal),
    keyImageStatus: (keyImages, signal) => nodes.call((client) => client.keyImageStatus(keyImages, signal), signal),
    lockedStakes: (signal) => nodes.call((client) => client.lockedStakes(signal), signal),
    serviceNode: (key, signal) => nodes.call((client) => client.serviceNode(key, signal), signal),
    names: (queries, options) => nodes.call((client) => client.names(queries, options), options?.signal),
    namesOfOwners: (owners, signal) => nodes.call((client) => client.namesOfOwners(owners, signal), signal),
    // A transaction may reach several nodes; they recognise it as the same one.
    submit: (blob, options) => submitToAny(nodes, blob, options),
    submitBlock: (blob, network, signal) => nodes.call((client) => client.submitBlock(blob, network, signal), signal),
    // Sent to one node only, because another one would repeat the action.
    mine: (blocks, address, signal) => nodes.current.mine(blocks, address, signal),
    faucet: (address, amount, signal) => nodes.current.faucet(address, amount, signal),
    developmentCall: (...call) => callDevelopmentNode(nodes.current, ...call),
  }
}
