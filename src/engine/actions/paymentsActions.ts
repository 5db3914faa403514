// Payments: recipients, preparing, sending.

import { fromHex } from '../../bytes/hex.ts'
import { formatPaymentUri } from '../../coin/addresses/paymentUri.ts'
import { parseDestination } from '../../wallet/accounts/parseDestination.ts'
import { setCoinLabel } from '../../wallet/funds/coinControl.ts'
import { coinDetails, coinsWithIds } from '../../wallet/funds/coins.ts'
import { PaymentRefusedError } from '../../wallet/node/relay.ts'
import type { PaymentsApi } from '../api/paymentsApi.ts'
import { requireInstant } from '../payments/instantPayments.ts'
import { feesNow, isInstant, offeredPriorities, quoteFees, sweepOf, transferOf } from '../payments/paymentRequests.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `PaymentsApi` declares. */
export const paymentsActions = (core: EngineCore): PaymentsApi => ({
  async parseDestination(text) {
    return parseDestination(core.manager.use().wallet.network, text)
  },

  async paymentUri(request) {
    const { address, amount = 0n, recipientName = '', description = '' } = request
    return formatPaymentUri(core.manager.requireOpened().wallet.network, {
      address,
      amount,
      paymentId: '',
      recipientName,
      description,
    })
  },

  async priorities() {
    return offeredPriorities(core.manager.requireOpened().wallet)
  },

  async quoteFees(request) {
    return quoteFees(core.manager.use().wallet, request)
  },

  async feesNow() {
    return feesNow(core.manager.requireOpened().wallet)
  },

  async coins(query, range) {
    return core.manager.requireOpened().wallet.coins.page(query, range)
  },

  async coinsWithIds(ids) {
    return coinsWithIds(core.manager.requireOpened().wallet, ids)
  },

  async coinDetails(id) {
    return coinDetails(core.manager.requireOpened().wallet, id)
  },

  async setFrozen(keyImages, frozen) {
    await core.manager.use().wallet.setFrozen(
      keyImages.map((keyImage) => fromHex(keyImage)),
      frozen,
    )
  },

  async setCoinLabel(id, label) {
    await setCoinLabel(core.manager.use().wallet.state, id, label)
  },

  async prepareTransfer(request) {
    const { wallet } = core.manager.use()
    await requireInstant(wallet, isInstant(wallet, request))
    return core.prepared.prepare(wallet, transferOf(wallet, request))
  },

  async prepareSweep(request) {
    const { wallet } = core.manager.use()
    await requireInstant(wallet, isInstant(wallet, request))
    return core.prepared.prepare(wallet, sweepOf(wallet, request))
  },

  async preparedTransactions(id) {
    return core.prepared.transactions(core.manager.use().wallet, id)
  },

  async confirmTransfer(id) {
    const { wallet } = core.manager.use()
    await requireInstant(wallet, core.prepared.isInstant(id))
    return core.publisher.after(core.prepared.confirm(wallet, id))
  },

  async discardTransfer(id) {
    core.prepared.discard(id)
  },

  async isPaying() {
    const isActive = core.wallet?.payments.isActive === true
    return isActive || core.prepared.isWaiting || core.approvals.current !== undefined
  },

  async resendPayment(txid) {
    const { wallet } = core.manager.use()
    const result = await core.publisher.after(wallet.payments.resend(txid))
    if (result.state === 'refused') throw new PaymentRefusedError(result.reason, result)
    return wallet.transfersOf([fromHex(txid)])
  },
})
