// Media queries as signals.
import { type Accessor, createSignal, onCleanup } from 'solid-js'

/** Returns whether a media query holds. */
export const createMediaQuery = (query: string): Accessor<boolean> => {
  const list = matchMedia(query)
  const [matches, setMatches] = createSignal(list.matches)
  const follow = (): void => void setMatches(list.matches)
  list.addEventListener('change', follow)
  onCleanup(() => list.removeEventListener('change', follow))
  return matches
}

/** From here on lists are tables. */
export const TABLE_WIDTH = '(min-width: 1024px)'

/** From here on the details of a row stand beside its list. */
export const PANEL_WIDTH = '(min-width: 1280px)'

/** Returns whether the details of a row stand beside its list now. */
export const hasPanel = (): boolean => matchMedia(PANEL_WIDTH).matches
