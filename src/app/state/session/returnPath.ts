// The screen that follows when a wallet is unlocked: the one that was open when it locked or when the page was reloaded, or that a shortcut of the
// installed app names.
import type { EngineView } from '../../../engine/api/engineViews.ts'
import { keepInTab, readOfTab, removeFromTab } from '../../host/device/tabStorage.ts'

/** The id of the wallet that is open in this tab. */
const OPEN_WALLET = 'faba.open'

/** Returns the path in the query of an entry screen; home without one. Only paths of this page are taken. */
export const returnPathOf = (query: Readonly<Record<string, unknown>>): string => {
  const { to } = query
  return typeof to === 'string' && /^\/(?!\/)/.test(to) ? to : '/'
}

/** Returns the address of the screen that unlocks a wallet, and goes on to `path` then. */
export const unlockHref = (walletId: string, path: string): string => {
  const href = `/unlock/${encodeURIComponent(walletId)}`
  return path === '/' ? href : `${href}?to=${encodeURIComponent(path)}`
}

/** Keeps in this tab which wallet is open, until the user closes it. Called with each view before it is shown. */
export const keepOpenWallet = (next: EngineView, before: EngineView['phase']): void => {
  if (next.phase === 'open' && next.wallet !== undefined) keepInTab(OPEN_WALLET, next.wallet.id)
  else if (next.phase === 'closed' && before !== 'closed') removeFromTab(OPEN_WALLET)
}

/**
 * Returns where a screen of an open wallet leads while none is open: to the wallet that was open when the page was reloaded, and from there
 * back to the screen; to the list of wallets without one.
 */
export const closedHref = ({ wallets }: Pick<EngineView, 'wallets'>, path: string): string => {
  const id = readOfTab(OPEN_WALLET)
  return wallets.some((wallet) => wallet.id === id) ? unlockHref(id, path) : '/welcome'
}
