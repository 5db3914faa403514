// Signatures of real wallets verify, and do not with a flipped bit.

import { describe, expect, it } from 'vitest'
import { decodeBase58 } from '../../../src/bytes/base58.ts'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { decodePoint, inPrimeSubgroup } from '../../../src/crypto/curve/point.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import { verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import { verifyKeyImage, verifyRing } from '../../../src/crypto/signatures/ringSignature.ts'
import { verifyMessage } from '../../../src/crypto/signatures/signature.ts'
import { addressKeys, flipBit, oxenTransfers } from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'

describe('message signatures', () => {
  const { cases } = vector('monero/message_signatures.json')

  it.each<{ name: string; index: number }>(
    cases.map(({ params }, index) => ({
      name: JSON.stringify(params).slice(0, 120),
      index,
    })),
  )('verifies only the signed message and address in version 2: $name', ({ index }) => {
    const recorded = cases[index]
    if (recorded === undefined) throw new Error(`no case ${index}`)
    const { address, params, signature } = recorded
    const keys = addressKeys(address)
    const signedWith = params.signature_type
    expect(verifyMessage(signature, utf8(params.data), keys)).toEqual({ version: 2, signedWith })
    expect(verifyMessage(signature, utf8(`${params.data} `), keys)).toBeUndefined()
    const other = { spendPublic: keys.viewPublic, viewPublic: keys.spendPublic }
    expect(verifyMessage(signature, utf8(params.data), other)).toBeUndefined()
  })

  it('agrees with every recorded verification of version 1', () => {
    const { calls } = vector('oxen/proofs.json')
    const verifications = calls.filter(({ request, answer }) => request.method === 'verify' && answer.result)
    expect(verifications.length).toBeGreaterThan(45)
    for (const { request, answer } of verifications) {
      const { data = '', address = '', signature = '' } = request.params
      const verified = verifyMessage(signature, utf8(data), addressKeys(address))
      expect(verified?.version === 1 && verified.signedWith === 'spend', signature).toBe(answer.result?.good)
    }
  })
})

it('verifies every key image proof of the monero wallet', () => {
  const { incoming_transfers, key_images } = vector('monero/scan_chain.json').expected
  const keys = new Map<string, string>(incoming_transfers.map(({ key_image, pubkey }) => [key_image, pubkey]))
  expect(key_images.signed_key_images.length).toBe(keys.size)
  for (const [i, { key_image, signature }] of key_images.signed_key_images.entries()) {
    const [image, key, proof] = [fromHex(key_image), fromHex(keys.get(key_image) ?? ''), fromHex(signature)]
    expect(verifyKeyImage(image, key, proof)).toBe(true)
    expect(verifyKeyImage(image, key, flipBit(proof, i + 1))).toBe(false)
  }
})

it('verifies every recorded spend proof', () => {
  const { calls, rings } = vector('oxen/proofs.json')
  const inputsOf = new Map(rings.map(({ tx_hash, inputs }) => [tx_hash, inputs]))
  const header = 'SpendProofV1'
  const signatureText = 88
  let good = 0
  let bad = 0
  for (const { request, answer } of calls) {
    if (request.method !== 'check_spend_proof' || answer.result === undefined) continue
    const { txid = '', message = '', signature = '' } = request.params
    const texts = signature.slice(header.length).match(new RegExp(`.{1,${signatureText}}`, 'g')) ?? []
    const hash = keccak256(fromHex(txid), utf8(message))
    let next = 0
    const verified = (inputsOf.get(txid) ?? []).every(({ key_image, outs }) => {
      const slice = texts.slice(next, next + outs.length)
      next += outs.length
      const ring = outs.map(({ key }) => fromHex(key))
      return (
        slice.every((text: string) => text.length === signatureText) &&
        verifyRing(hash, fromHex(key_image), ring, slice.map(decodeBase58))
      )
    })
    expect(verified && next === texts.length).toBe(answer.result.good)
    if (answer.result.good) good++
    else bad++
  }
  expect(good).toBeGreaterThan(4)
  expect(bad).toBeGreaterThan(4)
})

describe('CLSAG of the small oxen chain', () => {
  const rings = oxenTransfers().flatMap((transfer) => transfer.rings)

  it('verifies every signature', () => {
    expect(rings.length).toBe(156)
    for (const { statement, signature } of rings) {
      expect(verifyClsag(statement, signature)).toBe(true)
      expect(inPrimeSubgroup(decodePoint(statement.keyImage))).toBe(true)
    }
  })

  it('rejects every signature with a flipped bit', () => {
    for (const [i, { statement, signature }] of rings.entries())
      expect(verifyClsag(statement, flipBit(signature, 7 * i + 1))).toBe(false)
  })

  it('rejects a sample of statements with a flipped bit', () => {
    for (const [i, { statement, signature }] of rings.slice(0, 40).entries())
      expect(verifyClsag(flipBit(statement, 11 * i + 1), signature)).toBe(false)
  })

  it('rejects a missing and an additional member', () => {
    const [ring] = rings
    if (ring === undefined) throw new Error('no ring')
    const { statement, signature } = ring
    expect(verifyClsag(statement, { ...signature, s: signature.s.slice(1) })).toBe(false)
    expect(verifyClsag({ ...statement, ringKeys: statement.ringKeys.slice(1) }, signature)).toBe(false)
    expect(verifyClsag(statement, { ...signature, c1: concat(signature.c1, Uint8Array.of(0)) })).toBe(false)
  })
})
