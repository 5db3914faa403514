// Several nodes as one client, in one of two ways. In order: the first working node is used, and stays in use while it works. Fastest: nodes
// on this device come first; of the others the fastest is used, and left within two seconds when it stalls or another is much faster
// (nodeSpeed.ts); payments are relayed, and key images looked up, by another one, so that the node which serves the blocks does not learn
// of them. A node in use stays in use for a while, so that a sync sees one chain. A node that fails is paused, longer after each failure; a
// node that sent a false response is paused for an hour.

import { type Clock, type Milliseconds, type Schedule, scheduleTimer } from '../async/time.ts'
import type { HasWireFormat } from '../coin/transactions/transaction.ts'
import type { JsonValue } from '../jsonrpc/json.ts'
import { NodeBusyError, NodeError, NodeRefusedError, NodeResponseError, NodeUrlError } from './errors.ts'
import type { BlockPage, NodeClient, NodeInfo, NodeNews } from './nodeClient.ts'
import type { NodeHealth, NodeSelection, RelayTarget } from './nodeHealth.ts'
import { callMeasured, callWhileFast, isSlowBeside, type NodeCall, type NodeSpeed } from './nodeSpeed.ts'
import { isLocalNode } from './nodeUrl.ts'
import { createSubmit, createSubmitToAll } from './poolSubmit.ts'

export type NodePool = NodeClient & Required<Pick<NodeClient, 'health'>>

export type NodePoolOptions = {
  /** in order by default */
  readonly choice?: NodeSelection
  /** to which nodes transactions are submitted; to one by default */
  readonly relayTo?: RelayTarget
  /** monotonic; any start */
  readonly clock?: Clock
  readonly schedule?: Schedule
}

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60_000
const DISTRUST_MS = 3_600_000
/** Interval between two comparisons of the nodes' latencies. */
const COMPARISON_INTERVAL_MS: Milliseconds = 600_000
/** Time after the first response of a comparison in which other nodes can respond. */
const COMPARISON_TIMEOUT_MS: Milliseconds = 500
/** A node that is more blocks behind the longest chain is not selected. */
const MAX_LAG_BLOCKS = 3

type Member = {
  readonly client: NodeClient
  readonly isLocal: boolean
  readonly speed: NodeSpeed
  failures: number
  pausedUntil: Milliseconds
  problem: string
  distrusted: boolean
}

const createMember = (client: NodeClient): Member => ({
  client,
  isLocal: /^https?:/.test(client.url) && isLocalNode(client.url),
  speed: { latency: undefined, rate: undefined },
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
  readonly #isFastest: boolean
  readonly #clock: Clock
  readonly #schedule: Schedule
  readonly #senders = new WeakMap<BlockPage, NodeClient>()
  #current: Member
  #nextComparison = Number.NEGATIVE_INFINITY

  /** @throws NodeUrlError if there is no client */
  constructor(clients: readonly NodeClient[], { choice = 'order', clock, schedule }: NodePoolOptions) {
    const members = clients.map(createMember)
    this.#isFastest = choice === 'fastest'
    this.#members = this.#isFastest ? members.toSorted((a, b) => Number(b.isLocal) - Number(a.isLocal)) : members
    this.#clock = clock ?? (() => performance.now())
    this.#schedule = schedule ?? scheduleTimer
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

  /** Calls one node after the other until one succeeds, which is then in use; throws the error of the last one if none does. */
  async call<T>(call: NodeCall<T>, signal: AbortSignal | undefined): Promise<T> {
    /** the first node whose call was abandoned because it was slow */
    let slow: Member | undefined
    const attempt = async (member: Member, later: readonly Member[]): Promise<T> => {
      const result = await this.#callMember(member, call, signal, later, () => {
        slow ??= member
      })
      this.#current = member
      return result
    }
    try {
      return await this.#callFirst(this.#candidates(), signal, attempt)
    } catch (error) {
      if (slow === undefined || !(error instanceof NodeError)) throw error
      // Better than none.
      return await this.#callFirst([slow], signal, attempt)
    }
  }

  /**
   * Calls the nodes as `call` does, but the one in use after the others, and without abandoning slow ones. It stays in use.
   * @param skipped number of nodes to skip first
   */
  async callOther<T>(call: NodeCall<T>, signal: AbortSignal | undefined, skipped = 0): Promise<T> {
    const [first, ...rest] = this.#candidates()
    if (first === undefined || !this.#isFastest || first.isLocal) return await this.call(call, signal)
    const others = [...rest, first]
    const start = skipped % others.length
    const candidates = [...others.slice(start), ...others.slice(0, start)]
    return await this.#callFirst(candidates, signal, ({ client }) => call(client, signal))
  }

  /** Calls all ready nodes at once, each by itself. */
  callEach<T>(
    call: NodeCall<T>,
    signal: AbortSignal | undefined,
  ): readonly { readonly url: string; readonly response: Promise<T> }[] {
    signal?.throwIfAborted()
    return this.#candidates().map((member) => ({
      url: member.client.url,
      response: this.#callFirst([member], signal, ({ client }) => call(client, signal)),
    }))
  }

  get #isComparisonDue(): boolean {
    return this.#isFastest && this.#clock() >= this.#nextComparison
  }

  /** Requests blocks and txpool of the node in use, after a comparison that is due. */
  async news(
    history: readonly Uint8Array[],
    network: HasWireFormat,
    signal: AbortSignal | undefined,
  ): Promise<NodeNews | undefined> {
    if (this.#isComparisonDue) await this.info(signal)
    return await this.call(async (client, stop) => {
      const news = await client.news(history, network, stop)
      if (news?.page !== undefined) this.#senders.set(news.page, client)
      return news
    }, signal)
  }

  /** Returns the state of the node in use. Compares all ready nodes first if a comparison is due, and uses the fastest from then on. */
  async info(signal: AbortSignal | undefined): Promise<NodeInfo> {
    const call: NodeCall<NodeInfo> = (client, stop) => client.info(stop)
    const ready = this.#candidates()
    if (!this.#isComparisonDue || ready.length < 2 || ready[0]?.isLocal === true) return await this.call(call, signal)
    this.#nextComparison = this.#clock() + COMPARISON_INTERVAL_MS
    const fastest = await this.#compare(ready, signal)
    if (fastest === undefined) return await this.call(call, signal)
    this.#current = fastest.member
    return fastest.info
  }

  /** Returns the fastest node whose chain is as long as those of the others; undefined if none responds. */
  async #compare(
    members: readonly Member[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly member: Member; readonly info: NodeInfo } | undefined> {
    const responses: { readonly member: Member; readonly info: NodeInfo }[] = []
    const { promise: isOver, resolve, reject } = Promise.withResolvers<void>()
    let cancel = (): void => undefined
    const ask = async (member: Member): Promise<void> => {
      const start = this.#clock()
      try {
        const info = await member.client.info(signal)
        member.speed.latency = this.#clock() - start
        this.#recover(member)
        responses.push({ member, info })
        if (responses.length === 1) cancel = this.#schedule(resolve, COMPARISON_TIMEOUT_MS)
      } catch (error) {
        this.#noteFailure(member, error)
      }
    }
    // Errors that are not the node's end the comparison.
    Promise.all(members.map(ask)).then(() => resolve(), reject)
    await isOver
    cancel()
    signal?.throwIfAborted()
    const height = Math.max(...responses.map(({ info }) => info.height))
    const longest = responses.filter(({ info }) => info.height >= height - MAX_LAG_BLOCKS)
    const known = longest.map(({ member }) => member.speed).filter(({ rate }) => rate !== undefined)
    return longest.find(({ member: { speed } }) => speed.rate === undefined || !isSlowBeside(speed.rate, known))
  }

  /** Tries one node after the other; throws the error of the last one if none succeeds. */
  async #callFirst<T>(
    candidates: readonly Member[],
    signal: AbortSignal | undefined,
    attempt: (member: Member, later: readonly Member[]) => Promise<T>,
  ): Promise<T> {
    let problem: unknown
    for (const [i, member] of candidates.entries()) {
      signal?.throwIfAborted()
      try {
        const result = await attempt(member, candidates.slice(i + 1))
        this.#recover(member)
        return result
      } catch (error) {
        this.#noteFailure(member, error)
        problem = error
      }
    }
    throw problem
  }

  /** Calls a node; abandons the call if the node is slow and others can be called after it. */
  #callMember<T>(
    member: Member,
    call: NodeCall<T>,
    signal: AbortSignal | undefined,
    later: readonly Member[],
    onAbandoned: () => void,
  ): Promise<T> {
    if (!this.#isFastest || member.isLocal || later.length === 0) return callMeasured(member, call, signal, this.#clock)
    const speeds = later.map(({ speed }) => speed)
    return callWhileFast(member, call, signal, speeds, { clock: this.#clock, schedule: this.#schedule, onAbandoned })
  }

  /** @throws the error, unless it is one of the node's */
  #noteFailure(member: Member, error: unknown): void {
    if (!(error instanceof NodeError)) throw error
    // Another node may succeed in either case, but a plain refusal does not pause this one.
    if (isNodeFault(error)) this.#fail(member, error)
  }

  /** Requests a page of blocks, and remembers its sender. */
  page(call: NodeCall<BlockPage>, signal: AbortSignal | undefined): Promise<BlockPage> {
    const callAndRemember: NodeCall<BlockPage> = async (client, stop) => {
      const page = await call(client, stop)
      this.#senders.set(page, client)
      return page
    }
    return this.call(callAndRemember, signal)
  }

  /** Avoids the node that sent a page, or the one in use. */
  distrust(reason: string, page: BlockPage | undefined): void {
    const sender = page && this.#senders.get(page)
    const member = this.#members.find(({ client }) => client === sender) ?? this.#current
    member.client.distrust?.(reason)
    this.#distrust(member, reason)
  }

  /** The node in use, then the others, without paused ones. If all are paused: the one whose pause ends first. */
  #candidates(): Member[] {
    const now = this.#clock()
    const ready = this.#ranked().filter((member) => member.pausedUntil <= now)
    if (ready.length > 0) return ready
    return [...this.#members]
      .sort((a, b) => Number(a.distrusted) - Number(b.distrusted) || a.pausedUntil - b.pausedUntil)
      .slice(0, 1)
  }

  /** The node in use, then the others: in their order, or local ones before all and fast ones before slow ones. */
  #ranked(): Member[] {
    const others = this.#members.filter((member) => member !== this.#current)
    if (!this.#isFastest) return [this.#current, ...others]
    const rank = ({ isLocal, speed }: Member): number => (isLocal ? -1 : (speed.latency ?? Number.MAX_VALUE))
    others.sort((a, b) => rank(a) - rank(b))
    const local = this.#current.isLocal ? [] : others.filter(({ isLocal }) => isLocal)
    return [...local, this.#current, ...others.filter((member) => !local.includes(member))]
  }

  /** Resets the failures of a node. */
  #recover(member: Member): void {
    member.failures = 0
    member.problem = ''
    member.distrusted = false
    member.pausedUntil = Number.NEGATIVE_INFINITY
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

/** Calls the node in use, and no other: each development node has a chain of its own. */
const callDevelopmentNode = async (
  client: NodeClient,
  ...[method, params, signal]: Parameters<NonNullable<NodeClient['developmentCall']>>
): Promise<JsonValue> => {
  if (client.developmentCall !== undefined) return await client.developmentCall(method, params, signal)
  const { url } = client
  throw new NodeRefusedError(`${url} is no development node`, { details: { url } })
}

const withSignal = <Options extends object>(options: Options | undefined, signal: AbortSignal | undefined) =>
  signal === undefined ? options : { ...options, signal }

/**
 * Creates a client of several nodes, in order of preference. A call fails with the error of the last node that was called if none
 * succeeds.
 * @throws NodeUrlError if there is no node
 */
export const createNodePool = (clients: readonly NodeClient[], options: NodePoolOptions = {}): NodePool => {
  const nodes = new NodeSelector(clients, options)
  return {
    get url() {
      return nodes.current.url
    },
    health: () => nodes.health(),
    distrust: (reason, page) => nodes.distrust(reason, page),
    info: (signal) => nodes.info(signal),
    hardFork: (signal) => nodes.call((client, stop) => client.hardFork(stop), signal),
    blocks: (history, signal) => nodes.page((client, stop) => client.blocks(history, stop), signal),
    fewBlocks: (requested, signal) => nodes.page((client, stop) => client.fewBlocks(requested, stop), signal),
    blocksFrom: (startHeight, signal) => nodes.page((client, stop) => client.blocksFrom(startHeight, stop), signal),
    block: (height, signal) => nodes.call((client, stop) => client.block(height, stop), signal),
    hashes: (history, signal) => nodes.call((client, stop) => client.hashes(history, stop), signal),
    blockTimestamp: (height, signal) => nodes.call((client, stop) => client.blockTimestamp(height, stop), signal),
    news: (history, network, signal) => nodes.news(history, network, signal),
    poolHashes: (signal) => nodes.call((client, stop) => client.poolHashes(stop), signal),
    blinkHashes: (signal) => nodes.call((client, stop) => client.blinkHashes(stop), signal),
    transactions: (ids, signal) => nodes.call((client, stop) => client.transactions(ids, stop), signal),
    prunableHashes: (ids, signal) => nodes.call((client, stop) => client.prunableHashes(ids, stop), signal),
    wholeTransactions: (ids, signal) => nodes.call((client, stop) => client.wholeTransactions(ids, stop), signal),
    outputs: (indices, signal) => nodes.call((client, stop) => client.outputs(indices, stop), signal),
    outputDistribution: (options) =>
      nodes.call((client, stop) => client.outputDistribution(withSignal(options, stop)), options?.signal),
    outputBlacklist: (signal) => nodes.call((client, stop) => client.outputBlacklist(stop), signal),
    feeEstimate: (signal) => nodes.call((client, stop) => client.feeEstimate(stop), signal),
    txpoolBacklog: (signal) => nodes.call((client, stop) => client.txpoolBacklog(stop), signal),
    blockWeights: (startHeight, count, signal) =>
      nodes.call((client, stop) => client.blockWeights(startHeight, count, stop), signal),
    keyImageStatus: (keyImages, signal) =>
      nodes.callOther((client, stop) => client.keyImageStatus(keyImages, stop), signal),
    blinkQuorums: (from, to, signal) => nodes.call((client, stop) => client.blinkQuorums(from, to, stop), signal),
    lockedStakes: (signal) => nodes.call((client, stop) => client.lockedStakes(stop), signal),
    serviceNode: (key, signal) => nodes.call((client, stop) => client.serviceNode(key, stop), signal),
    names: (queries, options) =>
      nodes.call((client, stop) => client.names(queries, withSignal(options, stop)), options?.signal),
    namesOfOwners: (owners, signal) => nodes.call((client, stop) => client.namesOfOwners(owners, stop), signal),
    // A transaction may reach several nodes; they recognise it as the same one.
    submit: options.relayTo === 'all' ? createSubmitToAll(nodes, options.schedule) : createSubmit(nodes),
    submitBlock: (blob, network, signal) =>
      nodes.call((client, stop) => client.submitBlock(blob, network, stop), signal),
    // Sent to one node only, because another one would repeat the action.
    mine: (blocks, address, signal) => nodes.current.mine(blocks, address, signal),
    faucet: (address, amount, signal) => nodes.current.faucet(address, amount, signal),
    developmentCall: (...call) => callDevelopmentNode(nodes.current, ...call),
  }
}
