// Metadata of a prepared payment (`tx_metadata` of the wallet RPC): kept outside the wallet until `relay_tx`. It is encrypted and
// authenticated under a key derived from the spend key, so that only this wallet opens it, unchanged.

import { concat, utf8, wipe } from '../../bytes/bytes.ts'
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

const sealingKey = (spendSecret: Uint8Array): Uint8Array => {
  const material = concat(KEY_LABEL, spendSecret)
  const key = keccak256(material)
  wipe(material)
  return key
}

/** Wallets of several networks can have the same keys; a payment is of one network. */
const belongsTo = (network: Network): Uint8Array => utf8(`payment ${network.id}`)

/**
 * A payment as bytes that only this wallet opens.
 * @throws WatchOnlyError
 */
export const sealPayment = (network: Network, keys: WalletKeys, payment: Payment, random: Random): Uint8Array => {
  if (keys.spendSecret === undefined) throw new WatchOnlyError()
  const key = sealingKey(keys.spendSecret)
  const plain = encodePayment(payment)
  const sealed = seal(key, plain, belongsTo(network), random)
  wipe(key, plain)
  return sealed
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
    const plain = open(key, sealed, belongsTo(network))
    const payment = decodePayment(plain)
    wipe(plain)
    return payment
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof FormatError) throw new MetadataError()
    throw error
  } finally {
    wipe(key)
  }
}
