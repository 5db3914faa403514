// Schemas of the seeds, keys and addresses recorded from oxen-core.

import * as v from 'valibot'
import { count, flag, maybe, rpcError, text, texts, validateAddressParams, validatedAddress } from './schemas.ts'

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

export const keys = v.object({
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
