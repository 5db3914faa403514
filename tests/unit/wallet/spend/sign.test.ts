// Amounts of a draft that is signed: they balance, and none is negative.

import { describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import { type Amounts, signDraft, UnbalancedTransactionError } from '../../../../src/wallet/spend/sign.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { firstDrawn } from '../../../support/wallet/spend/payment-job.ts'
import { ringOf } from '../../../support/wallet/spend/prepared.ts'

const own = generateKeys(bytesOf(1))
const theirs = generateKeys(bytesOf(2))

/** Signs a draft of 1000 atomic units that pays two destinations and change. */
const sign = (amounts: Omit<Amounts, 'burn'>) => {
  const draft = draftTransaction(
    {
      form: moneroMainnet,
      inputs: [{ amount: 1000n, mask: bytesOf(4), keyImage: bytesOf(3), ring: ringOf([10, 15, 40]) }],
      destinations: [subaddressAt(theirs, 0, 0), subaddressAt(theirs, 0, 1)],
      change: subaddressAt(own, 0, 0),
      paymentId: new Uint8Array(),
      burns: false,
      unlockTime: 0n,
      viewSecret: own.viewSecret,
    },
    seededRandom(1),
    firstDrawn,
  )
  const secretOf = () => {
    throw new Error('the amounts are accepted')
  }
  return signDraft(draft, { ...amounts, burn: 0n }, secretOf, seededRandom(2))
}

describe('amounts of a signed transaction', () => {
  it.each<[string, Omit<Amounts, 'burn'>]>([
    ['with the fee equal its inputs', { destinations: [100n, 200n], change: 690n, fee: 10n }],
    ['may be 0', { destinations: [0n, 1000n], change: 0n, fee: 0n }],
  ])('%s', (_, amounts) => {
    expect(() => sign(amounts)).toThrow('the amounts are accepted')
  })

  it.each<[string, Omit<Amounts, 'burn'>]>([
    ['they exceed the inputs', { destinations: [100n, 200n], change: 691n, fee: 10n }],
    ['they fall short of the inputs', { destinations: [100n, 200n], change: 690n, fee: 9n }],
    ['one is negative', { destinations: [-1n, 301n], change: 690n, fee: 10n }],
    ['the change is negative', { destinations: [100n, 891n], change: -1n, fee: 10n }],
    ['the fee is negative', { destinations: [100n, 211n], change: 690n, fee: -1n }],
    ['one is missing', { destinations: [300n], change: 691n, fee: 10n }],
    ['one is missing and the others equal the inputs', { destinations: [300n], change: 690n, fee: 10n }],
  ])('are refused if %s', (_, amounts) => {
    expect(() => sign(amounts)).toThrow(UnbalancedTransactionError)
  })
})
