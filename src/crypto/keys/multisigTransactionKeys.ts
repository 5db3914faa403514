// Transaction keys of multisig wallets of the monero family. All signers derive them from the proposer's entropy and the spent key images, so
// that no two transactions in the chain have the same keys: outputs of two of them to one address would have the same one-time key.

import { utf8, withSecrets } from '../../bytes/bytes.ts'
import { hashToScalar } from '../curve/scalar.ts'
import { keccak256 } from '../hash/keccak.ts'

const SEED_LABEL = keccak256(utf8('multisig_tx_privkeys_seed'))
const CHAIN_LABEL = keccak256(utf8('multisig_tx_privkeys'))

/**
 * Derives transaction secret keys, 32 bytes each (monero: make_tx_secret_key_seed, make_tx_secret_keys). The caller wipes them.
 * @param entropy 32 bytes
 * @param keyImages of the inputs, in the transaction's order
 *
 * @example
 * multisigTransactionKeys(new Uint8Array(32), [], 2).map((key) => key.length) // [32, 32]
 */
export const multisigTransactionKeys = (
  entropy: Uint8Array,
  keyImages: readonly Uint8Array[],
  count: number,
): Uint8Array[] =>
  withSecrets((keep) => {
    const seed = keep(keccak256(SEED_LABEL, entropy, ...keyImages))
    const keys: Uint8Array[] = []
    let last = CHAIN_LABEL
    for (let i = 0; i < count; i++) {
      last = hashToScalar(seed, last)
      keys.push(last)
    }
    return keys
  })
