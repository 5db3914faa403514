// A chain that a real monerod 0.18.5.3 has pruned: payments older than the 5,500 blocks that it keeps whole, synced by `faba rpc`, which verifies
// them or trusts the node, and by monero-wallet-rpc 0.18.5.3. Mining takes minutes, as each block has a RandomX hash, so this is no test.

import { vector } from '../support/data/vectors.ts'
import { callJsonRpc, type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'
import { type Figure, timed } from './support/measure.ts'

/** Blocks that every node keeps whole (CRYPTONOTE_PRUNING_TIP_BLOCKS). */
const WHOLE_BLOCKS = 5500
const PAYMENTS = 10
/** Blocks until a reward can be spent. */
const MATURITY = 60
const MINED_AT_ONCE = 500

/** Starts a monerod that prunes the blocks of this chain: one in eight keeps the stripe of the first 4,096. */
const startPruned = async (): Promise<Peer> => {
  for (;;) {
    const monerod = await startMonerod({ flags: ['--prune-blockchain'] })
    const { pruning_seed } = await monerod.call<{ pruning_seed: number }>('prune_blockchain', { check: true })
    // The lowest bits are the stripe, beside the logarithm of their number.
    if ((pruning_seed & 7) !== 0) return monerod
    await monerod.stop()
  }
}

const isWhole = async ({ url }: Peer, txid: string): Promise<boolean> => {
  const response = await fetch(`${url}/get_transactions`, {
    method: 'POST',
    body: JSON.stringify({ txs_hashes: [txid], prune: false }),
  })
  // The shape is the peer's.
  const { txs = [] } = (await response.json()) as {
    txs?: readonly { readonly prunable_as_hex: string; readonly as_hex: string }[]
  }
  return txs.some(({ as_hex, prunable_as_hex }) => as_hex !== '' || prunable_as_hex !== '')
}

/** Makes the payments, and buries them. Returns their ids. */
const fill = async (monerod: Peer): Promise<readonly string[]> => {
  const { A, B } = vector('monero/bench-chain/wallets.json').wallets
  const mine = (amount_of_blocks: number, wallet_address: string) =>
    monerod.call('generateblocks', { amount_of_blocks, wallet_address })
  // Rings need others.
  await mine(PAYMENTS + 2 * MATURITY, A.address)
  const payer = await startMoneroWallet(monerod)
  const txids: string[] = []
  try {
    await payer.call('restore_deterministic_wallet', { filename: 'payer', seed: A.mnemonic, restore_height: 0 })
    for (let i = 0; i < PAYMENTS; i++) {
      await payer.call('refresh')
      const destinations = [{ address: B.address, amount: 1_000_000_000 + i }]
      const { tx_hash } = await payer.call<{ tx_hash: string }>('transfer', { destinations })
      txids.push(tx_hash)
      await mine(1, A.address)
    }
  } finally {
    await payer.stop()
  }
  for (let mined = 0; mined < WHOLE_BLOCKS + MATURITY; mined += MINED_AT_ONCE) {
    console.error(`${mined} of ${WHOLE_BLOCKS + MATURITY} blocks above the payments`)
    await mine(Math.min(MINED_AT_ONCE, WHOLE_BLOCKS + MATURITY - mined), A.address)
  }
  return txids
}

/** Syncs the payer and the receiver. Returns the milliseconds, the balances and the numbers of transfers. */
const syncBoth = async (wallet: Peer): Promise<{ readonly ms: number; readonly result: string }> => {
  const { A, B } = vector('monero/bench-chain/wallets.json').wallets
  const results: unknown[] = []
  await wallet.call('auto_refresh', { enable: false })
  const ms = await timed(async () => {
    for (const { mnemonic } of [A, B]) {
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

/** Measures the syncs. Throws if the chain is not pruned there, or if the wallets differ. */
export const prunedBench = async (): Promise<readonly Figure[]> => {
  const monerod = await startPruned()
  const wallets = {
    faba: () => startFabaWallet(monerod, { flags: ['--untrusted-daemon'] }),
    faba_trusting: () => startFabaWallet(monerod),
    native: () => startMoneroWallet(monerod),
  }
  try {
    const txids = await fill(monerod)
    await callJsonRpc(monerod.url, 'prune_blockchain', { check: false })
    for (const txid of txids) if (await isWhole(monerod, txid)) throw new Error(`${txid} is not pruned`)
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
