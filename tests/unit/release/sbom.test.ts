// The bill of materials, against the schema of CycloneDX and against the one that npm makes of the same lock file.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { packageOf } from '../../../release/bundledPackages.ts'
import { createSbom, type LockFile, type Sbom } from '../../../release/sbom.ts'
import { sbomViolations } from '../../support/sbomSchema.ts'

// The shape is that of npm's lock files, version 3.
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const BUNDLED = ['node_modules/@noble/curves', 'node_modules/qr', 'node_modules/solid-js']
const sbom = createSbom(lock, 'MIT', BUNDLED)

it('follows the schema of CycloneDX 1.6', () => {
  expect(sbomViolations(sbom)).toEqual([])
})

it.each([
  ['an unknown licence', { licenses: [{ license: { id: 'Faba-1.0' } }] }],
  ['a short hash', { hashes: [{ alg: 'SHA-512', content: '00' }] }],
  ['an unknown scope', { scope: 'development' }],
  ['a member of no meaning', { path: 'node_modules/qr' }],
])('would be refused by the schema with %s', (_, change) => {
  const [first, ...others] = sbom.components
  expect(sbomViolations({ ...sbom, components: [{ ...first, ...change }, ...others] })).not.toEqual([])
})

/** Returns what two bills of materials must have in common, by package URL. */
const contentOf = ({ components }: Pick<Sbom, 'components'>): object =>
  Object.fromEntries(
    components.map(({ purl, version, hashes = [], licenses = [] }) => [purl, { version, hashes, licenses }]),
  )

it('has the packages, hashes and licences that npm finds in the lock file', () => {
  const text = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 24,
  })
  // CycloneDX 1.5 has these members too.
  const ofNpm = JSON.parse(text) as Pick<Sbom, 'components' | 'dependencies'>
  expect(contentOf(sbom)).toEqual(contentOf(ofNpm))
})

it('distinguishes what is part of the package from what builds and tests it', () => {
  const required = sbom.components.filter(({ scope }) => scope === 'required').map(({ name }) => name)
  expect(required).toEqual(['@noble/curves', 'qr', 'solid-js'])
  expect(new Set(sbom.components.map(({ scope }) => scope))).toEqual(new Set(['required', 'excluded']))
  const own = sbom.dependencies.find(({ ref }) => ref === `pkg:npm/faba@${lock.version}`)
  expect(own?.dependsOn.map((ref) => ref.replace(/@[\d.]+$/, ''))).toEqual([
    'pkg:npm/%40noble/curves',
    'pkg:npm/qr',
    'pkg:npm/solid-js',
  ])
})

it('finds the dependencies of a package as Node does', () => {
  const packages = {
    '': {},
    'node_modules/a': {
      version: '1.0.0',
      dependencies: { b: '^1.0.0', c: '*' },
      optionalDependencies: { absent: '*' },
    },
    'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '*' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/c': { version: '3.0.0' },
  }
  const { dependencies } = createSbom({ name: 'p', version: '0.0.1', packages }, 'MIT', ['node_modules/a'])
  expect(Object.fromEntries(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))).toEqual({
    'pkg:npm/p@0.0.1': ['pkg:npm/a@1.0.0'],
    'pkg:npm/a@1.0.0': ['pkg:npm/b@1.5.0', 'pkg:npm/c@3.0.0'],
    'pkg:npm/b@1.5.0': ['pkg:npm/c@3.0.0'],
    'pkg:npm/b@2.0.0': [],
    'pkg:npm/c@3.0.0': [],
  })
})

it('is equal for equal sources', () => {
  expect(JSON.stringify(createSbom(lock, 'MIT', [...BUNDLED].reverse()))).toBe(JSON.stringify(sbom))
})

it('refuses a package that the lock file does not name', () => {
  expect(() => createSbom(lock, 'MIT', ['node_modules/left-pad'])).toThrow(
    expect.objectContaining({ name: 'UnlockedPackageError', code: 'unlocked-package' }),
  )
})

it.each([
  ['/home/ann/faba/node_modules/qr/index.js', 'node_modules/qr'],
  ['/home/ann/faba/node_modules/@noble/curves/ed25519.js?v=1', 'node_modules/@noble/curves'],
  ['/faba/node_modules/a/node_modules/@b/c/d.js', 'node_modules/a/node_modules/@b/c'],
  ['C:\\faba\\node_modules\\qr\\index.js', 'node_modules/qr'],
  ['/home/ann/faba/src/app/main.tsx', undefined],
  ['\0vite/preload-helper.js', undefined],
  ['\0/faba/node_modules/qr/index.js?commonjs-module', undefined],
])('counts the module %j as part of %s', (id, path) => {
  expect(packageOf(id)).toBe(path)
})
