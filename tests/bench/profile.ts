// Profiles syncs and payments in Chromium: samples of all threads, summed by kind of work. The page is built without minifying, so that
// functions keep their names, and sampling slows it down: only the proportions matter.

import { SourceMap, type SourceMapPayload } from 'node:module'
import { ownerWallet } from './mainnet/ownerWallet.ts'
import { servePeers } from './mainnet/servePeers.ts'
import type { ChainPart } from './mainnet/storedChain.ts'
import type { SyncRequest, SyncTimes } from './pages/sync.ts'
import { oxenPayer, PAYMENT_SIZES, type PaymentSize, startDevelopment } from './payment.ts'
import { type BenchPage, openBenchPage } from './support/browser.ts'
import { type SyncedWallet, syncedWallets } from './support/chains.ts'
import { type Figure, timed } from './support/measure.ts'
import { startNodes } from './support/nodes.ts'

/** Build settings of the page. */
const READABLE = { minify: false, sourcemap: true }

const DENSE: ChainPart = { family: 'monero', days: 3, owners: [100] }

/** Number of functions listed beside the sums. */
const SHOWN = 12

/** Kinds of work by `module function`: the innermost matching frame decides, the first pattern first. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/ \((idle|root)\)$/, 'idle'],
  [/ \(garbage collector\)$/, 'garbage collection'],
  [/ \(program\)$/, 'the browser itself'],
  [/instantiateKernel|loadPointKernel/, 'start of WASM'],
  [/keyImage|imageOf|multiplyHashed/, 'key images'],
  [/openAmount|paymentId| #?open$/i, 'amounts and payment ids'],
  [/subaddressTable|wallet\/accounts|subaddressSpendKeys/, 'subaddress table'],
  [/crypto\/password|hash-wasm/, 'password'],
  [/crypto\/scan|workers\/scanner|buildBatch/, 'scan'],
  [/spend\/verify| verify\w*$/, 'check of the own payment'],
  [/crypto\/(bulletproof|rangeProof)/, 'range proof'],
  [/crypto\/clsag/, 'ring signatures'],
  [/spend\/(decoys|ring|gammaPicker|output)/, 'decoys'],
  [/wallet\/spend/, 'the rest of the payment'],
  [/bytes\/portable|src\/daemon/, 'fetch, read answers'],
  [/coin\/(block|transaction|extra|ringct)|wallet\/(chain|extraFacts|transactionBatch|processor)/, 'parse'],
  [/src\/store|wallet\/(state|apply|records|ledger|trail)/, 'commit'],
  [/wallet\/(publisher|balance|transferView|history)| #view/, 'news for the page'],
  [/comlink/, 'messages between threads'],
]

type Frame = {
  readonly functionName: string
  readonly url?: string
  readonly lineNumber?: number
  readonly columnNumber?: number
}

/** The part of a trace's ProfileChunk that is read here; `data` may lack fields. */
type Chunk = {
  readonly cpuProfile?: {
    readonly nodes?: readonly { readonly id: number; readonly parent?: number; readonly callFrame: Frame }[]
    readonly samples?: readonly number[]
  }
  readonly timeDeltas?: readonly number[]
}

type TraceEvent = {
  readonly name: string
  readonly id?: string
  readonly pid: number
  readonly args: { readonly data?: Chunk }
}

type Node = { readonly parent: number | undefined; readonly frame: Frame }

type Thread = { readonly nodes: Map<number, Node>; readonly self: Map<number, number> }

const add = (sums: Map<string, number>, name: string, value: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + value)
}

/** Returns the call trees of all threads, with the microseconds of each node without its children. */
const readThreads = (trace: string): readonly Thread[] => {
  // Chromium's own format.
  const { traceEvents } = JSON.parse(trace) as { traceEvents: readonly TraceEvent[] }
  const threads = new Map<string, Thread>()
  for (const { name, id = '', pid, args } of traceEvents) {
    if (name !== 'ProfileChunk') continue
    const key = `${pid} ${id}`
    const thread = threads.get(key) ?? { nodes: new Map(), self: new Map() }
    threads.set(key, thread)
    for (const { id, parent, callFrame } of args.data?.cpuProfile?.nodes ?? [])
      thread.nodes.set(id, { parent, frame: callFrame })
    for (const [i, node] of (args.data?.cpuProfile?.samples ?? []).entries())
      thread.self.set(node, (thread.self.get(node) ?? 0) + (args.data?.timeDeltas?.[i] ?? 0))
  }
  return [...threads.values()]
}

const scriptOf = (url: string): string => url.replace(/^.*\//, '').replace(/(-[\w-]{8})?\.js$/, '')

/** Returns a function that finds the source module of a frame. */
const moduleFinder = async (threads: readonly Thread[]): Promise<(frame: Frame) => string> => {
  const urls = new Set(threads.flatMap(({ nodes }) => [...nodes.values()].flatMap(({ frame: { url } }) => url ?? [])))
  const maps = new Map<string, SourceMap>()
  for (const url of urls) {
    if (!url.startsWith('http')) continue
    const answer = await fetch(`${url}.map`)
    // The map that was built beside the script.
    if (answer.ok) maps.set(url, new SourceMap((await answer.json()) as SourceMapPayload))
  }
  return ({ url = '', lineNumber = 0, columnNumber = 0 }) => {
    const entry = maps.get(url)?.findEntry(lineNumber, columnNumber)
    const source = entry !== undefined && 'originalSource' in entry ? entry.originalSource : url
    return source
      .replace(/^.*\/(src|workers|node_modules)\//, '$1/')
      .replace(/^wasm:.*/, 'wasm')
      .replace(/^$/, 'browser')
  }
}

const summarize = (thread: Thread, moduleOf: (frame: Frame) => string): Figure[] => {
  const labels = new Map(
    [...thread.nodes].map(([id, { frame }]) => [id, `${moduleOf(frame)} ${frame.functionName}`] as const),
  )
  const kindOf = (id: number | undefined): string => {
    for (let at = id; at !== undefined; at = thread.nodes.get(at)?.parent) {
      const kind = KINDS.find(([pattern]) => pattern.test(labels.get(at) ?? ''))
      if (kind !== undefined && kind[1] !== 'idle') return kind[1]
      if (kind !== undefined && at === id) return kind[1]
    }
    return 'the rest'
  }
  const kinds = new Map<string, number>()
  const functions = new Map<string, number>()
  for (const [id, time] of thread.self) {
    add(kinds, kindOf(id), time)
    if (kindOf(id) !== 'idle') add(functions, labels.get(id) ?? '', time)
  }
  const scripts = new Map<string, number>()
  for (const { frame } of thread.nodes.values()) if (frame.url?.startsWith('http')) add(scripts, scriptOf(frame.url), 1)
  const lines = (sums: Map<string, number>, indent: string): Figure[] =>
    [...sums]
      .sort(([, a], [, b]) => b - a)
      .slice(0, SHOWN)
      .map(([name, value]) => ({ name: `${indent}${name}`, value: value / 1000, unit: 'ms' }))
  const [script = 'unknown'] = [...scripts].sort(([, a], [, b]) => b - a)[0] ?? []
  // The page itself only waits here.
  if (script === 'page') return []
  const total = [...thread.self.values()].reduce((sum, time) => sum + time, 0)
  return [
    { name: `thread "${script}"`, value: total / 1000, unit: 'ms' },
    ...lines(kinds, '  '),
    { name: '  its functions alone', value: total / 1000, unit: 'ms' },
    ...lines(functions, '    '),
  ]
}

const summarizeTrace = async (trace: string): Promise<readonly Figure[]> => {
  const threads = readThreads(trace)
  const moduleOf = await moduleFinder(threads)
  return threads.flatMap((thread) => summarize(thread, moduleOf))
}

const profileSync = async (page: BenchPage, name: string, request: SyncRequest): Promise<Figure[]> => {
  await page.call<SyncTimes>('sync', request)
  await page.call('remove')
  let times: SyncTimes | undefined
  const trace = await page.trace(async () => {
    times = await page.call<SyncTimes>('sync', request)
  })
  await page.call('remove')
  return [
    { name: `${name}: restore`, value: times?.restore ?? Number.NaN, unit: 'ms' },
    { name: `${name}: sync`, value: times?.sync ?? Number.NaN, unit: 'ms' },
    ...(await summarizeTrace(trace)),
  ]
}

const PAYMENTS = 10

const profilePayments = async (): Promise<Figure[]> => {
  const development = await startDevelopment()
  const page = await openBenchPage('payment', undefined, { settings: READABLE })
  try {
    await page.call('start')
    const payer = await oxenPayer(page, development)
    const make = (size: PaymentSize) => async () => {
      for (let i = 0; i < PAYMENTS; i++) await payer.make(size)
    }
    const figures: Figure[] = []
    for (const size of PAYMENT_SIZES) {
      await make(size)()
      figures.push({ name: `${PAYMENTS} payments of oxen, ${size.key}`, value: await timed(make(size)), unit: 'ms' })
      figures.push(...(await summarizeTrace(await page.trace(make(size)))))
    }
    return figures
  } finally {
    await page.close()
    development.stop()
  }
}

const requestOf = (
  node: Pick<SyncRequest, 'url' | 'trusted'>,
  { balance: _balance, ...wallet }: SyncedWallet,
): SyncRequest => ({ ...node, ...wallet })

const profileSyncs = async (): Promise<readonly Figure[]> => {
  const nodes = await startNodes()
  const page = await openBenchPage('sync', undefined, { settings: READABLE })
  const wallets = syncedWallets()
  try {
    await page.call('start')
    return [
      ...(await profileSync(
        page,
        'monero, owning nothing',
        requestOf({ url: nodes.urls.monero, trusted: true }, wallets.nothing),
      )),
      ...(await profileSync(
        page,
        'monero, wallet A',
        requestOf({ url: nodes.urls.monero, trusted: true }, wallets.wallet_a),
      )),
      ...(await profileSync(
        page,
        'oxen, owner',
        requestOf({ url: nodes.urls.oxen, trusted: true }, wallets.oxen_owner),
      )),
    ]
  } finally {
    await page.close()
    await nodes.stop()
  }
}

/** Profiles syncs of dense blocks, whose transactions the node must prove. */
const profileDenseSyncs = async (): Promise<readonly Figure[]> => {
  const nodes = await servePeers(DENSE)
  const page = await openBenchPage('sync', undefined, { settings: READABLE })
  try {
    await page.call('start')
    const figures: Figure[] = []
    for (const outputs of [0, ...DENSE.owners]) {
      const wallet = await ownerWallet(DENSE, outputs)
      figures.push(
        ...(await profileSync(
          page,
          `dense blocks, owner of ${outputs}`,
          requestOf({ url: nodes.urls.faba, trusted: false }, wallet),
        )),
      )
    }
    return figures
  } finally {
    await page.close()
    await nodes.stop()
  }
}

/** Profiles the threads of the page during restores, syncs and payments. */
export const profileBench = async (): Promise<readonly Figure[]> => [
  ...(await profileSyncs()),
  ...(await profileDenseSyncs()),
  ...(await profilePayments()),
]
