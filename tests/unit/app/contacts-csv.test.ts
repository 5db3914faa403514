// Contacts as CSV: what is saved is read back, and tables of other programs are read too.
import { expect, it } from 'vitest'
import { contactsCsv, parseContactsCsv } from '../../../src/app/format/contactsCsv.ts'

it('reads back what it writes', () => {
  const contacts = [
    { name: 'Ben, the "Bean"', address: 'L9one' },
    { name: '=1+1', address: 'L9two' },
  ]
  expect(contactsCsv(contacts)).toBe('name,address\r\n"Ben, the ""Bean""",L9one\r\n\'=1+1,L9two\r\n')
  expect(parseContactsCsv(contactsCsv(contacts))).toEqual(contacts)
})

it.each([
  ['Address;Description\nL9one; Ben \n', [{ name: 'Ben', address: 'L9one' }]],
  [
    'Ben,L9one\nCarl,L9two',
    [
      { name: 'Ben', address: 'L9one' },
      { name: 'Carl', address: 'L9two' },
    ],
  ],
  ['address\nL9one', [{ name: '', address: 'L9one' }]],
  ['just a text', [{ name: 'just a text', address: '' }]],
  ['', []],
])('reads %j', (text, contacts) => {
  expect(parseContactsCsv(text)).toEqual(contacts)
})
