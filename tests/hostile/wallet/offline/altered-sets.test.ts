// Altered unsigned sets are refused, or do exactly what describe_transfer shows. What passes the check is described as the original, or it
// is signed: then the transaction is read with the view keys of the receivers, which neither the signer nor the description use. One set
// of each kind of change is signed; a signature with its range proof takes as long as fifty checks, and each encryption as long as five.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import type { ConstructionData, UnsignedTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { checkTransfers, UnsafeTransferSetError } from '../../../../src/wallet/offline/checkedTransfer.ts'
import { describeTransfer, describeUnsignedSet } from '../../../../src/wallet/offline/describeSet.ts'
import { unsignedPurpose } from '../../../../src/wallet/offline/setPurpose.ts'
import { signUnsignedSet } from '../../../../src/wallet/offline/signSet.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { alter, alteration, fieldOf, placesIn } from '../../../support/wallet/alter-value.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { receivedBy } from '../../../support/wallet/received-by.ts'

const { keys, calls } = vector('oxen/cold-signing.json')
const recordedSet = (label: string): Uint8Array => {
  const call = calls.find((one) => one.label === label)
  return fromHex(String(call?.request.params['unsigned_txset']))
}

const engines: Engine[] = []
let wallet: Wallet
let moneroWallet: Wallet

type Keys = { readonly address: string; readonly view_key: string; readonly spend_key: string }

const opened = async (network: string, { address, view_key, spend_key }: Keys): Promise<Wallet> => {
  const nowhere = () => Promise.reject(new TypeError('there is no network here'))
  const engine = createEngine(testHost(createNodeClient({ url: 'http://node', fetch: nowhere })))
  engines.push(engine)
  const secrets = { address, viewSecret: view_key, spendSecret: spend_key }
  await engine.restoreFromKeys(newWallet(network), secrets, BEGINNING)
  return openedIn(engine)
}

const monero = vector('monero/cold_signing.json').cases
const ownerV = vector('monero/scan_chain.json').wallet

beforeAll(async () => {
  wallet = await opened('oxen-regtest', keys.B)
  moneroWallet = await opened('monero-regtest', { ...ownerV, address: monero.generate_from_keys.address })
})
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

const { unsigned } = oxenRegtest.transferSets

const seal = (set: UnsignedTransferSet, by: Wallet = wallet): Promise<Uint8Array> =>
  formatTransferSet(by.network.transferSets.unsigned, by.keys, set, seededRandom(11))

const readSet = (label: string): Promise<UnsignedTransferSet> =>
  parseTransferSet(oxenRegtest, unsigned, wallet.keys, recordedSet(label))

/** Returns what a transaction pays to the primary address of an owner. */
const paidTo = ({ network }: Wallet, { view_key, spend_key }: Keys, transaction: Transaction): bigint =>
  receivedBy(network, { viewSecret: fromHex(view_key), spendPublic: publicKeyOf(fromHex(spend_key)) }, transaction)

type Shown = { readonly address: string; readonly amount: bigint }

const amountTo = (recipients: readonly Shown[], isOwner: (recipient: Shown) => boolean): bigint =>
  recipients.filter(isOwner).reduce((sum, { amount }) => sum + amount, 0n)

/**
 * Returns whether a recipient has the keys of the owner in an address of another kind, which an altered flag makes of an address. Whether
 * the owner can find such an output depends on who signs.
 */
const isAddressOfOtherKind =
  ({ network }: Wallet, owner: Keys) =>
  ({ address }: Shown): boolean =>
    address !== owner.address &&
    equalBytes(parseAddress(network, address).spendKey, parseAddress(network, owner.address).spendKey)

/** Signs a set, and verifies that the transactions do what is described. */
const expectSignedAsDescribed = async (by: Wallet, owners: readonly Keys[], set: UnsignedTransferSet) => {
  const bytes = await seal(set, by)
  const described = await describeUnsignedSet(by, bytes)
  const payment = await signUnsignedSet(by, bytes)
  const { signed } = by.network.transferSets
  const { transactions } = await parseTransferSet(by.network, signed, by.keys, payment.bytes)
  expect(transactions).toHaveLength(described.length)
  for (const [i, { transaction }] of transactions.entries()) {
    const description = described[i]
    expect(transaction.rct?.fee).toBe(description?.fee)
    for (const owner of owners) {
      const shown = description?.recipients ?? []
      const change = description?.changeAddress === owner.address ? description.change : 0n
      const exact = amountTo(shown, ({ address }) => address === owner.address) + change
      const ofOtherKind = amountTo(shown, isAddressOfOtherKind(by, owner))
      expect([exact, exact + ofOtherKind]).toContain(paidTo(by, owner, transaction))
    }
  }
}

/** Returns what a set does, or undefined if it is refused by name. */
const descriptionOf = (by: Wallet, bytes: Uint8Array): string | undefined => {
  try {
    const { transactions } = by.network.transferSets.unsigned.decode(by.network, bytes)
    const described = runToCompletion(checkTransfers(by, transactions, unsignedPurpose)).map((transfer) =>
      describeTransfer(by, transfer),
    )
    return JSON.stringify(described, (_, value) =>
      typeof value === 'bigint' ? `${value}n` : value instanceof Uint8Array ? toHex(value) : value,
    )
  } catch (error) {
    if (!(error instanceof FabaError)) throw error
    return undefined
  }
}

/** Encodes a set; undefined if the codec cannot write it, so that nobody can send it. */
const encodedSet = (by: Wallet, set: UnsignedTransferSet): Uint8Array | undefined => {
  try {
    return by.network.transferSets.unsigned.encode(set)
  } catch {
    return undefined
  }
}

const oxenCase = async () => {
  const set = await readSet('one destination: sign')
  return { by: wallet, owners: [keys.A, keys.B, keys.C], set }
}

const moneroCase = async () => {
  const { network } = moneroWallet
  const bytes = fromHex(monero.unsigned.unsigned_txset)
  const set = await parseTransferSet(network, network.transferSets.unsigned, moneroWallet.keys, bytes)
  return { by: moneroWallet, owners: [{ ...ownerV, address: monero.generate_from_keys.address }], set }
}

describe.each([
  ['oxen', oxenCase],
  ['monero', moneroCase],
] as const)('an altered unsigned set of %s', (_, make) => {
  it('is refused, or does what is described', async () => {
    const { by, owners, set } = await make()
    const original = descriptionOf(by, by.network.transferSets.unsigned.encode(set))
    expect(original).toBeDefined()
    const places = Map.groupBy(placesIn(set.transactions), fieldOf)
    const passed = new Map<string, UnsignedTransferSet>()
    const outcomes = { refused: 0, same: 0, described: 0 }
    const place = fc.constantFrom(...places.keys()).chain((field) => fc.constantFrom(...(places.get(field) ?? [])))
    fc.assert(
      fc.property(place, alteration, (path, how) => {
        const altered = { ...set, transactions: alter(set.transactions, path, how) } as UnsignedTransferSet // same shape
        const bytes = encodedSet(by, altered)
        const described = bytes === undefined ? undefined : descriptionOf(by, bytes)
        outcomes[described === undefined ? 'refused' : described === original ? 'same' : 'described']++
        if (described !== undefined && described !== original) passed.set(fieldOf(path), altered)
      }),
      { numRuns: runs(600) },
    )
    expect(places.size).toBeGreaterThan(40)
    expect(outcomes.refused).toBeGreaterThan(100)
    for (const altered of [set, ...passed.values()]) await expectSignedAsDescribed(by, owners, altered)
  })

  it('is refused, or does what is described, after changes of bytes', async () => {
    const { by, owners, set } = await make()
    const plain = by.network.transferSets.unsigned.encode({ ...set, outputs: { ...set.outputs, outputs: [] } })
    const original = descriptionOf(by, plain)
    const passed = new Map<string, Uint8Array>()
    fc.assert(
      fc.property(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const altered = plain.with(at, (plain[at] ?? 0) ^ change)
        const described = descriptionOf(by, altered)
        if (described !== undefined && described !== original) passed.set(described, altered)
      }),
      { numRuns: runs(600) },
    )
    for (const altered of [...passed.values()].slice(0, 3))
      await expectSignedAsDescribed(by, owners, by.network.transferSets.unsigned.decode(by.network, altered))
  })
})

describe('an altered unsigned set', () => {
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
