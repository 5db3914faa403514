// Sealed payments (`tx_metadata`): only the wallet that sealed one opens it, on the same network.

import { beforeAll, describe, expect, it } from 'vitest'
import { moneroMainnet, moneroTestnet } from '../../../../src/coin/networks/monero.ts'
import { open, seal } from '../../../../src/crypto/ciphers/cipher.ts'
import { keccak256 } from '../../../../src/crypto/hash/keccak.ts'
import { WatchOnlyError } from '../../../../src/wallet/spend/paymentContext.ts'
import { MetadataError, openPayment, sealPayment } from '../../../../src/wallet/spend/txMetadata.ts'
import { encodePayment } from '../../../../src/wallet/state/ledgerRecords.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { pendingPayment } from '../../../support/wallet/owned-outputs.ts'

const KEYS = { spendSecret: bytesOf(1), spendPublic: bytesOf(2), viewSecret: bytesOf(3), viewPublic: bytesOf(4) }
const WATCHING = { ...KEYS, spendSecret: undefined }
const payment = pendingPayment({ keys: { main: bytesOf(21), additional: [bytesOf(22)] } })

describe('a sealed payment', () => {
  let sealed: Uint8Array
  beforeAll(() => {
    sealed = sealPayment(moneroMainnet, KEYS, payment, seededRandom(1))
  })

  it('is opened by the wallet that sealed it', () => {
    expect(openPayment(moneroMainnet, KEYS, sealed)).toEqual(payment)
    expect(KEYS.spendSecret).toEqual(bytesOf(1))
  })

  it('is opened by versions that derive the key from the label and the spend key', () => {
    const text = new TextEncoder()
    const key = keccak256(text.encode('faba: key of sealed payments'), bytesOf(1))
    expect(open(key, sealed, text.encode('payment monero-mainnet'))).toEqual(encodePayment(payment))
  })

  it('is not opened by another wallet, on another network, or changed', () => {
    const other = { ...KEYS, spendSecret: bytesOf(9) }
    const changed = sealed.with(sealed.length - 1, (sealed.at(-1) ?? 0) ^ 1)
    for (const attempt of [
      () => openPayment(moneroMainnet, other, sealed),
      () => openPayment(moneroTestnet, KEYS, sealed),
      () => openPayment(moneroMainnet, WATCHING, sealed),
      () => openPayment(moneroMainnet, KEYS, changed),
      () => openPayment(moneroMainnet, KEYS, sealed.slice(0, 10)),
      () => openPayment(moneroMainnet, KEYS, new Uint8Array()),
    ])
      expect(attempt).toThrow(MetadataError)
  })

  it('is not made by a watch-only wallet', () => {
    expect(() => sealPayment(moneroMainnet, WATCHING, payment, seededRandom(1))).toThrow(WatchOnlyError)
  })

  it('is rejected as metadata if its record has another format', () => {
    const text = new TextEncoder()
    const key = keccak256(text.encode('faba: key of sealed payments'), bytesOf(1))
    const wrong = seal(key, Uint8Array.of(255, 1), text.encode('payment monero-mainnet'), seededRandom(2))
    expect(() => openPayment(moneroMainnet, KEYS, wrong)).toThrow(MetadataError)
  })
})
