// The block explorers that the user named, one for each network, on this device. There is none by default, and none is asked without a click.
import { createSignal } from 'solid-js'
import { readPreference, writePreference } from './preferences.ts'

const KEY = 'faba.explorers'
const WARNED_KEY = 'faba.explorerWarned'

/** What a template has in the place of the transaction id. */
export const TXID_PLACEHOLDER = '{txid}'

type Templates = Readonly<Record<string, string>>

const readTemplates = (): Templates => {
  try {
    const stored: unknown = JSON.parse(readPreference(KEY) || '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

const [templates, setTemplates] = createSignal(readTemplates())

/** Returns the template of a network; empty without an explorer. */
export const explorerTemplate = (networkId: string): string => templates()[networkId] ?? ''

/** Sets the template of a network; an empty one removes it. */
export const setExplorerTemplate = (networkId: string, template: string): void => {
  const { [networkId]: _, ...others } = templates()
  const next = template === '' ? others : { ...others, [networkId]: template }
  setTemplates(next)
  writePreference(KEY, JSON.stringify(next))
}

const readWarned = (): readonly string[] => readPreference(WARNED_KEY).split(' ').filter(Boolean)

const [warned, setWarned] = createSignal(readWarned())

/** Returns whether the user knows what the explorer of a host learns. */
export const isWarnedOf = (host: string): boolean => warned().includes(host)

/** Records that the user knows what the explorer of a host learns. */
export const rememberWarned = (host: string): void => {
  if (isWarnedOf(host)) return
  setWarned([...warned(), host])
  writePreference(WARNED_KEY, warned().join(' '))
}
