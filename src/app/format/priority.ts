// Texts of the fee priorities.
import { type TextKey, t } from '../text/text.ts'

const NAMES: Readonly<Record<string, TextKey>> = {
  unimportant: 'send.priorityNames.unimportant',
  normal: 'send.priorityNames.normal',
  elevated: 'send.priorityNames.elevated',
  priority: 'send.priorityNames.priority',
  blink: 'send.priorityNames.blink',
}

const TIMES: Readonly<Record<string, TextKey>> = {
  unimportant: 'fees.times.unimportant',
  normal: 'fees.times.normal',
  elevated: 'fees.times.elevated',
  priority: 'fees.times.priority',
  blink: 'fees.times.blink',
}

const textOf = (keys: Readonly<Record<string, TextKey>>, name: string, fallback: string): string => {
  const key = keys[name]
  return key === undefined ? fallback : t(key)
}

/** Returns the text of a priority; the network's own name if the page has no text for it. */
export const priorityName = (name: string): string => textOf(NAMES, name, name)

/** Returns how long a payment of a priority takes; empty if the page has no text for it. */
export const priorityTime = (name: string): string => textOf(TIMES, name, '')
