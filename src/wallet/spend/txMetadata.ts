// Metadata of a prepared payment (`tx_metadata` of the wallet RPC): kept outside the wallet until `relay_tx`. It is encrypted and
// authenticated under a key derived from the spend key, so that only this wallet opens it, unchanged.

import { utf8, wipe, withSecrets } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import { DecryptionError, open, seal } from '../../crypto/ciphers/cipher.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Random } from '../../crypto/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Payment, WalletKeys } from '../state/ledger.ts'
import { decodePayment, encodePayment } from '../state/ledgerRecords.ts'
import { WatchOnlyError } from './paymentContext.ts'

/** Bytes that are not metadata sealed by this wallet. */
export class MetadataError extends FabaError {
  override readonly name = 'MetadataError'
  readonly code = 'metadata'

  constructor() {
    super('this metadata was not made by this wallet, or it was changed or truncated')
  }
}

const KEY_LABEL = utf8('faba: key of sealed payments')

const sealingKey = (spendSecret: Uint8Array): Uint8Array => keccak256(KEY_LABEL, spendSecret)

/** Wallets of several networks can have the same keys; a payment is of one network. */
const belongsTo = (network: Network): Uint8Array => utf8(`payment ${network.id}`)

/**
 * A payment as bytes that only this wallet opens.
 * @throws WatchOnlyError
 */
export const sealPayment = (network: Network, keys: WalletKeys, payment: Payment, random: Random): Uint8Array => {
  if (keys.spendSecret === undefined) throw new WatchOnlyError()
  const { spendSecret } = keys
  return withSecrets((keep) =>
    seal(keep(sealingKey(spendSecret)), keep(encodePayment(payment)), belongsTo(network), random),
  )
}

/**
 * The payment in bytes that `sealPayment` made.
 * @throws MetadataError
 */
export const openPayment = (network: Network, keys: WalletKeys, sealed: Uint8Array): Payment => {
  // A watch-only wallet seals nothing.
  if (keys.spendSecret === undefined) throw new MetadataError()
  const key = sealingKey(keys.spendSecret)
  try {
    return withSecrets((keep) => decodePayment(keep(open(key, sealed, belongsTo(network)))))
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof FormatError) throw new MetadataError()
    throw error
  } finally {
    wipe(key)
  }
}
