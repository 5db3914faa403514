// What must happen before the first paint: it applies the chosen theme (src/app/state/preferences.ts keeps it), and asks for the whole
// page again where one of its own files is missing.
try {
  const theme = localStorage.getItem('faba.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme it is.
}

// A new version can take over between the page and its files: without a network the old ones are gone by then, the new ones all there.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return
    try {
      const last = Number(sessionStorage.getItem('faba.incomplete'))
      if (Date.now() - last < 10_000) return
      sessionStorage.setItem('faba.incomplete', String(Date.now()))
      location.reload()
    } catch {
      // Without storage nothing tells a second time from the first.
    }
  },
  true,
)
