// Random changes of transactions that stay readable: numbers at the bounds of their types, rings in any order, extras of any content. Signed
// again, many are valid, though no wallet makes them.

import type { Network } from '../../../src/coin/networks/network.ts'
import { EXTRA_TAGS, type ExtraField } from '../../../src/coin/transactions/extraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import { absoluteOffsets, type Input, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { wrappingOffsets } from '../devnet/wrapping-offsets.ts'
import { changedTransactions } from './changed-transactions.ts'

/** Returns a random integer from 0 to `count` - 1. */
export type Draw = (count: number) => number

export type WildChange = (transaction: Transaction, draw: Draw) => Transaction

const BOUNDS: readonly bigint[] = [
  0n,
  1n,
  127n,
  128n,
  255n,
  256n,
  2n ** 16n,
  2n ** 31n,
  2n ** 32n - 1n,
  2n ** 32n,
].concat(
  [499_999_999n, 500_000_000n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 56n, 2n ** 63n - 1n, 2n ** 63n],
  [2n ** 64n - 2n, 2n ** 64n - 1n],
)

const oneOf = <T>(items: readonly T[], draw: Draw): T => {
  const item = items[draw(items.length)]
  if (item === undefined) throw new RangeError('nothing to choose from')
  return item
}

const bytesOf = (length: number, draw: Draw): Uint8Array => Uint8Array.from({ length }, () => draw(256))

const shuffled = <T>(items: readonly T[], draw: Draw): T[] => {
  const order = [...items]
  for (let i = order.length - 1; i > 0; i--) {
    const j = draw(i + 1)
    const [a, b] = [order[i], order[j]]
    if (a !== undefined && b !== undefined) [order[i], order[j]] = [b, a]
  }
  return order
}

const withRings = (transaction: Transaction, change: (ring: readonly number[]) => readonly number[]): Transaction => ({
  ...transaction,
  inputs: transaction.inputs.map(
    (input): Input =>
      input.kind === 'key'
        ? { ...input, keyOffsets: wrappingOffsets(change(absoluteOffsets(input.keyOffsets) ?? [])) }
        : input,
  ),
})

const reorderRings: WildChange = (transaction, draw) =>
  draw(4) === 0
    ? withRings(transaction, (ring) => ring.toReversed())
    : withRings(transaction, (ring) => shuffled(ring, draw))

/** Members repeat, but never one after the other. */
const repeatMembers: WildChange = (transaction, draw) =>
  withRings(transaction, (ring) => ring.map((member, i) => (draw(6) === 0 ? (ring[i - 2] ?? member) : member)))

const unlockLater: WildChange = (transaction, draw) => ({ ...transaction, unlockTime: oneOf(BOUNDS, draw) })

const randomField = (draw: Draw): ExtraField => {
  const fields: readonly (() => ExtraField)[] = [
    () => ({ field: 'txPublicKey', key: bytesOf(32, draw) }),
    () => ({ field: 'nonce', nonce: bytesOf(oneOf([0, 1, 9, 33, 255], draw), draw) }),
    () => ({ field: 'mergeMining', depth: oneOf(BOUNDS, draw), root: bytesOf(32, draw) }),
    () => ({ field: 'additionalPublicKeys', keys: Array.from({ length: draw(5) }, () => bytesOf(32, draw)) }),
    () => ({ field: 'minergate', data: bytesOf(draw(40), draw) }),
  ]
  return oneOf(fields, draw)()
}

/** Adds fields after those of the transaction, so that its receivers still find their outputs, or before, or bytes of any kind. */
const fillExtra: WildChange = (transaction, draw) => {
  const { extra } = transaction
  const added = serializeExtra(Array.from({ length: 1 + draw(4) }, () => randomField(draw)))
  const noise = bytesOf(draw(200), draw)
  const tagged = Uint8Array.of(oneOf(Object.values(EXTRA_TAGS), draw), ...bytesOf(draw(80), draw))
  const parts = oneOf(
    [[extra, added], [added, extra], [extra, noise], [extra, tagged], [tagged, extra], [noise], []],
    draw,
  )
  return { ...transaction, extra: Uint8Array.from(parts.flatMap((part) => [...part])) }
}

type Leaf = { readonly path: readonly (string | number)[]; readonly value: number | bigint }

/** Returns the numbers in a value with their paths. */
const numbersIn = (value: unknown, path: readonly (string | number)[] = []): Leaf[] => {
  if (typeof value === 'number' || typeof value === 'bigint') return [{ path, value }]
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([name, child]) => numbersIn(child, [...path, name]))
}

const replaced = (value: unknown, [name, ...rest]: readonly (string | number)[], leaf: number | bigint): unknown => {
  if (name === undefined) return leaf
  if (Array.isArray(value)) return value.with(Number(name), replaced(value[Number(name)], rest, leaf))
  // The path leads through lists and objects only.
  const object = value as Record<string, unknown>
  return { ...object, [name]: replaced(object[name], rest, leaf) }
}

/** Sets any number to a bound. */
const setNumber: WildChange = (transaction, draw) => {
  const { path, value } = oneOf(numbersIn(transaction), draw)
  const bound = oneOf(BOUNDS, draw)
  // It has the shape of a transaction.
  return replaced(transaction, path, typeof value === 'bigint' ? bound : Number(bound)) as Transaction
}

/** Changes any field by one step, a bit or an item. */
const changeField = (network: Network): WildChange => {
  return (transaction, draw) => {
    // Only an extra of whole fields can be changed field by field.
    const whole = serializeExtra(parseExtra(network, transaction.extra))
    const blob = serializeTransaction({ ...transaction, extra: whole })
    return oneOf(changedTransactions(network, blob, String(draw(2 ** 31))), draw).changed
  }
}

/** Returns the kinds of changes by name. */
export const wildChanges = (network: Network): { readonly [name: string]: WildChange } => ({
  reorderRings,
  repeatMembers,
  unlockLater,
  fillExtra,
  setNumber,
  changeField: changeField(network),
})
