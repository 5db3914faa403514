// The lock file: a hash of every package, so that a registry cannot give another one, and no address of a registry.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Lock, lockFaults } from '../../../.ci/lock.ts'

const integrity = `sha512-${'A'.repeat(86)}==`

it('has the hash of every package, also of those of other platforms', () => {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  expect(Object.keys(lock.packages).length).toBeGreaterThan(500)
  expect(lockFaults(lock)).toEqual([])
})

it.each([
  [{ version: '1.0.0' }, 'node_modules/a has no SHA-512 hash'],
  [{ integrity: 'sha1-AAAA' }, 'node_modules/a has no SHA-512 hash'],
  [{ integrity, resolved: 'https://registry.example.org/a' }, 'node_modules/a names the registry that it came from'],
  [
    { integrity, optionalDependencies: { 'a-linux': '1.0.0' } },
    'a-linux, an optional package of node_modules/a, is missing',
  ],
])('names what is wrong with %j', (entry, fault) => {
  expect(lockFaults({ packages: { '': {}, 'node_modules/a': entry } })).toEqual([fault])
})

it('accepts the project itself, links, and packages of other platforms at either place', () => {
  const packages = {
    '': {},
    'node_modules/linked': { link: true, resolved: 'linked' },
    'node_modules/a': { integrity, optionalDependencies: { 'a-linux': '1.0.0', 'a-win32': '1.0.0' } },
    'node_modules/a-linux': { integrity },
    'node_modules/a/node_modules/a-win32': { integrity },
  }
  expect(lockFaults({ packages })).toEqual([])
})
