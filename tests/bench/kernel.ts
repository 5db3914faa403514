// The scan kernel beside monero's C code (ref10) compiled to WebAssembly, as in browser wallets: in Chromium, in WebKitGTK, then in Node,
// there also beside the same C and monero's assembly, both native. Microseconds on one core, and the ratio of the peer's time to the kernel's.

import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { startWebKit } from '../browser/support/webdriver/webkit.ts'
import type { PageTimes } from './pages/kernel.ts'
import { ensureRef10, type Ref10 } from './ref10/build.ts'
import { nativeContestant } from './ref10/native.ts'
import { openBenchPage, type Respond, serveBenchPage } from './support/browser.ts'
import { REF10, type Start, scanContestants, timeStarts } from './support/kernelContestants.ts'
import type { Figure } from './support/measure.ts'
import { createMaterials, type Kind } from './support/scanMaterial.ts'
import { alternating, type Pieces, raceScans, type ScanContestant, type ScanTimes } from './support/scans.ts'

/** an odd multiple of the number of wallets */
const ROUNDS = 25
const NATIVE = 'ref10 native'
const ASSEMBLY = 'native assembly'
const NATIVE_PIECES: Pieces = { derivation: 32, output: 2, outputFewKeys: 2, viewTag: 4 }
const ASSEMBLY_PIECES: Pieces = { derivation: 64, output: 4, outputFewKeys: 4, viewTag: 4 }

/** Labels of the report, and keys of the JSON report. */
const LABELS: Readonly<Record<Kind, { readonly label: string; readonly key: string }>> = {
  derivation: { label: 'derivation', key: 'derivation' },
  output: { label: 'output, 10,000 keys watched', key: 'output' },
  outputFewKeys: { label: 'output, 20 keys watched', key: 'output_few_keys' },
  viewTag: { label: 'output stopped by view tag', key: 'view_tag' },
}

const raceInNode = async (ref10: Ref10): Promise<PageTimes> => {
  const starts = await timeStarts()
  const materials = await createMaterials()
  const enterNative = (name: string, pieces: Pieces, program: string): ScanContestant =>
    alternating(materials.map((material) => nativeContestant(name, pieces, program, material)))
  const contestants = [
    ...(await scanContestants(
      materials,
      await WebAssembly.compile(readFileSync(ref10.wasm)),
      await WebAssembly.compile(readFileSync(ref10.simd)),
    )),
    enterNative(NATIVE, NATIVE_PIECES, ref10.native),
    ...(ref10.assembly === undefined ? [] : [enterNative(ASSEMBLY, ASSEMBLY_PIECES, ref10.assembly)]),
  ]
  const times = await raceScans(contestants, ROUNDS)
  for (const contestant of contestants) await contestant.close()
  return { starts, times }
}

/** A cross-origin isolated page has a clock of 5 µs, any other one of 100 µs. */
const blankPage = (): Response =>
  new Response('<!doctype html><title>bench</title><link rel="icon" href="data:,">', {
    headers: {
      'content-type': 'text/html',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
  })

/** Paths of the peer's WebAssembly, built without and with SIMD. */
const PEERS = ['/ref10-0.wasm', '/ref10-1.wasm'] as const

/** Serves a blank page and the peer's WebAssembly. */
const respondWith = (ref10: Ref10): Respond => {
  const files = new Map([ref10.wasm, ref10.simd].map((path, i) => [`/ref10-${i}.wasm`, path]))
  return (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return blankPage()
    const path = files.get(pathname)
    return path === undefined
      ? undefined
      : new Response(readFileSync(path), { headers: { 'content-type': 'application/wasm' } })
  }
}

const raceInChromium = async (ref10: Ref10): Promise<PageTimes> => {
  const page = await openBenchPage('kernel', respondWith(ref10))
  try {
    return await page.call<PageTimes>('race', ...PEERS, ROUNDS)
  } finally {
    await page.close()
  }
}

/** Rounds in WebKitGTK: an odd multiple of the number of wallets. */
const WEBKIT_ROUNDS = 15
const POLL_MS = 500

/** Races in WebKitGTK. A script of WebDriver may take 30 s only, so the page keeps the result until it is fetched. */
const raceInWebKit = async (ref10: Ref10): Promise<PageTimes> => {
  const served = await serveBenchPage('kernel', respondWith(ref10))
  const browser = await startWebKit()
  try {
    const page = await browser.newPage()
    await page.open(served.url)
    const race = `import('/page.js').then(({ race }) => race(${JSON.stringify(PEERS[0])}, ${JSON.stringify(PEERS[1])}, ${WEBKIT_ROUNDS}))`
    await page.evaluate(
      `(async () => { ${race}.then((done) => { window.raced = { done } }, (error) => { window.raced = { error: String(error) } }); return '' })()`,
    )
    for (;;) {
      // The page's own shape, written above.
      const raced = JSON.parse(await page.evaluate(`Promise.resolve(JSON.stringify(window.raced ?? {}))`)) as {
        readonly done?: PageTimes
        readonly error?: string
      }
      if (raced.error !== undefined) throw new Error(`in WebKitGTK: ${raced.error}`)
      if (raced.done !== undefined) return raced.done
      await delay(POLL_MS)
    }
  } finally {
    await browser.stop()
    await served.close()
  }
}

const find = (times: readonly ScanTimes[], name: string): ScanTimes => {
  const found = times.find((entry) => entry.name === name)
  if (found === undefined) throw new Error(`"${name}" is not a contestant`)
  return found
}

// The keys of LABELS are its literal names.
const kinds = Object.keys(LABELS) as Kind[]

const startsOf = (engine: string, starts: readonly Start[]): readonly Figure[] =>
  starts.map(({ level, milliseconds }) => ({
    name: `${engine}, ${level}: start of a scanner`,
    value: milliseconds,
    unit: 'ms',
    key: `${engine.toLowerCase()}_${level}_start_ms`,
  }))

const microseconds = (engine: string, times: readonly ScanTimes[]): readonly Figure[] =>
  times.flatMap(({ name, micros }) =>
    kinds.map(
      (kind): Figure => ({ name: `${engine}, ${name}: ${LABELS[kind].label}`, value: micros[kind], unit: 'µs' }),
    ),
  )

/** Returns the ratio of a peer's time to that of the kernel's best level. */
const ratios = (
  engine: string,
  times: readonly ScanTimes[],
  peer: string,
  keyOf: (kind: string) => string,
): readonly Figure[] => {
  const [best] = times
  if (best === undefined) throw new Error('there are no contestants')
  const { micros } = find(times, peer)
  return kinds.map((kind): Figure => {
    const { label, key } = LABELS[kind]
    return {
      name: `${engine}, ${peer} / ${best.name}: ${label}`,
      value: micros[kind] / best.micros[kind],
      unit: '×',
      key: keyOf(key),
    }
  })
}

/** Returns the ratio of the scalar level's time to that of the simd level. */
const simdRatios = (engine: string, times: readonly ScanTimes[], prefix: string): readonly Figure[] =>
  ratios(engine, [find(times, 'simd'), find(times, 'scalar')], 'scalar', (key) => `${prefix}${key}_vs_scalar`)

/** Measures in Chromium, WebKitGTK and Node. The keys of Chromium's ratios have no prefix. */
export const kernelBench = async (): Promise<readonly Figure[]> => {
  const ref10 = ensureRef10()
  const inChromium = await raceInChromium(ref10)
  const inWebKit = await raceInWebKit(ref10)
  const inNode = await raceInNode(ref10)
  const [chromium, webkit, node] = [inChromium.times, inWebKit.times, inNode.times]
  return [
    ...startsOf('Chromium', inChromium.starts),
    ...startsOf('WebKitGTK', inWebKit.starts),
    ...startsOf('Node', inNode.starts),
    ...microseconds('Chromium', chromium),
    ...microseconds('WebKitGTK', webkit),
    ...microseconds('Node', node),
    ...ratios('Chromium', chromium, REF10, (key) => `${key}_vs_wasm_ref10`),
    ...simdRatios('Chromium', chromium, 'simd_'),
    ...simdRatios('WebKitGTK', webkit, 'webkit_'),
    ...simdRatios('Node', node, 'node_simd_'),
    ...ratios('WebKitGTK', webkit, REF10, (key) => `webkit_${key}_vs_wasm_ref10`),
    ...ratios('Node', node, REF10, (key) => `node_${key}_vs_wasm_ref10`),
    ...ratios('Node', node, NATIVE, (key) => `node_${key}_vs_native_ref10`),
    ...(ref10.assembly === undefined ? [] : ratios('Node', node, ASSEMBLY, (key) => `node_${key}_vs_native_assembly`)),
  ]
}
