// What a transaction without inputs claims exclusively in the pool: a service node's state change, or a stake's unlock.

import { toHex } from '../../../bytes/hex.ts'
import type { Network } from '../../../coin/networks/network.ts'
import { findField } from '../../../coin/transactions/findExtraField.ts'
import { type Transaction, TransactionType } from '../../../coin/transactions/transaction.ts'
import { parseStrictExtra } from '../../rules/strictExtra.ts'
import { Fork } from '../rules/forks.ts'
import type { ServiceNodeRegistry } from '../service-nodes/serviceNodeRegistry.ts'
import { parseStateChange } from '../service-nodes/stateChange.ts'

/**
 * Returns the claim of a state change or key image unlock, of which the pool holds one at a time; undefined for other transactions. The same
 * state change of a service node by different quorums has the same claim.
 */
export const networkTransactionClaim = (
  network: Network,
  { type, extra }: Transaction,
  registry: ServiceNodeRegistry | undefined,
): string | undefined => {
  if (type !== TransactionType.stateChange && type !== TransactionType.keyImageUnlock) return undefined
  const fields = parseStrictExtra(network, extra)
  const unlock = findField(fields, 'keyImageUnlock')
  if (unlock !== undefined) return `unlock ${toHex(unlock.proof.keyImage)}`
  const stateChange = parseStateChange(fields, Fork.newest) ?? parseStateChange(fields, Fork.serviceNodes)
  if (stateChange === undefined) return undefined
  const { state, blockHeight, serviceNodeIndex } = stateChange
  const subject = registry?.obligationsQuorumAt(blockHeight)?.workers[serviceNodeIndex]
  return `verdict ${state} on ${subject === undefined ? `${serviceNodeIndex} at ${blockHeight}` : toHex(subject)}`
}
