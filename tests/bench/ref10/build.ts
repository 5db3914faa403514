// Builds the peer of the scan kernel: ref10, monero's curve and hash code in C, as browser wallets run it (WebAssembly, clang -O3) and
// natively (gcc -O3), also with the assembly that wallet2 uses on amd64. The source is not part of this project: it is Debian's source
// package in the version of the installed monero package, downloaded from the package sources of this machine.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canInstallDebianPackages, installDebianPackages, onPath } from '../../tools.ts'

const HERE = fileURLToPath(new URL('.', import.meta.url))
const SHIM = join(HERE, 'shim')
const BUILD = fileURLToPath(new URL('../build/ref10', import.meta.url))
const SOURCE = join(BUILD, 'source')
const WASM = join(BUILD, 'ref10.wasm')
const SIMD = join(BUILD, 'ref10-simd.wasm')
const NATIVE = join(BUILD, 'ref10')
const ASSEMBLY = join(BUILD, 'ref10-assembly')

/** Files of monero that are built or included, by their path in its tree. */
const NEEDED = [
  ...['crypto-ops.c', 'crypto-ops-data.c', 'crypto-ops.h', 'keccak.c', 'keccak.h', 'hash.c', 'hash-ops.h'].map(
    (name) => `src/crypto/${name}`,
  ),
  'contrib/epee/include/int-util.h',
]

/** Paths in the tree of the assembly, which is a separate source archive. */
const ASSEMBLY_FOLDER = 'crypto_sign/ed25519/amd64-64-24k'
const ASSEMBLY_GLUE = ['src/amd64/amd64-64-24k.c', 'src/amd64/amd64-64-24k-choose_tp.s', 'src/amd64/amd64.c.inc']
const ASSEMBLY_SOURCE = join(BUILD, 'assembly')

const COMPILED = NEEDED.filter((path) => path.endsWith('.c')).map((path) => join(SOURCE, path))
const INCLUDES = [SHIM, join(SOURCE, 'src/crypto'), join(SOURCE, 'contrib/epee/include')].map((path) => `-I${path}`)

/** Standard headers that monero includes; for WebAssembly they are empty and shim/libc.h has their declarations. */
const STANDARD_HEADERS = ['assert.h', 'stdio.h', 'stdlib.h', 'string.h', 'unistd.h', 'sys/param.h']

const PACKAGES = { clang: 'clang', 'wasm-ld': 'lld', gcc: 'gcc' }

/**
 * Paths. `wasm`: built as for browser wallets; `simd`: with -msimd128; `native`: a program; `assembly`: a program with the hand-written
 * assembly, where the machine supports it.
 */
export type Ref10 = {
  readonly wasm: string
  readonly simd: string
  readonly native: string
  readonly assembly: string | undefined
}

const run = (command: string, args: readonly string[], cwd = BUILD): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${error?.message ?? stderr}`)
  return stdout
}

const ensureCompilers = (): void => {
  const missing = (): string[] => Object.entries(PACKAGES).flatMap(([name, from]) => (onPath(name) ? [] : [from]))
  if (missing().length > 0 && canInstallDebianPackages()) installDebianPackages(missing())
  if (missing().length > 0)
    throw new Error(`the kernel bench needs a C compiler for WebAssembly: apt-get install ${missing().join(' ')}`)
}

/** Writes the machine's package sources, for source packages, into a separate folder. */
const writeSourceEntries = (folder: string): void => {
  const parts = '/etc/apt/sources.list.d'
  const files = [
    '/etc/apt/sources.list',
    ...(existsSync(parts) ? readdirSync(parts).map((name) => join(parts, name)) : []),
  ].filter((path) => existsSync(path) && /\.(list|sources)$/.test(path))
  mkdirSync(folder, { recursive: true })
  for (const [i, path] of files.entries()) {
    const text = readFileSync(path, 'utf8')
    if (path.endsWith('.sources'))
      writeFileSync(join(folder, `${i}.sources`), text.replaceAll(/^Types:.*$/gm, 'Types: deb-src'))
    else writeFileSync(join(folder, `${i}.list`), text.replaceAll(/^deb(-src)?\s/gm, 'deb-src '))
  }
}

/** Downloads Debian's source package, whose signatures apt verifies, and unpacks the files that are built. */
const ensureSource = (): void => {
  if (NEEDED.every((path) => existsSync(join(SOURCE, path))) && existsSync(ASSEMBLY_SOURCE)) return
  const apt = join(BUILD, 'apt')
  rmSync(apt, { recursive: true, force: true })
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(apt, folder), { recursive: true })
  writeSourceEntries(join(apt, 'parts'))
  const options = [
    ['Dir::Etc::sourcelist', '/dev/null'],
    ['Dir::Etc::sourceparts', join(apt, 'parts')],
    ['Dir::State::lists', join(apt, 'lists')],
    ['Dir::Cache', join(apt, 'cache')],
    ['APT::Sandbox::User', 'root'],
  ].flatMap(([name, value]) => ['-o', `${name}=${value}`])
  const installed = spawnSync('dpkg-query', ['--show', 'monero'], { encoding: 'utf8' })
  // A line of name and version; +b1 would be a rebuild of the same source.
  const version =
    installed.status === 0
      ? installed.stdout
          .trim()
          .replace(/\+b\d+$/, '')
          .replace('\t', '=')
      : 'monero'
  run('apt-get', [...options, '-qq', 'update'], apt)
  run('apt-get', [...options, '-qq', 'source', '--download-only', version], apt)
  const unpack = (pattern: RegExp, to: string, members: readonly string[]): void => {
    const archive = readdirSync(apt).find((name) => pattern.test(name))
    if (archive === undefined) throw new Error(`apt-get source left nothing like ${pattern} in ${apt}`)
    mkdirSync(to, { recursive: true })
    const patterns = members.map((path) => `*/${path}`)
    run('tar', ['-xf', archive, '-C', to, '--strip-components=1', '--wildcards', ...patterns], apt)
  }
  unpack(/\.orig\.tar\.[a-z0-9]+$/, SOURCE, NEEDED)
  unpack(/\.orig-.*supercop\.tar\.[a-z0-9]+$/, ASSEMBLY_SOURCE, [`${ASSEMBLY_FOLDER}/*`, ...ASSEMBLY_GLUE])
  rmSync(apt, { recursive: true })
}

/** Uses no link-time step beyond the linker: wasm-opt changes nothing measurable here. */
const buildWasm = (output: string, moreFlags: readonly string[]): void => {
  const headers = join(BUILD, 'headers')
  mkdirSync(join(headers, 'sys'), { recursive: true })
  for (const name of STANDARD_HEADERS) writeFileSync(join(headers, name), '')
  const flags = ['--target=wasm32', '-O3', '-std=gnu11', '-w', '-ffreestanding', '-nostdlibinc', ...moreFlags]
  const includes = ['-include', join(SHIM, 'libc.h'), `-I${headers}`, ...INCLUDES]
  const objects = [join(HERE, 'glue.c'), join(SHIM, 'memory.c'), ...COMPILED].map((path) => {
    const object = join(BUILD, `${basename(path)}.o`)
    run('clang', [
      ...flags,
      ...includes,
      ...(path.endsWith('memory.c') ? ['-fno-builtin'] : []),
      '-c',
      path,
      '-o',
      object,
    ])
    return object
  })
  run('wasm-ld', ['--no-entry', '--strip-all', ...objects, '-o', output])
}

const buildNative = (output: string, more: readonly string[]): void => {
  run('gcc', ['-O3', '-w', ...INCLUDES, join(HERE, 'native.c'), ...COMPILED, ...more, '-o', output])
}

const buildAssembly = (): void => {
  const folder = join(ASSEMBLY_SOURCE, ASSEMBLY_FOLDER)
  const sources = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    ...ASSEMBLY_GLUE.map((path) => join(ASSEMBLY_SOURCE, path)),
  ].filter((path) => /\.[cs]$/.test(path))
  // Signatures, which need more files, are omitted; the linker takes what it needs of the rest.
  const objects = sources
    .filter((path) => !readFileSync(path, 'utf8').includes('#include "crypto_'))
    .map((path) => {
      const object = join(BUILD, `${basename(path)}.o`)
      const language = path.endsWith('consts.s') ? ['-x', 'assembler-with-cpp'] : []
      run('gcc', ['-O3', '-w', `-I${folder}`, ...language, '-c', path, '-o', object])
      return object
    })
  const archive = join(BUILD, 'assembly.a')
  rmSync(archive, { force: true })
  run('ar', ['rcs', archive, ...objects])
  buildNative(ASSEMBLY, ['-DASSEMBLY', archive])
}

const hasAssembly = process.arch === 'x64'

const isCurrent = (): boolean => {
  const built = [WASM, SIMD, NATIVE, ...(hasAssembly ? [ASSEMBLY] : [])]
  if (!built.every(existsSync)) return false
  const oldest = Math.min(...built.map((path) => statSync(path).mtimeMs))
  const sources = [HERE, SHIM].flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  return sources.every((path) => statSync(path).mtimeMs <= oldest)
}

/**
 * Returns the paths of the peer. The first call downloads and compiles.
 * @throws Error with the missing packages
 */
export const ensureRef10 = (): Ref10 => {
  if (!isCurrent()) {
    mkdirSync(BUILD, { recursive: true })
    ensureCompilers()
    ensureSource()
    buildWasm(WASM, [])
    buildWasm(SIMD, ['-msimd128'])
    buildNative(NATIVE, [])
    if (hasAssembly) buildAssembly()
  }
  return { wasm: WASM, simd: SIMD, native: NATIVE, assembly: hasAssembly ? ASSEMBLY : undefined }
}
