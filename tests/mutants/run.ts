// Mutation testing of one area: prints the mutants that no test notices and the share of those killed. README.md describes it.

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { MutantResult } from '@stryker-mutator/api/core'
import { Stryker } from '@stryker-mutator/core'
import { AREAS } from './areas.ts'
import type { Equivalent } from './equivalent.ts'

const [name = '', ...files] = process.argv.slice(2)
const area = AREAS[name]
if (area === undefined) throw new Error(`there is no area "${name}"; there are ${Object.keys(AREAS).join(', ')}`)

/** Returns the code that a mutant replaces. */
const originalOf = ({ fileName, location: { start, end } }: MutantResult): string => {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  return lines
    .map((line, i) => line.slice(i === 0 ? start.column - 1 : 0, i === lines.length - 1 ? end.column - 1 : undefined))
    .join('\n')
}

const textOf = (mutant: MutantResult): string =>
  `${relative('.', mutant.fileName)}:${mutant.location.start.line} [${mutant.mutatorName}, ${mutant.status}]\n- ${originalOf(mutant)}\n+ ${mutant.replacement}`

const isListed = (mutant: MutantResult): boolean =>
  area.equivalents.some(
    ({ file, original, replacement }: Equivalent) =>
      file === relative('.', mutant.fileName) && original === originalOf(mutant) && replacement === mutant.replacement,
  )

process.env['FABA_MUTANT_TESTS'] = JSON.stringify(area.tests)
const mutants = await new Stryker({
  configFile: 'tests/mutants/stryker.config.js',
  mutate: files.length === 0 ? [...area.sources] : files,
}).runMutationTest()

/** Of a mutant with which a test file cannot be loaded (`RuntimeError`) nothing is known. */
const NOT_TRIED = new Set<string>(['Ignored', 'CompileError', 'RuntimeError'])

const tried = mutants.filter(({ status }) => !NOT_TRIED.has(status))
const survived = tried.filter(({ status }) => status !== 'Killed' && status !== 'Timeout')
const timedOut = tried.filter(({ status }) => status === 'Timeout')
const unexplained = survived.filter((mutant) => !isListed(mutant))
for (const mutant of [...timedOut, ...unexplained]) console.log(`\n${textOf(mutant)}`)
const killed = tried.length - survived.length
const different = killed + unexplained.length
console.log(
  `\n${name}: ${killed} of ${different} mutants killed (${((100 * killed) / different).toFixed(1)} %), ${survived.length - unexplained.length} more are equivalent; ${timedOut.length} of the killed ones did not end`,
)
process.exit(killed >= 0.9 * different ? 0 : 1)
