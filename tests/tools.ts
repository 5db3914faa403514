// The programs that the tests need beyond npm packages: Chromium and its headless shell, Firefox, WebKitGTK and Xvfb, Debian's monero package, BIND, nginx,
// HAProxy, PostgreSQL, systemd-analyze, curl, openssl, a C compiler, Python and PHP with their HTTP clients, and Python's libzmq. Installs missing ones if possible, and otherwise reports what to install.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { dirname } from 'node:path'
import { chromium } from '@playwright/test'
import { ensureNewestMonero } from './newest-monero.ts'

const DEBIAN_CHROMIUM = '/usr/bin/chromium'
const DEBIAN_HEADLESS_SHELL = '/usr/lib/chromium/chromium-headless-shell'
const DEBIAN_FIREFOX = '/usr/bin/firefox-esr'

const run = (command: string, args: readonly string[]): boolean =>
  spawnSync(command, args, { stdio: 'inherit' }).status === 0

export const onPath = (program: string): boolean => spawnSync('which', [program], { stdio: 'ignore' }).status === 0

/** Returns the path of Chromium: FABA_CHROMIUM, Debian's package or Playwright's download; undefined if none exists. */
export const chromiumPath = (): string | undefined =>
  [process.env['FABA_CHROMIUM'], DEBIAN_CHROMIUM, chromium.executablePath()].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  )

/** Returns the path of Chromium's headless shell: its engine without the windows of a browser, at half the cost; or that of Chromium. */
export const headlessShellPath = (): string | undefined =>
  [process.env['FABA_CHROMIUM'], DEBIAN_HEADLESS_SHELL].find((path) => path !== undefined && existsSync(path)) ??
  chromiumPath()

/** Returns the path of Firefox: FABA_FIREFOX, Debian's extended support release or the one on PATH; undefined if none exists. */
export const firefoxPath = (): string | undefined =>
  [process.env['FABA_FIREFOX'], DEBIAN_FIREFOX, onPath('firefox') ? 'firefox' : undefined].find(
    (path) => path !== undefined && path !== '' && (path === 'firefox' || existsSync(path)),
  )

/** Returns the folder of the programs of the newest installed PostgreSQL server (Debian, or initdb on PATH); undefined if none is installed. */
export const postgresFolder = (): string | undefined => {
  const [newest] = globSync('/usr/lib/postgresql/*/bin/initdb').sort((a, b) => versionIn(b) - versionIn(a))
  const onPathAt = spawnSync('which', ['initdb'], { encoding: 'utf8' }).stdout.trim()
  const found = newest ?? (onPathAt === '' ? undefined : onPathAt)
  return found === undefined ? undefined : dirname(found)
}

const versionIn = (path: string): number => Number(/\d+/.exec(path)?.[0])

const succeeds = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** Returns the Python that has requests: the one on PATH or Debian's; undefined if none has. */
export const pythonPath = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => succeeds(program, '-c', 'import requests'))

const zmqPython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => succeeds(program, '-c', 'import zmq'))

/**
 * Returns the Python that has zmq (libzmq): the one on PATH or Debian's.
 * @throws Error if none has
 */
export const zmqPythonPath = (): string => {
  const path = zmqPython()
  if (path === undefined) throw new Error('Python has no zmq. Debian: apt-get install python3-zmq.')
  return path
}

/** The modules that Monero's functional tests import. */
const SUITE_MODULES = 'requests, psutil, zmq, deepdiff'
const SUITE_PACKAGES = ['python3-requests', 'python3-psutil', 'python3-zmq', 'python3-deepdiff']

const suitePython = (): string | undefined =>
  ['python3', '/usr/bin/python3'].find((program) => succeeds(program, '-c', `import ${SUITE_MODULES}`))

/**
 * Returns the Python with the modules that Monero's functional tests import: the one on PATH or Debian's.
 * @throws Error if none has them
 */
export const suitePythonPath = (): string => {
  const path = suitePython()
  if (path === undefined)
    throw new Error(`Python has no ${SUITE_MODULES}. Debian: apt-get install ${SUITE_PACKAGES.join(' ')}.`)
  return path
}

/**
 * Checks that today's Monero and the Python of its functional tests are installed, and installs them if possible.
 * @throws Error with what to install if one is still missing
 */
export const ensureFunctionalTools = (): void => {
  console.log(`Monero ${ensureNewestMonero()}`)
  if (suitePython() === undefined && canInstallDebianPackages()) installDebianPackages(SUITE_PACKAGES)
  suitePythonPath()
}

const hasPhpWithCurl = (): boolean => succeeds('php', '-r', "exit(function_exists('curl_init') ? 0 : 1);")

export const canInstallDebianPackages = (): boolean => process.getuid?.() === 0 && onPath('apt-get')

export const installDebianPackages = (packages: readonly string[]): boolean =>
  run('apt-get', ['update', '-qq']) &&
  run('env', [
    'DEBIAN_FRONTEND=noninteractive',
    // Debian starts no installed service in this runlevel.
    'RUNLEVEL=1',
    'apt-get',
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    ...packages,
  ])

/**
 * Checks that today's Monero, Chromium, Firefox, WebKitGTK, Xvfb, monerod, monero-wallet-rpc, named and its tools, nginx, HAProxy, PostgreSQL, systemd-analyze, curl, openssl
 * and a C compiler are installed, and installs missing ones if possible.
 * @throws Error with the packages to install if one is still missing
 */
export const ensureTools = (): void => {
  console.log(`Monero ${ensureNewestMonero()} beside the one on PATH`)
  ensurePackages()
}

const ensurePackages = (): void => {
  const missing = {
    chromium: chromiumPath() === undefined,
    'chromium-headless-shell': headlessShellPath() === undefined || headlessShellPath() === DEBIAN_CHROMIUM,
    'firefox-esr': firefoxPath() === undefined,
    'webkit2gtk-driver': !onPath('WebKitWebDriver'),
    xvfb: !onPath('Xvfb'),
    monero: !onPath('monerod') || !onPath('monero-wallet-rpc'),
    bind9: !onPath('named'),
    'bind9-utils': !onPath('dnssec-signzone'),
    'nginx-light': !onPath('nginx'),
    haproxy: !onPath('haproxy'),
    postgresql: postgresFolder() === undefined,
    systemd: !onPath('systemd-analyze'),
    gcc: !onPath('cc'),
    curl: !onPath('curl'),
    openssl: !onPath('openssl'),
    // Without these, the tests of their logins and of ZMQ alone fail.
    'python3-requests': pythonPath() === undefined,
    'python3-zmq': zmqPython() === undefined,
    'php-cli': !hasPhpWithCurl(),
    'php-curl': !hasPhpWithCurl(),
  }
  const packages = (Object.keys(missing) as (keyof typeof missing)[]).filter((name) => missing[name])
  if (packages.length === 0) return
  if (canInstallDebianPackages()) installDebianPackages(packages)
  else if (missing.chromium) run('npx', ['playwright', 'install', 'chromium'])
  const problems: string[] = []
  if (chromiumPath() === undefined)
    problems.push('Chromium is missing. Debian: apt-get install chromium. Elsewhere: npx playwright install chromium.')
  if (firefoxPath() === undefined)
    problems.push('Firefox is missing. Debian: apt-get install firefox-esr. Elsewhere: put firefox on PATH.')
  if (!onPath('WebKitWebDriver') || !onPath('Xvfb'))
    problems.push('WebKitWebDriver and Xvfb are missing. Debian: apt-get install webkit2gtk-driver xvfb.')
  if (!onPath('named') || !onPath('dnssec-signzone'))
    problems.push('named and dnssec-signzone (9.18) are missing. Debian: apt-get install bind9 bind9-utils.')
  if (!onPath('nginx')) problems.push('nginx is missing. Debian: apt-get install nginx-light.')
  if (!onPath('haproxy')) problems.push('haproxy is missing. Debian: apt-get install haproxy.')
  if (postgresFolder() === undefined)
    problems.push(
      'The PostgreSQL server is missing. Debian: apt-get install postgresql. Elsewhere: put initdb on PATH.',
    )
  if (!onPath('systemd-analyze')) problems.push('systemd-analyze is missing. Debian: apt-get install systemd.')
  if (!onPath('cc')) problems.push('A C compiler is missing. Debian: apt-get install gcc. Elsewhere: put cc on PATH.')
  for (const program of ['curl', 'openssl'])
    if (!onPath(program)) problems.push(`${program} is missing. Debian: apt-get install ${program}.`)
  if (!onPath('monerod') || !onPath('monero-wallet-rpc'))
    problems.push(
      'monerod and monero-wallet-rpc (0.18) are missing. Debian: apt-get install monero. Elsewhere: put them on PATH.',
    )
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
