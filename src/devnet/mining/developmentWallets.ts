// Wallets that anybody can open: their words are the same on every development chain, and the first blocks of a new one pay them, so
// that there is something to restore and spend from the first minute. They are for tests: real coins sent to them are anybody's.

import { utf8 } from '../../bytes/bytes.ts'
import { formatAddress } from '../../coin/addresses/address.ts'
import { sumAmounts } from '../../coin/amount.ts'
import type { Network } from '../../coin/networks/network.ts'
import { encodeSeed } from '../../coin/seeds/seed.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import { generateKeys, type WalletKeys } from '../../crypto/keys/keys.ts'
import type { Chain } from '../chain/chain.ts'
import type { BlockRecord } from '../chain/chainRecords.ts'
import { findOwnOutputs } from './faucetOutputs.ts'

/** Most of them that a chain begins with. */
export const MAX_WALLETS = 20
/** Blocks that pay each of them. */
const BLOCKS_EACH = 3
/** The first block that pays one: the one before it carries the faucet's seed. */
const FIRST_BLOCK = 2

export type DevelopmentWallet = {
  readonly address: string
  /** 25 English words */
  readonly words: string
  /** secret, 32 bytes */
  readonly viewKey: Uint8Array
  /** what the first blocks of the chain paid it; atomic units */
  readonly amount: bigint
}

const cache: WalletKeys[] = []

const keysOf = (index: number): WalletKeys => {
  cache[index] ??= generateKeys(keccak256(utf8(`faba development wallet ${index + 1}`)))
  return cache[index]
}

/** How many blocks pay known wallets where a chain begins with so many of them. */
export const blocksOfWallets = (count: number): number => count * BLOCKS_EACH

/**
 * Whom a block of a new chain pays, where it is one of the wallets.
 * @param count of wallets with which the chain begins
 */
export const walletPaidAt = (height: number, count: number): WalletKeys | undefined => {
  const place = height - FIRST_BLOCK
  return place >= 0 && place < blocksOfWallets(count) ? keysOf(place % count) : undefined
}

const paidBy = ({ block: { minerTransaction } }: BlockRecord, network: Network, keys: WalletKeys): bigint =>
  sumAmounts(
    findOwnOutputs(network, minerTransaction, keys).flatMap(({ index }) => minerTransaction.outputs[index] ?? []),
  )

/** The wallets with which a chain began, as its first blocks tell. */
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
