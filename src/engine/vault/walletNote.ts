// The free note of a wallet: a text of its user, encrypted as all records of the wallet, and part of its backup.

import { decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Store } from '../../store/store.ts'

const PLACE = { table: 'wallet', key: 'note' } as const

/** Stores the note with strict durability; an empty text removes it. */
export const putWalletNote = (store: Store, text: string): Promise<void> =>
  store.commit([text === '' ? PLACE : { ...PLACE, value: encodeCbor({ text }) }], 'strict')

/** Reads the note; empty without one. */
export const getWalletNote = async (store: Store): Promise<string> => {
  const bytes = await store.get(PLACE.table, PLACE.key)
  const record = bytes === undefined ? undefined : decodeCbor(bytes)
  if (typeof record !== 'object' || record === null || !('text' in record)) return ''
  const { text } = record
  return typeof text === 'string' ? text : ''
}
