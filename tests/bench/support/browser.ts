// Runs a bench in Chromium: builds a page with the product's build settings, so that workers and wasm are those of the product,
// serves it on this machine, and calls functions that the page's module exports.

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { chromium } from '@playwright/test'
import { type BuildOptions, build } from 'vite'
import playwrightConfig from '../../../playwright.config.ts'
import product from '../../../vite.config.ts'
import { freePort } from '../../support/peers/monero.ts'

const PAGES = fileURLToPath(new URL('../pages', import.meta.url))
const BUILT = fileURLToPath(new URL('../build/pages', import.meta.url))

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
}

/** Answers requests for other paths than the page's files; undefined if the path is unknown. */
export type Respond = (request: Request) => Response | undefined | Promise<Response | undefined>

/** A page whose module's functions can be called. */
export type CalledPage = {
  /** Calls an exported function of the page's module. Arguments and result cross as JSON; there is no timeout. */
  call<Result>(name: string, ...args: readonly unknown[]): Promise<Result>
  close(): Promise<void>
}

export type BenchPage = CalledPage & {
  /** The page's origin, without a slash at its end. */
  readonly url: string
  /** Chromium's version. */
  readonly version: string
  /** Returns Chromium's trace, as JSON, of all threads of the page during some work: samples of the call stacks, every 200 µs. */
  trace(work: () => Promise<unknown>): Promise<string>
}

const TRACED = ['toplevel', 'v8', 'devtools.timeline', 'disabled-by-default-v8.cpu_profiler']

/** How a page is built: settings that precede those of the product's build. */
export type PageBuild = { readonly settings?: BuildOptions }

const buildPage = async (name: string, { settings = {} }: PageBuild): Promise<string> => {
  // Its own folder: several benches may run at once.
  await mkdir(BUILT, { recursive: true })
  const outDir = await mkdtemp(join(BUILT, `${name}-`))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: product.define ?? {},
    worker: product.worker ?? {},
    build: {
      ...product.build,
      ...settings,
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rolldownOptions: {
        input: join(PAGES, `${name}.ts`),
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: 'page.js' },
      },
    },
  })
  return outDir
}

const htmlOf = (script: string): Response =>
  new Response(`<!doctype html><title>bench</title><link rel="icon" href="data:,">${script}`, {
    headers: { 'content-type': 'text/html' },
  })

const fileOf = (folder: string, path: string): Response => {
  // A blank page: everything happens in the module.
  if (path === '/') return htmlOf('')
  try {
    const headers = { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }
    return new Response(readFileSync(join(folder, path)), { headers })
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return new Response('', { status: 404 })
    throw cause
  }
}

/** A built page that is served on this machine. */
export type ServedPage = { readonly url: string; close(): Promise<void> }

/** Builds and serves `pages/<name>.ts`, for `openBenchPage` or for a browser that Playwright does not drive. */
export const serveBenchPage = async (
  name: string,
  respond: Respond = () => undefined,
  pageBuild: PageBuild = {},
): Promise<ServedPage> => {
  const folder = await buildPage(name, pageBuild)
  const port = await freePort()
  const server = serve({
    fetch: async (request) => (await respond(request)) ?? fileOf(folder, new URL(request.url).pathname),
    port,
    hostname: '127.0.0.1',
  })
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.close()
      await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/**
 * Opens `pages/<name>.ts` in Chromium. The module exports asynchronous functions, which `call` runs. `respond` serves additional paths that
 * a bench needs: a node, the files of a peer. The caller must close the page: it owns a browser and a server.
 */
export const openBenchPage = async (
  name: string,
  respond: Respond = () => undefined,
  pageBuild: PageBuild = {},
): Promise<BenchPage> => {
  const { url, close } = await serveBenchPage(name, respond, pageBuild)
  const browser = await chromium.launch(playwrightConfig.use?.launchOptions ?? {})
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(`in the bench page: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') console.error(`in the bench page: ${message.text()}`)
  })
  await page.goto(url)
  return {
    url,
    version: browser.version(),
    call: async <Result>(called: string, ...args: readonly unknown[]) =>
      await page.evaluate(
        async ({ called, args }) => {
          const path = '/page.js'
          // The page's module; the bench defines its exports.
          const module = (await import(path)) as Readonly<
            Record<string, (...args: readonly unknown[]) => Promise<Result>>
          >
          const run = module[called]
          if (run === undefined) throw new Error(`the page exports no function "${called}"`)
          return await run(...args)
        },
        { called, args: [...args] },
      ),
    trace: async (work) => {
      await browser.startTracing(page, { categories: TRACED })
      await work()
      return (await browser.stopTracing()).toString()
    },
    close: async () => {
      await browser.close()
      await close()
    },
  }
}

/** Runs in the page: asks for the next call, makes it and reports its result. */
const CALL_LOOP = `<script type="module">
  for (;;) {
    const { called, args } = await (await fetch('/next-call', { method: 'POST' })).json()
    const outcome = await import('/page.js')
      .then((module) => module[called](...args))
      .then((result) => ({ result }), (error) => ({ error: String(error?.stack ?? error) }))
    await fetch('/outcome', { method: 'POST', body: JSON.stringify(outcome) })
  }
</script>`

type Outcome = { readonly result?: unknown; readonly error?: string }

/**
 * Opens `pages/<name>.ts` in a Chromium without developer tools, as people use it: they observe every request, which takes some 2 ms of the
 * processor for each. The caller must close the page.
 */
export const openUnobservedPage = async (
  name: string,
  respond: Respond = () => undefined,
  pageBuild: PageBuild = {},
): Promise<CalledPage> => {
  let requested = Promise.withResolvers<{ readonly called: string; readonly args: readonly unknown[] }>()
  let answered = Promise.withResolvers<Outcome>()
  const respondToPage: Respond = async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/') return htmlOf(CALL_LOOP)
    if (pathname === '/next-call') return Response.json(await requested.promise)
    if (pathname !== '/outcome') return await respond(request)
    // The form is that of the page.
    answered.resolve((await request.json()) as Outcome)
    return new Response('')
  }
  const served = await serveBenchPage(name, respondToPage, pageBuild)
  const { executablePath = chromium.executablePath(), args = [] } = playwrightConfig.use?.launchOptions ?? {}
  const profile = await mkdtemp(join(tmpdir(), 'bench-chromium-'))
  const browser = spawn(executablePath, ['--headless', ...args, `--user-data-dir=${profile}`, served.url], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => {
    browser.once('exit', () => resolve())
  })
  return {
    call: async <Result>(called: string, ...args: readonly unknown[]) => {
      const answer = answered.promise
      requested.resolve({ called, args })
      const { result, error } = await answer
      ;[requested, answered] = [Promise.withResolvers(), Promise.withResolvers()]
      if (error !== undefined) throw new Error(`in the bench page: ${error}`)
      return result as Result // the caller names the page's type
    },
    close: async () => {
      browser.kill()
      await ended
      await served.close()
      await rm(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}
