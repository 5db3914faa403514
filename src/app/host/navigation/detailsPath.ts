// The paths of payments' details. Browsers keep the addresses of pages in a list and synchronise it, so a path has a random word in the place of the
// id of the payment. The entry of the tab's history has the id, for a reload.

import { toHex } from '../../../bytes/hex.ts'

const WORD_BYTES = 8

const words = new Map<string, string>()
const ids = new Map<string, string>()

/** Returns the path of the details of a payment, the same each time until the page is reloaded. */
export const detailsPath = (id: string): string => {
  const word = words.get(id) ?? toHex(crypto.getRandomValues(new Uint8Array(WORD_BYTES)))
  words.set(id, word)
  ids.set(word, id)
  return `/history/${word}`
}

type EntryState = { readonly payment?: unknown } | null

/** Returns the id of the payment whose details are shown, by the word of their path; empty if it is unknown. */
export const shownPayment = (word: string): string => {
  // Entries of the history that other pages wrote have any state.
  const state = history.state as EntryState
  const known = ids.get(word)
  if (known === undefined) return typeof state?.payment === 'string' ? state.payment : ''
  if (state?.payment !== known) history.replaceState({ ...state, payment: known }, '')
  return known
}
