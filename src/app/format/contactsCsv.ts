// Contacts as a CSV table: names and addresses, and notes if there are any. src/wallet/accounts/contactsTable.ts reads such tables.

import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../bytes/csv.ts'
import type { Contact } from '../../wallet/accounts/accountViews.ts'

const HEADINGS = ['name', 'address']

/** Returns contacts as a table with a heading. Without notes it has the two columns that other programs expect. */
export const contactsCsv = (contacts: readonly Contact[]): string => {
  const hasNotes = contacts.some(({ note = '' }) => note !== '')
  const textCell = (text: string): string => encodeCsvCell(escapeFormula(text))
  return joinCsvRows([
    hasNotes ? [...HEADINGS, 'note'] : HEADINGS,
    ...contacts.map(({ name, address, note = '' }) => [textCell(name), address, ...(hasNotes ? [textCell(note)] : [])]),
  ])
}
