// Fountain codes: a message as any number of parts, of which slightly more than its fragments restore it, in any order (BCR-2024-001, MUR).

import { crc32 } from '../../bytes/crc32.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { fountainIndexes } from './fountainIndexes.ts'
import { FountainMixes, xorInto } from './fountainMixes.ts'

/** Parts contradict each other or themselves. */
export class FountainError extends FabaError {
  override readonly name = 'FountainError'
  readonly code = 'fountain'
}

/** One part of a message. */
export type FountainPart = {
  /** from 1 */
  readonly number: number
  /** count of fragments of the message */
  readonly fragments: number
  readonly messageLength: number
  /** CRC-32 of the message */
  readonly checksum: number
  /** the fragments that the part mixes, by XOR */
  readonly data: Uint8Array
}

const MIN_FRAGMENT_LENGTH = 10

/** The largest message: a few times that of the largest set of transactions. */
const MAX_MESSAGE_LENGTH = 4 * 1024 * 1024

/** More fragments than anyone shows; limits what a false part makes the reader compute. */
const MAX_FRAGMENTS = 10_000

/** More parts than a camera reads in an hour: the reader forgets the numbers of those before, which it only takes again in vain. */
const MAX_SEEN = 100_000

/** Returns the length of the fragments: the message in as few of them as the maximum allows, all of one length. */
const fragmentLengthOf = (messageLength: number, maxLength: number): number => {
  const fewest = Math.ceil(messageLength / Math.max(maxLength, MIN_FRAGMENT_LENGTH))
  return Math.ceil(messageLength / fewest)
}

/**
 * Splits a message; returns its number of fragments and the function that makes its parts, of which there is no last one.
 * @param message not empty
 * @param maxFragmentLength in bytes
 *
 * @example
 * const { fragments, partAt } = createFountain(new Uint8Array(100).fill(1), 30)
 * fragments // 4
 * partAt(1).data // new Uint8Array(25).fill(1)
 */
export const createFountain = (
  message: Uint8Array,
  maxFragmentLength: number,
): { readonly fragments: number; readonly partAt: (number: number) => FountainPart } => {
  const length = fragmentLengthOf(message.length, maxFragmentLength)
  const fragments = Math.ceil(message.length / length)
  const padded = new Uint8Array(fragments * length)
  padded.set(message)
  const checksum = crc32(message)
  const indexesOf = fountainIndexes(fragments, checksum)
  const partAt = (number: number): FountainPart => {
    const data = new Uint8Array(length)
    for (const index of indexesOf(number)) xorInto(data, padded.subarray(index * length, (index + 1) * length))
    return { number, fragments, messageLength: message.length, checksum, data }
  }
  return { fragments, partAt }
}

type Shape = Pick<FountainPart, 'fragments' | 'messageLength' | 'checksum'> & { readonly length: number }

/** @throws FountainError for a part that no sender makes */
const shapeOf = ({ number, fragments, messageLength, checksum, data }: FountainPart): Shape => {
  const { length } = data
  const isWhole = [number, fragments, messageLength].every((value) => Number.isSafeInteger(value) && value > 0)
  if (!isWhole || number > 0xffffffff || fragments > MAX_FRAGMENTS || messageLength > MAX_MESSAGE_LENGTH)
    throw new FountainError('this part is not one of a message')
  if (length === 0 || Math.ceil(messageLength / length) !== fragments)
    throw new FountainError('the sizes of this part contradict each other')
  return { fragments, messageLength, checksum, length }
}

/**
 * Collects the parts of a message.
 *
 * @example
 * const { fragments, partAt } = createFountain(Uint8Array.of(...Array(50).keys()), 10)
 * const reader = new FountainReader()
 * for (const number of [2, 3, 4, 5, 1]) reader.add(partAt(number))
 * reader.message // Uint8Array.of(...Array(50).keys())
 */
export class FountainReader {
  #shape: Shape | undefined
  #indexesOf: ((part: number) => readonly number[]) | undefined
  readonly #seen = new Set<number>()
  readonly #known = new Map<number, Uint8Array>()
  readonly #mixes = new FountainMixes()

  /** The share of the fragments that are known, from 0 to 1. */
  get progress(): number {
    return this.#shape === undefined ? 0 : this.#known.size / this.#shape.fragments
  }

  /**
   * The message; undefined until enough parts were added.
   * @throws FountainError if its checksum is wrong
   */
  get message(): Uint8Array | undefined {
    const shape = this.#shape
    if (shape === undefined || this.#known.size < shape.fragments) return undefined
    const padded = new Uint8Array(shape.fragments * shape.length)
    for (const [index, data] of this.#known) padded.set(data, index * shape.length)
    const message = padded.subarray(0, shape.messageLength)
    if (crc32(message) !== shape.checksum)
      throw new FountainError('the checksum of the message is wrong: scan it again')
    return message
  }

  /**
   * Adds a part, in any order and any number of times.
   * @throws FountainError for a part of another message
   */
  add(part: FountainPart): void {
    const shape = shapeOf(part)
    this.#shape ??= shape
    for (const field of ['fragments', 'messageLength', 'checksum', 'length'] as const)
      if (this.#shape[field] !== shape[field]) throw new FountainError('this part belongs to another message')
    if (this.#seen.has(part.number) || this.#known.size === shape.fragments) return
    if (this.#seen.size >= MAX_SEEN) this.#seen.clear()
    this.#seen.add(part.number)
    this.#indexesOf ??= fountainIndexes(shape.fragments, shape.checksum)
    this.#take(new Set(this.#indexesOf(part.number)), part.data.slice(), shape.fragments)
  }

  /** Removes the known fragments from a mix. If one is left, it is known from now on, and removed from the other mixes in turn. */
  #take(indexes: Set<number>, data: Uint8Array, fragments: number): void {
    for (const index of indexes) {
      const known = this.#known.get(index)
      if (known === undefined) continue
      xorInto(data, known)
      indexes.delete(index)
    }
    if (indexes.size > 0) this.#mixes.add({ indexes, data }, fragments - this.#known.size)
    for (let solved = this.#mixes.takeSolved(); solved !== undefined; solved = this.#mixes.takeSolved())
      for (const index of solved.indexes) {
        this.#known.set(index, solved.data)
        this.#mixes.solve(index, solved.data)
      }
  }
}
