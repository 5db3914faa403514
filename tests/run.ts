// `npm test`: checks the required programs, builds the page, runs every suite and prints one last line: N passed, N failed.
// A skipped test counts as failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTools } from './tools.ts'

type Tally = { passed: number; failed: number }

const reports = mkdtempSync(join(tmpdir(), 'faba-tests-'))

const run = (command: string, args: readonly string[], environment: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0

const readReport = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Returns and prints the counts of a suite. A suite that fails without a failed test (a crash, a broken import) counts as one failure. */
const tally = (suite: string, succeeded: boolean, counts: Tally | undefined): Tally => {
  const result = counts ?? { passed: 0, failed: 0 }
  if (result.passed + result.failed === 0 || (!succeeded && result.failed === 0)) result.failed += 1
  console.log(`${suite}: ${result.passed} passed, ${result.failed} failed`)
  return result
}

const vitest = (): Tally => {
  const path = join(reports, 'vitest.json')
  const succeeded = run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`])
  // The shape is that of vitest's JSON reporter.
  const report = readReport(path) as { numPassedTests: number; numTotalTests: number } | undefined
  return tally(
    'vitest',
    succeeded,
    report && { passed: report.numPassedTests, failed: report.numTotalTests - report.numPassedTests },
  )
}

const playwright = (): Tally => {
  const path = join(reports, 'playwright.json')
  const succeeded = run('npx', ['playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  // The shape is that of Playwright's JSON reporter.
  const report = readReport(path) as
    | { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
    | undefined
  return tally(
    'playwright',
    succeeded,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.stats.skipped,
    },
  )
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
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
