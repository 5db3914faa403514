// What the user decided of single addresses of the wallet: to have one at the top of its list, or to hide it there.

import { FormatError } from '../../bytes/cursor.ts'
import type { SubaddressIndex } from './outputFields.ts'
import { beginRecord, readList, readRecord, writeList } from './recordFormat.ts'

/** A mark of an address. What an address receives at `height` or above shows a hidden one again. */
export type AddressMark = SubaddressIndex &
  ({ readonly kind: 'pinned' } | { readonly kind: 'hidden'; readonly height: number })

const isAt =
  ({ major, minor }: SubaddressIndex) =>
  (mark: AddressMark): boolean =>
    mark.major === major && mark.minor === minor

/** Returns the mark of an address; undefined if it has none. */
export const markOf = (marks: readonly AddressMark[], index: SubaddressIndex): AddressMark | undefined =>
  marks.find(isAt(index))

/** Returns the marks without that of an address. */
export const withoutMark = (marks: readonly AddressMark[], index: SubaddressIndex): readonly AddressMark[] =>
  marks.filter((mark) => !isAt(index)(mark))

/** Returns the marks with hidden addresses that show again with whatever they receive, on a chain that begins anew. */
export const forAnotherChain = (marks: readonly AddressMark[]): readonly AddressMark[] =>
  marks.map((mark) => (mark.kind === 'hidden' ? { ...mark, height: 0 } : mark))

const PINNED = 0
const HIDDEN = 1

export const encodeAddressMarks = (marks: readonly AddressMark[]): Uint8Array => {
  const writer = beginRecord()
  return writeList(writer, marks, (mark) => {
    writer.varint(mark.major).varint(mark.minor)
    if (mark.kind === 'hidden') writer.u8(HIDDEN).varint(mark.height)
    else writer.u8(PINNED)
  }).finish()
}

/** @throws FormatError */
export const decodeAddressMarks = (bytes: Uint8Array): AddressMark[] =>
  readRecord(bytes, 'marks of addresses', (reader) =>
    readList(reader, (): AddressMark => {
      const index = { major: reader.varint(), minor: reader.varint() }
      const kind = reader.u8()
      if (kind === PINNED) return { ...index, kind: 'pinned' }
      if (kind === HIDDEN) return { ...index, kind: 'hidden', height: reader.varint() }
      throw new FormatError(`a mark of an address has kind ${PINNED} or ${HIDDEN}, not ${kind}`)
    }),
  )
