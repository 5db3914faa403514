// A real monero-wallet-rpc on the development node: it syncs, receives, pays, proves, and follows a reorganisation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { type Peer, startMoneroWallet } from '../../support/peers/monero.ts'

const XMR = 10n ** 12n

let node: RunningNode
let served: Awaited<ReturnType<typeof serveNode>>
let wallet: Peer
let address = ''

beforeAll(async () => {
  node = startDevelopmentNode({
    ...moneroChain,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
  served = await serveNode(node.fetch)
  wallet = await startMoneroWallet(served)
  await wallet.call('create_wallet', { filename: 'a', password: '', language: 'English' })
  ;({ address } = await wallet.call<{ address: string }>('get_address', { account_index: 0 }))
})

afterAll(async () => {
  await wallet?.stop()
  await served?.close()
  node?.close()
})

const balance = async (): Promise<{ total: bigint; unlocked: bigint }> => {
  await wallet.call('refresh')
  const { balance: total, unlocked_balance: unlocked } = await wallet.call<{
    balance: number
    unlocked_balance: number
  }>('get_balance')
  return { total: BigInt(total), unlocked: BigInt(unlocked) }
}

type Paid = { readonly tx_hash: string; readonly fee: number; readonly tx_key: string }

describe('a real wallet on the development node', () => {
  it('syncs to the top of the chain', async () => {
    await wallet.call('refresh')
    expect(await wallet.call('get_height')).toEqual({ height: node.node.chain.height })
  })

  it('receives from the faucet and from mining', async () => {
    await node.faucet.pay(address, 7n * XMR)
    expect(await balance()).toEqual({ total: 7n * XMR, unlocked: 7n * XMR })
    const [mined] = node.miner.mine(1, node.miner.keysOf(address))
    const reward = mined?.block.minerTransaction.outputs[0]?.amount ?? 0n
    expect(reward).toBeGreaterThan(0n)
    expect(await balance()).toEqual({ total: 7n * XMR + reward, unlocked: 7n * XMR })
    node.miner.mine(60)
    expect((await balance()).unlocked).toBe(7n * XMR + reward)
  })

  it('pays its own subaddress, to the atomic unit', async () => {
    const before = await balance()
    const { address: second } = await wallet.call<{ address: string }>('create_address', { account_index: 0 })
    const paid = await wallet.call<Paid>('transfer', {
      destinations: [{ amount: Number(XMR + 1n), address: second }],
      get_tx_key: true,
    })
    expect(node.node.pool.size).toBe(1)
    await wallet.call('refresh')
    const { pending } = await wallet.call<{ pending?: { txid: string }[] }>('get_transfers', { pending: true })
    expect(pending?.map(({ txid }) => txid)).toEqual([paid.tx_hash])
    node.miner.mine(10)
    expect(node.node.pool.size).toBe(0)
    expect(await balance()).toEqual({
      total: before.total - BigInt(paid.fee),
      unlocked: before.total - BigInt(paid.fee),
    })
    const checked = await wallet.call<{ received: number; confirmations: number }>('check_tx_key', {
      txid: paid.tx_hash,
      tx_key: paid.tx_key,
      address: second,
    })
    expect(checked).toMatchObject({ received: Number(XMR + 1n), confirmations: 10 })
  })

  it('undoes a payment whose block is reorganised away', async () => {
    const before = await balance()
    await node.faucet.pay(address, 2n * XMR)
    const after = await balance()
    expect(after.total).toBe(before.total + 2n * XMR)
    const popped = node.node.popBlocks(10)
    expect(popped).toHaveLength(10)
    for (const entry of node.node.pool.entries) node.node.pool.remove(entry.parsed.id)
    node.miner.mine(11)
    expect((await balance()).total).toBe(before.total)
  })

  it('sweeps its whole balance', async () => {
    const { address: elsewhere } = await wallet.call<{ address: string }>('create_account')
    const { total } = await balance()
    const swept = await wallet.call<{ amount_list: number[]; fee_list: number[] }>('sweep_all', {
      address: elsewhere,
      account_index: 0,
      subaddr_indices_all: true,
    })
    const sum = (values: readonly number[]): bigint => values.reduce((all, value) => all + BigInt(value), 0n)
    expect(sum(swept.amount_list) + sum(swept.fee_list)).toBe(total)
    node.miner.mine(1)
    expect((await balance()).total).toBe(0n)
  })
})
