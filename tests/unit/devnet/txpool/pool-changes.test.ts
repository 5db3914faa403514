// What a wallet receives of the pool since its last request, by the rules of monerod (`get_pool_info`).

import { expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { PoolChanges } from '../../../../src/devnet/txpool/poolChanges.ts'

const idOf = (byte: number): string => toHex(new Uint8Array(32).fill(byte))

/** The changes since a time, with ids in hex; undefined if they are not known. */
const changesOf = (changes: PoolChanges, since: number, includeHidden = true) => {
  const found = changes.since(since, includeHidden)
  return found && { added: [...found.added], removed: found.removed.map(toHex) }
}

it('knows no changes before the first addition and the first removal', () => {
  const changes = new PoolChanges()
  expect(changesOf(changes, 5)).toBeUndefined()
  changes.add(idOf(1), 10)
  expect(changesOf(changes, 11)).toBeUndefined()
  changes.remove(idOf(1), 20, false)
  expect([0, 10, 20].map((since) => changesOf(changes, since))).toEqual([undefined, undefined, undefined])
  expect(changesOf(changes, 21)).toEqual({ added: [], removed: [] })
})

it('returns what was added and removed at or after a time, as often as it was', () => {
  const changes = new PoolChanges()
  changes.add(idOf(1), 10)
  changes.remove(idOf(1), 10, false)
  changes.add(idOf(2), 20)
  for (const at of [21, 22]) {
    changes.add(idOf(3), at)
    changes.remove(idOf(3), at, false)
  }
  changes.add(idOf(4), 23)
  expect(changesOf(changes, 20)).toEqual({ added: [idOf(2), idOf(4)], removed: [idOf(3), idOf(3)] })
  expect(changesOf(changes, 22)).toEqual({ added: [idOf(4)], removed: [idOf(3)] })
})

it('hides removals of transactions that restricted services hide', () => {
  const changes = new PoolChanges()
  changes.add(idOf(1), 10)
  changes.remove(idOf(1), 10, true)
  changes.remove(idOf(2), 20, true)
  expect(changesOf(changes, 11)?.removed).toEqual([idOf(2)])
  expect(changesOf(changes, 11, false)?.removed).toEqual([])
})

it('forgets removals after half an hour, and then knows no changes before', () => {
  const changes = new PoolChanges()
  changes.add(idOf(1), 10)
  changes.remove(idOf(1), 10, false)
  changes.remove(idOf(2), 2000, false)
  expect(changesOf(changes, 200)).toBeUndefined()
  expect(changesOf(changes, 201)?.removed).toEqual([idOf(2)])
})

it('keeps at most 20,000 removals', () => {
  const changes = new PoolChanges()
  changes.add(idOf(1), 10)
  for (let i = 0; i <= 20_000; i++) changes.remove(idOf(2), 100 + Math.floor(i / 100), false)
  expect(changesOf(changes, 101)).toBeUndefined()
  expect(changesOf(changes, 300)?.removed).toEqual([idOf(2)])
})
