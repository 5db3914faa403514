// Rare characters of the command's bundles: the escaped text is ASCII and means the same.
import { expect, it } from 'vitest'
import { escapeRareCharacters } from '../../../release/rareCharacters.ts'

const PADDING = `// ${'comment '.repeat(500)}\n`

it('writes ASCII that means the same in strings, templates, regular expressions and names', async () => {
  const source = `${PADDING}// Σ…
const größe = 'a…é😀'
export default [größe, \`−\${größe}\`, /^[а-я…]$/.test('я'), /^.$/u.test('😀'), /^[😀]$/u.test('😀')]`
  const escaped = escapeRareCharacters(source)
  expect(escaped).toMatch(/^[\0-\x7f]*$/)
  const { default: values } = await import(`data:text/javascript,${encodeURIComponent(escaped)}`)
  expect(values).toEqual(['a…é😀', '−a…é😀', true, true, true])
})

it('leaves word lists of other scripts readable', () => {
  const source = `export default ['${'あいこくしん '.repeat(100)}']`
  expect(escapeRareCharacters(source)).toBe(source)
})

it('rejects a raw template beside such characters', () => {
  expect(() => escapeRareCharacters(`${PADDING}String.raw\`…\``)).toThrow('String.raw')
  expect(escapeRareCharacters(`${PADDING}String.raw\`.\``)).toBe(`${PADDING}String.raw\`.\``)
})
