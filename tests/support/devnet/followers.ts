// Development nodes in this process that follow each other: a leader, and followers that start with the genesis block only.

import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/httpNodeClient.ts'
import { oxenChain } from '../../../src/devnet/families.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import type { DevelopmentOptions } from '../../../src/devnet/node/developmentOptions.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/node/startNode.ts'
import type { ChainRules } from '../../../src/devnet/rules/chainRules.ts'
import { type Follower, followNode } from '../../../src/devnet/upstream/follower.ts'

type Fetch = (request: Request) => Promise<Response>

export type Following = { readonly node: DevelopmentNode; readonly lines: string[]; readonly follower: Follower }

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

/** Creates nodes; appends the functions that stop them after a test to `ends`. */
export const createFollowers = (ends: (() => unknown)[]) => ({
  /** Starts a node that follows the one behind `fetch`, with the genesis block only unless the options override it. */
  stationAfter: (
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
    ends.push(running.close)
    return { ...running, follower, lines }
  },
  leader: (): RunningNode => {
    const running = startDevelopmentNode(LEADER_OPTIONS)
    ends.push(running.close)
    return running
  },
  /** Starts a node with the genesis block only that follows the one behind `fetch`. */
  followerOf: (
    fetch: Fetch,
    { rules = oxenChain.rules, url = 'http://leader', timeoutMs = 30_000 }: FollowerOptions = {},
  ): Following => {
    const node = new DevelopmentNode({ rules, clock, random })
    const lines: string[] = []
    const client = createNodeClient({ url, fetch, unpruned: true, timeoutMs })
    const follower = followNode({ node, client, log: (line) => lines.push(line) })
    ends.push(follower.close)
    return { node, lines, follower }
  },
})

/** Waits until a condition holds; only the time limit of the test ends it otherwise. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Returns the id of the top block. */
export const tipOf = ({ chain }: DevelopmentNode): string => toHex(chain.tip.id)

export const haveSameTip = (...nodes: readonly DevelopmentNode[]): boolean => new Set(nodes.map(tipOf)).size === 1
