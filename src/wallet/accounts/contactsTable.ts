// Tables of contacts, which users import: CSV with names and addresses, as this program and others write them.

import { csvRows, unescapeFormula } from '../../bytes/csv.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Contact } from './accountViews.ts'

/** Headings that other programs give the column of the names. */
const NAME_HEADINGS = ['name', 'description', 'label', 'contact']

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
  // One more than the limit: what follows is not parsed.
  const rows = [...csvRows(text.replace(BYTE_ORDER_MARK, '')).take(MAX_CONTACT_ROWS + 1)]
  if (rows.length > MAX_CONTACT_ROWS)
    throw new ContactRowsError(`the table has more than ${MAX_CONTACT_ROWS} rows: divide it`, {
      details: { limit: MAX_CONTACT_ROWS },
    })
  const { name, address, hasHeadings } = columnsOf(rows)
  return rows
    .slice(hasHeadings ? 1 : 0)
    .map((cells) => ({ name: unescapeFormula(cells[name]?.trim() ?? ''), address: cells[address]?.trim() ?? '' }))
}
