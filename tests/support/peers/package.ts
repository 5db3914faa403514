// The package that `npm pack` makes, installed in another folder.

import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** What the build of the package reads. */
const SOURCES = [
  ...['src', 'workers', 'public', 'docs', 'release', 'index.html', 'vite.config.ts', 'tsconfig.json'],
  ...['package.json', 'package-lock.json', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md', 'wasm'],
]

/** Variables of the test runner that change what Vite builds. */
const TEST_VARIABLES = ['NODE_ENV', 'VITEST', 'VITEST_MODE', 'TEST']

const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !TEST_VARIABLES.includes(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
})

/** Runs a program with the Node of this process in a folder, and returns its output. */
export const runProgram = (folder: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(),
  })

/** Copies the project to `checkout`, which must not exist, so that no other test sees its build. Packages are linked. */
export const copyProject = (checkout: string): void => {
  // With their times: the kernels are newer than their sources, and are not built again.
  for (const name of SOURCES)
    cpSync(join(ROOT, name), join(checkout, name), { recursive: true, preserveTimestamps: true })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
}

/**
 * Packs the project of a folder into another; returns the path of the package.
 * @param setting shell commands that run before, such as `umask 077; export TZ=Asia/Tokyo`
 */
export const packProject = (checkout: string, folder: string, setting = ':'): string => {
  runProgram(checkout, 'sh', '-c', `${setting}; npm pack --pack-destination "$0"`, folder)
  const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
  return join(folder, file)
}

/** Installs a package in a folder, without any registry and without scripts. */
export const installPackage = (folder: string, path: string): void => {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  runProgram(folder, 'npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', path)
}
