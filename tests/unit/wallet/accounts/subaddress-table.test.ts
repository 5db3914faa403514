// The subaddress table contains the lookahead of every used address, and usually before that address is used.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { generateKeys, subaddressSpendKey } from '../../../../src/crypto/keys/keys.ts'
import { SubaddressTable } from '../../../../src/wallet/accounts/subaddressTable.ts'
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
