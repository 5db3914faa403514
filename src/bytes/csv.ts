// CSV (RFC 4180): comma-separated cells, lines that end with CRLF.

/**
 * Encodes a text as a cell: quoted if it contains a comma, a quote or a line break.
 *
 * @example
 * encodeCsvCell('two "cold" ones, please') // '"two ""cold"" ones, please"'
 */
export const encodeCsvCell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/**
 * Escapes a text that a spreadsheet would evaluate as a formula: a leading apostrophe marks it as text.
 *
 * @example
 * escapeFormula('=1+1') // "'=1+1"
 */
export const escapeFormula = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/**
 * Joins rows of encoded cells to a table.
 *
 * @example
 * joinCsvRows([['a', 'b'], ['1', '2']]) // 'a,b\r\n1,2\r\n'
 */
export const joinCsvRows = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.join(',')}\r\n`).join('')

/**
 * Returns a text without the apostrophe of `escapeFormula`.
 *
 * @example
 * unescapeFormula("'=1+1") // '=1+1'
 */
export const unescapeFormula = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** Returns the separator of a table: the comma, unless its first line has none but another one. */
const separatorOf = (text: string): string => {
  const [first = ''] = text.split(/[\r\n]/, 1)
  return [',', ';', '\t'].find((separator) => first.includes(separator)) ?? ','
}

/**
 * Parses a table: rows of cells separated by commas, or by semicolons or tabs if its first line has no comma. Rows without a text are left
 * out. Text behind a closing quote, and a quote that is not closed, end the table.
 *
 * @example
 * parseCsv('name,"a, b"\r\n1,2') // [['name', 'a, b'], ['1', '2']]
 */
export const parseCsv = (text: string): string[][] => {
  const table = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(table)
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(\\r\\n|\\n|\\r|${separator}|$)`, 'y')
  const rows: string[][] = []
  let row: string[] = []
  while (cell.lastIndex < table.length) {
    const match = cell.exec(table)
    if (match === null) break
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === separator && cell.lastIndex < table.length) continue
    if (end === separator) row.push('')
    rows.push(row)
    row = []
  }
  if (row.length > 0) rows.push(row)
  return rows.filter((cells) => cells.some((text) => text !== ''))
}
