// The lists of the own addresses and of the contacts: filter, order, search, and the short form of an address.
import { expect, it } from 'vitest'
import { addressGroups, shortAddress } from '../../../../src/app/format/address.ts'
import {
  type AddressOrder,
  type AddressShow,
  addressCounts,
  listAddresses,
  NEWEST_ADDRESS_FIRST,
} from '../../../../src/app/state/receive/addressList.ts'
import {
  BY_NAME,
  type ContactOrder,
  contactLines,
  listContacts,
} from '../../../../src/app/state/recipients/contactList.ts'
import type { AddressView } from '../../../../src/wallet/accounts/accountViews.ts'

const address = (index: number, label: string, received: bigint, lastUsed: number): AddressView => ({
  ...{ account: 0, index, label, received, lastUsed, balance: 0n },
  address: `L${'x'.repeat(index)}`,
  used: lastUsed > 0,
  place: 'listed',
})

const ADDRESSES = [
  address(0, 'Main', 5n, 30),
  address(1, 'Shop 10', 7n, 10),
  address(2, 'shop 9', 0n, 0),
  address(3, 'Rent', 7n, 20),
]

const indices = (order: AddressOrder, show: AddressShow = 'all', search = '') =>
  listAddresses(ADDRESSES, { order, show, search }, ({ label }) => label).map(({ index }) => index)

it('sorts addresses, equal ones newest first', () => {
  expect(indices(NEWEST_ADDRESS_FIRST)).toEqual([3, 2, 1, 0])
  expect(indices({ by: 'number', isDescending: false })).toEqual([0, 1, 2, 3])
  expect(indices({ by: 'name', isDescending: false })).toEqual([0, 3, 2, 1])
  expect(indices({ by: 'received', isDescending: true })).toEqual([3, 1, 0, 2])
  expect(indices({ by: 'date', isDescending: true })).toEqual([0, 3, 1, 2])
})

it('shows used and unused addresses, and those that a search finds', () => {
  expect(addressCounts(ADDRESSES)).toEqual({ all: 4, unused: 1, used: 3, hidden: 0 })
  expect(indices(NEWEST_ADDRESS_FIRST, 'unused')).toEqual([2])
  expect(indices(NEWEST_ADDRESS_FIRST, 'used', 'SHOP')).toEqual([1])
  expect(indices(NEWEST_ADDRESS_FIRST, 'all', '#3')).toEqual([3])
  expect(indices(NEWEST_ADDRESS_FIRST, 'all', 'nobody')).toEqual([])
})

it('shows pinned addresses first in every order, and hidden ones where the user looks for them', () => {
  const places = ['listed', 'pinned', 'hidden', 'returned'] as const
  const placed = ADDRESSES.map((each, i) => ({ ...each, place: places[i] ?? 'listed' }))
  const found = (show: AddressShow, search = '', order = NEWEST_ADDRESS_FIRST) =>
    listAddresses(placed, { order, show, search }, ({ label }) => label).map(({ index }) => index)
  expect(addressCounts(placed)).toEqual({ all: 3, unused: 0, used: 3, hidden: 1 })
  expect(found('all')).toEqual([1, 3, 0])
  expect(found('all', '', { by: 'number', isDescending: false })).toEqual([1, 0, 3])
  expect(found('hidden')).toEqual([2])
  expect(found('unused')).toEqual([])
  // A search finds all of them.
  expect(found('all', 'shop')).toEqual([1, 2])
  expect(found('used', 'shop')).toEqual([1])
})

it('shortens an address to its first two and last two groups', () => {
  const whole = 'LCZNbpkWFgUehtkKuWCuaFduM6dopUmCfbaUTo58YgNq2PFNiTDbAfB1JA4Sf6xwxzJvJxsKHgCJjZc5zwReYReAK2Lc5ix'
  const shown = addressGroups(whole)
  expect(shortAddress(whole).split(' ')).toEqual([...shown.slice(0, 2), '…', ...shown.slice(-2)])
  expect(shortAddress('x'.repeat(16))).toBe('x'.repeat(16))
  expect(shortAddress(`${'a'.repeat(20)}b`)).toBe('aaaa aaaa … aaaa b')
})

it('lists contacts with what was paid to them, searched and sorted', () => {
  const contact = (index: number, name: string, at: string, note = '') => ({
    ...{ index, name, address: at, note },
    paymentId: '',
  })
  const lines = contactLines(
    [contact(0, 'Cleo', 'LAAA'), contact(1, 'ann', 'LBBB'), contact(2, 'Ben', 'LCCC', 'Plumber')],
    [
      { address: 'LAAA', paid: 5n, lastPaid: 20 },
      { address: 'LCCC', paid: 7n, lastPaid: 10 },
    ],
  )
  const names = (order: ContactOrder, search = '') => listContacts(lines, search, order).map(({ name }) => name)
  expect(names(BY_NAME)).toEqual(['ann', 'Ben', 'Cleo'])
  expect(names({ by: 'name', isDescending: true })).toEqual(['Cleo', 'Ben', 'ann'])
  expect(names({ by: 'date', isDescending: true })).toEqual(['Cleo', 'Ben', 'ann'])
  expect(names({ by: 'paid', isDescending: true })).toEqual(['Ben', 'Cleo', 'ann'])
  expect(names(BY_NAME, ' AN')).toEqual(['ann'])
  expect(names(BY_NAME, 'lcc')).toEqual(['Ben'])
  expect(names(BY_NAME, 'plumb')).toEqual(['Ben'])
  expect(lines.find(({ name }) => name === 'ann')).toMatchObject({ paid: 0n, lastPaid: 0 })
})
