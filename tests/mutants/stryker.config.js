export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './tests/mutants/ignored.js'],
  ignorers: ['error-texts'],
  vitest: { configFile: 'tests/mutants/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  concurrency: Number(process.env['FABA_MUTANT_RUNNERS'] ?? 2),
  timeoutMS: 10_000,
  // Stryker would rewrite it with the compiler's JavaScript API, which TypeScript 7 does not have.
  tsconfigFile: 'none',
  tempDirName: '.mutants',
  ignorePatterns: ['public/figures', 'dist'],
  reporters: ['progress'],
}
