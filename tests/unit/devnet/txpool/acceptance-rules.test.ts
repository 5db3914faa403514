// Acceptance rules of the pool in cases that no recorded transaction reaches.

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { InvalidTransactionCache } from '../../../../src/devnet/txpool/invalidTransactionCache.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { startPoolTest } from '../../../support/devnet/pool-payment.ts'
import { mineOne, type Prepared, send, twinOf, waiting } from '../../../support/wallet/payer.ts'

const DAY = 86_400

let running: RunningNode
let payer: Engine
let plain: Prepared
const options = { doNotRelay: false, sanityCheck: false }

beforeAll(async () => {
  ;({ running, payer, payment: plain } = await startPoolTest())
})
afterAll(() => payer.closeWallet())

const twin = (): RunningNode => twinOf(running)

it('accepts a transaction from a block after it expired from the pool', async () => {
  const node = twin()
  await send(node, plain.blob)
  const block = await mineOne(node)
  const late = twin()
  await send(late, plain.blob)
  await callNode(late, 'dev_set_time', { forward: 3 * DAY + 1 })
  expect(waiting(late)).toEqual([])
  expect(await send(late, plain.blob)).toMatchObject({ status: 'Failed' })
  expect(late.node.submitBlock(block.blob, [fromHex(plain.blob)])).toBe('added')
})

describe('the weight limit of a transaction', () => {
  const grown = (weight: number) => {
    const { network } = running.node.rules
    const transaction = parseTransaction(network, fromHex(plain.blob))
    const sized = (size: number) => {
      const extra = new Uint8Array(size)
      extra.set(transaction.extra)
      return parseFullTransaction(network, serializeTransaction({ ...transaction, extra }))
    }
    // At this size the length of the extra takes three bytes.
    return sized(weight - sized(100_000).weight + 100_000)
  }

  it('is 149,400 for transactions that are sent or come with a block', () => {
    const { pool, rules } = running.node
    const spied = vi.spyOn(rules.consensus, 'minFee').mockReturnValue(0n)
    const [most, more] = [grown(149_400), grown(149_401)]
    expect([most.weight, more.weight]).toEqual([149_400, 149_401])
    // The invalid signature is detected later.
    expect(pool.submit(most.blob, options)).toMatchObject({ flags: ['failed', 'invalidInput'] })
    expect(pool.submit(more.blob, options)).toMatchObject({ flags: ['failed', 'tooBig'] })
    expect(pool.addFromBlock(more)).toMatchObject({ flags: ['failed', 'tooBig'] })
    spied.mockRestore()
  })

  it('is twice as much and more before fork 10, and the block limit for transactions from blocks', () => {
    const { rules, clock, random } = running.node
    const { pool, chain } = new DevelopmentNode({ rules: withForks(rules, parseForks('7:1', rules)), clock, random })
    const spied = vi.spyOn(chain.rules.consensus, 'minFee').mockReturnValue(0n)
    const [most, more] = [grown(299_400), grown(299_401)]
    // Its type is of another fork, which is detected later.
    expect(pool.submit(most.blob, options)).toMatchObject({ flags: ['failed', 'invalidOutput'] })
    expect(pool.submit(more.blob, options)).toMatchObject({ flags: ['failed', 'tooBig'] })
    expect(pool.submit(grown(599_400).blob, options)).toMatchObject({ flags: ['failed'], reason: /a block can hold/ })
    expect(pool.addFromBlock(grown(599_400))).toMatchObject({ flags: ['failed', 'invalidOutput'] })
    spied.mockRestore()
  })

  it('is checked after the fee', () => {
    expect(running.node.pool.submit(grown(149_401).blob, options)).toMatchObject({ flags: ['failed', 'feeTooLow'] })
  })
})

describe('clear amounts', () => {
  const { network } = developmentRules
  const half = 2n ** 63n
  const changed = (change: (transaction: Transaction) => Partial<Transaction>): Uint8Array => {
    const transaction = parseTransaction(network, fromHex(plain.blob))
    return serializeTransaction({ ...transaction, ...change(transaction) })
  }

  it('must not exceed 64 bits in sum', () => {
    const paying = (amounts: readonly bigint[]): Uint8Array =>
      changed(({ outputs }) => ({ outputs: outputs.map((output, i) => ({ ...output, amount: amounts[i] ?? 0n })) }))
    const { pool } = running.node
    expect(pool.submit(paying([half, half]), options)).toMatchObject({ flags: ['failed'], reason: /exceed 64 bits/ })
    expect(pool.submit(paying([half, half - 1n]), options)).toMatchObject({ flags: ['failed', 'invalidOutput'] })
  })
})

it('remembers the last hundred to two hundred invalid transactions', () => {
  const bad = new InvalidTransactionCache()
  for (let i = 0; i < 199; i++) bad.add(String(i))
  expect([bad.has('0'), bad.has('198')]).toEqual([true, true])
  bad.add('199')
  expect([bad.has('99'), bad.has('100'), bad.has('199')]).toEqual([false, true, true])
  bad.clear()
  expect([bad.has('100'), bad.has('199')]).toEqual([false, false])
})
