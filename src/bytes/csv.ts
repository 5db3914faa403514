// CSV (RFC 4180): comma-separated cells, lines that end with CRLF.

/**
 * Encodes a text as a cell: quoted if it contains a separator (comma, semicolon or tab), a quote or a line break.
 *
 * @example
 * encodeCsvCell('two "cold" ones, please') // '"two ""cold"" ones, please"'
 */
export const encodeCsvCell = (text: string): string =>
  /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** The characters that begin a formula, also those of full width, behind what a spreadsheet drops and the apostrophes of earlier escapes. */
const FORMULA = /'*[" ]*[=+\-@＝＋－＠]/.source

/** Where a cell begins for a spreadsheet that separates cells by semicolons or tabs: quotes inside of what it takes for a cell do not count there. */
const CELL_START = /(?<=[;\t\r\n])/.source

/** White space that a spreadsheet drops before a formula. */
const LEADING_SPACE = /'*[\t\r\n]/.source

const UNESCAPED = new RegExp(`^(?=${FORMULA}|${LEADING_SPACE})|${CELL_START}(?=${FORMULA})`, 'g')

const ESCAPED = new RegExp(`^'(?=${FORMULA}|${LEADING_SPACE})|${CELL_START}'(?=${FORMULA})`, 'g')

/**
 * Escapes a text that a spreadsheet would evaluate as a formula: an apostrophe marks it as text. Also what follows a semicolon, a tab or a line
 * break is escaped: spreadsheets of some languages begin a cell there.
 *
 * @example
 * escapeFormula('=1+1') // "'=1+1"
 * escapeFormula('rent;=1+1') // "rent;'=1+1"
 */
export const escapeFormula = (text: string): string => text.replace(UNESCAPED, "'")

/**
 * Joins rows of encoded cells to a table.
 *
 * @example
 * joinCsvRows([['a', 'b'], ['1', '2']]) // 'a,b\r\n1,2\r\n'
 */
export const joinCsvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('')

/**
 * Returns a text without the apostrophes of `escapeFormula`.
 *
 * @example
 * unescapeFormula("'=1+1") // '=1+1'
 */
export const unescapeFormula = (text: string): string => text.replace(ESCAPED, '')

const hasText = (cells: readonly string[]): boolean => cells.some((text) => text !== '')

/** Returns the separator of a table: the comma, unless its first line has none but another one. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((separator) => first.includes(separator)) ?? ','
}

/**
 * Yields the rows of a table, each when it is parsed: cells separated by commas, or by semicolons or tabs if its first line has no comma. Rows
 * without a text are left out. Spaces before a quoted cell are left out; text behind its closing quote is part of it. A quote that is not closed
 * is part of its cell.
 *
 * @example
 * Array.from(csvRows('name,"a, b"\r\n1,2')) // [['name', 'a, b'], ['1', '2']]
 */
export function* csvRows(text: string): Generator<string[]> {
  const table = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(table)
  const plain = `[^${separator}\\r\\n]*`
  const cell = new RegExp(`(?: *"((?:[^"]|"")*)"(?!")(${plain})|(${plain}))(\\r\\n|\\n|\\r|${separator}|$)`, 'y')
  let row: string[] = []
  while (cell.lastIndex < table.length) {
    const match = cell.exec(table)
    if (match === null) break
    const [, quoted, behind = '', unquoted = '', end] = match
    row.push(quoted === undefined ? unquoted : `${quoted.replaceAll('""', '"')}${behind}`)
    if (end === separator && cell.lastIndex < table.length) continue
    if (end === separator) row.push('')
    if (hasText(row)) yield row
    row = []
  }
  if (hasText(row)) yield row
}

/**
 * Parses a table as `csvRows` does.
 *
 * @example
 * parseCsv('name;a\n1;2') // [['name', 'a'], ['1', '2']]
 */
export const parseCsv = (text: string): string[][] => [...csvRows(text)]
