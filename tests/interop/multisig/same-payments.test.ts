// The same payments proposed by Faba and by monero-wallet-rpc in one multisig wallet, as monero-wallet-rpc describes them: fee, weight,
// extra, ring and outputs are alike.

import { afterAll, expect, it } from 'vitest'
import { roundUpToMultiple } from '../../../src/coin/networks/fees.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { allDo, exchangeInfos, makeMultisigWallet } from '../../support/peers/multisig.ts'

const COIN = 1_000_000_000_000
/** an address of another wallet */
const OTHER = '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'

type Proposed = { readonly multisig_txset: string }

/** What monero-wallet-rpc says of a transaction of a set. */
type Described = {
  readonly fee: number
  readonly weight: number
  readonly extra: string
  readonly ring_size: number
  readonly unlock_time: number
  readonly dummy_outputs: number
  readonly payment_id: string
  readonly change_amount: number
  readonly recipients: readonly { readonly amount: number }[]
  readonly sources: readonly unknown[]
}

const running: Peer[] = []

afterAll(async () => {
  for (const peer of running.toReversed()) await peer.stop()
}, 60_000)

const started = async (peer: Promise<Peer>): Promise<Peer> => {
  const one = await peer
  running.push(one)
  return one
}

it('charges, orders and sizes payments of a multisig wallet as monero-wallet-rpc does', async () => {
  const daemon = await started(startMonerod())
  const theirs = await started(startMoneroWallet(daemon))
  const ours = await started(startFabaWallet(daemon))
  const wallets = [theirs, ours]
  const [first] = await makeMultisigWallet(wallets, 2, 'm')
  const mine = (amount_of_blocks: number, wallet_address: string) =>
    daemon.call('generateblocks', { amount_of_blocks, wallet_address })
  // Blocks that are ten apart pay unrelated coins.
  for (let i = 0; i < 3; i++) {
    await mine(1, first?.address ?? '')
    await mine(10, OTHER)
  }
  await mine(60, OTHER)
  await allDo(wallets, (peer) => peer.call('refresh'))
  const { fees } = await daemon.call<{ fees: number[] }>('get_fee_estimate', { grace_blocks: 10 })
  const { integrated_address: integrated } = await theirs.call<{ integrated_address: string }>(
    'make_integrated_address',
    { standard_address: OTHER, payment_id: '00112233445566aa' },
  )
  const to = (...addresses: readonly string[]) => ({
    destinations: addresses.map((address, i) => ({ address, amount: COIN + i })),
  })
  const { address: subaddress } = await theirs.call<{ address: string }>('create_address', { account_index: 0 })
  const payments = [
    ['transfer', to(OTHER)],
    ['transfer', to(OTHER, subaddress)],
    ['transfer', to(OTHER, OTHER, OTHER)],
    ['transfer', to(integrated)],
    ['transfer', { destinations: [{ address: OTHER, amount: 50 * COIN }] }],
    ['sweep_all', { address: OTHER, account_index: 0 }],
  ] as const
  for (const [method, params] of payments)
    for (const priority of [1, 3]) {
      // A nonce signs one transaction.
      await exchangeInfos(wallets)
      const sets = [
        await theirs.call<Proposed>(method, { ...params, priority }),
        await ours.call<Proposed>(method, { ...params, priority }),
      ]
      const [real, own] = await Promise.all(
        sets.map(async ({ multisig_txset }) => {
          const { desc } = await theirs.call<{ desc: readonly Described[] }>('describe_transfer', { multisig_txset })
          return desc.map(({ fee, weight, extra, recipients, sources, change_amount, ...form }) => {
            const { ring_size, unlock_time, dummy_outputs, payment_id } = form
            const perByte = BigInt(fees[priority - 1] ?? 0)
            expect(BigInt(fee)).toBe(roundUpToMultiple(BigInt(weight) * perByte, 10_000n))
            return {
              ...{ ring_size, unlock_time, dummy_outputs, payment_id },
              // Keys are random; what is between them is not.
              extra: [extra.slice(0, 2), extra.length, extra.slice(66, 70)],
              outputs: [recipients.length, change_amount > 0],
              sources: sources.length,
            }
          })
        }),
      )
      expect(own).toEqual(real)
    }
}, 600_000)
