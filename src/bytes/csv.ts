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
