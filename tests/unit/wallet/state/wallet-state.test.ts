// The state of an open wallet: order and effect of changes, revisions, what is shown, and what a reopened wallet contains.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Durability, Store, StoreChange } from '../../../../src/store/store.ts'
import { isFrozen, setFrozen, UnknownKeyImageError } from '../../../../src/wallet/funds/coinControl.ts'
import { tagAccounts } from '../../../../src/wallet/state/accountTags.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import type { LedgerDraft } from '../../../../src/wallet/state/ledgerDraft.ts'
import { WalletClosedError, WalletState } from '../../../../src/wallet/state/walletState.ts'
import type { StateChange } from '../../../../src/wallet/state/walletStateData.ts'
import { bytesOf, keyHex, numberedOutput, sampleOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'

/** A memory store that records its commits. */
const recordingStore = (): { store: Store; commits: { changes: readonly StoreChange[]; durability: Durability }[] } => {
  const store = openMemoryStore()
  const commits: { changes: readonly StoreChange[]; durability: Durability }[] = []
  return {
    store: {
      ...store,
      commit: (changes, durability) => {
        commits.push({ changes, durability })
        return store.commit(changes, durability)
      },
    },
    commits,
  }
}

const newState = (store = openMemoryStore()) => WalletState.create(store, 7, 1_500_000_000)

/** Ids of `count` blocks; the id of block h consists of the bytes h + 1. */
const blockIdsOf = (count: number, start = 0): BlockIds => {
  const ids = new Uint8Array(32 * count)
  for (let i = 0; i < count; i++) ids.fill((start + i + 1) % 256, 32 * i, 32 * i + 32)
  return new BlockIds(start, ids)
}

describe('a new state', () => {
  it('is empty and has the restore height and date', async () => {
    const state = await newState()
    expect(state).toMatchObject({
      restoreHeight: 7,
      restoreDate: 1_500_000_000,
      height: 0,
      immutableHeight: 0,
      lastReward: 0n,
      rescanAdvised: false,
      labels: [['Primary account']],
      addressBook: [],
      imported: [],
      revision: 1,
      stakeCheck: undefined,
    })
    expect([state.ledger.outputs, state.ledger.payments, state.stakeLocks].map(({ size }) => size)).toEqual([0, 0, 0])
    expect([state.notes, state.attributes, state.blinks].map(({ size }) => size)).toEqual([0, 0, 0])
    expect((await WalletState.create(openMemoryStore(), 7)).restoreDate).toBe(0)
  })

  it('of an empty store has the defaults', async () => {
    const state = await WalletState.open(openMemoryStore())
    expect(state).toMatchObject({ restoreHeight: 0, restoreDate: 0, height: 0, labels: [], rescanAdvised: false })
  })
})

describe('a change', () => {
  it('is stored with its durability, together with the progress', async () => {
    const { store, commits } = recordingStore()
    const state = await newState(store)
    await state.update('relaxed', () => ({ lastReward: 5n }))
    expect(commits.map(({ durability }) => durability)).toEqual(['strict', 'relaxed'])
    expect(commits[1]?.changes.map(({ table, key: name }) => `${table}/${name}`)).toEqual(['progress/height'])
  })

  it('is not stored if there is none', async () => {
    const { store, commits } = recordingStore()
    const state = await newState(store)
    let reports = 0
    state.watch(() => reports++)
    await state.update('strict', () => undefined)
    expect(commits).toHaveLength(1)
    expect(reports).toBe(0)
    await state.update('strict', (draft) => void draft.putOutput(sampleOutput()))
    expect(commits).toHaveLength(2)
    expect(reports).toBe(1)
  })

  it('has no effect if the store fails, and does not prevent later changes', async () => {
    const store = openMemoryStore()
    let isFull = false
    const state = await newState({
      ...store,
      commit: async (changes, durability) => {
        if (isFull) throw new Error('full')
        await store.commit(changes, durability)
      },
    })
    isFull = true
    await expect(state.update('strict', () => ({ restoreHeight: 9 }))).rejects.toThrow('full')
    expect(state.restoreHeight).toBe(7)
    isFull = false
    await state.update('strict', () => ({ restoreHeight: 9 }))
    expect(state.restoreHeight).toBe(9)
  })

  it('sees the changes before it', async () => {
    const state = await newState()
    const increase = () => state.update('strict', () => ({ restoreHeight: state.restoreHeight + 1 }))
    await Promise.all([increase(), increase(), increase()])
    expect(state.restoreHeight).toBe(10)
  })

  it.each<[string, StateChange]>([
    ['labels', { labels: [['a']] }],
    ['notes', { notes: [] }],
    ['labels of coins', { coinLabels: [] }],
    ['marks of addresses', { addressMarks: [] }],
    ['blinks', { blinks: [] }],
    ['imported outputs', { imported: [] }],
    ['the address book', { addressBook: [] }],
    ['stake locks', { stakeLocks: new Map() }],
  ])('of %s increases the revision', async (_, change) => {
    const state = await newState()
    await state.update('strict', () => change)
    expect(state.revision).toBe(2)
  })

  it('of the ledger increases the revision, one of the progress does not', async () => {
    const state = await newState()
    await state.update('strict', (draft) => void draft.putOutput(sampleOutput()))
    expect(state.revision).toBe(2)
    await state.update('strict', () => ({ lastReward: 1n, blockIds: blockIdsOf(2), rescanAdvised: true }))
    expect(state.revision).toBe(2)
  })

  it('in memory only increases the revision and is reported', async () => {
    const state = await newState()
    let reports = 0
    state.watch(() => reports++)
    state.touch()
    expect([state.revision, reports]).toEqual([2, 1])
  })
})

describe('a closed state', () => {
  it('rejects changes and reports none', async () => {
    const state = await newState()
    let reports = 0
    state.watch(() => reports++)
    await state.close()
    await expect(state.update('strict', () => ({ restoreHeight: 9 }))).rejects.toMatchObject({
      name: 'WalletClosedError',
      code: 'wallet-closed',
    })
    state.touch()
    expect(reports).toBe(0)
    expect(state.restoreHeight).toBe(7)
  })

  it('completes a running change and rejects a waiting one', async () => {
    const state = await newState()
    const running = state.update('strict', () => ({ restoreHeight: 9 }))
    await Promise.resolve()
    const waiting = state.update('strict', () => ({ restoreHeight: 10 }))
    const rejected = expect(waiting).rejects.toThrow(WalletClosedError)
    await state.close()
    await running
    await rejected
    expect(state.restoreHeight).toBe(9)
  })

  it('contains no secret keys of transactions', async () => {
    const state = await newState()
    const keys = { main: bytesOf(1), additional: [bytesOf(2), bytesOf(3)] }
    await state.update('strict', (draft) => {
      draft.putPayment(samplePayment({ keys }))
      draft.putPayment(samplePayment({ txid: bytesOf(8) }))
      return undefined
    })
    await state.close()
    expect(keys).toEqual({ main: bytesOf(0), additional: [bytesOf(0), bytesOf(0)] })
  })
})

/** All tables of a wallet: of the state, the keys and the settings. */
const TABLES = [
  ...['outputs', 'payments', 'marks', 'blinks', 'chain', 'labels', 'notes', 'progress', 'lists', 'attributes', 'rings'],
  ...['multisig', 'signed-keys', 'infos', 'coin-labels', 'wallet'],
]

it('starts over for new keys with the contacts and attributes, and no other record of before', async () => {
  const { store, commits } = recordingStore()
  const before = await newState(store)
  const addressBook = [{ address: 'address', paymentId: new Uint8Array(), description: 'Ann', note: 'Plumber' }]
  await before.update('strict', () => ({ addressBook, attributes: [{ key: 'theme', value: 'dark' }] }))
  const old = TABLES.map((table) => ({ table, key: 'old', value: Uint8Array.of(255) }))
  await store.commit(
    old.filter(({ table }) => table !== 'attributes'),
    'strict',
  )
  commits.length = 0
  await WalletState.startOver(store, 70, 1_500_000_000)
  expect(commits.map(({ durability }) => durability)).toEqual(['strict', 'strict'])
  const keys = await Promise.all(
    TABLES.map(async (table) => (await store.list(table)).map(([key]) => `${table}/${key.slice(0, 10)}`)),
  )
  expect(keys.flat().sort()).toEqual([
    expect.stringMatching(/^attributes\//),
    ...['labels/0000000000', 'lists/addresses', 'lists/contact-no', 'progress/date', 'progress/height', 'wallet/old'],
  ])
  const state = await WalletState.open(store)
  expect([state.restoreHeight, state.restoreDate, state.height]).toEqual([70, 1_500_000_000, 0])
  expect([state.addressBook, [...state.attributes]]).toEqual([addressBook, [['theme', 'dark']]])
  expect(state.labels).toEqual([['Primary account']])
})

describe('the shown outputs', () => {
  const twins = [5n, 8n].map((amount, i) => sampleOutput({ amount, txid: bytesOf(60 + i), height: 10 + i }))

  it('are the imported ones until a block is scanned, then those that count', async () => {
    const state = await newState()
    await state.update('strict', (draft) => {
      for (const output of twins) draft.putOutput(output)
      return { imported: [{ output: numberedOutput(3), requested: true }] }
    })
    expect(state.shownOutputs()).toEqual([numberedOutput(3)])
    await state.update('strict', () => ({ blockIds: blockIdsOf(1) }))
    expect(state.height).toBe(1)
    expect(state.shownOutputs()).toEqual([twins[1]])
  })
})

describe('freezing', () => {
  it('marks all outputs with a key image, and thawing clears the marks', async () => {
    const { store, commits } = recordingStore()
    const state = await newState(store)
    await state.update('strict', (draft) => {
      for (const output of [sampleOutput(), sampleOutput({ txid: bytesOf(60) }), numberedOutput(3)])
        draft.putOutput(output)
      return undefined
    })
    const frozen = () => [...state.ledger.outputs.values()].map((output) => output.frozen)
    expect(isFrozen(state, bytesOf(5))).toBe(false)
    await setFrozen(state, [bytesOf(5)], true)
    expect(frozen()).toEqual([false, true, true])
    expect(isFrozen(state, bytesOf(5))).toBe(true)
    expect(isFrozen(state, bytesOf(103))).toBe(false)
    const before = commits.length
    await setFrozen(state, [bytesOf(5)], true)
    expect(commits).toHaveLength(before)
    await setFrozen(state, [bytesOf(5)], false)
    expect(frozen()).toEqual([false, false, false])
    expect(commits.at(-1)?.durability).toBe('strict')
  })

  it('is seen if one of the outputs with a key image is frozen', async () => {
    const state = await newState()
    await state.update('strict', (draft) => {
      draft.putOutput(sampleOutput())
      draft.putOutput(sampleOutput({ txid: bytesOf(60), frozen: true }))
      return undefined
    })
    expect(isFrozen(state, bytesOf(5))).toBe(true)
  })

  it('rejects an unknown key image', async () => {
    const state = await newState()
    await expect(setFrozen(state, [bytesOf(5)], true)).rejects.toThrow(UnknownKeyImageError)
    expect(() => isFrozen(state, bytesOf(5))).toThrow(UnknownKeyImageError)
    await expect(setFrozen(state, [bytesOf(5)], true)).rejects.toMatchObject({
      name: 'UnknownKeyImageError',
      code: 'unknown-key-image',
      details: { keyImage: keyHex(5) },
    })
  })
})

/** All parts of a state, for comparison. */
const contentOf = (state: WalletState) => ({
  outputs: [...state.ledger.outputs],
  payments: [...state.ledger.payments.values()].map(({ txid, created }) => [toHex(txid), created]),
  removedOutputs: [...state.ledger.removedOutputs],
  removedPayments: [...state.ledger.removedPayments],
  ids: Array.from({ length: state.height }, (_, height) => state.blockIds.idAt(height)),
  anchors: state.blockIds.anchors,
  progress: [state.restoreHeight, state.restoreDate, state.immutableHeight, state.lastReward, state.rescanAdvised],
  labels: state.labels,
  lists: [state.tags, state.addressBook, state.addressMarks, state.imported, state.stakeLocks, state.knownNames],
  user: [[...state.notes], [...state.coinLabels], [...state.attributes], [...state.blinks]],
  keys: state.transactionKeys(keyHex(6)),
})

/** An entry of the address book; an empty note is none. */
const contactOf = (address: string, note: string | undefined) => ({
  ...{ address, description: 'd', paymentId: bytesOf(1) },
  ...(note ? { note } : {}),
})

describe('a reopened state', () => {
  /** Makes changes in one state each, and compares the reopened state after each. */
  const survives = async (
    ...changes: readonly ((draft: LedgerDraft, state: WalletState) => StateChange | undefined)[]
  ) => {
    const { store, commits } = recordingStore()
    const state = await newState(store)
    for (const change of changes) {
      await state.update('strict', (draft) => change(draft, state))
      expect(contentOf(await WalletState.open(store))).toEqual(contentOf(state))
    }
    return { state, store, commits }
  }

  const tableOf = async (store: Store, table: string) => (await store.list(table)).map(([name]) => name)

  it('contains outputs in chain order, in records of 32 blocks each', async () => {
    const { state, store } = await survives(
      (draft) => {
        for (const height of [33, 31, 32, 63, 64, 100_000]) draft.putOutput(numberedOutput(height % 90, { height }))
        return undefined
      },
      (draft) => void draft.putOutput(numberedOutput(32, { height: 32, frozen: true })),
    )
    expect([...state.ledger.outputs.values()].map(({ height }) => height)).toEqual([31, 32, 33, 63, 64, 100_000])
    expect(await tableOf(store, 'outputs')).toEqual(['0000000000', '0000000001', '0000000002', '0000003125'])
  })

  it('rewrites only the records of outputs that change', async () => {
    const { commits, store } = await survives(
      (draft) => {
        for (const height of [31, 32, 33, 64]) draft.putOutput(numberedOutput(height))
        return undefined
      },
      (draft) => void draft.putOutput(numberedOutput(33, { frozen: true })),
      (draft) => void draft.putOutput(numberedOutput(64, { height: 65 })),
      (draft) => void draft.putOutput(numberedOutput(31, { height: 33 })),
      (draft) => void draft.rollback(65, 'derived'),
    )
    const rewritten = commits.map(({ changes }) =>
      changes
        .filter(({ table }) => table === 'outputs')
        .map(({ key: name, value }) => [Number(name), value !== undefined]),
    )
    expect(rewritten.slice(2)).toEqual([
      [[1, true]],
      [[2, true]],
      [
        [0, false],
        [1, true],
      ],
      [[2, false]],
    ])
    expect(await tableOf(store, 'outputs')).toEqual(['0000000001'])
  })

  it('contains payments in the order of their creation, and removed ones no more', async () => {
    const { state } = await survives(
      (draft) => {
        draft.putPayment(samplePayment({ txid: bytesOf(1), created: 5 }))
        draft.putPayment(samplePayment({ txid: bytesOf(3), created: 6 }))
        draft.putPayment(samplePayment({ txid: bytesOf(2), created: 7 }))
        return undefined
      },
      (draft) => void draft.removePayment(keyHex(3)),
    )
    expect([...state.ledger.payments.keys()]).toEqual([keyHex(1), keyHex(2)])
  })

  it('contains the data of removed outputs until they are scanned', async () => {
    const { state } = await survives(
      (draft) => void draft.setKeyImage(bytesOf(1), bytesOf(6)),
      (draft) => void draft.putOutput(draft.withRetainedData(sampleOutput({ keyImage: undefined }))),
    )
    expect(state.ledger.removedOutputs.size).toBe(0)
  })

  it('contains the progress, and a date only while the restore height is estimated', async () => {
    const { store } = await survives(
      () => ({ restoreHeight: 3, immutableHeight: 4, lastReward: 5n, rescanAdvised: true }),
      () => ({ restoreDate: 1_500_000_001 }),
      () => ({ restoreDate: 0 }),
    )
    expect(await tableOf(store, 'progress')).toEqual(['height'])
  })

  it('contains the user’s data', async () => {
    const { store } = await survives(
      () => ({ labels: [['a', 'b'], ['c']], tags: tagAccounts({ ofAccounts: [], descriptions: new Map() }, [0], 'x') }),
      () => ({ addressBook: [{ address: 'a', description: 'd', paymentId: bytesOf(1) }] }),
      () => ({ addressBook: [...['a', 'b', 'a', 'a']].map((address, i) => contactOf(address, ['', 'x', 'n', ''][i])) }),
      () => ({ addressBook: [contactOf('a', undefined)] }),
      () => ({
        addressMarks: [
          { major: 1, minor: 2, kind: 'pinned' },
          { major: 0, minor: 300, kind: 'hidden', height: 1_000 },
        ],
      }),
      () => ({ imported: [{ output: sampleOutput(), requested: true }] }),
      () => ({ knownNames: [{ type: 2, name: 'a.loki' }] }),
      () => ({ attributes: [{ key: 'k', value: 'v' }], blinks: [keyHex(3)] }),
      () => ({
        notes: [{ txid: keyHex(3), text: 'n' }],
        stakeLocks: new Map([[keyHex(5), { unlockHeight: 9, serviceNodeKey: undefined }]]),
      }),
      () => ({ notes: [{ txid: keyHex(3), text: '' }], coinLabels: [{ key: keyHex(4), text: 'c' }] }),
      () => ({ rings: new Map([[keyHex(5), { candidates: [3, 1], members: [1, 3], height: 8 }]]) }),
    )
    expect(await tableOf(store, 'notes')).toEqual([])
  })

  it('contains what is retained of payments until it is taken, and wipes their keys', async () => {
    const keys = { main: bytesOf(1), additional: [bytesOf(2)] }
    const destinations = [{ address: 'a', amount: 2n ** 64n - 1n }]
    const { store } = await survives(
      (draft) =>
        void draft.retainPayment(keyHex(6), { destinations, paymentId: bytesOf(3), keys, created: 1_600_000_009 }),
      (draft) =>
        void draft.retainPayment(keyHex(7), {
          ...{ destinations: [], paymentId: new Uint8Array() },
          ...{ keys: undefined, created: undefined },
        }),
      (draft) => void draft.takePaymentData(keyHex(7)),
    )
    expect(await tableOf(store, 'removed-payments')).toEqual([keyHex(6)])
    const state = await WalletState.open(store)
    const read = state.transactionKeys(keyHex(6))
    expect(read).toEqual(keys)
    await state.close()
    expect(read).toEqual({ main: new Uint8Array(32), additional: [new Uint8Array(32)] })
  })

  it('contains the keys of transactions that another copy of the wallet sends', async () => {
    const keys = { main: bytesOf(1), additional: [bytesOf(2)] }
    const { store } = await survives(() => ({ signedKeys: new Map([[keyHex(6), keys]]) }))
    expect(await tableOf(store, 'signed-keys')).toEqual([keyHex(6)])
    const state = await WalletState.open(store)
    const read = state.transactionKeys(keyHex(6))
    expect(read).toEqual(keys)
    expect(state.transactionKeys(keyHex(7))).toBeUndefined()
    await state.close()
    expect(read).toEqual({ main: new Uint8Array(32), additional: [new Uint8Array(32)] })
  })

  it('rewrites only the labels of accounts that change', async () => {
    const { commits } = await survives(
      () => ({ labels: [['a'], ['b']] }),
      (_, { labels }) => ({ labels: [labels[0] ?? [], ['c']] }),
    )
    expect(commits.at(-1)?.changes.map(({ table, key: name }) => `${table}/${name}`)).toEqual([
      'labels/0000000001',
      'progress/height',
    ])
  })

  it('contains the block ids after more of them, and after fewer', async () => {
    const cutTo = (height: number) => (_: LedgerDraft, state: WalletState) => {
      const blockIds = state.blockIds.copy()
      blockIds.cut(height)
      return { blockIds }
    }
    const { commits, store } = await survives(
      () => ({ blockIds: blockIdsOf(300) }),
      () => ({ blockIds: blockIdsOf(600) }),
      cutTo(500),
      cutTo(256),
    )
    const written = commits.map(({ changes }) =>
      changes.filter(({ table }) => table === 'chain').map(({ key: name, value }) => [Number(name), value?.length]),
    )
    expect(written.slice(1)).toEqual([
      [
        [0, 256 * 32],
        [1, 44 * 32],
      ],
      [
        [1, 256 * 32],
        [2, 88 * 32],
      ],
      [
        [1, 244 * 32],
        [2, undefined],
      ],
      [[1, undefined]],
    ])
    expect(await tableOf(store, 'chain')).toEqual(['0000000000'])
  })

  it('contains the anchors, which are written when they change', async () => {
    const { state, commits } = await survives(
      () => {
        const blockIds = blockIdsOf(20_000, 5)
        blockIds.thin()
        return { blockIds }
      },
      (_, { blockIds }) => {
        const longer = blockIds.copy()
        longer.append(bytesOf(1))
        return { blockIds: longer }
      },
      (_, { blockIds }) => ({
        blockIds: new BlockIds(
          blockIds.start,
          blockIdsOf(1).chunk(0),
          blockIds.anchors.map(({ height }) => ({ height, id: bytesOf(77) })),
        ),
      }),
      (_, { blockIds }) => ({ blockIds: new BlockIds(blockIds.start, blockIdsOf(1).chunk(0)) }),
    )
    expect(state.blockIds.anchors).toEqual([])
    const written = commits.map(({ changes }) => changes.filter(({ key: name }) => name === 'anchors').length)
    expect(written).toEqual([0, 1, 0, 1, 1])
  })
})
