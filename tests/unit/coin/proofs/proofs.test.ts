// Texts of proofs: every recorded one parses and formats to the same text; damaged ones are parsed or rejected with ProofTextError.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase58, encodeBase58 } from '../../../../src/bytes/base58.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatPaymentProof, parsePaymentProof } from '../../../../src/coin/proofs/paymentProof.ts'
import { ProofTextError } from '../../../../src/coin/proofs/proofText.ts'
import { formatReserveProof, parseReserveProof } from '../../../../src/coin/proofs/reserveProof.ts'
import { formatSpendProof, spendProofBody, spendProofSignatures } from '../../../../src/coin/proofs/spendProof.ts'
import { vector } from '../../../support/data/vectors.ts'

type Made = { readonly network: Network; readonly method: string; readonly signature: string }

const oxen: Made[] = vector('oxen/proofs.json')
  .calls.filter(({ request, answer }) => /^get_.*proof$/.test(request.method) && answer.result !== undefined)
  .map(({ request, answer }) => ({
    network: oxenRegtest,
    method: request.method,
    signature: answer.result?.signature ?? '',
  }))

const monero: Made[] = vector('monero/proofs.json').cases.map(({ get }) => ({
  network: moneroRegtest,
  method: get.method,
  signature: get.result.signature,
}))

const of = (method: string): Made[] => [...oxen, ...monero].filter((made) => made.method === method)

describe('recorded proofs', () => {
  it('round-trip as payment proofs', () => {
    expect(of('get_tx_proof').length).toBeGreaterThan(60)
    for (const { network, signature } of of('get_tx_proof'))
      expect(formatPaymentProof(parsePaymentProof(network, signature))).toBe(signature)
  })

  it('round-trip as spend proofs', () => {
    expect(of('get_spend_proof').length).toBeGreaterThan(7)
    for (const { signature } of of('get_spend_proof')) {
      const body = spendProofBody(signature)
      expect(formatSpendProof(spendProofSignatures(body, body.length / 88) ?? [])).toBe(signature)
    }
  })

  it('round-trip as reserve proofs of both versions', () => {
    expect(of('get_reserve_proof').length).toBeGreaterThan(10)
    for (const { network, signature } of of('get_reserve_proof'))
      expect(formatReserveProof(parseReserveProof(network, signature))).toBe(signature)
  })
})

const HEADER = 'ReserveProofV1'.length

it.each([
  { family: 'oxen', made: oxen },
  { family: 'monero', made: monero },
])('parses or rejects a damaged reserve proof of the $family family', ({ made }) => {
  const shortest = made
    .filter(({ method }) => method === 'get_reserve_proof')
    .toSorted((a, b) => a.signature.length - b.signature.length)[0]
  if (shortest === undefined) throw new Error('no proof is recorded')
  const { network, signature } = shortest
  const bytes = decodeBase58(signature.slice(HEADER))
  const read = (damaged: Uint8Array): void => {
    try {
      const text = signature.slice(0, HEADER) + encodeBase58(damaged)
      expect(parseReserveProof(network, text).entries.length).toBeGreaterThanOrEqual(0)
    } catch (error) {
      expect(error).toBeInstanceOf(ProofTextError)
    }
  }
  for (let length = 0; length < bytes.length; length++) read(bytes.subarray(0, length))
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
      const damaged = bytes.slice()
      damaged[at] = byte
      read(damaged)
    }),
    { numRuns: 500 },
  )
})

it('rejects texts that are not proofs of the network', () => {
  const later = monero.filter(({ method }) => method !== 'get_spend_proof')
  for (const { method, signature } of later) {
    const parse = method === 'get_tx_proof' ? parsePaymentProof : parseReserveProof
    expect(() => parse(oxenRegtest, signature)).toThrow('Signature header check error')
  }
  for (const text of ['', 'x', 'SpendProofV2', 'OutProofV3', 'ReserveProofV'])
    for (const parse of [parsePaymentProof, parseReserveProof])
      expect(() => parse(moneroRegtest, text)).toThrow(ProofTextError)
})
