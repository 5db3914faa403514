// What a transaction orders instead of paying a recipient: a name, a stake, the registration of a service node, or that coins are burnt.

import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { burntAmount, findField } from '../../coin/transactions/findExtraField.ts'
import { type NameOperation, nameOperation } from '../../coin/transactions/nameSystem.ts'

/** An order, as the extra of its transaction has it. `burnt`: atomic units, a part of the fee. */
export type PaymentOrder =
  | {
      readonly kind: 'name'
      readonly operation: NameOperation
      /** mapping type */
      readonly type: number
      /** 32 bytes; the chain does not contain the name itself */
      readonly nameHash: Uint8Array
      readonly burnt: bigint
    }
  | { readonly kind: 'stake' | 'registration'; readonly serviceNodeKey: Uint8Array }
  | { readonly kind: 'burn'; readonly burnt: bigint }

/** Blinks burn up to 80 percent of their fee. What burns more was meant to. */
const BURN_PERCENT = 90n

/**
 * Returns the order that an extra makes; undefined for an ordinary payment.
 * @param fee of the transaction, atomic units
 */
export const orderOf = (fields: readonly ExtraField[], fee: bigint): PaymentOrder | undefined => {
  const burnt = burntAmount(fields)
  const name = findField(fields, 'nameSystem')
  const operation = name === undefined ? undefined : nameOperation(name)
  if (name !== undefined && operation !== undefined)
    return { kind: 'name', operation, type: name.type, nameHash: name.nameHash.slice(), burnt }
  const serviceNode = findField(fields, 'serviceNodeKey')
  const isStake = serviceNode !== undefined && findField(fields, 'contributor') !== undefined
  if (isStake) {
    const isRegistration = findField(fields, 'registration') !== undefined
    return { kind: isRegistration ? 'registration' : 'stake', serviceNodeKey: serviceNode.key.slice() }
  }
  return burnt * 100n > fee * BURN_PERCENT ? { kind: 'burn', burnt } : undefined
}
