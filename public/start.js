// Runs before the first paint: applies the stored theme (src/app/state/preferences/preferences.ts), reloads the page if one of its files is
// missing, and says so if the browser cannot read its scripts.
try {
  const theme = localStorage.getItem('faba.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme applies.
}

// A new version can take over between the page and its files. Without a network the old files are gone then; the new ones are complete. Once
// the page has started, it decides itself (src/app/state/session/missingFiles.ts): it may hold a payment, or a wallet that is stored nowhere.
addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return
    if (document.getElementById('outdated') === null) return
    // Texts of a language: the page looks after them (src/app/main.tsx).
    if (target instanceof HTMLLinkElement && /\/texts-[a-z]+-[^/]+$/.test(target.href)) return
    try {
      const last = Number(sessionStorage.getItem('faba.incomplete'))
      if (Date.now() - last < 10_000) return
      sessionStorage.setItem('faba.incomplete', String(Date.now()))
      location.reload()
    } catch {
      // Without storage a repeated failure cannot be detected: no reload.
    }
  },
  true,
)

// The page removes this text when it starts.
addEventListener('error', ({ error }) => {
  if (error instanceof SyntaxError) document.getElementById('outdated')?.removeAttribute('hidden')
})
