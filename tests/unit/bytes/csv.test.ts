// CSV: cells and rows survive, whatever characters they contain.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeCsvCell, escapeFormula, joinCsvRows, parseCsv, unescapeFormula } from '../../../src/bytes/csv.ts'

/** Parses a table as RFC 4180 defines it: one quoted or unquoted cell at a time. */
const parseStrictly = (table: string): string[][] => {
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
      expect(parseStrictly(joinCsvRows(table.map((cells) => cells.map(encodeCsvCell))))).toEqual(table)
    }),
  )
})

it('quotes a cell only if it contains a separator, a quote or a line break', () => {
  fc.assert(
    fc.property(cell, (text) => {
      expect(encodeCsvCell(text) === text).toBe(!/[",;\t\r\n]/.test(text))
    }),
  )
})

it('escapes every text that a spreadsheet evaluates as a formula, and no other', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)', ' =1', '"=1'])
    expect(escapeFormula(text)).toBe(`'${text}`)
  for (const text of ['\t1', '\r1', '\n1']) expect(escapeFormula(text)).toBe(`'${text}`)
  for (const text of ['', 'rent', '1-1', 'a@b', 'a;b', 'a\tb', 'a\nb', 'a; b=1', 'a,=1'])
    expect(escapeFormula(text)).toBe(text)
})

it('escapes formulas behind every character at which a spreadsheet may begin a cell', () => {
  for (const separator of [';', '\t', '\n', '\r', '\r\n'])
    for (const formula of ['=1', '-1', '＝1', '""=1', ' =1'])
      expect(escapeFormula(`a${separator}${formula}`)).toBe(`a${separator}'${formula}`)
})

it('leaves no formula in a cell of a table that is read with another separator', () => {
  // A spreadsheet cell, without quotes around it or at its beginning.
  const isFormula = (text: string): boolean => /^["\s]*[=+\-@＝＋－＠]/.test(text)
  const part = fc.constantFrom('=', '＋', ';', '\t', '\n', '\r', '"', "'", ' ', 'a', ',')
  fc.assert(
    fc.property(fc.string({ unit: part }), (text) => {
      const row = joinCsvRows([['name', encodeCsvCell(escapeFormula(text)), 'x']])
      expect(
        row
          .slice('name,'.length)
          .split(/[;\t\r\n]/)
          .filter(isFormula),
      ).toEqual([])
    }),
  )
})

describe('a parsed table', () => {
  it.each([
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a;b\nc,d;e',
      [
        ['a', 'b'],
        ['c,d', 'e'],
      ],
    ],
    [
      'a\tb\nc;\td',
      [
        ['a', 'b'],
        ['c;', 'd'],
      ],
    ],
    [
      'a,b\nc;d,',
      [
        ['a', 'b'],
        ['c;d', ''],
      ],
    ],
    ['\uFEFFname\n\n  \n', [['name'], ['  ']]],
    ['"a ""b"", c",\n', [['a "b", c', '']]],
    ['"two\r\nlines",x', [['two\r\nlines', 'x']]],
    ['', []],
    [
      'a,"open\nc,d',
      [
        ['a', '"open'],
        ['c', 'd'],
      ],
    ],
    ['"a"b,c\nd', [['ab', 'c'], ['d']]],
    ['5" a, "b" ,"c""d"', [['5" a', 'b ', 'c"d']]],
  ])('%j has the cells %j', (text, rows) => {
    expect(parseCsv(text)).toEqual(rows)
  })

  it('is what was joined', () => {
    // A table whose first line has no comma may have another separator.
    fc.assert(
      fc.property(rows, (table) => {
        const text = joinCsvRows([['a', 'b'], ...table.map((cells) => cells.map(encodeCsvCell))])
        expect(parseCsv(text).slice(1)).toEqual(table.filter((cells) => cells.some((each) => each !== '')))
      }),
    )
  })
})

it('returns texts that were escaped', () => {
  const part = fc.constantFrom('=', '＋', ';', '\t', '\n', '"', "'", ' ', 'a')
  fc.assert(
    fc.property(fc.string({ unit: part }), (text) => {
      expect(unescapeFormula(escapeFormula(text))).toBe(text)
    }),
  )
})
