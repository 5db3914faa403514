// The wallets that a development node prints at start: restored from their seeds they hold the printed amounts, spendable at once.

import { afterAll, describe, expect, it } from 'vitest'
import { createCommands, untilOutput } from '../support/peers/commands.ts'
import { callJsonRpc, type Peer, startFabaWallet, startMoneroWallet } from '../support/peers/monero.ts'

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
