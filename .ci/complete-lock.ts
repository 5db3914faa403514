// `node .ci/complete-lock.ts`, after npm changed package-lock.json: adds the optional packages of other platforms that npm left
// out because the registry in use does not have them. Without them `npm ci` refuses the file; with them it skips what is for
// another platform.

import { readFileSync, writeFileSync } from 'node:fs'

type Entry = {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

const FILE = 'package-lock.json'
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** The platform that a package's name ends with, such as linux-arm64-musl. */
const platformOf = (name: string): Pick<Entry, 'os' | 'cpu' | 'libc'> => {
  if (name === 'fsevents') return { os: ['darwin'] }
  const parts = name.split(/[-/]/).map((part) => (part === 'armv7' ? 'arm' : part))
  const os = SYSTEMS.filter((system) => parts.includes(system))
  const cpu = PROCESSORS.filter((processor) => parts.includes(processor))
  const musl = parts.includes('musl') ? ['musl'] : parts.includes('gnu') ? ['glibc'] : undefined
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(musl === undefined ? {} : { libc: musl }),
  }
}

// The shape is that of npm's lock files, version 3.
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> }
const added: string[] = []
for (const [path, entry] of Object.entries(lock.packages))
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const place = `node_modules/${name}`
    if (place in lock.packages || `${path}/${place}` in lock.packages) continue
    const platform = platformOf(name)
    if (platform.os === undefined && platform.cpu === undefined) throw new Error(`${name} of ${path} names no platform`)
    lock.packages[place] = {
      version: range.replace(/^[^\d]*/, ''),
      ...(entry.dev === true ? { dev: true } : {}),
      optional: true,
      ...platform,
    }
    added.push(name)
  }
const [root, ...rest] = Object.entries(lock.packages)
if (root === undefined) throw new Error(`${FILE} lists no packages`)
const sorted = rest.sort(([a], [b]) => (a < b ? -1 : 1))
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries([root, ...sorted]) }, null, 2)}\n`)
console.log(`${added.length} optional packages of other platforms added`)
