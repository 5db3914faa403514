// IndexedDB databases that earlier versions of the program wrote (tests/data/stores).
import 'fake-indexeddb/auto'
import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { NodeUnreachableError } from '../../../src/daemon/errors.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { StoreVersionError } from '../../../src/store/errors.ts'
import { openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { dumpIndexedDb, type IndexedDbDump, loadIndexedDb } from '../../support/store/indexed-db-dump.ts'
import { openedIn, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'

const SETS = new URL('../../data/stores/', import.meta.url)

type Expected = {
  readonly password: string
  readonly plain: { readonly transfers: readonly unknown[]; readonly balance: number }
}

const cases = readdirSync(SETS).flatMap((set) => [`${set}/oxen`, `${set}/monero`])

describe.each(cases)('the stored database of %s', (set) => {
  // A file of the tests has these shapes.
  const dump = JSON.parse(gunzipSync(readFileSync(new URL(`${set}/plain.json.gz`, SETS))).toString()) as IndexedDbDump
  const expected = JSON.parse(readFileSync(new URL(`${set}/expected.json`, SETS), 'utf8')) as Expected

  beforeEach(() => {
    vi.stubGlobal('indexedDB', new IDBFactory())
  })

  it('opens with all of the wallet', async () => {
    await loadIndexedDb(dump)
    const store = await openIndexedDbStore()
    const node = new FakeNode(networkById(set.endsWith('oxen') ? 'oxen-regtest' : 'monero-regtest'), [])
    node.failure = new NodeUnreachableError('gone', { details: { url: 'memory:' } })
    const engine = createEngine(testHost(node, store))
    await engine.subscribe(() => undefined)
    const [summary] = engine.wallets
    await engine.openWallet(summary?.id ?? '', expected.password)
    const wallet = openedIn(engine)
    expect(wallet.transfers({})).toHaveLength(expected.plain.transfers.length)
    expect(Number(wallet.balance(0).total)).toBe(expected.plain.balance)
    expect(wallet.transfers({}).some(({ note }) => note === 'rent')).toBe(true)
    expect((await engine.contacts()).map(({ name }) => name)).toEqual(['Both of us'])
    await engine.closeWallet()
    await store.close()
  })

  it('is refused and stays as it is if its version is newer', async () => {
    await loadIndexedDb({ ...dump, version: 99 })
    const before = await dumpIndexedDb('faba')
    await expect(openIndexedDbStore()).rejects.toThrow(StoreVersionError)
    expect(await dumpIndexedDb('faba')).toEqual(before)
    expect(before.version).toBe(99)
  })
})
