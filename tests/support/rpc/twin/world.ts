// The chain and the wallet that both wallet RPC servers hold, made by monero-wallet-rpc.

import type { Peer } from '../../peers/monero.ts'
import type { TwinWorld } from './call.ts'

type Destination = { readonly address: string; readonly amount: number }

/** Calls monero-wallet-rpc, and mines. */
const actions = (daemon: Peer, { call }: Peer) => ({
  text: async (method: string, field: string, params?: Record<string, unknown>): Promise<string> =>
    String((await call(method, params))[field]),
  mine: async (amount_of_blocks: number, wallet_address: string): Promise<void> => {
    await daemon.call('generateblocks', { amount_of_blocks, wallet_address })
    await call('refresh')
  },
  pay: async (destinations: readonly Destination[], more = {}) =>
    await call<{ tx_hash: string; tx_key: string }>('transfer', { destinations, get_tx_key: true, ...more }),
  open: async (filename: string): Promise<void> => {
    await call('open_wallet', { filename })
    await call('refresh')
  },
})

type Actions = ReturnType<typeof actions>

const PAYMENT_ID = '0123456789abcdef'
const integrated = { payment_id: PAYMENT_ID }

/** Creates the wallet that both servers will hold. */
const createFirst = async ({ call }: Peer, { text }: Actions) => {
  await call('create_wallet', { filename: 'first', language: 'English' })
  const key = (key_type: string): Promise<string> => text('query_key', 'key', { key_type })
  return {
    words: await key('mnemonic'),
    viewKey: await key('view_key'),
    spendKey: await key('spend_key'),
    address: await text('get_address', 'address'),
    subaddress: await text('create_address', 'address', { account_index: 0 }),
    secondAccount: await text('create_account', 'address'),
    integrated: await text('make_integrated_address', 'integrated_address', integrated),
  }
}

/** The other wallet mines coins and pays some to the first. */
const payFirst = async (
  { mine, pay, text }: Actions,
  first: Awaited<ReturnType<typeof createFirst>>,
  unlock_time: number,
) => {
  const { address, subaddress, secondAccount } = first
  const stranger = await text('get_address', 'address')
  const strangerIntegrated = await text('make_integrated_address', 'integrated_address', integrated)
  await mine(3, address)
  await mine(90, stranger)
  const received = await pay([
    { address, amount: 2_000_000_000_000 },
    { address: subaddress, amount: 300_000_000_000 },
  ])
  const doubled = await pay([1, 2].map((n) => ({ address, amount: n * 100_000_000_000 })))
  await pay([{ address: first.integrated, amount: 50_000_000_000 }])
  await pay([{ address: secondAccount, amount: 700_000_000_000 }])
  await pay([{ address, amount: 10_000_000_000 }], { unlock_time })
  await mine(12, stranger)
  const proven = { txid: received.tx_hash, message: 'm' }
  return {
    ...{ stranger, strangerIntegrated, received: received.tx_hash, doubled: doubled.tx_hash },
    receivedKey: received.tx_key,
    outProof: await text('get_tx_proof', 'signature', { ...proven, address }),
    strangerSpendProof: await text('get_spend_proof', 'signature', proven),
    strangerReserveProof: await text('get_reserve_proof', 'signature', { all: true, message: 'm' }),
    strangerSignature: await text('sign', 'signature', { data: 'd' }),
  }
}

/**
 * Makes a chain on which a wallet has mined, received and paid; one payment to it is in the txpool. No wallet of the server is open
 * afterwards.
 * @param unlockTime of one payment; 0 for none, as nodes and wallets since 0.18.4 refuse others
 */
export const createWorld = async (daemon: Peer, reference: Peer, unlockTime: number): Promise<TwinWorld> => {
  const acts = actions(daemon, reference)
  const { mine, pay, open } = acts
  const first = await createFirst(reference, acts)
  await reference.call('create_wallet', { filename: 'stranger', language: 'English' })
  const paid = await payFirst(acts, first, unlockTime)
  await open('first')
  const sent = (await pay([{ address: paid.stranger, amount: 30_000_000_000 }])).tx_hash
  await mine(15, paid.stranger)
  const { transfers } = await reference.call<{ transfers: { block_height: number; tx_hash: string }[] }>(
    'incoming_transfers',
    { transfer_type: 'all' },
  )
  const coinbase = transfers.find(({ block_height }) => block_height === 1)?.tx_hash ?? ''
  await open('stranger')
  const pooled = (await pay([{ address: first.address, amount: 4_000_000_000 }])).tx_hash
  await reference.call('close_wallet')
  const { count: height } = await daemon.call<{ count: number }>('get_block_count')
  return {
    ...{ ...first, ...paid, sent, pooled, coinbase, height },
    node: new URL(daemon.url).host,
    paymentId: PAYMENT_ID,
    testnet: '9yvgVfMN6HvBFAxbCrWyuV6TkUgHFW7kPGn7dG9xkQqfAXNMbjtFVLPLgFGQhVVGrHN4cVfAuCs7DMcM5WvqZ1q88jAfhSM',
  }
}

/** Restores the wallet in a server and creates the same addresses. */
export const restoreTwin = async ({ call }: Peer, { words: seed }: TwinWorld): Promise<void> => {
  await call('restore_deterministic_wallet', { filename: 'twin', password: 'secret', seed, restore_height: 0 })
  await call('auto_refresh', { enable: false })
  await call('refresh')
  await call('create_address', { account_index: 0 })
  const { subaddress_accounts } = await call<{ subaddress_accounts: readonly unknown[] }>('get_accounts')
  if (subaddress_accounts.length < 2) await call('create_account')
}
