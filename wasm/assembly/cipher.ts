// Decryption of XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03). Constant time in key and data. Nothing that depends on the key stays in
// memory but the plain data, which the host wipes.

import { keyStream, rounds, STATE_BYTES, setKey, xorStream } from './ciphers/chacha'
import { AUTHENTICATOR_BYTES, add, begin, finish } from './ciphers/poly1305'

/** Maximum length of the data without the tag. */
export const CAPACITY: i32 = 32768
/** Maximum length of the associated data. */
export const ASSOCIATED_CAPACITY: i32 = 512

/** Written by the host: the key, 32 bytes, the nonce, 24 bytes, the tag, 16 bytes, the associated and the encrypted data. */
export const key = memory.data(32, 16)
export const nonce = memory.data(24, 16)
export const tag = memory.data(16, 16)
export const associated = memory.data(528, 16)
export const data = memory.data(32784, 16)

const STATE = memory.data(64, 16)
const BLOCK = memory.data(64, 16)
const AUTHENTICATOR = memory.data(40, 16)
const LENGTHS = memory.data(16, 16)
const COMPUTED = memory.data(16, 16)

/** Adds bytes, filled with zeros to whole blocks. */
function addPadded(message: usize, length: usize): void {
  memory.fill(message + length, 0, 15)
  add(AUTHENTICATOR, message, (length + 15) & ~15)
}

/** Sets the state of the key stream for key and nonce: HChaCha20 of the first 16 bytes of the nonce is the key, the others are its nonce. */
function setStream(): void {
  setKey(STATE, key)
  memory.copy(STATE + 48, nonce, 16)
  rounds(BLOCK, STATE)
  memory.copy(STATE + 16, BLOCK, 16)
  memory.copy(STATE + 32, BLOCK + 48, 16)
  store<u64>(STATE, 0, 48)
  store<u64>(STATE, load<u64>(nonce, 16), 56)
}

/** Decrypts the data in place if the tag is right: returns 1, otherwise 0, and leaves the data encrypted. Wipes the key. */
export function open(associatedLength: usize, length: usize): i32 {
  setStream()
  keyStream(BLOCK, STATE)
  begin(AUTHENTICATOR, BLOCK)
  addPadded(associated, associatedLength)
  addPadded(data, length)
  store<u64>(LENGTHS, associatedLength)
  store<u64>(LENGTHS, length, 8)
  add(AUTHENTICATOR, LENGTHS, 16)
  finish(COMPUTED, AUTHENTICATOR, BLOCK)
  const difference = (load<u64>(COMPUTED) ^ load<u64>(tag)) | (load<u64>(COMPUTED, 8) ^ load<u64>(tag, 8))
  const isRight = difference === 0
  if (isRight) {
    store<u32>(STATE, 1, 48)
    xorStream(data, length, STATE, BLOCK)
  }
  memory.fill(key, 0, 32)
  memory.fill(STATE, 0, STATE_BYTES)
  memory.fill(BLOCK, 0, STATE_BYTES)
  memory.fill(AUTHENTICATOR, 0, AUTHENTICATOR_BYTES)
  memory.fill(COMPUTED, 0, 16)
  return isRight ? 1 : 0
}
