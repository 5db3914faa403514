// Payments from the wallets of recorded chains, with the chains' real outputs as rings. The tests check bytes, receivers' view and fee of
// every transaction.

import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { paymentIdField } from '../../../../src/coin/transactions/extraPaymentId.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { absoluteOffsets } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { transactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { sweepDestination } from '../../../../src/wallet/spend/intent.ts'
import { NothingToSweepError } from '../../../../src/wallet/spend/plan.ts'
import { makeTransactions, type PreparedTransaction } from '../../../../src/wallet/spend/prepare.ts'
import {
  address,
  contextOf,
  families,
  integratedAddress,
  oxenSide,
  PAYMENT_ID,
  received,
  type Side,
  SOURCE,
  sum,
} from '../../../support/wallet/spend/payment-sides.ts'
import { ringsOf } from '../../../support/wallet/spend/ring-node.ts'
import { prepareSweep, prepareTransfer } from '../../../support/wallet/spend/spend.ts'
import { wallet2Estimate } from '../../../support/wallet/spend/wallet2-estimate.ts'

/** Checks a prepared transaction as node, receiver and payer do; amounts by the destination's (major, minor). */
const checkPrepared = (
  side: Side,
  prepared: PreparedTransaction,
  expected: readonly { readonly major: number; readonly minor: number; readonly amount: bigint }[],
  { isSweep = false } = {},
): void => {
  const { network, payer, payee, estimate } = side
  const { blob, fee, weight, inputs, rings, change } = prepared
  const transaction = parseTransaction(network, blob)
  expect(toHex(serializeTransaction(transaction))).toBe(toHex(blob))
  expect(toHex(transactionId(transaction))).toBe(toHex(prepared.txid))
  expect(transactionWeight(transaction, blob.length)).toBe(weight)
  expect(transaction.rct?.fee).toBe(fee)
  const rules = { priority: 1, kind: 'standard', hardFork: 17, fixedBurn: 0n } as const
  const outputs = transaction.outputs.length
  const feeOf = (charged: number): bigint => network.fees.fee(estimate, { ...rules, weight: charged, outputs }).total
  // oxen-core charges transfers for the weight that it estimates, if that is higher; all else is charged for its weight.
  const estimated = wallet2Estimate(network, inputs.length, outputs, prepared.paymentId.length > 0 ? 11 : 0)
  const isEstimated = network.familyName === 'Oxen' && !isSweep
  expect(fee).toBe(feeOf(isEstimated ? Math.max(weight, estimated) : weight))
  expect(transaction.outputs.length).toBeGreaterThanOrEqual(2)

  const found = received(network, blob, payee).map(({ subaddress, amount }) => ({ ...subaddress, amount }))
  const order = (one: { major: number; minor: number; amount: bigint }): string =>
    `${one.major}/${one.minor}/${one.amount}`
  expect(found.map(order).sort()).toEqual(expected.map(order).sort())
  const returned = received(network, blob, payer)
  expect(returned.map(({ amount }) => amount)).toEqual(change === 0n ? [] : [change])
  for (const { subaddress } of returned) expect(subaddress).toEqual({ major: prepared.account, minor: 0 })
  expect(sum(inputs)).toBe(sum(expected) + change + fee)

  for (const [i, input] of transaction.inputs.entries()) {
    if (input.kind !== 'key') throw new Error('an input spends a key')
    const offsets = absoluteOffsets(input.keyOffsets) ?? []
    expect(offsets).toHaveLength(network.ringSize)
    expect(offsets).toEqual(rings[i]?.members.map(({ globalIndex }) => globalIndex))
    expect(offsets).toContain(inputs[i]?.globalIndex)
    for (const offset of offsets) expect(side.chain.ringOutput(offset).unlocked).toBe(true)
  }
}

describe.each(families)('payments of the %s family', (_, make) => {
  let side: Side
  beforeAll(() => {
    side = make()
  })

  const transfer = (
    destinations: readonly { readonly address: string; readonly amount: bigint }[],
    seed: number,
    source: Partial<typeof SOURCE & { subaddresses: readonly number[] }> = {},
  ) => prepareTransfer(contextOf(side, seed), { ...SOURCE, ...source, destinations })

  it('go to a standard address', async () => {
    const amount = side.coin / 3n
    const [prepared, ...more] = await transfer([{ address: address(side, 0, 0), amount }], 1)
    expect(more).toEqual([])
    if (prepared === undefined) throw new Error('nothing was prepared')
    checkPrepared(side, prepared, [{ major: 0, minor: 0, amount }])
    expect(prepared.inputs.length).toBeLessThanOrEqual(2)
  })

  it('go to a subaddress', async () => {
    const [prepared] = await transfer([{ address: address(side, 1, 3), amount: 1n }], 2)
    if (prepared === undefined) throw new Error('nothing was prepared')
    checkPrepared(side, prepared, [{ major: 1, minor: 3, amount: 1n }])
    expect(prepared.keys.additional).toEqual([])
  })

  it('go to an integrated address', async () => {
    const amount = side.coin / 7n
    const [prepared] = await transfer([{ address: integratedAddress(side), amount }], 3)
    if (prepared === undefined) throw new Error('nothing was prepared')
    checkPrepared(side, prepared, [{ major: 0, minor: 0, amount }])
    expect(prepared.paymentId).toEqual(PAYMENT_ID)
    const { extra } = parseTransaction(side.network, prepared.blob)
    expect(paymentIdField(parseExtra(side.network, extra))?.form).toBe('encrypted')
  })

  it('go to mixed destinations from several inputs', async () => {
    const unspent = side.outputs
      .filter(({ spent, subaddress }) => spent === undefined && subaddress.major === 0)
      .map(({ amount }) => amount)
      .sort((a, b) => (a > b ? -1 : 1))
    const [first = 0n, second = 0n, third = 0n] = unspent
    const amounts = [first, second, third / 2n]
    const destinations = amounts.map((amount, i) => ({ address: address(side, 0, i), amount }))
    const [prepared, ...more] = await transfer(destinations, 4)
    expect(more).toEqual([])
    if (prepared === undefined) throw new Error('nothing was prepared')
    expect(prepared.inputs.length).toBeGreaterThanOrEqual(3)
    expect(prepared.keys.additional).toHaveLength(4)
    checkPrepared(
      side,
      prepared,
      amounts.map((amount, minor) => ({ major: 0, minor, amount })),
    )
  })

  it('return their change to the base address of the account that pays', async () => {
    const accounts = new Set(side.outputs.flatMap(({ spent, subaddress }) => (spent ? [] : [subaddress.major])))
    // The recorded monero wallet has coins in its first account only.
    expect([...accounts].some((account) => account > 0)).toBe(side.network.hasBlink)
    for (const account of accounts) {
      const [prepared] = await transfer([{ address: address(side, 0, 0), amount: 1n }], 31, { account })
      if (prepared === undefined) throw new Error('nothing was prepared')
      const own = received(side.network, prepared.blob, side.payer)
      expect(own.map(({ subaddress, amount }) => [subaddress, amount])).toEqual([
        [{ major: account, minor: 0 }, prepared.change],
      ])
    }
  })

  it('can pay the change address together with others', async () => {
    const own = formatAddress(side.network, subaddressAt(side.payer, 0, 0))
    const destinations = [
      { address: own, amount: 5n },
      { address: address(side, 0, 3), amount: 6n },
    ]
    const [prepared] = await transfer(destinations, 32)
    if (prepared === undefined) throw new Error('nothing was prepared')
    // wallet2 counts one receiver, a subaddress, which needs no additional keys.
    expect(prepared.keys.additional).toEqual([])
    expect(received(side.network, prepared.blob, side.payee).map(({ amount }) => amount)).toEqual([6n])
    const back = received(side.network, prepared.blob, side.payer).map(({ amount }) => amount)
    expect(new Set(back)).toEqual(new Set([5n, prepared.change]))
  })

  it('go to fifteen destinations', async () => {
    const places = Array.from({ length: 15 }, (_, i) => ({ major: i % 2, minor: i % 5, amount: BigInt(i + 1) }))
    const destinations = places.map(({ major, minor, amount }) => ({ address: address(side, major, minor), amount }))
    const [prepared, ...more] = await transfer(destinations, 5)
    expect(more).toEqual([])
    if (prepared === undefined) throw new Error('nothing was prepared')
    expect(parseTransaction(side.network, prepared.blob).outputs).toHaveLength(16)
    checkPrepared(side, prepared, places)
  })

  it('subtract the fee from the amounts, even if they spend all outputs', async () => {
    const unspent = side.outputs.filter(({ spent, subaddress }) => spent === undefined && subaddress.major === 0)
    const small = [...unspent].sort((a, b) => (a.amount < b.amount ? -1 : 1)).slice(-3)
    const context = { ...contextOf(side, 16), outputs: small }
    const amounts = [sum(small) / 2n, sum(small) - sum(small) / 2n]
    const destinations = amounts.map((amount, minor) => ({ address: address(side, 0, minor), amount }))
    const [prepared, ...more] = await prepareTransfer(context, { ...SOURCE, destinations, feeFrom: [1] })
    expect(more).toEqual([])
    if (prepared === undefined) throw new Error('nothing was prepared')
    expect(prepared.change).toBe(0n)
    expect(prepared.destinations.map(({ amount }) => amount)).toEqual([amounts[0], (amounts[1] ?? 0n) - prepared.fee])
    checkPrepared(
      side,
      prepared,
      prepared.destinations.map(({ amount }, minor) => ({ major: 0, minor, amount })),
    )
  })

  it('are split if there are more destinations than outputs of a transaction', async () => {
    const destinations = Array.from({ length: 17 }, (_, i) => ({ address: address(side, 0, 0), amount: BigInt(i + 1) }))
    const prepared = await transfer(destinations, 6)
    expect(prepared).toHaveLength(2)
    for (const one of prepared)
      checkPrepared(
        side,
        one,
        one.destinations.map(({ amount }) => ({ major: 0, minor: 0, amount })),
      )
    expect(prepared.flatMap((one) => one.destinations)).toEqual(destinations)
    const spent = prepared.flatMap(({ inputs }) => inputs.map(({ globalIndex }) => globalIndex))
    expect(new Set(spent).size).toBe(spent.length)
  })

  it('lock their outputs', async () => {
    const [prepared] = await transfer([{ address: address(side, 0, 0), amount: 5n }], 7, { unlockTime: 4321n })
    if (prepared === undefined) throw new Error('nothing was prepared')
    const [found] = received(side.network, prepared.blob, side.payee)
    expect(found?.unlockTime).toBe(4321n)
  })

  it('reuse the ring of an earlier attempt', async () => {
    const destinations = [{ address: address(side, 0, 0), amount: side.coin / 5n }]
    const earlier = contextOf(side, 8)
    const [first] = await prepareTransfer(earlier, { ...SOURCE, destinations })
    if (first === undefined) throw new Error('nothing was prepared')
    const indices = first.rings.map(({ members }) => members.map(({ globalIndex }) => globalIndex))
    const outputs = side.outputs.filter(
      (output) =>
        output.spent !== undefined || first.inputs.some(({ globalIndex }) => globalIndex === output.globalIndex),
    )
    const context = { ...contextOf(side, 9), outputs, rings: earlier.rings }
    const [again] = await prepareTransfer(context, { ...SOURCE, destinations })
    const repeated = again?.rings.map(({ members }) => members.map(({ globalIndex }) => globalIndex)) ?? []
    expect(repeated.length).toBeGreaterThan(0)
    for (const ring of repeated) expect(indices).toContainEqual(ring)
  })

  it('sweep an account', async () => {
    const account = side.network.familyName === 'Oxen' ? 1 : 0
    const outputs = side.outputs
      .filter((one) => one.spent === undefined && one.subaddress.major === account && one.height < 230)
      .slice(-4)
    const context = { ...contextOf(side, 10), outputs }
    const request = { ...SOURCE, account, address: address(side, 0, 2), outputs: 1, belowAmount: undefined }
    const [prepared, ...more] = await prepareSweep(context, request)
    expect(more).toEqual([])
    if (prepared === undefined) throw new Error('nothing was prepared')
    expect(prepared.inputs).toHaveLength(outputs.length)
    expect(prepared.change).toBe(0n)
    checkPrepared(side, prepared, [{ major: 0, minor: 2, amount: sum(outputs) - prepared.fee }], { isSweep: true })
    const [divided] = await prepareSweep(context, { ...request, outputs: 3 })
    const amounts = divided?.destinations.map(({ amount }) => amount) ?? []
    expect(amounts).toHaveLength(3)
    // The first ones receive the units that do not divide evenly, one each.
    expect(amounts).toEqual(amounts.toSorted((a, b) => (a > b ? -1 : 1)))
    expect((amounts[0] ?? 0n) - (amounts[2] ?? 0n)).toBeLessThanOrEqual(1n)
    expect(amounts.reduce((total, amount) => total + amount, divided?.fee ?? 0n)).toBe(sum(outputs))
    const below = { ...request, belowAmount: 1n }
    await expect(prepareSweep(context, below)).rejects.toThrow(NothingToSweepError)
  })

  it('have two outputs if the estimated fee leaves no change', async () => {
    const output = side.outputs.find(({ spent, subaddress }) => spent === undefined && subaddress.major === 0)
    if (output === undefined) throw new Error('the payer has no output')
    const context = contextOf(side, 11)
    const sampler = createSampler(context.random)
    const commitment = side.chain.ringOutput(output.globalIndex).commitment
    const keyImage = output.keyImage ?? new Uint8Array()
    const [ring] = await ringsOf({ ...context, sampler }, [{ ...output, keyImage, commitment }])
    if (ring === undefined) throw new Error('no ring')
    const job = {
      ...context,
      source: SOURCE,
      keys: side.payer,
      sampler,
      estimate: side.estimate,
      show: String,
    }
    const input = { ...output, output, ring, keyImage }
    const { recipient } = sweepDestination(side.network, { address: address(side, 0, 3), outputs: 1 })
    const pay = (...amounts: readonly bigint[]) => {
      const plan = {
        inputs: [output],
        recipients: amounts.map(() => recipient),
        amounts,
        feeFrom: [],
        paymentId: new Uint8Array(),
      }
      return makeTransactions(job, { transactions: [plan] }, new Map([[output, input]]))
    }
    /** Spends the output without change: first the estimated fee is missing, then what the transaction costs beyond it. */
    const spendAll = (...others: readonly bigint[]) => {
      let rest = output.amount - others.reduce((total, amount) => total + amount, 0n)
      for (let attempt = 0; attempt < 4; attempt++) {
        const made = pay(rest, ...others)
        if (!('shortage' in made)) return { rest, prepared: made[0] }
        rest -= made.shortage
      }
      throw new Error('the inputs fall short')
    }
    const { rest, prepared } = spendAll()
    if (prepared === undefined) throw new Error('nothing was prepared')
    const short = output.amount - rest
    // What the estimated fee exceeds that of the weight by returns as change (wallet2).
    expect(prepared.change).toBe(short - prepared.fee)
    expect(parseTransaction(side.network, prepared.blob).outputs).toHaveLength(2)
    checkPrepared(side, prepared, [{ major: 0, minor: 3, amount: output.amount - short }])
    // Two recipients leave no need for it.
    const two = spendAll(1n).prepared
    expect(two?.change).toBe(0n)
    expect(parseTransaction(side.network, two?.blob ?? new Uint8Array()).outputs).toHaveLength(2)
  })
})

describe('a blink payment', () => {
  it('has the burnt part of the fee in its extra', async () => {
    const side = oxenSide()
    const destinations = [{ address: address(side, 0, 0), amount: 1_000_000n }]
    const [prepared] = await prepareTransfer(contextOf(side, 16), { ...SOURCE, priority: 5, destinations })
    if (prepared === undefined) throw new Error('nothing was prepared')
    const { extra } = parseTransaction(side.network, prepared.blob)
    const burn = parseExtra(side.network, extra).at(-1)
    expect(prepared.blink).toBe(true)
    expect(burn).toEqual({ field: 'burn', amount: prepared.burn })
    // Of 250 %, the quorum and the miner receive 100, and 150 are burnt.
    expect(prepared.burn).toBe((prepared.fee * 150n) / 250n)
    const base = BigInt(prepared.weight) * 122n + 2n * 20_000_000n
    expect(prepared.fee).toBe((((base * 250n) / 100n + 9n) / 10n) * 10n)
  })
})
