// Faba and monero-wallet-rpc as participants of the same multisig wallets pay together: each proposes, signs in the middle and last, and
// submits what others have signed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MoneroRelease,
  type Peer,
  startFabaWallet,
  startMonerod,
  startMoneroWallet,
} from '../../support/peers/monero.ts'
import { allDo, exchangeInfos, makeMultisigWallet } from '../../support/peers/multisig.ts'

type Proposal = { readonly multisig_txset: string; readonly fee: number; readonly amount: number }
type Sweep = {
  readonly multisig_txset: string
  readonly fee_list: readonly number[]
  readonly amount_list: readonly number[]
}
type Signed = { readonly tx_data_hex: string; readonly tx_hash_list?: readonly string[] }
type Balance = { readonly balance: number; readonly unlocked_balance: number; readonly multisig_import_needed: boolean }

/** A payment: the positions of its signers, of whom the first proposes it, and of the participant who submits it. */
type Round = {
  readonly signers: readonly number[]
  readonly submitter: number
  readonly pay: (peer: Peer) => Promise<string>
}

const COIN = 1_000_000_000_000

let daemon: Peer
let receiver: Peer
let theirs: readonly Peer[]
let ours: readonly Peer[]
let address: { readonly main: string; readonly subaddress: string; readonly integrated: string }
const running: Peer[] = []

const started = async (peer: Promise<Peer>): Promise<Peer> => {
  const one = await peer
  running.push(one)
  return one
}

const mine = (blocks: number, wallet_address: string) =>
  daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address })

/** Starts the participants of a release of Monero, and mines outputs for rings. */
const startPeers = async (release: MoneroRelease): Promise<void> => {
  daemon = await started(startMonerod({ release }))
  const start = (count: number, wallet: (node: Peer) => Promise<Peer>): Promise<Peer[]> =>
    Promise.all(Array.from({ length: count }, () => started(wallet(daemon))))
  const startTheirs = (node: Peer): Promise<Peer> => startMoneroWallet(node, { release })
  ;[[receiver = daemon, ...theirs], ours] = await Promise.all([start(3, startTheirs), start(2, startFabaWallet)])
  await receiver.call('create_wallet', { filename: 'receiver', password: '', language: 'English' })
  const [main, subaddress, integrated] = [
    await receiver.call<{ address: string }>('get_address'),
    await receiver.call<{ address: string }>('create_address', { account_index: 0 }),
    await receiver.call<{ integrated_address: string }>('make_integrated_address', { payment_id: '00112233445566aa' }),
  ]
  address = { main: main.address, subaddress: subaddress.address, integrated: integrated.integrated_address }
  await mine(80, address.main) // rings need spendable outputs
}

/** Stops the participants. */
const stopPeers = async (): Promise<void> => {
  for (const peer of running.splice(0).toReversed()) await peer.stop()
}

const transferTo =
  (...destinations: readonly { readonly address: string; readonly amount: number }[]) =>
  async (peer: Peer): Promise<string> => {
    const answer = await peer.call<Proposal>('transfer', { destinations, get_tx_key: true })
    expect(answer).toMatchObject({ tx_hash: '', tx_blob: '', tx_metadata: '', unsigned_txset: '' })
    return answer.multisig_txset
  }

const sweepTo =
  (target: string) =>
  async (peer: Peer): Promise<string> =>
    (await peer.call<Sweep>('sweep_all', { address: target, account_index: 0 })).multisig_txset

/** Returns the error of a call that must fail. */
const errorOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error: Error) => error.message,
  )

const sign = (peer: Peer, set: string): Promise<Signed> => peer.call('sign_multisig', { tx_data_hex: set })
const submit = (peer: Peer, set: string) =>
  peer.call<{ tx_hash_list: readonly string[] }>('submit_multisig', { tx_data_hex: set })

type Recipient = { readonly address: string; readonly amount: number }
type Described = {
  readonly recipients: readonly Recipient[]
  /** not of 0.18.0, as the weight */
  readonly sources?: readonly unknown[]
  readonly weight?: number
}

/** Returns what both programs say of a transaction. */
const COMMON: { readonly [release in MoneroRelease]: (described: Described) => Described } = {
  newest: (described) => described,
  stable: ({ sources: _sources, weight: _weight, ...common }) => common,
}

/** Sorts the recipients, whose order in monero-wallet-rpc is that of a hash table. */
const sorted = <T extends Described>(one: T): T => ({
  ...one,
  recipients: one.recipients.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
})

/** Returns what a participant says of a set. */
const descriptionOf = async (peer: Peer, multisig_txset: string, release: MoneroRelease) => {
  const { desc, summary } = await peer.call<{ readonly desc: readonly Described[]; readonly summary: Described }>(
    'describe_transfer',
    { multisig_txset },
  )
  return { desc: desc.map(sorted).map(COMMON[release]), summary: sorted(summary) }
}

const SIGNED = 'sign_multisig: -35 Failed to sign multisig tx: Transaction already signed by this private key'
/** Lets a wallet pay; all participants must describe the payment alike, and agree on the balance afterwards. */
const runRound = async (
  release: MoneroRelease,
  wallets: readonly Peer[],
  { signers, submitter, pay }: Round,
): Promise<void> => {
  const at = (i: number): Peer => wallets[i] ?? daemon
  await allDo(wallets, (peer) => peer.call('refresh'))
  await exchangeInfos(wallets)
  const [proposer = 0, ...others] = signers
  const proposed = await pay(at(proposer))
  const described = await allDo(wallets, (peer) => descriptionOf(peer, proposed, release))
  for (const one of described) expect(one).toEqual(described[0])
  expect(await errorOf(sign(at(proposer), proposed))).toBe(SIGNED)
  let set: Signed = { tx_data_hex: proposed }
  for (const i of others) {
    const early = await allDo(wallets, (peer) => errorOf(submit(peer, set.tx_data_hex)))
    expect(new Set(early)).toEqual(new Set(['submit_multisig: -33 Not enough signers signed this transaction.']))
    expect(set.tx_hash_list).toBeUndefined()
    set = await sign(at(i), set.tx_data_hex)
    expect(await errorOf(sign(at(i), set.tx_data_hex))).toBe(SIGNED)
  }
  const { tx_hash_list } = await submit(at(submitter), set.tx_data_hex)
  expect(tx_hash_list).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  // The last signer knows the transactions that it completes.
  expect(set.tx_hash_list).toEqual(others.length === 0 ? undefined : tx_hash_list)
  await mine(10, address.main)
  await allDo(wallets, (peer) => peer.call('refresh'))
  const balances = await allDo(wallets, (peer) => peer.call<Balance>('get_balance'))
  for (const one of balances) expect(one.balance).toBe(balances[0]?.balance)
}

/** Makes a wallet of the given participants with coins. */
const fundedWallet = async (members: string, threshold: number): Promise<Peer[]> => {
  const [free, others] = [[...ours], [...theirs]]
  const wallets = Array.from(members, (one) => (one === 'F' ? free : others).shift() ?? daemon)
  const [first] = await makeMultisigWallet(wallets, threshold, `m${threshold}${members}`)
  await mine(4, first?.address ?? '')
  await mine(60, address.main)
  return wallets
}

const one = () => transferTo({ address: address.main, amount: COIN })
const two = () => transferTo({ address: address.main, amount: COIN }, { address: address.subaddress, amount: 2 * COIN })
const integrated = () => transferTo({ address: address.integrated, amount: 3 * COIN })
const all = () => sweepTo(address.subaddress)

/** F: a participant that runs Faba, M: one that runs monero-wallet-rpc. */
const CASES = [
  {
    threshold: 1,
    members: 'FM',
    rounds: [
      { signers: [0], submitter: 1, pay: two },
      { signers: [1], submitter: 0, pay: integrated },
      { signers: [0], submitter: 0, pay: one },
    ],
  },
  {
    threshold: 1,
    members: 'MFF',
    rounds: [
      { signers: [1], submitter: 0, pay: one },
      { signers: [0], submitter: 2, pay: all },
    ],
  },
  {
    threshold: 2,
    members: 'FM',
    rounds: [
      { signers: [0, 1], submitter: 0, pay: two },
      { signers: [1, 0], submitter: 1, pay: integrated },
    ],
  },
  {
    threshold: 2,
    members: 'FMF',
    rounds: [
      { signers: [1, 2], submitter: 0, pay: one },
      { signers: [0, 1], submitter: 2, pay: all },
    ],
  },
  {
    threshold: 3,
    members: 'FMF',
    rounds: [
      { signers: [0, 1, 2], submitter: 1, pay: one },
      { signers: [1, 0, 2], submitter: 0, pay: integrated },
      { signers: [2, 0, 1], submitter: 2, pay: all },
    ],
  },
  {
    threshold: 3,
    members: 'FMMF',
    rounds: [
      { signers: [1, 0, 2], submitter: 3, pay: two },
      { signers: [0, 1, 2], submitter: 1, pay: one },
      { signers: [2, 1, 3], submitter: 0, pay: all },
    ],
  },
] as const

/** Those that are repeated beside the older release. */
const OLDER = CASES.filter(({ members }) => members === 'FM')

describe.each([
  { release: 'newest', cases: CASES },
  { release: 'stable', cases: OLDER },
] as const)('payments of multisig wallets beside the $release Monero', ({ release, cases }) => {
  beforeAll(() => startPeers(release), 180_000)
  afterAll(stopPeers, 60_000)

  it.each(cases)(
    'are proposed, signed and submitted by either: $threshold of $members',
    {
      timeout: 300_000,
    },
    async ({ threshold, members, rounds }) => {
      const wallets = await fundedWallet(members, threshold)
      for (const { pay, ...round } of rounds) await runRound(release, wallets, { ...round, pay: pay() })
      await allDo(wallets, (peer) => peer.call('close_wallet'))
    },
  )
})
