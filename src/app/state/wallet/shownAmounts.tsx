// Amounts as the page shows them: masked if the user hides amounts, except where the user is about to send them.
import { type Accessor, createContext, type JSX, useContext } from 'solid-js'
import { formatAmount } from '../../format/amount.ts'
import { amountsHidden } from '../preferences/preferences.ts'
import { useOpenWallet } from './openWallet.tsx'

/** What replaces the digits of an amount, whatever its size. */
export const MASK = '•••••'

const AlwaysShown = createContext(false)

/** Shows the amounts inside, also while amounts are hidden: what the user confirms must be readable. */
export const ShownAmounts = (props: { readonly children: JSX.Element }): JSX.Element => (
  <AlwaysShown.Provider value={true}>{props.children}</AlwaysShown.Provider>
)

/** Returns whether amounts are masked at this place. */
export const createMasked = (): Accessor<boolean> => {
  const isAlwaysShown = useContext(AlwaysShown)
  return () => !isAlwaysShown && amountsHidden()
}

/** Returns a function that formats an amount of the open wallet with its ticker, masked if amounts are hidden. */
export const createAmountText = (): ((amount: bigint) => string) => {
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  return (amount) => {
    const { decimals, ticker } = wallet()
    return isMasked() ? `${MASK}\u00a0${ticker}` : formatAmount(amount, decimals, ticker)
  }
}
