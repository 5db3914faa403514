// Restrictions of monerod (0.18) on a restricted service.

import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import { spentKeyImages } from '../../records/conflictIndex.ts'
import { NODE_ERROR_CODES } from '../../rpc/calls/errors.ts'
import type { DialectCall, NodeContext, ResponseFields, RpcDialect } from '../../rpc/calls/nodeContext.ts'

import { listOf, submittedBlock, withSizeMismatch } from './responseAdapters.ts'

const MAX_TRANSACTIONS = 100
const MAX_KEY_IMAGES = 5000
const MAX_HEADERS = 1000
const MAX_BLOCKS = 1000

/** Returns whether a block is on the main chain or an alternative one. */
const isKnown = ({ chain, alternatives }: NodeContext['node'], id: Uint8Array): boolean =>
  chain.heightOf(id) !== undefined || alternatives.get(id) !== undefined

/** CORE_RPC_ERROR_CODE_RESTRICTED of monerod. */
const RESTRICTED = -19

const refuse = (message: string): never => {
  throw new JsonRpcError(RESTRICTED, message)
}

/** Returns the key images of pool transactions with do_not_relay. */
const unrelayedKeyImages = ({ node }: NodeContext): ReadonlySet<string> =>
  new Set(
    node.pool.entries
      .filter(({ doNotRelay }) => doNotRelay)
      .flatMap(({ parsed }) => spentKeyImages(parsed.transaction)),
  )

/** Hides spends by transactions with do_not_relay from callers of a restricted service. */
export const spentStatus = (fields: ResponseFields, request: DialectCall): ResponseFields => {
  const { spent_status: statuses } = fields
  if (!Array.isArray(statuses)) return withSizeMismatch(fields, listOf(request, 'key_images'))
  if (!request.call.restricted) return fields
  const hidden = unrelayedKeyImages(request.context)
  const images = listOf(request, 'key_images').map((image) => String(image).toLowerCase())
  return {
    ...fields,
    spent_status: statuses.map((status: number, i) => (status === 2 && hidden.has(images[i] ?? '') ? 0 : status)),
  }
}

/** Checks of calls on a restricted service, by method: each returns or throws the rejection of a call that exceeds a limit. */
export const moneroRefusals: ReadonlyMap<string, (request: DialectCall) => ResponseFields | undefined> = new Map([
  [
    'get_transactions',
    (request) =>
      listOf(request, 'txs_hashes').length > MAX_TRANSACTIONS
        ? { status: 'Too many transactions requested in restricted mode' }
        : undefined,
  ],
  [
    'is_key_image_spent',
    (request) =>
      listOf(request, 'key_images').length > MAX_KEY_IMAGES
        ? { status: 'Too many key images queried in restricted mode' }
        : undefined,
  ],
  [
    'get_block_header_by_hash',
    (request) =>
      listOf(request, 'hashes').length > MAX_HEADERS
        ? refuse('Too many block headers requested in restricted mode')
        : undefined,
  ],
  [
    'get_block_headers_range',
    ({ context: { node }, params: { start_height: start, end_height: end } }) => {
      const [from, to] = [Number(start ?? 0), Number(end ?? 0)]
      // Heights beyond the chain are reported first.
      return to < node.chain.height && to - from > MAX_HEADERS ? refuse('Too many block headers requested.') : undefined
    },
  ],
  [
    'submit_block',
    (request) => {
      const block = submittedBlock(request)
      if (block !== undefined && !isKnown(request.context.node, block.previousId))
        throw new JsonRpcError(NODE_ERROR_CODES.blockNotAccepted, 'Unknown parent block')
      return undefined
    },
  ],
  [
    'get_output_distribution',
    (request) => {
      const amounts = listOf(request, 'amounts').map(Number)
      return amounts.length === 1 && amounts[0] === 0
        ? undefined
        : refuse('Restricted RPC can only get output distribution for rct outputs. Use your own node.')
    },
  ],
])

/** Limits of binary requests. */
export const moneroByteLimits: RpcDialect['binaryLimits'] = new Map([
  [
    'get_blocks_by_height.bin',
    { list: 'heights', maxLength: MAX_BLOCKS, status: 'Too many blocks requested in restricted mode' },
  ],
])
