// `faba node --network monero`, a wallet of `faba rpc` and a real monero-wallet-rpc: the faucet funds the former, which pays the latter.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCommands, untilOutput } from '../../support/peers/commands.ts'
import { callJsonRpc, type Peer, startFabaWallet, startMoneroWallet } from '../../support/peers/monero.ts'

const XMR = 10 ** 12

const commands = createCommands()
const started: Peer[] = []
let node: string

beforeAll(async () => {
  const running = commands.run('node', '--network', 'monero', '--port', '0')
  ;[node] = await untilOutput(running, /http:\/\/[\d.:]+/)
}, 60_000)

afterAll(async () => {
  for (const peer of started) await peer.stop()
  await commands.end()
})

type Wallet = Peer & { readonly address: string }

const walletOf = async (starting: Promise<Peer>): Promise<Wallet> => {
  const peer = await starting
  started.push(peer)
  await peer.call('create_wallet', { filename: 'a', password: '', language: 'English' })
  const { address } = await peer.call<{ address: string }>('get_address', { account_index: 0 })
  return { ...peer, address }
}

const balanceOf = async ({ call }: Wallet): Promise<{ readonly balance: number; readonly unlocked: number }> => {
  await call('refresh')
  const { balance, unlocked_balance: unlocked } = await call<{ balance: number; unlocked_balance: number }>(
    'get_balance',
  )
  return { balance, unlocked }
}

it('serves both wallets, whose amounts agree to the atomic unit', async () => {
  const ours = await walletOf(startFabaWallet({ url: node }))
  const theirs = await walletOf(startMoneroWallet({ url: node }))
  await callJsonRpc(node, 'dev_faucet', { address: ours.address, amount: 3 * XMR })
  expect(await balanceOf(ours)).toEqual({ balance: 3 * XMR, unlocked: 3 * XMR })

  const paid = await ours.call<{ tx_hash: string; fee: number; tx_key: string }>('transfer', {
    destinations: [{ amount: XMR + 1, address: theirs.address }],
    get_tx_key: true,
  })
  await callJsonRpc(node, 'generateblocks', { amount_of_blocks: 10, wallet_address: ours.address })
  expect(await balanceOf(theirs)).toEqual({ balance: XMR + 1, unlocked: XMR + 1 })
  expect(
    await theirs.call('check_tx_key', { txid: paid.tx_hash, tx_key: paid.tx_key, address: theirs.address }),
  ).toMatchObject({ received: XMR + 1, confirmations: 10, in_pool: false })

  const back = await theirs.call<{ tx_hash: string; fee: number }>('transfer', {
    destinations: [{ amount: XMR / 2, address: ours.address }],
  })
  await callJsonRpc(node, 'generateblocks', { amount_of_blocks: 10, wallet_address: theirs.address })
  await ours.call('refresh')
  const { transfer } = await ours.call<{ transfer: { amount: number; type: string } }>('get_transfer_by_txid', {
    txid: back.tx_hash,
  })
  expect(transfer).toMatchObject({ amount: XMR / 2, type: 'in' })
}, 120_000)
