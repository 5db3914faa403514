// A change of a name of which only its price and its place in extra matter.

import type { NameSystemField } from '../../../../src/coin/transactions/nameSystem.ts'
import { bytesOf } from '../ledger-samples.ts'

/** Renews a name. */
export const nameRenewal: NameSystemField = {
  field: 'nameSystem',
  version: 0,
  type: 2,
  nameHash: bytesOf(1),
  previousId: bytesOf(2),
  owner: undefined,
  backupOwner: undefined,
  signature: undefined,
  encryptedValue: undefined,
}
