// Whether the page is as wide as a desk: the rail stands at its side.
import { createSignal, onCleanup } from 'solid-js'

/** Returns whether the page is wide, also after its size changes. */
export const createWideScreen = (): (() => boolean) => {
  const query = matchMedia('(min-width: 900px)')
  const [isWide, setWide] = createSignal(query.matches)
  const follow = (): void => void setWide(query.matches)
  query.addEventListener('change', follow)
  onCleanup(() => query.removeEventListener('change', follow))
  return isWide
}
