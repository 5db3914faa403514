// The table of the wallet RPC: all methods, in the order in which a reader wants them.

import { accountMethods } from './accounts.ts'
import { balanceMethods } from './balance.ts'
import { controlMethods } from './control.ts'
import { historyMethods } from './history.ts'
import { paymentMethods } from './payments.ts'

/** Every method. */
export const walletMethods = [
  ...controlMethods,
  ...balanceMethods,
  ...accountMethods,
  ...historyMethods,
  ...paymentMethods,
]
