// A chain that a real monerod has pruned: payments older than the 5,500 blocks that it keeps whole.

import { vector } from '../data/vectors.ts'
import { type Peer, startMonerod, startMoneroWallet } from './monero.ts'

/** Blocks that every node keeps whole (CRYPTONOTE_PRUNING_TIP_BLOCKS). */
const WHOLE_BLOCKS = 5500
const PAYMENTS = 10
/** Blocks until a reward can be spent. */
const MATURITY = 60
const MINED_AT_ONCE = 500

/** The seeds and addresses of the wallet that pays, `A`, and of the one that is paid, `B`. */
export const { A: payer, B: receiver } = vector('monero/bench-chain/wallets.json').wallets

/** Starts a monerod that prunes the blocks of this chain: one in eight keeps the stripe of the first 4,096. */
const startPruning = async (): Promise<Peer> => {
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

/** Makes the payments, and mines the blocks above them. Returns their ids. */
const fill = async (monerod: Peer): Promise<readonly string[]> => {
  const mine = (amount_of_blocks: number, wallet_address: string) =>
    monerod.call('generateblocks', { amount_of_blocks, wallet_address })
  // Rings need others.
  await mine(PAYMENTS + 2 * MATURITY, payer.address)
  const wallet = await startMoneroWallet(monerod)
  const txids: string[] = []
  try {
    await wallet.call('restore_deterministic_wallet', { filename: 'payer', seed: payer.mnemonic, restore_height: 0 })
    for (let i = 0; i < PAYMENTS; i++) {
      await wallet.call('refresh')
      const destinations = [{ address: receiver.address, amount: 1_000_000_000 + i }]
      const { tx_hash } = await wallet.call<{ tx_hash: string }>('transfer', { destinations })
      txids.push(tx_hash)
      await mine(1, payer.address)
    }
  } finally {
    await wallet.stop()
  }
  for (let left = WHOLE_BLOCKS + MATURITY; left > 0; left -= MINED_AT_ONCE)
    await mine(Math.min(MINED_AT_ONCE, left), payer.address)
  return txids
}

/** A node and the ids of the payments in its chain. */
export type PrunedChain = { readonly monerod: Peer; readonly txids: readonly string[] }

/** Starts a monerod 0.18.5.3 whose chain has no payment whole. Throws if one is. */
export const startPrunedChain = async (): Promise<PrunedChain> => {
  const monerod = await startPruning()
  try {
    const txids = await fill(monerod)
    await monerod.call('prune_blockchain', { check: false })
    for (const txid of txids) if (await isWhole(monerod, txid)) throw new Error(`${txid} is not pruned`)
    return { monerod, txids }
  } catch (error) {
    await monerod.stop()
    throw error
  }
}
