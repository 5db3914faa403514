// Calls to a node about names: records by name hash, and records by owner.

import type * as v from 'valibot'
import { toBase64 } from '../../bytes/base64.ts'
import { equalBytes } from '../../bytes/bytes.ts'
import { NamesOfOwnersResponse, NamesResponse } from '../jsonResponses.ts'
import type { NameQuery, NodeNameRecord } from '../nodeClient.ts'
import type { NodeRpc } from '../nodeRpc.ts'

/** What oxen-core accepts in one request. */
const MAX_ENTRIES = 256
const MAX_RECORDS_BYTES = 4 * 1024 * 1024

type Entry = Omit<v.InferOutput<typeof NamesResponse>['entries'][number], 'entry_index'>

const recordOf = (entry: Entry): NodeNameRecord => ({
  type: entry.type,
  nameHash: entry.name_hash,
  owner: entry.owner,
  backupOwner: entry.backup_owner,
  encryptedValue: entry.encrypted_value,
  txid: entry.txid,
  updateHeight: entry.update_height,
  expirationHeight: entry.expiration_height,
})

/** Returns the records of names, each at most once, in any order. */
export const fetchNames = async (
  rpc: NodeRpc,
  queries: readonly NameQuery[],
  includeExpired: boolean,
  signal: AbortSignal | undefined,
): Promise<NodeNameRecord[]> => {
  const method = 'lns_names_to_owners'
  const found: NodeNameRecord[] = []
  for (let from = 0; from < queries.length; from += MAX_ENTRIES) {
    const chunk = queries.slice(from, from + MAX_ENTRIES)
    const entries = chunk.map(({ nameHash, type }) => ({ name_hash: toBase64(nameHash), types: [type] }))
    const params = { entries, include_expired: includeExpired }
    const response = await rpc.callMethod(method, params, signal, MAX_RECORDS_BYTES)
    const seen = new Set<number>()
    for (const { entry_index: index, ...entry } of rpc.validate(method, NamesResponse, response).entries) {
      const record = recordOf(entry)
      const query = chunk[index]
      if (query === undefined || seen.has(index) || record.type !== query.type)
        throw rpc.invalidResponse(method, `entry ${index} was not requested`)
      if (!equalBytes(record.nameHash, query.nameHash))
        throw rpc.invalidResponse(method, `entry ${index} has the hash of another name`)
      seen.add(index)
      found.push(record)
    }
  }
  return found
}

/** Returns the records in which an owner is owner or backup owner. Reveals the owners to the node. */
export const fetchNamesOfOwners = async (
  rpc: NodeRpc,
  owners: readonly string[],
  signal: AbortSignal | undefined,
): Promise<NodeNameRecord[]> => {
  const method = 'lns_owners_to_names'
  const found: NodeNameRecord[] = []
  for (let from = 0; from < owners.length; from += MAX_ENTRIES) {
    const chunk = owners.slice(from, from + MAX_ENTRIES)
    const response = await rpc.callMethod(method, { entries: chunk }, signal, MAX_RECORDS_BYTES)
    for (const { request_index: index, ...entry } of rpc.validate(method, NamesOfOwnersResponse, response).entries) {
      if (index >= chunk.length) throw rpc.invalidResponse(method, `owner ${index} was not requested`)
      found.push(recordOf(entry))
    }
  }
  return found
}
