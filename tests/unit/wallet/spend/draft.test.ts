// Drafts of transactions: the fields of extra by the number of receivers, unlock times, and the secrets of a draft that is not signed.

import { describe, expect, it } from 'vitest'
import { subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { paymentIdField } from '../../../../src/coin/transactions/extraPaymentId.ts'
import { txPublicKeys } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { cryptPaymentId } from '../../../../src/crypto/ciphers/paymentIdCipher.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { discardDraft, draftTransaction } from '../../../../src/wallet/spend/draft.ts'
import { AmbiguousPaymentIdError } from '../../../../src/wallet/spend/intent.ts'
import { type Payee, samePayee } from '../../../../src/wallet/spend/payee.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ringOf } from '../../../support/wallet/spend/prepared.ts'

const own = generateKeys(bytesOf(1))
const theirs = generateKeys(bytesOf(2))
const base = subaddressAt(own, 0, 0)
const standard: Payee = subaddressAt(theirs, 0, 0)
const sub: Payee = subaddressAt(theirs, 0, 1)
const otherSub: Payee = subaddressAt(theirs, 2, 5)
const random = seededRandom(3)

const NO_ID = new Uint8Array()

const draft = (
  network: Network,
  destinations: readonly Payee[],
  change: Payee | undefined,
  burns = false,
  paymentId = NO_ID,
) =>
  draftTransaction(
    {
      form: network,
      inputs: [bytesOf(3), bytesOf(9), bytesOf(5)].map((keyImage) => ({
        ...{ amount: 0n, mask: bytesOf(0), keyImage },
        ring: ringOf([10, 15, 40]),
      })),
      ...{ destinations, change, burns, paymentId },
      unlockTime: 77n,
      viewSecret: own.viewSecret,
    },
    random,
    createSampler(random),
  )

const fieldsOf = (...parameters: Parameters<typeof draft>): string[] => {
  const [network] = parameters
  return parseExtra(network, draft(...parameters).skeleton.extra).map(({ field }) => field)
}

describe('the extra of a draft', () => {
  it.each<[string, readonly Payee[], Payee | undefined, readonly string[]]>([
    ['a dummy payment id for one receiver and change', [standard], base, ['nonce']],
    ['a dummy payment id for one receiver twice', [standard, standard], undefined, ['nonce']],
    ['no payment id for two receivers in two outputs', [standard, sub], undefined, ['additionalPublicKeys']],
    ['no payment id for three outputs', [standard, standard], base, []],
    ['no additional keys for standard addresses', [standard, subaddressAt(generateKeys(bytesOf(7)), 0, 0)], base, []],
    ['additional keys for two subaddresses', [sub, otherSub], base, ['additionalPublicKeys']],
    ['no additional keys for one subaddress twice', [sub, sub], base, []],
    ['a dummy payment id for a payment to the change address', [base], base, ['nonce']],
    ['no additional keys for a subaddress and the change address', [base, sub], base, []],
  ])('has %s', (_, destinations, change, more) => {
    for (const network of [oxenMainnet, moneroMainnet])
      expect(fieldsOf(network, destinations, change)).toEqual(['txPublicKey', ...more])
  })

  it('has the burnt amount last', () => {
    const { skeleton } = draft(oxenMainnet, [standard], base, true)
    expect(parseExtra(oxenMainnet, skeleton.extra).at(-1)).toEqual({ field: 'burn', amount: 0n })
    expect(fieldsOf(oxenMainnet, [standard], base, false)).not.toContain('burn')
  })

  it('has a payment id that its only receiver can read', () => {
    const id = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)
    const { skeleton } = draft(moneroMainnet, [standard], base, false, id)
    const fields = parseExtra(moneroMainnet, skeleton.extra)
    const [key = NO_ID] = txPublicKeys(fields)
    expect(cryptPaymentId(paymentIdField(fields)?.id ?? NO_ID, key, theirs.viewSecret)).toEqual(id)
    expect(() => draft(moneroMainnet, [standard, sub], base, false, id)).toThrow(AmbiguousPaymentIdError)
  })

  it('hides the dummy payment id', () => {
    const { skeleton } = draft(moneroMainnet, [standard], base)
    const field = paymentIdField(parseExtra(moneroMainnet, skeleton.extra))
    expect(field?.form).toBe('encrypted')
    expect(field?.id).not.toEqual(new Uint8Array(8))
  })
})

describe('a draft', () => {
  it('has its key images in descending order, and rings as distances', () => {
    const { skeleton, inputs } = draft(moneroMainnet, [standard], base)
    expect(inputs.map(({ keyImage }) => keyImage[0])).toEqual([9, 5, 3])
    expect(skeleton.inputs).toEqual(
      [9, 5, 3].map((image) => ({ kind: 'key', amount: 0n, keyOffsets: [10n, 5n, 25n], keyImage: bytesOf(image) })),
    )
  })

  it('locks the outputs of the destinations: each by itself on oxen, all of them on monero', () => {
    const oxen = draft(oxenMainnet, [standard, sub], base)
    expect(oxen.skeleton.unlockTime).toBe(0n)
    expect(oxen.skeleton.outputUnlockTimes).toEqual(
      oxen.outputs.map(({ destination }) => (destination === undefined ? 0n : 77n)),
    )
    expect(oxen.outputs).toHaveLength(3)
    const monero = draft(moneroMainnet, [standard, sub], base)
    expect(monero.skeleton.unlockTime).toBe(77n)
    expect(monero.skeleton.outputUnlockTimes).toEqual([])
  })

  it('has no secrets any more once it is discarded', () => {
    const discarded = draft(moneroMainnet, [standard, sub], base)
    const { keys, outputs } = discarded
    const secrets = [keys.main, ...keys.additional, ...outputs.map(({ sharedScalar }) => sharedScalar)]
    expect(secrets).toHaveLength(7)
    for (const secret of secrets) expect(secret).not.toEqual(bytesOf(0))
    discardDraft(discarded)
    for (const secret of secrets) expect(secret).toEqual(bytesOf(0))
  })
})

it('takes addresses for the same only if both keys are', () => {
  expect(samePayee(base, { ...base, kind: 'subaddress' })).toBe(true)
  expect(samePayee(base, { ...base, viewKey: standard.viewKey })).toBe(false)
  expect(samePayee(base, { ...base, spendKey: standard.spendKey })).toBe(false)
})
