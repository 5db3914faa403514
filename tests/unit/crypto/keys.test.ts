// Wallet keys, subaddresses, output keys, key images, amounts and payment ids against records of real wallets.

import { describe, expect, it } from 'vitest'
import { concat, utf8 } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import {
  commitmentMask,
  decryptAmount,
  decryptOldAmount,
  encryptAmount,
  encryptOldAmount,
} from '../../../src/crypto/amounts/amountEncryption.ts'
import { commit, zeroMaskCommitment } from '../../../src/crypto/amounts/commitment.ts'
import { cryptPaymentId } from '../../../src/crypto/ciphers/paymentIdCipher.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  deriveOutputSecret,
  deriveSpendKey,
  generateKeys,
  KeyCountError,
  keyDerivation,
  keyImage,
  keyImages,
  multiplyKey,
  publicKeyOf,
  secretAdd,
  subaddressSecret,
  subaddressSpendKey,
  subaddressSpendKeys,
  viewTag,
} from '../../../src/crypto/keys/keys.ts'
import { addressKeys, transactionKeys } from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'

it('computes the original Keccak-256 of one part or several', () => {
  expect(toHex(keccak256())).toBe('c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470')
  expect(toHex(keccak256(utf8('abc')))).toBe('4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45')
  expect(keccak256(utf8('a'), utf8(''), utf8('bc'))).toEqual(keccak256(utf8('abc')))
})

it('computes a batch of key images as one by one', () => {
  const secrets = Array.from({ length: 5 }, (_, i) => keccak256(Uint8Array.of(i)))
  const keys = secrets.map((secret, i) => (i === 3 ? new Uint8Array(32).fill(255) : publicKeyOf(secret)))
  const images = keys.map((key, i) => keyImage(key, secrets[i] ?? new Uint8Array()))
  expect(keyImages(concat(...keys), concat(...secrets))).toEqual(concat(...images))
  expect(keyImages(new Uint8Array(), new Uint8Array())).toEqual(new Uint8Array())
  expect(() => keyImages(new Uint8Array(64), new Uint8Array(32))).toThrow(KeyCountError)
  expect(() => keyImages(new Uint8Array(33), new Uint8Array(33))).toThrow(KeyCountError)
})

describe('oxen/keys.json', () => {
  const { wallets } = vector('oxen/keys.json')
  it.each<{ language: string; wallet: (typeof wallets)[number] }>(
    wallets.map((wallet) => ({ language: wallet.language, wallet })),
  )('derives keys and subaddresses of the $language wallet', ({ wallet }) => {
    const keys = generateKeys(fromHex(wallet.spend_secret))
    expect(toHex(keys.spendSecret)).toBe(wallet.spend_secret)
    expect(toHex(keys.viewSecret)).toBe(wallet.view_secret)
    expect(toHex(keys.spendPublic)).toBe(wallet.spend_public)
    expect(toHex(keys.viewPublic)).toBe(wallet.view_public)
    for (const { major, minor, spend_public, view_public } of wallet.nets.mainnet.subaddresses) {
      const spend = subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)
      expect(toHex(spend)).toBe(spend_public)
      if (major !== 0 || minor !== 0) expect(toHex(multiplyKey(spend, keys.viewSecret))).toBe(view_public)
      const secret = secretAdd(keys.spendSecret, subaddressSecret(keys.viewSecret, major, minor))
      expect(toHex(publicKeyOf(secret))).toBe(spend_public)
    }
  })
})

describe('monero/keys.json', () => {
  const { seeds } = vector('monero/keys.json')
  it.each<{ name: string; seed: (typeof seeds)[number] }>(
    seeds.map((seed, i) => ({ name: `${i} ${seed.language}`, seed })),
  )('derives keys and subaddresses of seed $name', ({ seed }) => {
    const keys = generateKeys(fromHex(seed.secret_spend_key))
    expect(toHex(keys.viewSecret)).toBe(seed.secret_view_key)
    for (const [index, address] of Object.entries(seed.networks.mainnet.subaddresses)) {
      const [major = 0, minor = 0] = index.split(',').map(Number)
      const spend = subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)
      expect(toHex(spend)).toBe(address.spend_pub)
      const view = index === '0,0' ? keys.viewPublic : multiplyKey(spend, keys.viewSecret)
      expect(toHex(view)).toBe(address.view_pub)
    }
  })
})

it('computes a batch of subaddress keys as one by one', () => {
  const { spendPublic, viewSecret } = generateKeys(keccak256())
  const batch = subaddressSpendKeys(viewSecret, spendPublic, 0, 0, 12)
  for (let minor = 0; minor < 12; minor++)
    expect(batch.slice(32 * minor, 32 * minor + 32)).toEqual(subaddressSpendKey(viewSecret, spendPublic, 0, minor))
  expect(batch.slice(0, 32)).toEqual(spendPublic)
  expect(subaddressSpendKeys(viewSecret, spendPublic, 3, 0, 0)).toEqual(new Uint8Array())
})

type Transfer = {
  readonly tx_hash: string
  readonly global_index: number
  readonly key_image: string
  readonly amount: number
  readonly pubkey?: string
  readonly subaddr_index: { readonly major: number; readonly minor: number }
}

type Output = {
  readonly amount: number
  readonly target: { readonly key?: string; readonly tagged_key?: { readonly key: string; readonly view_tag: string } }
}

type Transaction = {
  readonly vout: readonly Output[]
  readonly extra: readonly number[]
  readonly rct_signatures: {
    readonly ecdhInfo?: readonly { readonly amount: string }[]
    readonly outPk?: readonly string[]
  }
}

/** Finds an owned output as a wallet does, and checks the values derived from its keys. */
const checkOwned = (
  wallet: { viewSecret: Uint8Array; spendSecret: Uint8Array },
  transaction: Transaction,
  index: number,
  transfer: Transfer,
): void => {
  const output = transaction.vout[index]
  const outputKey = fromHex(output?.target.key ?? output?.target.tagged_key?.key ?? '', 32)
  const { major, minor } = transfer.subaddr_index
  const spendPublic = subaddressSpendKey(wallet.viewSecret, publicKeyOf(wallet.spendSecret), major, minor)
  const { common, additional } = transactionKeys(transaction.extra)
  const derivation = [...common, ...additional.slice(index, index + 1)]
    .map((key) => keyDerivation(key, wallet.viewSecret))
    .find((candidate) => toHex(deriveSpendKey(candidate, index, outputKey)) === toHex(spendPublic))
  if (derivation === undefined) throw new Error(`output ${index} of ${transfer.tx_hash} is not found`)
  expect(deriveOutputKey(derivation, index, spendPublic)).toEqual(outputKey)
  const tag = output?.target.tagged_key?.view_tag
  if (tag !== undefined) expect(toHex(Uint8Array.of(viewTag(derivation, index)))).toBe(tag)
  const spendSecret = secretAdd(wallet.spendSecret, subaddressSecret(wallet.viewSecret, major, minor))
  const secret = deriveOutputSecret(derivation, index, spendSecret)
  expect(publicKeyOf(secret)).toEqual(outputKey)
  expect(toHex(keyImage(outputKey, secret))).toBe(transfer.key_image)
  const encrypted = transaction.rct_signatures.ecdhInfo?.[index]?.amount
  if (encrypted === undefined) {
    expect(output?.amount).toBe(transfer.amount)
    return
  }
  const shared = derivationToScalar(derivation, index)
  expect(decryptAmount(fromHex(encrypted), shared)).toBe(BigInt(transfer.amount))
  expect(toHex(encryptAmount(BigInt(transfer.amount), shared))).toBe(encrypted)
  expect(toHex(commit(BigInt(transfer.amount), commitmentMask(shared)))).toBe(transaction.rct_signatures.outPk?.[index])
}

describe('owned outputs', () => {
  const { outputs, keys, txs, later_blocks } = vector('oxen/proofs.json')
  const recorded: { tx_hash: string; output_indices: number[]; as_json: string }[] = [
    ...vector('oxen/chain-small/txs.json').txs.map(({ answer }) => answer),
    ...txs,
  ]
  const byHash = new Map(recorded.map((entry) => [entry.tx_hash, entry]))
  /** Coinbase transactions of the last blocks, recorded without decoded JSON. */
  const undecoded = new Set<string>(later_blocks.map(({ block_header }) => block_header.miner_tx_hash))

  it.each(['A', 'B', 'C'] as const)(
    'derives keys, key image, amount and commitment of every output of oxen wallet %s',
    (name) => {
      const wallet = { viewSecret: fromHex(keys[name].view_key), spendSecret: fromHex(keys[name].spend_key) }
      const transfers = Object.values(outputs[name]).flatMap((account) => account.transfers)
      expect(transfers.length).toBeGreaterThan(100)
      for (const transfer of transfers) {
        if (undecoded.has(transfer.tx_hash)) continue
        const entry = byHash.get(transfer.tx_hash)
        if (entry === undefined) throw new Error(`transaction ${transfer.tx_hash} is not recorded`)
        const index = entry.output_indices.indexOf(transfer.global_index)
        checkOwned(wallet, JSON.parse(entry.as_json), index, transfer)
      }
    },
  )

  it('derives keys, view tag, key image, amount and commitment of every output of the monero wallet', () => {
    const { wallet, expected } = vector('monero/scan_chain.json')
    const sent: { hash: string; json: Transaction }[] = Object.values(vector('monero/tx_json.json').txs)
    const secrets = { viewSecret: fromHex(wallet.view_key), spendSecret: fromHex(wallet.spend_key) }
    const transfers: Transfer[] = expected.incoming_transfers
    const decoded = transfers.filter(({ tx_hash }) => sent.some(({ hash }) => hash === tx_hash))
    expect(decoded.length).toBe(transfers.length - 2) // two are coinbases, not recorded decoded
    for (const transfer of decoded) {
      const json = sent.find(({ hash }) => hash === transfer.tx_hash)?.json
      if (json === undefined) throw new Error(`transaction ${transfer.tx_hash} is not recorded`)
      const index = json.vout.findIndex(({ target }) => target.tagged_key?.key === transfer.pubkey)
      checkOwned(secrets, json, index, transfer)
    }
  })
})

it('decrypts and encrypts the payment ids of monero/encrypted_payment_id.json', () => {
  for (const { tx_key, dest, extra_hex, plain_payment_id } of vector('monero/encrypted_payment_id.json').cases) {
    const { viewPublic } = addressKeys(dest)
    const encrypted = fromHex(extra_hex.slice(-16))
    const plain = cryptPaymentId(encrypted, viewPublic, fromHex(tx_key))
    expect(toHex(plain)).toBe(plain_payment_id)
    expect(cryptPaymentId(plain, viewPublic, fromHex(tx_key))).toEqual(encrypted)
  }
})

it('round trips amount and mask in the 64-byte form', () => {
  const shared = derivationToScalar(keccak256(), 3)
  const mask = commitmentMask(shared)
  const encrypted = encryptOldAmount(2n ** 64n - 1n, mask, shared)
  expect(encrypted.length).toBe(64)
  expect(decryptOldAmount(encrypted, shared)).toEqual({ amount: 2n ** 64n - 1n, mask })
})

it('returns the zero-mask commitment for mask 1', () => {
  const one = new Uint8Array(32)
  one[0] = 1
  expect(commit(123456789n, one)).toEqual(zeroMaskCommitment(123456789n))
})
