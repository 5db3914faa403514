// Schemas of the small chain recorded from oxen-core: its wallets, blocks, transactions and HTTP exchanges.

import * as v from 'valibot'
import {
  balance,
  blockAnswer,
  byName,
  count,
  counts,
  flag,
  jsonObject,
  maybe,
  rpcError,
  text,
  texts,
  transactionAnswer,
  walletKeys,
  walletsABC,
} from './schemas.ts'

/** A call of a wallet in one of its final states. */
const stateCall = v.object({
  request: v.object({ method: text, params: jsonObject }),
  answer: v.object({ result: jsonObject }),
})

export const smallWallets = v.object({
  wallets: walletsABC(v.object({ keys: walletKeys, live: v.array(stateCall), restored: v.array(stateCall) })),
  snapshots: v.object({
    reorg: v.object({
      after: walletsABC(v.object({ get_height: jsonObject, get_balance: v.object({ result: balance }) })),
    }),
  }),
})

export const smallActions = v.object({
  payment_ids: v.object({ short1: text, short2: text, long: text }),
  integrated: byName(text),
  actions: v.array(
    v.object({
      no: count,
      label: text,
      wallet: v.picklist(['A', 'B', 'C']),
      node_height: count,
      request: v.object({
        method: text,
        params: v.object({
          account_index: maybe(count),
          address: maybe(text),
          destinations: maybe(v.array(v.object({ address: text, amount: count }))),
          outputs: maybe(count),
          priority: maybe(count),
          subaddr_indices: maybe(counts),
          unlock_time: maybe(count),
        }),
      }),
      answer: v.object({
        result: maybe(
          v.object({
            tx_blob: maybe(text),
            tx_blob_list: maybe(texts),
            tx_key: maybe(text),
            tx_key_list: maybe(texts),
          }),
        ),
        error: maybe(rpcError),
      }),
    }),
  ),
})

export const smallBlocks = v.object({ hard_forks: text, height: count, blocks: v.array(blockAnswer) })

export const smallTransactions = v.object({
  txs: v.array(
    v.object({
      hash: text,
      height: count,
      coinbase: flag,
      output_indices: counts,
      answer: transactionAnswer,
      hex: text,
      non_prunable_bytes: count,
      prunable_hash: text,
    }),
  ),
})

const nodeExchange = v.object({ path: text, request: jsonObject, answer: jsonObject })

export const smallNode = v.object({
  answers: v.array(nodeExchange),
  pool_nonempty: v.array(nodeExchange),
  send_raw: v.array(v.object({ label: text, request: jsonObject, answer: jsonObject })),
})

const capture = v.object({
  no: count,
  label: maybe(text),
  during: maybe(text),
  path: text,
  http_status: maybe(count),
  request_hex: text,
  response_hex: text,
})

export const captures = v.object({ exchanges: v.array(capture), requests: v.array(capture) })

/** An HTTP exchange with oxend on the small chain. Wallets' exchanges name their cause (`during`), requests made by hand have a `label`. */
export type Capture = v.InferOutput<typeof capture>
