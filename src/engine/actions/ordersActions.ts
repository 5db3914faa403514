// Orders of names and stakes; `confirmTransfer` sends what is prepared.

import type { OrdersApi } from '../api/ordersApi.ts'
import {
  addName,
  lookUpName,
  nameIntent,
  namesOf,
  rememberName,
  stakeIntent,
  unlockStake,
  unlockView,
} from '../payments/orders.ts'
import type { EngineCore } from '../session/engineCore.ts'

/** Returns the part of the engine that `OrdersApi` declares. */
export const ordersActions = (core: EngineCore): OrdersApi => ({
  async names() {
    return namesOf(core.manager.use().wallet)
  },

  async addName(name) {
    await addName(core.manager.use().wallet, name)
  },

  async lookUpName(name) {
    return lookUpName(core.manager.use().wallet, name)
  },

  async prepareName(request) {
    const { wallet } = core.manager.use()
    const intent = await nameIntent(wallet, request)
    const transfer = await core.prepared.prepare(wallet, intent)
    await rememberName(wallet, intent)
    return { transfer, order: intent.order }
  },

  async prepareStake(request) {
    const { wallet } = core.manager.use()
    const intent = await stakeIntent(wallet, request)
    return { transfer: await core.prepared.prepare(wallet, intent), order: intent.order }
  },

  async checkUnlock(serviceNodeKey) {
    return unlockView(core.manager.use().wallet, serviceNodeKey)
  },

  async unlockStake(order) {
    await core.publisher.after(unlockStake(core.manager.use().wallet, order))
  },
})
