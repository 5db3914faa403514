// Tables of contacts, which users import: CSV with names, addresses and perhaps notes, as this program and others write them.

import { csvRows, unescapeFormula } from '../../bytes/csv.ts'
import { fromUtf8 } from '../../bytes/text.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Contact } from './accountViews.ts'

/** Headings that other programs and spreadsheets give the column of the names, in the languages of the page. */
const NAME_HEADING = /\b(?:name|description|label|contact|alias|payee|recipient|kontakt|nombre|contacto)\b|اسم/

const ADDRESS_HEADING = /\b(?:address|adresse|direcci[oó]n)\b|عنوان/

/** Headings of a column of notes. Without a heading a column has none: in tables of other programs it may have anything. */
const NOTE_HEADING = /\b(?:notes?|comments?|memo|remarks?|notiz(?:en)?|notas?|observa)\b|заметк|примечани|备注|ملاحظ/

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
type Columns = {
  readonly name: number
  readonly address: number
  /** -1 if there is none */
  readonly note: number
  readonly hasHeadings: boolean
}

/** Returns the first other column that does not merely count; the first other one if all do. */
const nameColumn = (rows: readonly (readonly string[])[], address: number): number => {
  const others = Array.from({ length: Math.max(2, ...rows.map(({ length }) => length)) }, (_, i) => i).filter(
    (column) => column !== address,
  )
  return others.find((column) => rows.some((cells) => /[^\d\s.#]/.test(cells[column] ?? ''))) ?? others[0] ?? 0
}

/** Without headings, the first column of addresses has the addresses, and the first other one with texts the names. */
const columnsOf = (rows: readonly (readonly string[])[]): Columns => {
  const headings = rows[0]?.map((heading) => heading.trim().toLowerCase()) ?? []
  const heading = headings.findIndex((each) => ADDRESS_HEADING.test(each) && !ADDRESS.test(each))
  if (heading >= 0) {
    const named = headings.findIndex((each, column) => column !== heading && NAME_HEADING.test(each))
    const name = named < 0 ? nameColumn(rows.slice(1), heading) : named
    const note = headings.findIndex((each, column) => column !== heading && column !== name && NOTE_HEADING.test(each))
    return { name, address: heading, note, hasHeadings: true }
  }
  const found = rows.map((cells) => cells.findIndex((cell) => ADDRESS.test(cell.trim()))).find((column) => column >= 0)
  const address = found ?? 1
  return { name: nameColumn(rows, address), address, note: -1, hasHeadings: false }
}

/** Spreadsheets save Unicode texts as UTF-16 too. */
const UTF16 = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

/**
 * Returns the text of a table as a program saved it.
 * @throws Utf8Error
 */
export const decodeTable = (file: Uint8Array): string => {
  const wide = UTF16.find(({ mark }) => mark.every((byte, i) => file[i] === byte))
  return wide === undefined ? fromUtf8(file) : new TextDecoder(wide.encoding).decode(file)
}

/** Returns the contacts of a table, in any order of columns; without headings, names come first unless another column has the addresses. @throws ContactRowsError */
export const parseContactsCsv = (text: string): readonly Contact[] => {
  // One more than the limit: what follows is not parsed.
  const rows = [...csvRows(text.replace(BYTE_ORDER_MARK, '')).take(MAX_CONTACT_ROWS + 1)]
  if (rows.length > MAX_CONTACT_ROWS)
    throw new ContactRowsError(`the table has more than ${MAX_CONTACT_ROWS} rows: divide it`, {
      details: { limit: MAX_CONTACT_ROWS },
    })
  const { name, address, note, hasHeadings } = columnsOf(rows)
  const textOf = (cell: string | undefined): string => unescapeFormula(cell?.trim() ?? '')
  return rows.slice(hasHeadings ? 1 : 0).map((cells) => ({
    ...{ name: textOf(cells[name]), address: cells[address]?.trim() ?? '' },
    ...(note < 0 ? {} : { note: textOf(cells[note]) }),
  }))
}
