// Byte generators and the fingerprint of RandomX, built from single AES rounds: blocks of 64 bytes, each in four columns.

import { roundColumn } from './aes'
import { inverseColumn } from './aesInverse'

/** Round keys, and the initial state of the fingerprint. Written by the host. */
export const fillKeys = memory.data(64, 16)
export const programKeys = memory.data(128, 16)
export const printState = memory.data(64, 16)
export const printKeys = memory.data(32, 16)

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

/** Fills memory from a state of 64 bytes, one round per block, and stores the last block there. */
export function fillQuickly(state: usize, from: usize, bytes: usize): void {
  for (let at = from; at < from + bytes; at += 64) {
    decrypt(state, fillKeys)
    encrypt(state + 16, fillKeys + 16)
    decrypt(state + 32, fillKeys + 32)
    encrypt(state + 48, fillKeys + 48)
    memory.copy(at, state, 64)
  }
}

/** Fills memory from a state of 64 bytes, four rounds per block. */
export function fillWell(state: usize, from: usize, bytes: usize): void {
  for (let at = from; at < from + bytes; at += 64) {
    for (let key = programKeys; key < programKeys + 64; key += 16) {
      decrypt(state, key)
      encrypt(state + 16, key)
      decrypt(state + 32, key + 64)
      encrypt(state + 48, key + 64)
    }
    memory.copy(at, state, 64)
  }
}

/** print = the fingerprint of memory: 64 bytes */
export function fingerprint(print: usize, from: usize, bytes: usize): void {
  memory.copy(print, printState, 64)
  for (let at = from; at < from + bytes; at += 64) {
    encrypt(print, at)
    decrypt(print + 16, at + 16)
    encrypt(print + 32, at + 32)
    decrypt(print + 48, at + 48)
  }
  for (let key = printKeys; key < printKeys + 32; key += 16) {
    encrypt(print, key)
    decrypt(print + 16, key)
    encrypt(print + 32, key)
    decrypt(print + 48, key)
  }
}
