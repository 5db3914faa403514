// Orders of names and stakes whose process is killed at any commit: nothing is lost, and nothing is paid twice. Unlock requests repeat.
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { nameHash } from '../../src/coin/names/nameText.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../src/coin/transactions/transactionHash.ts'
import type { NodeNameRecord, NodeServiceNode } from '../../src/daemon/nodeClient.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { callWallet, resultOf } from '../support/rpc/wallet-calls.ts'
import { mineOn } from '../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { copiedStore, type Killed, killAtEach, reopened } from '../support/wallet/killed-steps.ts'
import { chain, NETWORK, wallets } from '../support/wallet/small-chain.ts'

const COIN = 10n ** 9n
const NODE_KEY = wallets.C.keys.spend_key
const store = copiedStore()
let total: bigint
let address: string
let payments: number

/** A service node that takes stakes of 25 to 100 coins. */
const open: NodeServiceNode = {
  ...{ requirement: 100n * COIN, reserved: 0n, requestedUnlockHeight: undefined },
  contributors: [],
}

const newNode = (): FakeNode => {
  const node = new FakeNode(oxenRegtest, chain)
  node.serviceNodes = new Map([[NODE_KEY, open]])
  return node
}

beforeAll(async () => {
  const engine = await restored(testHost(newNode(), store), NETWORK, wallets.B.keys.mnemonic)
  total = openedIn(engine).balance().total
  payments = openedIn(engine).state.ledger.payments.size
  address = openedIn(engine).addressText({ major: 0, minor: 0 })
  await engine.closeWallet()
})

const sent = ({ submitted }: FakeNode): number => new Set(submitted.map(toHex)).size

/** Mines the order of a node's txpool; the wallet has paid it once. */
const expectMined = async (engine: Engine, node: FakeNode): Promise<void> => {
  const [blob = new Uint8Array()] = node.submitted
  const { fee } = parseTransaction(oxenRegtest, blob).rct ?? { fee: 0n }
  node.setChain(mineOn(oxenRegtest, chain, [blob]))
  node.pool.clear()
  await engine.refresh()
  const wallet = openedIn(engine)
  // The price of a name is a part of the fee, and a stake stays in the balance.
  expect(wallet.balance().total).toBe(total - fee)
  const [newest] = wallet.transfers({}).filter(({ direction }) => direction === 'out')
  expect(newest?.state).toBe('confirmed')
  // The history shows the price of a name as the amount, and a stake as what it stakes.
  expect(newest?.kind === 'name' ? newest.amount + newest.fee : newest?.fee).toBe(fee)
  expect(sent(node)).toBe(1)
}

const isOrder = (method: string) => method.startsWith('lns_')

/** How far a killed order was: the last two commits are the record of the payment and the node's response. */
const progressOf = ({ commit, commits, moment }: Killed<FakeNode>) => {
  const isSent = commit === commits
  return { isSent, isRecorded: isSent || (commit === commits - 1 && moment === 'after') }
}

/** Verifies what a killed order left: a payment that was recorded before it was sent, or none. Then it is made, unless it was. */
const expectOnce = async (method: string, params: object, killed: Killed<FakeNode>): Promise<void> => {
  const { node } = killed
  const { isSent, isRecorded } = progressOf(killed)
  expect(sent(node)).toBe(isSent ? 1 : 0)
  const engine = await reopened(killed.store, node, 5)
  try {
    const { state } = openedIn(engine)
    expect(state.ledger.payments.size).toBe(payments + (isRecorded ? 1 : 0))
    expect([sent(node), node.pool.size]).toEqual(isRecorded ? [1, 1] : [0, 0])
    if (!isRecorded) expect(await callWallet(engine, method, params)).toHaveProperty('result')
    if (isOrder(method)) expect(state.knownNames).toEqual([{ type: 0, name: 'mine' }])
    await expectMined(engine, node)
  } finally {
    await engine.closeWallet()
  }
}

describe('an order whose process is killed', () => {
  it.each([
    // The name, candidates and members of rings, the record, the node's response.
    ['lns_buy_mapping', () => ({ type: 'session', name: 'Mine', value: `05${'11'.repeat(32)}` }), 5],
    ['stake', () => ({ destination: address, service_node_key: NODE_KEY, amount: Number(30n * COIN) }), 4],
  ] as const)('is made once: %s', async (method, paramsOf, steps) => {
    const params = { ...paramsOf(), priority: 1 }
    const run = (engine: Engine) => resultOf(engine, method, params)
    const commits = await killAtEach({ store, newNode, run }, (killed) => expectOnce(method, params, killed))
    expect(commits).toBe(steps)
  })
})

describe('the update of a name whose process is killed', () => {
  it('is made once', async () => {
    const [copy, buyer] = [await store.copy(), newNode()]
    const owner = await reopened(copy, buyer, 8)
    const name = { type: 'session', name: 'mine', priority: 1 }
    await resultOf(owner, 'lns_buy_mapping', { ...name, value: `05${'11'.repeat(32)}` })
    const [purchase = new Uint8Array()] = buyer.submitted
    const named = mineOn(oxenRegtest, chain, [purchase])
    buyer.setChain(named)
    await owner.refresh()
    const [bought, before] = [openedIn(owner).balance().total, openedIn(owner).state.ledger.payments.size]
    await owner.closeWallet()
    const record: NodeNameRecord = {
      ...{ type: 0, nameHash: nameHash('mine'), owner: address, backupOwner: undefined },
      ...{ encryptedValue: new Uint8Array(73), txid: transactionId(parseTransaction(oxenRegtest, purchase)) },
      ...{ updateHeight: chain.length, expirationHeight: undefined },
    }
    const nodeWithName = (): FakeNode => {
      const node = newNode()
      node.setChain(named)
      node.nameRecords = [record]
      return node
    }
    const update = { ...name, value: `05${'22'.repeat(32)}` }
    const run = (engine: Engine) => resultOf(engine, 'lns_update_mapping', update)
    const commits = await killAtEach({ store: copy, newNode: nodeWithName, run }, async (killed) => {
      const { node, isSent, isRecorded } = { ...killed, ...progressOf(killed) }
      expect(sent(node)).toBe(isSent ? 1 : 0)
      const engine = await reopened(killed.store, node, 9)
      try {
        const { ledger } = openedIn(engine).state
        expect(ledger.payments.size).toBe(before + (isRecorded ? 1 : 0))
        expect([sent(node), node.pool.size]).toEqual(isRecorded ? [1, 1] : [0, 0])
        if (!isRecorded) expect(await callWallet(engine, 'lns_update_mapping', update)).toHaveProperty('result')
        const [blob = new Uint8Array()] = node.submitted
        node.setChain(mineOn(oxenRegtest, named, [blob]))
        node.pool.clear()
        await engine.refresh()
        const { fee } = parseTransaction(oxenRegtest, blob).rct ?? { fee: 0n }
        expect(openedIn(engine).balance().total).toBe(bought - fee)
        expect(ledger.payments.size).toBe(before + 1)
        expect(sent(node)).toBe(1)
      } finally {
        await engine.closeWallet()
      }
    })
    expect(commits).toBe(4)
  })
})

describe('an unlock request', () => {
  /** A wallet whose stake is mined, and the node that lists it. */
  const staked = async () => {
    const [copy, node] = [await store.copy(), newNode()]
    const engine = await reopened(copy, node, 6)
    const params = { destination: address, service_node_key: NODE_KEY, amount: Number(30n * COIN), priority: 1 }
    await resultOf(engine, 'stake', params)
    await expectMined(engine, node)
    const own = [...openedIn(engine).state.ledger.outputs.values()].filter(({ stake }) => stake)
    const output = own.find(({ amount }) => amount === 30n * COIN)
    const locked = [{ keyImage: output?.keyImage ?? new Uint8Array(), amount: 30n * COIN }]
    node.serviceNodes = new Map([
      [NODE_KEY, { ...open, contributors: [{ address, amount: 30n * COIN, reserved: 30n * COIN, locked }] }],
    ])
    node.submitted.length = 0
    return { copy, node, engine, own }
  }

  it('is repeated after a kill before or after it was sent, with no effect on the balance', async () => {
    const { copy, node, engine } = await staked()
    const before = openedIn(engine).balance().total
    // The node accepts the request, and the process dies before it learns of that.
    node.respondToSubmission = () => new Error('killed')
    expect(await callWallet(engine, 'request_stake_unlock', { service_node_key: NODE_KEY })).toHaveProperty('error')
    await engine.closeWallet()
    node.respondToSubmission = () => ({ accepted: true })
    const second = await reopened(copy, node, 7)
    expect(await resultOf(second, 'request_stake_unlock', { service_node_key: NODE_KEY })).toMatchObject({
      unlocked: true,
    })
    const requests = node.submitted.map((blob) => parseTransaction(oxenRegtest, blob))
    expect(requests.map(({ inputs, outputs }) => [inputs.length, outputs.length])).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(openedIn(second).balance().total).toBe(before)
    await second.closeWallet()
  })

  it('is not signed for an output that is no stake, or is spent, whatever the node lists', async () => {
    const { node, engine } = await staked()
    const { outputs } = openedIn(engine).state.ledger
    const others = [...outputs.values()].filter((output) => !output.stake && output.keyImage !== undefined)
    const [spent] = others.filter((output) => output.spent !== undefined)
    const [unspent] = others.filter((output) => output.spent === undefined)
    for (const output of [spent, unspent]) {
      expect(output).toBeDefined()
      const locked = [{ keyImage: output?.keyImage ?? new Uint8Array(), amount: 30n * COIN }]
      node.serviceNodes = new Map([
        [NODE_KEY, { ...open, contributors: [{ address, amount: 30n * COIN, reserved: 30n * COIN, locked }] }],
      ])
      expect(await callWallet(engine, 'request_stake_unlock', { service_node_key: NODE_KEY })).toEqual({
        error: {
          code: -4,
          message: "Cannot request stake unlock: Couldn't generate signature for requesting stake unlock",
        },
      })
    }
    expect(node.submitted).toEqual([])
    await engine.closeWallet()
  })
})
