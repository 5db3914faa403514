// The subaddress table contains the lookahead of every used address, and usually before that address is used.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { generateKeys, subaddressSpendKey } from '../../../../src/crypto/keys/keys.ts'
import { SubaddressTable } from '../../../../src/wallet/state/subaddressTable.ts'
import { seededRandom } from '../../../support/random.ts'

const keys = generateKeys(seededRandom(11)(32))
const lookAhead = { majors: 3, minors: 4 }

const spendKey = (major: number, minor: number): Uint8Array =>
  subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)

/** Whether the table contains the lookahead of an address. */
const covers = (table: SubaddressTable, major: number, minor: number): boolean => {
  const required = [
    ...Array.from({ length: lookAhead.majors }, (_, i) => [major + i, 0] as const),
    ...Array.from({ length: lookAhead.minors }, (_, i) => [major, minor + i] as const),
  ]
  return required.every(([account, address]) => table.indexOf(spendKey(account, address)) !== undefined)
}

it('contains the lookahead after any use, each address once and at its previous position', async () => {
  const used = fc.array(fc.tuple(fc.nat(12), fc.nat(160)), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(used, async (uses) => {
      const table = new SubaddressTable(keys, lookAhead)
      let before: Uint8Array = new Uint8Array()
      for (const [major, minor] of uses) {
        const { generation } = table
        const covered = covers(table, major, minor)
        expect(await table.reach({ major, minor })).toBe(!covered)
        expect(table.generation).toBe(covered ? generation : generation + 1)
        expect(covers(table, major, minor)).toBe(true)
        expect(toHex(table.keys).startsWith(toHex(before))).toBe(true)
        before = table.keys
      }
      const all = Array.from({ length: before.length / 32 }, (_, i) => toHex(before.subarray(32 * i, 32 * i + 32)))
      expect(new Set(all).size).toBe(all.length)
      for (const [i, key] of all.entries()) {
        const { major, minor } = table.indexAt(i)
        if (i % 50 === 0) expect(key).toBe(toHex(spendKey(major, minor)))
      }
    }),
    { numRuns: 15 },
  )
})

it('contains the first addresses of the first accounts in advance', async () => {
  const table = new SubaddressTable(keys)
  expect(await table.reach({ major: 0, minor: 0 })).toBe(true)
  for (const [major, minor] of [
    [0, 7],
    [1, 0],
    [0, 80],
    [1, 3],
    [2, 1],
    [3, 0],
  ] as const)
    expect(await table.reach({ major, minor })).toBe(false)
  expect(table.generation).toBe(1)
  expect(await table.reach({ major: 0, minor: 5000 })).toBe(true)
})

it('includes listed addresses with any gap before them, and keeps their positions', async () => {
  const table = new SubaddressTable(keys, lookAhead)
  await table.reach({ major: 0, minor: 0 })
  const [before, { generation }] = [table.keys, table]
  await table.include([
    { major: 0, minor: 0, count: 150 },
    { major: 1, minor: 50, count: 100 },
    { major: 99, minor: 1_000_000, count: 2 },
    { major: 4_294_967_295, minor: 4_294_967_295, count: 1 },
  ])
  expect(table.generation).toBe(generation + 1)
  expect(table.keys.subarray(0, before.length)).toEqual(before)
  for (const [major, minor] of [
    [0, 149],
    [1, 50],
    [1, 149],
    [99, 1_000_001],
    [4_294_967_295, 4_294_967_295],
  ] as const)
    expect(table.indexOf(spendKey(major, minor))).toEqual({ major, minor })
  expect(table.indexOf(spendKey(99, 0))).toBeUndefined()
  // Addresses without a gap before them count as reached, others do not.
  expect([table.has({ major: 0, minor: 149 }), table.has({ major: 99, minor: 1_000_000 })]).toEqual([true, false])
  const again = new SubaddressTable(keys, lookAhead)
  await again.include(table.ranges)
  expect(again.ranges).toEqual(table.ranges)
  const { length } = table.keys
  await table.include(table.ranges)
  expect([table.keys.length, table.generation]).toEqual([length, generation + 1])
})

it('issues received addresses, and none that has a gap before it', async () => {
  const table = new SubaddressTable(keys, lookAhead)
  await table.reach({ major: 0, minor: 0 })
  await table.include([{ major: 0, minor: 4_000_000_000, count: 1 }])
  const received = [
    { subaddress: { major: 1, minor: 1 } },
    { subaddress: { major: 0, minor: 4_000_000_000 } },
    { subaddress: { major: 0, minor: 2 } },
  ]
  expect(table.issue([['mine']], received)).toEqual([
    ['mine', '', ''],
    ['Untitled account', ''],
  ])
})

it('grows in few steps if its lookahead is large', async () => {
  const table = new SubaddressTable(keys, { majors: 1, minors: 20_000 })
  await table.reach({ major: 0, minor: 0 })
  const lengths = new Set<number>()
  for (let minor = 0; minor < 20_000; minor++) {
    await table.reach({ major: 0, minor })
    lengths.add(table.keys.length)
  }
  expect(table.generation).toBe(1)
  expect(lengths.size).toBeLessThan(20)
  expect(table.keys.length / 32).toBeLessThan(50_000)
})
