// Reads binary requests.

import { FormatError } from '../../../bytes/cursor.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../../bytes/portableStorage.ts'
import { JSON_RPC_CODES, JsonRpcError } from '../../../jsonrpc/errors.ts'

/** Returns monerod's and oxen-core's error for a malformed binary request. */
const invalidBinaryRequest = (detail: string): JsonRpcError =>
  new JsonRpcError(
    JSON_RPC_CODES.invalidParams,
    'Unable to parse request: Failed to parse binary data parameters',
    detail,
  )

/** Reads the fields of a binary request by name. Rejects fields of another type, as monerod and oxen-core do. */
export class BinaryFields {
  readonly #section: PortableSection

  /** Missing fields read as 0, as empty, or as the method's default. */
  constructor(section: PortableSection) {
    this.#section = section
  }

  /** @throws JsonRpcError */
  number(name: string): number {
    const value = this.#section[name] ?? 0
    if (typeof value !== 'number' && typeof value !== 'bigint') throw invalidBinaryRequest(`${name} is not an integer`)
    if (value < 0) throw invalidBinaryRequest(`${name} is below 0`)
    return Number(value)
  }

  /** @throws JsonRpcError */
  byte(name: string): number {
    const value = this.number(name)
    if (value > 255) throw invalidBinaryRequest(`${name} is above 255`)
    return value
  }

  /** @throws JsonRpcError */
  boolean(name: string, otherwise: boolean): boolean {
    const value = this.#section[name] ?? otherwise
    if (typeof value !== 'boolean') throw invalidBinaryRequest(`${name} is not a bool`)
    return value
  }

  /** Returns a blob of 32 bytes; a blob of another size counts as missing. @throws JsonRpcError */
  key(name: string): Uint8Array | undefined {
    const value = this.#blob(name)
    return value?.length === 32 ? value : undefined
  }

  /** Returns the keys packed in a blob; a blob of another size counts as missing. @throws JsonRpcError */
  keys(name: string): Uint8Array[] {
    const value = this.#blob(name)
    if (value === undefined || value.length % 32 !== 0) return []
    return Array.from({ length: value.length / 32 }, (_, i) => value.subarray(32 * i, 32 * i + 32))
  }

  /** @throws JsonRpcError */
  numbers(name: string): number[] {
    return this.#list(name).map((item) => {
      if (typeof item !== 'number' && typeof item !== 'bigint')
        throw invalidBinaryRequest(`${name} contains a value that is not an integer`)
      if (item < 0) throw invalidBinaryRequest(`${name} contains a value below 0`)
      return Number(item)
    })
  }

  /** @throws JsonRpcError */
  sections(name: string): BinaryFields[] {
    return this.#list(name).map((item) => {
      if (!isSection(item)) throw invalidBinaryRequest(`${name} contains a value that is not a section`)
      return new BinaryFields(item)
    })
  }

  #blob(name: string): Uint8Array | undefined {
    const value = this.#section[name]
    if (value !== undefined && !(value instanceof Uint8Array)) throw invalidBinaryRequest(`${name} is not a blob`)
    return value
  }

  #list(name: string): readonly PortableValue[] {
    const value = this.#section[name] ?? []
    if (!Array.isArray(value)) throw invalidBinaryRequest(`${name} is not an array`)
    return value
  }
}

const isSection = (value: PortableValue): value is PortableSection =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)

/** As many as monerod accepts of each kind. */
const MAX_VALUES = 3 * 65_536

/** @throws JsonRpcError */
export const parseBinaryRequest = (body: Uint8Array): PortableSection => {
  try {
    return readPortable(body, MAX_VALUES)
  } catch (error) {
    if (!(error instanceof FormatError)) throw error
    throw invalidBinaryRequest(error.message)
  }
}
