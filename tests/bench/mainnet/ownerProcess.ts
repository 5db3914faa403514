// Syncs or opens the wallet of an owner in a process of its own, with its store in a file, and prints the figures as JSON:
// `node --expose-gc ownerProcess.ts TASK`. The memory is then that of one wallet, and the processor time that of all its threads.

import { createThreadedScanner } from '../../../src/cli/rpc/threads/threadedScanner.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { openSqliteStore } from '../../../src/store/sqliteStore.ts'
import { cpuMs, median, timed } from '../support/measure.ts'
import { quietMoment } from '../support/quiet.ts'
import { addressOf, engineOn, PASSWORD, restoreOwner, type Wire } from './engines.ts'
import { OWNED_AMOUNT } from './owners.ts'
import { type ChainPart, profileOf } from './storedChain.ts'

/** What a process does, its only argument, as JSON. */
export type OwnerTask = {
  readonly step: 'sync' | 'open'
  readonly chain: ChainPart
  readonly url: string
  readonly outputs: number
  /** of the store */
  readonly file: string
}

/** Wall time and processor time of all threads, in milliseconds. */
type Work = { readonly wall: number; readonly cpu: number }

/** `received` and `peak`, the largest resident memory, in bytes. */
export type SyncFigures = { readonly sync: Work; readonly received: number; readonly peak: number }

/** `opening` includes the derivation of the key from the password; memory after it, in bytes. */
export type OpenFigures = {
  readonly opening: Work
  readonly resident: number
  readonly heap: number
  readonly buffers: number
  readonly refresh: Work
  readonly firstPayment: Work
  readonly payment: Work
}

const PAYMENTS = 5

const worked = async (work: () => Promise<unknown>): Promise<Work> => {
  const before = cpuMs()
  const wall = await timed(work)
  return { wall, cpu: cpuMs() - before }
}

/** @throws Error if the sync failed */
export const syncEngine = async (engine: Engine): Promise<void> => {
  await engine.refresh()
  const problem = engine.wallet?.sync.state.problem ?? ''
  if (problem !== '') throw new Error(problem)
}

/** @throws Error if the wallet has not what its owner has in the chain */
const checkBalance = (engine: Engine, outputs: number): void => {
  const balance = engine.wallet?.balance().total
  if (balance !== OWNED_AMOUNT * BigInt(outputs))
    throw new Error(`a balance of ${balance} instead of ${outputs} outputs`)
}

const syncOwner = async (engine: Engine, wire: Wire, { chain, url, outputs }: OwnerTask): Promise<SyncFigures> => {
  // The sync begins at once.
  await quietMoment()
  await restoreOwner(engine, profileOf(chain), [url], outputs)
  const sync = await worked(() => syncEngine(engine))
  checkBalance(engine, outputs)
  // The kernel counts it in kilobytes.
  return { sync, received: wire.bytes, peak: process.resourceUsage().maxRSS * 1024 }
}

/** Prepares a payment up to the review, and discards it. */
const pay = async (engine: Engine, address: string): Promise<void> => {
  const destinations = [{ address, amount: OWNED_AMOUNT / 2n }]
  const prepared = await engine.prepareTransfer({ account: 0, destinations, priority: 1 })
  await engine.discardTransfer(prepared.id)
}

const openOwner = async (engine: Engine, { chain, outputs }: OwnerTask): Promise<OpenFigures> => {
  let id = ''
  await engine.subscribe(({ wallets }) => {
    id = wallets[0]?.id ?? id
  })
  await quietMoment()
  const opening = await worked(() => engine.openWallet(id, PASSWORD))
  const refresh = await worked(() => syncEngine(engine))
  globalThis.gc?.()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  checkBalance(engine, outputs)
  const address = addressOf(profileOf(chain), outputs)
  const firstPayment = await worked(() => pay(engine, address))
  const payments: Work[] = []
  for (let i = 0; i < PAYMENTS; i++) payments.push(await worked(() => pay(engine, address)))
  const payment = { wall: median(payments.map(({ wall }) => wall)), cpu: median(payments.map(({ cpu }) => cpu)) }
  return { opening, resident: rss, heap: heapUsed, buffers: arrayBuffers, refresh, firstPayment, payment }
}

const run = async (task: OwnerTask): Promise<SyncFigures | OpenFigures> => {
  const store = openSqliteStore(task.file)
  const wire: Wire = { bytes: 0 }
  const engine = engineOn(store, wire, { createScanner: createThreadedScanner, trusted: false })
  const figures = task.step === 'sync' ? await syncOwner(engine, wire, task) : await openOwner(engine, task)
  await engine.closeWallet()
  await store.close()
  return figures
}

const [, program, task] = process.argv
if (program === import.meta.filename) {
  if (task === undefined) throw new Error('the task is missing')
  // Written by the bench.
  console.log(JSON.stringify(await run(JSON.parse(task) as OwnerTask)))
  process.exit(0)
}
