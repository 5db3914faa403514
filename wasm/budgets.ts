// `npm run check`: rejects kernels that exceed their size budget. Runs after the build.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Maximum bytes of each kernel, compressed with gzip as it is downloaded. */
const BUDGETS: Readonly<Record<string, number>> = {
  'cipher.wasm': 2_000,
  'cryptonight.wasm': 4_600,
  'hash.wasm': 1_500,
  'lanes.wasm': 22_000,
  'points-lanes.wasm': 9_600,
  'points-simd.wasm': 9_600,
  'points.wasm': 11_000,
  'randomx.wasm': 3_400,
  'scan-lanes.wasm': 6_800,
  'scan-simd.wasm': 6_600,
  'scan.wasm': 8_000,
  'simd.wasm': 32_000,
}

const folder = join(dirname(fileURLToPath(import.meta.url)), 'build')
const built = readdirSync(folder).filter((name) => name.endsWith('.wasm') && !name.includes('.draft.'))

const problems = [...new Set([...built, ...Object.keys(BUDGETS)])].flatMap((name) => {
  const budget = BUDGETS[name]
  if (budget === undefined) return [`${name} has no budget: give it one in wasm/budgets.ts`]
  if (!built.includes(name))
    return [`${name} is not built: npm run build:wasm makes it; if it is gone for good, drop its budget`]
  const size = gzipSync(readFileSync(join(folder, name)), { level: 9 }).length
  console.log(`wasm/build/${name}: ${size} of ${budget} bytes (gzip)`)
  return size <= budget
    ? []
    : [`${name} has ${size} bytes compressed, ${size - budget} more than its budget of ${budget}`]
})
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1
