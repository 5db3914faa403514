// The pipeline of block pages: one is fetched and one parsed while another is scanned. If the scanner or the store is slow, stops or
// fails, the state contains whole pages in their order.
import { expect, it, vi } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import type { ScanHit, Scanner } from '../../../../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../../../../src/crypto/scan/scannerPool.ts'
import { createEngine } from '../../../../src/engine/engine.ts'
import { StoreFullError } from '../../../../src/store/errors.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import type { Wallet } from '../../../../src/wallet/open/wallet.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { vector } from '../../../support/data/vectors.ts'
import { forkChain } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'
const PAGE = 50

/** A scanner that responds when released; pending requests are in `waiting`. */
class SlowScanner implements Scanner {
  readonly waiting: (() => void)[] = []
  readonly found: (readonly ScanHit[])[] = []
  failure: Error | undefined
  isFree = false
  readonly #scanner: Scanner

  constructor(scanner: Scanner) {
    this.#scanner = scanner
  }

  watch(viewSecret: Uint8Array, spendKeys: Uint8Array): Promise<void> {
    return this.#scanner.watch(viewSecret, spendKeys)
  }

  async scan(batch: Parameters<Scanner['scan']>[0]): Promise<readonly ScanHit[]> {
    const hits = await this.#scanner.scan(batch)
    this.found.push(hits)
    if (!this.isFree) await new Promise<void>((resolve) => this.waiting.push(resolve))
    if (this.failure !== undefined) throw this.failure
    return hits
  }

  close(): Promise<void> {
    return this.#scanner.close()
  }

  free(): void {
    this.isFree = true
    for (const answer of this.waiting.splice(0)) answer()
  }
}

const settled = async (): Promise<void> => {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Waits until the assertion holds, and asserts that it still holds after whatever was under way. */
const settledAt = async (assertion: () => void): Promise<void> => {
  await vi.waitFor(assertion, { timeout: 20_000 })
  await settled()
  assertion()
}

const pagesWaiting = (scanner: SlowScanner, count: number): Promise<void> =>
  settledAt(() => expect(scanner.waiting).toHaveLength(count))

const contentOf = ({ state }: Wallet) => ({
  height: state.height,
  blockIds: state.blockIds.idAt(state.height - 1),
  outputs: [...state.ledger.outputs].sort(([a], [b]) => (a < b ? -1 : 1)),
  payments: [...state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
})

const whole = async (blocks = chain, name: WalletName = 'B') => {
  const engine = await restored(testHost(new FakeNode(oxenRegtest, blocks)), NETWORK, wallets[name].keys.mnemonic)
  const content = contentOf(openedIn(engine))
  await engine.closeWallet()
  return content
}

/** A wallet whose sync waits for its scanner, with its dependencies. */
const waitingWallet = async (store: Store = openMemoryStore(), name: WalletName = 'B') => {
  const node = new FakeNode(oxenRegtest, chain)
  node.pageSize = PAGE
  const scanner = new SlowScanner(await createScanner())
  const engine = createEngine({ ...testHost(node, store), createScanner: async () => scanner })
  await engine.restoreFromWords(newWallet(NETWORK), { words: wallets[name].keys.mnemonic, offset: '' }, BEGINNING)
  return { node, scanner, engine, wallet: openedIn(engine) }
}

const countPageRequests = ({ calls }: FakeNode): number => calls.filter((name) => name === 'blocks').length

it('scans at most three pages at once', async () => {
  const { node, scanner, engine, wallet } = await waitingWallet()
  // One is scanned, one is parsed and waits, one is fetched.
  await pagesWaiting(scanner, 2)
  expect(countPageRequests(node)).toBe(3)
  expect(wallet.state.height).toBe(1)
  scanner.waiting.shift()?.()
  await settledAt(() => expect(wallet.state.height).toBe(PAGE))
  await pagesWaiting(scanner, 2)
  expect(countPageRequests(node)).toBe(4)
  scanner.free()
  await engine.refresh()
  expect(contentOf(wallet)).toEqual(await whole())
  await engine.closeWallet()
})

it('commits together the pages that are scanned during a commit', async () => {
  const store = openMemoryStore()
  const { commit } = store
  const gates: (() => void)[] = []
  let isSlow = true
  const heights: number[] = []
  const slow: Store = {
    ...store,
    commit: async (changes, durability) => {
      if (isSlow && durability === 'relaxed') await new Promise<void>((resolve) => gates.push(resolve))
      await commit(changes, durability)
    },
  }
  const { scanner, engine, wallet } = await waitingWallet(slow)
  // The restore height of the wallet.
  await settledAt(() => expect(gates).toHaveLength(1))
  gates.shift()?.()
  await pagesWaiting(scanner, 2)
  scanner.free()
  // The first page is being written; all others wait together.
  await settledAt(() => expect(gates).toHaveLength(1))
  heights.push(wallet.state.height)
  gates.shift()?.()
  await settledAt(() => expect(gates).toHaveLength(1))
  heights.push(wallet.state.height)
  isSlow = false
  gates.shift()?.()
  await engine.refresh()
  heights.push(wallet.state.height)
  expect(heights).toEqual([1, PAGE, chain.length])
  expect(contentOf(wallet)).toEqual(await whole())
  await engine.closeWallet()
})

it('waits for a slow store', async () => {
  const store = openMemoryStore()
  const { commit } = store
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  let commits = 0
  const stuck: Store = {
    ...store,
    commit: async (changes, durability) => {
      // The first one stores the restore height.
      if (durability === 'relaxed' && ++commits > 1) await isOpen
      await commit(changes, durability)
    },
  }
  const node = new FakeNode(oxenRegtest, chain)
  node.pageSize = 5
  const engine = createEngine(testHost(node, stuck))
  await engine.restoreFromWords(newWallet(NETWORK), { words: wallets.B.keys.mnemonic, offset: '' }, BEGINNING)
  await settledAt(() => expect(countPageRequests(node)).toBeGreaterThan(30))
  expect(countPageRequests(node)).toBeLessThan(40)
  open()
  await engine.refresh()
  expect(contentOf(openedIn(engine))).toEqual(await whole())
  expect(countPageRequests(node)).toBeGreaterThan(80)
  await engine.closeWallet()
})

it('stops the sync when the store fails, with the data committed so far', async () => {
  const store = openMemoryStore()
  const { commit } = store
  let commits = 0
  let isFull = true
  const full: Store = {
    ...store,
    commit: async (changes, durability) => {
      if (isFull && durability === 'relaxed' && ++commits > 2) throw new StoreFullError('the disk is full')
      await commit(changes, durability)
    },
  }
  const node = new FakeNode(oxenRegtest, chain)
  node.pageSize = 5
  const engine = createEngine(testHost(node, full))
  await engine.restoreFromWords(newWallet(NETWORK), { words: wallets.B.keys.mnemonic, offset: '' }, BEGINNING)
  const wallet = openedIn(engine)
  await settledAt(() => expect(wallet.sync.state).toMatchObject({ phase: 'offline', problem: 'the disk is full' }))
  expect(wallet.state.height).toBe(5)
  expect(countPageRequests(node)).toBeLessThan(10)
  isFull = false
  await engine.refresh()
  expect(contentOf(wallet)).toEqual(await whole())
  await engine.closeWallet()
})

it('stops without waiting for the scanner; late results are wiped and have no effect', async () => {
  const { scanner, engine, wallet } = await waitingWallet(openMemoryStore(), 'A')
  await pagesWaiting(scanner, 2)
  await wallet.sync.stop()
  const before = contentOf(wallet)
  const found = scanner.found.flat()
  scanner.free()
  await settled()
  expect(contentOf(wallet)).toEqual(before)
  expect(found.length).toBeGreaterThan(0)
  for (const { derivation } of found) expect(derivation).toEqual(new Uint8Array(32))
  wallet.sync.start()
  await wallet.sync.refresh()
  expect(contentOf(wallet)).toEqual(await whole(chain, 'A'))
  await engine.closeWallet()
})

it('loses only the unfinished pages when the scanner fails', async () => {
  const { scanner, engine, wallet } = await waitingWallet()
  await pagesWaiting(scanner, 2)
  scanner.waiting.shift()?.()
  await settledAt(() => expect(wallet.state.height).toBe(PAGE))
  scanner.failure = new ScannerWorkerError('the scanner stopped')
  scanner.free()
  await settledAt(() => expect(wallet.sync.state).toMatchObject({ phase: 'offline', problem: 'the scanner stopped' }))
  expect(wallet.state.height).toBe(PAGE)
  scanner.failure = undefined
  await wallet.sync.refresh()
  expect(contentOf(wallet)).toEqual(await whole())
  await engine.closeWallet()
})

it('finds what a scan of the new chain finds after a reorganisation between pages', async () => {
  const { node, scanner, engine, wallet } = await waitingWallet()
  await pagesWaiting(scanner, 2)
  const forked = forkChain(oxenRegtest, chain, 120, 140)
  node.setChain(forked)
  scanner.free()
  await wallet.sync.refresh()
  expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: forked.length })
  expect(contentOf(wallet)).toEqual(await whole(forked))
  await engine.closeWallet()
})

it('discards a page with a malformed block, and keeps the pages before it', async () => {
  const height = 2 * PAGE + 20
  const broken = chain.map((block, i) => (i === height ? { ...block, block: block.block.slice(0, -1) } : block))
  const node = new FakeNode(oxenRegtest, chain)
  node.pageSize = PAGE
  const page = node.blocks.bind(node)
  node.blocks = async (history) => {
    const { startHeight, chainHeight, blocks } = await page(history)
    return { startHeight, chainHeight, blocks: broken.slice(startHeight, startHeight + blocks.length) }
  }
  const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const { sync, state } = openedIn(engine)
  expect(sync.state.phase).toBe('offline')
  expect(state.height).toBe(2 * PAGE - 1)
  await engine.closeWallet()
})
