// The screen that follows when a wallet is unlocked: the one that was open when it locked, or that a shortcut of the installed app names.

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
