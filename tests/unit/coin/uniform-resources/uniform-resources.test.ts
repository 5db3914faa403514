// Uniform resources against parts that another program made (tests/data/uniform-resources.json), and any loss and order of parts.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { encodeCbor } from '../../../../src/bytes/cbor.ts'
import { BytewordsError, decodeBytewords, encodeBytewords } from '../../../../src/coin/uniform-resources/bytewords.ts'
import { createFountain, FountainError, FountainReader } from '../../../../src/coin/uniform-resources/fountain.ts'
import { FountainMixes, MAX_MIXED_INDEXES } from '../../../../src/coin/uniform-resources/fountainMixes.ts'
import {
  encodeUniformResource,
  UniformResourceError,
  UniformResourceReader,
} from '../../../../src/coin/uniform-resources/uniformResource.ts'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import { runs } from '../../../support/runs.ts'

const recorded = v.parse(
  v.object({
    messages: v.array(
      v.object({
        length: v.number(),
        maxFragmentLength: v.number(),
        parts: v.array(v.string()),
        partsHashed: v.number(),
        sha256: v.string(),
      }),
    ),
  }),
  JSON.parse(vectorText('uniform-resources.json')),
).messages

const messageOf = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + (i >> 3) * 13 + length) & 255)

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i + 1)

describe.each(recorded)('a message of $length bytes in parts of $maxFragmentLength', (message) => {
  const { length, maxFragmentLength, parts, partsHashed, sha256 } = message

  it('has the recorded parts', () => {
    const { textAt } = encodeUniformResource('bytes', messageOf(length), maxFragmentLength)
    expect(parts.map((_, i) => textAt(i + 1).toLowerCase())).toEqual(parts)
    const hash = createHash('sha256')
    for (const number of range(partsHashed)) hash.update(`${textAt(number).toLowerCase()}\n`)
    expect(hash.digest('hex')).toBe(sha256)
  })

  it('is read from the recorded parts, also from mixed ones alone', () => {
    const reader = new UniformResourceReader()
    for (const part of parts) reader.add(part)
    if (parts.length >= Number(/-(\d+)\//.exec(parts[0] ?? '')?.[1])) expect(reader.bytes).toEqual(messageOf(length))
    else expect(reader.bytes).toBeUndefined()
    const { count, textAt } = encodeUniformResource('bytes', messageOf(length), maxFragmentLength)
    const late = new UniformResourceReader()
    for (let number = count + 1; late.bytes === undefined; number++) {
      expect(number).toBeLessThan(count * 6 + 30)
      late.add(textAt(number))
    }
    expect(late.bytes).toEqual(messageOf(length))
  })
})

describe('a uniform resource', () => {
  it('is restored from any parts in any order, with losses and repetitions', () => {
    const content = fc.record({
      bytes: fc.uint8Array({ minLength: 1, maxLength: 1200 }),
      maxLength: fc.integer({ min: 10, max: 300 }),
      seed: fc.infiniteStream(fc.nat({ max: 2 ** 20 })),
    })
    fc.assert(
      fc.property(content, ({ bytes, maxLength, seed }) => {
        const { count, textAt } = encodeUniformResource('xmr-output', bytes, maxLength)
        const reader = new UniformResourceReader()
        for (const draw of seed) {
          reader.add(textAt((draw % (count * 3)) + 1))
          expect(reader.progress).toBeLessThanOrEqual(1)
          if (reader.bytes !== undefined) break
        }
        expect(reader.bytes).toEqual(bytes)
        expect([reader.type, reader.progress]).toEqual(['xmr-output', 1])
      }),
      { numRuns: runs(60) },
    )
  })

  it('rejects altered parts with a named error, and keeps what it has', () => {
    const bytes = messageOf(900)
    const { count, textAt } = encodeUniformResource('bytes', bytes, 50)
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(),
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789/-:'),
        (at, part, character) => {
          const text = textAt((part % 40) + 1).toLowerCase()
          const position = at % text.length
          const altered = `${text.slice(0, position)}${character}${text.slice(position + 1)}`
          const reader = new UniformResourceReader()
          reader.add(textAt(1))
          try {
            reader.add(altered)
          } catch (error) {
            expect(error).toBeInstanceOf(FabaError)
          }
          for (const number of range(count)) reader.add(textAt(number))
          expect(reader.bytes).toEqual(bytes)
        },
      ),
      { numRuns: runs(300) },
    )
  })

  it.each([
    { text: 'hello', message: /not data of another wallet/ },
    { text: 'monero:4abc?tx_amount=1', message: /not data of another wallet/ },
    { text: 'ur:bytes', message: /damaged/ },
    { text: 'ur:bytes/fxadaoaxaocsjsrr', message: /is not a byteword|checksum/ },
    { text: 'ur:bytes/fx', message: /incomplete/ },
    { text: `ur:bytes/1-2/${encodeBytewords(encodeCbor([2, 2, 20, 0, new Uint8Array(10)]))}`, message: /damaged/ },
    { text: `ur:bytes/1-2/${encodeBytewords(encodeCbor('text'))}`, message: /damaged/ },
    { text: `ur:bytes/1-2/${encodeBytewords(encodeCbor([1, 2, 20, 0, [0, 0, 0]]))}`, message: /damaged/ },
    { text: `ur:bytes/1-9/${encodeBytewords(encodeCbor([1, 9, 20, 0, new Uint8Array(10)]))}`, message: /contradict/ },
    {
      text: `ur:bytes/1-4000000/${encodeBytewords(encodeCbor([1, 4_000_000, 4_000_000, 0, new Uint8Array(1)]))}`,
      message: /not one of a message/,
    },
  ])('rejects $text', ({ text, message }) => {
    const reader = new UniformResourceReader()
    expect(() => reader.add(text)).toThrow(message)
    expect(() => reader.add(text)).toThrow(FabaError)
    expect(reader.bytes).toBeUndefined()
  })

  it('rejects parts of other data', () => {
    const reader = new UniformResourceReader()
    reader.add(encodeUniformResource('bytes', messageOf(100), 20).textAt(1))
    expect(() => reader.add(encodeUniformResource('other', messageOf(100), 20).textAt(2))).toThrow(UniformResourceError)
    expect(() => reader.add(encodeUniformResource('bytes', messageOf(101), 20).textAt(2))).toThrow(FountainError)
    const single = new UniformResourceReader()
    single.add(`ur:bytes/${encodeBytewords(encodeCbor('text'))}`)
    expect(() => single.bytes).toThrow(/not bytes/)
  })
})

describe('a fountain', () => {
  it('rejects a message whose checksum is wrong', () => {
    const { fragments, partAt } = createFountain(messageOf(60), 20)
    const reader = new FountainReader()
    for (const number of range(fragments)) reader.add({ ...partAt(number), checksum: 1 })
    expect(() => reader.message).toThrow(FountainError)
  })
})

describe('the mixes of a fountain', () => {
  it('are never more than the unknown fragments, and their indexes never more than the limit', () => {
    const mixes = new FountainMixes()
    for (let number = 0; number < 600; number++) {
      mixes.add({ indexes: new Set(range(number === 7 ? 2 : 1000 - number)), data: new Uint8Array(1) }, 400)
      expect(mixes.length).toBeLessThanOrEqual(400)
      expect(mixes.indexCount).toBeLessThanOrEqual(MAX_MIXED_INDEXES)
    }
    // The mix of two fragments, the most useful one, is still there.
    mixes.solve(2, Uint8Array.of(1))
    expect(mixes.takeSolved()?.indexes).toEqual(new Set([1]))
  })

  it('restore a message of hundreds of fragments from mixed parts, of which not all can be kept', () => {
    const message = messageOf(8000)
    const { fragments, partAt } = createFountain(message, 10)
    expect(fragments).toBe(800)
    const reader = new FountainReader()
    for (let number = fragments + 1; reader.message === undefined; number++) {
      expect(number).toBeLessThan(fragments * 20)
      reader.add(partAt(number))
    }
    expect(reader.message).toEqual(message)
  })
})

describe('bytewords', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), (bytes) => {
        expect(decodeBytewords(encodeBytewords(bytes))).toEqual(bytes)
      }),
    )
  })

  it('detect an altered letter', () => {
    const text = encodeBytewords(messageOf(30))
    for (let i = 0; i < text.length; i++) {
      const altered = `${text.slice(0, i)}${text[i] === 'a' ? 'e' : 'a'}${text.slice(i + 1)}`
      expect(() => decodeBytewords(altered), altered).toThrow(BytewordsError)
    }
  })
})
