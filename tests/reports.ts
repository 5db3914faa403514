// The JSON reports of vitest and Playwright: counts, failures, and the time of each file.
import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** `failures`: each failed test or file, with its error. `files`: each file with the time that its tests and hooks took. */
export type Tally = {
  readonly passed: number
  readonly failed: number
  readonly failures: readonly string[]
  readonly files: readonly { readonly name: string; readonly milliseconds: number }[]
}

/** At most this many characters of the errors of a failure are shown. */
const SHOWN_ERROR_LENGTH = 1000
/** At most this many characters of the page on which a test failed. */
const SHOWN_PAGE_LENGTH = 2500

const describeFailure = (test: string, errors: readonly string[]): string =>
  `${test}\n${errors.join('\n').slice(0, SHOWN_ERROR_LENGTH)}`

/** The shape of vitest's JSON reporter. */
export type VitestReport = {
  numPassedTests: number
  numTotalTests: number
  testResults: readonly {
    name: string
    status: string
    message: string
    startTime: number
    endTime: number
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

/** Returns what a report of vitest says. */
export const tallyOfVitest = (report: VitestReport): Tally => ({
  passed: report.numPassedTests,
  failed: report.numTotalTests - report.numPassedTests,
  failures: vitestFailures(report),
  files: report.testResults.map(({ name, startTime, endTime }) => ({
    name: relative('.', name),
    milliseconds: endTime - startTime,
  })),
})

/** The shape of Playwright's JSON reporter: files and their groups. */
type PlaywrightSuite = {
  file: string
  suites?: readonly PlaywrightSuite[]
  specs: readonly {
    title: string
    tests: readonly {
      status: string
      results: readonly {
        duration: number
        errors: readonly { message?: string }[]
        attachments?: readonly { name: string; path?: string }[]
      }[]
    }[]
  }[]
}

export type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: readonly PlaywrightSuite[]
}

/** Returns the page as a test saw it when it failed: reports have no pictures. */
const pagesOf = (attachments: readonly { name: string; path?: string }[] = []): string[] =>
  attachments.flatMap(({ name, path }) => {
    if (name !== 'error-context' || path === undefined || !existsSync(path)) return []
    const [, page = ''] = /^```yaml\n(.*?)^```/ms.exec(readFileSync(path, 'utf8')) ?? []
    return [`The page:\n${page.slice(0, SHOWN_PAGE_LENGTH)}`]
  })

const playwrightFailures = (suite: PlaywrightSuite): string[] => [
  ...(suite.suites ?? []).flatMap(playwrightFailures),
  ...suite.specs.flatMap(({ title, tests }) =>
    tests
      .filter((test) => test.status !== 'expected')
      .map((test) =>
        [
          describeFailure(
            `${suite.file} › ${title} (${test.status})`,
            test.results.flatMap((result) => result.errors.map((error) => error.message ?? '')),
          ),
          ...test.results.flatMap(({ attachments }) => pagesOf(attachments)),
        ].join('\n'),
      ),
  ),
]

const durationOf = ({ suites = [], specs }: PlaywrightSuite): number => {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  return [...suites.map(durationOf), ...results.map(({ duration }) => duration)].reduce((sum, one) => sum + one, 0)
}

/** Returns what a report of Playwright says. */
export const tallyOfPlaywright = ({ stats, suites }: PlaywrightReport): Tally => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + stats.skipped,
  failures: suites.flatMap(playwrightFailures),
  files: suites.map((suite) => ({ name: `tests/browser/${suite.file}`, milliseconds: durationOf(suite) })),
})
