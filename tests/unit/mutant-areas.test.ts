// The areas of the mutation tests name files that exist.

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS } from '../mutants/areas.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Returns the patterns that a pattern with alternatives in braces stands for. */
const alternatives = (pattern: string): readonly string[] => {
  const [, before = '', list, after = ''] = /^(.*?)\{(.*?)\}(.*)$/.exec(pattern) ?? []
  if (list === undefined) return [pattern]
  return list.split(',').flatMap((item) => alternatives(`${before}${item}${after}`))
}

/** Returns the patterns that match no file. */
const unmatched = (patterns: readonly string[]): readonly string[] =>
  patterns
    .flatMap((pattern) => alternatives(pattern.replace(/^!/, '')))
    .filter((pattern) => globSync(pattern, { cwd: ROOT }).length === 0)

describe.each(Object.entries(AREAS))('the area %s', (_, { sources, tests, equivalents }) => {
  it('has sources for each of its patterns', () => {
    expect(unmatched(sources)).toEqual([])
  })

  it('has test files for each of its patterns', () => {
    expect(unmatched(tests)).toEqual([])
  })

  it('lists equivalent mutants of code that exists', () => {
    const gone = equivalents.filter(
      ({ file, original }) =>
        !existsSync(join(ROOT, file)) || !readFileSync(join(ROOT, file), 'utf8').includes(original),
    )
    expect(gone).toEqual([])
  })
})

describe('a pattern of an area', () => {
  it('stands for each of its alternatives', () => {
    expect(alternatives('src/{a,b}/{c,d*}.ts')).toEqual(['src/a/c.ts', 'src/a/d*.ts', 'src/b/c.ts', 'src/b/d*.ts'])
  })

  it('is reported if one of its alternatives matches no file', () => {
    expect(unmatched(['tests/unit/{mutant-areas,nowhere}.test.ts', '!tests/unit/**/*.none'])).toEqual([
      'tests/unit/nowhere.test.ts',
      'tests/unit/**/*.none',
    ])
  })
})
