// What a node answers to requests that it refuses while its bootstrap daemon answers the others.

import { JsonRpcError } from '../../../jsonrpc/errors.ts'
import type { JsonValue } from '../../../jsonrpc/json.ts'
import { NODE_ERROR_CODES } from './errors.ts'

/** Returns or throws the answer to a refused method. */
type Refusal = () => JsonValue

const UNSUPPORTED = 'This command is unsupported for bootstrap daemon'

const statusRefusal: Refusal = () => ({ status: UNSUPPORTED })

const refusals = (submitBlock: Refusal): ReadonlyMap<string, Refusal> =>
  new Map<string, Refusal>([
    ['get_block_hash', () => UNSUPPORTED],
    ['get_block_count', statusRefusal],
    ['submit_block', submitBlock],
  ])

/** Refusals of oxen-core, by primary name. */
export const OXEN_BOOTSTRAP_REFUSALS = refusals(statusRefusal)

/** Refusals of monerod, by primary name. */
export const MONERO_BOOTSTRAP_REFUSALS = refusals(() => {
  throw new JsonRpcError(NODE_ERROR_CODES.unsupportedBootstrap, UNSUPPORTED)
})
