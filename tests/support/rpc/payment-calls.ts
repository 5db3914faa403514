// Payments over the wallet RPC by a recorded wallet on its own node.
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import type { WalletName } from '../data/schemas.ts'
import { vector } from '../data/vectors.ts'
import { mineOn } from '../wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../wallet/engine-host.ts'
import { FakeNode } from '../wallet/fake-node.ts'
import { smallChain } from '../wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
export const chain = smallChain()
/** The address of another wallet. */
export const THEIRS: string = wallets.C.keys.address

/** Opens a recorded wallet on a node. */
export const openEngine = async (node: FakeNode, name: WalletName = 'B', seed = 1): Promise<Engine> =>
  restored(testHost(node, undefined, seed), 'oxen-regtest', wallets[name].keys.mnemonic)

/** Opens a wallet on its own node. */
export const openOnNewNode = async () => {
  const node = new FakeNode(oxenRegtest, chain)
  const engine = await openEngine(node)
  return { node, engine, total: openedIn(engine).balance().total }
}

/** Mines the pool into a block, and refreshes the wallet. */
export const mine = async (node: FakeNode, engine: Engine): Promise<void> => {
  const blobs = [...node.pool.values()].map(({ blob }) => blob)
  node.setChain(mineOn(oxenRegtest, node.chain, blobs))
  node.pool.clear()
  await engine.refresh()
}

/** Returns destinations with these amounts and the address of the other wallet. */
export const destinations = (...amounts: bigint[]) => amounts.map((amount) => ({ amount, address: THEIRS }))
