// Schemas of the files recorded from oxen-core (tests/data/oxen), by path.

import * as v from 'valibot'
import {
  blockAnswer,
  byName,
  callOf,
  count,
  counts,
  flag,
  incomingTransfer,
  json,
  jsonObject,
  maybe,
  parsedUri,
  rpcError,
  text,
  texts,
  transactionAnswer,
  u64,
  uriParams,
  validateAddressParams,
  validatedAddress,
  walletKeys,
  walletsABC,
} from './schemas.ts'

const subaddress = v.object({
  major: count,
  minor: count,
  address: text,
  prefix: count,
  spend_public: text,
  view_public: text,
})

const integratedAddress = v.object({ integrated_address: text, payment_id: text })

const keyNet = v.object({
  primary_address: text,
  spend_public: text,
  view_public: text,
  mnemonic_after_restore: text,
  spend_secret: text,
  view_secret: text,
  prefix: count,
  integrated: v.array(v.object({ payment_id: text, answer: v.object({ result: integratedAddress }) })),
  integrated_of_subaddress: maybe(v.object({ request: v.object({ standard_address: text, payment_id: text }) })),
  split_integrated: maybe(
    v.array(
      v.object({
        request: v.object({ integrated_address: text }),
        answer: v.object({
          result: maybe(v.object({ payment_id: text, standard_address: text })),
          error: maybe(rpcError),
        }),
      }),
    ),
  ),
})

const net = v.object({ ...keyNet.entries, subaddresses: v.array(subaddress) })

const keys = v.object({
  languages: v.object({ languages: texts, languages_local: texts }),
  wallets: v.array(
    v.object({
      language: text,
      words: text,
      seed_offset: text,
      spend_secret: text,
      view_secret: text,
      spend_public: text,
      view_public: text,
      nets: v.object({ mainnet: net, testnet: net, devnet: net, regtest: keyNet }),
    }),
  ),
  validate_address: v.array(
    v.object({
      label: text,
      wallet_net: text,
      request: validateAddressParams,
      answer: v.object({ result: validatedAddress }),
    }),
  ),
  seed_edge_cases: v.array(
    v.object({
      label: text,
      request: v.object({ seed: text, seed_offset: text }),
      answer: v.object({
        result: maybe(v.object({ address: text, seed: text, was_deprecated: flag })),
        error: maybe(rpcError),
      }),
      spend_secret: maybe(text),
      view_secret: maybe(text),
      mnemonic_after: maybe(text),
    }),
  ),
})

const balance = v.object({ balance: count, unlocked_balance: count, blocks_to_unlock: count, time_to_unlock: count })

/** A call of a wallet in one of its final states. */
const stateCall = v.object({
  request: v.object({ method: text, params: jsonObject }),
  answer: v.object({ result: jsonObject }),
})

const smallWallets = v.object({
  wallets: walletsABC(v.object({ keys: walletKeys, live: v.array(stateCall), restored: v.array(stateCall) })),
  snapshots: v.object({
    reorg: v.object({
      after: walletsABC(v.object({ get_height: jsonObject, get_balance: v.object({ result: balance }) })),
    }),
  }),
})

const smallActions = v.object({
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

const smallBlocks = v.object({ hard_forks: text, height: count, blocks: v.array(blockAnswer) })

const smallTransactions = v.object({
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

const smallNode = v.object({
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

const captures = v.object({ exchanges: v.array(capture), requests: v.array(capture) })

const benchIndex = v.object({
  height: count,
  responses: v.array(v.object({ file: text })),
  blocks: v.array(v.object({ height: count, hash: text })),
})

const benchOwner = v.object({
  owner: walletKeys,
  stranger: walletKeys,
  stranger_balance: balance,
  expected_outputs: v.array(
    v.object({
      tx_hash: text,
      index_in_tx: count,
      global_index: count,
      amount: count,
      major: count,
      minor: count,
      key_image: text,
      spent: flag,
      block_height: count,
    }),
  ),
  state: v.object({
    get_balance: v.object({ result: balance }),
    get_accounts: v.object({ result: jsonObject }),
    get_height: v.object({ result: v.object({ height: count, immutable_height: count }) }),
    get_transfers: v.object({ result: v.object({ in: v.array(jsonObject), out: v.array(jsonObject) }) }),
  }),
})

const youngChain = v.object({
  keys: walletKeys,
  hard_forks: text,
  calls: v.array(callOf(jsonObject, json)),
  blocks: v.array(blockAnswer),
})

const proofParams = v.object({
  address: maybe(text),
  data: maybe(text),
  message: maybe(text),
  signature: maybe(text),
  tx_key: maybe(text),
  txid: maybe(text),
})

const proofResult = v.object({
  good: maybe(flag),
  signature: maybe(text),
  tx_blob: maybe(text),
  tx_hash: maybe(text),
})

const proofs = v.object({
  keys: walletsABC(walletKeys),
  txs: v.array(transactionAnswer),
  sent: v.array(
    v.object({
      label: text,
      wallet: text,
      tx_hash: text,
      tx_key: text,
      destinations: v.array(v.object({ address: text, amount: count })),
    }),
  ),
  calls: v.array(v.object({ ...callOf(proofParams, proofResult).entries, wallet: v.picklist(['A', 'B', 'C']) })),
  rings: v.array(
    v.object({
      tx_hash: text,
      inputs: v.array(
        v.object({
          key_image: text,
          global_indices: counts,
          outs: v.array(v.object({ height: count, key: text, mask: text, txid: text, unlocked: flag })),
        }),
      ),
    }),
  ),
  later_blocks: v.array(blockAnswer),
  outputs: walletsABC(byName(v.object({ transfers: v.array(incomingTransfer) }))),
  tx_hex: byName(text),
})

const coldSigning = v.object({
  keys: walletsABC(walletKeys),
  calls: v.array(callOf(jsonObject, jsonObject)),
  tx_hex: byName(text),
})

const multisig = v.object({ tx_hex: byName(text) })

/** An entry of `get_transactions` of oxend with the parsed extra. */
const extraTransaction = v.object({
  as_json: text,
  block_height: count,
  tx_hash: text,
  extra: v.object({
    burn_amount: maybe(count),
    key_image_unlock: maybe(text),
    lns: maybe(
      v.object({
        backup_owner: maybe(text),
        blocks: maybe(count),
        buy: maybe(flag),
        name_hash: text,
        owner: maybe(text),
        renew: maybe(flag),
        type: text,
        update: maybe(flag),
        value: maybe(text),
      }),
    ),
    locked_key_images: maybe(texts),
    payment_id: maybe(text),
    pubkey: maybe(text),
    sn_contributor: maybe(text),
    sn_pubkey: maybe(text),
    sn_registration: maybe(
      v.object({ expiry: count, fee: count, contributors: v.array(v.object({ portion: u64, wallet: text })) }),
    ),
    tx_secret_key: maybe(text),
  }),
})

/** A call of a wallet or of the node (`wallet` is `node`), which also answers paths. */
const chainCall = v.object({
  label: text,
  wallet: text,
  node_height: maybe(count),
  request: v.object({ method: maybe(text), path: maybe(text), params: maybe(jsonObject) }),
  answer: v.object({ result: maybe(jsonObject), error: maybe(rpcError) }),
})

const names = v.object({
  keys: walletsABC(walletKeys),
  hard_forks: text,
  calls: v.array(chainCall),
  txs: v.array(extraTransaction),
  tx_hex: byName(text),
})

const staking = v.object({
  keys: walletsABC(walletKeys),
  service_keys: v.array(
    v.object({ service_node_ed25519_pubkey: text, service_node_pubkey: text, service_node_x25519_pubkey: text }),
  ),
  start_height: count,
  calls: v.array(chainCall),
  txs: v.array(extraTransaction),
  blocks: v.array(blockAnswer),
  tx_hex: byName(text),
})

const walletExample = v.object({ source: text, request: v.object({ method: text, params: jsonObject }), result: json })

const nodeExample = v.object({
  source: text,
  request: maybe(v.object({ path: maybe(text), method: maybe(text), params: maybe(json) })),
  result: maybe(json),
})

const rpcShapes = v.object({
  wallet_methods: byName(v.object({ names: texts, examples: v.array(walletExample) })),
  node_methods: byName(v.object({ names: texts, examples: v.array(nodeExample) })),
  uri: v.array(
    v.object({
      label: text,
      request: v.object({ method: text, params: v.object({ ...uriParams.entries, uri: maybe(text) }) }),
      answer: v.object({ result: maybe(v.object({ uri: v.union([text, parsedUri]) })), error: maybe(rpcError) }),
    }),
  ),
})

const rpcErrors = v.object({
  cases: v.array(
    v.object({
      no: count,
      server: v.picklist(['wallet', 'node']),
      section: text,
      label: text,
      http_request: v.object({
        method: text,
        path: text,
        content_type: maybe(v.nullable(text)),
        body: text,
        headers: maybe(v.nullable(byName(text))),
      }),
      http_status: maybe(count),
      response_body: maybe(text),
    }),
  ),
})

export const oxenSchemas = {
  'oxen/keys.json': keys,
  'oxen/chain-small/wallets.json': smallWallets,
  'oxen/chain-small/actions.json': smallActions,
  'oxen/chain-small/blocks.json': smallBlocks,
  'oxen/chain-small/txs.json': smallTransactions,
  'oxen/chain-small/node.json': smallNode,
  'oxen/chain-small/captures.json': captures,
  'oxen/bench-chain/index.json': benchIndex,
  'oxen/bench-chain/owner.json': benchOwner,
  'oxen/bench-chain-large/index.json': benchIndex,
  'oxen/bench-chain-large/owner.json': benchOwner,
  'oxen/young-chain.json': youngChain,
  'oxen/proofs.json': proofs,
  'oxen/cold-signing.json': coldSigning,
  'oxen/multisig.json': multisig,
  'oxen/names.json': names,
  'oxen/staking.json': staking,
  'oxen/rpc-shapes.json': rpcShapes,
  'oxen/rpc-errors.json': rpcErrors,
}

/** An HTTP exchange with oxend on the small chain. Wallets' exchanges name their cause (`during`), requests made by hand have a `label`. */
export type Capture = v.InferOutput<typeof capture>
