// Notes of a table of the history: what the page saves comes back as it was, and a preview says what would change.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HISTORY_HEADINGS, historyRows } from '../../../../src/app/format/historyCsv.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { NotesTableError, parseNotesCsv, previewNotes } from '../../../../src/wallet/accounts/notesTable.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { historyLine } from '../../../support/wallet/history-line.ts'

const ID = 'ab'.repeat(32)
const OTHER = 'cd'.repeat(32)
const FOREIGN = 'ef'.repeat(32)
const TABLE_WALLET = { accounts: [{ index: 0, label: '' }], decimals: 12, ticker: 'XMR' }

/** The table that the history saves for notes by transaction id. */
const saved = (notes: readonly (readonly [txid: string, note: string])[]): string =>
  HISTORY_HEADINGS +
  historyRows(
    notes.map(([txid, note]) => ({ ...historyLine, txid, note })),
    TABLE_WALLET,
    [],
  )

const walletWith = (notes: Readonly<Record<string, string>>): Pick<Wallet, 'history' | 'state'> =>
  // What the preview reads of a wallet.
  ({
    history: { entries: [ID, OTHER].map((txid) => ({ txid: fromHex(txid) })) },
    state: { notes: new Map(Object.entries(notes)) },
  }) as unknown as Pick<Wallet, 'history' | 'state'>

const preview = (table: string, notes: Readonly<Record<string, string>> = {}) =>
  previewNotes(walletWith(notes), new TextEncoder().encode(table))

/** Notes that break tables: quotes, separators, line breaks, formulas, and the apostrophes that mark them as texts. */
const hostileNotes = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'="+-@\'",;\t\r\n ＝＋a1'), minLength: 1 }),
    fc.string({ unit: 'binary', minLength: 1 }),
  )
  .filter((note) => note.trim() !== '')

describe('the notes of a table', () => {
  it('come back as they were saved, whatever is in them', () => {
    fc.assert(
      fc.property(hostileNotes, hostileNotes, (one, two) => {
        const notes = parseNotesCsv(
          saved([
            [ID, one],
            [OTHER, two],
          ]),
        )
        expect(new Map([...notes].map(([txid, texts]) => [txid, [...texts]]))).toEqual(
          new Map([
            [ID, [one]],
            [OTHER, [two]],
          ]),
        )
      }),
      { numRuns: 500 },
    )
  })

  it.each(['=1+1', '+1', '-1', '@sum', "'=1", '"quoted"', 'two\nlines', 'a\r\nb', 'rent;=1+1', '\t=1'])(
    'come back as they were saved: %j',
    (note) => {
      expect(preview(saved([[ID, note]])).changes).toEqual([{ txid: ID, before: '', after: note }])
    },
  )

  it('are new, replace others, stay or belong to no transaction of the wallet', () => {
    const table = saved([
      [ID, 'Rent'],
      [OTHER, 'Lunch'],
      [FOREIGN, 'Not mine'],
    ])
    expect(preview(table, { [OTHER]: 'Dinner' })).toEqual({
      changes: [
        { txid: ID, before: '', after: 'Rent' },
        { txid: OTHER, before: 'Dinner', after: 'Lunch' },
      ],
      same: 0,
      unknown: 1,
    })
    expect(preview(table, { [ID]: 'Rent', [OTHER]: 'Lunch' })).toEqual({ changes: [], same: 2, unknown: 1 })
  })

  it('that are empty remove none', () => {
    expect(preview(saved([[ID, '']]), { [ID]: 'Rent' })).toEqual({ changes: [], same: 0, unknown: 0 })
  })

  it('of a payment to several recipients count once; one that was changed in some row counts', () => {
    const table = saved([
      [ID, 'Rent'],
      [ID, 'Rent and power'],
    ])
    expect(preview(table, { [ID]: 'Rent' }).changes).toEqual([{ txid: ID, before: 'Rent', after: 'Rent and power' }])
  })

  it('are found in tables with other columns and separators, as spreadsheets and Feather save them', () => {
    expect(preview(`\uFEFFnote;transaction id\n"Rent";${ID.toUpperCase()}\n`).changes).toEqual([
      { txid: ID, before: '', after: 'Rent' },
    ])
    expect(preview(`blockHeight,txid,description\n12,${ID},Rent\n`).changes).toHaveLength(1)
  })

  it('are not looked for in a table without their columns', () => {
    for (const table of ['', 'name,address\nAnn,L9\n', `note\n${ID}\n`])
      expect(() => preview(table)).toThrow(NotesTableError)
  })

  it('without a transaction id are left out', () => {
    expect(preview(`transaction id,note\nnone,Rent\n${ID.slice(1)},Rent\n`)).toEqual({
      changes: [],
      same: 0,
      unknown: 0,
    })
  })
})
