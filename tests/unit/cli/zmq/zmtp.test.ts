// The wire format of ZMTP 3.1, with the bytes of RFC 23 and 37.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import {
  encodeCommand,
  encodeMessage,
  encodeProperty,
  GREETING,
  isGreetingStart,
  MAX_FRAME_BYTES,
  parseCommand,
  parseProperties,
  readFrame,
} from '../../../../src/cli/zmq/zmtp.ts'

describe('the greeting', () => {
  it('has a signature, the version 3.1 and the mechanism NULL', () => {
    expect(toHex(GREETING)).toBe(`ff00000000000000007f${'0301'}${'4e554c4c'.padEnd(40, '0')}${'00'.repeat(32)}`)
  })

  it.each([
    ['of version 3.0', 11, 0],
    ['of a later version', 10, 4],
    ['with bytes in the padding of the signature', 8, 1],
    ['of a server', 32, 1],
  ])('is accepted %s', (_, at, value) => {
    const greeting = GREETING.with(at, value)
    for (let length = 0; length <= greeting.length; length++)
      expect(isGreetingStart(greeting.subarray(0, length))).toBe(true)
  })

  it.each([
    ['without a signature', 0, 0x47],
    ['with an incomplete signature', 9, 0],
    ['of version 2', 10, 1],
    ['with another mechanism', 12, 0x50],
    ['with a longer mechanism', 16, 0x50],
  ])('is rejected %s, as soon as the byte has arrived', (_, at, value) => {
    const greeting = GREETING.with(at, value)
    for (let length = 0; length <= greeting.length; length++)
      expect(isGreetingStart(greeting.subarray(0, length))).toBe(length <= at)
  })
})

describe('a frame', () => {
  it('has one byte of length below 256 bytes, and eight from there on', () => {
    expect(toHex(encodeMessage(utf8('ab')))).toBe('00026162')
    expect(toHex(encodeMessage(new Uint8Array(255)).subarray(0, 3))).toBe('00ff00')
    expect(toHex(encodeMessage(new Uint8Array(256)).subarray(0, 10))).toBe('02000000000000010000')
    expect(toHex(encodeCommand('PONG', utf8('a')))).toBe('040604504f4e4761')
  })

  it('is read at any cut of the stream', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: MAX_FRAME_BYTES }), fc.uint8Array({ maxLength: 4 }), (body, rest) => {
        const encoded = encodeMessage(body)
        expect(readFrame(concat(encoded, rest))).toEqual({ frame: { kind: 'message', body }, length: encoded.length })
        expect(readFrame(encoded.subarray(0, -1))).toBe('incomplete')
      }),
    )
  })

  it('is read as a part of a longer message', () => {
    expect(readFrame(Uint8Array.of(1, 1, 7))).toEqual({
      frame: { kind: 'message', body: Uint8Array.of(7) },
      length: 3,
    })
  })

  it('keeps no other received bytes', () => {
    const received = Buffer.concat([encodeMessage(utf8('ab')), new Uint8Array(1000)])
    const found = readFrame(received)
    expect(typeof found === 'object' && found.frame.body.buffer.byteLength).toBe(2)
  })

  it.each([
    ['with unknown flags', Uint8Array.of(8, 0)],
    ['longer than the maximum', encodeMessage(new Uint8Array(MAX_FRAME_BYTES + 1)).subarray(0, 9)],
    ['of 2^64 - 1 bytes', Uint8Array.of(2, 255, 255, 255, 255, 255, 255, 255, 255)],
  ])('is malformed %s', (_, bytes) => {
    expect(readFrame(bytes)).toBe('malformed')
  })
})

describe('a command', () => {
  it('has a name and data', () => {
    expect(parseCommand(Uint8Array.of(4, 0x50, 0x49, 0x4e, 0x47, 1, 2))).toEqual({
      name: 'PING',
      data: Uint8Array.of(1, 2),
    })
  })

  it.each([
    ['nothing', Uint8Array.of()],
    ['an empty name', Uint8Array.of(0, 1)],
    ['an incomplete name', Uint8Array.of(4, 0x50)],
  ])('is malformed with %s', (_, body) => {
    expect(parseCommand(body)).toBeUndefined()
  })
})

describe('properties', () => {
  it('have names in any case', () => {
    const properties = concat(encodeProperty('Socket-Type', 'SUB'), encodeProperty('IDENTITY', ''))
    expect(parseProperties(properties)).toEqual(
      new Map([
        ['socket-type', 'SUB'],
        ['identity', ''],
      ]),
    )
  })

  it('are malformed when they are cut', () => {
    const property = encodeProperty('Socket-Type', 'SUB')
    for (let length = 1; length < property.length; length++)
      expect(parseProperties(property.subarray(0, length))).toBeUndefined()
  })

  it('are parsed or malformed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        const found = parseProperties(bytes)
        expect(found === undefined || found instanceof Map).toBe(true)
      }),
    )
  })
})
