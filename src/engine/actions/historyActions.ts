// The open wallet: its history.

import { addressPaymentsOf } from '../../wallet/accounts/addressPayments.ts'
import type { HistoryApi } from '../api/historyApi.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `HistoryApi` declares. */
export const historyActions = (core: EngineCore): HistoryApi => ({
  async history(filter, range) {
    return core.manager.requireOpened().wallet.history.page(filter, range)
  },

  async historyRows(filter, arrangement, range) {
    return core.manager.requireOpened().wallet.history.rows(filter, arrangement, range)
  },

  async transferLines(id) {
    return core.manager.requireOpened().wallet.history.linesOf(id)
  },

  async submitFailures(txid) {
    return core.manager.requireOpened().wallet.state.submitFailures.get(txid) ?? []
  },

  async historyMonths(filter) {
    return core.manager.requireOpened().wallet.history.months(filter)
  },

  async balanceHistory(maxPoints) {
    return core.manager.requireOpened().wallet.history.balances(maxPoints)
  },

  async addressPayments(account, index) {
    return addressPaymentsOf(core.manager.requireOpened().wallet, { major: account, minor: index })
  },
})
