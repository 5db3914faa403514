// Proofs, ring members and signed messages of recorded transactions, for the crypto tests. They are read from the decoded JSON beside
// each transaction, independently of our parsers.

import { decodeBase58 } from '../../../src/bytes/base58.ts'
import { concat } from '../../../src/bytes/bytes.ts'
import { Reader, varintBytes } from '../../../src/bytes/cursor.ts'
import { fromHex } from '../../../src/bytes/hex.ts'
import { zeroMaskCommitment } from '../../../src/crypto/amounts/commitment.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import type { Bulletproof, BulletproofClaim } from '../../../src/crypto/range-proofs/bulletproof.ts'
import type { BulletproofPlusClaim } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import type { Clsag } from '../../../src/crypto/signatures/clsag.ts'
import type { ClsagStatement } from '../../../src/crypto/signatures/clsagRing.ts'
import type { AddressKeys } from '../../../src/crypto/signatures/signature.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { vector, vectorText } from '../data/vectors.ts'

type Fields<Keys extends string> = Record<Keys, string>

type DecodedTransaction = {
  readonly vin: readonly { readonly key: { readonly key_offsets: readonly number[]; readonly k_image: string } }[]
  readonly vout: readonly { readonly amount: number; readonly target: { readonly key: string } }[]
  readonly rct_signatures: { readonly type: number; readonly txnFee: number; readonly outPk: readonly string[] }
  readonly rctsig_prunable: {
    readonly bp?: readonly (Fields<'A' | 'S' | 'T1' | 'T2' | 'taux' | 'mu' | 'a' | 'b' | 't'> & {
      readonly L: readonly string[]
      readonly R: readonly string[]
    })[]
    readonly bpp?: readonly (Fields<'A' | 'A1' | 'B' | 'r1' | 's1' | 'd1'> & {
      readonly L: readonly string[]
      readonly R: readonly string[]
    })[]
    readonly CLSAGs: readonly { readonly s: readonly string[]; readonly c1: string; readonly D: string }[]
    readonly pseudoOuts: readonly string[]
  }
}

const hexes = (texts: readonly string[]): Uint8Array[] => texts.map((text) => fromHex(text, 32))

const hexFields = <Key extends string>(fields: Fields<Key>, keys: readonly Key[]): Record<Key, Uint8Array> =>
  Object.fromEntries(keys.map((key) => [key, fromHex(fields[key], 32)])) as Record<Key, Uint8Array> // one entry per key

/** Returns the Bulletproof of a decoded transaction with its commitments. */
export const bulletproofClaim = (transaction: DecodedTransaction): BulletproofClaim => {
  const [bp] = transaction.rctsig_prunable.bp ?? []
  if (bp === undefined) throw new Error('the transaction has no Bulletproof')
  const fields = hexFields(bp, ['A', 'S', 'T1', 'T2', 'taux', 'mu', 'a', 'b', 't'])
  return {
    proof: { ...fields, L: hexes(bp.L), R: hexes(bp.R) },
    commitments: hexes(transaction.rct_signatures.outPk),
  }
}

/** Returns the Bulletproof+ of a decoded transaction with its commitments. */
export const bulletproofPlusClaim = (
  transaction: Pick<DecodedTransaction, 'rct_signatures'> & {
    readonly rctsig_prunable: Pick<DecodedTransaction['rctsig_prunable'], 'bpp'>
  },
): BulletproofPlusClaim => {
  const [bpp] = transaction.rctsig_prunable.bpp ?? []
  if (bpp === undefined) throw new Error('the transaction has no Bulletproof+')
  const fields = hexFields(bpp, ['A', 'A1', 'B', 'r1', 's1', 'd1'])
  return {
    proof: { ...fields, L: hexes(bpp.L), R: hexes(bpp.R) },
    commitments: hexes(transaction.rct_signatures.outPk),
  }
}

const bulletproofBytes = ({ A, S, T1, T2, taux, mu, L, R, a, b, t }: Bulletproof): Uint8Array =>
  concat(A, S, T1, T2, taux, mu, ...L, ...R, a, b, t)

/** Returns every transfer of the small oxen chain: its range proof, and its ring signatures with their statements. */
export const oxenTransfers = (): {
  hash: string
  claim: BulletproofClaim
  rings: { statement: ClsagStatement; signature: Clsag }[]
}[] => {
  const recorded = vector('oxen/chain-small/txs.json').txs
  const decoded = recorded.map((entry) => ({
    ...entry,
    transaction: JSON.parse(entry.answer.as_json) as DecodedTransaction, // as the node prints it
  }))
  const outputs = new Map<number, { key: Uint8Array; commitment: () => Uint8Array }>()
  for (const { coinbase, transaction, output_indices } of decoded)
    for (const [i, { amount, target }] of transaction.vout.entries()) {
      const commitment = coinbase
        ? () => zeroMaskCommitment(BigInt(amount))
        : () => fromHex(transaction.rct_signatures.outPk[i] ?? '', 32)
      outputs.set(output_indices[i] ?? -1, { key: fromHex(target.key, 32), commitment })
    }
  const output = (index: number) => {
    const found = outputs.get(index)
    if (found === undefined) throw new Error(`no output ${index}`)
    return found
  }
  return decoded
    .filter(({ coinbase }) => !coinbase)
    .map(({ hash, hex, non_prunable_bytes, transaction }) => {
      const { vin, rct_signatures, rctsig_prunable } = transaction
      const claim = bulletproofClaim(transaction)
      const unprunable = fromHex(hex).subarray(0, non_prunable_bytes)
      const baseLength = 1 + varintBytes(rct_signatures.txnFee).length + 40 * rct_signatures.outPk.length
      const message = keccak256(
        keccak256(unprunable.subarray(0, -baseLength)),
        keccak256(unprunable.subarray(-baseLength)),
        keccak256(bulletproofBytes(claim.proof)),
      )
      const rings = vin.map(({ key: { key_offsets, k_image } }, i) => {
        let index = 0
        const members = key_offsets.map((offset) => {
          index += offset
          return output(index)
        })
        const clsag = rctsig_prunable.CLSAGs[i]
        if (clsag === undefined) throw new Error(`input ${i} of ${hash} has no ring signature`)
        return {
          statement: {
            message,
            ringKeys: members.map(({ key }) => key),
            ringCommitments: members.map(({ commitment }) => commitment()),
            pseudoOut: fromHex(rctsig_prunable.pseudoOuts[i] ?? '', 32),
            keyImage: fromHex(k_image, 32),
          },
          signature: { s: hexes(clsag.s), ...hexFields(clsag, ['c1', 'D']) },
        }
      })
      return { hash, claim, rings }
    })
}

/** Creates a generator of reproducible numbers from 0 to 2^32-1 (xorshift), not for secrets. */
const numbers = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** Copies a structure of byte arrays with one bit flipped, chosen by `seed`. */
export const flipBit = <Structure>(structure: Structure, seed: number): Structure => {
  const copy = structuredClone(structure)
  const arrays: Uint8Array[] = []
  const collect = (value: unknown): void => {
    if (value instanceof Uint8Array) arrays.push(value)
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect)
  }
  collect(copy)
  const next = numbers(seed)
  for (let i = 0; i < 8; i++) next()
  const chosen = arrays[next() % arrays.length]
  if (chosen === undefined) throw new Error('there is nothing to flip')
  const bit = next() % (8 * chosen.length)
  chosen[bit >> 3] = (chosen[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return copy
}

/** Returns the spend and view key of an address of any prefix and kind. */
export const addressKeys = (address: string): AddressKeys => {
  const bytes = decodeBase58(address)
  const start = bytes.findIndex((byte) => byte < 0x80) + 1
  return { spendPublic: bytes.slice(start, start + 32), viewPublic: bytes.slice(start + 32, start + 64) }
}

/** Returns the transaction public keys in `extra` (a coinbase may have two), and the additional keys of single outputs. */
export const transactionKeys = (extra: readonly number[]): { common: Uint8Array[]; additional: Uint8Array[] } => {
  const reader = new Reader(Uint8Array.from(extra))
  const common: Uint8Array[] = []
  let additional: Uint8Array[] = []
  while (reader.remaining > 0) {
    const tag = reader.u8()
    if (tag === 0x01) common.push(reader.bytes(32))
    else if (tag === 0x02) reader.bytes(reader.u8())
    else if (tag === 0x04) additional = Array.from({ length: reader.u8() }, () => reader.bytes(32))
    else if (tag === 0x72) reader.bytes(32)
    else break
  }
  return { common, additional }
}

/** Returns the Bulletproof+ of a transaction of the monero family (version 2, RCT type 6), with its commitments. */
export const moneroClaim = (blob: Uint8Array): BulletproofPlusClaim => {
  const reader = new Reader(blob)
  const times = (count: number, read: () => void): void => {
    for (let i = 0; i < count; i++) read()
  }
  const key = (): Uint8Array => reader.bytes(32)
  reader.varint() // version
  reader.varint() // unlock time
  times(reader.varint(), () => {
    reader.u8()
    reader.varint()
    times(reader.varint(), () => reader.varint())
    key()
  })
  const outputs = reader.varint()
  times(outputs, () => {
    reader.varint()
    reader.u8()
    key()
    reader.u8() // view tag
  })
  reader.bytes(reader.varint()) // extra
  if (reader.u8() !== 6) throw new Error('not of RCT type 6')
  reader.varint64() // fee
  reader.bytes(8 * outputs)
  const keys = (count: number): Uint8Array[] => Array.from({ length: count }, key)
  const commitments = keys(outputs)
  if (reader.varint() !== 1) throw new Error('not one proof')
  const proof = { A: key(), A1: key(), B: key(), r1: key(), s1: key(), d1: key() }
  return { proof: { ...proof, L: keys(reader.varint()), R: keys(reader.varint()) }, commitments }
}

/** Returns every transaction with a range proof that a vector file contains as decoded JSON at any depth, without duplicates. */
export const decodedTransactions = (path: string): DecodedTransaction[] => {
  const found = new Map<string, DecodedTransaction>()
  const walk = (value: unknown): void => {
    if (typeof value === 'string' && value.startsWith('{') && value.includes('"rctsig_prunable"')) {
      const transaction = JSON.parse(value)
      const proof = transaction.rctsig_prunable.bp?.[0]
      if (proof !== undefined) found.set(proof.A, transaction)
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(parseJson(vectorText(path)))
  return [...found.values()]
}
