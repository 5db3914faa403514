// Every file and folder that a Markdown page of the project names exists.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

const files = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).trim().split('\n')
const pages = files.filter((file) => file.endsWith('.md'))

/** Code spans that are paths: they contain a slash or end in the extension of a file of the project. */
const PATH = /^(?:[\w.@-]+\/)+[\w.-]*$|^[\w.-]+\.(?:tsx?|js|mjs|css|md|json)$/
/** Paths of the published page, of a build, of the package, of other machines, and placeholders. */
const ELSEWHERE =
  /^(?:dist|node_modules|wallets|chain)\b|^(?:node|wasm\/build|build|faba)\/|^service-worker\.js$|^\.\.\/shared$|^DIR\//

const codeSpans = (text: string): readonly string[] => [...text.matchAll(/`([^`\s]+)`/g)].map(([, text]) => text ?? '')

const linkTargets = (text: string): readonly string[] =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(([, target]) =>
    target === undefined || /^[a-z]+:/.test(target) ? [] : [target],
  )

/** Splits a page into paragraphs, list items and table rows. */
const blocksOf = (text: string): readonly string[] => text.split(/\n(?=\s*(?:[-*|#]|\d+\.|$))/)

/**
 * Returns the paths of a page that do not exist. A path is relative to the project, to the page, or to the folder of a path before it in the
 * same paragraph, list item or table row (`src/wallet/spend/plan.ts`, `select.ts`); or it is the last part of one below the page's folder or
 * below a folder that the page names. Names of TypeScript modules and of compressed data may lack their extension.
 */
const missingPaths = (page: string, text: string): readonly string[] => {
  const here = dirname(page)
  const named = codeSpans(text).filter((span) => span.includes('/') && existsSync(join(ROOT, span)))
  const scope = [...(here === '.' ? [] : [here]), ...named].map((folder) => `${folder.replace(/\/$/, '')}/`)
  const inScope = files.filter((file) => scope.some((folder) => file.startsWith(folder)))
  const isInScope = (path: string): boolean =>
    ['/', '.ts/', '.br/'].some((end) =>
      inScope.some((file) => `/${file}/`.includes(`/${path.replace(/\/$/, '')}${end}`)),
    )
  return blocksOf(text).flatMap((block) => {
    const folders = [here, '.', join(here, 'src'), 'src']
    const missing: string[] = []
    for (const path of codeSpans(block).filter((span) => PATH.test(span) && !ELSEWHERE.test(span))) {
      const found = folders.find((folder) => existsSync(join(ROOT, folder, path)))
      if (found === undefined && !isInScope(path)) missing.push(path)
      else if (found !== undefined) folders.push(dirname(join(found, path)), join(found, path))
    }
    return [...missing, ...linkTargets(block).filter((target) => !existsSync(join(ROOT, here, target)))]
  })
}

describe('the paths of a Markdown page', () => {
  it.each(pages)('exist: %s', (page) => {
    expect(missingPaths(page, readFileSync(join(ROOT, page), 'utf8'))).toEqual([])
  })

  it('are reported if they do not exist', () => {
    const text = '| `src/wallet/spend/plan.ts`, `select.ts`, `nowhere.ts` |\n`src/absent/` and [a](none.md)'
    expect(missingPaths('docs/README.md', text)).toEqual(['nowhere.ts', 'src/absent/', 'none.md'])
  })
})
