// A development node whose chain persists in a store. It is the node that `faba node` serves.

import { repeatTimer } from '../src/async/time.ts'
import { equalBytes } from '../src/bytes/bytes.ts'
import { loadPointKernel } from '../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../src/crypto/hash/keccak.ts'
import { systemRandom } from '../src/crypto/random/random.ts'
import type { DevelopmentOptions } from '../src/devnet/family/developmentOptions.ts'
import { encodeDumpWithoutBlocks, type NodeDump } from '../src/devnet/node/nodeDump.ts'
import { type RunningNode, startDevelopmentNode } from '../src/devnet/startNode.ts'
import type { Store } from '../src/store/store.ts'
import { type DevnetChainStore, openDevnetChainStore } from './devnetStore.ts'

/** Loads the stored chain. Discards one that cannot be read: its coins have no value. */
const loadDump = async (store: DevnetChainStore): Promise<NodeDump | undefined> => {
  try {
    return await store.load()
  } catch (error) {
    console.warn('the stored development chain cannot be read; starting a new one:', error)
    return undefined
  }
}

/** Starts a node with a stored chain; with a new one if the stored chain violates the rules. */
const startFromDump = (options: DevelopmentOptions, dump: NodeDump): RunningNode => {
  try {
    return startDevelopmentNode({ ...options, trustedDump: dump })
  } catch (error) {
    console.warn('the stored development chain violates the rules; starting a new one:', error)
    return startDevelopmentNode(options)
  }
}

const OPTIONS: DevelopmentOptions = {
  clock: () => Math.floor(Date.now() / 1000),
  random: systemRandom,
  ticker: repeatTimer,
  // Users see a payment unconfirmed, and mine the block that confirms it.
  mining: { kind: 'manual' },
  report: (error, method) => console.error(`development node, ${method}:`, error),
}

/** Returns a function that saves the node's state if it has changed since the last call. */
const createSaver = ({ node }: RunningNode, store: DevnetChainStore): (() => Promise<void>) => {
  let hasNewEvents = true
  let savedState: Uint8Array = new Uint8Array()
  node.listen(() => {
    hasNewEvents = true
  })
  return async () => {
    // Changes of the clock, the snapshots and the mining mode cause no event.
    const state = encodeDumpWithoutBlocks(node.state.dumpWithoutBlocks())
    if (!hasNewEvents && equalBytes(state, savedState)) return
    hasNewEvents = false
    try {
      await store.save(node.state.dump())
      savedState = state
    } catch (error) {
      hasNewEvents = true
      throw error
    }
  }
}

export type PersistentDevnet = {
  readonly node: RunningNode
  /** The node's service; the effects of a request are stored before its response. */
  readonly fetch: (request: Request) => Promise<Response>
}

/** Starts the node with the chain of a store, or with a new one. */
export const startPersistentDevnet = async (database: Store): Promise<PersistentDevnet> => {
  const store = openDevnetChainStore(database)
  const [dump] = await Promise.all([loadDump(store), loadPointKernel(), prepareKeccak()])
  const node = dump === undefined ? startDevelopmentNode(OPTIONS) : startFromDump(OPTIONS, dump)
  const save = createSaver(node, store)
  return {
    node,
    fetch: async (request) => {
      const response = await node.fetch(request)
      await save()
      return response
    },
  }
}
