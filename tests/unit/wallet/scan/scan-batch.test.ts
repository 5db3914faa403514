// Scan batches of unusual extras: many transaction keys, and more additional keys than outputs.

import { expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { buildExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { deriveOutputKey, generateKeys, keyDerivation, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { createPortableScanner } from '../../../../src/crypto/scan/portableScanner.ts'
import { TransactionBatch } from '../../../../src/wallet/scan/scanBatch.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(18)
const wallet = generateKeys(random(32))
const txSecret = generateKeys(random(32)).spendSecret
const txKey = publicKeyOf(txSecret)
const other = generateKeys(random(32)).spendPublic
const derivation = keyDerivation(txKey, wallet.viewSecret)
/** The first output of a transaction to the wallet, and one to nobody. */
const own = deriveOutputKey(derivation, 0, wallet.spendPublic)

/** Returns a batch of one transaction with these output keys and extra fields. */
const batchOf = (outputs: readonly Uint8Array[], fields: readonly ExtraField[]): TransactionBatch => {
  const batch = new TransactionBatch(oxenRegtest).read(concat(...outputs))
  for (const i of outputs.keys()) batch.output(0n, 32 * i, undefined)
  batch.add(new Uint8Array(32), buildExtra(fields), {
    bytes: new Uint8Array(),
    coinbase: false,
    outputIndices: [],
    height: 1,
    timestamp: 0,
    blockVersion: 19,
    parse: () => {
      throw new Error('is not parsed')
    },
  })
  return batch
}

const txKeys = (count: number): ExtraField[] =>
  Array.from({ length: count }, (_, i): ExtraField => ({ field: 'txPublicKey', key: i === count - 1 ? txKey : other }))

const SCANNERS = [
  ['kernel', createScanner],
  ['portable', async () => createPortableScanner()],
] as const

it.each(SCANNERS)('finds a payment under the 300th transaction key (%s)', async (_, create) => {
  const scanner = await create()
  await scanner.watch(wallet.viewSecret, wallet.spendPublic)
  const hits = await scanner.scan(batchOf([own, other], txKeys(300)).batch(0))
  expect(hits.map(({ output, key }) => [output, key])).toEqual([[0, 299]])
  await scanner.close()
})

it('derives only as many additional keys as there are outputs', async () => {
  const additional = new Array<Uint8Array>(20_000).fill(other).with(0, txKey)
  const fields: ExtraField[] = [
    { field: 'txPublicKey', key: other },
    { field: 'additionalPublicKeys', keys: additional },
  ]
  const batch = batchOf([own, other], fields).batch(0)
  expect(batch.keys).toEqual(concat(other, txKey, other))
  expect([...batch.additionalKeys]).toEqual([1, 2])
  const scanner = await createScanner()
  await scanner.watch(wallet.viewSecret, wallet.spendPublic)
  expect((await scanner.scan(batch)).map(({ output, key }) => [output, key])).toEqual([[0, 1]])
  await scanner.close()
})

it('uses fewer additional keys than outputs for the first outputs', () => {
  const fields: ExtraField[] = [
    { field: 'txPublicKey', key: other },
    { field: 'additionalPublicKeys', keys: [txKey] },
  ]
  expect([...batchOf([own, other], fields).batch(0).additionalKeys]).toEqual([1, -1])
})
