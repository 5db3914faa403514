// What the fee priorities of the networks mean to a person.
import { type TextKey, t } from '../text/text.ts'

const texts: Readonly<Record<string, TextKey>> = {
  unimportant: 'send.priorityNames.unimportant',
  normal: 'send.priorityNames.normal',
  elevated: 'send.priorityNames.elevated',
  priority: 'send.priorityNames.priority',
  blink: 'send.priorityNames.blink',
}

/** What a priority means to a person; the network's own word where the page knows no better one. */
export const priorityName = (name: string): string => {
  const key = texts[name]
  return key === undefined ? name : t(key)
}
