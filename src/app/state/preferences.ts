// What the page remembers about itself between visits, none of it secret: theme, last used nodes, the resolver of names.
import { createSignal } from 'solid-js'

export type Theme = 'system' | 'light' | 'dark'

const THEME_KEY = 'faba.theme'
const NODES_KEY = 'faba.nodes'
const RESOLVER_KEY = 'faba.resolver'

const read = (key: string): string => {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    // Storage is blocked: nothing is remembered, all else works.
    return ''
  }
}

const write = (key: string, value: string): void => {
  try {
    localStorage.setItem(key, value)
  } catch {
    // As above.
  }
}

const storedTheme = read(THEME_KEY)
const [theme, setThemeSignal] = createSignal<Theme>(
  storedTheme === 'light' || storedTheme === 'dark' ? storedTheme : 'system',
)

export { theme }

/** Chooses the theme; `public/start.js` applies it before the first paint of the next visit. */
export const setTheme = (chosen: Theme): void => {
  setThemeSignal(chosen)
  if (chosen === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = chosen
  write(THEME_KEY, chosen)
}

const [nameResolver, setNameResolverSignal] = createSignal(read(RESOLVER_KEY))

/** Address of the service that is asked for OpenAlias names; empty where the person chose none, and then nobody is asked. */
export { nameResolver }

/** Chooses the service that is asked for names; an empty address ends that. */
export const setNameResolver = (url: string): void => {
  setNameResolverSignal(url)
  write(RESOLVER_KEY, url)
}

const rememberedNodes = (): Record<string, unknown> => {
  try {
    const stored: unknown = JSON.parse(read(NODES_KEY) || '{}')
    return typeof stored === 'object' && stored !== null ? { ...stored } : {}
  } catch {
    return {}
  }
}

/** The node address last used with a network; empty when there is none. */
export const lastNode = (networkId: string): string => {
  const url = rememberedNodes()[networkId]
  return typeof url === 'string' ? url : ''
}

/** Remembers the node address of a network for the next wallet. */
export const rememberNode = (networkId: string, url: string): void =>
  write(NODES_KEY, JSON.stringify({ ...rememberedNodes(), [networkId]: url }))
