// Values that a screen fetches from the engine.
import { type Accessor, createMemo, createResource, type ResourceSource } from 'solid-js'
import type { Milliseconds } from '../../../async/time.ts'
import { errorText } from '../../format/error.ts'
import { holdNavigation, MOMENT_MS } from './heldNavigation.ts'

export type Fetched<T> = {
  /** the latest value; undefined before the first one and after a failure */
  readonly value: Accessor<T | undefined>
  /** whether there was a value or a failure; later fetches do not change it */
  readonly loaded: Accessor<boolean>
  /** text of the error; empty without one */
  readonly problem: Accessor<string>
  refetch(): Promise<void>
}

/** The engine answers by itself, and the screen has no placeholder for what it says. */
const MAX_ENGINE_WAIT_MS: Milliseconds = 5000

const createHeld = <S, T>(
  source: ResourceSource<S>,
  fetchValue: (source: S) => T | Promise<T>,
  maxWait: Milliseconds,
): Fetched<T> => {
  const first = Promise.withResolvers<void>()
  const [resource, { refetch }] = createResource(source, async (value: S) => {
    try {
      return await fetchValue(value)
    } finally {
      first.resolve()
    }
  })
  const held = holdNavigation(() => first.promise, maxWait)
  const loaded = createMemo<boolean>((was) => was || !['unresolved', 'pending'].includes(resource.state), false)
  return {
    loaded: () => {
      if (!loaded()) held()
      return loaded()
    },
    value: () => {
      if (resource.state === 'pending') held()
      // While a navigation waits, the state may still be that of an earlier value, and reading it would throw the error into the screen.
      if (resource.error !== undefined) return undefined
      return resource.state === 'ready' || resource.state === 'refreshing' ? resource.latest : undefined
    },
    problem: () => (resource.error === undefined ? '' : errorText(resource.error)),
    refetch: async () => void (await refetch()),
  }
}

/**
 * Fetches a value of the engine now and whenever `source` changes. A failure never throws into the screen: it is in `problem`. A navigation
 * waits for the first value. Later nothing waits, so that a fetch never takes away what is on the screen.
 */
export const createFetched = <S, T>(source: ResourceSource<S>, fetchValue: (source: S) => T | Promise<T>): Fetched<T> =>
  createHeld(source, fetchValue, MAX_ENGINE_WAIT_MS)

/** Fetches a value that the engine gets from a node, which may not respond: a navigation waits for a moment only. */
export const createFetchedFromNode = <S, T>(
  source: ResourceSource<S>,
  fetchValue: (source: S) => T | Promise<T>,
): Fetched<T> => createHeld(source, fetchValue, MOMENT_MS)
