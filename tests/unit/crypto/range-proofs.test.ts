// Range proofs of real wallets verify, and do not with a flipped bit.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../src/bytes/hex.ts'
import { verifyBulletproofs } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { verifyBulletproofsPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import {
  bulletproofClaim,
  bulletproofPlusClaim,
  decodedTransactions,
  flipBit,
  moneroClaim,
  oxenTransfers,
} from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'

const random = seededRandom(2)

describe('Bulletproofs of the small oxen chain', () => {
  const claims = oxenTransfers().map(({ claim }) => claim)

  it('verifies all proofs in one batch', () => {
    expect(claims.length).toBe(52)
    expect(new Set(claims.map(({ commitments }) => commitments.length)).size).toBeGreaterThan(12)
    expect(verifyBulletproofs(claims, random)).toBe(true)
    expect(verifyBulletproofs([], random)).toBe(true)
  })

  it('rejects every proof with a flipped bit', () => {
    for (const [i, { proof, commitments }] of claims.entries())
      expect(verifyBulletproofs([{ proof: flipBit(proof, 5 * i + 1), commitments }], random)).toBe(false)
  })

  it('rejects a batch with one false claim', () => {
    const [first, second, ...others] = claims
    if (first === undefined || second === undefined) throw new Error('no claims')
    const swapped = { proof: first.proof, commitments: second.commitments }
    expect(verifyBulletproofs([second, swapped, ...others.slice(0, 5)], random)).toBe(false)
  })
})

it.each([
  { file: 'oxen/chain-small/node.json', count: 4 },
  { file: 'oxen/cold-signing.json', count: 7 },
  { file: 'oxen/multisig.json', count: 18 },
  { file: 'oxen/names.json', count: 24 },
  { file: 'oxen/proofs.json', count: 6 },
  { file: 'oxen/rpc-shapes.json', count: 8 },
  { file: 'oxen/staking.json', count: 5 },
])('verifies the $count Bulletproofs of $file in one batch', ({ file, count }) => {
  const claims = decodedTransactions(file).map(bulletproofClaim)
  expect(claims.length).toBe(count)
  expect(verifyBulletproofs(claims, random)).toBe(true)
})

describe('Bulletproofs+ of the monero transactions', () => {
  const transactions = Object.values(vector('monero/tx_json.json').txs)
  const claims = transactions.map(({ json }) => bulletproofPlusClaim(json))

  it('verifies all recorded proofs in one batch', () => {
    expect(claims.length).toBe(12)
    expect(verifyBulletproofsPlus(claims, random)).toBe(true)
  })

  it('verifies the proofs inside raw transactions, scanned and signed offline', () => {
    const { blocks } = vector('monero/scan_chain.json')
    const scanned = blocks.flatMap(({ txs }) => txs.map(({ hex }) => hex)).filter((hex) => hex !== '')
    const signed: string[] = vector('monero/cold_signing.json').cases.sign_transfer.tx_raw_list
    const raw = [...scanned, ...signed].map((hex) => moneroClaim(fromHex(hex)))
    expect(raw.length).toBe(13)
    expect(verifyBulletproofsPlus(raw, random)).toBe(true)
  })

  it('rejects every recorded proof with a flipped bit', () => {
    for (const [i, { proof, commitments }] of claims.entries())
      for (const seed of [3 * i + 1, 3 * i + 1000])
        expect(verifyBulletproofsPlus([{ proof: flipBit(proof, seed), commitments }], random)).toBe(false)
  })

  it('rejects every proof for other commitments', () => {
    for (const { proof, commitments } of claims)
      expect(verifyBulletproofsPlus([{ proof, commitments: commitments.toReversed() }], random)).toBe(false)
  })
})
