// Development nodes in this process that follow each other: a leader, and followers that start with the genesis block only.

import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import type { ChainRules } from '../../../src/devnet/rules/chainRules.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { type Follower, followNode } from '../../../src/devnet/upstream/follower.ts'

type Fetch = (request: Request) => Promise<Response>

export type StartedFollower = { readonly node: DevelopmentNode; readonly lines: string[]; readonly follower: Follower }

const clock = () => Math.floor(Date.now() / 1000)
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Options of a leader that mines no blocks by itself. */
export const LEADER_OPTIONS = {
  ...oxenChain,
  clock,
  random,
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
} as const

export type FollowerOptions = {
  readonly rules?: ChainRules
  readonly url?: string
  /** time limit of a request to the other node, in milliseconds */
  readonly timeoutMs?: number
}

/** A running node that follows another one and can be followed itself. */
export type RunningFollower = RunningNode & { readonly follower: Follower; readonly lines: string[] }

/** Creates nodes; appends the functions that stop them after a test to `cleanups`. */
export const createFollowers = (cleanups: (() => unknown)[]) => ({
  /** Starts a node that follows the one behind `fetch`, with the genesis block only unless the options override it. */
  startFollowingNode: (
    fetch: Fetch,
    options: Partial<DevelopmentOptions> & { readonly url?: string } = {},
  ): RunningFollower => {
    const { url = 'http://leader', ...others } = options
    const lines: string[] = []
    const running = startDevelopmentNode({
      ...LEADER_OPTIONS,
      follow: createNodeClient({ url, fetch, unpruned: true }),
      log: (line) => lines.push(line),
      ...others,
    })
    const { follower } = running
    if (follower === undefined) throw new Error('the node has no follower')
    cleanups.push(running.close)
    return { ...running, follower, lines }
  },
  startLeader: (): RunningNode => {
    const running = startDevelopmentNode(LEADER_OPTIONS)
    cleanups.push(running.close)
    return running
  },
  /** Starts a node with the genesis block only that follows the one behind `fetch`. */
  startFollower: (
    fetch: Fetch,
    { rules = oxenChain.rules, url = 'http://leader', timeoutMs = 30_000 }: FollowerOptions = {},
  ): StartedFollower => {
    const node = new DevelopmentNode({ rules, clock, random })
    const lines: string[] = []
    const client = createNodeClient({ url, fetch, unpruned: true, timeoutMs })
    const follower = followNode({ node, client, log: (line) => lines.push(line) })
    cleanups.push(follower.close)
    return { node, lines, follower }
  },
})

/** Waits until a condition holds; only the time limit of the test ends it otherwise. */
export const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Returns the id of the top block. */
export const tipOf = ({ chain }: DevelopmentNode): string => toHex(chain.tip.id)

export const haveSameTip = (...nodes: readonly DevelopmentNode[]): boolean => new Set(nodes.map(tipOf)).size === 1

/** Waits until followers are synchronised with their upstream nodes. */
export const untilSynchronised = async (...followers: readonly RunningFollower[]): Promise<void> => {
  for (const { follower } of followers) await until(() => follower.upstream.state === 'synchronised')
}

const recipientKeys = {
  spendKey: publicKeyOf(new Uint8Array(32).fill(3)),
  viewKey: publicKeyOf(new Uint8Array(32).fill(4)),
}

/** An address without a wallet. */
export const RECIPIENT = {
  keys: recipientKeys,
  address: formatAddress(oxenChain.rules.network, { kind: 'standard', ...recipientKeys, paymentId: undefined }),
}

/** Counts the requests to a node by path or method. */
export const countRequests = ({ fetch }: Pick<RunningNode, 'fetch'>) => {
  const counts = new Map<string, number>()
  return {
    countOf: (name: string): number => counts.get(name) ?? 0,
    fetch: async (request: Request): Promise<Response> => {
      const text = new TextDecoder().decode(await request.clone().arrayBuffer())
      const name = /"method":"(\w+)"/.exec(text)?.[1] ?? new URL(request.url).pathname
      counts.set(name, (counts.get(name) ?? 0) + 1)
      return await fetch(request)
    },
  }
}

/** Calls a method of a node by JSON-RPC. */
export const callNode = async ({ fetch }: RunningNode, method: string, params: object = {}) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // The test knows the fields that it reads.
  return (await response.json()) as { result?: { [name: string]: unknown }; error?: { code: number; message: string } }
}
