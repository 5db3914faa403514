// `npm test`: checks the required programs, builds the page, runs every suite but Monero's own functional tests, and prints the slowest
// files, the failed tests with their errors and one last line: N passed, N failed.
// A skipped test counts as failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PlaywrightReport, type Tally, tallyOfPlaywright, tallyOfVitest, type VitestReport } from './reports.ts'
import { ensureTools } from './tools.ts'

/** At most this many failures are shown again at the end, and this many of the slowest files. */
const SHOWN_FAILURES = 20
const SHOWN_FILES = 30

const reports = mkdtempSync(join(tmpdir(), 'faba-tests-'))

const run = (command: string, args: readonly string[], environment: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0

const readReport = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Returns and prints the counts of a suite. A suite that fails without a failed test (a crash, a broken import) counts as one failure. */
const tally = (suite: string, succeeded: boolean, counts: Tally | undefined): Tally => {
  const reported = counts ?? { passed: 0, failed: 0, failures: [], files: [] }
  const isBroken = reported.passed + reported.failed === 0 || (!succeeded && reported.failed === 0)
  const result = isBroken ? { ...reported, failed: reported.failed + 1 } : reported
  console.log(`${suite}: ${result.passed} passed, ${result.failed} failed`)
  return result
}

const vitest = (): Tally => {
  const path = join(reports, 'vitest.json')
  const succeeded = run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`])
  const report = readReport(path) as VitestReport | undefined
  return tally('vitest', succeeded, report && tallyOfVitest(report))
}

const playwright = (): Tally => {
  const path = join(reports, 'playwright.json')
  const succeeded = run('npx', ['playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  const report = readReport(path) as PlaywrightReport | undefined
  return tally('playwright', succeeded, report && tallyOfPlaywright(report))
}

ensureTools()
if (!run('npm', ['run', 'build'])) {
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const results = [vitest(), playwright()]
rmSync(reports, { recursive: true, force: true })
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
const slowest = results.flatMap((result) => result.files).toSorted((a, b) => b.milliseconds - a.milliseconds)
console.log('\nThe slowest files, in seconds:')
for (const { name, milliseconds } of slowest.slice(0, SHOWN_FILES))
  console.log(`${(milliseconds / 1000).toFixed(1).padStart(7)} ${name}`)
for (const failure of results.flatMap((result) => result.failures).slice(0, SHOWN_FAILURES)) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
