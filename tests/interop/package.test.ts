// The package of `npm pack`, installed in an empty folder without a registry: the command, a wallet's life, the page.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caller, createCommands, untilOutput } from '../support/peers/commands.ts'
import { copyProject, installPackage, packProject, runProgram } from '../support/peers/package.ts'

const COIN = 1_000_000_000
const MAX_PACKED_BYTES = 5 * 1024 * 1024

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
