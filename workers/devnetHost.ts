// A development node whose chain rests in a store from one visit to the next. What answers is the very service that the command hosts.

import { equalBytes } from '../src/bytes/bytes.ts'
import { loadPointKernel } from '../src/crypto/curve/point.ts'
import { prepareKeccak } from '../src/crypto/hash/keccak.ts'
import type { DevelopmentOptions } from '../src/devnet/node/developmentOptions.ts'
import { encodeDumpWithoutBlocks, type NodeDump } from '../src/devnet/node/nodeDump.ts'
import { type RunningNode, startDevelopmentNode } from '../src/devnet/node/startNode.ts'
import type { Store } from '../src/store/store.ts'
import { type ChainStore, openChainStore } from './devnetStore.ts'

/** The chain as it was left. One that cannot be read or checked any more is given up: nothing on it has a value. */
const loadDump = async (store: ChainStore): Promise<NodeDump | undefined> => {
  try {
    return await store.load()
  } catch (error) {
    console.warn('the development chain of the last visit cannot be read, a new one begins:', error)
    return undefined
  }
}

const startWith = (options: DevelopmentOptions, dump: NodeDump): RunningNode => {
  try {
    return startDevelopmentNode({ ...options, trustedDump: dump })
  } catch (error) {
    console.warn('the development chain of the last visit does not fit the rules, a new one begins:', error)
    return startDevelopmentNode(options)
  }
}

export type KeptDevnet = {
  readonly node: RunningNode
  /** The node's service; what it answered rests in the store. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** Starts the node that a store has, or a new one. */
export const startKeptDevnet = async (place: Store): Promise<KeptDevnet> => {
  const store = openChainStore(place)
  const options: DevelopmentOptions = {
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: (milliseconds, callback) => {
      const timer = setInterval(callback, milliseconds)
      return () => clearInterval(timer)
    },
    // Whoever tries the wallet sees a payment wait, and mines the block that confirms it.
    mining: { kind: 'manual' },
    report: (error, method) => console.error(`development node, ${method}:`, error),
  }
  const [dump] = await Promise.all([loadDump(store), loadPointKernel(), prepareKeccak()])
  const node = dump === undefined ? startDevelopmentNode(options) : startWith(options, dump)
  let changed = true
  let beside: Uint8Array = new Uint8Array()
  node.node.listen(() => {
    changed = true
  })
  const save = async (): Promise<void> => {
    // No event tells of the clock, of snapshots and of how blocks are made.
    const now = encodeDumpWithoutBlocks(node.node.state.dumpWithoutBlocks())
    if (!changed && equalBytes(now, beside)) return
    changed = false
    try {
      await store.save(node.node.state.dump())
      beside = now
    } catch (error) {
      changed = true
      throw error
    }
  }
  return {
    node,
    fetch: async (request) => {
      const response = await node.fetch(request)
      // What was answered must still be true after a reload.
      await save()
      return response
    },
  }
}
