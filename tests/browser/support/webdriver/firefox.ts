// Debian's Firefox through WebDriver BiDi. Playwright drives a Firefox of its own only.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefoxPath } from '../../../tools.ts'
import { type BidiConnection, connectBidi } from './bidi.ts'
import { startProgram } from './childProcess.ts'
import type { RemoteBrowser, RemotePage } from './remoteBrowser.ts'

/** Turns off first-run pages, updates and telemetry. */
const PREFERENCES = {
  'app.normandy.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.safebrowsing.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.healthreport.uploadEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.enabled': false,
}

export type FirefoxPreferences = Readonly<Record<string, boolean | number | string>>

/** Opens a window in a container, whose storage and service workers are apart from those of others. */
const openPage = async ({ send }: BidiConnection): Promise<RemotePage> => {
  const { userContext } = await send('browser.createUserContext', {})
  // A window of its own, because a tab in the background paints nothing.
  const { context } = await send('browsingContext.create', { type: 'window', userContext })
  return {
    open: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'complete' })),
    reload: async () => void (await send('browsingContext.reload', { context, wait: 'complete' })),
    evaluate: async (expression) => {
      const answer = await send('script.evaluate', { expression, target: { context }, awaitPromise: true })
      // The shapes are those of the protocol: the value of a text, or the details of an exception.
      const { result, exceptionDetails } = answer as {
        readonly result?: { readonly value: string }
        readonly exceptionDetails?: { readonly text: string }
      }
      if (result === undefined) throw new Error(`the page threw ${exceptionDetails?.text}`)
      return result.value
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    screenshot: async () => {
      const { data } = await send('browsingContext.captureScreenshot', { context })
      return Buffer.from(String(data), 'base64')
    },
    close: async () => void (await send('browser.removeUserContext', { userContext })),
  }
}

export type FirefoxBrowser = RemoteBrowser & {
  /** Clears all data of a site, as the settings of the browser do. */
  clearSiteData(host: string): Promise<void>
}

const clearSiteData = async ({ send }: BidiConnection, host: string): Promise<void> => {
  // The protocol returns the windows of the browser itself in this form.
  const { contexts } = (await send('browsingContext.getTree', { 'moz:scope': 'chrome' })) as {
    readonly contexts?: readonly { readonly context: string }[]
  }
  const clearing = `Services.clearData.deleteDataFromSite(${JSON.stringify(host)}, {}, true, Ci.nsIClearDataService.CLEAR_ALL, resolve)`
  await send('script.evaluate', {
    expression: `new Promise((resolve) => ${clearing})`,
    target: { context: contexts?.[0]?.context },
    awaitPromise: true,
  })
}

/** Starts Firefox without a display. */
export const startFirefox = async (preferences: FirefoxPreferences = {}): Promise<FirefoxBrowser> => {
  const program = firefoxPath()
  if (program === undefined) throw new Error('Firefox is missing. Debian: apt-get install firefox-esr.')
  const profile = mkdtempSync(join(tmpdir(), 'faba-firefox-'))
  const lines = Object.entries({ ...PREFERENCES, ...preferences }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), lines.join(''))
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    '--remote-allow-system-access',
  ]
  const { printed, stop } = startProgram(program, args, { HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' })
  const stopFirefox = async (): Promise<void> => {
    await stop()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const [, address] = await printed(/WebDriver BiDi listening on (ws:\S+)/)
    const connection = await connectBidi(`${address}/session`)
    await connection.send('session.new', { capabilities: {} })
    return {
      newPage: () => openPage(connection),
      clearSiteData: (host) => clearSiteData(connection, host),
      stop: async () => {
        connection.close()
        await stopFirefox()
      },
    }
  } catch (error) {
    await stopFirefox()
    throw error
  }
}
