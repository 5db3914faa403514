// Contacts as a CSV table: names and addresses. src/wallet/accounts/contactsTable.ts reads such tables.

import { encodeCsvCell, escapeFormula, joinCsvRows } from '../../bytes/csv.ts'
import type { Contact } from '../../wallet/accounts/accountViews.ts'

const HEADINGS = ['name', 'address']

/** Returns contacts as a table with a heading. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  joinCsvRows([HEADINGS, ...contacts.map(({ name, address }) => [encodeCsvCell(escapeFormula(name)), address])])
