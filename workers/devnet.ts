// The development node inside the page: a chain of this device alone, kept in IndexedDB from one visit to the next.
import { expose, transfer } from 'comlink'
import type { WireRequest, WireResponse } from '../src/app/host/protocol.ts'
import { prepareKeccak } from '../src/crypto/keccak.ts'
import { loadPointKernel } from '../src/crypto/point.ts'
import type { NodeDump } from '../src/devnet/dump.ts'
import { type DevelopmentOptions, type RunningNode, startDevelopmentNode } from '../src/devnet/start.ts'
import { openIndexedDbStore } from '../src/store/indexeddb.ts'
import { type ChainStore, openChainStore } from './devnetStore.ts'
import { fromWireRequest, toWireResponse } from './wire.ts'

const DATABASE = 'faba-devnet'

export type DevnetHost = { fetch(request: WireRequest): Promise<WireResponse> }

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
    return startDevelopmentNode({ ...options, dump })
  } catch (error) {
    console.warn('the development chain of the last visit does not fit the rules, a new one begins:', error)
    return startDevelopmentNode(options)
  }
}

type Running = { readonly node: RunningNode; save(): Promise<void> }

const start = async (): Promise<Running> => {
  const store = openChainStore(await openIndexedDbStore({ name: DATABASE }))
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
  node.node.listen(() => {
    changed = true
  })
  return {
    node,
    save: async () => {
      if (!changed) return
      changed = false
      try {
        await store.save(node.node.dump())
      } catch (error) {
        changed = true
        throw error
      }
    },
  }
}

const running = start()

const host: DevnetHost = {
  fetch: async (request) => {
    const { node, save } = await running
    const response = await toWireResponse(await node.fetch(fromWireRequest(request)))
    // What was answered must still be true after a reload.
    await save()
    return transfer(response, [response.body])
  },
}

expose(host)
