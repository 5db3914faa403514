// Schemas of the values in parameters and results. Integers are parsed from JSON numbers and, if they have 64 bits, from decimal strings,
// as epee does. A schema's title is its type name in descriptions.

import * as v from 'valibot'
import { fromHex, HexError } from '../bytes/hex.ts'

const MAX_U64 = 2n ** 64n - 1n
const DECIMAL = /^\d{1,20}$/

const wideInteger = v.union([
  v.pipe(v.number(), v.safeInteger()),
  v.bigint(),
  v.pipe(v.string(), v.regex(DECIMAL, 'not a decimal integer')),
])

/** 0 .. 2^64-1 as bigint: amounts, difficulties. A number, a bigint or a decimal string. */
export const u64 = v.pipe(
  wideInteger,
  v.transform((value) => BigInt(value)),
  v.minValue(0n),
  v.maxValue(MAX_U64),
  v.title('u64'),
)

/** -2^63 .. 2^63-1 as bigint. */
export const i64 = v.pipe(
  v.union([v.pipe(v.number(), v.safeInteger()), v.bigint()]),
  v.transform((value) => BigInt(value)),
  v.minValue(-(2n ** 63n)),
  v.maxValue(2n ** 63n - 1n),
  v.title('i64'),
)

/** 0 .. 2^53-1 as number, parsed from the same forms as u64: heights, indices, counts, times. */
export const index = v.pipe(
  wideInteger,
  v.transform(Number),
  v.minValue(0),
  v.maxValue(Number.MAX_SAFE_INTEGER, 'beyond 2^53'),
  v.title('u53'),
)

/** 0 .. 2^64-1 as number, larger ones than 2^53-1 as that: limits of heights. All of them are beyond any chain. */
export const heightLimit = v.pipe(
  u64,
  v.transform((value) => Math.min(Number(value), Number.MAX_SAFE_INTEGER)),
  v.title('u64'),
)

const smallInteger = (name: string, min: number, max: number) =>
  v.pipe(v.number(), v.safeInteger(), v.minValue(min), v.maxValue(max), v.title(name))

/** 0 .. 2^32-1 as number. */
export const u32 = smallInteger('u32', 0, 2 ** 32 - 1)

/** -2^31 .. 2^31-1 as number. */
export const i32 = smallInteger('i32', -(2 ** 31), 2 ** 31 - 1)

/** 0 .. 2^16-1 as number. */
export const u16 = smallInteger('u16', 0, 2 ** 16 - 1)

/** 0 .. 255 as number. */
export const u8 = smallInteger('u8', 0, 255)

/** -128 .. 127 as number. */
export const i8 = smallInteger('i8', -128, 127)

/** Decodes hex in either case. `length`: expected number of bytes; undefined: any. */
const decodedHex = (length: number | undefined, message: string) =>
  v.rawTransform<string, Uint8Array>(({ dataset: { value }, addIssue, NEVER }) => {
    try {
      return fromHex(value, length)
    } catch (error) {
      if (!(error instanceof HexError)) throw error
      addIssue({ message })
      return NEVER
    }
  })

/** Bytes in hex, in either case. */
export const hex = v.pipe(v.string(), decodedHex(undefined, 'not hexadecimal'), v.title('hex'))

/** 32 bytes in hex: a key, a hash, a transaction id. */
export const hex32 = v.pipe(v.string(), decodedHex(32, 'not 64 hex digits'), v.title('hex32'))

/** A text that may be omitted, which means empty. */
export const text = v.optional(v.string(), '')

/** A text that no history, log or page keeps: a password, a seed, a secret key. */
export const secret = v.pipe(v.string(), v.metadata({ secret: true }))

/** A secret that may be omitted, which means empty. */
export const secretText = v.optional(secret, '')

/**
 * Returns the schema of a text that may be omitted. A form offers the choices; the method itself rejects other texts, with an error of its
 * own.
 *
 * @example
 * import { parse } from 'valibot'
 * parse(choiceText(['spend', 'view'], 'spend'), undefined) // 'spend'
 */
export const choiceText = (choices: readonly string[], fallback: string) =>
  v.optional(v.pipe(v.string(), v.metadata({ choices })), fallback)

/**
 * Returns the schema of a list that may be omitted, which means empty: epee does not write empty lists.
 *
 * @example
 * import { parse } from 'valibot'
 * parse(list(u8), undefined) // []
 */
export const list = <const Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item), [])
