// Portable storage against every body that real wallets and nodes exchanged: it parses and serializes to the same bytes.

import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type PortableCursor, readPortable, visitPortable } from '../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asBool,
  asSection,
  asSections,
  asText,
  asU64,
  asU64s,
  type Writable,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import type { Capture } from '../../support/data/oxen-chain-small.ts'
import {
  directCaptures,
  requestOf,
  responseOf,
  vectorBytes,
  vectorText,
  walletCaptures,
} from '../../support/data/vectors.ts'

const HEADER = '011101010101020101'

/** Returns the value at a cursor with its types, to be serialized again. */
const typed = (cursor: PortableCursor): Writable => {
  const { type } = cursor
  if (cursor.isArray) {
    const items: Writable[] = []
    cursor.each((item) => items.push(typed(item)))
    return { type: 'array', of: type, items }
  }
  if (type === 'section') return { type, value: typedSection((visit) => cursor.section(visit)) }
  if (type === 'blob') return { type, value: cursor.bytes() }
  if (type === 'bool') return { type, value: cursor.boolean() }
  return { type, value: cursor.bigint() }
}

const typedSection = (walk: (visit: (name: string, value: PortableCursor) => void) => void): WritableSection => {
  const fields: { [name: string]: Writable } = {}
  walk((name, value) => {
    fields[name] = typed(value)
  })
  return fields
}

const rewritten = (bytes: Uint8Array): Uint8Array => writePortable(typedSection((visit) => visitPortable(bytes, visit)))

const isBinary = ({ path }: Capture): boolean => path.endsWith('.bin')
const isPortable = (bytes: Uint8Array): boolean => toHex(bytes.subarray(0, 9)) === HEADER

describe('oxen captures', () => {
  const exchanges = walletCaptures().filter(isBinary)
  const direct = directCaptures().filter(isBinary)
  const answered = direct.filter(({ http_status }) => http_status === 200)
  const written = [...exchanges.map(requestOf), ...exchanges.map(responseOf), ...answered.map(responseOf)]

  it('re-encodes to the same bytes', () => {
    expect(written.length).toBeGreaterThan(280)
    const portable = written.filter(isPortable)
    expect(portable.length).toBe(written.length)
    const differing = portable.filter((bytes) => toHex(rewritten(bytes)) !== toHex(bytes))
    expect(differing.map((bytes) => toHex(bytes.subarray(0, 200)))).toEqual([])
  })
  it('re-encodes handmade bodies, with fields in any order and empty arrays, to the same values', () => {
    for (const bytes of answered.map(requestOf)) {
      const values = readPortable(bytes)
      const present = Object.entries(values).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
      expect({ ...readPortable(rewritten(bytes)) }).toEqual(Object.fromEntries(present))
    }
  })
  it('rejects requests that the node rejected', () => {
    const refused = direct.filter(({ http_status }) => http_status === 500)
    expect(refused.length).toBe(4)
    for (const exchange of refused) expect(() => readPortable(requestOf(exchange))).toThrow(FormatError)
  })
})

describe('benchmark chains', () => {
  it.each([
    'oxen/bench-chain/get_blocks.000.bin',
    'oxen/bench-chain/get_blocks.001.bin',
    'oxen/bench-chain-large/get_blocks.001.bin',
    'monero/bench-chain/get_blocks.00001.bin',
    'monero/bench-chain/get_blocks.02001.bin',
    'monero/bench-chain/get_blocks.03001.bin',
  ])('re-encodes %s to the same bytes', (path) => {
    const body = vectorBytes(path)
    expect(Buffer.compare(rewritten(body), body)).toBe(0)
  })
})

describe('monero endpoints', () => {
  const lines = vectorText('monero/wire-bin-endpoints.txt').split('\n')
  const recorded = (form: RegExp): string[] => lines.flatMap((line) => form.exec(line)?.[1] ?? [])
  const whole = recorded(/^ {2}res hex: ([0-9a-f]+)$/)
  it('re-encodes complete responses to the same bytes', () => {
    expect(whole).toHaveLength(10)
    for (const hex of whole) expect(toHex(rewritten(fromHex(hex)))).toBe(hex)
  })
  it('re-encodes handmade requests to the same values', () => {
    const requests = recorded(/^ {2}req hex: ([0-9a-f]+)$/)
    expect(requests.length).toBeGreaterThan(20)
    for (const hex of requests) expect(readPortable(rewritten(fromHex(hex)))).toEqual(readPortable(fromHex(hex)))
  })
  it('reads the values that were recorded with the bytes', () => {
    const hex = whole.find((candidate) => candidate.includes('096f5f696e6465786573'))
    expect(readPortable(fromHex(hex ?? ''))).toMatchObject({
      credits: 0n,
      o_indexes: [13308n, 13309n],
      status: new TextEncoder().encode('OK'),
      top_hash: new Uint8Array(),
      untrusted: false,
    })
  })
})

describe('worked bytes', () => {
  const txid = fromHex('0e9d3f7a09db9359cfd6aa077c12af54d227c7fb5e5f50c0c6ef317c27397d78')
  const cases: readonly [string, WritableSection, string][] = [
    ['nothing', {}, '00'],
    ['a hash', { txid: asBlob(txid) }, `04${'0474786964'}0a80${toHex(txid)}`],
    [
      'an output to look up',
      { outputs: asSections([{ index: asU64(5), amount: asU64(0) }]) },
      '04076f7574707574738c040806616d6f756e7405000000000000000005696e646578050500000000000000',
    ],
    [
      'an answer',
      { status: asText('OK'), untrusted: asBool(false), o_indexes: asU64s([7, 8n]) },
      '0c096f5f696e6465786573850807000000000000000800000000000000067374617475730a084f4b09756e747275737465640b00',
    ],
    ['an empty array left out', { a: asU64s([]), b: asSection({}) }, '0401620c00'],
  ]
  it.each(cases)('encodes and decodes: %s', (_, section, hex) => {
    expect(toHex(writePortable(section))).toBe(HEADER + hex)
  })
  it.each([
    [1, '04'],
    [32, '80'],
    [63, 'fc'],
    [64, '0101'],
    [1000, 'a10f'],
    [16384, '02000100'],
  ])('encodes a length of %i as %s', (length, hex) => {
    const body = writePortable({ a: asBlob(new Uint8Array(length)) })
    expect(toHex(body).slice(HEADER.length + 8, HEADER.length + 8 + hex.length)).toBe(hex)
    expect(readPortable(body)['a']).toHaveLength(length)
  })
})
