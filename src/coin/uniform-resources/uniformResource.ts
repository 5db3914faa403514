// Uniform resources: typed bytes as text for QR codes, in one part or in many (BCR-2020-005 and BCR-2024-001 of Blockchain Commons). Feather, Keystone,
// Cupcake and others carry the files of offline signing so: their types are those of the registry of Keystone.

import { CborError, type CborValue, decodeCbor, encodeCbor } from '../../bytes/cbor.ts'
import { FabaError } from '../../errors/fabaError.ts'
import { decodeBytewords, encodeBytewords } from './bytewords.ts'
import { createFountain, type FountainPart, FountainReader } from './fountain.ts'

/** A text is not a part of a uniform resource, or not one of the expected type. */
export class UniformResourceError extends FabaError {
  override readonly name = 'UniformResourceError'
  readonly code = 'uniform-resource'
}

/** A uniform resource that is shown part by part. */
export type UniformResourceParts = {
  /** parts that are needed at least */
  readonly count: number
  /** Returns the text of a part, from 1 on, in upper case, of which QR codes have less dense ones. There is no last part. */
  readonly textAt: (number: number) => string
}

/**
 * Encodes bytes as parts for QR codes.
 * @param type such as `xmr-txunsigned`
 * @param maxFragmentLength bytes of a part at most; one part suffices for fewer bytes
 *
 * @example
 * const { count, textAt } = encodeUniformResource('bytes', Uint8Array.of(1, 2, 3), 100)
 * count // 1
 * textAt(1) // 'UR:BYTES/FXADAOAXAOCSJSRT'
 */
export const encodeUniformResource = (
  type: string,
  bytes: Uint8Array,
  maxFragmentLength: number,
): UniformResourceParts => {
  const message = encodeCbor(bytes)
  const { fragments, partAt } = createFountain(message, maxFragmentLength)
  if (fragments === 1) return { count: 1, textAt: () => `ur:${type}/${encodeBytewords(message)}`.toUpperCase() }
  const textAt = (part: number): string => {
    const { number, messageLength, checksum, data } = partAt(part)
    const body = encodeBytewords(encodeCbor([number, fragments, messageLength, checksum, data]))
    return `ur:${type}/${number}-${fragments}/${body}`.toUpperCase()
  }
  return { count: fragments, textAt }
}

const PATTERN = /^ur:([a-z0-9-]+)\/(?:(\d{1,10})-(\d{1,10})\/)?([a-z]+)$/i

const isNumber = (value: CborValue): value is number => typeof value === 'number'

/** The values of a part: a list of five. */
const PART_VALUES = 6

const decode = (bytes: Uint8Array): CborValue => {
  try {
    return decodeCbor(bytes, PART_VALUES)
  } catch (error) {
    if (error instanceof CborError)
      throw new UniformResourceError('the content of the code is damaged', { cause: error })
    throw error
  }
}

/** @throws UniformResourceError unless the content of a part is that of its head */
const parsePart = (body: string, number: number, count: number): FountainPart => {
  const fields = decode(decodeBytewords(body))
  const [own, fragments, messageLength, checksum, data] = Array.isArray(fields) ? fields : []
  const areNumbers = isNumber(own) && isNumber(fragments) && isNumber(messageLength) && isNumber(checksum)
  if (!areNumbers || !(data instanceof Uint8Array) || own !== number || fragments !== count)
    throw new UniformResourceError('the content of the code is damaged')
  return { number: own, fragments, messageLength, checksum, data }
}

/** Returns whether a text looks like a uniform resource. */
const isUniformResource = (text: string): boolean => /^ur:/i.test(text.trim())

/**
 * Reads the parts of one uniform resource.
 *
 * @example
 * const reader = new UniformResourceReader()
 * reader.add('ur:bytes/fxadaoaxaocsjsrt')
 * reader.type // 'bytes'
 * reader.bytes // Uint8Array.of(1, 2, 3)
 */
export class UniformResourceReader {
  #type: string | undefined
  #message: Uint8Array | undefined
  readonly #fountain = new FountainReader()

  /** The type in lower case; undefined before the first part. */
  get type(): string | undefined {
    return this.#type
  }

  /** The share of the message that is known, from 0 to 1. */
  get progress(): number {
    return this.#message === undefined ? this.#fountain.progress : 1
  }

  /**
   * The bytes; undefined until enough parts were added.
   * @throws UniformResourceError if the content is not bytes, FountainError if its checksum is wrong
   */
  get bytes(): Uint8Array | undefined {
    const message = this.#message ?? this.#fountain.message
    if (message === undefined) return undefined
    const value = decode(message)
    if (!(value instanceof Uint8Array)) throw new UniformResourceError('the content of the code is not bytes')
    return value
  }

  /**
   * Adds a part, in any order and any number of times.
   * @throws UniformResourceError, BytewordsError, FountainError; a part that is rejected changes nothing
   */
  add(text: string): void {
    const [, type, number, count, body = ''] = PATTERN.exec(text.trim()) ?? []
    if (type === undefined)
      throw new UniformResourceError(
        isUniformResource(text) ? 'this code is damaged' : 'this code is not data of another wallet',
      )
    if (this.#type !== undefined && this.#type !== type.toLowerCase())
      throw new UniformResourceError('this code belongs to other data')
    if (number === undefined) this.#message = decodeBytewords(body)
    else this.#fountain.add(parsePart(body, Number(number), Number(count)))
    this.#type = type.toLowerCase()
  }
}
