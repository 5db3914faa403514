// `node .ci/check-lock.ts`: fails if package-lock.json lacks the hash of a package, or names a registry.

import { readFileSync } from 'node:fs'
import { type Lock, lockFaults } from './lock.ts'

// The shape is that of npm's lock files, version 3.
const faults = lockFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock)
for (const fault of faults) console.error(`package-lock.json: ${fault}`)
if (faults.length > 0) {
  console.error('run node .ci/complete-lock.ts')
  process.exitCode = 1
}
