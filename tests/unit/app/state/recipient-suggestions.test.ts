// Recipients whose names the user begins to type.
import { describe, expect, it } from 'vitest'
import { suggestRecipients } from '../../../../src/app/state/recipients/suggestions.ts'

const contact = (name: string, paymentId = '') => ({ name, address: `address of ${name}`, paymentId })
const contacts = [contact('Bea Josephs'), contact('José Bean'), contact('Jo old', 'ab'), contact('')]
const recent = [
  { note: 'Rent for Josh', address: 'address 1' },
  { note: '', address: 'address 2' },
]
const named = (typed: string): readonly string[] => suggestRecipients(typed, contacts, recent).map(({ name }) => name)

describe('suggestRecipients', () => {
  it('finds contacts and paid addresses with every typed word, whatever the accents and capitals', () => {
    expect(named('jos')).toEqual(['José Bean', 'Bea Josephs', 'Rent for Josh'])
    expect(named(' JOSE  bean ')).toEqual(['José Bean'])
    expect(named('rent josh')).toEqual(['Rent for Josh'])
    expect(named('nobody')).toEqual([])
  })

  it('lists outdated contacts last', () => {
    expect(named('jo').at(-1)).toBe('Jo old')
    expect(suggestRecipients('jo old', contacts, recent)).toMatchObject([{ isOutdated: true }])
  })

  it('finds nothing for an empty text, nor for an address', () => {
    expect(named(' ')).toEqual([])
    expect(suggestRecipients('x'.repeat(61), [contact('x'.repeat(61))], [])).toEqual([])
  })

  it('lists few', () => {
    const many = Array.from({ length: 9 }, (_, i) => contact(`Ann ${i}`))
    expect(suggestRecipients('ann', many, [])).toHaveLength(5)
  })

  it('shows characters of names that are not displayed', () => {
    expect(suggestRecipients('eve', [contact('Eve\u202e')], [])).toMatchObject([{ name: 'Eve[U+202E]' }])
  })
})
