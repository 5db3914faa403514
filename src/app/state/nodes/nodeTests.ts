// Tests of several nodes, and their comparison: whether they are on one chain.
import { createStore } from 'solid-js/store'
import { fetchBlockId, type NodeProbe, type ProbedNode, probeNode } from '../../host/services/nodeProbe.ts'
import { IN_PAGE_NODE } from './networks.ts'
import { isUsable, judgeNode } from './nodeCheck.ts'

/** Blocks below the lowest top at which nodes are compared: the newest ones may differ for a moment. */
const COMPARED_DEPTH = 5

export type NodeTests = {
  /** Returns the result of a node; undefined while it was not tested, or is being tested. */
  resultOf(url: string): NodeProbe | undefined
  isRunning(url: string): boolean
  /** Tests nodes at the same time. Those inside the page need no test. */
  run(urls: readonly string[]): Promise<void>
}

export const createNodeTests = (): NodeTests => {
  const [results, setResults] = createStore<Record<string, NodeProbe | 'running' | undefined>>({})
  const test = async (url: string): Promise<void> => {
    setResults(url, 'running')
    setResults(url, await probeNode(url))
  }
  return {
    resultOf: (url) => {
      const result = results[url]
      return result === 'running' ? undefined : result
    },
    isRunning: (url) => results[url] === 'running',
    run: async (urls) => {
      await Promise.all(urls.filter((url) => url !== IN_PAGE_NODE).map(test))
    },
  }
}

/** Nodes that have the same block at a height. */
export type ChainGroup = { readonly blockId: string; readonly urls: readonly string[] }

export type Comparison = { readonly height: number; readonly groups: readonly ChainGroup[] }

type Tested = { readonly url: string; readonly probe: NodeProbe | undefined }

const isComparable =
  (networkId: string) =>
  (node: Tested): node is { url: string; probe: ProbedNode } =>
    node.probe?.state === 'node' && isUsable(judgeNode(node.probe, networkId))

/**
 * Compares the block of all usable nodes at one height.
 * @returns the groups of nodes that agree, the largest first; undefined if fewer than two nodes respond
 */
export const compareNodes = async (tested: readonly Tested[], networkId: string): Promise<Comparison | undefined> => {
  const nodes = tested.filter(isComparable(networkId))
  if (nodes.length < 2) return undefined
  const height = Math.max(0, Math.min(...nodes.map(({ probe }) => probe.height)) - 1 - COMPARED_DEPTH)
  const groups = new Map<string, string[]>()
  const ids = await Promise.all(nodes.map(({ url }) => fetchBlockId(url, height)))
  for (const [i, { url }] of nodes.entries()) {
    const blockId = ids[i]
    if (blockId === undefined) continue
    groups.set(blockId, [...(groups.get(blockId) ?? []), url])
  }
  const sorted = [...groups].map(([blockId, urls]) => ({ blockId, urls })).sort((a, b) => b.urls.length - a.urls.length)
  return { height, groups: sorted }
}
