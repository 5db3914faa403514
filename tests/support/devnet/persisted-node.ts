// A development node whose chain is stored in a folder, for tests of the state that a killed process leaves behind.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ChainStore } from '../../../src/cli/node/chainStore.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import type { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { encodeDumpWithoutBlocks } from '../../../src/devnet/node/nodeDump.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { seededRandom } from '../random.ts'

/** Printed by a process that finished without being killed. */
export const FINISHED = 'alive'

export type PersistedNode = RunningNode & { readonly store: ChainStore }

/** Opens or creates the chain of a folder; deterministic. */
export const openPersistedNode = (folder: string): PersistedNode => {
  const store = new ChainStore(join(folder, 'chain.sqlite'))
  const running = startDevelopmentNode({
    clock: () => 1_800_000_000,
    random: seededRandom(5),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    storage: store,
  })
  return { ...running, store }
}

/** Returns a digest of the complete state of a node. */
export const digestOf = (node: DevelopmentNode): string => {
  const hash = createHash('sha256')
  for (const { blob, bytes } of node.chain.blocks)
    for (const part of [blob, bytes.facts, ...bytes.listed]) hash.update(part)
  const { pool, ...rest } = node.state.dumpWithoutBlocks()
  const sorted = pool.toSorted((a, b) => Buffer.compare(a.blob, b.blob))
  return hash.update(encodeDumpWithoutBlocks({ ...rest, pool: sorted })).digest('hex')
}

/** Runs a scenario on a node: blocks, a payment, reorganisations, a snapshot, the clock. Calls `wrote` after each request. */
export const runScenario = async ({ node, fetch, faucet }: PersistedNode, wrote: () => void): Promise<void> => {
  const call = async (method: string, params: object = {}): Promise<void> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
    const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
    const text = await response.text()
    if (text.includes('"error"')) throw new Error(`${method}: ${text}`)
    wrote()
  }
  const address = formatAddress(node.rules.network, {
    kind: 'standard',
    ...faucet.address,
    paymentId: undefined,
  })
  await call('dev_mine', { blocks: 2 })
  await call('dev_faucet', { address })
  await call('dev_snapshot')
  await call('dev_reorg', { pop: 4, mine: 2 })
  await call('pop_blocks', { nblocks: 8 })
  await call('dev_set_time', { forward: 600 })
  await call('dev_mine', { blocks: 1 })
  await call('dev_revert', { id: 1 })
  await call('dev_automine', { mode: 'auto' })
}
