// Texts of proofs: headers, versions, sizes and the two encodings of reserve proofs.
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../../../src/bytes/base58.ts'
import { concat } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatPaymentProof, type PaymentProof, parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { decodeProofText, ProofTextError, parseProofHeader } from '../../../../src/coin/proofs/proofText.ts'
import { formatReserveProof, parseReserveProof, type ReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import { formatSpendProof, spendProofBody, spendProofSignatures } from '../../../../src/coin/proofs/spendProof.ts'
import { vector } from '../../../support/data/vectors.ts'

const filled = (byte: number, length = 32): Uint8Array => new Uint8Array(length).fill(byte)

describe('a payment proof', () => {
  const secrets = [
    { sharedSecret: filled(1), proof: filled(2, 64) },
    { sharedSecret: filled(3), proof: filled(4, 64) },
  ]

  it.each([
    ['out', 1, 'OutProofV1'],
    ['out', 2, 'OutProofV2'],
    ['in', 1, 'InProofV1'],
    ['in', 2, 'InProofV2'],
  ] as const)('of direction %s and version %i begins with %s', (direction, version, header) => {
    const proof: PaymentProof = { direction, version, secrets }
    const text = formatPaymentProof(proof)
    expect(text.startsWith(header)).toBe(true)
    expect(text).toHaveLength(header.length + 2 * (44 + 88))
    expect(parsePaymentProof(moneroRegtest, text)).toEqual(proof)
  })

  it('of version 2 is unknown to networks of version 1', () => {
    const text = formatPaymentProof({ direction: 'out', version: 2, secrets })
    expect(() => parsePaymentProof(oxenRegtest, text)).toThrow('Signature header check error')
  })

  it.each([
    ['no header', '', 'Signature header check error'],
    ['half a secret', 'OutProofV11', 'Wrong signature size'],
    ['text that is not base58', `OutProofV1${'0'.repeat(132)}`, 'Signature decoding error'],
  ])('with %s is rejected', (_, text, message) => {
    expect(() => parsePaymentProof(oxenRegtest, text)).toThrow(ProofTextError)
    expect(() => parsePaymentProof(oxenRegtest, text)).toThrow(message)
  })

  it('may have no secrets', () => {
    expect(parsePaymentProof(oxenRegtest, 'InProofV1')).toEqual({ direction: 'in', version: 1, secrets: [] })
  })
})

describe('the header of a proof', () => {
  it('is its word and a version that the network supports', () => {
    expect(parseProofHeader(moneroRegtest, 'WordV1rest', 'Word')).toEqual({ version: 1, body: 'rest' })
    expect(parseProofHeader(moneroRegtest, 'WordV2rest', 'Word')).toEqual({ version: 2, body: 'rest' })
    expect(parseProofHeader(oxenRegtest, 'WordV1rest', 'Word')).toEqual({ version: 1, body: 'rest' })
    for (const text of ['WordV2rest', 'wordV1', 'WordV', 'xWordV1'])
      expect(parseProofHeader(oxenRegtest, text, 'Word')).toBeUndefined()
    expect(parseProofHeader(moneroRegtest, 'WordV3rest', 'Word')).toBeUndefined()
  })

  it('precedes base58', () => {
    expect(decodeProofText('11')).toEqual(Uint8Array.of(0))
    expect(() => decodeProofText('0')).toThrow(ProofTextError)
  })
})

describe('a spend proof', () => {
  const signatures = [filled(1, 64), filled(2, 64)]
  const text = formatSpendProof(signatures)

  it('has 88 characters for each signature', () => {
    expect(text.slice(0, 12)).toBe('SpendProofV1')
    expect(text).toHaveLength(12 + 2 * 88)
    expect(spendProofSignatures(spendProofBody(text), 2)).toEqual(signatures)
  })

  it('has exactly the expected signatures', () => {
    for (const count of [0, 1, 3]) expect(spendProofSignatures(spendProofBody(text), count)).toBeUndefined()
    expect(spendProofSignatures(`${'0'.repeat(88)}`, 1)).toBeUndefined()
    expect(spendProofSignatures('', 0)).toEqual([])
  })

  it('has its own header', () => {
    for (const other of ['', 'SpendProofV2', 'spendProofV1', 'OutProofV1'])
      expect(() => spendProofBody(other)).toThrow('Signature header check error')
  })
})

describe('a reserve proof', () => {
  const entry = (byte: number, indexInTx: number) => ({
    txid: filled(byte),
    indexInTx,
    sharedSecret: filled(byte + 1),
    keyImage: filled(byte + 2),
    sharedSecretProof: filled(byte + 3, 64),
    keyImageProof: filled(byte + 4, 64),
  })
  const spendKeys = [
    { key: filled(30), signature: filled(31, 64) },
    { key: filled(32), signature: filled(33, 64) },
  ]
  const proofOf = (version: 1 | 2): ReserveProof => ({ version, entries: [entry(10, 0), entry(20, 300)], spendKeys })
  const HEADER = 'ReserveProofV1'.length
  const bytesOf = (version: 1 | 2): Uint8Array => decodeBase58(formatReserveProof(proofOf(version)).slice(HEADER))
  const textOf = (version: 1 | 2, bytes: Uint8Array): string => `ReserveProofV${version}${encodeBase58(bytes)}`

  it.each([1, 2] as const)('of version %i round-trips', (version) => {
    expect(parseReserveProof(moneroRegtest, formatReserveProof(proofOf(version)))).toEqual(proofOf(version))
    const empty: ReserveProof = { version, entries: [], spendKeys: [] }
    expect(parseReserveProof(moneroRegtest, formatReserveProof(empty))).toEqual(empty)
  })

  it('of version 2 has the layout of monerod', () => {
    const body = (byte: number): string =>
      [1, 2].map((i) => toHex(filled(byte + i))).join('') + [3, 4].map((i) => toHex(filled(byte + i, 64))).join('')
    expect(toHex(bytesOf(2))).toBe(
      `02${'00'}${toHex(filled(10))}00${body(10)}${'00'}${toHex(filled(20))}ac02${body(20)}` +
        `02${'02'}${toHex(filled(30))}${toHex(filled(31, 64))}${'02'}${toHex(filled(32))}${toHex(filled(33, 64))}`,
    )
  })

  it('of version 1 has the bytes that oxen-wallet-rpc writes', () => {
    const recorded = vector('oxen/proofs.json').calls.find(
      ({ request, answer }) => request.method === 'get_reserve_proof' && answer.result !== undefined,
    )
    const text = recorded?.answer.result?.signature ?? ''
    const proof = parseReserveProof(oxenRegtest, text)
    expect(proof.entries.length).toBeGreaterThan(0)
    expect(formatReserveProof(proof)).toBe(text)
  })

  it.each([1, 2] as const)('of version %i is rejected if it is truncated or followed by more bytes', (version) => {
    const bytes = bytesOf(version)
    for (const length of [0, 1, 40, bytes.length - 1])
      expect(() => parseReserveProof(moneroRegtest, textOf(version, bytes.subarray(0, length)))).toThrow(ProofTextError)
    expect(() => parseReserveProof(moneroRegtest, textOf(version, concat(bytes, filled(0, 1))))).toThrow(
      'Signature decoding error',
    )
  })

  it('of version 2 is rejected with another version of an entry, or another size of a pair', () => {
    const bytes = bytesOf(2)
    const entrySize = 1 + 32 + 32 + 32 + 64 + 64
    const positions = [1, 1 + entrySize + 1, 1 + 2 * entrySize + 1 + 2 + 1]
    for (const at of positions) {
      const changed = bytes.slice()
      changed[at] = 7
      expect(() => parseReserveProof(moneroRegtest, textOf(2, changed))).toThrow(/must begin with [02], not 7/)
    }
  })

  it('is rejected if it promises more entries than it can have', () => {
    expect(() => parseReserveProof(moneroRegtest, textOf(2, Uint8Array.of(0xff, 0xff, 0xff, 0x0f)))).toThrow(
      ProofTextError,
    )
    expect(() => parseReserveProof(oxenRegtest, textOf(2, bytesOf(2)))).toThrow('Signature header check error')
    expect(() => parseReserveProof(oxenRegtest, 'ReserveProofV10')).toThrow(ProofTextError)
  })
})
