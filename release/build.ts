// `npm pack` runs this script after the build of the page: it makes what a package has instead of sources and dependencies.
//   build/cli            the command in JavaScript, with all libraries in it
//   build/client         the typed client of the wallet RPC, with its types
//   build/sbom.cdx.json  the bill of materials
//   build/SHA256SUMS     the hashes of all other files

import { chmodSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { describeWalletRpc } from '../src/rpc/description.ts'
import { type PackagePaths, recordPackages, takePagePackages } from './bundledPackages.ts'
import { clientTypes } from './clientTypes.ts'
import { buildCommand, bundleOf } from './commandBundle.ts'
import { hashFiles, hashOfHashes } from './hashes.ts'
import { createSbom, type LockFile } from './sbom.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HASHES = 'build/SHA256SUMS'

const packages: PackagePaths = new Set()

/** Returns the paths of all files of the package: those of `files` in package.json, and those that npm always packs. */
const packedFiles = (files: readonly string[]): readonly string[] => {
  const paths = ['package.json', 'README.md', 'LICENSE', ...files]
    .flatMap((pattern) => globSync([pattern, `${pattern}/**`], { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
  return [...new Set(paths)].filter((path) => path !== HASHES)
}

/** Sets the permissions of a file, which the archive contains, to those that git has for it, whatever the umask. */
const resetPermissions = (path: string): void => {
  const isExecutable = (statSync(path).mode & 0o100) !== 0
  chmodSync(path, isExecutable ? 0o755 : 0o644)
}

const plugins = [recordPackages(packages)]
await buildCommand('build/cli', plugins)
await build(bundleOf({ client: 'release/client.ts' }, 'build/client', plugins))
writeFileSync(join(ROOT, 'build/client/client.d.ts'), clientTypes(describeWalletRpc()))

const readJson = (name: string): unknown => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))
// The shapes are those of npm's files.
const { license, files } = readJson('package.json') as { readonly license: string; readonly files: readonly string[] }
const lock = readJson('package-lock.json') as LockFile
const sbom = createSbom(lock, license, [...packages, ...takePagePackages(ROOT)])
writeFileSync(join(ROOT, 'build/sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`)

const packed = packedFiles(files)
const hashes = hashFiles(ROOT, packed)
writeFileSync(join(ROOT, HASHES), hashes)
for (const path of [...packed, HASHES]) resetPermissions(join(ROOT, path))
console.log(`${HASHES}: ${packed.length} files, SHA-256 of the list: ${hashOfHashes(hashes)}`)
