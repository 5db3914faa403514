// Fields that the specification has of older forms, and those with a name of the specification: the reference's newest release has them no longer, or
// under its own name.

import { isJsonObject, type JsonValue } from '../../../src/jsonrpc/json.ts'

const OLDER: readonly string[] = [
  'fee',
  'last_xnet_ping',
  'miner_tx_hash',
  'rpc_connections_count',
  'stagenet',
  'txs_as_hex',
  'txs_as_json',
]

/** Our answer as far as the reference has its fields: those of older forms are left out where it does not. */
export const asNow = (ours: JsonValue, theirs: JsonValue): JsonValue => {
  if (!isJsonObject(ours) || !isJsonObject(theirs)) return ours
  return Object.fromEntries(
    Object.entries(ours).flatMap(([name, member]) => {
      if (!(name in theirs) && OLDER.includes(name)) return []
      return [[name, name === 'result' ? asNow(member, theirs[name] ?? null) : member]]
    }),
  )
}

/** The types of a value, and of the first item of its lists. */
export const kindOf = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.slice(0, 1).map(kindOf)
  if (isJsonObject(value))
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => name !== 'development')
        .map(([name, member]) => [name, kindOf(member)]),
    )
  return typeof value === 'bigint' ? 'number' : typeof value
}
