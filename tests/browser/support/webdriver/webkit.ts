// WebKitGTK, Debian's browser with the engine of Safari, through WebDriver (https://www.w3.org/TR/webdriver2/). It needs a display: Xvfb.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../../../support/peers/monero.ts'
import { startProgram } from './childProcess.ts'
import type { RemoteBrowser, RemotePage } from './remoteBrowser.ts'

/** Sends a command of WebDriver and returns its value. */
const command = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object): Promise<unknown> => {
  const response = await fetch(url, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
  // The shape is that of the protocol.
  const { value } = (await response.json()) as { readonly value: unknown }
  if (response.ok) return value
  const { error, message } = value as { readonly error: string; readonly message: string }
  throw new Error(`${method} ${url}: ${error}: ${message}`)
}

/** Passes the value of a promise, or its error, to the callback that WebDriver appends to the arguments. */
const asyncScript = (expression: string): string =>
  `const done = arguments[arguments.length - 1]; (${expression}).then((value) => done({ value }), (error) => done({ error: String(error) }))`

/** Time for the driver to listen on its port. */
const START_LIMIT_MS = 30_000

const waitForDriver = async (url: string): Promise<void> => {
  for (let waited = 0; ; waited += 50) {
    try {
      await command('GET', `${url}/status`)
      return
    } catch (error) {
      if (waited > START_LIMIT_MS) throw error
      await delay(50)
    }
  }
}

const pageOf = (session: string, stop: () => Promise<void>): RemotePage => ({
  open: async (url) => void (await command('POST', `${session}/url`, { url })),
  reload: async () => void (await command('POST', `${session}/refresh`, {})),
  evaluate: async (expression) => {
    const answer = await command('POST', `${session}/execute/async`, { script: asyncScript(expression), args: [] })
    const { value, error } = answer as { readonly value?: string; readonly error?: string }
    if (value === undefined) throw new Error(`the page threw ${error}`)
    return value
  },
  perform: async (actions) => void (await command('POST', `${session}/actions`, { actions })),
  resize: async (width, height) => void (await command('POST', `${session}/window/rect`, { width, height })),
  screenshot: async () => Buffer.from(String(await command('GET', `${session}/screenshot`)), 'base64'),
  close: stop,
})

/** Starts a browser with a profile of its own, which lives in memory: a driver has one session. */
const openPage = async (display: string): Promise<RemotePage> => {
  const home = mkdtempSync(join(tmpdir(), 'faba-webkit-'))
  const port = await freePort()
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: display,
    HOME: home,
    XDG_DATA_HOME: join(home, 'data'),
    XDG_CACHE_HOME: join(home, 'cache'),
    // No session bus, and no graphics card.
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  const stop = async (): Promise<void> => {
    await driver.stop()
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const url = `http://127.0.0.1:${port}`
    await Promise.race([waitForDriver(url), driver.ended])
    const created = await command('POST', `${url}/session`, { capabilities: { alwaysMatch: {} } })
    const { sessionId } = created as { readonly sessionId: string }
    return pageOf(`${url}/session/${sessionId}`, stop)
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a display; each page has a browser of its own. */
export const startWebKit = async (): Promise<RemoteBrowser> => {
  const server = startProgram('Xvfb', ['-displayfd', '1', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  const pages: RemotePage[] = []
  // Other output may come first.
  const [, display] = await server.printed(/^(\d+)\n/m)
  return {
    newPage: async () => {
      const page = await openPage(`:${display}`)
      pages.push(page)
      return page
    },
    stop: async () => {
      for (const page of pages) await page.close()
      await server.stop()
    },
  }
}
