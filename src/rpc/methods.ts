// The table of the wallet RPC: all methods, in the order in which a reader wants them.

import { accountMethods } from './accounts.ts'
import { addressBookMethods } from './addressBook.ts'
import { addressMethods } from './addresses.ts'
import { balanceMethods } from './balance.ts'
import { coinControlMethods } from './coinControl.ts'
import { controlMethods } from './control.ts'
import { fileMethods } from './files.ts'
import { historyMethods } from './history.ts'
import { languageMethods } from './languages.ts'
import { listingMethods } from './listings.ts'
import { noteMethods } from './notes.ts'
import { paymentMethods } from './payments.ts'
import { proofMethods } from './proofs.ts'
import { uriMethods } from './uris.ts'

/** Every method. */
export const walletMethods = [
  ...fileMethods,
  ...controlMethods,
  ...balanceMethods,
  ...accountMethods,
  ...addressMethods,
  ...historyMethods,
  ...listingMethods,
  ...noteMethods,
  ...addressBookMethods,
  ...uriMethods,
  ...languageMethods,
  ...paymentMethods,
  ...coinControlMethods,
  ...proofMethods,
]
