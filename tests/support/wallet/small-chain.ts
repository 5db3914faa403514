// The recorded small chain of the oxen family and its wallets, and the state that a wallet has after scanning.
import { fromHex } from '../../../src/bytes/hex.ts'
import type { Wallet } from '../../../src/wallet/open/wallet.ts'
import type { WalletName } from '../data/schemas.ts'
import { vector } from '../data/vectors.ts'
import { openedIn, restored, testHost } from './engine-host.ts'
import type { FakeNode } from './fake-node.ts'
import { smallChain } from './recorded-chains.ts'

export const { wallets } = vector('oxen/chain-small/wallets.json')
export const { txs } = vector('oxen/chain-small/txs.json')
export const chain = smallChain()
export const NETWORK = 'oxen-regtest'

/** Returns a recorded transaction with its prunable part. */
export const wholeTransaction = (txid: string): Uint8Array => {
  const found = txs.find(({ hash }) => hash === txid)
  return fromHex(found?.hex ?? '')
}

/** Returns the scanned state of a wallet, for comparison. */
export const contentOf = (wallet: Wallet) => ({
  height: wallet.state.height,
  outputs: [...wallet.state.ledger.outputs].sort(([a], [b]) => (a < b ? -1 : 1)),
  payments: [...wallet.state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
  balances: wallet.addressBalances(),
})

/** Returns the state of a wallet that scans the whole chain of a node. */
export const scanAfresh = async (node: FakeNode, name: WalletName) => {
  const engine = await restored(testHost(node), NETWORK, wallets[name].keys.mnemonic)
  const content = contentOf(openedIn(engine))
  await engine.closeWallet()
  return content
}
