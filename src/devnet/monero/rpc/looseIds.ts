// get_txids_loose (monerod 0.19): transactions whose ids begin like a template, so that the caller does not tell which one it looks for.

import * as v from 'valibot'
import { equalBytes } from '../../../bytes/bytes.ts'
import { toHex } from '../../../bytes/hex.ts'
import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { list, u32 } from '../../../jsonrpc/schemas.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import { parseHex } from '../../rpc/calls/hexParam.ts'
import { nodeMethod } from '../../rpc/calls/nodeMethod.ts'
import { response } from '../../rpc/calls/response.ts'
import { hash } from '../../rpc/calls/resultSchemas.ts'
import { visible } from '../../rpc/methods/txpool.ts'

const HASH = 32
const MAX_RESTRICTED_IDS = 5000
const MAX_IDS = 10 * MAX_RESTRICTED_IDS

const wrongParam = (message: string): JsonRpcError => new JsonRpcError(NODE_ERROR_CODES.wrongParam, message)

/** Returns an id without its lower bits. The id is a number of 256 bits in little-endian order: its last byte is the highest. */
const looseId = (id: Uint8Array, bits: number): Uint8Array =>
  id.map((byte, i) => {
    const kept = Math.min(8, Math.max(0, bits - 8 * (HASH - 1 - i)))
    return byte & (0xff << (8 - kept))
  })

/** Compares ids as numbers, which is the order of monerod's database. */
const compareIds = (a: Uint8Array, b: Uint8Array): number => {
  for (let i = HASH - 1; i >= 0; i--) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * Returns the template as bytes.
 * @throws JsonRpcError if it is no hash, or has bits that are not to be compared
 */
const parseTemplate = (text: string, bits: number): Uint8Array => {
  const template = parseHex(text, HASH)
  if (template === undefined) throw wrongParam('Could not decode hex txid')
  if (!equalBytes(template, looseId(template, bits)))
    throw wrongParam('Txid template is not zeroed correctly for number of bits. You could be leaking true txid!')
  return template
}

/** Ids on the chain, coinbases included. */
const chainIds = ({ chain }: DevelopmentNode): Uint8Array[] =>
  [...chain.blocks].flatMap(({ transactions }) => transactions.map(({ id }) => id))

export const looseIdsMethod = nodeMethod({
  names: ['get_txids_loose'],
  about: 'ids of the transactions of the chain, then of the pool, whose highest bits are those of a template',
  access: 'public',
  params: { txid_template: v.optional(v.string(), ''), num_matching_bits: v.optional(u32, 0) },
  result: { txids: list(hash) },
  handler: ({ node }, { txid_template, num_matching_bits: bits }, { restricted }) => {
    if (bits > 8 * HASH) throw wrongParam('There are only 256 bits in a hash, you gave too many')
    const mined = chainIds(node)
    const most = restricted ? MAX_RESTRICTED_IDS : MAX_IDS
    if (Math.floor(mined.length / 2 ** bits) > 2 * most)
      throw wrongParam('Trying to search with too few matching bits, detected before fetching')
    const template = parseTemplate(txid_template, bits)
    const matching = (ids: readonly Uint8Array[]): Uint8Array[] =>
      ids.filter((id) => equalBytes(looseId(id, bits), template)).toSorted(compareIds)
    const found = [...matching(mined), ...matching(visible(node, restricted).map(({ parsed }) => parsed.id))]
    if (found.length > most) throw wrongParam('Trying to search with too few matching bits')
    return response({ txids: found.map(toHex) })
  },
})
