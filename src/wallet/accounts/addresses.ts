// Accounts and addresses of a wallet: list, create, label.

import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import { describeTag, tagAccounts, tagOf } from '../state/accountTags.ts'
import { markOf, withoutMark } from '../state/addressMarks.ts'
import type { SubaddressIndex } from '../state/outputFields.ts'
import { relabel } from '../state/subaddressTable.ts'
import type { AccountView, AddressPlace, AddressView } from './accountViews.ts'

/** The account or address was never created, or the account has the maximum number of addresses. */
export class UnknownAddressError extends FabaError {
  override readonly name = 'UnknownAddressError'
  readonly code = 'unknown-address'
}

const MAX_ADDRESSES = 2 ** 32 - 1

const accountView = (wallet: Wallet, index: number): AccountView => ({
  index,
  label: wallet.state.labels[index]?.[0] ?? '',
  tag: tagOf(wallet.state.tags, index),
  address: wallet.addressText({ major: index, minor: 0 }),
  balance: wallet.balance(index),
})

/** Returns all accounts, ordered by index. */
export const accountsOf = (wallet: Wallet): AccountView[] =>
  wallet.state.labels.map((_, index) => accountView(wallet, index))

const labelsOf = ({ state }: Wallet, account: number): readonly string[] => {
  const labels = state.labels[account]
  if (labels === undefined)
    throw new UnknownAddressError(`there is no account ${account}; this wallet has ${state.labels.length}`)
  return labels
}

/** `lastHeight`: of the newest block in which it received; -1 if there is none */
type AddressUse = Pick<AddressView, 'received' | 'lastUsed'> & { readonly lastHeight: number }

const UNUSED: AddressUse = { received: 0n, lastUsed: 0, lastHeight: -1 }

/** Returns what the used addresses of an account received, by their indices. */
const addressUses = ({ state }: Wallet, account: number): ReadonlyMap<number, AddressUse> => {
  const uses = new Map<number, AddressUse>()
  for (const { subaddress, change, amount, timestamp, height } of state.shownOutputs()) {
    if (subaddress.major !== account) continue
    const use = uses.get(subaddress.minor) ?? UNUSED
    const { received, lastUsed, lastHeight } = use
    uses.set(
      subaddress.minor,
      change
        ? use
        : {
            received: received + amount,
            lastUsed: Math.max(lastUsed, timestamp),
            lastHeight: Math.max(lastHeight, height),
          },
    )
  }
  return uses
}

/** Returns where an address is in its list. Change that it receives does not show it again. */
const placeOf = ({ state }: Wallet, index: SubaddressIndex, { lastHeight }: AddressUse): AddressPlace => {
  const mark = markOf(state.addressMarks, index)
  if (mark?.kind !== 'hidden') return mark?.kind ?? 'listed'
  return lastHeight >= mark.height ? 'returned' : 'hidden'
}

/**
 * Returns some addresses of an account, in the order of their indices in `minors`. Those that were never created are omitted.
 * @throws UnknownAddressError if the account was never created
 */
export const addressesAt = (wallet: Wallet, account: number, minors: readonly number[]): AddressView[] => {
  const labels = labelsOf(wallet, account)
  const uses = addressUses(wallet, account)
  const totals = new Map(
    wallet.addressBalances().flatMap(({ major, minor, total }) => (major === account ? [[minor, total]] : [])),
  )
  return minors.flatMap((index) => {
    const label = labels[index]
    if (label === undefined) return []
    const address = wallet.addressText({ major: account, minor: index })
    const use = uses.get(index)
    const { received, lastUsed } = use ?? UNUSED
    const place = placeOf(wallet, { major: account, minor: index }, use ?? UNUSED)
    const balance = totals.get(index) ?? 0n
    return [{ account, index, address, label, used: use !== undefined, balance, received, lastUsed, place }]
  })
}

/**
 * Returns all addresses of an account, ordered by index. Other work goes on while the texts of many are computed.
 * @throws UnknownAddressError, WalletClosedError
 */
export const addressesOf = async (wallet: Wallet, account: number): Promise<AddressView[]> => {
  await wallet.prepareAddressTexts(account, 0, labelsOf(wallet, account).length)
  return addressesAt(wallet, account, [...labelsOf(wallet, account).keys()])
}

/** Creates an account with its first address. */
export const createAccount = async (wallet: Wallet, label: string): Promise<AccountView> => {
  const { state } = wallet
  let index = 0
  await state.update('strict', () => {
    index = state.labels.length
    return { labels: [...state.labels, [label]] }
  })
  await wallet.watch({ major: index, minor: 0 })
  return accountView(wallet, index)
}

/**
 * Creates addresses of an account, all with the same label.
 * @param count at least 1
 * @returns their indices
 * @throws UnknownAddressError
 */
export const createSubaddresses = async (
  wallet: Wallet,
  account: number,
  label: string,
  count: number,
): Promise<[number, ...number[]]> => {
  const { state } = wallet
  let first = 0
  await state.update('strict', () => {
    const labels = labelsOf(wallet, account)
    first = labels.length
    if (first + count - 1 > MAX_ADDRESSES) throw new UnknownAddressError(`account ${account} has all its addresses`)
    return { labels: state.labels.with(account, [...labels, ...Array.from({ length: count }, () => label)]) }
  })
  await wallet.watch({ major: account, minor: first + count - 1 })
  return [first, ...Array.from({ length: count - 1 }, (_, i) => first + 1 + i)]
}

/**
 * Creates the next address of an account.
 * @throws UnknownAddressError
 */
export const createSubaddress = async (wallet: Wallet, account: number, label: string): Promise<AddressView> => {
  const [index] = await createSubaddresses(wallet, account, label, 1)
  const address = wallet.addressText({ major: account, minor: index })
  return { account, index, address, label, used: false, balance: 0n, received: 0n, lastUsed: 0, place: 'listed' }
}

/**
 * Sets the label of an address. The label of an account is that of its first address.
 * @throws UnknownAddressError
 */
export const setLabel = async (wallet: Wallet, index: SubaddressIndex, label: string): Promise<void> => {
  const { major, minor } = index
  await wallet.state.update('strict', () => {
    if (minor >= labelsOf(wallet, major).length)
      throw new UnknownAddressError(`account ${major} has no address ${minor}; create it first`)
    return { labels: relabel(wallet.state.labels, index, label) }
  })
}

/**
 * Pins an address to the top of its list, hides it there, or has it in its order again. A hidden address shows again once it receives something. The
 * main address of an account is never hidden: change arrives at it.
 * @throws UnknownAddressError
 */
export const setAddressPlace = async (
  wallet: Wallet,
  index: SubaddressIndex,
  place: Exclude<AddressPlace, 'returned'>,
): Promise<void> => {
  const { state } = wallet
  await state.update('strict', () => {
    if (index.minor >= labelsOf(wallet, index.major).length || (place === 'hidden' && index.minor === 0))
      throw new UnknownAddressError(`account ${index.major} has no address ${index.minor} that can be ${place}`)
    const others = withoutMark(state.addressMarks, index)
    if (place === 'listed') return { addressMarks: others }
    const mark = place === 'hidden' ? { kind: place, height: state.height } : { kind: place }
    return { addressMarks: [...others, { major: index.major, minor: index.minor, ...mark }] }
  })
}

/**
 * Sets the tag of an account; the empty tag removes it.
 * @throws UnknownAddressError
 */
export const setAccountTag = async (wallet: Wallet, account: number, tag: string): Promise<void> => {
  const { state } = wallet
  await state.update('strict', () => {
    labelsOf(wallet, account)
    return { tags: tagAccounts(state.tags, [account], tag) }
  })
}

/**
 * Sets the description of a tag.
 * @throws UnknownTagError
 */
export const describeAccountTag = async ({ state }: Wallet, tag: string, description: string): Promise<void> => {
  await state.update('strict', () => ({ tags: describeTag(state.tags, tag, description) }))
}
