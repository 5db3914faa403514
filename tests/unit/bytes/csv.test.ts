// CSV: cells and rows survive, whatever characters they contain.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../../src/bytes/csv.ts'

/** Parses a table as RFC 4180 defines it: one quoted or unquoted cell at a time. */
const parseCsv = (table: string): string[][] => {
  const rows: string[][] = []
  let row: string[] = []
  for (const [, quoted, unquoted = '', end] of table.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy)) {
    row.push(quoted === undefined ? unquoted : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows
}

const cell = fc.string({ unit: fc.oneof(fc.constantFrom('"', ',', '\r', '\n', "'", '='), fc.string()) })
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 5 })

it('returns every cell and row to an RFC 4180 parser', () => {
  fc.assert(
    fc.property(rows, (table) => {
      expect(parseCsv(joinCsvRows(table.map((cells) => cells.map(encodeCsvCell))))).toEqual(table)
    }),
  )
})

it('quotes a cell only if it contains a comma, a quote or a line break', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(encodeCsvCell(text) === text).toBe(!/[",\r\n]/.test(text))
    }),
  )
})

it('escapes every text that a spreadsheet evaluates as a formula, and no other', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']) expect(escapeFormula(text)).toBe(`'${text}`)
  for (const text of ['', 'rent', "'=1", '1-1', 'a@b']) expect(escapeFormula(text)).toBe(text)
})
