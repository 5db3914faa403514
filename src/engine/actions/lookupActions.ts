// The open wallet: transactions by their id, raw transactions, and whose an address is.

import { fromHex } from '../../bytes/hex.ts'
import { addressPlaceOf } from '../../wallet/lookup/addressPlace.ts'
import { findTransaction } from '../../wallet/lookup/findTransaction.ts'
import { describeRawTransaction, submitRawTransaction } from '../../wallet/lookup/rawTransaction.ts'
import type { LookupApi } from '../api/lookupApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Bytes of a transaction id. */
const ID = 32

/** Returns the part of the engine that `LookupApi` declares. */
export const lookupActions = (core: EngineCore): LookupApi => ({
  async findTransaction(txid) {
    const { wallet, settings } = core.manager.use()
    const { urls, trusted } = settings.nodes
    const owner = urls.every((url) => trusted.includes(url)) ? 'user' : 'other'
    return core.publisher.after(findTransaction(wallet, fromHex(txid.trim(), ID), owner))
  },

  async describeRawTransaction(text) {
    return describeRawTransaction(core.manager.use().wallet, text)
  },

  async submitRawTransaction(text) {
    return core.publisher.after(submitRawTransaction(core.manager.use().wallet, text))
  },

  async addressPlace(text) {
    return addressPlaceOf(core.manager.use().wallet, text)
  },
})
