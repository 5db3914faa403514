// The extra of a transaction as consensus reads it, and what nodes tell of it: whole or not at all. Wallets are more lenient.

import { type ExtraField, parseExtraPrefix } from '../../../coin/transactions/extra.ts'
import type { HasWireFormat } from '../../../coin/transactions/transaction.ts'

/** The fields of an extra; none, unless all of it can be read. Keys are views on `extra`. */
export const parseStrictExtra = (network: HasWireFormat, extra: Uint8Array): readonly ExtraField[] => {
  const { fields, areAll } = parseExtraPrefix(network, extra)
  return areAll ? fields : []
}
