// Preferences in local storage, none of them secret: theme, last used nodes, DNS service for names, closed guides, notifications,
// hidden amounts.
import { createSignal } from 'solid-js'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'faba.theme'
const NODES_KEY = 'faba.nodes'
const RESOLVER_KEY = 'faba.resolver'
const GUIDES_KEY = 'faba.closedGuides'

/** Returns a stored preference; empty if there is none. */
export const readPreference = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Storage is blocked: preferences last until the page closes.
    return ''
  }
}

/** Stores a preference, as far as the browser allows. */
export const writePreference = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

const storedTheme = readPreference(THEME_KEY)
const [theme, setThemeSignal] = createSignal<Theme>(
  storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system',
)

export { theme }

/** Sets the theme; `public/start.js` applies it before the first paint when the page opens again. */
export const setTheme = (chosen: Theme): void => {
  setThemeSignal(chosen)
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  writePreference(THEME_KEY, chosen)
}

const [nameResolver, setNameResolverSignal] = createSignal(readPreference(RESOLVER_KEY))

/** URL of the DNS service for OpenAlias names; empty if names are off. */
export { nameResolver }

/** Sets the DNS service for names; an empty URL turns names off. */
export const setNameResolver = (url: string): void => {
  setNameResolverSignal(url)
  writePreference(RESOLVER_KEY, url)
}

const ARRIVALS_KEY = 'faba.notifyArrivals'

const [notifiesArrivals, setNotifiesArrivalsSignal] = createSignal(readPreference(ARRIVALS_KEY) === 'yes')

/** Whether the user wants notifications of incoming payments. */
export { notifiesArrivals }

/** Sets whether incoming payments are notified. */
export const setNotifiesArrivals = (isOn: boolean): void => {
  setNotifiesArrivalsSignal(isOn)
  writePreference(ARRIVALS_KEY, isOn ? 'yes' : '')
}

const HIDDEN_AMOUNTS_KEY = 'faba.hiddenAmounts'

const [amountsHidden, setAmountsHiddenSignal] = createSignal(readPreference(HIDDEN_AMOUNTS_KEY) === 'yes')

/** Whether amounts are masked on this device. */
export { amountsHidden }

/** Masks all amounts, or shows them again. */
export const setAmountsHidden = (isHidden: boolean): void => {
  setAmountsHiddenSignal(isHidden)
  writePreference(HIDDEN_AMOUNTS_KEY, isHidden ? 'yes' : '')
}

const STORAGE_KEY = 'faba.askedForStorage'

/** Returns whether the browser is to be asked to keep the storage because coins arrived; true once, as browsers may ask the user. */
export const takeStorageQuestion = (): boolean => {
  if (readPreference(STORAGE_KEY) !== '') return false
  writePreference(STORAGE_KEY, 'yes')
  return true
}

const closedGuides = (): readonly string[] => readPreference(GUIDES_KEY).split(' ').filter(Boolean)

/** Returns whether the user has closed a guide. */
export const isGuideClosed = (name: string): boolean => closedGuides().includes(name)

/** Stores whether a guide is open. */
export const rememberGuide = (name: string, open: boolean): void => {
  const others = closedGuides().filter((each) => each !== name)
  writePreference(GUIDES_KEY, (open ? others : [...others, name]).join(' '))
}

const rememberedNodes = (): Record<string, unknown> => {
  try {
    const stored: unknown = JSON.parse(readPreference(NODES_KEY) || '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

/** Returns the node URL last used with a network; empty if there is none. */
export const lastNode = (networkId: string): string => {
  const url = rememberedNodes()[networkId]
  return typeof url === 'string' ? url : ''
}

/** Stores the node URL of a network, as the default of the next wallet. */
export const rememberNode = (networkId: string, url: string): void =>
  writePreference(NODES_KEY, JSON.stringify({ ...rememberedNodes(), [networkId]: url }))
