// The wallets that a development node prints at start: restored from their seeds they hold the printed amounts, spendable at once.

import { afterAll, describe, expect, it } from 'vitest'
import { createCommands, until } from '../support/peers/commands.ts'
import { callJsonRpc, type Peer, startFabaWallet, startMoneroWallet } from '../support/peers/monero.ts'

const commands = createCommands()
const peers: Peer[] = []
afterAll(async () => {
  for (const peer of peers) await peer.stop()
  await commands.end()
})

type Told = { readonly address: string; readonly seed: string; readonly view_key: string; readonly amount: number }

const startNode = async (...args: readonly string[]) => {
  const running = commands.run('node', '--port', '0', ...args)
  const [, url = ''] = await until(running, /development node: (\S+)\n.*dev_faucet/s)
  return { url, output: running.output, call: <T>(method: string) => callJsonRpc<T>(url, method, {}) }
}

const FIRST = 'olive cottage ridges shipped mohawk unusual tawny thwart stunning voice myriad upon frying'

describe('the wallets of a new chain', () => {
  it.each([
    { family: 'the monero family, before monero-wallet-rpc', args: ['--network', 'monero'], open: startMoneroWallet },
    { family: 'the monero family, before faba rpc', args: ['--network', 'monero'], open: startFabaWallet },
  ])('restores and spends those of $family', async ({ args, open }) => {
    const node = await startNode(...args)
    const { wallets } = await node.call<{ wallets: readonly Told[] }>('dev_wallets')
    expect(wallets).toHaveLength(3)
    const [first, second] = wallets
    expect(first?.seed).toContain(FIRST)
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
    const told = async (...args: readonly string[]): Promise<readonly Told[]> =>
      (await (await startNode(...args)).call<{ wallets?: readonly Told[] }>('dev_wallets')).wallets ?? []
    expect(await told('--wallets', '0')).toEqual([])
    const [two, usual] = [await told('--wallets', '2'), await told()]
    expect(two).toHaveLength(2)
    expect(two.map(({ seed }) => seed)).toEqual(usual.slice(0, 2).map(({ seed }) => seed))
    expect(usual[0]?.address).toMatch(/^L/)
  })
})
