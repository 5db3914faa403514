// Account tags, the address book, notes and attributes: edits, and consistent storage after a kill at any commit.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import {
  describeTag,
  listTags,
  NO_TAGS,
  tagAccounts,
  tagOf,
  UnknownTagError,
} from '../../../../src/wallet/state/accountTags.ts'
import { deleteEntry, editEntry, UnknownEntryError } from '../../../../src/wallet/state/addressBook.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { mortalStore } from '../../../support/wallet/engine-host.ts'

const entry = (address: string, description = '') => ({ address, description, paymentId: new Uint8Array() })

describe('account tags', () => {
  const tagged = tagAccounts(tagAccounts(NO_TAGS, [0, 3], 'work'), [1], 'home')

  it('are listed by name with their accounts', () => {
    expect(listTags(describeTag(tagged, 'work', 'what pays'))).toEqual([
      { tag: 'home', description: '', accounts: [1] },
      { tag: 'work', description: 'what pays', accounts: [0, 3] },
    ])
    expect([0, 1, 2, 3, 99].map((account) => tagOf(tagged, account))).toEqual(['work', 'home', '', 'work', ''])
  })

  it('replace the previous tag of an account and disappear with their last account', () => {
    const described = describeTag(tagged, 'home', 'rent')
    const moved = tagAccounts(described, [1], 'work')
    expect(listTags(moved)).toEqual([{ tag: 'work', description: '', accounts: [0, 1, 3] }])
    expect(listTags(tagAccounts(moved, [1], 'home'))).toContainEqual({ tag: 'home', description: '', accounts: [1] })
    expect(listTags(tagAccounts(moved, [0, 1, 2, 3], ''))).toEqual([])
    expect(listTags(tagAccounts(NO_TAGS, [], 'none'))).toEqual([])
  })

  it.each(['', 'play'])('cannot have a description without an account: "%s"', (tag) => {
    expect(() => describeTag(tagged, tag, 'x')).toThrow(UnknownTagError)
  })
})

describe('the address book', () => {
  const entries = [entry('a', '1'), entry('b', '2'), entry('c', '3')]

  it('edits and deletes entries by index', () => {
    expect(editEntry(entries, 1, { description: 'two' })[1]).toEqual(entry('b', 'two'))
    expect(deleteEntry(entries, 1)).toEqual([entry('a', '1'), entry('c', '3')])
  })

  it.each([-1, 3, 0.5])('rejects the index %d', (index) => {
    expect(() => editEntry(entries, index, { description: 'x' })).toThrow(UnknownEntryError)
    expect(() => deleteEntry(entries, index)).toThrow(UnknownEntryError)
  })
})

/** The user data of a state, for comparison. */
const userDataOf = ({ tags, addressBook, notes, attributes, labels }: WalletState) => ({
  tags: listTags(tags),
  addressBook: addressBook.map((item) => ({ ...item, paymentId: toHex(item.paymentId) })),
  notes: [...notes].sort(),
  attributes: [...attributes].sort(),
  labels,
})

/** One change of each kind, one commit each. */
const CHANGES: readonly ((state: WalletState) => Promise<void>)[] = [
  (state) => state.update('strict', () => ({ tags: tagAccounts(state.tags, [0, 2], 'ü€𝄞') })),
  (state) => state.update('strict', () => ({ tags: describeTag(state.tags, 'ü€𝄞', 'a description') })),
  (state) =>
    state.update('strict', () => ({
      addressBook: [entry('first', 'one'), { ...entry('second'), paymentId: new Uint8Array(32).fill(7) }],
    })),
  (state) => state.update('strict', () => ({ addressBook: deleteEntry(state.addressBook, 0) })),
  (state) => state.update('strict', () => ({ attributes: [{ key: '', value: 'of no name' }] })),
  (state) => state.update('strict', () => ({ attributes: [{ key: 'k'.repeat(1000), value: '' }] })),
  (state) => state.update('strict', () => ({ attributes: [{ key: '', value: 'changed' }] })),
  (state) =>
    state.update('strict', () => ({
      notes: [
        { txid: 'aa', text: 'one' },
        { txid: 'bb', text: 'two' },
      ],
    })),
  (state) =>
    state.update('strict', () => ({
      notes: [
        { txid: 'aa', text: '' },
        { txid: 'bb', text: 'changed' },
      ],
    })),
  (state) => state.update('strict', () => ({ tags: tagAccounts(state.tags, [0, 2], '') })),
]

describe('user data after a kill at any commit', () => {
  it.each(['before', 'after'] as const)(
    'is the data before or after the change if the kill is %s the write',
    async (moment) => {
      const running = await WalletState.create(openMemoryStore(), 0)
      const states = [userDataOf(running)]
      for (const change of CHANGES) {
        await change(running)
        states.push(userDataOf(running))
      }
      expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(states.length)
      for (const [i, change] of CHANGES.entries()) {
        const store = openMemoryStore()
        const CREATION = 1
        const state = await WalletState.create(mortalStore(store, CREATION + i + 1, moment), 0)
        for (const earlier of CHANGES.slice(0, i)) await earlier(state)
        await expect(change(state)).rejects.toThrow('killed')
        expect(userDataOf(state)).toEqual(states[i])
        expect(userDataOf(await WalletState.open(store))).toEqual(states[moment === 'before' ? i : i + 1])
      }
    },
  )
})
