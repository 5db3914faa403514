// What the user has begun to enter into the page, as a text of the page. It is kept with the wallet, encrypted as all its records, so that the page
// shows it again after a lock or a reload.

import { decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import type { Store } from '../../store/store.ts'

const TABLE = 'wallet'
const DRAFTS = 'drafts'

/** Seconds after which what was entered is forgotten. */
export const DRAFT_LIFETIME = 86_400

/**
 * Stores drafts; an empty text removes them.
 * @param now UNIX seconds
 */
export const putDrafts = (store: Store, text: string, now: number): Promise<void> => {
  const place = { table: TABLE, key: DRAFTS }
  return store.commit([text === '' ? place : { ...place, value: encodeCbor({ text, savedAt: now }) }], 'relaxed')
}

/**
 * Reads the drafts; empty without any, or if they are too old.
 * @param now UNIX seconds
 */
export const getDrafts = async (store: Store, now: number): Promise<string> => {
  const bytes = await store.get(TABLE, DRAFTS)
  const record = bytes === undefined ? undefined : decodeCbor(bytes)
  if (typeof record !== 'object' || record === null || !('text' in record)) return ''
  const { text, savedAt } = record
  const isCurrent = typeof savedAt === 'number' && savedAt <= now && now - savedAt < DRAFT_LIFETIME
  return isCurrent && typeof text === 'string' ? text : ''
}
