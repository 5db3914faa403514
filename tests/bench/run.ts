// `npm run bench`: all measurements, or those named (`npm run bench -- kernel sync`); `--json FILE` writes the figures too.
// What they mean, and what was measured when, stands in tests/bench/README.md.

import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { bundleBench } from './bundle.ts'
import { kernelBench } from './kernel.ts'
import type { Figure } from './measure.ts'
import { memoryBench, syncBench } from './sync.ts'

const BENCHES: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  bundle: bundleBench,
  kernel: kernelBench,
  sync: syncBench,
  memory: memoryBench,
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'string' } } })
const names = positionals.length === 0 ? Object.keys(BENCHES) : positionals
const report: Record<string, readonly Figure[]> = {}
for (const name of names) {
  const bench = BENCHES[name]
  if (bench === undefined) throw new Error(`there is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}`)
  const figures = await bench()
  report[name] = figures
  console.log(`\n${name}`)
  for (const figure of figures)
    console.log(`  ${figure.name.padEnd(56)} ${figure.value.toFixed(2).padStart(10)} ${figure.unit}`)
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`)
process.exit(0)
