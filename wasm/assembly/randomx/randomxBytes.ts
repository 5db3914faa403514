// AesGenerator1R, AesGenerator4R and AesHash1R of the RandomX specification, built from single AES rounds: blocks of 64 bytes, each in
// four columns.

import { roundColumn } from '../hashes/aes'
import { inverseColumn } from '../hashes/aesInverse'

/** Round keys, and the initial state of the hash. Written by the host. */
export const generator1RKeys = memory.data(64, 16)
export const generator4RKeys = memory.data(128, 16)
export const hash1RState = memory.data(64, 16)
export const hash1RKeys = memory.data(32, 16)

function encrypt(block: usize, key: usize): void {
  const x0 = load<u32>(block)
  const x1 = load<u32>(block, 4)
  const x2 = load<u32>(block, 8)
  const x3 = load<u32>(block, 12)
  store<u32>(block, roundColumn(x0, x1, x2, x3) ^ load<u32>(key))
  store<u32>(block, roundColumn(x1, x2, x3, x0) ^ load<u32>(key, 4), 4)
  store<u32>(block, roundColumn(x2, x3, x0, x1) ^ load<u32>(key, 8), 8)
  store<u32>(block, roundColumn(x3, x0, x1, x2) ^ load<u32>(key, 12), 12)
}

function decrypt(block: usize, key: usize): void {
  const x0 = load<u32>(block)
  const x1 = load<u32>(block, 4)
  const x2 = load<u32>(block, 8)
  const x3 = load<u32>(block, 12)
  store<u32>(block, inverseColumn(x0, x3, x2, x1) ^ load<u32>(key))
  store<u32>(block, inverseColumn(x1, x0, x3, x2) ^ load<u32>(key, 4), 4)
  store<u32>(block, inverseColumn(x2, x1, x0, x3) ^ load<u32>(key, 8), 8)
  store<u32>(block, inverseColumn(x3, x2, x1, x0) ^ load<u32>(key, 12), 12)
}

/** AesGenerator1R: fills memory from a state of 64 bytes, one round per block, and stores the last block there. */
export function fillAes1R(state: usize, from: usize, bytes: usize): void {
  for (let at = from; at < from + bytes; at += 64) {
    decrypt(state, generator1RKeys)
    encrypt(state + 16, generator1RKeys + 16)
    decrypt(state + 32, generator1RKeys + 32)
    encrypt(state + 48, generator1RKeys + 48)
    memory.copy(at, state, 64)
  }
}

/** AesGenerator4R: fills memory from a state of 64 bytes, four rounds per block. */
export function fillAes4R(state: usize, from: usize, bytes: usize): void {
  for (let at = from; at < from + bytes; at += 64) {
    for (let key = generator4RKeys; key < generator4RKeys + 64; key += 16) {
      decrypt(state, key)
      encrypt(state + 16, key)
      decrypt(state + 32, key + 64)
      encrypt(state + 48, key + 64)
    }
    memory.copy(at, state, 64)
  }
}

/** AesHash1R: out = the hash of memory, 64 bytes */
export function hashAes1R(out: usize, from: usize, bytes: usize): void {
  memory.copy(out, hash1RState, 64)
  for (let at = from; at < from + bytes; at += 64) {
    encrypt(out, at)
    decrypt(out + 16, at + 16)
    encrypt(out + 32, at + 32)
    decrypt(out + 48, at + 48)
  }
  for (let key = hash1RKeys; key < hash1RKeys + 32; key += 16) {
    encrypt(out, key)
    decrypt(out + 16, key)
    encrypt(out + 32, key)
    decrypt(out + 48, key)
  }
}
