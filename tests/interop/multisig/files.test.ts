// Files of a participant of a multisig wallet of monero-wallet-rpc 0.18.5: Faba shows its balance and payments without an exchange of infos,
// and goes on as this participant.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { allDo, exchangeInfos, makeMultisigWallet } from '../../support/peers/multisig.ts'

const COIN = 1_000_000_000_000
const NAME = 'm23'

type Set = { readonly multisig_txset: string }
type Balance = { readonly balance: number; readonly multisig_import_needed: boolean }
type Transfer = { readonly txid: string; readonly amount: number; readonly fee: number; readonly height: number }

const running: Peer[] = []
const started = async (peer: Promise<Peer>): Promise<Peer> => {
  const one = await peer
  running.push(one)
  return one
}

let daemon: Peer
let ours: Peer
let theirs: readonly Peer[]
let miner = ''

const mine = (blocks: number, wallet_address: string) =>
  daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address })

/** Lets the first two of the participants pay the miner a coin. */
const pay = async (participants: readonly Peer[]): Promise<void> => {
  await allDo(participants, (peer) => peer.call('refresh'))
  await exchangeInfos(participants)
  const [proposer = daemon, second = daemon] = participants
  const destinations = [{ address: miner, amount: COIN }]
  const { multisig_txset } = await proposer.call<Set>('transfer', { destinations })
  const { tx_data_hex } = await second.call<{ tx_data_hex: string }>('sign_multisig', { tx_data_hex: multisig_txset })
  await second.call('submit_multisig', { tx_data_hex })
  await mine(10, miner)
  await allDo(participants, (peer) => peer.call('refresh'))
}

/** What a participant shows of the wallet. */
const shownBy = async (peer: Peer) => {
  await peer.call('refresh')
  const { balance, multisig_import_needed } = await peer.call<Balance>('get_balance')
  const lists = await peer.call<{ readonly in?: readonly Transfer[]; readonly out?: readonly Transfer[] }>(
    'get_transfers',
    { in: true, out: true },
  )
  const facts = (list: readonly Transfer[] = []) =>
    list.map(({ txid, amount, fee, height }) => ({ txid, amount, fee, height })).toSorted((a, b) => a.height - b.height)
  return { balance, multisig_import_needed, in: facts(lists.in).length, out: facts(lists.out) }
}

beforeAll(async () => {
  daemon = await started(startMonerod())
  ours = await started(startFabaWallet(daemon))
  const start = () => started(startMoneroWallet(daemon))
  const [payee, ...participants] = await Promise.all([start(), start(), start(), start()])
  theirs = participants
  await payee?.call('create_wallet', { filename: 'miner', password: '', language: 'English' })
  miner = (await payee?.call<{ address: string }>('get_address'))?.address ?? ''
  await mine(80, miner) // rings need spendable outputs
  const [first] = await makeMultisigWallet(theirs, 2, NAME)
  await mine(4, first?.address ?? '')
  await mine(60, miner)
  for (const participants of [
    [0, 1, 2],
    [1, 2, 0],
  ])
    await pay(participants.flatMap((i) => theirs[i] ?? []))
  // The change of the last payment has no key image before the next exchange, and no participant knows whether it is spent.
  await exchangeInfos(theirs)
}, 300_000)

afterAll(async () => {
  for (const peer of running.toReversed()) await peer.stop()
}, 60_000)

it('of a participant show its balance and payments without an exchange', { timeout: 300_000 }, async () => {
  const [first = daemon] = theirs
  const shown = await shownBy(first)
  expect(shown).toMatchObject({ multisig_import_needed: false, out: [{ amount: COIN }, { amount: COIN }] })
  await first.call('close_wallet')
  for (const file of [NAME, `${NAME}.keys`]) copyFileSync(join(first.directory, file), join(ours.directory, file))
  await ours.call('open_wallet', { filename: NAME, password: '' })
  expect(await shownBy(ours)).toEqual(shown)
  await ours.call('rescan_blockchain')
  expect(await shownBy(ours)).toEqual(shown)
})

it('make Faba that participant, who pays with the others', { timeout: 300_000 }, async () => {
  const participants = [ours, ...theirs.slice(1)]
  await pay(participants)
  await pay(participants.toReversed())
  await exchangeInfos(participants)
  const [shown, ...others] = await allDo(participants, shownBy)
  expect(shown?.out.map(({ amount }) => amount)).toEqual([COIN, COIN, COIN, COIN])
  for (const other of others) expect(other).toEqual(shown)
})
