// Orders of names and stakes; `confirmTransfer` sends what is prepared.

import type { NameOrder } from '../../wallet/spend/nameOrder.ts'
import type { StakeOrder, UnlockOrder } from '../../wallet/spend/stakeOrder.ts'
import type { NameRequest, NameView, PreparedOrder, StakeRequest, UnlockView } from './engineViews.ts'

export type OrdersApi = {
  /** Returns the known names with their values and expiration; networks without names have none. */
  names(): Promise<readonly NameView[]>
  addName(name: Pick<NameRequest, 'type' | 'name'>): Promise<void>
  /** Returns the record of any name; undefined if it is not registered. It is not remembered. */
  lookUpName(name: Pick<NameRequest, 'type' | 'name'>): Promise<NameView | undefined>
  /** Prepares an order of a name; `confirmTransfer` sends it. */
  prepareName(request: NameRequest): Promise<PreparedOrder<NameOrder>>
  /** Prepares a stake, or a registration whose terms the order explains; `confirmTransfer` sends it. */
  prepareStake(request: StakeRequest): Promise<PreparedOrder<StakeOrder>>
  /** Returns whether the stake in a service node (key in hex) can be unlocked. */
  checkUnlock(serviceNodeKey: string): Promise<UnlockView>
  /** Requests the unlock as it was shown; fails if the stake or its contributors changed. */
  unlockStake(order: UnlockOrder): Promise<void>
}
