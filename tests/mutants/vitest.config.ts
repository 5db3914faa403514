import { defineConfig, mergeConfig } from 'vitest/config'
import tests from '../../vitest.config.ts'

const { FABA_MUTANT_TESTS } = process.env
if (FABA_MUTANT_TESTS === undefined) throw new Error('no tests are named: run `npm run mutants -- AREA`')

/**
 * The tests of one area. They are named here and not to Stryker, which would then not switch on the mutants of code that runs when a
 * module is loaded. It switches them on in the first setup file, before another loads the module. Tests draw a tenth of their random cases.
 */
export default mergeConfig(
  { ...tests, test: { ...tests.test, include: [] } },
  defineConfig({
    test: {
      include: JSON.parse(FABA_MUTANT_TESTS),
      setupFiles: ['tests/mutants/setup.ts'],
      sequence: { setupFiles: 'list' },
      env: { FABA_TEST_SHARE: '0.1' },
    },
  }),
)
