// The services that the user named for rates, one for each network, on this device. There is none by default.
import { createSignal } from 'solid-js'
import { isCurrency } from '../../format/rate.ts'
import type { RateSource } from '../../host/services/rateService.ts'
import { readPageUrl, type UrlFault } from '../nodes/pageUrl.ts'
import { readPreference, writePreference } from '../preferences/preferences.ts'

const KEY = 'faba.rates'

type Sources = Readonly<Record<string, RateSource>>

const isSource = (value: unknown): value is RateSource =>
  typeof value === 'object' &&
  value !== null &&
  ['url', 'path', 'currency'].every(
    (name) => typeof Object.entries(value).find(([key]) => key === name)?.[1] === 'string',
  )

/** Reads the stored services; without a valid one nothing is requested. */
export const parseSources = (text: string): Sources => {
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, RateSource] => isSource(entry[1])),
    )
  } catch {
    return {}
  }
}

const [sources, setSources] = createSignal<Sources>(parseSources(readPreference(KEY)))

/** Returns the service of a network; undefined if the user named none. */
export const rateSourceOf = (networkId: string): RateSource | undefined => sources()[networkId]

/** Sets the service of a network; undefined removes it. */
export const setRateSource = (networkId: string, source: RateSource | undefined): void => {
  const { [networkId]: _, ...others } = sources()
  const next = source === undefined ? others : { ...others, [networkId]: source }
  setSources(next)
  writePreference(KEY, JSON.stringify(next))
}

export type RateSourceProblem = UrlFault | 'currency'

/** Returns what is wrong with a typed service; undefined if nothing is. */
export const checkRateSource = ({ url, currency }: RateSource): RateSourceProblem | undefined => {
  // The placeholders are not part of a host.
  return readPageUrl(url.replace(/[{}]/g, '')).fault ?? (isCurrency(currency) ? undefined : 'currency')
}
