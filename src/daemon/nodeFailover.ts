// Several nodes as one. The first that works is used, and stays in use as long as it does, so that a sync sees one chain. One that
// fails is left alone for a while, longer each time; one that was caught with an untruth for much longer.

import { NodeBusyError, NodeError, NodeRefusedError, NodeResponseError, NodeUrlError } from './errors.ts'
import type { NodeClient } from './nodeClient.ts'

/** How a node of a pool is. */
export type NodeHealth = {
  readonly url: string
  readonly inUse: boolean
  /** why it is left alone, in words for a person; empty when it is not */
  readonly problem: string
}

export type NodePool = NodeClient & {
  health(): readonly NodeHealth[]
}

export type NodePoolOptions = {
  /** milliseconds from any beginning */
  readonly clock?: () => number
}

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000
const DISTRUST_MS = 3_600_000

type Member = {
  readonly client: NodeClient
  failures: number
  /** it is left alone until then */
  pausedUntil: number
  problem: string
  distrusted: boolean
}

/** A node that refuses by HTTP is none, or serves this wallet nothing; one that refuses in an answer may be right. */
const isNodesFault = (error: NodeError): boolean =>
  !(error instanceof NodeRefusedError) || error.httpStatus !== undefined

/**
 * A client over several nodes, in order of preference. A call fails with the last node's error once none of them could answer it.
 * @throws NodeUrlError when there is no node
 */
export const createNodePool = (clients: readonly NodeClient[], options: NodePoolOptions = {}): NodePool => {
  const clock = options.clock ?? (() => performance.now())
  const members = clients.map(
    (client): Member => ({
      client,
      failures: 0,
      pausedUntil: Number.NEGATIVE_INFINITY,
      problem: '',
      distrusted: false,
    }),
  )
  const [first] = members
  if (first === undefined) throw new NodeUrlError('no node is given')
  let current = first

  const pause = (member: Member, milliseconds: number, problem: string): void => {
    member.pausedUntil = clock() + milliseconds
    member.problem = problem
  }

  const setAside = (member: Member, reason: string): void => {
    member.distrusted = true
    pause(member, DISTRUST_MS, reason)
  }

  const fail = (member: Member, error: NodeError): void => {
    if (error instanceof NodeResponseError) {
      setAside(member, error.message)
      return
    }
    member.failures++
    // A node that is busy will be ready again before long.
    const factor = error instanceof NodeBusyError ? 1 : 2 ** (member.failures - 1)
    pause(member, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * factor), error.message)
  }

  const succeed = (member: Member): void => {
    member.failures = 0
    member.problem = ''
    member.distrusted = false
    member.pausedUntil = Number.NEGATIVE_INFINITY
  }

  /** Nodes to try: the one in use, then others that are not paused; when all are, the one whose pause ends first. */
  const candidates = (): Member[] => {
    const now = clock()
    const ready = [current, ...members.filter((member) => member !== current)].filter(
      (member) => member.pausedUntil <= now,
    )
    if (ready.length > 0) return ready
    return [...members]
      .sort((a, b) => Number(a.distrusted) - Number(b.distrusted) || a.pausedUntil - b.pausedUntil)
      .slice(0, 1)
  }

  const ask = async <T>(call: (client: NodeClient) => Promise<T>, signal: AbortSignal | undefined): Promise<T> => {
    let problem: unknown
    for (const member of candidates()) {
      signal?.throwIfAborted()
      try {
        const answer = await call(member.client)
        succeed(member)
        current = member
        return answer
      } catch (error) {
        if (!(error instanceof NodeError)) throw error
        // Another node may do better either way; one that merely refused is not left alone for it.
        if (isNodesFault(error)) fail(member, error)
        problem = error
      }
    }
    throw problem
  }

  return {
    get url() {
      return current.client.url
    },
    health: () =>
      members.map((member) => ({
        url: member.client.url,
        inUse: member === current,
        problem: member.pausedUntil > clock() ? member.problem : '',
      })),
    distrust: (reason) => {
      current.client.distrust?.(reason)
      setAside(current, reason)
    },
    info: (signal) => ask((client) => client.info(signal), signal),
    blocks: (history, signal) => ask((client) => client.blocks(history, signal), signal),
    blocksFrom: (startHeight, signal) => ask((client) => client.blocksFrom(startHeight, signal), signal),
    block: (height, signal) => ask((client) => client.block(height, signal), signal),
    hashes: (history, signal) => ask((client) => client.hashes(history, signal), signal),
    blockTimestamp: (height, signal) => ask((client) => client.blockTimestamp(height, signal), signal),
    poolHashes: (signal) => ask((client) => client.poolHashes(signal), signal),
    blinkHashes: (signal) => ask((client) => client.blinkHashes(signal), signal),
    transactions: (ids, signal) => ask((client) => client.transactions(ids, signal), signal),
    outputs: (indices, signal) => ask((client) => client.outputs(indices, signal), signal),
    outputDistribution: (signal) => ask((client) => client.outputDistribution(signal), signal),
    outputBlacklist: (signal) => ask((client) => client.outputBlacklist(signal), signal),
    feeEstimate: (signal) => ask((client) => client.feeEstimate(signal), signal),
    keyImageStatus: (keyImages, signal) => ask((client) => client.keyImageStatus(keyImages, signal), signal),
    // The same transaction may reach several nodes; they all take it for one.
    submit: (blob, how) => ask((client) => client.submit(blob, how), how?.signal),
    submitBlock: (blob, signal) => ask((client) => client.submitBlock(blob, signal), signal),
    // Asked of one node only: another would do it a second time.
    mine: (blocks, address, signal) => current.client.mine(blocks, address, signal),
    faucet: (address, amount, signal) => current.client.faucet(address, amount, signal),
  }
}
