// What a visitor downloads: script before a wallet is opened, and what comes after. Needs a built page.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from './measure.ts'

const DIST = 'dist'

const kilobytes = (path: string): number => gzipSync(readFileSync(path), { level: 9 }).length / 1000

/** Scripts that index.html names, and what they import at once. */
const firstLoad = (): string[] => {
  const html = readFileSync(join(DIST, 'index.html'), 'utf8')
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const script = readFileSync(join(DIST, path), 'utf8')
    for (const [, name] of script.matchAll(/(?:^|[;}\s])import\s*(?:[\w${},*\s]+from\s*)?["']\.\/([\w.-]+\.js)["']/g))
      visit(`assets/${name}`)
  }
  for (const [, path = ''] of html.matchAll(/(?:src|href)="\/((?:assets\/)?[\w.-]+\.js)"/g)) visit(path)
  return [...found]
}

/** Sizes of the built page. */
export const bundleBench = async (): Promise<readonly Figure[]> => {
  const assets = readdirSync(join(DIST, 'assets'))
  const total = (ending: string): number =>
    assets.filter((name) => name.endsWith(ending)).reduce((sum, name) => sum + kilobytes(join(DIST, 'assets', name)), 0)
  return [
    {
      name: 'script before a wallet is opened (budget 200)',
      value: firstLoad().reduce((sum, path) => sum + kilobytes(join(DIST, path)), 0),
      unit: 'kB gzip',
    },
    { name: 'all script, workers and word lists included', value: total('.js'), unit: 'kB gzip' },
    { name: 'styles', value: total('.css'), unit: 'kB gzip' },
    { name: 'wasm', value: total('.wasm'), unit: 'kB gzip' },
  ]
}
