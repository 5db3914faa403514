// `npm test`: checks the required programs, builds the page, runs every suite, and prints the failed tests with their errors
// and one last line: N passed, N failed.
// A skipped test counts as failed.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureTools } from './tools.ts'

/** `failures`: each failed test or file, with its error. */
type Tally = { passed: number; failed: number; failures: readonly string[] }

/** At most this many failures are shown again at the end, and this many characters of each one's errors. */
const SHOWN_FAILURES = 20
const SHOWN_ERROR_LENGTH = 1000

const reports = mkdtempSync(join(tmpdir(), 'faba-tests-'))

const run = (command: string, args: readonly string[], environment: Record<string, string> = {}): boolean =>
  spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...environment } }).status === 0

const readReport = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

/** Returns and prints the counts of a suite. A suite that fails without a failed test (a crash, a broken import) counts as one failure. */
const tally = (suite: string, succeeded: boolean, counts: Tally | undefined): Tally => {
  const result = counts ?? { passed: 0, failed: 0, failures: [] }
  if (result.passed + result.failed === 0 || (!succeeded && result.failed === 0)) result.failed += 1
  console.log(`${suite}: ${result.passed} passed, ${result.failed} failed`)
  return result
}

const describeFailure = (test: string, errors: readonly string[]): string =>
  `${test}\n${errors.join('\n').slice(0, SHOWN_ERROR_LENGTH)}`

/** The shape of vitest's JSON reporter. */
type VitestReport = {
  numPassedTests: number
  numTotalTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
    assertionResults: readonly { fullName: string; status: string; failureMessages: readonly string[] }[]
  }[]
}

const vitestFailures = (report: VitestReport): string[] =>
  report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status !== 'passed')
    if (failed.length === 0 && status === 'failed') return [describeFailure(name, [message])]
    return failed.map((test) =>
      describeFailure(`${name} › ${test.fullName} (${test.status})`, [...test.failureMessages, message]),
    )
  })

const vitest = (): Tally => {
  const path = join(reports, 'vitest.json')
  const succeeded = run('npx', ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${path}`])
  const report = readReport(path) as VitestReport | undefined
  return tally(
    'vitest',
    succeeded,
    report && {
      passed: report.numPassedTests,
      failed: report.numTotalTests - report.numPassedTests,
      failures: vitestFailures(report),
    },
  )
}

/** The shape of Playwright's JSON reporter: files and their groups. */
type PlaywrightSuite = {
  file: string
  suites?: readonly PlaywrightSuite[]
  specs: readonly {
    title: string
    tests: readonly { status: string; results: readonly { errors: readonly { message?: string }[] }[] }[]
  }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: readonly PlaywrightSuite[]
}

const playwrightFailures = (suite: PlaywrightSuite): string[] => [
  ...(suite.suites ?? []).flatMap(playwrightFailures),
  ...suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status !== 'expected')
      .map((test) =>
        describeFailure(
          `${suite.file} › ${title} (${test.status})`,
          test.results.flatMap((result) => result.errors.map((error) => error.message ?? '')),
        ),
      ),
  ),
]

const playwright = (): Tally => {
  const path = join(reports, 'playwright.json')
  const succeeded = run('npx', ['playwright', 'test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_NAME: path })
  const report = readReport(path) as PlaywrightReport | undefined
  return tally(
    'playwright',
    succeeded,
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky + report.stats.skipped,
      failures: report.suites.flatMap(playwrightFailures),
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
for (const failure of results.flatMap((result) => result.failures).slice(0, SHOWN_FAILURES)) console.log(`\n${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
