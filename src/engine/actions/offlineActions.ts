// Watch-only wallets and their copies with the spend key: unsigned and signed sets, outputs, key images.

import { exportKeyImageFile, importKeyImageFile } from '../../wallet/exchange/keyImageExchange.ts'
import { exportOutputs, importOutputs } from '../../wallet/exchange/outputExchange.ts'
import { describeUnsignedSet } from '../../wallet/offline/describeSet.ts'
import type { OfflineApi } from '../api/offlineApi.ts'
import { describeSignedSet, prepareUnsigned, signTransfers, submitTransfers } from '../payments/offlineTransfers.ts'
import { sweepOf, transferOf } from '../payments/paymentRequests.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `OfflineApi` declares. */
export const offlineActions = (core: EngineCore): OfflineApi => ({
  async prepareUnsignedTransfer(request) {
    const { wallet } = core.manager.use()
    return prepareUnsigned(wallet, transferOf(wallet, request))
  },

  async prepareUnsignedSweep(request) {
    const { wallet } = core.manager.use()
    return prepareUnsigned(wallet, sweepOf(wallet, request))
  },

  async describeUnsignedSet(bytes) {
    return describeUnsignedSet(core.manager.use().wallet, bytes)
  },

  async signUnsignedSet(bytes) {
    return signTransfers(core.manager.use().wallet, bytes)
  },

  async describeSignedSet(bytes) {
    return describeSignedSet(core.manager.use().wallet, bytes)
  },

  async submitSignedSet(bytes) {
    return core.publisher.after(submitTransfers(core.manager.use().wallet, bytes))
  },

  async exportOutputs() {
    return exportOutputs(core.manager.use().wallet, { from: 0 })
  },

  async importOutputs(bytes) {
    return importOutputs(core.manager.use().wallet, bytes)
  },

  async exportKeyImages() {
    return exportKeyImageFile(core.manager.use().wallet)
  },

  async importKeyImages(bytes) {
    const { wallet } = core.manager.use()
    const { spent } = await core.publisher.after(importKeyImageFile(wallet, bytes))
    const { total, frozen } = wallet.balance()
    return { spent, owned: total + frozen }
  },
})
