// Writes epee portable storage (portableStorage.ts reads it). A section is described as plain data and encoded exactly as epee does.

import { join } from './bytes.ts'
import { Writer } from './cursor.ts'
import {
  ARRAY,
  type IntegerType,
  MAX_DEPTH,
  MIN_SIZES,
  PortableError,
  type PortableType,
  SIGNATURE,
  TAGS,
} from './portableStorage.ts'

/** A value to write, with the type that the receiver expects. */
export type Writable =
  | { readonly type: IntegerType; readonly value: number | bigint }
  | { readonly type: 'blob'; readonly value: Uint8Array }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'section'; readonly value: WritableSection }
  | { readonly type: 'array'; readonly of: PortableType; readonly items: readonly Writable[] }

/** Undefined fields and empty arrays are omitted. */
export type WritableSection = { readonly [name: string]: Writable | undefined }

/**
 * Describes an unsigned integer of 64 bits.
 *
 * @example
 * asU64(5n) // { type: 'u64', value: 5n }
 */
export const asU64 = (value: number | bigint): Writable => ({ type: 'u64', value })

/**
 * Describes an unsigned integer of 32 bits.
 *
 * @example
 * asU32(5) // { type: 'u32', value: 5 }
 */
export const asU32 = (value: number): Writable => ({ type: 'u32', value })

/**
 * Describes an unsigned integer of 8 bits.
 *
 * @example
 * asU8(5) // { type: 'u8', value: 5 }
 */
export const asU8 = (value: number): Writable => ({ type: 'u8', value })

/**
 * Describes a boolean.
 *
 * @example
 * asBool(true) // { type: 'bool', value: true }
 */
export const asBool = (value: boolean): Writable => ({ type: 'bool', value })

/**
 * Describes a blob.
 *
 * @example
 * asBlob(Uint8Array.of(1)) // { type: 'blob', value: Uint8Array.of(1) }
 */
export const asBlob = (value: Uint8Array): Writable => ({ type: 'blob', value })

/**
 * Describes a blob of UTF-8 text.
 *
 * @example
 * asText('a') // { type: 'blob', value: Uint8Array.of(0x61) }
 */
export const asText = (value: string): Writable => ({ type: 'blob', value: new TextEncoder().encode(value) })

/**
 * Describes a section.
 *
 * @example
 * asSection({ a: asU8(1) }) // { type: 'section', value: { a: { type: 'u8', value: 1 } } }
 */
export const asSection = (value: WritableSection): Writable => ({ type: 'section', value })

/**
 * Describes an array of unsigned integers of 64 bits.
 *
 * @example
 * asU64s([1n]) // { type: 'array', of: 'u64', items: [{ type: 'u64', value: 1n }] }
 */
export const asU64s = (values: readonly (number | bigint)[]): Writable => ({
  type: 'array',
  of: 'u64',
  items: values.map(asU64),
})

/**
 * Describes an array of blobs.
 *
 * @example
 * asBlobs([Uint8Array.of(1)]) // { type: 'array', of: 'blob', items: [{ type: 'blob', value: Uint8Array.of(1) }] }
 */
export const asBlobs = (values: readonly Uint8Array[]): Writable => ({
  type: 'array',
  of: 'blob',
  items: values.map(asBlob),
})

/**
 * Describes an array of sections.
 *
 * @example
 * asSections([{}]) // { type: 'array', of: 'section', items: [{ type: 'section', value: {} }] }
 */
export const asSections = (values: readonly WritableSection[]): Writable => ({
  type: 'array',
  of: 'section',
  items: values.map(asSection),
})

/**
 * Describes items of one size as one blob. Returns undefined, so that the field is omitted, if there are no items.
 *
 * @example
 * asPacked([Uint8Array.of(1), Uint8Array.of(2)]) // { type: 'blob', value: Uint8Array.of(1, 2) }
 * asPacked([]) // undefined
 */
export const asPacked = (items: readonly Uint8Array[]): Writable | undefined =>
  items.length === 0 ? undefined : asBlob(join(items))

const writeSize = (writer: Writer, size: number): void => {
  if (size < 2 ** 6) writer.u8(size * 4)
  else if (size < 2 ** 14) writer.u16(size * 4 + 1)
  else if (size < 2 ** 30) writer.u32(size * 4 + 2)
  else writer.u64(BigInt(size) * 4n + 3n)
}

const writeInteger = (writer: Writer, type: IntegerType, value: number | bigint): void => {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new PortableError(`${value} is not a safe integer`)
  // Most integers of a response are of this kind: written without a bigint.
  if (type === 'u64' && typeof value === 'number' && value >= 0) {
    writer.u32(value % 2 ** 32).u32(Math.floor(value / 2 ** 32))
    return
  }
  const wide = BigInt(value)
  const size = MIN_SIZES[type]
  const unsigned = BigInt.asUintN(8 * size, wide)
  if (wide !== (type.startsWith('i') ? BigInt.asIntN(8 * size, wide) : unsigned))
    throw new PortableError(`${value} does not fit ${type}`)
  if (size === 8) writer.u64(unsigned)
  else if (size === 4) writer.u32(Number(unsigned))
  else if (size === 2) writer.u16(Number(unsigned))
  else writer.u8(Number(unsigned))
}

const writeValue = (writer: Writer, value: Writable, depth: number): void => {
  switch (value.type) {
    case 'array':
      writeSize(writer, value.items.length)
      for (const item of value.items) {
        if (item.type !== value.of)
          throw new PortableError(`an array of ${value.of} cannot hold a value of type ${item.type}`)
        writeValue(writer, item, depth)
      }
      return
    case 'section':
      writeSection(writer, value.value, depth + 1)
      return
    case 'blob':
      writeSize(writer, value.value.length)
      writer.bytes(value.value)
      return
    case 'bool':
      writer.u8(value.value ? 1 : 0)
      return
    default:
      writeInteger(writer, value.type, value.value)
  }
}

const MAX_NAME = 254

const writeName = (writer: Writer, name: string): void => {
  const { length } = name
  let highest = 0
  writer.u8(length)
  for (let i = 0; i < length; i++) {
    const code = name.charCodeAt(i)
    highest |= code
    writer.u8(code)
  }
  if (length === 0 || length > MAX_NAME || highest > 0xff)
    throw new PortableError(`a field name has 1 to ${MAX_NAME} one-byte characters, unlike "${name.slice(0, 40)}"`)
}

const isWritten = (value: Writable | undefined): boolean =>
  value !== undefined && (value.type !== 'array' || value.items.length > 0)

const writeSection = (writer: Writer, section: WritableSection, depth: number): void => {
  if (depth > MAX_DEPTH) throw new PortableError(`sections are nested more than ${MAX_DEPTH} deep`)
  const names = Object.keys(section).filter((name) => isWritten(section[name]))
  names.sort()
  writeSize(writer, names.length)
  for (const name of names) {
    const value = section[name]
    if (value === undefined) continue
    writeName(writer, name)
    writer.u8(value.type === 'array' ? ARRAY | TAGS[value.of] : TAGS[value.type])
    writeValue(writer, value, depth)
  }
}

/**
 * Encodes a root section as epee does: fields in byte order of their names, counts in the smallest width.
 * @throws PortableError if a value does not fit its type or a field name is empty or too long
 *
 * @example
 * writePortable({ a: asU8(5) }) // Uint8Array.of(1, 0x11, 1, 1, 1, 1, 2, 1, 1, 4, 1, 0x61, 8, 5)
 */
export const writePortable = (section: WritableSection): Uint8Array => {
  const writer = new Writer().bytes(Uint8Array.from(SIGNATURE))
  writeSection(writer, section, 1)
  return writer.finish()
}
