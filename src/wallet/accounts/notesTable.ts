// Notes of a table of the history: CSV as the page saves it, with a transaction id and a note in each row. Feather's names of the two
// columns are read too.

import { csvRows, unescapeFormula } from '../../bytes/csv.ts'
import { toHex } from '../../bytes/hex.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Wallet } from '../open/wallet.ts'
import type { NoteChange, NotesPreview } from './accountViews.ts'
import { decodeTable } from './contactsTable.ts'

const ID_HEADINGS: readonly string[] = ['transaction id', 'txid']
const NOTE_HEADINGS: readonly string[] = ['note', 'description']
const TXID = /^[0-9a-f]{64}$/

/** A table lacks the column of the transaction ids, or that of the notes. */
export class NotesTableError extends FabaError {
  override readonly name = 'NotesTableError'
  readonly code = 'notes-table'

  constructor() {
    super('the table has no columns “transaction id” and “note”')
  }
}

/**
 * Returns the notes of each transaction id of a table, without repetitions; empty notes are left out. A payment to several recipients has several rows.
 * @throws NotesTableError
 */
export const parseNotesCsv = (text: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const rows = csvRows(text)
  const first = rows.next()
  const headings = first.done === true ? [] : first.value.map((heading) => heading.trim().toLowerCase())
  const id = headings.findIndex((heading) => ID_HEADINGS.includes(heading))
  const note = headings.findIndex((heading) => NOTE_HEADINGS.includes(heading))
  if (id < 0 || note < 0) throw new NotesTableError()
  const notes = new Map<string, Set<string>>()
  for (const cells of rows) {
    const txid = cells[id]?.trim().toLowerCase() ?? ''
    if (!TXID.test(txid)) continue
    const known = notes.get(txid) ?? new Set()
    notes.set(txid, known)
    const text = unescapeFormula(cells[note] ?? '')
    if (text.trim() !== '') known.add(text)
  }
  return notes
}

/**
 * Returns what the notes of a table would change, and changes nothing. If rows of one transaction differ, the first note that differs from the
 * present one counts. A row without a note leaves the present one.
 * @param table CSV in UTF-8 or UTF-16
 * @throws NotesTableError, Utf8Error
 */
export const previewNotes = (wallet: Pick<Wallet, 'history' | 'state'>, table: Uint8Array): NotesPreview => {
  const own = new Set(wallet.history.entries.map(({ txid }) => toHex(txid)))
  const changes: NoteChange[] = []
  const count = { same: 0, unknown: 0 }
  for (const [txid, notes] of parseNotesCsv(decodeTable(table))) {
    const before = wallet.state.notes.get(txid) ?? ''
    const after = [...notes].find((note) => note !== before)
    if (!own.has(txid)) count.unknown++
    else if (after !== undefined) changes.push({ txid, before, after })
    else if (notes.size > 0) count.same++
  }
  return { changes, ...count }
}
