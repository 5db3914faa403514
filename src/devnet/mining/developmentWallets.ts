// Development wallets: their seeds are the same on every development chain, and the first blocks of a new chain pay them, so that a wallet
// can be restored and spend at once. The seeds are public: never send real coins to them.

import { utf8 } from '../../bytes/bytes.ts'
import { formatAddress } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { generateKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import type { Chain } from '../chain/chain.ts'
import type { BlockRecord } from '../records/chainRecords.ts'
import { findOwnOutputs } from './ownOutputs.ts'

/** The maximum number per chain. */
export const MAX_WALLETS = 20
/** Number of blocks that pay each wallet. */
const BLOCKS_EACH = 3
/** Height of the first block that pays one. The block below it carries the faucet's seed. */
const FIRST_BLOCK = 2

export type DevelopmentWallet = {
  readonly address: string
  /** 25 English words */
  readonly words: string
  /** secret, 32 bytes */
  readonly viewKey: Uint8Array
  /** received from the first blocks of the chain; atomic units */
  readonly amount: bigint
}

const cache: WalletKeys[] = []

const keysOf = (index: number): WalletKeys => {
  cache[index] ??= generateKeys(keccak256(utf8(`faba development wallet ${index + 1}`)))
  return cache[index]
}

/** Returns the number of blocks that pay development wallets. */
export const blocksOfWallets = (count: number): number => count * BLOCKS_EACH

/**
 * Returns the development wallet that a block of a new chain pays; undefined if it pays none.
 * @param count number of development wallets of the chain
 */
export const walletPaidAt = (height: number, count: number): WalletKeys | undefined => {
  const place = height - FIRST_BLOCK
  return place >= 0 && place < blocksOfWallets(count) ? keysOf(place % count) : undefined
}

const paidBy = ({ block: { minerTransaction } }: BlockRecord, network: Network, keys: WalletKeys): bigint =>
  sumAmounts(
    findOwnOutputs(network, minerTransaction, keys).flatMap(({ index }) => minerTransaction.outputs[index] ?? []),
  )

/** Returns the development wallets that the first blocks of a chain paid. */
export const findDevelopmentWallets = async (chain: Chain): Promise<readonly DevelopmentWallet[]> => {
  const { network } = chain.rules
  const wallets: DevelopmentWallet[] = []
  const first = chain.blocks.slice(FIRST_BLOCK, FIRST_BLOCK + blocksOfWallets(MAX_WALLETS))
  while (wallets.length < MAX_WALLETS) {
    const keys = keysOf(wallets.length)
    const amount = first.reduce((sum, record) => sum + paidBy(record, network, keys), 0n)
    if (amount === 0n) break
    const { spendPublic: spendKey, viewPublic: viewKey, spendSecret, viewSecret } = keys
    wallets.push({
      address: formatAddress(network, { kind: 'standard', spendKey, viewKey, paymentId: undefined }),
      words: await encodeSeed(spendSecret, 'English'),
      viewKey: viewSecret,
      amount,
    })
  }
  return wallets
}
