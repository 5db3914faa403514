// Addresses that can be mistaken for known ones, and those that cannot.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { knownRecipients } from '../../../../src/app/state/recipients/knownRecipients.ts'
import { lookalikeOf } from '../../../../src/app/state/recipients/lookalike.ts'
import { formatAddress, subaddressAt, toIntegratedAddress } from '../../../../src/coin/addresses/address.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const text = (length: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { minLength: length, maxLength: length }).map((letters) => letters.join(''))
const known = (address: string) => ({ address, name: 'Ben' })
const ADDRESS_LENGTH = 95

const keys = generateKeys(new Uint8Array(32).fill(3))
const own = Array.from({ length: 40 }, (_, i) => subaddressAt(keys, 0, i))

it('finds every address that begins and ends like a known one, in upper or lower case', () => {
  fc.assert(
    fc.property(text(4), text(88), text(88), text(3), fc.boolean(), (start, middle, other, end, upper) => {
      fc.pre(middle !== other)
      const address = known(start + middle + end)
      const edges = upper ? [start.toUpperCase(), end.toUpperCase()] : [start, end]
      expect(lookalikeOf(`${edges[0]}${other}${edges[1]}`, [known('L'.repeat(ADDRESS_LENGTH)), address])).toBe(address)
    }),
  )
})

it('finds no address that agrees at one end only', () => {
  fc.assert(
    fc.property(text(ADDRESS_LENGTH), text(ADDRESS_LENGTH), fc.boolean(), (address, other, atStart) => {
      const mixed = atStart ? address.slice(0, 48) + other.slice(48) : other.slice(0, 48) + address.slice(48)
      const [free, kept] = atStart ? [mixed.slice(-3), address.slice(-3)] : [mixed.slice(0, 4), address.slice(0, 4)]
      fc.pre(free.toLowerCase() !== kept.toLowerCase())
      expect(lookalikeOf(mixed, [known(address)])).toBeUndefined()
    }),
  )
})

it('never warns of a known address, although another known one resembles it', () => {
  fc.assert(
    fc.property(text(4), text(88), text(88), text(3), (start, middle, other, end) => {
      const both = [start + middle + end, start + other + end]
      for (const address of both) expect(lookalikeOf(address, both.map(known))).toBeUndefined()
    }),
  )
})

it('does not mistake the addresses of one wallet for each other, nor its integrated addresses', () => {
  const [main] = own
  if (main === undefined) throw new Error('there is no address')
  const ids = Array.from({ length: 40 }, (_, i) => new Uint8Array(8).fill(i + 1))
  const addresses = [...own, ...ids.map((id) => toIntegratedAddress(main, id))].map((address) =>
    formatAddress(oxenMainnet, address),
  )
  for (const address of addresses)
    expect(lookalikeOf(address, addresses.filter((each) => each !== address).map(known))).toBeUndefined()
})

it('knows contacts first, then the addresses that were paid, once each', () => {
  const paid = (state: 'confirmed' | 'failed', ...addresses: readonly string[]) => ({
    direction: 'out' as const,
    state,
    destinations: addresses.map((address) => ({ address, amount: 1n })),
  })
  const transfers = [
    paid('confirmed', 'A', 'B'),
    paid('failed', 'C'),
    paid('confirmed', 'B'),
    { ...paid('confirmed', 'D'), direction: 'in' as const },
  ]
  expect(knownRecipients([known('F')], transfers)).toEqual([
    { address: 'F', name: 'Ben' },
    { address: 'A', name: '' },
    { address: 'B', name: '' },
  ])
})
