// Contacts as CSV: what is saved is read back, and tables of other programs are read too.
import { expect, it } from 'vitest'
import { contactsCsv } from '../../../../src/app/format/contactsCsv.ts'
import { parseContactsCsv } from '../../../../src/wallet/accounts/contactsTable.ts'

it('reads back what it writes', () => {
  const contacts = [
    { name: 'Ben, the "Bean"', address: 'L9one' },
    { name: '=1+1', address: 'L9two' },
  ]
  expect(contactsCsv(contacts)).toBe('name,address\r\n"Ben, the ""Bean""",L9one\r\n\'=1+1,L9two\r\n')
  expect(parseContactsCsv(contactsCsv(contacts))).toEqual(contacts)
})

/** An address by its form. */
const A = `4${'9abcdefghijkmnopqrst'.repeat(5)}`.slice(0, 95)
const B = A.replaceAll('t', 'u')

it('finds the column of addresses of a table without headings', () => {
  expect(parseContactsCsv(`${A},Bob\n${B},Carol`)).toEqual([
    { name: 'Bob', address: A },
    { name: 'Carol', address: B },
  ])
  expect(parseContactsCsv(`1;Bob;monero:${A}?tx_amount=1`)).toEqual([{ name: '1', address: `monero:${A}?tx_amount=1` }])
})

it.each([
  ['5" pizza', '5" pizza'],
  ['"Bob" Smith', 'Bob Smith'],
  ['=HYPERLINK("x")', '=HYPERLINK("x")'],
  [' "Bob"', 'Bob'],
])('reads the name %j and the row behind it', (cell, name) => {
  expect(parseContactsCsv(`name,address\n${cell},L9one\nCarol, "L9two"`)).toEqual([
    { name, address: 'L9one' },
    { name: 'Carol', address: 'L9two' },
  ])
})

it('reads back names that a spreadsheet would evaluate', () => {
  const names = ['a;=1+1', "'=1", '＝1+1', 'b\t@SUM(A1)', 'c;"=1', "'", "it's; fine"]
  const contacts = names.map((name) => ({ name, address: 'L9one' }))
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

it('ignores a byte order mark before quotes', () => {
  expect(parseContactsCsv('\uFEFF"name","address"\n"Ann","42"')).toEqual([{ name: 'Ann', address: '42' }])
})
