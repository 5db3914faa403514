// Controls of direction in texts of others: none has an effect behind the end of its text.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { closeDirections, showDirections } from '../../../src/bytes/invisibleCharacters.ts'

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

it('shows every control and mark of direction by its code point', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(showDirections(written)).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
    }),
  )
  expect(showDirections('pay \u202e001\u202c')).toBe('pay [U+202E]001[U+202C]')
})
