// The bill of materials of the package, in CycloneDX 1.6 (https://cyclonedx.org): the npm packages of the lock file, and which of them are
// part of the package. It contains no time and no random number: equal sources have equal ones.

import { FabaError } from '../src/errors/fabaError.ts'

/** A bundle contains a package that the lock file does not name. */
export class UnlockedPackageError extends FabaError {
  override readonly name = 'UnlockedPackageError'
  readonly code = 'unlocked-package'
}

/** The members of `package-lock.json` that are used; keys are paths such as `node_modules/solid-js`. */
export type LockFile = {
  readonly name: string
  readonly version: string
  readonly packages: Readonly<Record<string, LockedPackage>>
}

type LockedPackage = {
  readonly version?: string
  readonly license?: string
  /** hashes of the archive in the form of Subresource Integrity */
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type License =
  | { readonly license: { readonly id: string } }
  | { readonly license: { readonly name: string } }
  | { readonly expression: string }

type Component = {
  readonly type: 'library' | 'application'
  readonly 'bom-ref': string
  readonly name: string
  readonly version: string
  /** `required`: part of the package; `excluded`: builds or tests it */
  readonly scope?: 'required' | 'excluded'
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[]
  readonly licenses?: readonly License[]
  readonly purl: string
  readonly properties?: readonly { readonly name: string; readonly value: string }[]
}

export type Sbom = {
  readonly $schema: string
  readonly bomFormat: 'CycloneDX'
  readonly specVersion: '1.6'
  readonly version: 1
  readonly metadata: {
    readonly lifecycles: readonly { readonly phase: 'build' }[]
    readonly component: Component
  }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

/** Returns the package URL (https://github.com/package-url/purl-spec). */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

const ALGORITHMS: Readonly<Record<string, string>> = {
  sha512: 'SHA-512',
  sha384: 'SHA-384',
  sha256: 'SHA-256',
  sha1: 'SHA-1',
}

const hashesOf = (integrity: string): NonNullable<Component['hashes']> =>
  integrity.split(' ').flatMap((hash) => {
    const [, name = '', base64 = ''] = /^(\w+)-(.+)$/.exec(hash) ?? []
    const alg = ALGORITHMS[name]
    return alg === undefined ? [] : [{ alg, content: Buffer.from(base64, 'base64').toString('hex') }]
  })

const licenseOf = (license: string): License => {
  if (/ (?:OR|AND|WITH) /.test(license)) return { expression: license }
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { license: { name: license } }
}

/** Returns the name of the package at a path of the lock file. */
const nameAt = (path: string): string => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

const componentOf = (path: string, entry: LockedPackage, isBundled: boolean): Component => {
  const name = nameAt(path)
  const { version = '', integrity, license } = entry
  const purl = purlOf(name, version)
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: isBundled ? 'required' : 'excluded',
    ...(integrity === undefined ? {} : { hashes: hashesOf(integrity) }),
    ...(license === undefined ? {} : { licenses: [licenseOf(license)] }),
    purl,
    ...(isBundled ? {} : { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] }),
  }
}

/** Finds the dependency `name` of the package at `path` as Node does: in its own folder, then in those above it. */
const resolve = (lock: LockFile, path: string, name: string): LockedPackage | undefined => {
  for (let folder = path; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (found !== undefined || folder === '') return found
  }
}

const dependenciesOf = (lock: LockFile, path: string, entry: LockedPackage): readonly string[] =>
  Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }).flatMap((name) => {
    const { version } = resolve(lock, path, name) ?? {}
    return version === undefined ? [] : [purlOf(name, version)]
  })

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Returns the bill of materials.
 * @param bundled keys of the lock file: the packages that are in the bundles
 * @throws UnlockedPackageError
 */
export const createSbom = (lock: LockFile, license: string, bundled: readonly string[]): Sbom => {
  const unlocked = bundled.find((path) => lock.packages[path] === undefined)
  if (unlocked !== undefined) throw new UnlockedPackageError(`package-lock.json does not name ${unlocked}`)
  // The first entry is the project itself.
  const entries = Object.entries(lock.packages).filter(([path]) => path !== '')
  const components = new Map<string, Component>()
  const dependencies = new Map<string, Set<string>>()
  for (const [path, entry] of entries) {
    const component = componentOf(path, entry, bundled.includes(path))
    const ref = component['bom-ref']
    // One version can be installed at several paths; it is part of the package if one of them is.
    if (components.get(ref)?.scope !== 'required') components.set(ref, component)
    dependencies.set(ref, new Set([...(dependencies.get(ref) ?? []), ...dependenciesOf(lock, path, entry)]))
  }
  const own = purlOf(lock.name, lock.version)
  const direct = [...components.values()].filter(({ scope }) => scope === 'required').map(({ purl }) => purl)
  dependencies.set(own, new Set(direct))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: lock.name,
        version: lock.version,
        licenses: [licenseOf(license)],
        purl: own,
      },
    },
    components: [...components.values()].sort((a, b) => byText(a.purl, b.purl)),
    dependencies: [...dependencies]
      .map(([ref, on]) => ({ ref, dependsOn: [...on].sort(byText) }))
      .sort((a, b) => byText(a.ref, b.ref)),
  }
}
