// Keccak-256 with the padding of the original submission (0x01), the hash function of CryptoNote. SHA3-256 differs.
// @noble/hashes computes it until the WASM kernel (wasm/assembly/hash.ts) is loaded, and for long messages.

import { keccak_256 } from '@noble/hashes/sha3.js'
import { splitRows } from '../../bytes/bytes.ts'
import { instantiateKernel, KernelUnavailableError } from '../kernel.ts'

/** Exports of the kernel. Globals are addresses in `memory`, which never grows. */
type HashKernel = {
  readonly memory: WebAssembly.Memory
  readonly CAPACITY: WebAssembly.Global<'i32'>
  readonly message: WebAssembly.Global<'i32'>
  readonly result: WebAssembly.Global<'i32'>
  hash(length: number): void
  hashTree(count: number): void
}

const HASH_LENGTH = 32

type Hash = (parts: readonly Uint8Array[]) => Uint8Array

/** `leaves`: n × 32, at least two. */
type HashTree = (leaves: Uint8Array) => Uint8Array

type Hashes = { readonly hash: Hash; readonly tree: HashTree }

const hashPortably: Hash = (parts) => {
  const hash = keccak_256.create()
  for (const part of parts) hash.update(part)
  return hash.digest()
}

const treeOf =
  (hash: Hash): HashTree =>
  (leaves) => {
    const hashPairs = (hashes: readonly Uint8Array[]): Uint8Array[] => {
      const parents: Uint8Array[] = []
      for (let i = 0; i < hashes.length; i += 2) parents.push(hash(hashes.slice(i, i + 2)))
      return parents
    }
    const lowest = splitRows(leaves, HASH_LENGTH)
    let width = 1
    while (2 * width < lowest.length) width *= 2
    const unpaired = 2 * width - lowest.length
    let level = [...lowest.slice(0, unpaired), ...hashPairs(lowest.slice(unpaired))]
    while (level.length > 1) level = hashPairs(level)
    return level[0] ?? new Uint8Array()
  }

const portable: Hashes = { hash: hashPortably, tree: treeOf(hashPortably) }

const onKernel = (kernel: HashKernel): Hashes => {
  const { buffer } = kernel.memory
  const message = new Uint8Array(buffer, kernel.message.value, kernel.CAPACITY.value)
  const result = new Uint8Array(buffer, kernel.result.value, HASH_LENGTH)
  /** Writes the parts into the message; returns their length, or undefined if they are too long. */
  const write = (parts: readonly Uint8Array[]): number | undefined => {
    let length = 0
    for (const part of parts) length += part.length
    if (length > message.length) return undefined
    let offset = 0
    for (const part of parts) {
      message.set(part, offset)
      offset += part.length
    }
    return length
  }
  const take = (): Uint8Array => {
    const hash = result.slice()
    result.fill(0)
    return hash
  }
  const hash: Hash = (parts) => {
    const length = write(parts)
    if (length === undefined) return hashPortably(parts)
    kernel.hash(length)
    return take()
  }
  const longTree = treeOf(hash)
  const tree: HashTree = (leaves) => {
    if (write([leaves]) === undefined) return longTree(leaves)
    kernel.hashTree(leaves.length / HASH_LENGTH)
    return take()
  }
  return { hash, tree }
}

let hashes = portable
let preparing: Promise<void> | undefined

const prepare = async (): Promise<void> => {
  try {
    // The exports are those of wasm/assembly/hash.ts, which `HashKernel` lists.
    hashes = onKernel((await instantiateKernel('hash')) as HashKernel)
  } catch (error) {
    if (!(error instanceof KernelUnavailableError)) throw error
  }
}

/**
 * Loads the kernel, which then computes all hashes, about ten times as fast. If the engine has no WebAssembly, nothing changes.
 * @throws KernelLoadError if the kernel's file cannot be read; it can be called again
 *
 * @example
 * await prepareKeccak() // undefined
 */
export const prepareKeccak = (): Promise<void> => {
  preparing ??= prepare().catch((error: unknown) => {
    preparing = undefined
    throw error
  })
  return preparing
}

/**
 * Returns the Keccak-256 hash of the joined parts: 32 bytes.
 *
 * @example
 * import { fromHex } from '../../bytes/hex.ts'
 * keccak256() // fromHex('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
 */
export const keccak256 = (...parts: readonly Uint8Array[]): Uint8Array => hashes.hash(parts)

/**
 * Returns the root of CryptoNote's hash tree (tree-hash.c; CryptoNote Standard 003, section 5). Pairs only as many leaves, from the end, as
 * needed to reduce the lowest level to a power of two.
 * @param leaves n × 32, at least one
 * @throws RangeError without leaves
 *
 * @example
 * const leaf = new Uint8Array(32)
 * treeHash(leaf) // leaf
 * treeHash(new Uint8Array()) // throws RangeError
 */
export const treeHash = (leaves: Uint8Array): Uint8Array => {
  if (leaves.length === 0) throw new RangeError('a hash tree needs a leaf')
  return leaves.length === HASH_LENGTH ? leaves : hashes.tree(leaves)
}
