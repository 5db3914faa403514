// How payments begin on this device: which speeds the form shows, and which account of a wallet opens first.
import { createSignal } from 'solid-js'
import { readPreference, writePreference } from './preferences.ts'

/** Of more than two speeds, the form shows the usual one, or all. */
export type ShownSpeeds = 'usual' | 'all'

const SPEEDS_KEY = 'faba.speeds'
const ACCOUNTS_KEY = 'faba.firstAccounts'

const [shownSpeeds, setSpeeds] = createSignal<ShownSpeeds>(readPreference(SPEEDS_KEY) === 'all' ? 'all' : 'usual')

export { shownSpeeds }

/** Sets which speeds the form of a payment shows. */
export const chooseShownSpeeds = (speeds: ShownSpeeds): void => {
  setSpeeds(speeds)
  writePreference(SPEEDS_KEY, speeds === 'usual' ? '' : speeds)
}

type FirstAccounts = Readonly<Record<string, number>>

const readAccounts = (): FirstAccounts => {
  try {
    const stored: unknown = JSON.parse(readPreference(ACCOUNTS_KEY) || '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
    )
  } catch {
    return {}
  }
}

const [accounts, setAccounts] = createSignal(readAccounts())

/** Returns the index of the account that opens first in a wallet; undefined for the one that was used last. */
export const firstAccount = (walletId: string): number | undefined => accounts()[walletId]

/** Sets the account that opens first in a wallet; undefined for the one that was used last. */
export const chooseFirstAccount = (walletId: string, index: number | undefined): void => {
  const { [walletId]: _, ...others } = accounts()
  const next = index === undefined ? others : { ...others, [walletId]: index }
  setAccounts(next)
  writePreference(ACCOUNTS_KEY, JSON.stringify(next))
}
