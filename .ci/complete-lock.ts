// `node .ci/complete-lock.ts`, after npm changed package-lock.json: npm adds the packages of other platforms that it left out, each with its hash.
// Without them `npm ci` refuses the file; with them it skips what is for another platform.

import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { type Lock, lockFaults } from './lock.ts'

const FILE = 'package-lock.json'

// The shape is that of npm's lock files, version 3.
const read = (): Lock => JSON.parse(readFileSync(FILE, 'utf8')) as Lock

const write = (lock: Lock): void => writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)

/** Removes the packages without a hash, which npm adds again with it. */
const withoutIncomplete = (lock: Lock): Lock => ({
  ...lock,
  packages: Object.fromEntries(
    Object.entries(lock.packages).filter(
      ([path, { integrity, link }]) => path === '' || link || integrity !== undefined,
    ),
  ),
})

/** Removes the addresses of the registry in use: others install from another one. */
const withoutAddresses = (lock: Lock): Lock => ({
  ...lock,
  packages: Object.fromEntries(
    Object.entries(lock.packages).map(([path, { resolved, ...entry }]) => [
      path,
      entry.link === true && resolved !== undefined ? { resolved, ...entry } : entry,
    ]),
  ),
})

write(withoutIncomplete(read()))
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts'], { stdio: 'inherit' })
write(withoutAddresses(read()))
const faults = lockFaults(read())
if (faults.length > 0) throw new Error(`${FILE} is still incomplete: ${faults.join('; ')}`)
