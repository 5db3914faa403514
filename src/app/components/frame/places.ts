// The places of an open wallet: what navigation, keys and the command palette lead to.
import type { TextKey } from '../../text/text.ts'
import type { IconName } from '../controls/Icon.tsx'

export type Place = {
  readonly href: string
  readonly icon: IconName
  readonly text: TextKey
  /** after `g`, this key leads to the place */
  readonly key: string
}

const HOME: Place = { href: '/', icon: 'home', text: 'nav.home', key: 'h' }
const SEND: Place = { href: '/send', icon: 'send', text: 'nav.send', key: 's' }
const RECEIVE: Place = { href: '/receive', icon: 'receive', text: 'nav.receive', key: 'r' }
const HISTORY: Place = { href: '/history', icon: 'history', text: 'nav.history', key: 't' }

/** Opened daily. */
export const MAIN_PLACES: readonly Place[] = [
  HOME,
  SEND,
  RECEIVE,
  HISTORY,
  { href: '/coins', icon: 'coins', text: 'nav.coins', key: 'o' },
  { href: '/contacts', icon: 'contacts', text: 'nav.contacts', key: 'c' },
]

export const OTHER_PLACES: readonly Place[] = [
  { href: '/tools', icon: 'tools', text: 'nav.tools', key: 'l' },
  { href: '/settings', icon: 'settings', text: 'nav.settings', key: ',' },
]

/** At the foot of a phone; the last one leads to all others. */
export const PHONE_PLACES: readonly Place[] = [
  HOME,
  SEND,
  RECEIVE,
  HISTORY,
  { href: '/more', icon: 'more', text: 'nav.more', key: 'm' },
]
