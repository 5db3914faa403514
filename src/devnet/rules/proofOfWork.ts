// Proof of work, for chains that ask for it: the hash of a block, whether it is low enough for the difficulty, and the nonce that makes
// it so. Which hash that is, the family says.

import { type Block, blockHashingBlob, blockId } from '../../coin/blocks/block.ts'
import { hashKey } from '../chain/storedBlock.ts'

/** The hash that work is proved by: 32 bytes of a block's hashing blob, under a fork and a seed. */
export type PowHash = (blob: Uint8Array, fork: number, seed: Uint8Array) => Uint8Array

/** How blocks of a family prove work. */
export type FamilyProofOfWork = {
  /** Loads the hash, and what is known for a seed; it takes memory of its own. */
  open(seed: Uint8Array): Promise<PowHash>
  /** Whether a block has to prove work: those that service nodes make do not. */
  isRequired(block: Block): boolean
  /** what blocks that prove none count as, where difficulty follows solve times */
  readonly unminedDifficulty: bigint
}

/** What a chain demands. */
export type ProofOfWorkSettings = {
  /** whether blocks have to prove work */
  readonly isChecked: boolean
  /** the same for every block, or what the family's rules make of the last solve times */
  readonly difficulty: bigint | 'adjusted'
}

/** A hash that is needed before it was loaded. */
export class ProofOfWorkNotLoadedError extends Error {
  override readonly name = 'WorkNotLoadedError'
}

/** The hash of a fork that is not computed here. */
export class UnsupportedProofOfWorkError extends Error {
  override readonly name = 'UnknownWorkError'
}

/** Ids of blocks by height, on the branch that a block is to be added to. */
export type IdAt = (height: number) => Uint8Array | undefined

/** A block in its place. */
export type PlacedBlock = {
  readonly block: Block
  readonly height: number
  readonly difficulty: bigint
  readonly idAt: IdAt
}

const EPOCH = 2048
const LAG = 64
const NO_SEED = new Uint8Array(32)
const NONCES = 2 ** 32

/** Height of the block whose id seeds the hash of the block at a height: a new one every 2048 blocks, 64 blocks later. */
export const seedHeight = (height: number): number =>
  height <= EPOCH + LAG ? 0 : Math.floor((height - LAG - 1) / EPOCH) * EPOCH

/** Whether a hash is low enough: as a number of 256 bits, the lowest byte first, times the difficulty, it stays below 2^256. */
export const meetsDifficulty = (hash: Uint8Array, difficulty: bigint): boolean => {
  let value = 0n
  for (const byte of hash.toReversed()) value = (value << 8n) | BigInt(byte)
  return value * difficulty < 1n << 256n
}

/** A block in its place, whose work can be looked for wherever the chain goes meanwhile. */
export const withFixedSeed = (placed: PlacedBlock): PlacedBlock => {
  const seed = placed.idAt(seedHeight(placed.height))
  return { ...placed, idAt: () => seed }
}

/** Does steps one after the other, to the last. */
export const runToCompletion = <T>(steps: Generator<undefined, T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Milliseconds of steps in one go, during which nobody else is served. */
const SLICE = 20

/** Does steps one after the other, and lets others have their turn in between; undefined when `goesOn` ends it. */
export const runInSlices = async <T>(
  steps: Generator<undefined, T>,
  goesOn: () => boolean = () => true,
): Promise<T | undefined> => {
  let end = performance.now() + SLICE
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() < end) continue
    await new Promise<void>((resolve) => setTimeout(resolve, 0))
    if (!goesOn()) return undefined
    end = performance.now() + SLICE
  }
}

/** The proof of work of one chain, which can be switched on and off. */
export class ProofOfWork {
  readonly #family: FamilyProofOfWork
  readonly #seed: () => Uint8Array
  #hash: PowHash | undefined
  #loading: Promise<void> | undefined
  /** blocks that were found good, or were on the chain once */
  readonly #good = new Set<string>()
  setting: ProofOfWorkSettings

  /** @param seed of the next block */
  constructor(family: FamilyProofOfWork, setting: ProofOfWorkSettings, seed: () => Uint8Array) {
    this.#family = family
    this.#seed = seed
    this.setting = setting
  }

  /** Has blocks prove work from now on, by a hash that was loaded elsewhere. */
  enable(hash: PowHash): void {
    this.#hash = hash
    this.setting = { ...this.setting, isChecked: true }
  }

  /** Loads the hash, if it is not there yet. */
  async load(): Promise<void> {
    if (this.#hash !== undefined) return
    this.#loading ??= this.#family.open(this.#seed()).then((hash) => {
      this.#hash = hash
    })
    try {
      await this.#loading
    } finally {
      this.#loading = undefined
    }
  }

  /** Whether blocks can be checked now, without loading anything first. */
  get isReady(): boolean {
    return !this.setting.isChecked || this.#hash !== undefined
  }

  /** Returns once blocks can be checked. */
  async ready(): Promise<void> {
    if (!this.isReady) await this.load()
  }

  /**
   * The hash of a block: 32 bytes.
   * @throws WorkNotLoadedError
   */
  hashOf({ block, height, idAt }: Omit<PlacedBlock, 'difficulty'>): Uint8Array {
    return this.hashOfBytes(blockHashingBlob(block), block.majorVersion, idAt(seedHeight(height)) ?? NO_SEED)
  }

  /**
   * The hash of a header's bytes, under a fork and a seed of 32 bytes: 32 bytes.
   * @throws WorkNotLoadedError, UnknownWorkError
   */
  hashOfBytes(blob: Uint8Array, fork: number, seed: Uint8Array): Uint8Array {
    if (this.#hash === undefined)
      throw new ProofOfWorkNotLoadedError(
        'the proof of work is not loaded yet: wait for load() before blocks are checked',
      )
    return this.#hash(blob, fork, seed)
  }

  /** What is wrong with the work of a block; undefined when nothing is, or nobody asks. */
  fault(placed: PlacedBlock): string | undefined {
    const { block, difficulty } = placed
    if (!this.#isOwed(placed)) return undefined
    const id = hashKey(blockId(block))
    if (this.#good.has(id)) return undefined
    if (!meetsDifficulty(this.hashOf(placed), difficulty))
      return `its proof of work does not meet the difficulty ${difficulty}`
    this.#good.add(id)
    return undefined
  }

  /** Has a block that was taken before pass from now on, whatever was asked of it then. */
  trust(id: Uint8Array): void {
    this.#good.add(hashKey(id))
  }

  /** Every hash meets the difficulty 1. */
  #isOwed({ block, difficulty }: PlacedBlock): boolean {
    return this.setting.isChecked && difficulty > 1n && this.#family.isRequired(block)
  }

  /** The block with a nonce that meets the difficulty; a step each try. Undefined when there is none, or it is wanted no more. */
  *findNonce(placed: PlacedBlock, isWanted: () => boolean): Generator<undefined, Block | undefined> {
    for (let nonce = placed.block.nonce; nonce < NONCES && isWanted(); nonce++) {
      // Also where it has just been switched off.
      if (!this.#isOwed(placed)) return placed.block
      const block = { ...placed.block, nonce }
      if (meetsDifficulty(this.hashOf({ ...placed, block }), placed.difficulty)) {
        this.trust(blockId(block))
        return block
      }
      yield
    }
    return undefined
  }
}
