// The scanner in threads: it finds the same outputs as one scanner, does not block the main thread, and survives the end of a thread.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, it, vi } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { createThreadedScanner } from '../../../../src/cli/rpc/threads/threadedScanner.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { decodePoint, encodePoint, subtractPoints } from '../../../../src/crypto/curve/point.ts'
import { scalarFromBytes } from '../../../../src/crypto/curve/scalar.ts'
import { multiplyBase } from '../../../../src/crypto/curve/scalarMultiplication.ts'
import { derivationToScalar, keyDerivation } from '../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { ScannerStateError } from '../../../../src/crypto/scan/scanner.ts'
import { ScannerWorkerError } from '../../../../src/crypto/scan/scannerPool.ts'
import { syncedWallets } from '../../../bench/support/chains.ts'
import { batchOf } from '../../../support/crypto/scan-batch.ts'
import { moneroPagesNode } from '../../../support/wallet/pages-node.ts'

const threads: Worker[] = []
process.on('worker', (thread) => {
  threads.push(thread)
})

/** Number of running threads. */
const runningThreads = (): number => threads.filter(({ threadId }) => threadId !== -1).length

afterEach(() => {
  expect(runningThreads()).toBe(0)
  threads.length = 0
})

const VIEW_SECRET = Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? 7 : 0))

it('does not block HTTP responses while it scans', async () => {
  const batch = batchOf(4000)
  const scanner = await createThreadedScanner()
  const server = createServer((_, response) => response.end('answered'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await scanner.watch(VIEW_SECRET, batch.keys.slice(0, 32))
    const { port } = server.address() as AddressInfo // of a server that listens on a port
    let answered = false
    const call = fetch(`http://127.0.0.1:${port}`).then(() => {
      answered = true
    })
    // Continuous scanning on this thread would let no request in between.
    let batches = 0
    for (; batches < 500 && !answered; batches++) await scanner.scan(batch)
    expect(batches).toBeGreaterThan(0)
    expect(answered).toBe(true)
    await call
  } finally {
    await scanner.close()
    server.closeAllConnections()
    server.close()
  }
})

it('finds the same outputs as one scanner, and ends its threads when closed', async () => {
  const batch = batchOf(1000)
  const [threaded, single] = [await createThreadedScanner(), await createScanner()]
  const owned = [3, 255, 256, 999]
  const watched = new Uint8Array(32 * owned.length)
  for (const [i, row] of owned.entries()) {
    const key = batch.keys.subarray(32 * row, 32 * row + 32)
    const shared = derivationToScalar(keyDerivation(key, VIEW_SECRET), 0)
    watched.set(encodePoint(subtractPoints(decodePoint(key), multiplyBase(scalarFromBytes(shared)))), 32 * i)
  }
  for (const scanner of [threaded, single]) await scanner.watch(VIEW_SECRET, watched)
  const hits = await threaded.scan(batch)
  expect(hits.map(({ output }) => output)).toEqual(owned)
  expect(hits).toEqual(await single.scan(batch))
  await single.close()
  expect(threads.length).toBeGreaterThan(0)
  await threaded.close()
  await expect(threaded.scan(batch)).rejects.toThrow(ScannerStateError)
})

it('rejects with ScannerWorkerError when a thread dies, and starts another one', async () => {
  const batch = batchOf(4000)
  const scanner = await createThreadedScanner()
  try {
    await scanner.watch(VIEW_SECRET, batch.keys.slice(0, 32))
    await scanner.scan(batch)
    const scanning = scanner.scan(batch)
    const expected = expect(scanning).rejects.toThrow(ScannerWorkerError)
    await Promise.all(threads.map((thread) => thread.terminate()))
    await expected
    const before = threads.length
    await scanner.scan(batch)
    expect(threads.length).toBeGreaterThan(before)
  } finally {
    await scanner.close()
  }
})

it('ends its threads after 45 seconds without work, and finds the same with new ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const scanner = await createThreadedScanner()
  try {
    await scanner.watch(VIEW_SECRET, batchOf(1).keys)
    const hits = await scanner.scan(batchOf(1000))
    vi.advanceTimersByTime(45_000)
    vi.useRealTimers()
    await vi.waitUntil(() => runningThreads() === 0, { timeout: 60_000 })
    const before = threads.length
    expect(await scanner.scan(batchOf(1000))).toEqual(hits)
    expect(threads.length).toBeGreaterThan(before)
  } finally {
    vi.useRealTimers()
    await scanner.close()
  }
})

it('lets a wallet complete its sync when threads die in the middle', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-scanners-'))
  const node = moneroPagesNode()
  let pages = 0
  const wallets = new WalletFiles({
    network: moneroRegtest,
    folder,
    log: new Log('0', undefined),
    stop: () => undefined,
    node: {
      url: 'http://node.test',
      login: undefined,
      trusted: true,
      proxy: '',
      fetch: async (request) => {
        const isPage = request.url.endsWith('/get_blocks.bin')
        if (isPage) pages += 1
        if (isPage && pages === 2) {
          // The threads scan the first page at this time, or soon.
          await vi.waitUntil(() => threads.length > 0, { timeout: 60_000 })
          for (const thread of threads) void thread.terminate()
        }
        return await node.fetch(request)
      },
    },
  })
  try {
    wallets.autoRefresh(false, 0)
    const { words, balance } = syncedWallets().wallet_a
    await wallets.restoreFromWords({ filename: 'a', password: '' }, { words, offset: '' }, 0)
    const { wallet } = wallets
    if (wallet === undefined) throw new Error('no wallet is open')
    for (let i = 0; i < 5 && wallet.sync.state.phase !== 'synced'; i++) await wallet.sync.refresh()
    expect(threads.length).toBeGreaterThan(2)
    expect(wallet.balance().total).toBe(balance)
  } finally {
    await wallets.shutDown()
    rmSync(folder, { recursive: true })
  }
})
