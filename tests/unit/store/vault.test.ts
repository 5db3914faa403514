// Vaults: passwords, sealed records, and attackers who read or change the store.
import { beforeAll, describe, expect, it } from 'vitest'
import { utf8 } from '../../../src/bytes/bytes.ts'
import { type CborValue, decodeCbor, encodeCbor } from '../../../src/bytes/cbor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { DEFAULT_PASSWORD_PARAMETERS, MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { RandomnessError } from '../../../src/crypto/random/random.ts'
import {
  TamperedRecordError,
  VaultClosedError,
  VaultExistsError,
  VaultMissingError,
  VaultParametersError,
  WrongPasswordError,
} from '../../../src/store/errors.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createSealedStore } from '../../../src/store/sealedStore.ts'
import type { Durability, Store, StoreChange } from '../../../src/store/store.ts'
import { createVault, openVault, removeVault } from '../../../src/store/vault.ts'
import { seededRandom } from '../../support/random.ts'
import { changePassword } from '../../support/store/change-password.ts'

const weak = MIN_PASSWORD_PARAMETERS
const options = { random: seededRandom(7), parameters: weak, minParameters: weak }
const secret = utf8('the spend key of a wallet, 32 by')
const txid = 'ab'.repeat(32)

const below = (store: Store) => store.list('wallet.w')

/** Creates a vault with records. Its salt is the same each time, so that the password key is derived once. */
const setUp = async () => {
  const store = openMemoryStore()
  const vault = await createVault(store, 'w', 'old password', { ...options, random: seededRandom(6) })
  const wallet = createSealedStore(store, vault)
  await wallet.commit(
    [
      { table: 'keys', key: 'spend', value: secret },
      { table: 'transfers', key: txid, value: secret },
      { table: 'transfers', key: 'cd'.repeat(32), value: utf8('other') },
    ],
    'strict',
  )
  return { store, vault, wallet }
}

const header = async (store: Store): Promise<Record<string, CborValue>> =>
  // The record of a vault is an object.
  decodeCbor((await store.get('vaults', 'w')) ?? new Uint8Array()) as Record<string, CborValue>

const putHeader = async (store: Store, change: Record<string, CborValue>) =>
  await store.commit(
    [{ table: 'vaults', key: 'w', value: encodeCbor({ ...(await header(store)), ...change }) }],
    'strict',
  )

describe('a vault', () => {
  it('opens only with its password', async () => {
    const { store } = await setUp()
    const again = createSealedStore(store, await openVault(store, 'w', 'old password', options))
    expect(await again.get('keys', 'spend')).toEqual(secret)
    await expect(openVault(store, 'w', 'Old password', options)).rejects.toThrow(WrongPasswordError)
    await expect(openVault(store, 'v', 'old password', options)).rejects.toThrow(VaultMissingError)
  })

  it('uses the default parameters, and rejects weaker ones unless the minimum is lowered', async () => {
    const store = openMemoryStore()
    const random = seededRandom(8)
    await expect(createVault(store, 'w', 'p', { random, parameters: weak })).rejects.toThrow(VaultParametersError)
    const vault = await createVault(store, 'w', 'p', { random })
    expect(await header(store)).toMatchObject({ format: 1, memoryKiB: 65536, iterations: 3, parallelism: 1 })
    vault.close()
    await openVault(store, 'w', 'p', { random })
  })

  it.each([
    { iterations: DEFAULT_PASSWORD_PARAMETERS.iterations - 1 },
    { memoryKiB: DEFAULT_PASSWORD_PARAMETERS.memoryKiB - 8 },
    { parallelism: DEFAULT_PASSWORD_PARAMETERS.parallelism - 1 },
  ])('rejects %j with all other parameters at their defaults', async (weaker) => {
    const [name = ''] = Object.keys(weaker)
    const parameters = { ...DEFAULT_PASSWORD_PARAMETERS, ...weaker }
    const random = seededRandom(9)
    const failure = { name: 'VaultParametersError', message: expect.stringContaining(name) }
    await expect(createVault(openMemoryStore(), 'w', 'p', { random, parameters })).rejects.toMatchObject(failure)
    const { store } = await setUp()
    const change = { old: 'old password', new: 'new' }
    const strict = { random, parameters, minParameters: DEFAULT_PASSWORD_PARAMETERS }
    await putHeader(store, { ...parameters })
    await expect(openVault(store, 'w', 'old password', { random })).rejects.toMatchObject(failure)
    await expect(changePassword(store, 'w', change, strict)).rejects.toMatchObject(failure)
  })

  it('does not change a password to weaker parameters', async () => {
    const { store } = await setUp()
    const before = await header(store)
    const parameters = { ...weak, iterations: 1 }
    await expect(
      changePassword(store, 'w', { old: 'old password', new: 'new' }, { ...options, parameters }),
    ).rejects.toThrow(VaultParametersError)
    expect(await header(store)).toEqual(before)
  })

  it('never uses a nonce twice, although it generates them in batches', async () => {
    const { vault } = await setUp()
    const nonces = new Set<string>()
    for (let i = 0; i < 500; i++) nonces.add(toHex(vault.seal('t', 'k', secret).subarray(0, 24)))
    expect(nonces.size).toBe(500)
  })

  it('seals nothing if the random source fails', async () => {
    const store = openMemoryStore()
    const random = seededRandom(9)
    let isBroken = false
    const failing = (length: number): Uint8Array => random(isBroken ? length - 1 : length)
    const vault = await createVault(store, 'w', 'p', { ...options, random: failing })
    isBroken = true
    expect(() => vault.seal('t', 'k', secret)).toThrow(RandomnessError)
    expect(() => vault.seal('t', 'k', secret)).toThrow(RandomnessError)
    isBroken = false
    expect(vault.open('t', vault.nameOf('t', 'k'), vault.seal('t', 'k', secret))).toEqual(['k', secret])
  })

  it.each([
    ['no bytes', () => new Uint8Array()],
    ['too few bytes', (length: number) => new Uint8Array(length - 1).fill(1)],
    ['zeros', (length: number) => new Uint8Array(length)],
  ])('is not created with a random source of %s', async (_, random) => {
    const store = openMemoryStore()
    await expect(createVault(store, 'w', 'p', { ...options, random })).rejects.toThrow(RandomnessError)
    expect(await store.list('vaults')).toEqual([])
  })

  it('is not created twice', async () => {
    const { store, wallet } = await setUp()
    await expect(createVault(store, 'w', 'other', options)).rejects.toThrow(VaultExistsError)
    expect(await wallet.get('keys', 'spend')).toEqual(secret)
  })

  it('hides values and keys in the store', async () => {
    const { store } = await setUp()
    const all = [...(await below(store)), ...(await store.list('vaults'))]
    expect(all).toHaveLength(4)
    for (const [key, value] of all) {
      const seen = key + toHex(value)
      expect(seen).not.toContain(toHex(secret))
      expect(seen).not.toContain(txid)
      expect(seen).not.toContain('spend')
      expect(seen).not.toContain(toHex(utf8('spend')))
    }
  })

  it('seals the same record differently each time, under the same name', async () => {
    const { store, wallet } = await setUp()
    const before = new Map(await below(store))
    await wallet.commit([{ table: 'keys', key: 'spend', value: secret }], 'strict')
    const after = new Map(await below(store))
    expect([...after.keys()]).toEqual([...before.keys()])
    const changed = [...after].filter(([key, value]) => toHex(value) !== toHex(before.get(key) ?? new Uint8Array()))
    expect(changed).toHaveLength(1)
  })

  it('changes its password in one commit, and seals all records again under other names', async () => {
    const { store } = await setUp()
    const commits: (readonly StoreChange[])[] = []
    const watched: Store = {
      ...store,
      commit: async (changes, durability) => {
        commits.push(changes)
        await store.commit(changes, durability)
      },
    }
    const before = await below(store)
    await expect(changePassword(watched, 'w', { old: 'wrong', new: 'new' }, options)).rejects.toThrow(
      WrongPasswordError,
    )
    expect(commits).toEqual([])
    const oldHeader = await header(store)
    await changePassword(watched, 'w', { old: 'old password', new: 'new' }, options)
    const [first, ...others] = commits.map((changes) => changes.map(({ table }) => table))
    expect(first).toEqual(['vaults', 'previous-keys', 'passkeys'])
    expect(others).toEqual([Array.from({ length: 6 }, () => 'wallet.w'), ['previous-keys']])
    const namesBefore = before.map(([name]) => name)
    const after = await below(store)
    expect(after).toHaveLength(before.length)
    expect(after.filter(([name]) => namesBefore.includes(name))).toEqual([])
    expect(await store.list('previous-keys')).toEqual([])
    expect((await header(store))['salt']).not.toEqual(oldHeader['salt'])
    await expect(openVault(store, 'w', 'old password', options)).rejects.toThrow(WrongPasswordError)
    expect(await createSealedStore(store, await openVault(store, 'w', 'new', options)).get('keys', 'spend')).toEqual(
      secret,
    )
  })

  it('applies stronger parameters with a new password', async () => {
    const { store } = await setUp()
    const stronger = { ...weak, iterations: 3 }
    await changePassword(store, 'w', { old: 'old password', new: 'new' }, { ...options, parameters: stronger })
    await openVault(store, 'w', 'new', { ...options, minParameters: stronger })
  })

  it('wipes its keys when it is closed', async () => {
    const { wallet, vault } = await setUp()
    await wallet.close()
    await expect(wallet.get('keys', 'spend')).rejects.toThrow(VaultClosedError)
    await expect(wallet.list('keys')).rejects.toThrow(VaultClosedError)
    await expect(wallet.commit([{ table: 'keys', key: 'spend', value: secret }], 'strict')).rejects.toThrow(
      VaultClosedError,
    )
    expect(() => vault.nameOf('keys', 'spend')).toThrow(VaultClosedError)
  })

  it('is removed with its records only', async () => {
    const { store } = await setUp()
    const other = createSealedStore(store, await createVault(store, 'other', 'p', options))
    await other.commit([{ table: 'keys', key: 'spend', value: secret }], 'strict')
    await removeVault(store, 'w')
    expect(await below(store)).toEqual([])
    await expect(openVault(store, 'w', 'old password', options)).rejects.toThrow(VaultMissingError)
    expect(await other.get('keys', 'spend')).toEqual(secret)
  })
})

/** A vault with one record, as version 0.1 wrote them: wallet `w`, password `old password`, key `spend` of table `keys`: `secret`. */
const WRITTEN: readonly StoreChange[] = [
  {
    table: 'vaults',
    key: 'w',
    value: fromHex(
      'a666666f726d617401696d656d6f72794b6942194c006a697465726174696f6e73026b706172616c6c656c69736d016473616c7450e387acffdbfadbb2ef0599a56b07853a697365616c65644b65795848ae5ad6aabbfb92e05cc949e2e4b5ab62cccc41bc07d0b585ff80c9c69da8f9d4664e0170bcb65a0a9a7f20eb4e4f039a50c76a2da9a42068412460d5e26eeda089a0624b42118d66',
    ),
  },
  {
    table: 'wallet.w',
    key: 'keys/f4c4ce663971e37119e1768fae462615e4614d416a633fba444fea7e1f5aa0df',
    value: fromHex(
      'e5b80fa4cbc73495122fd86d4a5d12d48f2de4f36abfc75c3029be82bfc0a8016bfbf94641c77c8079eafa2cb826d96cd09f37557b75',
    ),
  },
]

describe('a stored vault', () => {
  it('is read in the format in which it was written', async () => {
    const store = openMemoryStore()
    await store.commit(WRITTEN, 'strict')
    const wallet = createSealedStore(store, await openVault(store, 'w', 'old password', options))
    expect(await wallet.get('keys', 'spend')).toEqual(utf8('secret'))
    expect(await wallet.list('keys')).toEqual([['spend', utf8('secret')]])
  })

  it('is written with strict durability, as is a new password and the removal', async () => {
    const written: (readonly [Durability, ...string[]])[] = []
    const below = openMemoryStore()
    const store: Store = {
      ...below,
      commit: async (changes, durability) => {
        written.push([durability, ...changes.map(({ table, value }) => (value === undefined ? `-${table}` : table))])
        await below.commit(changes, durability)
      },
    }
    const wallet = createSealedStore(store, await createVault(store, 'w', 'old password', options))
    await changePassword(store, 'w', { old: 'old password', new: 'new' }, options)
    await wallet.commit([{ table: 'keys', key: 'spend', value: secret }], 'relaxed')
    await removeVault(store, 'w')
    expect(written).toEqual([
      ['strict', 'vaults'],
      ['strict', 'vaults', 'previous-keys', '-passkeys'],
      ['strict', '-previous-keys'],
      ['relaxed', 'wallet.w'],
      ['strict', '-wallet.w', '-vaults', '-previous-keys', '-passkeys', '-reloads'],
    ])
  })

  it('has an id that is a valid name of a table', async () => {
    const store = openMemoryStore()
    await expect(createVault(store, 'a/b', 'p', options)).rejects.toMatchObject({ name: 'StoreNameError' })
    expect(await store.list('vaults')).toEqual([])
  })

  it('leaves no copy of its key: it is wiped once the vault is open, or could not be stored', async () => {
    const drawn: Uint8Array[] = []
    const random = (length: number): Uint8Array => {
      const bytes = options.random(length)
      drawn.push(bytes)
      return bytes
    }
    const store = openMemoryStore()
    await createVault(store, 'w', 'p', { ...options, random })
    const full: Store = { ...store, commit: () => Promise.reject(new RangeError('the disk is full')) }
    await expect(createVault(full, 'v', 'p', { ...options, random })).rejects.toThrow('the disk is full')
    // Each vault draws its key first, then salt and nonce.
    expect(drawn.map(({ length }) => length)).toEqual([32, 16, 24, 32, 16, 24])
    expect([drawn[0], drawn[3]]).toEqual([new Uint8Array(32), new Uint8Array(32)])
  })

  it('is unusable once it is closed', async () => {
    const { vault } = await setUp()
    const name = vault.nameOf('t', 'k')
    const sealed = vault.seal('t', 'k', secret)
    vault.close()
    for (const use of [() => vault.seal('t', 'k', secret, name), () => vault.open('t', name, sealed)])
      expect(use).toThrow(VaultClosedError)
  })

  it.each([
    ['no text as key', 1, utf8('value')],
    ['no bytes as value', 'key', 'value'],
  ])('is damaged if a record with a right authentication has %s', async (_, ...record) => {
    const { vault } = await setUp()
    // No caller seals other types.
    const [key, value] = record as unknown as [string, Uint8Array]
    const sealed = vault.seal('t', key, value, 'name')
    expect(() => vault.open('t', 'name', sealed)).toThrow(TamperedRecordError)
  })
})

describe('tampering', () => {
  let store: Store
  let wallet: Store
  beforeAll(async () => {
    const set = await setUp()
    store = set.store
    wallet = set.wallet
  })

  it('under another name is detected, whatever the form of the names', async () => {
    const { vault } = await setUp()
    const names = [
      '',
      'short',
      'ab'.repeat(32),
      'ac'.repeat(32),
      `${'ab'.repeat(31)}aé`,
      'é'.repeat(64),
      'ab'.repeat(33),
    ]
    for (const table of ['a', 'b'])
      for (const name of names) {
        const sealed = vault.seal(table, 'key', secret, name)
        for (const other of names)
          if (other === name) expect(vault.open(table, other, sealed)).toEqual(['key', secret])
          else expect(() => vault.open(table, other, sealed)).toThrow(TamperedRecordError)
        expect(() => vault.open('c', name, sealed)).toThrow(TamperedRecordError)
      }
  })

  it('with any byte of a record is detected', async () => {
    const table = 'wallet.w'
    const [record] = (await below(store)).filter(([key]) => key.startsWith('keys/'))
    if (record === undefined) throw new Error('the record is missing')
    const [key, good] = record
    for (let i = 0; i < good.length; i++) {
      const value = good.slice()
      value[i] = (value[i] ?? 0) ^ (1 << (i % 8))
      await store.commit([{ table, key, value }], 'relaxed')
      await expect(wallet.get('keys', 'spend'), `byte ${i}`).rejects.toThrow(TamperedRecordError)
    }
    for (const value of [good.subarray(0, -1), good.subarray(1), new Uint8Array(), new Uint8Array(good.length)]) {
      await store.commit([{ table, key, value }], 'relaxed')
      await expect(wallet.get('keys', 'spend')).rejects.toThrow(TamperedRecordError)
      await expect(wallet.list('keys')).rejects.toThrow(TamperedRecordError)
    }
    await store.commit([{ table, key, value: good }], 'relaxed')
    expect(await wallet.get('keys', 'spend')).toEqual(secret)
  })

  it('by swapping or moving records is detected', async () => {
    const table = 'wallet.w'
    const records = await below(store)
    const transfers = records.filter(([key]) => key.startsWith('transfers/'))
    const [a, b] = transfers
    if (a === undefined || b === undefined) throw new Error('the records are missing')
    const restore = records.map(([key, value]) => ({ table, key, value }))
    await store.commit(
      [
        { table, key: a[0], value: b[1] },
        { table, key: b[0], value: a[1] },
      ],
      'relaxed',
    )
    await expect(wallet.get('transfers', txid)).rejects.toThrow(TamperedRecordError)
    await expect(wallet.list('transfers')).rejects.toThrow(TamperedRecordError)
    await store.commit(restore, 'relaxed')
    // The same name in another table.
    const moved = a[0].replace('transfers/', 'notes/')
    await store.commit([{ table, key: moved, value: a[1] }], 'relaxed')
    await expect(wallet.list('notes')).rejects.toThrow(TamperedRecordError)
    await store.commit([{ table, key: moved }], 'relaxed')
  })

  it('with records of another wallet is detected', async () => {
    const vault = await createVault(store, 'x', 'old password', options)
    await createSealedStore(store, vault).commit([{ table: 'keys', key: 'spend', value: secret }], 'strict')
    const [foreign] = await store.list('wallet.x')
    const [own] = (await below(store)).filter(([key]) => key.startsWith('keys/'))
    if (foreign === undefined || own === undefined) throw new Error('the records are missing')
    await store.commit([{ table: 'wallet.w', key: own[0], value: foreign[1] }], 'relaxed')
    await expect(wallet.get('keys', 'spend')).rejects.toThrow(TamperedRecordError)
    await store.commit([{ table: 'wallet.w', key: own[0], value: own[1] }], 'relaxed')
  })

  it('with the password parameters is detected', async () => {
    const good = await header(store)
    const open = (floor = weak) => openVault(store, 'w', 'old password', { ...options, minParameters: floor })
    for (const change of [{ iterations: 1 }, { memoryKiB: 8 }, { parallelism: 0 }, { memoryKiB: Number.NaN }]) {
      await putHeader(store, change)
      await expect(open({ memoryKiB: 1, iterations: 0, parallelism: 0 })).rejects.toThrow(VaultParametersError)
      await expect(open()).rejects.toThrow(VaultParametersError)
      await putHeader(store, good)
    }
    await expect(open(DEFAULT_PASSWORD_PARAMETERS)).rejects.toThrow(VaultParametersError)
    for (const change of [{ iterations: 3 }, { memoryKiB: weak.memoryKiB + 8 }, { salt: new Uint8Array(16) }]) {
      await putHeader(store, change)
      await expect(open()).rejects.toThrow(WrongPasswordError)
      await putHeader(store, good)
    }
    for (const change of [
      { format: 2 },
      { iterations: 10 ** 6 },
      { memoryKiB: 2 ** 40 },
      { salt: new Uint8Array(3) },
    ]) {
      await putHeader(store, change)
      await expect(open()).rejects.toThrow(VaultParametersError)
      await putHeader(store, good)
    }
    for (const change of [
      { iterations: '3' },
      { memoryKiB: '8' },
      { parallelism: undefined },
      { salt: undefined },
      { salt: 'salt' },
      { sealedKey: 5 },
    ]) {
      await putHeader(store, change)
      await expect(open()).rejects.toThrow(TamperedRecordError)
      await putHeader(store, good)
    }
    for (const value of [utf8('no record'), ...[null, 7, 'text', [good], secret].map(encodeCbor)]) {
      await store.commit([{ table: 'vaults', key: 'w', value }], 'strict')
      await expect(open()).rejects.toThrow(TamperedRecordError)
    }
    await store.commit([{ table: 'vaults', key: 'w', value: encodeCbor(good) }], 'strict')
    await open()
  })

  it('by copying a vault to another wallet is detected', async () => {
    const value = await store.get('vaults', 'w')
    if (value === undefined) throw new Error('the vault is missing')
    await store.commit([{ table: 'vaults', key: 'thief', value }], 'strict')
    await expect(openVault(store, 'thief', 'old password', options)).rejects.toThrow(WrongPasswordError)
  })
})
