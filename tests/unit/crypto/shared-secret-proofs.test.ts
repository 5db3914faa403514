// The shared-secret proofs inside recorded transaction proofs of both families.

import { expect, it } from 'vitest'
import { decodeBase58 } from '../../../src/bytes/base58.ts'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { varintBytes } from '../../../src/bytes/cursor.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import { keyDerivation, multiplyKey, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { proveSharedSecret, verifySharedSecret } from '../../../src/crypto/signatures/sharedSecretProof.ts'
import { addressKeys, flipBit, transactionKeys } from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'
import { seededRandom } from '../../support/random.ts'

type Check = { txid: string; address: string; message?: string; signature: string }

const HEADER = /^(Out|In)ProofV([12])/
const POINT_TEXT = 44
const PROOF_TEXT = 88

/** Whether any pair in a transaction proof verifies for an address of that kind. `id` is the transaction id that the proof uses. */
const isGood = (check: Check, id: Uint8Array, extra: readonly number[], isSubaddress: boolean): boolean => {
  const [header = '', direction, version] = HEADER.exec(check.signature) ?? []
  const { common, additional } = transactionKeys(extra)
  const { spendPublic, viewPublic } = addressKeys(check.address)
  const hash = keccak256(id, utf8(check.message ?? ''))
  return [...common.slice(0, 1), ...additional].some((transactionKey, i) => {
    const start = header.length + i * (POINT_TEXT + PROOF_TEXT)
    const middle = start + POINT_TEXT
    const statement = {
      hash,
      publicKey: direction === 'Out' ? transactionKey : viewPublic,
      otherKey: direction === 'Out' ? viewPublic : transactionKey,
      sharedSecret: decodeBase58(check.signature.slice(start, middle)),
      ...(isSubaddress ? { base: spendPublic } : {}),
    }
    const proof = decodeBase58(check.signature.slice(middle, middle + PROOF_TEXT))
    return verifySharedSecret(statement, version === '2' ? 2 : 1, proof)
  })
}

type OxenTransaction = { extra: number[]; rct_signatures: { txnFee: number; outPk: string[] } }

/**
 * Returns the transaction id that oxen v8.1.6 uses in these proofs: it hashes the pruned transaction from the node, so the third part is
 * the hash of empty input.
 */
const prunedId = (hex: string, { rct_signatures: { txnFee, outPk } }: OxenTransaction): Uint8Array => {
  const commitments = outPk.join('')
  const end = (hex.indexOf(commitments) + commitments.length) / 2
  const start = end - 40 * outPk.length - varintBytes(txnFee).length - 1
  const blob = fromHex(hex)
  return keccak256(keccak256(blob.subarray(0, start)), keccak256(blob.subarray(start, end)), keccak256())
}

it('verifies every recorded check_tx_proof of the oxen wallets (version 1)', () => {
  const { calls, txs } = vector('oxen/proofs.json')
  const blobs = new Map<string, string>(
    calls
      .filter(({ request }) => request.method === 'transfer')
      .map(({ answer: { result } }) => [result?.tx_hash ?? '', result?.tx_blob ?? '']),
  )
  const transactions = new Map<string, OxenTransaction>(
    txs.map(({ tx_hash, as_json }) => [tx_hash, JSON.parse(as_json)]),
  )
  const answers = { good: 0, bad: 0 }
  for (const { request, answer } of calls) {
    if (request.method !== 'check_tx_proof' || answer.result === undefined) continue
    const { txid = '', address = '', message = '', signature = '' } = request.params
    const transaction = transactions.get(txid)
    if (transaction === undefined) throw new Error(`transaction ${txid} is not recorded`)
    const id = prunedId(blobs.get(txid) ?? '', transaction)
    const isSubaddress = decodeBase58(address)[0] === 116
    expect(
      isGood({ txid, address, message, signature }, id, transaction.extra, isSubaddress),
      JSON.stringify(request),
    ).toBe(answer.result.good)
    answers[answer.result.good ? 'good' : 'bad']++
  }
  expect(answers.good).toBeGreaterThan(40)
  expect(answers.bad).toBeGreaterThan(15)
})

it('verifies every recorded transaction proof of the monero wallet (version 2)', () => {
  const sent = Object.values(vector('monero/tx_json.json').txs)
  const extras = new Map(sent.map(({ hash, json }) => [hash, json.extra]))
  let checked = 0
  for (const { get, check, check_wrong_message } of vector('monero/proofs.json').cases) {
    if (get?.method !== 'get_tx_proof' || check?.result === undefined) continue
    const { txid = '', address = '', message } = check.params
    const proof: Check = { txid, address, message, signature: get.result.signature }
    const extra = extras.get(proof.txid) ?? []
    const isSubaddress = proof.address.startsWith('8')
    const id = fromHex(proof.txid)
    expect(isGood(proof, id, extra, isSubaddress), JSON.stringify(proof)).toBe(check.result.good)
    expect(isGood({ ...proof, message: `${proof.message}.` }, id, extra, isSubaddress)).toBe(false)
    expect(check_wrong_message?.result?.good ?? false).toBe(false)
    checked++
  }
  expect(checked).toBeGreaterThan(10)
})

it.each([1, 2] as const)('verifies a proof of version %i, and rejects any change', (version) => {
  const random = seededRandom(5)
  const secret = keccak256(utf8('secret')).map((byte, i) => (i === 31 ? 0 : byte))
  const otherKey = publicKeyOf(keccak256(utf8('other')))
  for (const base of [undefined, publicKeyOf(keccak256(utf8('base')))]) {
    const statement = {
      hash: keccak256(),
      publicKey: base === undefined ? publicKeyOf(secret) : multiplyKey(base, secret),
      otherKey,
      sharedSecret: multiplyKey(otherKey, secret),
      ...(base === undefined ? {} : { base }),
    }
    const proof = proveSharedSecret(statement, version, secret, random)
    expect(verifySharedSecret(statement, version, proof)).toBe(true)
    expect(verifySharedSecret(statement, version === 1 ? 2 : 1, proof)).toBe(false)
    for (let seed = 1; seed < 12; seed++) {
      expect(verifySharedSecret(statement, version, flipBit(proof, seed))).toBe(false)
      expect(verifySharedSecret(flipBit(statement, seed), version, proof)).toBe(false)
    }
    const derivation = keyDerivation(otherKey, secret)
    expect(verifySharedSecret({ ...statement, sharedSecret: derivation }, version, proof)).toBe(false)
  }
})
