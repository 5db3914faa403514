// Applies the chosen theme before the first paint (src/app/state/preferences.ts keeps it).
try {
  const theme = localStorage.getItem('faba.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked: the system's theme it is.
}
