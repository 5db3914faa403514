// Sizes of files as text.
import { localeFormats } from '../text/locale.ts'

/** The largest size that is still shown in a unit, and its size. */
const UNITS = [
  { name: 'kB', size: 1e3, limit: 999_950 },
  { name: 'MB', size: 1e6, limit: 999_950_000 },
  { name: 'GB', size: 1e9, limit: Number.POSITIVE_INFINITY },
] as const

/** Returns a size with a no-break space, in units that every language writes so: `812 B`, `2.4 kB`, `1.3 MB`, `10.7 GB`. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes}\u00a0B`
  const { name, size } = UNITS.find(({ limit }) => bytes < limit) ?? UNITS[0]
  return `${(bytes / size).toFixed(1).replace('.', localeFormats().decimalMark)}\u00a0${name}`
}
