// The package of `npm pack`, installed in an empty folder without a registry: the command, a wallet's life, the page, the typed client.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, createCommands, untilOutput } from '../support/peers/commands.ts'
import { copyProject, installPackage, packProject, runProgram } from '../support/peers/package.ts'

const COIN = 1_000_000_000
const MAX_PACKED_BYTES = 5 * 1024 * 1024

const ROOT = join(import.meta.dirname, '../..')

const commands = createCommands('node_modules/.bin/faba')
const { folder } = commands
const workshop = mkdtempSync(join(tmpdir(), 'faba-package-'))
let packed: string

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

  it('provides the command', () => {
    // The shape is that of package.json.
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
    expect(runProgram(folder, 'npx', 'faba', '--version')).toBe(`faba ${version}\n`)
    expect(runProgram(folder, 'npx', 'faba', '--help')).toContain('faba serve')
    expect(runProgram(folder, 'npx', 'faba', 'rpc', '--help')).toContain('--wallet-dir')
  })
})

describe('an installed faba node and faba rpc', () => {
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
