// Contacts as a CSV table: names and addresses.

import { encodeCsvCell, escapeFormula, joinCsvRows, parseCsv, unescapeFormula } from '../../bytes/csv.ts'
import type { Contact } from '../../wallet/engine/engineViews.ts'

const HEADINGS = ['name', 'address']

/** Headings that other programs give the column of the names. */
const NAME_HEADINGS = ['name', 'description', 'label', 'contact']

/** Returns contacts as a table with a heading. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  joinCsvRows([HEADINGS, ...contacts.map(({ name, address }) => [encodeCsvCell(escapeFormula(name)), address])])

/** Begins the tables of some programs. */
const BYTE_ORDER_MARK = /^\uFEFF/

/** Returns the contacts of a table, in any order of columns; without headings, names come first and addresses second. */
export const parseContactsCsv = (text: string): readonly Contact[] => {
  const rows = parseCsv(text.replace(BYTE_ORDER_MARK, ''))
  const headings = rows[0]?.map((heading) => heading.trim().toLowerCase()) ?? []
  const hasHeadings = headings.includes('address')
  const address = hasHeadings ? headings.indexOf('address') : 1
  const name = hasHeadings ? headings.findIndex((heading) => NAME_HEADINGS.includes(heading)) : 0
  return rows
    .slice(hasHeadings ? 1 : 0)
    .map((cells) => ({ name: unescapeFormula(cells[name]?.trim() ?? ''), address: cells[address]?.trim() ?? '' }))
}
