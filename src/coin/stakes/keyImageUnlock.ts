// Unlock requests: a transaction without inputs and outputs in which the key of a stake asks for its return (oxen-core: key_image_unlock).

import { u32Bytes } from '../../bytes/bytes.ts'
import type { SignedKeyImage } from '../transactions/extraField.ts'
import { serializeExtra } from '../transactions/serializeExtra.ts'
import { type Transaction, TransactionType } from '../transactions/transaction.ts'

/** The nonce `UNLK` that unlock requests sign. */
export const KEY_IMAGE_UNLOCK_NONCE = 0x4b4c4e55

const VERSION = 4

/**
 * Returns the hash that a stake's key signs to unlock it (32 bytes): the nonce eight times.
 *
 * @example
 * import { utf8 } from '../../bytes/bytes.ts'
 * keyImageUnlockHash(KEY_IMAGE_UNLOCK_NONCE) // utf8('UNLK'.repeat(8))
 */
export const keyImageUnlockHash = (nonce: number): Uint8Array => {
  const hash = new Uint8Array(32)
  for (let i = 0; i < 8; i++) hash.set(u32Bytes(nonce), 4 * i)
  return hash
}

/**
 * Returns the transaction that requests the unlock of a stake.
 * @param serviceNodeKey 32 bytes
 * @param proof key image of the stake, with the signature of its one-time key
 *
 * @example
 * import { serializeTransaction } from '../transactions/transactionBytes.ts'
 * const proof = { keyImage: new Uint8Array(32), signature: new Uint8Array(64) }
 * serializeTransaction(keyImageUnlockTransaction(new Uint8Array(32), proof)).length // 142
 */
export const keyImageUnlockTransaction = (serviceNodeKey: Uint8Array, proof: SignedKeyImage): Transaction => ({
  version: VERSION,
  type: TransactionType.keyImageUnlock,
  unlockTime: 0n,
  outputUnlockTimes: [],
  inputs: [],
  outputs: [],
  extra: serializeExtra([
    { field: 'serviceNodeKey', key: serviceNodeKey },
    { field: 'keyImageUnlock', proof, nonce: KEY_IMAGE_UNLOCK_NONCE },
  ]),
  signatures: [],
  rct: undefined,
  prunable: undefined,
})
