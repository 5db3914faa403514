// Stakes over their whole life: two wallets follow the recorded chain and answer as those of oxen-wallet-rpc did, after each block and to
// each attempt to overspend. The recorded wallets made the payments themselves; ours find them on the chain and in the txpool.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { callWallet } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import type { FakeNode } from '../../../support/wallet/fake-node.ts'
import {
  type Answer,
  type Answers,
  type Call,
  type Fields,
  isSnapshot,
  StakeLifeNode,
  stakeLife,
  type WalletName,
} from '../../../support/wallet/stake-life.ts'

const NAMES = ['A', 'B'] as const

const listIn = (fields: Fields | undefined, name: string): readonly Fields[] =>
  (fields?.[name] ?? []) as readonly Fields[] // lists of objects

const text = (value: unknown): string => JSON.stringify(value)

/** Sorts lists and fields. */
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) {
    const items = value.map(sorted).map((item) => ({ item, key: text(item) }))
    return items.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, member]) => [name, sorted(member)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** What only the wallet knows that made a payment. */
const OWN_KNOWLEDGE = ['destinations']
/** What it knows before the payment is mined: another copy of the wallet cannot tell what it pays to itself from change. */
const UNMINED_KNOWLEDGE = ['amount', 'timestamp', 'suggested_confirmations_threshold']
/** Fields that only Faba returns. */
const ADDED_FIELDS = ['locked', 'pubkey']

const plainOut = (entry: Fields): Fields =>
  without(entry, [...OWN_KNOWLEDGE, ...ADDED_FIELDS, ...(entry['type'] === 'pending' ? UNMINED_KNOWLEDGE : [])])

/**
 * Confirmed and outgoing transfers. oxen-wallet-rpc lists requests of an unlock, which have no fee, as pending and then as failed, although
 * they are mined; a restored wallet of it omits them, as ours does.
 */
const plainTransfers = (result: Fields | undefined): unknown => ({
  in: listIn(result, 'in').map((entry) => without(entry, ADDED_FIELDS)),
  out: listIn(result, 'out')
    .filter(({ fee }) => fee !== 0)
    .map(plainOut),
})

const plain = (question: string, { result, error }: Answer): unknown => {
  if (error !== undefined) return { error }
  if (question === 'get_transfers') return sorted(plainTransfers(result))
  if (!question.startsWith('incoming')) return sorted(result)
  return sorted(listIn(result, 'transfers').map((entry) => without(entry, ADDED_FIELDS)))
}

/** Returns what pending payments of the recorded wallet pay to itself: it misses in its balance until the payments are mined. */
const missing = ({ get_transfers: transfers, get_accounts: accounts }: Answers): number => {
  const own = listIn(accounts?.result, 'subaddress_accounts').map(({ base_address }) => base_address)
  return listIn(transfers?.result, 'out')
    .filter(({ type, fee }) => type === 'pending' && fee !== 0)
    .flatMap((entry) => listIn(entry, 'destinations'))
    .filter(({ address }) => own.includes(address))
    .reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** Adds to a balance of the first account. */
const withAdded = (question: string, { result }: Answer, added: number): unknown => {
  if (added === 0 || result === undefined || !['get_balance', 'get_accounts'].includes(question)) return undefined
  const list = question === 'get_balance' ? 'per_subaddress' : 'subaddress_accounts'
  const total = question === 'get_balance' ? 'balance' : 'total_balance'
  const accounts = listIn(result, list).map((one) =>
    one['account_index'] === 0 ? { ...one, balance: Number(one['balance']) + added } : one,
  )
  return sorted({ ...result, [list]: accounts, [total]: Number(result[total]) + added })
}

const expectAgreement = async (engine: Engine, answers: Answers, at: string): Promise<void> => {
  for (const [question, theirs] of Object.entries(answers)) {
    const asked = stakeLife.questions.wallet[question]
    if (asked === undefined) continue
    const ours = plain(question, await callWallet(engine, asked.method, asked.params))
    const expected = withAdded(question, theirs, missing(answers)) ?? plain(question, theirs)
    // A comparison of texts is faster; the other one shows the differences.
    if (text(ours) !== text(expected)) expect({ at, question, ours }).toEqual({ at, question, ours: expected })
  }
}

const open = (node: FakeNode, name: WalletName): Promise<Engine> =>
  restored(testHost(node), oxenRegtest.id, stakeLife.keys[name].mnemonic)

const PAYING = ['transfer', 'transfer_split', 'sweep_all', 'sweep_single']

/** Repeats a call that changes the accounts, or a payment that the recorded wallet refused. */
const repeat = async (engine: Engine, { label, request: { method, params }, answer }: Call): Promise<boolean> => {
  if (method === 'create_account') await callWallet(engine, method, params)
  if (answer.error === undefined || !PAYING.includes(method)) return false
  await engine.refresh()
  expect({ label, answer: await callWallet(engine, method, params) }).toEqual({ label, answer })
  return true
}

it('is lived as the recorded wallets lived it', async () => {
  const chain = new StakeLifeNode()
  const engines = { A: await open(chain.node, 'A'), B: await open(chain.node, 'B') }
  let snapshots = 0
  let refusals = 0
  for (const item of stakeLife.timeline) {
    if (item.type === 'block') chain.mine(item.height)
    else if (item.type === 'call') {
      if (item.wallet === 'A' || item.wallet === 'B') refusals += Number(await repeat(engines[item.wallet], item))
      chain.relay(item)
    } else {
      await chain.lock(item)
      for (const name of NAMES) {
        await engines[name].refresh()
        await expectAgreement(engines[name], item.wallets[name], `${item.height} ${item.label} ${name}`)
      }
      snapshots++
    }
  }
  expect({ snapshots, refusals }).toEqual({ snapshots: 211, refusals: 91 })
  expect(chain.node.submitted).toEqual([])
  // Once for each new stake, and while an unlock height is unknown every ten blocks: not with each of the 199 blocks.
  expect(chain.node.calls.filter((name) => name === 'lockedStakes').length).toBeLessThan(199 / 3)
  for (const name of NAMES) await engines[name].closeWallet()
}, 120_000)

it.each(stakeLife.restored.map((one) => [one.point, one] as const))(
  'is found by restored wallets: %s',
  async (_, { height, wallets }) => {
    const chain = new StakeLifeNode()
    chain.mine(height - 1)
    const snapshot = stakeLife.timeline.filter(isSnapshot).find((item) => item.height === height)
    if (snapshot === undefined) throw new RangeError(`no snapshot was taken at ${height}`)
    await chain.lock(snapshot)
    for (const name of NAMES) {
      const engine = await open(chain.node, name)
      await expectAgreement(engine, wallets[name], `restored at ${height} ${name}`)
      await engine.closeWallet()
    }
  },
)

it('is shown by the page with its amount, unlock height and service node', async () => {
  const chain = new StakeLifeNode()
  const shownAt = async (height: number) => {
    chain.mine(height - 1)
    const snapshot = stakeLife.timeline.filter(isSnapshot).find((item) => item.height === height)
    if (snapshot !== undefined) await chain.lock(snapshot)
    const engine = await open(chain.node, 'A')
    const locks = openedIn(engine)
      .transfers({})
      .flatMap(({ stakeLock }) => stakeLock ?? [])
      .map(({ serviceNodeKey, ...lock }) => ({ ...lock, isOfNode: /^[0-9a-f]{64}$/.test(serviceNodeKey ?? '') }))
    await engine.closeWallet()
    return locks
  }
  expect(await shownAt(110)).toEqual([{ amount: 100_000_000_000n, unlockHeight: undefined, isOfNode: true }])
  // Unlock requests of N2 and N1 were mined in blocks 145 and 148.
  expect(await shownAt(150)).toEqual([
    { amount: 40_000_000_000n, unlockHeight: 160, isOfNode: true },
    { amount: 100_000_000_000n, unlockHeight: 163, isOfNode: true },
  ])
  expect(await shownAt(200)).toEqual([])
})
