// Schemas of the files recorded from monerod and monero-wallet-rpc (tests/data/monero) and of the word lists (tests/data/words), by path.

import * as v from 'valibot'
import {
  byName,
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
  u64,
  uriParams,
  validateAddressParams,
  validatedAddress,
  walletsABC,
} from './schemas.ts'

const keyAddress = v.object({ address: text, prefix: count, spend_pub: text, view_pub: text })

const keys = v.object({
  seeds: v.array(
    v.object({
      language: text,
      mnemonic: text,
      mnemonic_after_restore: text,
      seed_offset: text,
      secret_spend_key: text,
      secret_view_key: text,
      was_deprecated: flag,
      networks: v.object(
        v.entriesFromList(
          ['mainnet', 'testnet', 'stagenet'],
          v.object({
            subaddresses: byName(keyAddress),
            integrated: v.array(v.object({ payment_id: text, address: text })),
          }),
        ),
      ),
    }),
  ),
})

const seedEdgeCases = v.object({
  cases: v.array(
    v.object({
      params: v.object({ seed: text }),
      response: v.object({
        result: maybe(v.object({ address: text, seed: text, was_deprecated: flag })),
        error: maybe(rpcError),
      }),
    }),
  ),
})

const validateAddress = v.object({
  cases: v.array(v.object({ params: validateAddressParams, result: validatedAddress })),
})

const integratedAddresses = v.object({
  cases: v.array(
    v.object({
      params: maybe(v.object({ payment_id: maybe(text), standard_address: maybe(text) })),
      split: maybe(text),
      answer: v.object({
        code: maybe(count),
        integrated_address: maybe(text),
        payment_id: maybe(text),
        standard_address: maybe(text),
      }),
    }),
  ),
})

const coinbase = v.object({ height: count, block: text })

const unusualCoinbases = v.object({
  wallet: v.object({ address: text, spend_key: text, view_key: text }),
  second_output: coinbase,
  two_keys: v.array(v.object({ ...coinbase.entries, name: text, txid: text, payment_id: text })),
})

const encryptedPaymentIds = v.object({
  cases: v.array(v.object({ tx_key: text, dest: text, extra_hex: text, plain_payment_id: text })),
})

const unlockTimes = v.object({
  wallet: v.object({ addr: text, spend: text, view: text }),
  txs: v.array(v.object({ txid: text, unlock_time: u64, height: count, hex: text })),
})

const uris = v.object({
  make: v.array(
    v.object({
      make: uriParams,
      answer: v.union([v.object({ uri: text }), rpcError]),
      parse: maybe(v.union([v.object({ uri: parsedUri }), rpcError])),
    }),
  ),
  parse: v.array(
    v.object({
      uri: text,
      answer: v.union([v.object({ uri: parsedUri, unknown_parameters: maybe(texts) }), rpcError]),
    }),
  ),
})

const scanChain = v.object({
  wallet: v.object({ mnemonic: text, spend_key: text, view_key: text, addresses: byName(text) }),
  tip_count: count,
  sent: byName(
    v.object({
      hash: text,
      tx_key: text,
      fee: count,
      weight: count,
      dests: maybe(v.array(v.object({ address: text, amount: count }))),
      params: maybe(v.object({ unlock_time: maybe(count) })),
    }),
  ),
  blocks: v.array(
    v.object({
      height: count,
      hash: text,
      timestamp: count,
      blob: text,
      txs: v.array(
        v.object({
          hash: text,
          hex: text,
          pruned_hex: text,
          prunable_hash: text,
          output_indices: counts,
          is_miner: flag,
        }),
      ),
    }),
  ),
  expected: v.object({
    incoming_transfers: v.array(v.object({ ...incomingTransfer.entries, pubkey: text })),
    key_images: v.object({ signed_key_images: v.array(v.object({ key_image: text, signature: text })) }),
  }),
})

const decodedTransactions = v.object({
  txs: byName(
    v.object({
      hash: text,
      json: v.object({
        vin: v.array(v.object({ key: v.object({ key_offsets: counts, k_image: text }) })),
        vout: v.array(
          v.object({ amount: count, target: v.object({ tagged_key: v.object({ key: text, view_tag: text }) }) }),
        ),
        extra: counts,
        rct_signatures: v.object({
          type: count,
          txnFee: count,
          ecdhInfo: v.array(v.object({ amount: text })),
          outPk: texts,
        }),
        rctsig_prunable: v.object({
          bpp: v.array(v.object({ A: text, A1: text, B: text, r1: text, s1: text, d1: text, L: texts, R: texts })),
          CLSAGs: v.array(v.object({ s: texts, c1: text, D: text })),
          pseudoOuts: texts,
        }),
      }),
    }),
  ),
})

const transactionKeys = v.object({
  cases: v.array(
    v.object({
      tx: text,
      hash: text,
      tx_key: text,
      address: text,
      sent_amount: count,
      check_tx_key: v.object({ confirmations: count, in_pool: flag, received: count }),
    }),
  ),
})

const checkedProof = v.object({
  result: v.object({
    confirmations: maybe(count),
    good: flag,
    in_pool: maybe(flag),
    received: maybe(count),
    spent: maybe(count),
    total: maybe(count),
  }),
})

const proofs = v.object({
  cases: v.array(
    v.object({
      kind: text,
      get: v.object({ method: text, params: jsonObject, result: v.object({ signature: text }) }),
      check: v.object({
        method: text,
        params: v.object({ txid: maybe(text), address: maybe(text), message: text }),
        ...checkedProof.entries,
      }),
      check_bad_sig: checkedProof,
      check_wrong_message: checkedProof,
    }),
  ),
})

const verifiedMessage = v.object({ good: flag, old: flag, signature_type: text, version: count })

const messageSignatures = v.object({
  cases: v.array(
    v.object({
      params: v.object({
        data: text,
        signature_type: v.picklist(['spend', 'view']),
        account_index: count,
        address_index: count,
      }),
      address: text,
      signature: text,
      verify: verifiedMessage,
      verify_wrong_data: verifiedMessage,
      verify_wrong_address: verifiedMessage,
    }),
  ),
  bad: v.array(verifiedMessage),
})

const coldSigning = v.object({
  cases: v.object({
    generate_from_keys: v.object({ address: text }),
    view_only_export_outputs: v.object({ outputs_data_hex: text }),
    export_key_images: v.object({ signed_key_images: v.array(v.object({ key_image: text, signature: text })) }),
    full_import_outputs: v.object({ num_imported: count }),
    import_key_images: v.object({ height: count, spent: count, unspent: count }),
    sign_transfer: v.object({ signed_txset: text, tx_hash_list: texts, tx_key_list: texts, tx_raw_list: texts }),
    unsigned: v.object({ amount: u64, fee: u64, unsigned_txset: text, weight: count }),
    describe_transfer_full: v.object({ desc: v.array(jsonObject), summary: jsonObject }),
  }),
})

const getBlocks = v.object({
  height: v.number(),
  before: v.number(),
  after: v.number(),
  pool: v.object({ relayed: v.array(v.string()), flushed: v.string(), do_not_relay: v.string() }),
  pairs: v.array(
    v.object({
      kind: v.string(),
      name: v.string(),
      path: v.string(),
      request: v.string(),
      status: v.number(),
      response: v.string(),
    }),
  ),
})

const getBlocksChain = v.object({
  chain: v.array(
    v.object({
      height: v.number(),
      block: v.string(),
      transactions: v.array(v.object({ id: v.string(), hex: v.string() })),
    }),
  ),
  pool: v.record(v.string(), v.string()),
})

const zmqMessages = v.object({ about: text, messages: v.array(v.object({ step: text, message: text })) })

const newestOffline = v.object({
  seed: text,
  address: text,
  describe_transfer: v.object({ result: jsonObject }),
  view_key: text,
  export_outputs: v.array(v.object({ params: jsonObject, response: v.object({ result: maybe(jsonObject) }) })),
  unsigned_txset: text,
  sign_transfer: v.object({ signed_txset: text }),
})

const multisig = v.object({
  cases: v.array(
    v.looseObject({
      M: count,
      N: count,
      wallets: v.array(
        v.object({
          spend_key: text,
          view_key: text,
          address_before: text,
          final_address: text,
          final_mnemonic: text,
          final_spend_key: text,
          final_view_key: text,
        }),
      ),
      prepare_multisig: texts,
      make_multisig: v.array(v.object({ address: text, multisig_info: text })),
      exchange: v.array(v.array(v.object({ address: text, multisig_info: text }))),
      is_multisig_before: maybe(jsonObject),
      balance_after_import: maybe(jsonObject),
      import_multisig_info: maybe(v.array(jsonObject)),
      transfer: maybe(jsonObject),
      describe_transfer: maybe(jsonObject),
      sign_multisig: maybe(jsonObject),
      submit_multisig: maybe(jsonObject),
    }),
  ),
})

const rpcErrors = v.object({
  cases: v.array(
    v.object({
      label: text,
      /** status and body; null if nothing was sent */
      http: maybe(json),
      request: maybe(jsonObject),
      error: maybe(rpcError),
      result: maybe(json),
      full_response: maybe(jsonObject),
      raw_body: maybe(text),
      path: maybe(text),
    }),
  ),
})

const benchIndex = v.object({
  genesis: text,
  tip_height: count,
  pages: v.array(v.object({ file: text, start_height: count, blocks: count, transactions: count, outputs: count })),
})

const benchWallets = v.object({
  wallets: walletsABC(
    v.object({
      mnemonic: text,
      spend_key: text,
      view_key: text,
      address: text,
      accounts: v.array(v.object({ account_index: count, balance: u64, unlocked_balance: u64 })),
      // 4,000 rows of mixed columns: their cells are not validated.
      outputs: v.object({ columns: texts, rows: v.custom<(number | string | boolean)[][]>(Array.isArray) }),
      height: count,
    }),
  ),
})

const mnemonicWords = v.object({ languages: byName(v.object({ native: text, words: texts })) })

const walletCache = v.object({
  password: text,
  frozen: text,
  keys_file: text,
  calls: v.array(v.object({ method: text, params: jsonObject, result: jsonObject })),
})

const wrappingRings = v.object({ about: text, transactions: byName(text) })
const keysFile = v.strictObject({
  name: v.string(),
  password: v.string(),
  keysFile: v.string(),
  seed: v.string(),
  viewKey: v.string(),
  address: v.string(),
  language: v.string(),
  lookahead: v.tuple([v.number(), v.number()]),
})

const keysFiles = v.strictObject({
  about: v.string(),
  files: v.array(keysFile),
  offsets: v.strictObject({ seed: v.string(), offset: v.string(), escaped: v.string(), literal: v.string() }),
  signatures: v.strictObject({ address: v.string(), data: v.string(), escaped: v.string(), literal: v.string() }),
})

export const moneroSchemas = {
  'monero/keys.json': keys,
  'monero/seed_edge_cases.json': seedEdgeCases,
  'monero/validate_address.json': validateAddress,
  'monero/integrated_addresses.json': integratedAddresses,
  'monero/unusual_coinbases.json': unusualCoinbases,
  'monero/encrypted_payment_id.json': encryptedPaymentIds,
  'monero/unlock-times.json': unlockTimes,
  'monero/uris.json': uris,
  'monero/scan_chain.json': scanChain,
  'monero/tx_json.json': decodedTransactions,
  'monero/tx_keys.json': transactionKeys,
  'monero/proofs.json': proofs,
  'monero/message_signatures.json': messageSignatures,
  'monero/cold_signing.json': coldSigning,
  'monero/newest-offline.json': newestOffline,
  'monero/get-blocks.json': getBlocks,
  'monero/get-blocks-chain.json': getBlocksChain,
  'monero/zmq-messages.json': zmqMessages,
  'monero/multisig.json': multisig,
  'monero/rpc_errors.json': rpcErrors,
  'monero/wallet-cache.json': walletCache,
  'monero/wrapping_rings.json': wrappingRings,
  'monero/keys-files.json': keysFiles,
  'monero/bench-chain/index.json': benchIndex,
  'monero/bench-chain/wallets.json': benchWallets,
  'words/mnemonic-words.json': mnemonicWords,
}
