// The wire format of ZMTP 3.1 (ZeroMQ, RFC 37): greeting, frames, commands. Without encryption (mechanism NULL), as monerod publishes.

import { concat, equalBytes, utf8 } from '../../bytes/bytes.ts'

export const GREETING_BYTES = 64
/** Maximum length of a frame from a subscriber: a command or a subscription. */
export const MAX_FRAME_BYTES = 1024

const SIGNATURE_START = 0xff
const SIGNATURE_END = 0x7f
const SIGNATURE_BYTES = 10
const VERSION = [3, 1] as const
const MECHANISM = utf8('NULL'.padEnd(20, '\0'))
const MECHANISM_AT = 12

/** Flags of a frame. */
const MORE = 1
const LONG = 2
const COMMAND = 4

/** What each side of a connection sends first. */
export const GREETING: Uint8Array = (() => {
  const greeting = new Uint8Array(GREETING_BYTES)
  greeting[0] = SIGNATURE_START
  greeting[SIGNATURE_BYTES - 1] = SIGNATURE_END
  greeting.set(VERSION, SIGNATURE_BYTES)
  greeting.set(MECHANISM, MECHANISM_AT)
  return greeting
})()

/** Returns whether bytes can be the beginning of a greeting of ZMTP 3 with the mechanism NULL. */
export const isGreetingStart = (bytes: Uint8Array): boolean => {
  const [start = SIGNATURE_START] = bytes
  const { [SIGNATURE_BYTES - 1]: end = SIGNATURE_END, [SIGNATURE_BYTES]: version = VERSION[0] } = bytes
  if (start !== SIGNATURE_START || end !== SIGNATURE_END || version < VERSION[0]) return false
  const mechanism = bytes.subarray(MECHANISM_AT, MECHANISM_AT + MECHANISM.length)
  return equalBytes(mechanism, MECHANISM.subarray(0, mechanism.length))
}

/** A frame: a command, or a part of a message. */
export type Frame = { readonly kind: 'command' | 'message'; readonly body: Uint8Array }

/** A frame at the beginning of bytes, with its length there. */
export type FoundFrame = { readonly frame: Frame; readonly length: number }

/** Reads the length of a frame's body: one byte, or eight. Undefined if its bytes are not all there. */
const readBodyLength = (bytes: Uint8Array, isLong: boolean): number | undefined => {
  if (!isLong) return bytes[1]
  return bytes.length < 9 ? undefined : Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(1))
}

/** Reads the frame at the beginning of bytes from a subscriber. `malformed`: also a frame longer than the maximum. */
export const readFrame = (bytes: Uint8Array): FoundFrame | 'incomplete' | 'malformed' => {
  const [flags] = bytes
  if (flags === undefined) return 'incomplete'
  if ((flags & ~(MORE | LONG | COMMAND)) !== 0) return 'malformed'
  const isLong = (flags & LONG) !== 0
  const length = readBodyLength(bytes, isLong)
  if (length === undefined) return 'incomplete'
  if (length > MAX_FRAME_BYTES) return 'malformed'
  const start = isLong ? 9 : 2
  if (bytes.length < start + length) return 'incomplete'
  // A copy: a subscription is kept, and would keep all bytes received with it.
  const body = new Uint8Array(bytes.subarray(start, start + length))
  return { frame: { kind: (flags & COMMAND) === 0 ? 'message' : 'command', body }, length: start + length }
}

/** Returns a body with the head of a frame that has no further part. */
const encodeFrame = (body: Uint8Array, flags: number): Uint8Array => {
  if (body.length < 256) return concat(Uint8Array.of(flags, body.length), body)
  const head = new Uint8Array(9)
  head[0] = flags | LONG
  new DataView(head.buffer).setBigUint64(1, BigInt(body.length))
  return concat(head, body)
}

/** Encodes a message of one part. */
export const encodeMessage = (body: Uint8Array): Uint8Array => encodeFrame(body, 0)

/** Encodes a command. */
export const encodeCommand = (name: string, data: Uint8Array): Uint8Array =>
  encodeFrame(concat(Uint8Array.of(name.length), utf8(name), data), COMMAND)

/** A command of the peer. */
export type ZmtpCommand = { readonly name: string; readonly data: Uint8Array }

/** Splits the body of a command; undefined if it has no name. */
export const parseCommand = (body: Uint8Array): ZmtpCommand | undefined => {
  const [length = 0] = body
  if (length === 0 || body.length < 1 + length) return undefined
  return { name: Buffer.from(body.subarray(1, 1 + length)).toString('latin1'), data: body.subarray(1 + length) }
}

/** Encodes one property of the command READY. */
export const encodeProperty = (name: string, value: string): Uint8Array => {
  const length = new Uint8Array(4)
  new DataView(length.buffer).setUint32(0, value.length)
  return concat(Uint8Array.of(name.length), utf8(name), length, utf8(value))
}

/** Parses the properties of the command READY, by their names in small letters; undefined if they are malformed. */
export const parseProperties = (data: Uint8Array): ReadonlyMap<string, string> | undefined => {
  const bytes = Buffer.from(data)
  const properties = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at)
    if (nameEnd + 4 > bytes.length) return undefined
    const valueEnd = nameEnd + 4 + bytes.readUInt32BE(nameEnd)
    if (valueEnd > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 1, nameEnd).toLowerCase()
    properties.set(name, bytes.toString('latin1', nameEnd + 4, valueEnd))
    at = valueEnd
  }
  return properties
}
