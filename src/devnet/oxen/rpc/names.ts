// Methods about LNS names: owners of names, names of owners, resolution.

import * as v from 'valibot'
import { fromBase64, toBase64 } from '../../../bytes/base64.ts'
import { toHex } from '../../../bytes/hex.ts'
import { formatNameOwner, NameOwnerError, parseNameOwner } from '../../../coin/names/nameOwner.ts'
import { NameType } from '../../../coin/names/nameType.ts'
import type { Network } from '../../../coin/networks/network.ts'
import type { NameOwner } from '../../../coin/transactions/nameSystem.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { index, list } from '../../../jsonrpc/schemas.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import type { NodeContext } from '../../rpc/calls/nodeContext.ts'
import { nodeMethod, STATUS } from '../../rpc/calls/nodeMethod.ts'
import { statusResponse } from '../../rpc/calls/response.ts'
import { nameFields } from '../../rpc/calls/resultSchemas.ts'
import { namesOf } from '../blocks/oxenState.ts'
import type { NameRecord } from '../names/nameRegistry.ts'
import { Fork } from '../rules/forks.ts'

const MAX_ENTRIES = 256
const MAX_TYPES = 8
/** Bytes of a nonce that a stored value ends with. */
const NONCE = 24
/** Values of the first form have no nonce. */
const WITHOUT_NONCE = 49

const no = v.optional(v.boolean(), false)

const wrong = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

/** Parses a name hash in hexadecimal or base64, padded or not; returns undefined for other text. */
const nameHashOf = (text: string): Uint8Array | undefined => {
  const bytes = parseHex(text, 32)
  if (bytes !== undefined) return bytes
  return /^[A-Za-z0-9+/]{43}=?$/.test(text) ? fromBase64(text) : undefined
}

const BAD_HASH = 'Invalid name_hash: expected hash as 64 hex digits or 43/44 base64 characters'

const checkCount = (restricted: boolean, count: number, most: number, of: string): void => {
  if (restricted && count > most)
    throw wrong(`Number of requested entries${of} greater than the allowed limit: ${most}, requested: ${count}`)
}

const checkType = ({ node: { chain } }: NodeContext, type: number): void => {
  const isLokinet = type >= NameType.lokinet && type <= NameType.lokinet10y && chain.nextFork >= Fork.clsag
  if (type !== NameType.session && !isLokinet) throw wrong(`Invalid lokinet type '${type}'`)
}

const entryOf = (
  { network }: { readonly network: Network },
  record: NameRecord,
): { readonly [name: string]: JsonWritable } => ({
  type: record.type,
  name_hash: toBase64(record.nameHash),
  owner: formatNameOwner(network, record.owner),
  backup_owner: record.backupOwner === undefined ? undefined : formatNameOwner(network, record.backupOwner),
  encrypted_value: toHex(record.encryptedValue),
  update_height: record.updateHeight,
  expiration_height: record.expirationHeight,
  txid: toHex(record.txid),
})

const ownerOf = (network: Network, text: string): NameOwner => {
  try {
    return parseNameOwner(network, text)
  } catch (error) {
    if (!(error instanceof NameOwnerError)) throw error
    throw wrong(error.message)
  }
}

export const nameMethods = [
  nodeMethod({
    names: ['lns_names_to_owners'],
    about: 'records of names, by name hash (64 hexadecimal digits or base64)',
    access: 'public',
    params: {
      entries: list(v.object({ name_hash: v.optional(v.string(), ''), types: list(index) })),
      include_expired: no,
    },
    result: { entries: list(v.object({ entry_index: index, ...nameFields })), ...STATUS },
    handler: (context, { entries, include_expired: includeExpired }, { restricted }) => {
      const { chain, rules } = context.node
      checkCount(restricted, entries.length, MAX_ENTRIES, '')
      const found = entries.flatMap(({ name_hash: text, types }, i) => {
        checkCount(restricted, types.length, MAX_TYPES, ' in types')
        const nameHash = nameHashOf(text)
        if (nameHash === undefined) throw wrong(BAD_HASH)
        for (const type of types) checkType(context, type)
        const kept = new Set(types.map((type) => (type === NameType.session ? type : NameType.lokinet)))
        return [...kept].sort().flatMap((type) => {
          const record = namesOf(chain.state)?.find(type, nameHash)
          if (record === undefined) return []
          if (!includeExpired && namesOf(chain.state)?.isActive(record, chain.height) !== true) return []
          return [{ entry_index: i, ...entryOf(rules, record) }]
        })
      })
      return statusResponse({ entries: found })
    },
  }),
  nodeMethod({
    names: ['lns_owners_to_names'],
    about: 'records of names whose owner or backup owner is an address or ed25519 key',
    access: 'public',
    params: { entries: list(v.string()), include_expired: no },
    result: { entries: list(v.object({ request_index: index, ...nameFields })), ...STATUS },
    handler: (context, { entries, include_expired: includeExpired }, { restricted }) => {
      const { chain, rules } = context.node
      checkCount(restricted, entries.length, MAX_ENTRIES, '')
      const owners = entries.map((text) => ownerOf(rules.network, text))
      const texts = owners.map((owner) => formatNameOwner(rules.network, owner))
      const records = namesOf(chain.state)?.ownedBy(owners) ?? []
      const byNameAndType = (a: NameRecord, b: NameRecord): number => {
        const [left, right] = [toBase64(a.nameHash), toBase64(b.nameHash)]
        if (left !== right) return left < right ? -1 : 1
        return a.type - b.type
      }
      const found = records
        .toSorted(byNameAndType)
        .filter((record) => includeExpired || namesOf(chain.state)?.isActive(record, chain.height) === true)
        .map((record) => {
          const entry = entryOf(rules, record)
          const at = texts.indexOf(formatNameOwner(rules.network, record.owner))
          if (at === -1)
            throw new JsonRpcError(
              NODE_ERROR_CODES.internal,
              `Owner=${formatNameOwner(rules.network, record.owner)}, could not be mapped back a index in the request 'entries' array`,
            )
          return { request_index: at, ...entry }
        })
      return statusResponse({ entries: found })
    },
  }),
  nodeMethod({
    names: ['lns_resolve'],
    about: 'encrypted value and nonce of a name; empty for an unknown or expired name',
    access: 'public',
    params: { type: v.optional(index), name_hash: v.optional(v.string(), '') },
    result: { encrypted_value: v.optional(v.string()), nonce: v.optional(v.string()) },
    handler: (context, { type, name_hash: text }) => {
      const { chain } = context.node
      if (type === undefined) throw wrong("Unable to resolve LNS address: 'type' parameter not specified")
      checkType(context, type)
      const nameHash = nameHashOf(text)
      if (nameHash === undefined) throw wrong(`Unable to resolve LNS address: invalid 'name_hash' value '${text}'`)
      const names = namesOf(chain.state)
      const record = names?.find(type, nameHash)
      if (record === undefined || names?.isActive(record, chain.height) !== true) return {}
      const { encryptedValue: value } = record
      if (value.length === WITHOUT_NONCE) return { encrypted_value: toHex(value) }
      return { encrypted_value: toHex(value.subarray(0, -NONCE)), nonce: toHex(value.subarray(-NONCE)) }
    },
  }),
]
