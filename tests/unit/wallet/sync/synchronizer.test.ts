// Following a chain that changes: reorganisations, the pool, nodes that fail or lie.
import { describe, expect, test } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../../../src/crypto/keys/keys.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../../../src/daemon/errors.ts'
import { createNodePool } from '../../../../src/daemon/nodeFailover.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { Engine } from '../../../../src/wallet/engine/engine.ts'
import { Wallet } from '../../../../src/wallet/engine/wallet.ts'
import { LedgerDraft } from '../../../../src/wallet/state/ledgerDraft.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { vector } from '../../../support/data/vectors.ts'
import { ChainNode, forkChain, mineOn, smallChain } from '../../../support/wallet/chain-node.ts'
import { newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const { txs } = vector('oxen/chain-small/txs.json')
const chain = smallChain()
const NETWORK = 'oxen-regtest'

/** A recorded transaction, whole. */
const wholeTransaction = (txid: string): Uint8Array => {
  const found = txs.find(({ hash }) => hash === txid)
  return fromHex(found?.hex ?? '')
}

const contentOf = (wallet: Wallet) => ({
  height: wallet.state.height,
  outputs: [...wallet.state.ledger.outputs].sort(([a], [b]) => (a < b ? -1 : 1)),
  payments: [...wallet.state.ledger.payments].sort(([a], [b]) => (a < b ? -1 : 1)),
  balances: wallet.addressBalances(),
})

const freshly = async (node: ChainNode, name: WalletName) => {
  const engine = await restored(testHost(node), NETWORK, wallets[name].keys.mnemonic)
  const content = contentOf(openedIn(engine))
  await engine.closeWallet()
  return content
}

describe('reorganisations', () => {
  test.each([1, 3, 40, 134])('of %i blocks leave what a fresh scan of the new chain finds', async (depth) => {
    const node = new ChainNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    node.setChain(forkChain(oxenRegtest, chain, chain.length - depth, depth + 2))
    await engine.refresh()
    const content = contentOf(openedIn(engine))
    expect(content.height).toBe(chain.length + 2)
    expect(content).toEqual(await freshly(node, 'B'))

    // And back again.
    node.setChain(mineOn(oxenRegtest, mineOn(oxenRegtest, mineOn(oxenRegtest, chain))))
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await freshly(node, 'B'))
    await engine.closeWallet()
  })

  test('a shorter chain without new blocks takes nothing back', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    node.setChain(chain.slice(0, 300))
    await engine.refresh()
    expect(openedIn(engine).state.height).toBe(336)
    expect(openedIn(engine).sync.state.problem).toBe('')
    await engine.closeWallet()
  })

  test('final blocks are not taken back', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.immutableHeight = 320
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const before = contentOf(openedIn(engine))
    node.setChain(forkChain(oxenRegtest, chain, 319, 30))
    await engine.refresh()
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    expect(openedIn(engine).sync.state.problem).toContain('blocks up to 320 are final')
    expect(contentOf(openedIn(engine))).toEqual(before)
    node.setChain(forkChain(oxenRegtest, chain, 321, 30))
    await engine.refresh()
    expect(openedIn(engine).sync.state.phase).toBe('synced')
    expect(openedIn(engine).state.height).toBe(351)
    await engine.closeWallet()
  })

  test('to any depth, rolling back equals scanning less', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.pageSize = 7
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const { state } = openedIn(engine)
    await engine.closeWallet()
    const short = new ChainNode(oxenRegtest, chain.slice(0, 1))
    const growing = await restored(testHost(short), NETWORK, wallets.B.keys.mnemonic)
    const grown = openedIn(growing).state
    for (let height = 2; height <= chain.length; height++) {
      short.setChain(chain.slice(0, height))
      if (height % 5 !== 0 && height !== chain.length) continue
      await growing.refresh()
      const draft = new LedgerDraft(state.ledger)
      draft.rollback(height, 'derived')
      const left = [...state.ledger.outputs.keys()].flatMap((id) => draft.output(id) ?? [])
      expect(new Set(left)).toEqual(new Set(grown.ledger.outputs.values()))
      const payments = [...state.ledger.payments.keys()].flatMap((id) => draft.payment(id) ?? [])
      expect(new Set(payments)).toEqual(new Set(grown.ledger.payments.values()))
    }
    await growing.closeWallet()
  })
})

describe('where a wallet begins', () => {
  test('a rescan of a part leaves what a scan of the whole finds', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const whole = await freshly(node, 'B')
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    await engine.rescan({ from: 'height', height: 200 })
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(whole)
    await engine.closeWallet()
  })

  test('a chain that does not hold the first known block is begun anew', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const engine = new Engine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    const wallet = openedIn(engine)
    expect(wallet.state.blockIds.base).toBe(203)
    node.setChain(forkChain(oxenRegtest, chain, 190, 60))
    await engine.refresh()
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 250 })
    expect(wallet.state.blockIds.base).toBe(203)
    expect(wallet.state.blockIds.idAt(249)).toEqual(node.chain[249]?.id)
    expect(wallet.state.ledger.payments.size).toBe(0)
    await engine.closeWallet()
  })

  test('a height estimated from a date is put right by the blocks themselves, also after a restart', async () => {
    // Two blocks a day: estimates by the usual time between blocks run ahead of such a chain.
    const timestampOf = (height: number): number => 1_700_000_000 + 43_200 * height
    const begin = async (estimate: number, date: number): Promise<number> => {
      const node = new ChainNode(oxenRegtest, chain)
      node.blockTimestamp = async (height) => timestampOf(height)
      const store = openMemoryStore()
      await WalletState.create(store, estimate, date)
      const state = await WalletState.open(store)
      const keys = generateKeys(new Uint8Array(32).fill(7))
      const changed = (): void => undefined
      const scanner = await createScanner()
      const wallet = await Wallet.open({
        host: testHost(node),
        network: oxenRegtest,
        keys,
        state,
        scanner,
        node,
        changed,
      })
      await wallet.sync.refresh()
      expect(wallet.sync.state.phase).toBe('synced')
      await wallet.close()
      return state.restoreHeight
    }
    // A day before the date is where it begins at the latest.
    expect(await begin(300, timestampOf(100))).toBe(98)
    expect(await begin(9999, timestampOf(100))).toBe(98)
    // An estimate that lies before its date stays, and so does a height that somebody gave.
    expect(await begin(50, timestampOf(100))).toBe(50)
    expect(await begin(300, 0)).toBe(300)
    // A clock that is wrong: a week before the top, which is all of this chain.
    expect(await begin(9999, timestampOf(5000))).toBe(0)
    expect(await begin(300, 1)).toBe(0)
  })

  test('a node that is only behind takes nothing back', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const engine = new Engine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    node.setChain(chain.slice(0, 100))
    await engine.refresh()
    expect(openedIn(engine).state.height).toBe(336)
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline' })
    expect(openedIn(engine).sync.state.problem).toContain('only 100 blocks so far')
    await engine.closeWallet()
  })
})

describe('the pool', () => {
  // A paid B in block 203, from which on there are transfers.
  const txid = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
  const blob = wholeTransaction(txid)

  test('what is on its way is seen, and confirmed once', async () => {
    const node = new ChainNode(oxenRegtest, chain.slice(0, 203))
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const before = openedIn(engine).balance()
    node.addToPool(blob, true)
    await engine.refresh()
    const [pooled] = await engine.transfers({})
    expect(pooled).toMatchObject({
      txid,
      state: 'pool',
      amount: 777000001n,
      paymentId: 'edb7f1d5cbf15150',
      doubleSpendSeen: true,
      height: 0,
    })
    expect(openedIn(engine).balance()).toEqual(before)
    node.setChain(chain.slice(0, 204))
    await engine.refresh()
    const mined = (await engine.transfers({})).filter((transfer) => transfer.txid === txid)
    expect(mined).toHaveLength(1)
    expect(mined[0]).toMatchObject({ state: 'confirmed', amount: 777000001n, height: 203, confirmations: 1 })
    await engine.closeWallet()
  })

  test('what leaves it unmined is forgotten', async () => {
    const node = new ChainNode(oxenRegtest, chain.slice(0, 203))
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    node.addToPool(blob)
    await engine.refresh()
    node.pool.clear()
    await engine.refresh()
    expect((await engine.transfers({})).filter((transfer) => transfer.txid === txid)).toEqual([])
    await engine.closeWallet()
  })

  test('a payment of another copy of the wallet is pending, and gone when its transaction is', async () => {
    const node = new ChainNode(oxenRegtest, chain.slice(0, 203))
    const host = testHost(node)
    const engine = await restored(host, NETWORK, wallets.A.keys.mnemonic)
    const { total } = openedIn(engine).balance()
    node.addToPool(blob)
    await engine.refresh()
    const [pending] = (await engine.transfers({})).filter((transfer) => transfer.txid === txid)
    expect(pending).toMatchObject({ state: 'pending', direction: 'out', amount: 777000001n })
    expect(openedIn(engine).balance().total).toBe(total - 777000001n - (pending?.fee ?? 0n))
    node.pool.clear()
    await engine.refresh()
    host.time.advance(20_000)
    await engine.refresh()
    expect((await engine.transfers({})).filter((transfer) => transfer.txid === txid)).toEqual([])
    expect(openedIn(engine).balance().total).toBe(total)
    await engine.closeWallet()
  })
})

describe('a node that fails', () => {
  test('is asked again, later and later, and says why in words', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.failure = new NodeUnreachableError('http://node does not answer', { details: { url: 'http://node' } })
    const host = testHost(node)
    const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
    const { sync } = openedIn(engine)
    expect(sync.state).toMatchObject({ phase: 'offline', problem: 'http://node does not answer', height: 0 })
    const asked: number[] = []
    for (let second = 1; second <= 40; second++) {
      const before = node.calls.length
      host.time.advance(1000)
      await new Promise((resolve) => setImmediate(resolve))
      if (node.calls.length > before) asked.push(second)
    }
    // It had failed twice: when the wallet opened, and when it was asked to look at once.
    expect(asked).toEqual([2, 6, 14, 30])
    node.failure = undefined
    await engine.refresh()
    expect(sync.state).toMatchObject({ phase: 'synced', problem: '', height: 336 })
    await engine.closeWallet()
  })

  test('in the middle of a sync costs no block', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.pageSize = 50
    const page = node.blocks.bind(node)
    let left = 3
    node.blocks = async (history) => {
      if (left-- <= 0) throw new Error('connection reset')
      return page(history)
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const wallet = openedIn(engine)
    expect(wallet.sync.state.phase).toBe('offline')
    expect(wallet.state.height).toBe(148)
    left = Number.POSITIVE_INFINITY
    await engine.refresh()
    expect(contentOf(wallet)).toEqual(await freshly(new ChainNode(oxenRegtest, chain), 'B'))
    await engine.closeWallet()
  })

  test('never knows the block at which it let the wallet begin: it is not asked for ever', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const blocksFrom = node.blocksFrom.bind(node)
    node.blocks = async () => {
      node.calls.push('blocks')
      return blocksFrom(0)
    }
    const engine = new Engine(testHost(node))
    const words = { words: wallets.B.keys.mnemonic, offset: '' }
    await engine.restoreFromWords(newWallet(NETWORK), words, { from: 'height', height: 204 })
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline' })
    expect(openedIn(engine).sync.state.problem).toContain('does not know the block')
    expect(node.calls.length).toBeLessThan(30)
    await engine.closeWallet()
  })

  test('dies in the middle of a sync: the next one goes on', async () => {
    const whole = await freshly(new ChainNode(oxenRegtest, chain), 'B')
    const first = new ChainNode(oxenRegtest, chain)
    const second = new ChainNode(oxenRegtest, chain)
    first.pageSize = 50
    second.pageSize = 50
    const blocks = first.blocks.bind(first)
    let pages = 0
    first.blocks = async (history) => {
      if (pages === 3)
        first.failure = new NodeUnreachableError('http://first cannot be reached', { details: { url: 'http://first' } })
      pages++
      return blocks(history)
    }
    const host = { ...testHost(first), createNode: () => createNodePool([first, second], { clock: () => 0 }) }
    const engine = await restored(host, NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', height: 336, problem: '' })
    expect(contentOf(openedIn(engine))).toEqual(whole)
    expect(second.calls).toContain('blocks')
    expect(first.calls.filter((name) => name === 'blocks')).toHaveLength(4)
    await engine.closeWallet()
  })

  test('is of another network: the next one is used', async () => {
    const first = new ChainNode({ ...oxenRegtest, netType: 'testnet' }, chain)
    const host = testHost(first)
    const second = new ChainNode(oxenRegtest, chain)
    const pool = createNodePool([first, second], { clock: () => 0 })
    const engine = await restored({ ...host, createNode: () => pool }, NETWORK, wallets.B.keys.mnemonic)
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', height: 336, problem: '' })
    expect(pool.health()).toMatchObject([{ problem: expect.stringContaining('testnet') }, { inUse: true }])
    await engine.closeWallet()
  })

  test('refuses our first block: where it has another one, the network is said to be wrong', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.blocks = async () => {
      throw new NodeRefusedError('memory: refused /get_blocks.bin: Failed', { details: { url: 'memory:' } })
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    const { sync } = openedIn(engine)
    expect(sync.state).toMatchObject({ phase: 'offline', problem: 'memory: refused /get_blocks.bin: Failed' })
    const [first] = chain
    if (first === undefined) throw new Error('the chain has no block')
    for (const block of [moneroRegtest.genesis, moneroRegtest.genesis.subarray(1)]) {
      node.blocksFrom = async () => ({ startHeight: 0, chainHeight: 3, blocks: [{ ...first, block }] })
      await engine.refresh()
      expect(sync.state).toMatchObject({
        phase: 'offline',
        problem: 'the node follows another chain, but this wallet belongs to Oxen regtest',
      })
    }
    await engine.closeWallet()
  })

  test('sends blocks that do not follow each other: none is believed', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.setChain([...chain.slice(0, 100), ...chain.slice(101)])
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    expect(openedIn(engine).state.ledger.outputs.size).toBe(0)
    await engine.closeWallet()
  })

  test('is on another chain: it says so', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.blocks = async () => ({ startHeight: 0, chainHeight: 3, blocks: chain.slice(1, 3) })
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state.phase).toBe('offline')
    await engine.closeWallet()
  })

  test('lies about amounts: what does not fit its commitment is not counted', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    const whole = await freshly(node, 'B')
    const height = 203
    const block = chain[height]
    if (block === undefined) throw new Error('the chain is short')
    const transactions = block.transactions.map((bytes) => {
      const altered = bytes.slice()
      // The commitments are the last bytes of a pruned transaction, the encrypted amounts come before.
      const outputs = block.parsed.transactionIds.length > 0 ? 2 : 0
      const at = altered.length - 32 * outputs - 8 * outputs
      altered[at] = (altered[at] ?? 0) ^ 1
      altered[at + 8] = (altered[at + 8] ?? 0) ^ 1
      return altered
    })
    node.setChain(chain.map((other, i) => (i === height ? { ...other, transactions } : other)))
    const lied = await freshly(node, 'B')
    expect(lied.outputs.length).toBeLessThan(whole.outputs.length)
    expect(
      lied.outputs.every(([id, output]) =>
        whole.outputs.some(([other, { amount }]) => other === id && amount === output.amount),
      ),
    ).toBe(true)
  })
})

describe('progress', () => {
  test('is told with height, target and speed', async () => {
    const node = new ChainNode(oxenRegtest, chain)
    node.pageSize = 40
    const host = testHost(node)
    const page = node.blocks.bind(node)
    node.blocks = async (history) => {
      host.time.advance(500)
      return page(history)
    }
    const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
    await engine.closeWallet()
    const seen: { phase: string; height: number; blocksPerSecond: number; secondsLeft: number | undefined }[] = []
    const second = await restored(host, NETWORK, wallets.C.keys.mnemonic)
    await second.subscribe(({ wallet }) => {
      if (wallet !== undefined) seen.push(wallet.sync)
    })
    await second.rescan({ from: 'beginning' })
    await second.refresh()
    const syncing = seen.filter(({ phase }) => phase === 'syncing')
    expect(syncing.length).toBeGreaterThan(2)
    expect(syncing.some(({ blocksPerSecond, secondsLeft }) => blocksPerSecond > 0 && (secondsLeft ?? 0) > 0)).toBe(true)
    expect(syncing.map(({ height }) => height)).toEqual(syncing.map(({ height }) => height).toSorted((a, b) => a - b))
    expect(openedIn(second).sync.state).toMatchObject({ phase: 'synced', height: 336, target: 336, secondsLeft: 0 })
    await second.closeWallet()
  })
})

test('ids of transactions are those of the recording', () => {
  expect(toHex(new ChainNode(oxenRegtest, chain).addToPool(wholeTransaction(txs.at(-1).hash)))).toBe(txs.at(-1).hash)
})

test('blocks before a checkpoint are not taken back', async () => {
  const checkpoint = { height: 300, id: chain[300]?.id ?? new Uint8Array() }
  const network = { ...oxenRegtest, checkpoints: [...oxenRegtest.checkpoints, checkpoint] }
  const node = new ChainNode(network, chain)
  const host = testHost(node)
  const keys = generateKeys(fromHex(wallets.B.keys.spend_key))
  const state = await WalletState.create(host.store, 0)
  const scanner = await createScanner()
  const wallet = await Wallet.open({ host, network, keys, state, scanner, node, changed: () => undefined })
  await wallet.sync.refresh()
  node.setChain(forkChain(network, chain, 298, 2))
  await wallet.sync.refresh()
  expect(wallet.sync.state.problem).toContain('blocks up to 300 are final')
  expect(state.height).toBe(336)
  node.setChain(forkChain(network, chain, 301, 50))
  await wallet.sync.refresh()
  expect(wallet.sync.state).toMatchObject({ phase: 'synced', height: 351 })
  await wallet.close()

  const stranger = await WalletState.create(openMemoryStore(), 0)
  const other = new ChainNode(network, forkChain(network, chain, 299, 50))
  const second = await Wallet.open({
    host,
    network,
    keys: generateKeys(fromHex(wallets.B.keys.spend_key)),
    state: stranger,
    scanner: await createScanner(),
    node: other,
    changed: () => undefined,
  })
  await second.sync.refresh()
  expect(second.sync.state.problem).toContain(`but the network's is ${toHex(checkpoint.id)}`)
  await second.close()
})
