// Altered unsigned sets are refused, or do exactly what describe_transfer shows: the signed transaction is read with the view keys of the
// receivers, which neither the signer nor the description use.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { additionalPublicKeys, txPublicKeys } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { ConstructionData, UnsignedTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/transfer-sets/transferSetFile.ts'
import { decryptAmount } from '../../../../src/crypto/amounts/amountEncryption.ts'
import { derivationToScalar, deriveOutputKey, keyDerivation, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/httpNodeClient.ts'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { Engine } from '../../../../src/wallet/engine/engine.ts'
import type { Wallet } from '../../../../src/wallet/engine/wallet.ts'
import { UnsafeTransferSetError } from '../../../../src/wallet/offline/checkedTransfer.ts'
import { describeUnsignedSet } from '../../../../src/wallet/offline/describeSet.ts'
import { signUnsignedSet } from '../../../../src/wallet/offline/signSet.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'

const { keys, calls } = vector('oxen/cold-signing.json')
const recordedSet = (label: string): Uint8Array => {
  const call = calls.find((one) => one.label === label)
  return fromHex(String(call?.request.params['unsigned_txset']))
}

let engine: Engine
let wallet: Wallet

beforeAll(async () => {
  const nowhere = () => Promise.reject(new TypeError('there is no network here'))
  engine = new Engine(testHost(createNodeClient({ url: 'http://node', fetch: nowhere })))
  const { address, view_key: viewSecret, spend_key: spendSecret } = keys.B
  await engine.restoreFromKeys(newWallet('oxen-regtest'), { address, viewSecret, spendSecret }, BEGINNING)
  wallet = openedIn(engine)
})
afterAll(() => engine.closeWallet())

const { unsigned, signed } = oxenRegtest.transferSets

const seal = (set: UnsignedTransferSet): Promise<Uint8Array> =>
  formatTransferSet(unsigned, wallet.keys, set, seededRandom(11))

const readSet = (label: string): Promise<UnsignedTransferSet> =>
  parseTransferSet(oxenRegtest, unsigned, wallet.keys, recordedSet(label))

/** A place in a value and how it is altered. */
type Alteration = { readonly at: number; readonly how: number; readonly amount: bigint }

const alteration = fc.record({
  at: fc.nat(),
  how: fc.nat(7),
  amount: fc.oneof(fc.bigInt(1n, 9n), fc.bigInt(1n, 1n << 63n)),
})

const isRecord = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array) && !Array.isArray(value)

/** Counts the places of a value that can be altered: itself and those of its members. */
const placesIn = (value: unknown): number => {
  const members = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : []
  return 1 + members.reduce<number>((sum, member) => sum + placesIn(member), 0)
}

const alterHere = (value: unknown, { how, amount }: Alteration): unknown => {
  if (typeof value === 'bigint') return [value + amount, value > amount ? value - amount : 0n, amount, 0n][how % 4]
  if (typeof value === 'number') return [value + 1, Math.max(0, value - 1), Number(amount & 0xffn), 0][how % 4]
  if (typeof value === 'boolean') return !value
  if (value instanceof Uint8Array) {
    if (value.length === 0) return Uint8Array.of(how)
    return value.with(Number(amount % BigInt(value.length)), Number(amount & 0xffn) ^ how)
  }
  if (!Array.isArray(value) || value.length === 0) return value
  const i = Number(amount % BigInt(value.length))
  if (how % 3 === 0) return value.toSpliced(i, 1)
  return how % 3 === 1 ? [...value, value[i]] : value.toReversed()
}

/** Returns a value with one place altered. */
const alter = (value: unknown, alteration: Alteration): unknown => {
  let at = alteration.at % placesIn(value)
  if (at === 0) return alterHere(value, alteration)
  at -= 1
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value as object)
  for (const [name, member] of entries) {
    const places = placesIn(member)
    if (at < places) {
      const altered = alter(member, { ...alteration, at })
      return Array.isArray(value) ? value.with(Number(name), altered) : { ...(value as object), [name]: altered }
    }
    at -= places
  }
  return value
}

type Owner = { readonly address: string; readonly view_key: string; readonly spend_key: string }

/** Returns what a transaction pays to the primary address of an owner. */
const receivedBy = ({ view_key, spend_key }: Owner, transaction: Transaction): bigint => {
  const fields = parseExtra(oxenRegtest, transaction.extra)
  const publicKeys = [...txPublicKeys(fields), ...additionalPublicKeys(fields)]
  const spendPublic = publicKeyOf(fromHex(spend_key))
  return transaction.outputs.reduce((sum, { key }, i) => {
    for (const publicKey of publicKeys) {
      const derivation = keyDerivation(publicKey, fromHex(view_key))
      if (!equalBytes(deriveOutputKey(derivation, i, spendPublic), key)) continue
      const encrypted = transaction.rct?.ecdhInfo[i]?.amount ?? new Uint8Array()
      return sum + decryptAmount(encrypted, derivationToScalar(derivation, i))
    }
    return sum
  }, 0n)
}

/** Signs a set; returns whether it was signed, and verifies that the transactions do what is described. */
const signsAsDescribed = async (set: UnsignedTransferSet): Promise<boolean> => {
  let bytes: Uint8Array
  try {
    bytes = await seal(set)
  } catch {
    // The codec cannot write it, so nobody can send it.
    return false
  }
  let described: Awaited<ReturnType<typeof describeUnsignedSet>>
  try {
    described = await describeUnsignedSet(wallet, bytes)
  } catch (error) {
    expect(error).toBeInstanceOf(FabaError)
    await expect(signUnsignedSet(wallet, bytes)).rejects.toBeInstanceOf(FabaError)
    return false
  }
  const payment = await signUnsignedSet(wallet, bytes)
  const { transactions } = await parseTransferSet(oxenRegtest, signed, wallet.keys, payment.bytes)
  expect(transactions).toHaveLength(described.length)
  for (const [i, { transaction }] of transactions.entries()) {
    const description = described[i]
    expect(transaction.rct?.fee).toBe(description?.fee)
    for (const owner of [keys.A, keys.B, keys.C]) {
      const shown = description?.recipients.find(({ address }) => address === owner.address)?.amount ?? 0n
      const change = description?.changeAddress === owner.address ? description.change : 0n
      expect(receivedBy(owner, transaction)).toBe(shown + change)
    }
  }
  return true
}

describe('an altered unsigned set', () => {
  it('is refused, or does what is described', async () => {
    const set = await readSet('one destination: sign')
    expect(await signsAsDescribed(set)).toBe(true)
    const places = placesIn(set.transactions)
    let refused = 0
    await fc.assert(
      fc.asyncProperty(alteration, async (one) => {
        const altered = { ...set, transactions: alter(set.transactions, one) } as UnsignedTransferSet // same shape
        if (!(await signsAsDescribed(altered))) refused++
      }),
      { numRuns: 20 },
    )
    expect(places).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(2)
  })

  const thief = { spendKey: publicKeyOf(fromHex(keys.C.spend_key)), viewKey: publicKeyOf(fromHex(keys.C.view_key)) }
  const first = (set: UnsignedTransferSet, change: (data: ConstructionData) => Partial<ConstructionData>) => {
    const [data, ...others] = set.transactions
    return data === undefined ? set : { ...set, transactions: [{ ...data, ...change(data) }, ...others] }
  }

  const thefts: readonly (readonly [string, (data: ConstructionData) => Partial<ConstructionData>, RegExp])[] = [
    [
      'pays its change to another address',
      ({ change, outputs }) => ({
        change: { ...change, ...thief },
        outputs: outputs.map((output) => (output.amount === change.amount ? { ...output, ...thief } : output)),
      }),
      /change does not return to this wallet/,
    ],
    [
      'claims an output to another address as its change',
      ({ outputs, change }) => ({
        change: { ...change, amount: change.amount - 5n },
        outputs: outputs.map((output) =>
          output.amount === change.amount ? { ...output, ...thief, amount: output.amount - 5n } : output,
        ),
      }),
      /change is not among its outputs/,
    ],
    [
      'gives the change to the miner',
      ({ outputs, change }) => ({
        change: { ...change, amount: 0n },
        outputs: outputs.map((output) => (output.amount === change.amount ? { ...output, amount: 0n } : output)),
      }),
      /exceeds .* highest fee/,
    ],
    ['spends an output twice', ({ sources }) => ({ sources: [...sources, ...sources] }), /spends an output twice/],
    [
      'claims a larger amount of an input',
      ({ sources }) => ({ sources: sources.map((source) => ({ ...source, amount: source.amount + 1n })) }),
      /not what the chain commits to/,
    ],
    [
      'spends an output of another wallet',
      ({ sources }) => ({ sources: sources.map((source) => ({ ...source, indexInTx: source.indexInTx + 1 })) }),
      /does not belong to this wallet/,
    ],
    ['is a stake', () => ({ type: 3 }), /is no payment/],
    [
      'has an extra field of a service node',
      ({ extra }) => ({ extra: Uint8Array.of(...extra, 0x74, ...new Uint8Array(32)) }),
      /extra has a field/,
    ],
  ]

  it.each(thefts)('is refused if it %s', async (_what, change, message) => {
    const bytes = await seal(first(await readSet('one destination: sign'), change))
    for (const use of [describeUnsignedSet, signUnsignedSet]) {
      const refusal = await use(wallet, bytes).catch((error: unknown) => error)
      expect(refusal).toBeInstanceOf(UnsafeTransferSetError)
      expect((refusal as Error).message).toMatch(message)
    }
  })

  it('is refused if two of its transactions spend the same output', async () => {
    const set = await readSet('one destination: sign')
    const bytes = await seal({ ...set, transactions: [...set.transactions, ...set.transactions] })
    await expect(signUnsignedSet(wallet, bytes)).rejects.toThrow('spend the same output')
  })
})
