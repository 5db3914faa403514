// The wallets that a development node prints at start: restored from their seeds they hold the printed amounts, spendable at once.

import { readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { newestMonero } from '../../newest-monero.ts'
import { createCommands, untilOutput } from '../../support/peers/commands.ts'
import {
  callJsonRpc,
  freePort,
  type Peer,
  startFabaWallet,
  startMoneroWallet,
  startPeer,
} from '../../support/peers/monero.ts'

const commands = createCommands()
const peers: Peer[] = []
afterAll(async () => {
  for (const peer of peers) await peer.stop()
  await commands.end()
})

type PrintedWallet = {
  readonly address: string
  readonly seed: string
  readonly view_key: string
  readonly amount: number
}

const startNode = async (...args: readonly string[]) => {
  const running = commands.run('node', '--port', '0', ...args)
  const [, url = ''] = await untilOutput(running, /development node: (\S+)\n.*dev_faucet/s)
  return { url, output: running.output, call: <T>(method: string) => callJsonRpc<T>(url, method, {}) }
}

const FIRST_SEED_WORDS = 'olive cottage ridges shipped mohawk unusual tawny thwart stunning voice myriad upon frying'

describe('the wallets of a new chain', () => {
  it.each([
    { family: 'the monero family, before monero-wallet-rpc', args: ['--network', 'monero'], open: startMoneroWallet },
    {
      family: "the monero family, before today's monero-wallet-rpc",
      args: ['--network', 'monero'],
      open: (node: Pick<Peer, 'url'>) => startMoneroWallet(node),
    },
    { family: 'the monero family, before faba rpc', args: ['--network', 'monero'], open: startFabaWallet },
  ])('restores and spends those of $family', async ({ args, open }) => {
    const node = await startNode(...args)
    const { wallets } = await node.call<{ wallets: readonly PrintedWallet[] }>('dev_wallets')
    expect(wallets).toHaveLength(3)
    const [first, second] = wallets
    expect(first?.seed).toContain(FIRST_SEED_WORDS)
    for (const { address, amount } of wallets) {
      expect(node.output()).toContain(`\n  ${address}\n`)
      expect(node.output()).toContain(`\n  ${Number(amount) / 1e12} coins\n`)
    }
    const wallet = await open(node)
    peers.push(wallet)
    const restored = await wallet.call<{ address: string }>('restore_deterministic_wallet', {
      filename: 'first',
      password: '',
      seed: first?.seed,
      restore_height: 0,
    })
    expect(restored.address).toBe(first?.address)
    await wallet.call('refresh')
    expect(await wallet.call('get_balance')).toMatchObject({ balance: first?.amount, unlocked_balance: first?.amount })
    expect(await wallet.call('query_key', { key_type: 'view_key' })).toEqual({ key: first?.view_key })
    const destinations = [{ address: second?.address, amount: 10 ** 12 }]
    expect(await wallet.call('transfer', { destinations })).toMatchObject({ amount: 10 ** 12 })
  })

  it.each([
    { flags: 'the documented flags', isLeftOut: () => false, scans: true },
    {
      flags: 'all of these but --allow-mismatched-daemon-version',
      isLeftOut: (flag: string) => flag === '--allow-mismatched-daemon-version',
      scans: false,
    },
  ])("with $flags, today's monero-wallet-rpc scans: $scans", async ({ isLeftOut, scans }) => {
    const { url, call } = await startNode('--network', 'monero')
    const page = readFileSync(new URL('../../../docs/node-rpc.md', import.meta.url), 'utf8')
    const [, documented = ''] = /^monero-wallet-rpc (.*)$/m.exec(page) ?? []
    const [directory, port] = [await mkdtemp(join(tmpdir(), 'faba-wallet-')), await freePort()]
    const own: Readonly<Record<string, string>> = {
      '127.0.0.1:22023': url.replace('http://', ''),
      ...{ wallets: directory, 18088: String(port) },
    }
    const args = documented.split(' ').map((part) => own[part] ?? part)
    const wallet = await startPeer(
      newestMonero('monero-wallet-rpc'),
      [...args.filter((flag) => !isLeftOut(flag)), `--log-file=${join(directory, 'log')}`],
      `http://127.0.0.1:${port}`,
      directory,
    )
    peers.push(wallet)
    const { wallets } = await call<{ wallets: readonly PrintedWallet[] }>('dev_wallets')
    const seed = wallets[0]?.seed
    await wallet.call('restore_deterministic_wallet', { filename: 'first', password: '', seed, restore_height: 0 })
    await wallet.call('refresh').catch(() => undefined)
    const { height } = await wallet.call<{ height: number }>('get_height')
    expect(height > 1).toBe(scans)
  })

  it('prints the requested number of wallets, with the same seeds', async () => {
    const walletsOf = async (...args: readonly string[]): Promise<readonly PrintedWallet[]> =>
      (await (await startNode(...args)).call<{ wallets?: readonly PrintedWallet[] }>('dev_wallets')).wallets ?? []
    expect(await walletsOf('--wallets', '0')).toEqual([])
    const [two, defaults] = [await walletsOf('--wallets', '2'), await walletsOf()]
    expect(two).toHaveLength(2)
    expect(two.map(({ seed }) => seed)).toEqual(defaults.slice(0, 2).map(({ seed }) => seed))
    expect(defaults[0]?.address).toMatch(/^L/)
  })
})
