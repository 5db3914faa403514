// Debian's Firefox, which Playwright does not drive: it opens one page in its own profile, and the page itself reports.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firefoxPath } from '../../tools.ts'

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

/** Opens a page in Firefox until `stop` is called. `ended` resolves with the last output when Firefox itself ends. */
export const openFirefox = (url: string): { readonly ended: Promise<string>; stop(): Promise<void> } => {
  const program = firefoxPath()
  if (program === undefined) throw new Error('Firefox is missing. Debian: apt-get install firefox-esr.')
  const profile = mkdtempSync(join(tmpdir(), 'faba-firefox-'))
  const preferences = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  )
  writeFileSync(join(profile, 'user.js'), preferences.join(''))
  // Its own process group, because Firefox's processes outlive the one that was started.
  const child = spawn(program, ['--headless', '--no-remote', '--profile', profile, url], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      output = (output + data.toString()).slice(-4000)
    })
  const ended = new Promise<string>((resolve) => {
    child.on('exit', () => resolve(output))
    child.on('error', (error) => resolve(error.message))
  })
  return {
    ended,
    stop: async () => {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
