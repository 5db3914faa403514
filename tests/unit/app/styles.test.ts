// The styles of the page fit languages of both directions: no property names a physical side.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../../src/app')
const files = globSync('**/*.css', { cwd: folder })

const PHYSICAL = [
  /(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)\b/,
  /border-(?:top|bottom)-(?:left|right)-radius/,
  /(?:^|[\s;{])(?:left|right)\s*:/,
  /(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  /translate(?:X|3d)?\((?!0|var|calc\([^;]*--inline-direction)[^,)]/,
]

/** Splits the value of a property at its top-level spaces. */
const partsOf = (value: string): readonly string[] => value.match(/(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[^\s(])+/g) ?? []

/** A shorthand whose right side differs from its left side. */
const isLopsided = (declaration: string): boolean => {
  const [, value = ''] =
    /^(?:margin|padding|inset|border-width|border-color|border-style):(.*)$/.exec(declaration) ?? []
  const [, right, , left] = partsOf(value)
  return left !== undefined && left !== right
}

const physicalDeclarations = (css: string): readonly string[] =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .split(/[;{}]/)
    .map((part) => part.trim())
    .filter((part) => isLopsided(part) || PHYSICAL.some((pattern) => pattern.test(part)))

it('finds each way to name a physical side', () => {
  const physical = [
    ...['margin-left: 1px', 'right: 0', 'text-align: left', 'border-top-left-radius: 2px', 'padding: 0 1px 0 2px'],
    ...['transform: translateX(18px)', 'margin: 0 calc(-1 * var(--a)) 0 0'],
  ]
  const logical = [
    ...['margin-inline-start: 1px', 'inset-inline-end: 0', 'text-align: start', 'padding: 0 1px 2px 1px'],
    ...['transform: translateX(calc(18px * var(--inline-direction)))', 'transform: translateY(-70%)'],
  ]
  expect(physicalDeclarations(`a { ${physical.join('; ')} }`)).toEqual(physical)
  expect(physicalDeclarations(`a { ${logical.join('; ')} }`)).toEqual([])
})

it('names no physical side in any style', () => {
  expect(files.length).toBeGreaterThan(40)
  const found = files.flatMap((file) =>
    physicalDeclarations(readFileSync(join(folder, file), 'utf8')).map((declaration) => `${file}: ${declaration}`),
  )
  expect(found).toEqual([])
})
