// Fields of older releases and field names of the specification that the newest releases of oxen-core and monerod do not have.

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

/** Our response without the older fields that the recorded response does not have. */
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
