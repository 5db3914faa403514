// Contacts as a CSV table: names and addresses.

import { encodeCsvCell, escapeFormula, joinCsvRows, parseCsv, unescapeFormula } from '../../bytes/csv.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Contact } from '../../wallet/engine/engineViews.ts'

const HEADINGS = ['name', 'address']

/** Headings that other programs give the column of the names. */
const NAME_HEADINGS = ['name', 'description', 'label', 'contact']

/** Returns contacts as a table with a heading. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  joinCsvRows([HEADINGS, ...contacts.map(({ name, address }) => [encodeCsvCell(escapeFormula(name)), address])])

/** Rows of a table that is imported. */
export const MAX_CONTACT_ROWS = 10_000

/** A table has more rows than are imported at once. */
export class ContactRowsError extends FabaError<{ readonly limit: number }> {
  override readonly name = 'ContactRowsError'
  readonly code = 'contact-rows'
}

/** Begins the tables of some programs. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** A cell of at least this many characters of base58 and no others is an address, or a link to one. */
const ADDRESS = /^(?:[a-z+]+:)?[1-9A-HJ-NP-Za-km-z]{80,}(?:\?.*)?$/i

/** Columns of a table. */
type Columns = { readonly name: number; readonly address: number; readonly hasHeadings: boolean }

/** Without headings, the first column of addresses has the addresses, and the first other one the names. */
const columnsOf = (rows: readonly (readonly string[])[]): Columns => {
  const headings = rows[0]?.map((heading) => heading.trim().toLowerCase()) ?? []
  if (headings.includes('address'))
    return {
      name: headings.findIndex((heading) => NAME_HEADINGS.includes(heading)),
      address: headings.indexOf('address'),
      hasHeadings: true,
    }
  const found = rows.map((cells) => cells.findIndex((cell) => ADDRESS.test(cell.trim()))).find((column) => column >= 0)
  const address = found ?? 1
  return { name: address === 0 ? 1 : 0, address, hasHeadings: false }
}

/** Returns the contacts of a table, in any order of columns; without headings, names come first unless another column has the addresses. @throws ContactRowsError */
export const parseContactsCsv = (text: string): readonly Contact[] => {
  const rows = parseCsv(text.replace(BYTE_ORDER_MARK, ''))
  if (rows.length > MAX_CONTACT_ROWS)
    throw new ContactRowsError(`the table has ${rows.length} rows, the limit is ${MAX_CONTACT_ROWS}: divide it`, {
      details: { limit: MAX_CONTACT_ROWS },
    })
  const { name, address, hasHeadings } = columnsOf(rows)
  return rows
    .slice(hasHeadings ? 1 : 0)
    .map((cells) => ({ name: unescapeFormula(cells[name]?.trim() ?? ''), address: cells[address]?.trim() ?? '' }))
}
