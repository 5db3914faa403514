// Two copies of one wallet on a development node: a watch-only one that has received coins, and one with the spend key and without a node.

import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { moneroChain } from '../../../src/devnet/monero/chains.ts'
import type { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { callNode } from '../devnet/node-calls.ts'
import { seededRandom } from '../random.ts'
import { BEGINNING, newWallet, type TestHost, testHost } from './engine-host.ts'
import { clientOf } from './multisig/multisig-stage.ts'

/** Starts a node, and two copies of a wallet that has received two payments of an amount. */
export const watchedPair = async (chain: typeof oxenChain | typeof moneroChain, amount: number) => {
  const running = startDevelopmentNode({
    ...chain,
    clock: () => 1_800_000_000,
    random: seededRandom(31),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
  running.miner.mine(70)
  const { network } = running.node.rules
  const { spendPublic: spendKey, viewPublic: viewKey, ...secrets } = generateKeys(seededRandom(32)(32))
  const address = formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
  const copyOf = async (host: TestHost, spendSecret: string): Promise<Engine> => {
    const engine = createEngine(host)
    const keys = { address, viewSecret: toHex(secrets.viewSecret), spendSecret }
    await engine.restoreFromKeys(newWallet(network.id), keys, BEGINNING)
    return engine
  }
  const fetch = () => Promise.reject(new TypeError('there is no network here'))
  const watching = await copyOf(testHost(clientOf(running)), '')
  const offline = testHost(createNodeClient({ url: 'http://node.test', fetch }))
  const signing = await copyOf(offline, toHex(secrets.spendSecret))
  for (let i = 0; i < 2; i++) await callNode(running, 'dev_faucet', { address, amount })
  running.miner.mine(12)
  await watching.refresh()
  const close = async (): Promise<void> => {
    await watching.closeWallet()
    await signing.closeWallet()
    running.close()
  }
  return { watching, signing, address, close }
}
