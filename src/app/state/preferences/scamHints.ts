// Hints against fraud before the first large payment of a wallet: thieves talk people into paying, or into giving away their seed words.
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { readPreference, writePreference } from './preferences.ts'

/** Ids of the wallets whose user has read the hints. */
const READ_KEY = 'faba.scamHints'
/** `yes`: coins without value count too, so that the hints can be tried out on a development node. */
const PRACTICE_KEY = 'faba.scamHintsForPractice'

/** Whether the coins of a network have a value. */
const hasValue = (networkId: string): boolean => networkId.endsWith('-mainnet')

/** Returns whether a payment is large: it takes more than half of the balance. Amounts in atomic units. */
export const isLargePayment = (leaving: bigint, balance: bigint): boolean => 2n * leaving > balance

const readWallets = (): readonly string[] => readPreference(READ_KEY).split(' ').filter(Boolean)

/**
 * Returns whether the review of a payment shows the hints.
 * @param leaving amount with fee, atomic units
 */
export const needsScamHints = (wallet: Pick<WalletView, 'id' | 'networkId' | 'balance'>, leaving: bigint): boolean =>
  (hasValue(wallet.networkId) || readPreference(PRACTICE_KEY) === 'yes') &&
  isLargePayment(leaving, wallet.balance.total) &&
  !readWallets().includes(wallet.id)

/** Stores that the user of a wallet has read the hints. */
export const rememberScamHints = (walletId: string): void => {
  if (!readWallets().includes(walletId)) writePreference(READ_KEY, [...readWallets(), walletId].join(' '))
}
