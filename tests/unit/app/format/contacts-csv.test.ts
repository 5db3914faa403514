// Contacts as CSV: what is saved is read back, and tables of other programs are read too.
import { expect, it } from 'vitest'
import { contactsCsv } from '../../../../src/app/format/contactsCsv.ts'
import { decodeTable, parseContactsCsv } from '../../../../src/wallet/accounts/contactsTable.ts'

it('reads back what it writes', () => {
  const contacts = [
    { name: 'Ben, the "Bean"', address: 'L9one' },
    { name: '=1+1', address: 'L9two' },
  ]
  expect(contactsCsv(contacts)).toBe('name,address\r\n"Ben, the ""Bean""",L9one\r\n\'=1+1,L9two\r\n')
  expect(parseContactsCsv(contactsCsv(contacts))).toEqual(contacts)
})

it('has a third column if there are notes, and reads such a column only by its heading', () => {
  const contacts = [
    { name: 'Ben', address: 'L9one', note: 'Pays, "late"' },
    { name: 'Cy', address: 'L9two', note: '' },
  ]
  expect(contactsCsv(contacts)).toBe('name,address,note\r\nBen,L9one,"Pays, ""late"""\r\nCy,L9two,\r\n')
  expect(parseContactsCsv(contactsCsv(contacts))).toEqual(contacts)
  expect(parseContactsCsv('Adresse;Name;Notiz\nL9one;Ben;spät')).toEqual([
    { name: 'Ben', address: 'L9one', note: 'spät' },
  ])
  // A column of notes is that of the names if there is no other.
  expect(parseContactsCsv('address,note\nL9one,Ben')).toEqual([{ name: 'Ben', address: 'L9one' }])
  expect(parseContactsCsv('Ben,L9one,something')).toEqual([{ name: 'Ben', address: 'L9one' }])
})

/** An address by its form. */
const A = `4${'9abcdefghijkmnopqrst'.repeat(5)}`.slice(0, 95)
const B = A.replaceAll('t', 'u')

it('finds the column of addresses of a table without headings', () => {
  expect(parseContactsCsv(`${A},Bob\n${B},Carol`)).toEqual([
    { name: 'Bob', address: A },
    { name: 'Carol', address: B },
  ])
  // A column that counts has no names.
  expect(parseContactsCsv(`1;Bob;monero:${A}?tx_amount=1`)).toEqual([
    { name: 'Bob', address: `monero:${A}?tx_amount=1` },
  ])
  expect(parseContactsCsv(`#1,${A},12\n#2,${B},7`)).toEqual([
    { name: '#1', address: A },
    { name: '#2', address: B },
  ])
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
  ['name, address\n"Ben", "L9one"', [{ name: 'Ben', address: 'L9one' }]],
  ['Nr.;Name;Adresse\n1;Ben;L9one', [{ name: 'Ben', address: 'L9one' }]],
  ['Dirección,Nombre\nL9one,Ben', [{ name: 'Ben', address: 'L9one' }]],
  ['العنوان,الاسم\nL9one,Ben', [{ name: 'Ben', address: 'L9one' }]],
  ['XMR address\tWho\nL9one\tBen', [{ name: 'Ben', address: 'L9one' }]],
  ['just a text', [{ name: 'just a text', address: '' }]],
  ['', []],
])('reads %j', (text, contacts) => {
  expect(parseContactsCsv(text)).toEqual(contacts)
})

it('decodes what spreadsheets save as Unicode text', () => {
  const text = '\ufeffname\taddress\r\nBén\tL9one\r\n'
  const wide = new Uint8Array(2 * text.length)
  for (const [i, character] of [...text].entries())
    new DataView(wide.buffer).setUint16(2 * i, character.charCodeAt(0), true)
  expect(parseContactsCsv(decodeTable(wide))).toEqual([{ name: 'Bén', address: 'L9one' }])
  const swapped = wide.map((_, i) => wide[i ^ 1] ?? 0)
  expect(parseContactsCsv(decodeTable(swapped))).toEqual([{ name: 'Bén', address: 'L9one' }])
  expect(parseContactsCsv(decodeTable(new TextEncoder().encode(text)))).toEqual([{ name: 'Bén', address: 'L9one' }])
})

it('ignores a byte order mark before quotes', () => {
  expect(parseContactsCsv('\uFEFF"name","address"\n"Ann","42"')).toEqual([{ name: 'Ann', address: '42' }])
})
