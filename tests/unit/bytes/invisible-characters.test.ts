// Controls of direction in texts of others: none has an effect behind the end of its text.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeDirections, exactParts, hasHidden, showHidden } from '../../../src/bytes/invisibleCharacters.ts'

const text = fc.string({
  unit: fc.constantFrom('a', 'ש', '\u200e', '\u202a', '\u202c', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'),
})

it('closes every isolate, and leaves no embedding or override', () => {
  fc.assert(
    fc.property(text, (written) => {
      let open = 0
      for (const character of closeDirections(written)) {
        if (/[\u2066-\u2068]/.test(character)) open++
        if (character === '\u2069') open--
        expect(open).toBeGreaterThanOrEqual(0)
        expect(character).not.toMatch(/[\u202a-\u202e]/)
      }
      expect(open).toBe(0)
      expect(closeDirections(closeDirections(written))).toBe(closeDirections(written))
    }),
  )
})

const HIDDEN_ONES = [
  ...['\u0000', '\u0007', '\t', '\r', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4'],
  ...['\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2028', '\u2029', '\u202e', '\u2060', '\u2066'],
  ...['\u2800', '\u3164', '\ufe0f', '\ufeff', '\uffa0', '\ufff9', '\u{e0041}', '\u{f0000}', '\u2003', '\ud800'],
]

const visible = (text: string): string =>
  exactParts(text)
    .map((part) => part.text)
    .join('')

it('shows every hidden character of a text that is signed, in its place', () => {
  const unit = fc.constantFrom('a', 'ש', '1', ' ', '\n', '🚀', ...HIDDEN_ONES)
  fc.assert(
    fc.property(fc.string({ unit }), (written) => {
      const parts = exactParts(written)
      for (const { text: part, isMark } of parts)
        if (!isMark) expect(part).not.toMatch(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u2800]/u)
      // Nothing is lost: the text can be read back.
      const back = parts.map(({ text: part, isMark }) => {
        if (!isMark) return part
        if (part === '↵\n') return '\n'
        return part.startsWith('␣') ? ' '.repeat(part.length) : String.fromCodePoint(Number.parseInt(part.slice(3), 16))
      })
      expect(back.join('')).toBe(written)
    }),
  )
  for (const hidden of HIDDEN_ONES) {
    expect(visible(`a${hidden}b`), JSON.stringify(hidden)).toMatch(/^a\[U\+[\dA-F]{4,6}\]b$/)
    expect(hasHidden(`a${hidden}b`)).toBe(true)
  }
  expect(visible('pay \u202e001\u202c')).toBe('pay [U+202E]001[U+202C]')
  expect(visible(' a  b \n\nc ')).toBe('␣a  b␣↵\n↵\nc␣')
})

it('tells a written code point from a hidden character', () => {
  expect(exactParts('[U+202E]')).toEqual([{ text: '[U+202E]', isMark: false }])
  expect(exactParts('\u202e')).toEqual([{ text: '[U+202E]', isMark: true }])
  expect(hasHidden('two\nlines')).toBe(false)
})

it('shows hidden characters of names in one line, and keeps emoji and the joiners of scripts', () => {
  for (const name of [
    'Ann',
    'Zoë',
    'שלום',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d🚀',
    '❤\ufe0f',
    '1\ufe0f\u20e3',
    '山田\u3000太郎',
  ])
    expect(showHidden(name)).toBe(name)
  expect(showHidden('A\u200bnn')).toBe('A[U+200B]nn')
  expect(showHidden('A\u200dnn')).toBe('A[U+200D]nn')
  expect(showHidden('Eve \u202e0001\u202c\n')).toBe('Eve [U+202E]0001[U+202C]↵ ')
  fc.assert(
    fc.property(text, (written) => {
      expect(showHidden(written)).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
      expect(showHidden(showHidden(written))).toBe(showHidden(written))
    }),
  )
})
