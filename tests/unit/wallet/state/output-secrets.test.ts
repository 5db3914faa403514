// Secrets of addresses and outputs: they belong to the public keys that the network sees.
import { describe, expect, it } from 'vitest'
import {
  deriveOutputKey,
  generateKeys,
  keyDerivation,
  publicKeyOf,
  subaddressSpendKey,
} from '../../../../src/crypto/keys/keys.ts'
import { isFull, outputSecret, spendSecretAt } from '../../../../src/wallet/state/outputSecrets.ts'
import { sampleOutput } from '../../../support/wallet/ledger-samples.ts'

const keys = generateKeys(Uint8Array.of(7, ...new Uint8Array(31)))

describe.each([
  { major: 0, minor: 0 },
  { major: 0, minor: 1 },
  { major: 2, minor: 3 },
])('at address %j', (subaddress) => {
  const { major, minor } = subaddress
  const spendKey = subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)

  it('the spend secret belongs to the spend key', () => {
    expect(publicKeyOf(spendSecretAt(keys, subaddress))).toEqual(spendKey)
  })

  it('the secret of an output belongs to its one-time key', () => {
    const txPublicKey = publicKeyOf(Uint8Array.of(9, ...new Uint8Array(31)))
    const oneTimeKey = deriveOutputKey(keyDerivation(txPublicKey, keys.viewSecret), 1, spendKey)
    const output = sampleOutput({ txPublicKey, indexInTx: 1, subaddress })
    expect(publicKeyOf(outputSecret(keys, output))).toEqual(oneTimeKey)
  })
})

it('distinguishes a watch-only wallet', () => {
  expect(isFull(keys)).toBe(true)
  expect(isFull({ ...keys, spendSecret: undefined })).toBe(false)
})
