// Today's Monero, which people run, beside the older one of Debian stable: the package of Debian unstable with its own libraries, in a
// folder of node_modules/.cache. `npx node tests/newest-monero.ts` installs it; `npm test` does so too.

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('../node_modules/.cache/newest-monero', import.meta.url))
const PROGRAMS = ['monerod', 'monero-wallet-rpc', 'monero-wallet-cli'] as const

export type MoneroProgram = (typeof PROGRAMS)[number]

/** The oldest version that counts as today's. */
const OLDEST = '0.18.5'

const binaries = (): string => process.env['FABA_NEWEST_MONERO'] ?? join(FOLDER, 'bin')

/** Returns the version that a program reports, such as `0.18.5.3`; undefined if it does not run. */
const versionOf = (program: MoneroProgram): string | undefined => {
  const { stdout } = spawnSync(join(binaries(), program), ['--version'], { encoding: 'utf8' })
  return /\(v(\d+(?:\.\d+)+)/.exec(stdout ?? '')?.[1]
}

const isNewest = (version: string | undefined): boolean =>
  version !== undefined && version.localeCompare(OLDEST, 'en', { numeric: true }) >= 0

/**
 * Returns the path of a program of today's Monero.
 * @throws Error if it is not installed
 */
export const newestMonero = (program: MoneroProgram): string => {
  const path = join(binaries(), program)
  if (!existsSync(path))
    throw new Error(
      `${program} of today's Monero is missing at ${path}. Debian: npx node tests/newest-monero.ts. Elsewhere: name the folder of its programs in FABA_NEWEST_MONERO.`,
    )
  return path
}

/** @throws Error with the end of the output if the command fails */
const run = (command: string, ...args: readonly string[]): void => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? `${stdout}${stderr}`.slice(-1000)}`)
}

/** Returns the address of the Debian mirror that the sources of apt name. */
const debianMirror = (): string => {
  const files = [
    ...globSync('/etc/apt/sources.list.d/*.{sources,list}'),
    ...['/etc/apt/sources.list'].filter((path) => existsSync(path)),
  ]
  const lines = files.flatMap((path) => readFileSync(path, 'utf8').split('\n'))
  const addresses = lines.flatMap((line) => /^(?:URIs:|deb(?: \[[^\]]*\])?) *(\S+)/.exec(line)?.[1] ?? [])
  const mirror = addresses.find((address) => /\/debian\/?$/.test(address))
  if (mirror === undefined) throw new Error('the sources of apt name no Debian mirror')
  return mirror
}

/** A shell script that starts a program with the dynamic linker and the libraries of its own packages. */
const starter = (root: string, program: string): string => {
  const [linker] = globSync(join(root, 'usr/lib/*/ld-linux-*.so.*'))
  if (linker === undefined) throw new Error(`no dynamic linker in ${root}`)
  return `#!/bin/sh\nexec "${linker}" --library-path "${dirname(linker)}" --argv0 ${program} "${join(root, 'usr/bin', program)}" "$@"\n`
}

/** Fetches the package and its libraries, and unpacks them into a new folder that takes the place of the old one. */
const install = (): void => {
  const staging = `${FOLDER}-${process.pid}`
  const [state, cache] = [join(staging, 'apt/state'), join(staging, 'apt/cache')]
  for (const path of [join(state, 'lists/partial'), join(cache, 'archives/partial'), join(staging, 'root')])
    mkdirSync(path, { recursive: true })
  const sources = join(staging, 'apt/sources.list')
  const keyring = '/usr/share/keyrings/debian-archive-keyring.gpg'
  writeFileSync(sources, `deb [signed-by=${keyring}] ${debianMirror()} sid main\n`)
  writeFileSync(join(state, 'status'), '')
  const options = {
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::State': state,
    'Dir::State::status': join(state, 'status'),
    'Dir::Cache': cache,
    'APT::Install-Recommends': '0',
    'APT::Sandbox::User': 'root',
  }
  const apt = (...args: readonly string[]): void =>
    run('apt-get', '-q', ...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]), ...args)
  try {
    apt('update')
    apt('-y', '--download-only', 'install', 'monero')
    const archives = join(cache, 'archives')
    for (const name of readdirSync(archives))
      if (name.endsWith('.deb')) run('dpkg-deb', '-x', join(archives, name), join(staging, 'root'))
    rmSync(FOLDER, { recursive: true, force: true })
    mkdirSync(join(FOLDER, 'bin'), { recursive: true })
    renameSync(join(staging, 'root'), join(FOLDER, 'root'))
    for (const program of PROGRAMS)
      writeFileSync(join(FOLDER, 'bin', program), starter(join(FOLDER, 'root'), program), { mode: 0o755 })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/**
 * Installs today's Monero unless it is installed. Returns its version.
 * @throws Error if it cannot be installed, or is older than 0.18.5
 */
export const ensureNewestMonero = (): string => {
  if (!isNewest(versionOf('monerod')) && process.env['FABA_NEWEST_MONERO'] === undefined) install()
  for (const program of PROGRAMS) newestMonero(program)
  const version = versionOf('monerod')
  if (version === undefined || !isNewest(version))
    throw new Error(`today's Monero must be ${OLDEST} or later; ${binaries()} has ${version ?? 'none that runs'}`)
  return version
}

if (import.meta.main) console.log(`Monero ${ensureNewestMonero()} in ${binaries()}`)
