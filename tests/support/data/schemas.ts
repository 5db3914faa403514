// Parts of the schemas of recorded files. A schema names the fields that tests read; a recorded object may have more.

import * as v from 'valibot'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/jsonrpc/json.ts'

export const text = v.string()
export const texts = v.array(text)
/** an integer below 2^53 */
export const count = v.number()
export const counts = v.array(count)
/** an integer that may exceed 2^53: `parseJson` returns such a one as a bigint */
export const u64 = v.union([v.number(), v.bigint()])
export const flag = v.boolean()

export const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.exactOptional(schema)
export const byName = <Schema extends v.GenericSchema>(schema: Schema) => v.record(v.string(), schema)

/** Any JSON value. */
export const json = v.custom<JsonValue>((value) => value !== undefined)
/** Any JSON object, such as the parameters of a call. */
export const jsonObject = v.custom<JsonObject>((value) => isJsonObject(value as JsonValue)) // parseJson returned it

export const rpcError = v.object({ code: count, message: text })

/** A call of a wallet with its answer. */
export const callOf = <Params extends v.GenericSchema, Result extends v.GenericSchema>(
  params: Params,
  result: Result,
) =>
  v.object({
    label: text,
    wallet: text,
    request: v.object({ method: text, params }),
    answer: v.object({ result: maybe(result), error: maybe(rpcError) }),
  })

/** Keys of a wallet as the oxen wallet server shows them. */
export const walletKeys = v.object({ mnemonic: text, view_key: text, spend_key: text, address: text })

export type WalletName = 'A' | 'B' | 'C'

export const walletsABC = <Wallet extends v.GenericSchema>(wallet: Wallet) =>
  v.object({ A: wallet, B: wallet, C: wallet })

/** The result of `get_block` of oxend. */
export const blockAnswer = v.object({
  blob: text,
  json: text,
  tx_hashes: maybe(texts),
  block_header: v.object({
    cumulative_difficulty: count,
    difficulty: count,
    hash: text,
    height: count,
    major_version: count,
    minor_version: count,
    miner_tx_hash: text,
    nonce: count,
    num_txes: count,
    prev_hash: text,
    reward: u64,
    service_node_winner: text,
    timestamp: count,
  }),
})

/** An entry of `get_transactions` of oxend with decoded JSON. */
export const transactionAnswer = v.object({
  as_json: text,
  block_height: count,
  output_indices: counts,
  tx_hash: text,
})

/** An entry of `incoming_transfers`. */
export const incomingTransfer = v.object({
  amount: count,
  block_height: count,
  global_index: count,
  key_image: text,
  spent: flag,
  subaddr_index: v.object({ major: count, minor: count }),
  tx_hash: text,
})

export const validatedAddress = v.object({
  integrated: flag,
  nettype: text,
  openalias_address: text,
  subaddress: flag,
  valid: flag,
})
export const validateAddressParams = v.object({ address: text, any_net_type: flag, allow_openalias: flag })

export const uriParams = v.object({
  address: maybe(text),
  amount: maybe(u64),
  payment_id: maybe(text),
  recipient_name: maybe(text),
  tx_description: maybe(text),
})
export const parsedUri = v.object({
  address: text,
  amount: u64,
  payment_id: text,
  recipient_name: text,
  tx_description: text,
})

export const balance = v.object({
  balance: count,
  unlocked_balance: count,
  blocks_to_unlock: count,
  time_to_unlock: count,
})
