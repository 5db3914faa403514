// Schemas of the files recorded from oxen-core (tests/data/oxen), by path.

import * as v from 'valibot'
import { captures, smallActions, smallBlocks, smallNode, smallTransactions, smallWallets } from './oxen-chain-small.ts'
import { keys } from './oxen-keys.ts'
import { rpcErrors, rpcShapes } from './oxen-rpc.ts'
import {
  balance,
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
  rpcError,
  text,
  texts,
  transactionAnswer,
  u64,
  walletKeys,
  walletsABC,
} from './schemas.ts'

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

const lonelyMiner = v.object({
  hard_forks: text,
  keys: v.object({ M: walletKeys, S: walletKeys }),
  payments: v.array(
    v.object({
      n: count,
      node_height: count,
      hard_fork: count,
      unlocked_outputs_before: counts,
      request: v.object({
        method: v.picklist(['transfer', 'sweep_single']),
        params: v.object({
          address: maybe(text),
          destinations: maybe(v.array(v.object({ address: text, amount: count }))),
          key_image: maybe(text),
          priority: count,
        }),
      }),
      answer: v.object({ result: maybe(v.object({ fee: count })), error: maybe(rpcError) }),
      distribution: v.object({ distribution: counts }),
      rings: maybe(
        v.array(
          v.object({
            real_global_index: count,
            members: v.array(v.object({ index: count, key: text, mask: text, height: count })),
          }),
        ),
      ),
    }),
  ),
  chain: v.object({
    blocks: v.array(v.object({ blob: text, hash: text, tx_hashes: texts })),
    txs: v.array(v.object({ hash: text, height: count, hex: text, output_indices: counts })),
  }),
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

const multisig = v.object({
  schemes: v.array(
    v.object({
      scheme: text,
      signers: v.array(
        v.object({
          before: v.object({ mnemonic: text, view_key: text, spend_key: text }),
          after: maybe(v.object({ mnemonic: text, view_key: text, spend_key: text, address: text })),
        }),
      ),
      calls: v.array(callOf(jsonObject, jsonObject)),
    }),
  ),
  tx_hex: byName(text),
})

const liveMultisig = v.array(v.object({ method: text, params: maybe(v.nullable(jsonObject)), reply: jsonObject }))

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
  ed25519: v.object({
    ed25519_public: text,
    second_public: text,
    updates: v.array(
      v.object({ name: text, new_owner: text, prev_txid: text, signed_data: text, blake2b: text, signature: text }),
    ),
  }),
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

export const oxenSchemas = {
  'oxen/keys.json': keys,
  'oxen/wallet-files.json': v.object({
    wallets: v.array(
      v.object({ label: text, password: text, keysFile: text, keys: v.looseObject({ view_key: text, address: text }) }),
    ),
  }),
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
  'oxen/lonely-miner.json': lonelyMiner,
  'oxen/proofs.json': proofs,
  'oxen/cold-signing.json': coldSigning,
  'oxen/multisig.json': multisig,
  'oxen/live-multisig-2of3.json': liveMultisig,
  'oxen/names.json': names,
  'oxen/staking.json': staking,
  'oxen/rpc-shapes.json': rpcShapes,
  'oxen/rpc-errors.json': rpcErrors,
}
