// `npm pack` runs this script after the build of the page: it makes what a package has instead of sources and dependencies.
//   build/cli            the command in JavaScript, with all libraries in it
//   build/client         the typed client of the wallet RPC, with its types
//   build/sbom.cdx.json  the bill of materials
//   build/SHA256SUMS     the hashes of all other files

import { chmodSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { describeWalletRpc } from '../src/rpc/description.ts'
import { type PackagePaths, recordPackages, takePagePackages } from './bundledPackages.ts'
import { clientTypes } from './clientTypes.ts'
import { hashFiles, hashOfHashes } from './hashes.ts'
import { rareCharacterPlugin } from './rareCharacters.ts'
import { createSbom, type LockFile } from './sbom.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const HASHES = 'build/SHA256SUMS'

const packages: PackagePaths = new Set()

/** Returns the settings of a bundle for Node. The names of its files do not depend on their content. */
const bundleOf = (input: Readonly<Record<string, string>>, outDir: string): InlineConfig => ({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  publicDir: false,
  plugins: [recordPackages(packages), rareCharacterPlugin()],
  // Comments name the files of the packages. Their paths must not depend on where the packages are.
  resolve: { preserveSymlinks: true },
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir,
    target: 'node24',
    // Readable, as the sources are.
    minify: false,
    rolldownOptions: { input: { ...input }, output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
  },
})

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

// All files are in one folder, two levels deep: the paths to the kernels and to the page are those of the sources.
await build(
  bundleOf(
    {
      main: 'src/cli/main.ts',
      scannerThread: 'src/cli/rpc/scannerThread.ts',
      sharedScannerThread: 'src/cli/rpc/sharedScannerThread.ts',
    },
    'build/cli',
  ),
)
await build(bundleOf({ client: 'release/client.ts' }, 'build/client'))
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
