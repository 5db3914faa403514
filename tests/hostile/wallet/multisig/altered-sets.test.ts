// Altered multisig sets are refused, or what is signed pays the same amounts to the same receivers, with the same fee and change. Each field
// of a set is altered and checked as before signing; one set of each field that passes the check is signed until it is complete. Its
// transaction is read with the view keys of the receivers.

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../../src/async/timeSlices.ts'
import { equalBytes } from '../../../../src/bytes/bytes.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import { ringSignatureMessage } from '../../../../src/coin/transactions/transactionHash.ts'
import type { MultisigTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { FabaError } from '../../../../src/errors/fabaError.ts'
import { checkMultisigSet, parseMultisigSet, withTransfers } from '../../../../src/wallet/multisig/readSet.ts'
import { signMultisigSet } from '../../../../src/wallet/multisig/signSet.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import { runs } from '../../../support/runs.ts'
import { alter, alteration, fieldOf, placesIn } from '../../../support/wallet/alter-value.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import {
  nonceRestorer,
  openSet,
  payeeAddress,
  payeeKeys,
  sealSet,
} from '../../../support/wallet/multisig/multisig-proposal.ts'
import { engineAt, exchangeInfos, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'
import { receivedBy } from '../../../support/wallet/received-by.ts'

const AMOUNT = 1_000_000_000n

const stages = multisigStages()
afterAll(() => stages.close())

/** Encodes a set; undefined if the codec cannot write it, so that nobody can send it. */
const encoded = ({ network }: Wallet, set: MultisigTransferSet): Uint8Array | undefined => {
  try {
    return network.transferSets.multisig.encode(set)
  } catch {
    return undefined
  }
}

/** Returns an encoded set that passes the check before signing; undefined if it is refused by name. */
const passing = (by: Wallet, bytes: Uint8Array): MultisigTransferSet | undefined => {
  try {
    const set = by.network.transferSets.multisig.decode(by.network, bytes)
    runToCompletion(checkMultisigSet(by, runToCompletion(withTransfers(by, set))))
    return set
  } catch (error) {
    if (!(error instanceof FabaError)) throw error
    return undefined
  }
}

describe.each([
  ['oxen 2/3', oxenChain, 2, 3, 80],
  ['oxen 3/4', oxenChain, 3, 4, 25],
  ['monero 2/3', moneroChain, 2, 3, 80],
  ['monero 3/4', moneroChain, 3, 4, 25],
] as const)('an altered multisig set: %s', (_name, chain, threshold, total, count) => {
  let signers: readonly Wallet[]
  let restoreNonces: () => Promise<void>
  let original: MultisigTransferSet

  beforeAll(async () => {
    const stage = await stages.begin(chain, threshold, total)
    await exchangeInfos(stage)
    const request = { account: 0, destinations: [{ address: payeeAddress(stage), amount: AMOUNT }], priority: 1 }
    const engines = Array.from({ length: threshold }, (_, i) => engineAt(stage, i))
    const { bytes } = await engineAt(stage, 0).prepareUnsignedTransfer(request)
    signers = engines.slice(1).map(openedIn)
    const restorers = engines.slice(1).map(nonceRestorer)
    restoreNonces = async () => {
      for (const restore of restorers) await restore()
    }
    original = await openSet(openedIn(engineAt(stage, 0)), bytes)
  }, 240_000)

  const cosigner = (): Wallet => {
    const [first] = signers
    if (first === undefined) throw new TypeError('nobody else signs')
    return first
  }

  /** Returns the set with all signatures; undefined if a signer refuses it by name. */
  const signedByAll = async (set: MultisigTransferSet): Promise<MultisigTransferSet | undefined> => {
    await restoreNonces()
    let bytes = await sealSet(cosigner(), set)
    try {
      for (const signer of signers) bytes = (await signMultisigSet(signer, await parseMultisigSet(signer, bytes))).bytes
    } catch (error) {
      if (!(error instanceof FabaError)) throw error
      return undefined
    }
    return await openSet(cosigner(), bytes)
  }

  /** Returns what the transactions of a set pay to the receiver, return as change and cost, and what their signatures sign. */
  const paidBy = ({ transactions }: MultisigTransferSet) => {
    const { network, keys } = cosigner()
    return transactions.map(({ transaction }) => ({
      paid: receivedBy(network, payeeKeys, transaction),
      change: receivedBy(network, keys, transaction),
      fee: transaction.rct?.fee,
      message: ringSignatureMessage(transaction),
    }))
  }

  /** Signs altered sets, and verifies that those that are signed pay as the original. Returns how many were signed. */
  const signAll = async (sets: Iterable<MultisigTransferSet>): Promise<number> => {
    const expected = paidBy(original)
    const [{ paid, change, fee } = { paid: 0n, change: 0n, fee: 0n }] = expected
    const spent = original.transactions.flatMap(({ construction }) => construction.sources)
    expect([paid, change + (fee ?? 0n)]).toEqual([AMOUNT, sumAmounts(spent) - AMOUNT])
    let signed = 0
    for (const altered of sets) {
      const complete = await signedByAll(altered)
      if (complete === undefined) continue
      signed++
      expect(paidBy(complete)).toEqual(expected)
    }
    return signed
  }

  it('is refused, or pays as the original', { timeout: 600_000 }, async () => {
    const places = Map.groupBy(placesIn(original), fieldOf)
    const place = fc.constantFrom(...places.keys()).chain((field) => fc.constantFrom(...(places.get(field) ?? [])))
    const passed = new Map<string, MultisigTransferSet>()
    const plain = encoded(cosigner(), original) ?? new Uint8Array()
    let refused = 0
    fc.assert(
      fc.property(place, alteration, (path, how) => {
        const altered = alter(original, path, how) as MultisigTransferSet // same shape
        const bytes = encoded(cosigner(), altered)
        const read = bytes === undefined ? undefined : passing(cosigner(), bytes)
        if (read === undefined) refused++
        else if (bytes !== undefined && !equalBytes(bytes, plain)) passed.set(fieldOf(path), read)
      }),
      { numRuns: runs(count) },
    )
    expect(places.size).toBeGreaterThan(60)
    expect(refused).toBeGreaterThan(count / 8)
    // An unaltered set is signed, so that refusals are due to the alterations.
    expect(await signAll([original])).toBe(1)
    await signAll(passed.values())
  })

  it('is refused, or pays as the original, after changes of bytes', { timeout: 600_000 }, async () => {
    const plain = encoded(cosigner(), original) ?? new Uint8Array()
    const passed: MultisigTransferSet[] = []
    fc.assert(
      fc.property(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const read = passing(cosigner(), plain.with(at, (plain[at] ?? 0) ^ change))
        if (read !== undefined) passed.push(read)
      }),
      { numRuns: runs(count) },
    )
    await signAll(passed.slice(0, 10))
  })

  it('is refused if its encrypted bytes are altered', async () => {
    const sealed = await sealSet(cosigner(), original)
    for (const at of [0, 30, 40, sealed.length >> 1, sealed.length - 1])
      await expect(parseMultisigSet(cosigner(), sealed.with(at, (sealed[at] ?? 0) ^ 1))).rejects.toThrow(FabaError)
  })
})
