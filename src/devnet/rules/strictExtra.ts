// The strict extra parser, used by consensus and the node RPC: all fields or none. Wallets are more lenient.

import type { ExtraField } from '../../coin/transactions/extraField.ts'
import { parseExtraPrefix } from '../../coin/transactions/parseExtra.ts'
import type { HasWireFormat } from '../../coin/transactions/transaction.ts'

/** Parses an extra; returns no fields unless all of it is valid. Keys are views on `extra`. */
export const parseStrictExtra = (network: HasWireFormat, extra: Uint8Array): readonly ExtraField[] => {
  const { fields, areAll } = parseExtraPrefix(network, extra)
  return areAll ? fields : []
}
