// Following a real monerod: from the very first block on, and while it mines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createNodeClient } from '../../src/daemon/client.ts'
import { createWalletRpc } from '../../src/rpc/service.ts'
import { Engine } from '../../src/wallet/engine.ts'
import { newWallet, openedIn, testHost } from '../support/engine-host.ts'
import { type Peer, startMonerod } from '../support/monero.ts'

const NETWORK = 'monero-regtest'

let monerod: Peer

beforeAll(async () => {
  monerod = await startMonerod()
})

afterAll(async () => await monerod?.stop())

describe('a monerod that knows nothing but its first block', () => {
  it('is followed, and what it mines is received', async () => {
    const engine = new Engine(testHost(createNodeClient({ url: monerod.url, fetch })))
    await engine.draftSeed('English')
    await engine.createWallet(newWallet(NETWORK), [])
    const wallet = openedIn(engine)
    await wallet.sync.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 1, target: 1, problem: '' })
    // Asked again, it has nothing new.
    await wallet.sync.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 1, problem: '' })

    const rpc = createWalletRpc({ wallet, rpcEnabled: true })
    const ask = async (method: string): Promise<unknown> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method })
      const answer = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
      return ((await answer.json()) as { result?: unknown }).result // our own answer
    }
    expect(await ask('refresh')).toEqual({ blocks_fetched: 0, received_money: false })
    await monerod.call('generateblocks', {
      amount_of_blocks: 2,
      wallet_address: wallet.addressText({ major: 0, minor: 0 }),
    })
    expect(await ask('refresh')).toEqual({ blocks_fetched: 2, received_money: true })
    expect(await ask('get_height')).toEqual({ height: 3, immutable_height: 0 })
    expect(wallet.book.ledger.outputs.size).toBe(2)
    await engine.closeWallet()
  })
})
