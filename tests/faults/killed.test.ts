// A process that is killed at any commit of a sync or a payment loses nothing, duplicates nothing and pays nobody twice.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../src/bytes/base64.ts'
import { toHex } from '../../src/bytes/hex.ts'
import { Log } from '../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../src/cli/rpc/wallets/walletFiles.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { createScanner } from '../../src/crypto/scan/createScanner.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { createWalletRpc } from '../../src/rpc/service.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import { openSqliteStore } from '../../src/store/sqliteStore.ts'
import type { Store } from '../../src/store/store.ts'
import type { Wallet } from '../../src/wallet/open/wallet.ts'
import { formatMetadata } from '../../src/wallet/spend/txMetadata.ts'
import { listTags } from '../../src/wallet/state/accountTags.ts'
import { vector, vectorBytes } from '../support/data/vectors.ts'
import { mineOn } from '../support/wallet/chain-builder.ts'
import {
  BEGINNING,
  mortalStore,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  type TestHost,
  testHost,
} from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { smallChain } from '../support/wallet/recorded-chains.ts'
import { prepareWalletTransfer, relayMetadata } from '../support/wallet/spend/spend.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'
const WORDS: string = wallets.B.keys.mnemonic

/** Returns the wallet state that the tests compare. */
const summary = (wallet: Wallet) => ({
  height: wallet.state.height,
  outputs: [...wallet.state.ledger.outputs.values()].map(
    ({ txid, indexInTx, amount, subaddress, spent }) =>
      `${toHex(txid)}:${indexInTx} ${amount} ${subaddress.major}/${subaddress.minor} ${spent?.height}`,
  ),
  payments: [...wallet.state.ledger.payments.values()]
    .map(({ txid, state, amountIn, change, fee }) => `${toHex(txid)} ${state} ${amountIn} ${change} ${fee}`)
    .sort(),
  balances: wallet.addressBalances(),
  labels: wallet.state.labels,
})

/** Opens the stored wallet in a new engine, as a new process does. */
const reopen = async (store: Store, node: FakeNode, seed: number): Promise<{ engine: Engine; host: TestHost }> => {
  const host = testHost(node, store, seed)
  const engine = createEngine(host)
  let id = ''
  await engine.subscribe(({ wallets: known }) => {
    id = known[0]?.id ?? id
  })
  await engine.openWallet(id, PASSWORD)
  await engine.refresh()
  return { engine, host }
}

const PAGE = 84

describe('a wallet process killed while it syncs', () => {
  const node = new FakeNode(oxenRegtest, chain)
  node.pageSize = PAGE
  const commitsOfSync = 1 + Math.ceil((chain.length - 1) / (PAGE - 1))
  let expected: ReturnType<typeof summary>
  let commitsOfCreation = 0

  beforeAll(async () => {
    const reference = await restored(testHost(node), NETWORK, WORDS)
    expected = summary(openedIn(reference))
    await reference.closeWallet()
    const offline = new FakeNode(oxenRegtest, chain)
    offline.failure = new Error('offline')
    const store = mortalStore(openMemoryStore(), Number.POSITIVE_INFINITY, 'after')
    const engine = await restored(testHost(offline, store), NETWORK, WORDS)
    await engine.closeWallet()
    commitsOfCreation = store.commits
  })

  it.each(['before', 'after'] as const)('resumes when killed %s any commit of a sync', async (moment) => {
    for (let commit = 1; commit <= commitsOfSync; commit++) {
      const rest = openMemoryStore()
      const store = mortalStore(rest, commitsOfCreation + commit, moment)
      const engine = await restored(testHost(node, store), NETWORK, WORDS)
      expect(store.commits).toBe(commitsOfCreation + commit)
      expect(openedIn(engine).sync.state.problem).toContain('killed')
      await engine.closeWallet()
      const second = await reopen(rest, node, 2)
      expect(summary(openedIn(second.engine))).toEqual(expected)
      await second.engine.closeWallet()
    }
  })

  it.each(['before', 'after'] as const)(
    'leaves a complete wallet or none when killed %s any commit of its creation',
    async (moment) => {
      for (let commit = 1; commit <= commitsOfCreation; commit++) {
        const rest = openMemoryStore()
        const engine = createEngine(testHost(node, mortalStore(rest, commit, moment)))
        await expect(
          engine.restoreFromWords(newWallet(NETWORK), { words: WORDS, offset: '' }, BEGINNING),
        ).rejects.toThrow('killed')
        const second = createEngine(testHost(node, rest, 2))
        let ids: readonly string[] = []
        await second.subscribe(({ wallets: known }) => {
          ids = known.map(({ id }) => id)
        })
        if (ids.length === 0) continue
        await second.openWallet(ids[0] ?? '', PASSWORD)
        await second.refresh()
        expect(openedIn(second).balance()).toEqual({ ...openedInBalance(expected) })
        await second.closeWallet()
      }
    },
  )
})

const openedInBalance = (expected: ReturnType<typeof summary>) => ({
  total: expected.balances.reduce((sum, { total }) => sum + total, 0n),
  unlocked: expected.balances.reduce((sum, { unlocked }) => sum + unlocked, 0n),
  blocksToUnlock: Math.max(...expected.balances.map(({ blocksToUnlock }) => blocksToUnlock)),
  frozen: 0n,
  unverified: 0n,
})

describe('a wallet process killed while it pays', () => {
  const AMOUNT = 2_500_000_000n
  const destinations = [{ address: wallets.C.keys.address, amount: AMOUNT }]

  /** Copies a synced store, so that every run starts from the same state. */
  const syncedStore = async (node: FakeNode): Promise<Store> => {
    const store = openMemoryStore()
    const engine = await restored(testHost(node, store), NETWORK, WORDS)
    await engine.closeWallet()
    return store
  }

  /** A synced wallet whose process is killed at a commit after its opening; without a commit it lives. */
  const openKilledAt = async (commit: number, moment: 'before' | 'after') => {
    const node = new FakeNode(oxenRegtest, chain)
    const rest = await syncedStore(node)
    const opening = mortalStore(rest, Number.POSITIVE_INFINITY, 'after')
    const first = await reopen(opening, node, 2)
    await first.engine.closeWallet()
    const store = commit === 0 ? rest : mortalStore(rest, opening.commits + commit, moment)
    return { node, rest, ...(await reopen(store, node, 3)) }
  }

  /** The first two commits of a payment store the candidates of its rings and the rings; then it is recorded, then the node's response. */
  const RECORDING = 3

  it.each([1, 2, 3, 4].flatMap((commit) => [[commit, 'before'] as const, [commit, 'after'] as const]))(
    'pays at most once when killed at commit %i, %s the write',
    async (commit, moment) => {
      const { node, rest, engine } = await openKilledAt(commit, moment)
      const before = openedIn(engine).balance().total
      const prepared = await engine.prepareTransfer({ account: 0, destinations, priority: 1 }).catch(() => undefined)
      const confirmed = await engine.confirmTransfer(prepared?.id ?? '').catch((error: Error) => error)
      await engine.closeWallet().catch(() => undefined)

      expect(prepared !== undefined).toBe(commit >= RECORDING)
      const recorded = commit > RECORDING || (commit === RECORDING && moment === 'after')
      expect(node.submitted.length).toBe(commit > RECORDING ? 1 : 0)
      if (commit <= RECORDING) expect(confirmed).toBeInstanceOf(Error)
      const paid = recorded ? AMOUNT + (prepared?.fee ?? 0n) : 0n

      const second = await reopen(rest, node, 4)
      const wallet = openedIn(second.engine)
      await second.engine.refresh()
      expect(wallet.state.ledger.payments.has(prepared?.transactions[0]?.txid ?? '')).toBe(recorded)
      expect(new Set(node.submitted.map(toHex)).size).toBe(recorded ? 1 : 0)
      expect(node.pool.size).toBe(recorded ? 1 : 0)
      expect(wallet.balance().total).toBe(before - paid)

      node.setChain(mineOn(oxenRegtest, chain, node.submitted.slice(0, 1)))
      node.pool.clear()
      await second.engine.refresh()
      expect(wallet.balance().total).toBe(before - paid)
      const [newest] = wallet.transfers({}).filter(({ direction }) => direction === 'out')
      expect(newest?.state).toBe('confirmed')
      await second.engine.closeWallet()
    },
  )

  // A payment with `do_not_relay` is not in the store before it is relayed.
  it.each([
    [0, 'before'],
    [RECORDING, 'before'],
    [RECORDING, 'after'],
    [RECORDING + 1, 'before'],
    [RECORDING + 1, 'after'],
  ] as const)('relays the returned metadata after a kill at commit %i, %s the write', async (commit, moment) => {
    const { node, rest, engine } = await openKilledAt(commit, moment)
    const wallet = openedIn(engine)
    const before = wallet.balance().total
    const request = { account: 0, subaddresses: [], destinations, priority: 1, unlockTime: 0n }
    const [prepared] = await prepareWalletTransfer(wallet, request)
    if (prepared === undefined) throw new Error('nothing was prepared')
    const kept = formatMetadata(wallet.network, prepared)
    if (commit > 0) await relayMetadata(wallet, kept).catch((error: Error) => error)
    await engine.closeWallet().catch(() => undefined)

    const second = await reopen(rest, node, 4)
    const again = openedIn(second.engine)
    expect(await relayMetadata(again, kept)).toEqual({ txid: prepared.txid, result: { state: 'relayed' } })
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    expect(again.balance().total).toBe(before - AMOUNT - prepared.fee)
    node.setChain(mineOn(oxenRegtest, chain, node.submitted.slice(0, 1)))
    node.pool.clear()
    await second.engine.refresh()
    expect(again.balance().total).toBe(before - AMOUNT - prepared.fee)
    const [newest] = again.transfers({}).filter(({ direction }) => direction === 'out')
    expect(newest).toMatchObject({ txid: toHex(prepared.txid), state: 'confirmed', destinations })
    await second.engine.closeWallet()
  })
})

describe('a wallet process killed while it stores user data', () => {
  const TXID = 'ab'.repeat(32)

  /** Changes by the page and over RPC, each in one commit. */
  const CHANGES: readonly (readonly [method: string, params: object])[] = [
    ['create_account', { label: 'fourth' }],
    ['create_address', { account_index: 1, count: 7, label: 'seven' }],
    ['tag_accounts', { tag: 'work', accounts: [0, 2] }],
    ['set_account_tag_description', { tag: 'work', description: 'what pays' }],
    ['add_address_book', { address: wallets.C.keys.address, description: 'C' }],
    ['set_attribute', { key: 'k', value: 'v €' }],
    ['set_tx_notes', { txids: [TXID, 'cd'.repeat(32)], notes: ['one', 'two'] }],
    ['edit_address_book', { index: 0, set_description: true, description: 'changed' }],
    ['delete_address_book', { index: 0 }],
  ]

  const kept = ({ state }: Wallet) => ({
    labels: state.labels,
    tags: listTags(state.tags),
    addressBook: state.addressBook,
    attributes: [...state.attributes],
    notes: [...state.notes].sort(),
  })

  const call = async (engine: Engine, [method, params]: (typeof CHANGES)[number]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
    const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
    return (await response.json()).error
  }

  it.each(['before', 'after'] as const)('keeps all other changes when killed %s any write', async (moment) => {
    const node = new FakeNode(oxenRegtest, chain)
    const rest = openMemoryStore()
    const first = await restored(testHost(node, rest), NETWORK, WORDS)
    await first.closeWallet()
    for (const change of CHANGES) {
      const opening = mortalStore(rest, Number.POSITIVE_INFINITY, 'after')
      const alive = await reopen(opening, node, 2)
      const before = kept(openedIn(alive.engine))
      await alive.engine.closeWallet()

      const dying = await reopen(mortalStore(rest, opening.commits + 1, moment), node, 2)
      expect((await call(dying.engine, change)).message).toContain('killed')
      expect(kept(openedIn(dying.engine))).toEqual(before)
      await dying.engine.closeWallet().catch(() => undefined)

      const second = await reopen(rest, node, 3)
      if (moment === 'before') {
        expect(kept(openedIn(second.engine))).toEqual(before)
        expect(await call(second.engine, change)).toBeUndefined()
      }
      expect(kept(openedIn(second.engine))).not.toEqual(before)
      await second.engine.closeWallet()
    }
  })
})

describe('a service killed while it imports a keys file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-killed-import-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const recorded = vector('oxen/wallet-files.json').wallets.find(({ label }) => label.startsWith('English'))
  if (recorded === undefined) throw new Error('no keys file is recorded')
  const keys = fromBase64(recorded.keysFile) ?? new Uint8Array()
  const cache = vectorBytes('oxen/wallet-caches/never-connected.bin')
  const node = { url: 'http://127.0.0.1:1', login: undefined, trusted: true, fetch: undefined, proxy: '' }

  /** Imports the files into a store that dies before a commit, and returns the commits that were made. */
  const importUntil = async (path: string, commit: number): Promise<number> => {
    const files = openSqliteStore(path, { exclusive: true, busyTimeoutMs: 500 })
    const store = mortalStore(files, commit, 'before')
    // The service refuses the password parameters of tests.
    const { passwordCost: _, ...host } = testHost(new FakeNode(oxenRegtest, chain), store)
    const engine = createEngine(host)
    const wallet = { ...newWallet(NETWORK, 'theirs'), password: recorded.password }
    await engine.restoreFromKeysFile(wallet, { keys, cache }, recorded.password).catch((error: unknown) => error)
    await engine.closeWallet().catch(() => undefined)
    await store.close()
    return store.commits
  }

  /** Opens the wallet by its name, as a new process does. Returns its view key and a label of its cache. */
  const openAgain = async (filename: string, password: string): Promise<readonly unknown[]> => {
    const log = new Log('', undefined)
    const wallets = new WalletFiles({ network: oxenRegtest, folder, node, log, createScanner, stop: () => undefined })
    try {
      await wallets.open({ filename, password })
      const { wallet } = wallets
      return [toHex(wallet?.keys.viewSecret ?? new Uint8Array()), wallet?.state.labels[0]?.[1]]
    } finally {
      await wallets.shutDown()
    }
  }

  it('imports it again when the wallet is opened, at any commit', async () => {
    const total = await importUntil(join(folder, 'whole.faba'), Number.POSITIVE_INFINITY)
    expect(total).toBeGreaterThan(0)
    for (let commit = 0; commit <= total; commit++) {
      const name = `killed-${commit}`
      writeFileSync(join(folder, `${name}.keys`), keys)
      writeFileSync(join(folder, name), cache)
      await importUntil(join(folder, `${name}.faba`), commit)
      expect(await openAgain(name, recorded.password)).toEqual([recorded.keys.view_key, 'label é'])
    }
    // What was imported again is opened from then on.
    rmSync(join(folder, 'killed-0.keys'))
    expect(await openAgain('killed-0', recorded.password)).toEqual([recorded.keys.view_key, 'label é'])
  })

  it('keeps the file and imports it later if the password is wrong', async () => {
    writeFileSync(join(folder, 'wrong.keys'), keys)
    await importUntil(join(folder, 'wrong.faba'), 0)
    await expect(openAgain('wrong', 'wrong')).rejects.toThrow('the password is wrong')
    expect(existsSync(join(folder, 'wrong.faba'))).toBe(true)
    expect(await openAgain('wrong', recorded.password)).toEqual([recorded.keys.view_key, undefined])
  })

  it('says that a file without a wallet contains none if there is no keys file', async () => {
    await importUntil(join(folder, 'alone.faba'), 0)
    await expect(openAgain('alone', recorded.password)).rejects.toThrow('contains no wallet')
  })
})
