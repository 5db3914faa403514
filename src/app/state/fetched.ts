// Values that a screen fetches from the engine.
import { type Accessor, createResource, type ResourceSource } from 'solid-js'
import { errorText } from '../format/error.ts'

export type Fetched<T> = {
  /** the latest value; undefined before the first one and after a failure */
  readonly value: Accessor<T | undefined>
  /** text of the error; empty without one */
  readonly problem: Accessor<string>
  refetch(): Promise<void>
}

/** Fetches a value now and whenever `source` changes. A failure never throws into the screen: it is in `problem`. */
export const createFetched = <S, T>(
  source: ResourceSource<S>,
  fetchValue: (source: S) => T | Promise<T>,
): Fetched<T> => {
  const [resource, { refetch }] = createResource(source, (value: S) => fetchValue(value))
  return {
    value: () => (resource.error === undefined ? resource.latest : undefined),
    problem: () => (resource.error === undefined ? '' : errorText(resource.error)),
    refetch: async () => void (await refetch()),
  }
}
