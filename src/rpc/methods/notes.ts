// Notes on transactions, and attributes.

import * as v from 'valibot'
import { JsonRpcError } from '../../jsonrpc/errors.ts'
import { list } from '../../jsonrpc/schemas.ts'
import { WALLET_RPC_CODES } from '../calls/walletRpcCodes.ts'
import { method, note, omitIfEmpty, requireWallet, storedAttribute, storedLabel } from '../calls/walletRpcContext.ts'

const text = v.optional(v.string(), '')

const TXID = /^[0-9a-f]{64}$/

/** Returns transaction ids in the form of the keys of notes. */
const checkTxids = (txids: readonly string[]): string[] =>
  txids.map((id) => {
    const txid = id.toLowerCase()
    if (!TXID.test(txid))
      throw new JsonRpcError(WALLET_RPC_CODES.wrongTxid, 'TX ID has invalid format', 'ids have 64 hex digits')
    return txid
  })

const setTxNotes = method({
  names: ['set_tx_notes'],
  about: 'Sets notes on transactions; an empty one removes the note',
  access: 'admin',
  params: { txids: list(v.string()), notes: list(note) },
  result: v.object({}),
  handler: async (context, { txids, notes }) => {
    const wallet = requireWallet(context)
    if (txids.length !== notes.length)
      throw new JsonRpcError(WALLET_RPC_CODES.unknown, 'Different amount of txids and notes')
    const written = checkTxids(txids).map((txid, i) => ({ txid, text: notes[i] ?? '' }))
    if (written.length > 0) await wallet.setNotes(written)
    return {}
  },
})

const getTxNotes = method({
  names: ['get_tx_notes'],
  about: 'Returns notes on transactions; empty if there is none',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { txids: list(v.string()) },
  result: v.object({ notes: v.optional(v.array(v.string())) }),
  handler: (context, { txids }) => {
    const { notes } = requireWallet(context).state
    return { notes: omitIfEmpty(checkTxids(txids).map((txid) => notes.get(txid) ?? '')) }
  },
})

const setAttribute = method({
  names: ['set_attribute'],
  about: 'Stores an attribute with the wallet',
  access: 'admin',
  params: { key: storedLabel, value: storedAttribute },
  result: v.object({}),
  handler: async (context, attribute) => {
    await requireWallet(context).state.update('strict', () => ({ attributes: [attribute] }))
    return {}
  },
})

const getAttribute = method({
  names: ['get_attribute'],
  about: 'Returns a stored attribute of the wallet',
  access: 'admin',
  effect: 'read',
  flat: true,
  params: { key: text },
  result: v.object({ value: v.string() }),
  handler: (context, { key }) => {
    const value = requireWallet(context).state.attributes.get(key)
    if (value === undefined) throw new JsonRpcError(WALLET_RPC_CODES.attributeNotFound, 'Attribute not found.')
    return { value }
  },
})

/** The methods of this file. */
export const noteMethods = [setTxNotes, getTxNotes, setAttribute, getAttribute]
