// Amounts as the page shows them: masked if the user hides amounts, and shorter if the user wants that, except where the user is about to send
// them. Details have all digits.
import { type Accessor, createContext, type JSX, useContext } from 'solid-js'
import { formatAmount } from '../../format/amount.ts'
import { placesLimit } from '../preferences/displayForms.ts'
import { amountsHidden } from '../preferences/preferences.ts'
import { useOpenWallet } from './openWallet.tsx'

/** What replaces the digits of an amount, whatever its size. */
export const MASK = '•••••'

const AlwaysShown = createContext(false)
const Exact = createContext(false)

/** Shows the amounts inside with all digits. */
export const ExactAmounts = (props: { readonly children: JSX.Element }): JSX.Element => (
  <Exact.Provider value={true}>{props.children}</Exact.Provider>
)

/** Shows the amounts inside with all digits, also while amounts are hidden: what the user confirms must be readable. */
export const ShownAmounts = (props: { readonly children: JSX.Element }): JSX.Element => (
  <AlwaysShown.Provider value={true}>
    <ExactAmounts>{props.children}</ExactAmounts>
  </AlwaysShown.Provider>
)

/** Returns how many digits after the point amounts have at this place; undefined for all. */
export const createPlacesLimit = (): Accessor<number | undefined> => {
  const isExact = useContext(Exact)
  return () => (isExact ? undefined : placesLimit())
}

/** Returns whether amounts are masked at this place. */
export const createMasked = (): Accessor<boolean> => {
  const isAlwaysShown = useContext(AlwaysShown)
  return () => !isAlwaysShown && amountsHidden()
}

const createText = (limit: Accessor<number | undefined>): ((amount: bigint) => string) => {
  const { wallet } = useOpenWallet()
  const isMasked = createMasked()
  return (amount) => {
    const { decimals, ticker } = wallet()
    return isMasked() ? `${MASK}\u00a0${ticker}` : formatAmount(amount, decimals, ticker, limit())
  }
}

/** Returns a function that formats an amount of the open wallet with its ticker, masked if amounts are hidden. */
export const createAmountText = (): ((amount: bigint) => string) => createText(createPlacesLimit())

/** Returns a function that formats an amount as `createAmountText` does, with all digits. */
export const createExactAmountText = (): ((amount: bigint) => string) => createText(() => undefined)
