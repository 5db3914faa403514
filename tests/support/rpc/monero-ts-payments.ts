// A scenario of wallet RPC calls by monero-ts, which two services run so that their responses can be compared: its context and the
// steps that move coins.

import type { MoneroTxWallet, MoneroWalletRpc } from 'monero-ts'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import type { Peer } from '../peers/monero.ts'

/** The context of a scenario. */
export type ScenarioContext = {
  readonly wallet: MoneroWalletRpc
  readonly daemon: Peer
  /** makes calls that monero-ts does not support */
  readonly call: (method: string, params?: Record<string, unknown>) => Promise<JsonObject>
  /** seed words of the wallet with the initial balance */
  readonly words: string
  /** address of another wallet */
  readonly stranger: string
  /** Runs a step and records its value or error under a name. */
  readonly step: <T>(name: string, work: () => Promise<T>) => Promise<T | undefined>
}

/** Number of blocks that unlock a payment. */
const UNLOCK_BLOCKS = 10

export const COIN = 10n ** 12n

/** Waits until all transactions of the pool can be mined: monerod delays them first (Dandelion++). */
const waitForPool = async (daemon: Peer): Promise<void> => {
  for (;;) {
    const response = await fetch(`${daemon.url}/get_transaction_pool_hashes`, { method: 'POST', body: '{}' })
    const { tx_hashes = [] } = (await response.json()) as { tx_hashes?: string[] } // the shape is monerod's
    const { tx_backlog = [] } = await daemon.call<{ tx_backlog?: unknown[] }>('get_miner_data')
    if (tx_hashes.length === tx_backlog.length) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const mine = async ({ wallet, daemon, stranger, step }: ScenarioContext, blocks = UNLOCK_BLOCKS): Promise<void> => {
  await waitForPool(daemon)
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: stranger })
  await step(`sync after ${blocks} blocks`, () => wallet.sync())
}

const hashOf = (txs: readonly MoneroTxWallet[] | undefined): string => txs?.[0]?.getHash() ?? ''

/** Payments to one and several destinations, in one and several transactions, sent at once, later or never. */
export const payments = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, stranger } = world
  const to = async (account: number, index: number, amount: bigint) => ({
    address: await wallet.getAddress(account, index),
    amount,
  })
  const own = [
    await to(1, 0, 5n * COIN),
    await to(1, 1, 4n * COIN),
    await to(1, 2, 3n * COIN),
    await to(2, 0, 2n * COIN),
    await to(0, 1, 7n * COIN),
  ]
  const spread = await step('pay our own accounts', () =>
    wallet.createTxs({ accountIndex: 0, destinations: own, relay: true, canSplit: true }),
  )
  await step('balances before it is mined', () => wallet.getAccounts(true))
  await step('sync the pool', () => wallet.sync())
  await step('pool', () => wallet.getTxs({ inTxPool: true }))
  await mine(world, 1)
  await step('balances once it is mined', () => wallet.getAccounts(true))
  await step('blocks to unlock then', () => wallet.getNumBlocksToUnlock())
  await mine(world)
  await step('balances once it is unlocked', () => wallet.getAccounts(true))
  await step('the transaction', () => wallet.getTx(hashOf(spread)))

  await step('pay a stranger', () =>
    wallet.createTx({
      accountIndex: 1,
      subaddressIndices: [0],
      address: stranger,
      amount: COIN,
      relay: true,
      priority: 1,
    }),
  )
  const twice = await to(2, 0, COIN)
  const [again] =
    (await step('pay an address twice at once', () =>
      wallet.createTxs({ accountIndex: 0, destinations: [twice, { ...twice, amount: 3n * COIN }], relay: true }),
    )) ?? []
  await step('pay by an address', () =>
    wallet.createTxs({ accountIndex: 0, subaddressIndices: [1], address: stranger, amount: COIN, relay: true }),
  )
  await mine(world)
  await step('what it brought', () => wallet.getIncomingTransfers({ accountIndex: 2 }))
  await step('the transaction', () =>
    world.call('get_transfer_by_txid', { txid: hashOf(again && [again]), account_index: 2 }),
  )
  await step('payments without an id', () => world.call('get_bulk_payments', { min_block_height: 103 }))
  const kept = await step('prepare', () =>
    wallet.createTx({ accountIndex: 2, address: stranger, amount: COIN / 2n, relay: false, priority: 2 }),
  )
  await step('balance of what was only prepared', () => wallet.getBalances(2))
  await step('relay it', () => wallet.relayTx(kept?.getMetadata() ?? ''))
  await step('balance of what was relayed', () => wallet.getBalances(2))
  await step('relay nonsense', () => wallet.relayTx('00'))
  await mine(world)
  for (const priority of [1, 2, 3])
    await step(`prepare with priority ${priority}`, () =>
      wallet.createTx({ accountIndex: 0, address: stranger, amount: COIN, relay: false, priority }),
    )
  await step('without a destination', () => world.call('transfer', { destinations: [] }))
  await step('to nonsense', () => wallet.createTx({ accountIndex: 0, address: 'nonsense', amount: COIN }))
  await step('too much', () => wallet.createTx({ accountIndex: 1, address: stranger, amount: 100n * COIN }))
  await step('from no account', () => wallet.createTx({ accountIndex: 9, address: stranger, amount: COIN }))
  await step('from no address', () =>
    wallet.createTx({ accountIndex: 1, subaddressIndices: [9], address: stranger, amount: COIN }),
  )
  await step('with a payment id', () =>
    wallet.createTx({ accountIndex: 0, address: stranger, amount: COIN, paymentId: '03284e41c342f032' }),
  )
  await step('to an integrated address', async () => {
    const { integrated_address } = await world.call('make_integrated_address', {
      standard_address: stranger,
      payment_id: '03284e41c342f032',
    })
    return await wallet.createTx({ accountIndex: 0, address: String(integrated_address), amount: COIN, relay: true })
  })
  await step('to more than one transaction holds', () =>
    wallet.createTxs({
      accountIndex: 0,
      destinations: Array.from({ length: 20 }, () => ({ address: stranger, amount: COIN / 100n })),
      relay: false,
    }),
  )
  await mine(world)
}

const unspentKeyImage = async ({ wallet }: ScenarioContext, accountIndex: number): Promise<string> => {
  const [output] = await wallet.getOutputs({ accountIndex, isSpent: false })
  return output?.getKeyImage().getHex() ?? ''
}

/** Freezes and sweeps outputs, addresses and accounts. */
export const sweeps = async (world: ScenarioContext): Promise<void> => {
  const { wallet, step, stranger } = world
  const coin = await unspentKeyImage(world, 1)
  await step('freeze', () => wallet.freezeOutput(coin))
  await step('is frozen', () => wallet.isOutputFrozen(coin))
  await step('balance while it is frozen', () => wallet.getBalances(1))
  await step('frozen outputs', () => wallet.getOutputs({ accountIndex: 1, isFrozen: true }))
  await step('sweep what is frozen', () => wallet.sweepOutput({ keyImage: coin, address: stranger }))
  await step('thaw', () => wallet.thawOutput(coin))
  await step('is thawed', () => wallet.isOutputFrozen(coin))
  await step('freeze nothing', () => wallet.freezeOutput(''))
  await step('freeze nonsense', () => wallet.freezeOutput('nonsense'))
  await step('freeze a stranger', () => wallet.freezeOutput('11'.repeat(32)))
  await step('sweep one output', () => wallet.sweepOutput({ keyImage: coin, address: stranger, relay: true }))
  await step('sweep it again', () => wallet.sweepOutput({ keyImage: coin, address: stranger, relay: true }))
  await step('sweep an unknown output', () => wallet.sweepOutput({ keyImage: '11'.repeat(32), address: stranger }))
  await step('sweep dust', () => wallet.sweepDust(false))
  await mine(world)
  await step('sweep an address', () =>
    wallet.sweepUnlocked({ accountIndex: 1, subaddressIndices: [2], address: stranger, relay: true }),
  )
  await step('sweep it again', () =>
    wallet.sweepUnlocked({ accountIndex: 1, subaddressIndices: [2], address: stranger, relay: true }),
  )
  await mine(world)
  await step('sweep what is small', () =>
    world.call('sweep_all', { address: stranger, account_index: 1, subaddr_indices_all: true, below_amount: 10 }),
  )
  await step('sweep what is below an amount', () =>
    world.call('sweep_all', {
      address: stranger,
      account_index: 1,
      subaddr_indices_all: true,
      below_amount: Number(100n * COIN),
      do_not_relay: true,
    }),
  )
  await step('sweep an account', () => wallet.sweepUnlocked({ accountIndex: 2, address: stranger, relay: true }))
  await mine(world)
  await step('sweep all', () => wallet.sweepUnlocked({ address: stranger, relay: true }))
  await mine(world)
  await step('nothing is left', () => wallet.getAccounts(true))
  await step('sweep nothing', () => world.call('sweep_all', { address: stranger, subaddr_indices_all: true }))
}
