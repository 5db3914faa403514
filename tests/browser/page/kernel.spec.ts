// The kernels in Chromium, Firefox ESR and WebKitGTK: at every level the scan finds the same as the portable code under Node, in recorded chains
// and with hostile keys, and point multiplication gives the same results. Served with the product's own headers, which
// shows that its policy allows the kernels.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { expect, test as it } from '@playwright/test'
import { build } from 'vite'
import { concat } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { createFileServer } from '../../../src/cli/http/staticFiles.ts'
import { networkById } from '../../../src/coin/networks/networks.ts'
import { portablePoints } from '../../../src/crypto/curve/portablePoints.ts'
import { MONERO_BENCH_PAGES, vector } from '../../support/data/vectors.ts'
import { freePort } from '../../support/peers/monero.ts'
import { seededRandom } from '../../support/random.ts'
import {
  type Answer,
  answerPoints,
  batchOfTask,
  type Found,
  foundOf,
  type PointTask,
  type Task,
  type Tasks,
  taskOf,
} from '../../unit/wasm/page/tasks.ts'
import { benchChain, batchOf as chainBatchOf, lookAhead } from '../../unit/wasm/support/chain.ts'
import { LEVELS, type Level } from '../../unit/wasm/support/levels.ts'
import {
  batchOf,
  carelessPoint,
  edgeEncodings,
  edgeScalars,
  randomKeys,
  randomPoints,
  SMALL_ORDER,
} from '../../unit/wasm/support/material.ts'
import { bytesOf, Curve, derivationOf, nobleScan, outputTo, pointOf } from '../../unit/wasm/support/nobleScan.ts'
import { startFirefox } from '../support/webdriver/firefox.ts'
import type { RemoteBrowser } from '../support/webdriver/remoteBrowser.ts'
import { startWebKit } from '../support/webdriver/webkit.ts'

const random = seededRandom(14)

/** Recorded transactions with enough outputs for some hundred groups of lanes, scanned with few keys and with many. */
const recordedTasks = async (): Promise<Task[]> => {
  const { A } = vector('monero/bench-chain/wallets.json').wallets
  const [file = ''] = MONERO_BENCH_PAGES
  const monero = benchChain('.', [file], networkById('monero-regtest')).slice(-300)
  const { owner } = vector('oxen/bench-chain/owner.json')
  const oxen = benchChain('oxen/bench-chain', ['get_blocks.000.bin'], networkById('oxen-regtest')).slice(-100)
  const tasks: Task[] = []
  for (const [name, wallet, transactions] of [
    ['monero', A, monero],
    ['oxen', owner, oxen],
  ] as const)
    for (const [majors, minors] of [
      [2, 10],
      [10, 200],
    ] as const) {
      const spendKeys = await lookAhead(wallet, majors, minors)
      tasks.push(
        taskOf(`${name}, ${majors * minors} keys`, fromHex(wallet.view_key), spendKeys, chainBatchOf(transactions)),
      )
    }
  return tasks
}

/** Keys of every invalid kind, with edge-case secrets. */
const hostileTasks = (): Task[] =>
  [random(32), ...edgeScalars().map(bytesOf)].map((viewSecret, i) => {
    const keys = [...SMALL_ORDER, ...randomKeys(random, 4), random(32), random(32), ...(i === 0 ? edgeEncodings() : [])]
    const [spendKey = Curve.BASE] = randomPoints(random, 1)
    const derivations = keys.map((key) => derivationOf(pointOf(key) ?? carelessPoint(key) ?? Curve.BASE, viewSecret))
    const mine = derivations.map((derivation, transaction) => ({
      key: outputTo(spendKey, derivation, 0),
      transaction,
      index: 0,
    }))
    const corrupt = edgeEncodings().map((key, j) => ({ key, transaction: j % keys.length, index: 1 }))
    const spendKeys = concat(...randomKeys(random, i % 2 === 0 ? 3 : 50), spendKey.toBytes())
    return taskOf(`hostile ${i}`, viewSecret, spendKeys, batchOf(keys, [...mine, ...corrupt]))
  })

/** Edge-case secrets with keys of every kind. */
const pointTask = (): PointTask => {
  const keys = [...SMALL_ORDER, ...edgeEncodings(), ...randomKeys(random, 40)]
  const scalars = edgeScalars()
  const secrets = keys.map((_, i) => bytesOf(scalars[i % scalars.length] ?? 1n))
  return { keys: toHex(concat(...keys)), secrets: toHex(concat(...secrets)) }
}

let tasks: readonly Task[] = []
let points: PointTask = { keys: '', secrets: '' }
let expected: readonly (readonly Found[])[] = []
let folder = ''

it.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faba-kernel-page-'))
  points = pointTask()
  tasks = [...(await recordedTasks()), ...hostileTasks()]
  expected = tasks.map((task) =>
    foundOf(nobleScan(fromHex(task.viewSecret), fromHex(task.spendKeys), batchOfTask(task))),
  )
  for (const [i, found] of expected.entries()) expect(found.length, tasks[i]?.name).toBeGreaterThan(0)
  await build({
    configFile: false,
    root: fileURLToPath(new URL('../../unit/wasm/page', import.meta.url)),
    logLevel: 'warn',
    build: { target: 'es2023', outDir: folder, emptyOutDir: true, assetsInlineLimit: 0 },
  })
})

it.afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Serves the page until it reports its result. `open` opens it in a browser; its result is awaited too. */
const answerOf = async (open: (url: string) => Promise<never>): Promise<Answer> => {
  const port = await freePort()
  const files = createFileServer(folder)
  let receive: (answer: Answer) => void = () => undefined
  const answered = new Promise<Answer>((resolve) => {
    receive = resolve
  })
  const server = serve({
    port,
    hostname: '127.0.0.1',
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/tasks.json') return Response.json({ scans: tasks, points } satisfies Tasks)
      if (pathname !== '/answer') return await files(request)
      receive(await request.json())
      return new Response()
    },
  })
  try {
    return await Promise.race([answered, open(`http://127.0.0.1:${port}`)])
  } finally {
    server.close()
  }
}

/** Fails if the page reports nothing for this long. */
const LIMIT = 120_000

const silence = async (browser: string): Promise<never> =>
  await new Promise((_, reject) => {
    setTimeout(
      () => reject(new Error(`${browser} opened the page, which reported nothing for ${LIMIT} ms`)),
      LIMIT,
    ).unref()
  })

/** Expects the results of the portable code at these levels, and none at the others, which the browser cannot compile. */
const expectAllFound = (answer: Answer, levels: readonly Level[]): void => {
  expect(answer.error).toBeUndefined()
  expect(Object.keys(answer.levels)).toEqual([...LEVELS])
  for (const level of LEVELS) {
    const result = answer.levels[level]
    if (!levels.includes(level)) {
      expect(result, level).toEqual({ error: expect.stringContaining('this engine cannot compile the kernel') })
      continue
    }
    if (result === undefined || 'error' in result)
      throw new Error(`the level "${level}" does not run in ${answer.engine}: ${result?.error}`)
    for (const [i, task] of tasks.entries()) expect(result.found[i], `${level}: ${task.name}`).toEqual(expected[i])
  }
  const expectedPoints = answerPoints(portablePoints, points)
  expect(answer.points).toEqual(Object.fromEntries(levels.map((level) => [level, expectedPoints])))
}

/** Opens the page in a new browser until it has reported its result. */
const answerIn = async (name: string, start: () => Promise<RemoteBrowser>): Promise<Answer> => {
  const browser = await start()
  try {
    return await answerOf(async (url) => {
      const page = await browser.newPage()
      await page.open(url)
      return await silence(name)
    })
  } finally {
    await browser.stop()
  }
}

it('computes the same as the portable code in Chromium, at every level', async ({ page }) => {
  const answer = await answerOf(async (url) => {
    await page.goto(url)
    return await silence('Chromium')
  })
  expect(answer.engine).toContain('Chrome/')
  expectAllFound(answer, LEVELS)
})

it('computes the same as the portable code in Firefox ESR, at every level', async () => {
  const answer = await answerIn('Firefox', startFirefox)
  expect(answer.engine).toContain('Firefox/')
  expectAllFound(answer, LEVELS)
})

it('computes the same as the portable code in WebKitGTK, which has SIMD, but no relaxed SIMD', async () => {
  const answer = await answerIn('WebKitGTK', startWebKit)
  expect(answer.engine).toMatch(/AppleWebKit\/(?!.*Chrome)/)
  expectAllFound(answer, ['simd', 'scalar'])
})
