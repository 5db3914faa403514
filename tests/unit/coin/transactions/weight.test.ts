// Weights of transactions, and the estimates before they are built.

import { describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import {
  estimateTransactionSize,
  estimateTransactionWeight,
  type TransactionShape,
  transactionWeight,
} from '../../../../src/coin/transactions/weight.ts'
import { moneroScanBlocks, oxenTransactions } from '../../../support/coin/vectors.ts'
import { vector } from '../../../support/data/vectors.ts'

describe('a weight', () => {
  /** Returns the weight of a transaction of 1000 bytes. */
  const weightOf = (type: RctType, outputs: number): number => {
    // Only the type and the number of outputs are read.
    const transaction = { rct: { type }, outputs: Array.from({ length: outputs }) } as unknown as Transaction
    return transactionWeight(transaction, 1000)
  }

  it.each([
    ['Borromean', RctType.full, [0, 0, 0, 0, 0, 0]],
    ['Borromean', RctType.simple, [0, 0, 0, 0, 0, 0]],
    // 4/5 of 368 P - 32 (9 + 2 (6 + log P)), with P = 4, 8, 16
    ['bulletproof', RctType.bulletproof, [0, 0, 537, 537, 1664, 3968]],
    ['bulletproof', RctType.bulletproof2, [0, 0, 537, 537, 1664, 3968]],
    ['bulletproof', RctType.clsag, [0, 0, 537, 537, 1664, 3968]],
    // 4/5 of 320 P - 32 (6 + 2 (6 + log P))
    ['bulletproof+', RctType.bulletproofPlus, [0, 0, 460, 460, 1433, 3430]],
  ] as const)(
    'exceeds the size by the clawback of %s proofs of more than two outputs, for type %i',
    (_, type, claws) => {
      expect([1, 2, 3, 4, 5, 16].map((outputs) => weightOf(type, outputs) - 1000)).toEqual(claws)
    },
  )

  it('is the size of a transaction without RingCT', () => {
    const transaction = parseTransaction(oxenRegtest, fromHex('010001ff050000'))
    expect(transactionWeight(transaction)).toBe(7)
    expect(transactionWeight(transaction, 1000)).toBe(1000)
  })

  // A recorded transfer of one input and three outputs has 1534 bytes and weight 2071.
  it('of a recorded oxen transfer with three outputs includes the clawback', () => {
    const transfer = oxenTransactions().find(({ hex }) => {
      const { inputs, outputs, rct } = parseTransaction(oxenRegtest, fromHex(hex))
      return rct?.type === 5 && inputs.length === 1 && outputs.length === 3
    })
    const bytes = fromHex(transfer?.hex ?? '')
    expect(transactionWeight(parseTransaction(oxenRegtest, bytes)) - bytes.length).toBe(537)
  })
})

describe('an estimate (wallet2: estimate_rct_tx_size)', () => {
  const oxen = { rctType: RctType.clsag, viewTags: false, ringSize: 10 }
  const monero = { rctType: RctType.bulletproofPlus, viewTags: true, ringSize: 16 }

  it.each<[string, TransactionShape, { readonly size: number; readonly weight: number }]>([
    ['1/2 on oxen', { ...oxen, inputs: 1, outputs: 2, extra: 44 }, { size: 1426, weight: 1426 }],
    ['2/3 on oxen', { ...oxen, inputs: 2, outputs: 3, extra: 0 }, { size: 1999, weight: 2536 }],
    ['2/2 on monero', { ...monero, inputs: 2, outputs: 2, extra: 11 }, { size: 2182, weight: 2182 }],
    ['1/16 on monero', { ...monero, inputs: 1, outputs: 16, extra: 0 }, { size: 2790, weight: 6220 }],
  ])('of a transaction with inputs/outputs %s has the size and weight of wallet2', (_, shape, { size, weight }) => {
    expect(estimateTransactionSize(shape)).toBe(size)
    expect(estimateTransactionWeight(shape)).toBe(weight)
  })

  it('is slightly above the actual weight of every recorded transfer', () => {
    const outlineOf = (network: typeof oxenRegtest, hex: string) => {
      const transaction = parseTransaction(network, fromHex(hex))
      const { inputs, outputs, extra } = transaction
      const estimate = estimateTransactionWeight({
        rctType: network.rctType,
        viewTags: network.viewTags,
        ringSize: network.ringSize,
        inputs: inputs.length,
        outputs: outputs.length,
        extra: extra.length,
      })
      return { estimate, weight: transactionWeight(transaction), inputs: inputs.length, outputs: outputs.length }
    }
    const transfers = [...vector('oxen/chain-small/txs.json').txs.filter(({ coinbase }) => !coinbase)].map(({ hex }) =>
      outlineOf(oxenRegtest, hex),
    )
    const monero = moneroScanBlocks()
      .flatMap(({ txs }) => txs)
      .filter(({ hex }) => hex !== '')
      .map(({ hex }) => outlineOf(moneroRegtest, hex))
    expect(transfers.length + monero.length).toBeGreaterThan(60)
    for (const { estimate, weight, inputs, outputs } of [...transfers, ...monero]) {
      expect(estimate).toBeGreaterThanOrEqual(weight)
      expect(estimate - weight).toBeLessThan(20 * inputs + 6 * outputs + 20)
    }
  })
})
