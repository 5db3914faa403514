// Syncs from a real monerod 0.18.5.3 that has pruned the payments of the wallets: by `faba rpc`, which verifies them or trusts the node, and by
// monero-wallet-rpc 0.18.5.3.

import { type Peer, startFabaWallet, startMoneroWallet } from '../support/peers/monero.ts'
import { payer, receiver, startPrunedChain } from '../support/peers/pruned-chain.ts'
import { type Figure, timed } from './support/measure.ts'

/** Syncs the payer and the receiver. Returns the milliseconds, the balances and the numbers of transfers. */
const syncBoth = async (wallet: Peer): Promise<{ readonly ms: number; readonly result: string }> => {
  const results: unknown[] = []
  await wallet.call('auto_refresh', { enable: false })
  const ms = await timed(async () => {
    for (const { mnemonic } of [payer, receiver]) {
      await wallet.call('restore_deterministic_wallet', {
        filename: mnemonic.slice(0, 6),
        seed: mnemonic,
        restore_height: 0,
      })
      await wallet.call('refresh')
      const { balance } = await wallet.call<{ balance: number }>('get_balance', { account_index: 0 })
      const lists = await wallet.call<Record<string, readonly { readonly txid: string }[]>>('get_transfers', {
        in: true,
        out: true,
      })
      results.push(balance, lists['in']?.map(({ txid }) => txid).sort(), lists['out']?.map(({ txid }) => txid).sort())
    }
  })
  return { ms, result: JSON.stringify(results) }
}

/** Measures the syncs. Throws if the wallets differ. */
export const prunedBench = async (): Promise<readonly Figure[]> => {
  const { monerod } = await startPrunedChain()
  const wallets = {
    faba: () => startFabaWallet(monerod, { flags: ['--untrusted-daemon'] }),
    faba_trusting: () => startFabaWallet(monerod),
    native: () => startMoneroWallet(monerod),
  }
  try {
    const figures: Figure[] = []
    const results = new Set<string>()
    for (const [key, start] of Object.entries(wallets)) {
      const wallet = await start()
      try {
        const { ms, result } = await syncBoth(wallet)
        results.add(result)
        figures.push({
          name: `${key.replace('_', ', ')}: two wallets from a pruned node`,
          value: ms,
          unit: 'ms',
          key: `${key}_ms`,
        })
      } finally {
        await wallet.stop()
      }
    }
    if (results.size !== 1)
      throw new Error(`the wallets differ: ${[...results].map((text) => text.slice(0, 300)).join('\n')}`)
    return figures
  } finally {
    await monerod.stop()
  }
}
