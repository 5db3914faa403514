// The package of `npm pack`, installed in an empty folder without a registry: the command, a wallet's life, the page, the typed client.
import { createHash } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { copyProject, installPackage, packProject, runProgram } from '../../support/peers/package.ts'
import { sbomViolations } from '../../support/sbomSchema.ts'

const COIN = 1_000_000_000
const MAX_PACKED_BYTES = 5 * 1024 * 1024

const ROOT = join(import.meta.dirname, '../../..')

const commands = createCommands('node_modules/.bin/faba')
const { folder } = commands
const workshop = mkdtempSync(join(tmpdir(), 'faba-package-'))
let packed: string

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Runs the commands of docs/verify.md that contain a text, in the folder of a package. `site`: the address of a page. */
const runVerification = (installed: string, text: string, site = ''): string => {
  const page = readFileSync(join(installed, 'docs/verify.md'), 'utf8')
  const [, commands = ''] =
    [...page.matchAll(/^```sh\n(.*?)^```/gms)].find(([, block = '']) => block.includes(text)) ?? []
  expect(commands).not.toBe('')
  return runProgram(installed, 'sh', '-c', `site=$0\n${commands}`, site)
}

beforeAll(() => {
  copyProject(join(workshop, 'checkout'))
  packed = packProject(join(workshop, 'checkout'), workshop)
  // Nothing of the checkout is left, nor its packages.
  rmSync(join(workshop, 'checkout'), { recursive: true })
  installPackage(folder, packed)
})

afterAll(async () => {
  await commands.end()
  rmSync(workshop, { recursive: true })
})

describe('the package', () => {
  it('is small, requires no other package, and contains no sources', () => {
    expect(statSync(packed).size).toBeLessThan(MAX_PACKED_BYTES)
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['faba'])
    const files = readdirSync(join(folder, 'node_modules/faba'), { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /(?<!\.d)\.tsx?$/.test(name))).toEqual([])
  })

  it('is the same, bit by bit, from another folder with other permissions, another time zone, language and new kernels', () => {
    const other = join(workshop, 'another', 'folder')
    copyProject(join(other, 'checkout'))
    rmSync(join(other, 'checkout/wasm/build'), { recursive: true })
    runProgram(other, 'chmod', '-R', 'go-rwx', 'checkout')
    const again = packProject(join(other, 'checkout'), other, 'umask 077; export TZ=Pacific/Kiritimati LC_ALL=C')
    expect(sha256(again)).toBe(sha256(packed))
  })

  it('lists the hashes of all its files', () => {
    const installed = join(folder, 'node_modules/faba')
    expect(runVerification(installed, 'sha256sum --check')).toBe(runProgram(installed, 'sha256sum', 'build/SHA256SUMS'))
    const listed = readFileSync(join(installed, 'build/SHA256SUMS'), 'utf8').trimEnd().split('\n')
    const entries = readdirSync(installed, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    expect([...listed.map((line) => line.slice(66)), 'build/SHA256SUMS'].sort()).toEqual(
      files.map((path) => path.slice(installed.length + 1)).sort(),
    )
  })

  it('has a bill of materials that names every package in its bundles', () => {
    const installed = join(folder, 'node_modules/faba')
    const text = readFileSync(join(installed, 'build/sbom.cdx.json'), 'utf8')
    expect(sbomViolations(JSON.parse(text))).toEqual([])
    // The schema requires these members.
    const { components } = JSON.parse(text) as { readonly components: readonly { name: string; scope: string }[] }
    const required = components.filter(({ scope }) => scope === 'required').map(({ name }) => name)
    // The bundles of the command name the files of the packages in comments.
    const comments = readdirSync(join(installed, 'build/cli')).flatMap(
      (name) =>
        readFileSync(join(installed, 'build/cli', name), 'utf8').match(
          /(?<=^\/\/(?:#region)? node_modules\/)(?:@[^/]+\/)?[^/]+/gm,
        ) ?? [],
    )
    expect(comments).toContain('hono')
    expect(required).toEqual(expect.arrayContaining([...new Set(comments)]))
    // The page, its workers and the service worker.
    expect(required).toEqual(expect.arrayContaining(['solid-js', 'idb', 'workbox-precaching', 'workbox-window']))
    expect(required).not.toContain('vite')
  })

  it('provides the command', () => {
    // The shape is that of package.json.
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(runProgram(folder, 'npx', 'faba', '--version')).toBe(`faba ${version}\n`)
    expect(runProgram(folder, 'npx', 'faba', '--help')).toContain('faba serve')
    expect(runProgram(folder, 'npx', 'faba', 'rpc', '--help')).toContain('--wallet-dir')
  })
})

describe('an installed faba node and faba rpc', () => {
  it('contains the driver of PostgreSQL', async () => {
    const url = 'postgres://ann:secret@127.0.0.1:9/none'
    const rpc = commands.run('rpc', '--wallet-database', url, '--wallets', '2', '--rpc-bind-port', '0')
    expect(await rpc.exit).toBe(2)
    expect(rpc.output()).toContain('--wallet-database: the database none at 127.0.0.1:9 does not respond')
  })

  it('mine, create a wallet, scan in threads and transfer', async () => {
    const nodeUrl = await commands.node()
    const rpc = await commands.rpc(nodeUrl, '--wallet-dir', 'wallets', '--disable-rpc-login')
    const ask = async (method: string, params: object = {}): Promise<Record<string, unknown>> => {
      const { result, error } = await rpc.call(method, params)
      expect(error, method).toBeUndefined()
      return result ?? {}
    }
    const daemon = caller(`${nodeUrl}/json_rpc`)
    await ask('create_wallet', { filename: 'ann', password: 'right', language: 'English' })
    const { address } = await ask('get_address')
    await daemon('dev_faucet', { address, amount: 7 * COIN })
    await daemon('dev_mine', { blocks: 12, address })
    await ask('refresh')
    expect(Number((await ask('get_balance'))['unlocked_balance'])).toBeGreaterThanOrEqual(7 * COIN)
    await ask('transfer', { destinations: [{ address, amount: COIN }] })
    await daemon('dev_mine', { blocks: 1 })
    await ask('refresh')
    expect((await ask('get_transfers', { out: true }))['out']).toHaveLength(1)
    expect(rpc.output()).not.toContain('scanner')
    rpc.child.kill('SIGTERM')
    expect(await rpc.exit).toBe(0)
  })
})

describe('an installed faba serve', () => {
  it('serves the page with its scripts and kernels', async () => {
    const [, url = ''] = await untilOutput(commands.run('serve', '--port', '0'), /Faba: (\S+)\n.*node at/s)
    const page = await fetch(`${url}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text()) ?? []
    const kernel = readdirSync(join(folder, 'node_modules/faba/dist/assets')).find((name) => name.endsWith('.wasm'))
    const types = await Promise.all(
      [script, `/assets/${kernel}`].map(async (path) => (await fetch(new URL(path, url))).headers.get('content-type')),
    )
    expect(types).toEqual(['text/javascript; charset=utf-8', 'application/wasm'])
  })

  it('sends the files of the package, which docs/verify.md checks', async () => {
    const [, url = ''] = await untilOutput(commands.run('serve', '--port', '0'), /Faba: (\S+)\n.*node at/s)
    const installed = join(folder, 'node_modules/faba')
    expect(runVerification(installed, 'curl', url)).toBe('')
    const script = readdirSync(join(installed, 'dist/assets')).find((name) => name.startsWith('worker-')) ?? ''
    for (const path of ['index.html', 'service-worker.js', `assets/${script}`]) {
      const before = readFileSync(join(installed, 'dist', path))
      appendFileSync(join(installed, 'dist', path), '\n')
      expect(runVerification(installed, 'curl', url)).toBe(`differs: ${path}\n`)
      writeFileSync(join(installed, 'dist', path), before)
    }
  })

  it('refuses to build the page', async () => {
    const running = commands.run('serve', '--port', '0', '--build')
    expect(await running.exit).toBe(2)
    expect(running.output()).toContain('only a checkout can be built')
  })
})

describe('faba/client', () => {
  /** Type checks a file beside the installed package. `options`: further settings of the compiler. */
  const compile = (name: string, source: string, options: object): string => {
    writeFileSync(join(folder, name), source)
    const compilerOptions = { module: 'NodeNext', target: 'ES2024', strict: true, noEmit: true, ...options }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [name] }))
    return runProgram(folder, join(ROOT, 'node_modules/.bin/tsc'), '-p', 'tsconfig.json')
  }

  it('has types that need no other package, and calls a service', async () => {
    const source = `import { createWalletClient, JsonRpcError, type WalletClient } from 'faba/client'
const client: WalletClient = createWalletClient((request) => fetch(request), process.argv[2])
declare const process: { argv: string[] }
await client.create_wallet({ filename: 'typed', password: 'right', language: 'English' })
const balance: bigint = (await client.get_balance({ account_index: 0 })).balance
// @ts-expect-error: an account is a number
const refused: Promise<unknown> = client.get_balance({ account_index: 'first' })
const error: unknown = await refused.catch((reason: unknown) => reason)
console.log(balance, error instanceof JsonRpcError ? error.code : error)
`
    compile('client.ts', source, { lib: ['ES2024', 'DOM'], types: [] })
    const rpc = await commands.rpc(await commands.node(), '--wallet-dir', 'typed', '--disable-rpc-login')
    expect(runProgram(folder, process.execPath, 'client.ts', rpc.url)).toBe('0n -32602\n')
  })

  it('has the types of the declarations', () => {
    const source = `import type { createWalletClient as Installed } from 'faba/client'
import type { createWalletClient as Declared } from '${ROOT}/src/rpc/client.ts'
declare const installed: typeof Installed
declare const declared: typeof Declared
type Calls<Client> = { [Name in keyof Client]: Client[Name] extends (...args: infer Args) => Promise<infer Result> ? [Args, Result] : never }
declare const calls: { installed: Calls<ReturnType<typeof Installed>>; declared: Calls<ReturnType<typeof Declared>> }
const [one, other]: [typeof Declared, typeof Installed] = [installed, declared]
const [first, second]: [typeof calls.declared, typeof calls.installed] = [calls.installed, calls.declared]
console.log(one, other, first, second)
`
    const types = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')], allowImportingTsExtensions: true }
    compile('same.ts', source, { ...types, exactOptionalPropertyTypes: true, skipLibCheck: true })
  })
})
