// What the transactions of sets and of metadata are for. The purpose follows from the type and the extra fields of a transaction.

import { toBase64 } from '../../bytes/base64.ts'
import { namePrice } from '../../coin/names/nameType.ts'
import type { Network } from '../../coin/networks/network.ts'
import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { burntAmount, findField } from '../../coin/transactions/findExtraField.ts'
import { nameOperation } from '../../coin/transactions/nameSystem.ts'
import { parseExtraPrefix } from '../../coin/transactions/parseExtra.ts'
import { TransactionType } from '../../coin/transactions/transaction.ts'
import type { ConstructionData } from '../../coin/transfer-sets/transferSet.ts'
import { shownOrder } from '../names/nameOrders.ts'
import type { NameOrder } from '../spend/nameOrder.ts'
import { namePurpose, PAYMENT, type Purpose, stakePurpose } from '../spend/purpose.ts'
import { PAYMENT_FIELDS, UnsafeTransferSetError } from './checkedTransfer.ts'

const refuse: (what: string) => never = (what) => {
  throw new UnsafeTransferSetError('form', `the transaction is refused: ${what}`)
}

/** Fields that every stake has beside those that its purpose names. */
const LOCKED_FIELDS: readonly ExtraField['field'][] = [...PAYMENT_FIELDS, 'txSecretKey', 'keyImageProofs']

/**
 * Returns the purpose of a signed transaction. Its signatures prove that the wallet meant the fields of its extra.
 * @throws UnsafeTransferSetError
 */
export const signedPurpose = (type: TransactionType, fields: readonly ExtraField[]): Purpose => {
  switch (type) {
    case TransactionType.standard:
      return PAYMENT
    case TransactionType.stake:
      return stakePurpose(fields.filter(({ field }) => !LOCKED_FIELDS.includes(field)))
    case TransactionType.nameSystem:
      return namePurpose(findField(fields, 'nameSystem') ?? refuse('it names no name'), burntAmount(fields))
    default:
      return refuse(`a transaction of type ${type} spends nothing`)
  }
}

/** Returns the field of a set's order of a name, with what the order does and costs. */
const orderIn = ({ hardForks }: Pick<Network, 'hardForks'>, fields: readonly ExtraField[]) => {
  const field = findField(fields, 'nameSystem') ?? refuse('it names no name')
  const operation = nameOperation(field) ?? refuse('its order of a name is no purchase, renewal or update')
  const newestFork = hardForks.at(-1)?.version ?? 0
  return { field, operation, price: operation === 'update' ? 0n : namePrice(field.type, newestFork) }
}

/**
 * Returns the purpose of a transaction of an unsigned set: a payment, or an order of a name that burns its price. It is not signed yet, so that
 * an order that burns another amount is refused.
 * @throws UnsafeTransferSetError
 */
export const unsignedPurpose = (network: Network, { type, extra }: ConstructionData): Purpose => {
  if (type !== TransactionType.nameSystem) return PAYMENT
  const { fields } = parseExtraPrefix(network, extra)
  const { field, price } = orderIn(network, fields)
  const burnt = burntAmount(fields)
  if (burnt !== price) refuse(`its order of a name burns ${burnt} atomic units, and the price is ${price}`)
  return namePurpose(field, price)
}

/** Returns the order of a name in a set as the user is shown it, by the hash of the name; undefined if the transaction is none. */
export const orderInSet = (network: Network, { fields, kind }: Purpose): NameOrder | undefined => {
  if (kind !== 'name') return undefined
  const { field, operation, price } = orderIn(network, fields)
  return shownOrder(network, field, { operation, name: toBase64(field.nameHash), value: undefined, price })
}
