// Texts of the fee priorities.
import { type TextKey, t } from '../text/text.ts'

const texts: Readonly<Record<string, TextKey>> = {
  unimportant: 'send.priorityNames.unimportant',
  normal: 'send.priorityNames.normal',
  elevated: 'send.priorityNames.elevated',
  priority: 'send.priorityNames.priority',
  blink: 'send.priorityNames.blink',
}

/** Returns the text of a priority; the network's own name if the page has no text for it. */
export const priorityName = (name: string): string => {
  const key = texts[name]
  return key === undefined ? name : t(key)
}
