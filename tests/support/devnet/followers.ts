// Development nodes in this process that follow each other: one that leads, one that begins with the first block alone.

import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/httpNodeClient.ts'
import { oxenChain } from '../../../src/devnet/node/developmentChains.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import type { DevelopmentOptions } from '../../../src/devnet/node/developmentOptions.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/node/startNode.ts'
import type { ChainRules } from '../../../src/devnet/rules/chainRules.ts'
import { type Follower, followNode } from '../../../src/devnet/upstream/follower.ts'

type Fetch = (request: Request) => Promise<Response>

export type Following = { readonly node: DevelopmentNode; readonly lines: string[]; readonly follower: Follower }

const clock = () => Math.floor(Date.now() / 1000)
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length))

/** Of a node that makes no block of its own. */
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
  /** milliseconds that the other has for an answer */
  readonly timeoutMs?: number
}

/** A whole node that follows another one, and may be followed itself. */
export type Station = RunningNode & { readonly follower: Follower; readonly lines: string[] }

/** Makes nodes; what is to be stopped after a test goes to `ends`. */
export const createFollowers = (ends: (() => unknown)[]) => ({
  /** A node that follows the one behind `fetch`, and begins with the first block alone unless the options say otherwise. */
  stationAfter: (fetch: Fetch, options: Partial<DevelopmentOptions> & { readonly url?: string } = {}): Station => {
    const { url = 'http://leader', ...others } = options
    const lines: string[] = []
    const running = startDevelopmentNode({
      ...LEADER_OPTIONS,
      follow: createNodeClient({ url, fetch, unpruned: true }),
      log: (line) => lines.push(line),
      ...others,
    })
    const { follower } = running
    if (follower === undefined) throw new Error('the node follows nobody')
    ends.push(running.close)
    return { ...running, follower, lines }
  },
  leader: (): RunningNode => {
    const running = startDevelopmentNode(LEADER_OPTIONS)
    ends.push(running.close)
    return running
  },
  /** A node with the first block alone that follows the one behind `fetch`. */
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

/** Waits until something holds; the test's own time limit ends it otherwise. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 20))
}

/** Id of the top block. */
export const tipOf = ({ chain }: DevelopmentNode): string => toHex(chain.tip.id)

export const haveSameTip = (...nodes: readonly DevelopmentNode[]): boolean => new Set(nodes.map(tipOf)).size === 1
