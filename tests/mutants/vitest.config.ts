import { defineConfig, mergeConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import tests from '../../vitest.config.ts'

const { FABA_MUTANT_TESTS } = process.env
if (FABA_MUTANT_TESTS === undefined) throw new Error('no tests are named: run `npm run mutants -- AREA`')

/** Begins with the test files that noticed the previous mutant, and goes on with the quickest: the first failure ends a run. */
class QuickFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const resultOf = (file: TestSpecification) => this.ctx.cache.getTestSpecificationResult(file)
    const failures = (file: TestSpecification): number => (resultOf(file)?.failed === true ? 1 : 0)
    const duration = (file: TestSpecification): number => resultOf(file)?.duration ?? 0
    return files.toSorted((a, b) => failures(b) - failures(a) || duration(a) - duration(b))
  }
}

const { projects: _, ...options } = tests.test ?? {}

/**
 * The tests of one area. They are named here and not to Stryker, which would then not switch on the mutants of code that runs when a
 * module is loaded. It switches them on in the first setup file, before another loads the module. Tests draw a tenth of their random cases.
 */
export default mergeConfig(
  { ...tests, test: { ...options, include: [] } },
  defineConfig({
    test: {
      include: JSON.parse(FABA_MUTANT_TESTS),
      setupFiles: ['tests/mutants/setup.ts'],
      sequence: { setupFiles: 'list', sequencer: QuickFirst },
      env: { FABA_TEST_SHARE: '0.1' },
      // A test of these files takes at most a few seconds: it fails if the mutant makes it wait for ever.
      testTimeout: 15_000,
    },
  }),
)
