// Locked and closed wallets: keys are wiped, passwords open them, calls in progress fail.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { walletRpcContextOf } from '../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import { vector } from '../../support/data/vectors.ts'
import {
  BEGINNING,
  newWallet,
  openedIn,
  PASSWORD,
  restored,
  type TestTime,
  testHost,
  viewOf,
} from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const short = chain.slice(0, 210)
const NETWORK = 'oxen-regtest'
const B = wallets.B.keys

const nodeOf = (blocks = short) => new FakeNode(oxenRegtest, blocks)

describe('a lock', () => {
  it('wipes the keys; the password opens the wallet again', async () => {
    const node = nodeOf()
    const engine = await restored(testHost(node), NETWORK, B.mnemonic)
    const wallet = openedIn(engine)
    const balance = wallet.balance()
    await engine.lock()
    expect(wallet.keys.spendSecret?.every((byte) => byte === 0)).toBe(true)
    expect(wallet.keys.viewSecret.every((byte) => byte === 0)).toBe(true)
    const view = await viewOf(engine)
    expect(view).toMatchObject({ phase: 'locked', lockedWallet: { name: 'Test' }, wallet: undefined })
    await expect(engine.transfers({})).rejects.toThrow('no wallet is open')
    const id = view.lockedWallet?.id ?? ''
    await expect(engine.openWallet(id, 'wrong')).rejects.toThrow('the password is wrong')
    expect((await viewOf(engine)).phase).toBe('locked')
    const callsBefore = node.calls.length
    await engine.openWallet(id, PASSWORD)
    expect(openedIn(engine).balance()).toEqual(balance)
    await engine.refresh()
    expect(openedIn(engine).balance()).toEqual(balance)
    expect(node.calls.slice(callsBefore)).not.toContain('blocks')
    await engine.closeWallet()
  })

  it('happens after inactivity', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 2 })
    host.time.advance(119_000)
    await engine.setNote('ab'.repeat(32), 'still here')
    host.time.advance(119_000)
    expect(engine.wallet).toBeDefined()
    host.time.advance(1000)
    await engine.closeWallet().catch(() => undefined)
    expect(engine.wallet).toBeUndefined()
  })

  it('happens with the first use after the device slept longer, although no timer ran meanwhile', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 15 })
    host.time.sleep(10 * 3_600_000)
    await expect(engine.setNote('ab'.repeat(32), 'the thief')).rejects.toThrow('no wallet is open')
    // Waits for the lock that has begun.
    await engine.lock()
    const view = await viewOf(engine)
    expect(view).toMatchObject({ phase: 'locked', wallet: undefined })
    await engine.openWallet(view.lockedWallet?.id ?? '', PASSWORD)
    await engine.setNote('ab'.repeat(32), 'the owner')
    await engine.closeWallet()
  })

  it('happens some seconds after the device woke, without a use', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 15 })
    host.time.sleep(10 * 3_600_000)
    host.time.advance(10_000)
    await engine.closeWallet().catch(() => undefined)
    expect(engine.wallet).toBeUndefined()
  })

  it('happens under no hands: a use restarts the time although the clock was set back a day', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 2 })
    host.time.setClock(-86_400_000)
    for (let i = 0; i < 5; i++) {
      host.time.advance(100_000)
      await engine.setNote('ab'.repeat(32), `still here ${i}`)
    }
    host.time.advance(120_000)
    await engine.closeWallet().catch(() => undefined)
    expect(engine.wallet).toBeUndefined()
  })

  it.each([
    ['before', (time: TestTime) => time.setClock(-86_400_000)],
    ['after', () => undefined],
  ] as const)('happens after a sleep with the clock set back a day %s it', async (_, change) => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 1 })
    change(host.time)
    host.time.advance(10_000)
    host.time.sleep(8 * 3_600_000)
    host.time.advance(10)
    expect(engine.wallet).toBeUndefined()
    host.time.setClock(-86_400_000)
    expect(engine.wallet).toBeUndefined()
    await engine.closeWallet()
  })

  it('answers no call of a page after a sleep, and makes no payment that was permitted before', async () => {
    const node = nodeOf(chain)
    const host = testHost(node)
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 1, rpcEnabled: true })
    const rpc = createWalletRpc(walletRpcContextOf(engine))
    const call = async (method: string, params: object = {}): Promise<string> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
      return await (await rpc(new Request('http://page/json_rpc', { method: 'POST', body }))).text()
    }
    const pay = (): Promise<string> =>
      call('transfer', { destinations: [{ address: wallets.A.keys.address, amount: 1_000_000 }] })
    const first = pay()
    await expect.poll(async () => (await viewOf(engine)).approvalRequest?.id).toBeDefined()
    await engine.decideApproval((await viewOf(engine)).approvalRequest?.id ?? '', 'session', '')
    expect(await first).toContain('tx_hash')
    const sent = node.calls.length
    host.time.sleep(8 * 3_600_000)
    expect(await pay()).toContain('error')
    expect(await call('get_balance')).toContain('error')
    expect(node.calls.slice(sent)).toEqual([])
    await engine.closeWallet()
  })

  it('does not let a payment go out that was being built when the device fell asleep', async () => {
    const node = nodeOf(chain)
    const host = testHost(node)
    const engine = await restored(host, NETWORK, B.mnemonic)
    await engine.changeSettings({ lockMinutes: 1 })
    const destinations = [{ address: wallets.A.keys.address, amount: 1_000_000_000n }]
    const prepared = await engine.prepareTransfer({ account: 0, destinations, priority: 1 })
    const sent = node.calls.length
    host.time.sleep(8 * 3_600_000)
    await expect(engine.confirmTransfer(prepared.id)).rejects.toThrow('no wallet is open')
    expect(node.calls.slice(sent)).toEqual([])
    await engine.closeWallet()
  })

  it('does not affect a password change, which is one step', async () => {
    const host = testHost(nodeOf())
    const engine = await restored(host, NETWORK, B.mnemonic)
    const id = (await viewOf(engine)).wallet?.id ?? ''
    await expect(engine.changePassword('wrong', 'new')).rejects.toThrow('the password is wrong')
    await engine.changePassword(PASSWORD, 'new')
    await engine.closeWallet()
    await expect(engine.openWallet(id, PASSWORD)).rejects.toThrow('the password is wrong')
    await engine.openWallet(id, 'new')
    await engine.closeWallet()
  })
})

it('wipes the keys although the scanner fails to close', async () => {
  const host = testHost(nodeOf())
  const createScanner = async () => ({
    ...(await host.createScanner()),
    close: () => Promise.reject(new Error('the scanner died')),
  })
  const engine = createEngine({ ...host, createScanner })
  await engine.restoreFromWords(newWallet(NETWORK), { words: B.mnemonic, offset: '' }, BEGINNING)
  const { keys } = openedIn(engine)
  await expect(engine.lock()).rejects.toThrow('the scanner died')
  expect(keys.spendSecret).toEqual(new Uint8Array(32))
  expect(keys.viewSecret).toEqual(new Uint8Array(32))
  expect(await viewOf(engine)).toMatchObject({ phase: 'locked' })
})

describe('a wallet that closes during a call', () => {
  it('returns no address derived from wiped keys', async () => {
    const engine = await restored(testHost(nodeOf()), NETWORK, B.mnemonic)
    const creating = engine.createSubaddress(0, 'late').catch((error: Error) => error)
    await engine.lock()
    const result = await creating
    if (!(result instanceof Error)) {
      await engine.openWallet((await viewOf(engine)).lockedWallet?.id ?? '', PASSWORD)
      expect((await engine.addresses(0)).map(({ address }) => address)).toContain(result.address)
    }
    await engine.closeWallet()
  })

  it('prepares no payment', async () => {
    const engine = await restored(testHost(nodeOf(chain)), NETWORK, B.mnemonic)
    const destinations = [{ address: wallets.A.keys.address, amount: 1_000_000_000n }]
    const preparing = engine.prepareTransfer({ account: 0, destinations, priority: 1 }).catch((error: Error) => error)
    await engine.lock()
    expect(String(await preparing)).toContain('no wallet is open')
  })
})
