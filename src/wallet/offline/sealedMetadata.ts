// Metadata of prepared payments as version 0.1.0 made it: encrypted and authenticated under a key derived from the spend key. It is
// read only.

import { utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import type { Network } from '../../coin/networks/network.ts'
import { DecryptionError, open } from '../../crypto/ciphers/cipher.ts'
import { keccak256 } from '../../crypto/hash/keccak.ts'
import type { Payment, WalletKeys } from '../state/ledger.ts'
import { decodePayment } from '../state/ledgerRecords.ts'

const KEY_LABEL = utf8('faba: key of sealed payments')

/** Returns the payment in metadata that this wallet sealed on this network; undefined if the bytes are anything else. */
export const openSealedPayment = (
  { id }: Pick<Network, 'id'>,
  { spendSecret }: Pick<WalletKeys, 'spendSecret'>,
  sealed: Uint8Array,
): Payment | undefined => {
  // A watch-only wallet sealed nothing.
  if (spendSecret === undefined) return undefined
  const key = keccak256(KEY_LABEL, spendSecret)
  try {
    return decodePayment(open(key, sealed, utf8(`payment ${id}`)))
  } catch (error) {
    if (error instanceof DecryptionError || error instanceof FormatError) return undefined
    throw error
  } finally {
    wipe(key)
  }
}
