// The transaction visitor and the parser agree: they return the same values and throw the same errors for the same bytes.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { blockHeight, blockId, parseBlock, transactionPosition, visitBlock } from '../../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { type HasWireFormat, isCoinbase, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  serializePrefix,
  serializeRctBase,
} from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import {
  type PrefixSummary,
  type TransactionVisitor,
  visitPrunedTransaction,
  visitTransaction,
} from '../../../../src/coin/transactions/transactionVisitor.ts'
import { oxenBlocks, oxenTransactions, pageBlocks } from '../../../support/coin/vectors.ts'
import { MONERO_BENCH_PAGES } from '../../../support/data/vectors.ts'

/** Records the calls of a visitor as text. */
const recording = (bytes: Uint8Array): { readonly calls: string[]; readonly visitor: TransactionVisitor } => {
  const calls: string[] = []
  const key = (at: number): string => toHex(bytes.subarray(at, at + 32))
  return {
    calls,
    visitor: {
      outputUnlockTime: (time) => calls.push(`unlock ${time}`),
      coinbaseInput: (height) => calls.push(`coinbase ${height}`),
      ringMember: (offset) => calls.push(`member ${offset}`),
      keyInput: (amount, image) => calls.push(`key ${amount} ${key(image)}`),
      output: (amount, at, viewTag) => calls.push(`output ${amount} ${key(at)} ${viewTag}`),
    },
  }
}

/** Returns the calls that a visitor of a parsed transaction expects. */
const expectedCalls = ({ outputUnlockTimes, inputs, outputs }: Transaction): string[] => [
  ...outputUnlockTimes.map((time) => `unlock ${time}`),
  ...inputs.flatMap((input) =>
    input.kind === 'gen'
      ? [`coinbase ${input.height}`]
      : [...input.keyOffsets.map((offset) => `member ${offset}`), `key ${input.amount} ${toHex(input.keyImage)}`],
  ),
  ...outputs.map(({ amount, key, viewTag }) => `output ${amount} ${toHex(key)} ${viewTag}`),
]

const errorMessage = (error: unknown): string => {
  if (!(error instanceof FormatError)) throw error
  return error.message
}

type Parse = (network: HasWireFormat, bytes: Uint8Array) => Transaction
type Visit = (network: HasWireFormat, bytes: Uint8Array, visitor: TransactionVisitor) => PrefixSummary

const parsed = (parse: Parse, network: Network, bytes: Uint8Array): unknown => {
  try {
    const transaction = parse(network, bytes)
    const [first] = transaction.inputs
    return {
      version: transaction.version,
      type: transaction.type,
      unlockTime: transaction.unlockTime,
      inputs: transaction.inputs.length,
      outputs: transaction.outputs.length,
      ringSize: first?.kind === 'key' ? first.keyOffsets.length : 1,
      height: first?.kind === 'gen' ? first.height : undefined,
      extra: toHex(transaction.extra),
      rctType: transaction.rct?.type,
      prefix: toHex(serializePrefix(transaction)),
      base: toHex(serializeRctBase(transaction)),
      calls: expectedCalls(transaction),
    }
  } catch (error) {
    return errorMessage(error)
  }
}

const visited = (visit: Visit, network: Network, bytes: Uint8Array): unknown => {
  const { calls, visitor } = recording(bytes)
  try {
    const { ringMembers, prunable, extra, prefix, base, ...facts } = visit(network, bytes, visitor) as ReturnType<
      typeof visitTransaction
    > // both visits answer this
    expect(ringMembers).toBe(calls.filter((line) => line.startsWith('member')).length)
    return { ...facts, extra: toHex(extra), prefix: toHex(prefix), base: toHex(base), calls }
  } catch (error) {
    return errorMessage(error)
  }
}

const agree = (network: Network, bytes: Uint8Array): void => {
  expect(visited(visitTransaction, network, bytes)).toEqual(parsed(parseTransaction, network, bytes))
  expect(visited(visitPrunedTransaction, network, bytes)).toEqual(parsed(parsePrunedTransaction, network, bytes))
}

const monero = pageBlocks(MONERO_BENCH_PAGES[3] ?? '')
const oxen = oxenTransactions().map(({ hex }) => fromHex(hex))
const samples: readonly (readonly [Network, Uint8Array])[] = [
  ...monero.flatMap(({ transactions }) => transactions.map((bytes) => [moneroRegtest, bytes] as const)),
  ...oxen.map((bytes) => [oxenRegtest, bytes] as const),
  ...oxen.slice(0, 20).map((bytes) => [moneroRegtest, bytes] as const),
]

describe('a transaction visitor', () => {
  it('reports the values of every recorded transaction, complete or pruned', () => {
    expect(samples.length).toBeGreaterThan(500)
    for (const [network, bytes] of samples) agree(network, bytes)
  })

  it('reports the values or throws the error of the parser for truncated and changed transactions', () => {
    fc.assert(
      fc.property(
        fc.nat(samples.length - 1),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        fc.nat(),
        (which, changes, cut) => {
          const [network, original] = samples[which] ?? [moneroRegtest, new Uint8Array()]
          const bytes = original.slice(0, cut % 2 === 0 ? original.length : cut % original.length)
          // Most checks concern the first bytes.
          for (const [at, value] of changes)
            bytes[at % Math.min(bytes.length, at % 3 === 0 ? bytes.length : 60)] = value
          agree(network, bytes)
        },
      ),
      { numRuns: 3000 },
    )
  })
})

it('visits the height, id and miner transaction of a block', () => {
  const blocks: (readonly [Network, Uint8Array])[] = [
    ...monero.map(({ block }) => [moneroRegtest, block] as const),
    ...oxenBlocks().map(({ hex }) => [oxenRegtest, fromHex(hex)] as const),
  ]
  for (const [network, bytes] of blocks) {
    const block = parseBlock(network, bytes)
    const { calls, visitor } = recording(bytes)
    const found = visitBlock(network, bytes, visitor)
    expect(isCoinbase(block.minerTransaction)).toBe(true)
    expect(found.height).toBe(blockHeight(block))
    expect(toHex(found.id)).toBe(toHex(blockId(block)))
    expect(toHex(found.minerTransactionId)).toBe(toHex(transactionId(block.minerTransaction)))
    expect(toHex(found.transactionIds)).toBe(block.transactionIds.map(toHex).join(''))
    for (const [i, txid] of [found.minerTransactionId, ...block.transactionIds].entries())
      expect(transactionPosition(found, txid)).toBe(i)
    expect(transactionPosition(found, found.id)).toBe(-1)
    expect(calls).toEqual(expectedCalls(block.minerTransaction))
  }
})
