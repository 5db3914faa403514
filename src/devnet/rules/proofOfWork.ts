// Proof of work, for chains that require it: the hash of a block, the check against the difficulty, and the search for a nonce. The
// coin family provides the hash function.

import { SerialQueue } from '../../async/serialQueue.ts'
import { runInSlices, runToCompletion } from '../../async/timeSlices.ts'
import { toHex } from '../../bytes/hex.ts'
import { type Block, blockHashingBlob, blockId } from '../../coin/blocks/block.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { hashKey } from '../records/storedBlock.ts'
import { type SeedEpoch, seedHeight } from './seedEpoch.ts'

/** Computes the proof-of-work hash (32 bytes) of a block hashing blob, for a fork and a seed; yields in between if it takes long. */
export type PowHash = (blob: Uint8Array, fork: number, seed: Uint8Array) => Generator<undefined, Uint8Array>

/** The proof of work of a coin family. */
export type FamilyProofOfWork = {
  /** Loads the hash function and prepares it for a seed. Each call allocates its own memory. */
  open(seed: Uint8Array): Promise<PowHash>
  /** Returns whether a block must prove work; pulse blocks need not. */
  isRequired(block: Block): boolean
  /** difficulty recorded for blocks without proof of work, if the difficulty is adjusted */
  readonly unminedDifficulty: bigint
}

/** Proof-of-work settings of a chain. */
export type ProofOfWorkSettings = {
  /** whether blocks must prove work */
  readonly isChecked: boolean
  /** a constant, or `adjusted` by the family's difficulty algorithm */
  readonly difficulty: bigint | 'adjusted'
}

/** A proof-of-work hash is required before it is loaded. */
export class ProofOfWorkNotLoadedError extends FabaError {
  override readonly name = 'ProofOfWorkNotLoadedError'
  readonly code = 'proof-of-work-not-loaded'
}

/** The proof-of-work hash of a fork is not implemented. */
export class UnsupportedProofOfWorkError extends FabaError {
  override readonly name = 'UnsupportedProofOfWorkError'
  readonly code = 'unsupported-proof-of-work'
}

/** Too many hashes wait for their turn. */
export class ProofOfWorkBusyError extends FabaError {
  override readonly name = 'ProofOfWorkBusyError'
  readonly code = 'proof-of-work-busy'
}

/** Returns block ids by height, on the branch to which a block is added. */
export type IdAt = (height: number) => Uint8Array | undefined

/** A block with its position on a branch. */
export type PlacedBlock = {
  readonly block: Block
  readonly height: number
  readonly difficulty: bigint
  readonly idAt: IdAt
}

const NO_SEED = new Uint8Array(32)
const NONCE_COUNT = 2 ** 32

/** Hashes that are computed in slices or wait for it; more are refused. */
export const MAX_SLICED_HASHES = 32

/** Ends a change that needs a hash which `verifyInSlices` computes first. */
class HashNeededError extends Error {
  readonly key: string
  readonly placed: PlacedBlock

  constructor(key: string, placed: PlacedBlock) {
    super('the proof of work of a block is not computed yet')
    this.key = key
    this.placed = placed
  }
}

/** Returns whether a hash (256-bit little-endian integer) times the difficulty is below 2^256. */
export const meetsDifficulty = (hash: Uint8Array, difficulty: bigint): boolean => {
  let value = 0n
  for (const byte of hash.toReversed()) value = (value << 8n) | BigInt(byte)
  return value * difficulty < 1n << 256n
}

/** The proof of work of one chain; it can be switched on and off. */
export class ProofOfWork {
  readonly #family: FamilyProofOfWork
  readonly #seed: () => Uint8Array
  readonly #epoch: SeedEpoch
  #hash: PowHash | undefined
  #loading: Promise<void> | undefined
  /** keys of blocks that were verified or were on the chain before */
  readonly #valid = new Set<string>()
  readonly #queue = new SerialQueue()
  /** the hashes that a change of `verifyInSlices` has; undefined outside of one */
  #hashes: ReadonlyMap<string, Uint8Array> | undefined
  setting: ProofOfWorkSettings

  /** @param seed returns the seed of the next block */
  constructor(family: FamilyProofOfWork, setting: ProofOfWorkSettings, epoch: SeedEpoch, seed: () => Uint8Array) {
    this.#family = family
    this.#seed = seed
    this.#epoch = epoch
    this.setting = setting
  }

  /** Returns the height of the block whose id is the seed of the block at `height`. */
  seedHeight(height: number): number {
    return seedHeight(height, this.#epoch)
  }

  /** Returns the height of the next seed if it takes effect within the lag of the epoch, else that of the present one. */
  nextSeedHeight(height: number): number {
    return seedHeight(height + this.#epoch.lag, this.#epoch)
  }

  /** Fixes the seed of a placed block, so that its nonce can be searched for while the chain changes. */
  withFixedSeed(placed: PlacedBlock): PlacedBlock {
    const seed = placed.idAt(this.seedHeight(placed.height))
    return { ...placed, idAt: () => seed }
  }

  /** Requires proof of work from now on, with a hash function that is already loaded. */
  enable(hash: PowHash): void {
    this.#hash = hash
    this.setting = { ...this.setting, isChecked: true }
  }

  /** Loads the hash function unless it is loaded. */
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

  /** Whether blocks can be checked now, without loading the hash function. */
  get isReady(): boolean {
    return !this.setting.isChecked || this.#hash !== undefined
  }

  /** Resolves when blocks can be checked. */
  async ready(): Promise<void> {
    if (!this.isReady) await this.load()
  }

  /**
   * Computes the proof-of-work hash of a block (32 bytes), and yields in between if that takes long.
   * @throws ProofOfWorkNotLoadedError
   */
  hashSteps({ block, height, idAt }: Omit<PlacedBlock, 'difficulty'>): Generator<undefined, Uint8Array> {
    return this.#stepsOfBytes(blockHashingBlob(block), block.majorVersion, idAt(this.seedHeight(height)) ?? NO_SEED)
  }

  #stepsOfBytes(blob: Uint8Array, fork: number, seed: Uint8Array): Generator<undefined, Uint8Array> {
    if (this.#hash === undefined)
      throw new ProofOfWorkNotLoadedError(
        'the proof of work is not loaded yet: wait for load() before blocks are checked',
      )
    return this.#hash(blob, fork, seed)
  }

  /**
   * Computes the proof-of-work hash of a block in slices, one block at a time.
   * @throws ProofOfWorkNotLoadedError, ProofOfWorkBusyError
   */
  hashOf(placed: Omit<PlacedBlock, 'difficulty'>): Promise<Uint8Array> {
    return this.#inSlices(() => this.hashSteps(placed))
  }

  /**
   * Computes the proof-of-work hash (32 bytes) of a hashing blob in slices, for a fork and a seed of 32 bytes.
   * @throws ProofOfWorkNotLoadedError, UnsupportedProofOfWorkError, ProofOfWorkBusyError
   */
  hashOfBytes(blob: Uint8Array, fork: number, seed: Uint8Array): Promise<Uint8Array> {
    return this.#inSlices(() => this.#stepsOfBytes(blob, fork, seed))
  }

  async #inSlices(steps: () => Generator<undefined, Uint8Array>): Promise<Uint8Array> {
    if (this.#queue.size >= MAX_SLICED_HASHES)
      throw new ProofOfWorkBusyError(`${this.#queue.size} proofs of work are being computed already; try again`)
    // Never undefined: the computation is not cancelled.
    return (await this.#queue.run(() => runInSlices(steps()))) as Uint8Array
  }

  /**
   * Runs a change of the chain that verifies submitted blocks. Their hashes are computed in slices: the change ends before a block whose hash is
   * needed, and runs again when it is there. What it cannot do twice runs in `atOnce`.
   * @throws what `change` throws; ProofOfWorkBusyError
   */
  async verifyInSlices<T>(change: () => T): Promise<T> {
    const hashes = new Map<string, Uint8Array>()
    for (;;) {
      try {
        this.#hashes = hashes
        return change()
      } catch (error) {
        if (!(error instanceof HashNeededError)) throw error
        this.#hashes = undefined
        hashes.set(error.key, await this.hashOf(error.placed))
      } finally {
        this.#hashes = undefined
      }
    }
  }

  /** Runs a part of a change of `verifyInSlices` that cannot run twice: hashes that it needs are computed at once. */
  atOnce<T>(change: () => T): T {
    const hashes = this.#hashes
    this.#hashes = undefined
    try {
      return change()
    } finally {
      this.#hashes = hashes
    }
  }

  /** @throws HashNeededError within `verifyInSlices`, if it has not computed the hash yet */
  #verifiedHash(id: string, placed: PlacedBlock): Uint8Array {
    if (this.#hashes === undefined) return runToCompletion(this.hashSteps(placed))
    const key = `${id}/${toHex(placed.idAt(this.seedHeight(placed.height)) ?? NO_SEED)}`
    const hash = this.#hashes.get(key)
    if (hash === undefined) throw new HashNeededError(key, placed)
    return hash
  }

  /** Returns what is wrong with a block's proof of work; undefined if it is valid or not required. */
  fault(placed: PlacedBlock): string | undefined {
    const { block, difficulty } = placed
    if (!this.#isRequired(placed)) return undefined
    const id = hashKey(blockId(block))
    if (this.#valid.has(id)) return undefined
    if (!meetsDifficulty(this.#verifiedHash(id, placed), difficulty))
      return `its proof of work does not meet the difficulty ${difficulty}`
    this.#valid.add(id)
    return undefined
  }

  /** Marks a block that was accepted before as valid, also if it did not have to prove work then. */
  trust(id: Uint8Array): void {
    this.#valid.add(hashKey(id))
  }

  /** Every hash meets difficulty 1, so the hash is not computed. */
  #isRequired({ block, difficulty }: PlacedBlock): boolean {
    return this.setting.isChecked && difficulty > 1n && this.#family.isRequired(block)
  }

  /** Searches for a nonce that meets the difficulty; yields after each try, and within long ones. Returns the block; undefined if none exists or `isWanted` is false. */
  *findNonce(placed: PlacedBlock, isWanted: () => boolean): Generator<undefined, Block | undefined> {
    for (let nonce = placed.block.nonce; nonce < NONCE_COUNT && isWanted(); nonce++) {
      // Checked each time: proof of work can be switched off during the search.
      if (!this.#isRequired(placed)) return placed.block
      const block = { ...placed.block, nonce }
      const hash = yield* this.hashSteps({ ...placed, block })
      if (!isWanted()) return undefined
      if (meetsDifficulty(hash, placed.difficulty)) {
        this.trust(blockId(block))
        return block
      }
      yield
    }
    return undefined
  }
}
