// A value that follows another once that one rests.
import { type Accessor, createEffect, createSignal, on, onCleanup, untrack } from 'solid-js'

/** Returns the value of `source` after it has not changed for a time. */
export const createDebounced = <T>(source: Accessor<T>, milliseconds: number): Accessor<T> => {
  const [rested, setRested] = createSignal(untrack(source))
  let timer: ReturnType<typeof setTimeout> | undefined
  createEffect(
    on(
      source,
      (value) => {
        clearTimeout(timer)
        timer = setTimeout(() => setRested(() => value), milliseconds)
      },
      { defer: true },
    ),
  )
  onCleanup(() => clearTimeout(timer))
  return rested
}
