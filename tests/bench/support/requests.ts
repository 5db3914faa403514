// How many requests a wallet sends to a real monerod 0.18.5.3: for a sync, and for a refresh while nothing happens. `faba rpc` beside
// monero-wallet-rpc 0.18.5.3.

import { vector } from '../../support/data/vectors.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { startRecordingProxy } from '../../support/peers/recording-proxy.ts'
import type { Figure } from './measure.ts'

const BLOCKS = 300
const IDLE_REFRESHES = 5

/** Counts the requests of a wallet that starts at a node. */
const requestsOf = async (
  key: string,
  monerod: Peer,
  start: (node: Pick<Peer, 'url'>) => Promise<Peer>,
): Promise<readonly Figure[]> => {
  const proxy = await startRecordingProxy(monerod.url)
  const wallet = await start(proxy)
  try {
    await wallet.call('auto_refresh', { enable: false })
    const { A } = vector('monero/bench-chain/wallets.json').wallets
    await wallet.call('restore_deterministic_wallet', { filename: key, seed: A.mnemonic, restore_height: 0 })
    proxy.paths.length = 0
    await wallet.call('refresh')
    const sync = proxy.paths.length
    for (let i = 0; i < IDLE_REFRESHES; i++) await wallet.call('refresh')
    const idle = (proxy.paths.length - sync) / IDLE_REFRESHES
    const name = key.replaceAll('_', ' ')
    return [
      { name: `${name}, requests of a sync of ${BLOCKS} blocks`, value: sync, unit: '', key: `${key}_sync_requests` },
      { name: `${name}, requests of a refresh without news`, value: idle, unit: '', key: `${key}_idle_requests` },
    ]
  } finally {
    await wallet.stop()
    proxy.close()
  }
}

/** Counts the requests of both. */
export const requestCounts = async (): Promise<readonly Figure[]> => {
  const monerod = await startMonerod()
  try {
    const { A } = vector('monero/bench-chain/wallets.json').wallets
    await monerod.call('generateblocks', { amount_of_blocks: BLOCKS, wallet_address: A.address })
    return [
      ...(await requestsOf('faba_rpc', monerod, (node) => startFabaWallet(node))),
      ...(await requestsOf('monero_wallet_rpc', monerod, (node) => startMoneroWallet(node))),
    ]
  } finally {
    await monerod.stop()
  }
}
