// A node that alters transactions inside genuine blocks neither invents nor hides coins for long.
import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { generateKeys } from '../../src/crypto/keys/keys.ts'
import { NodeUnreachableError } from '../../src/daemon/errors.ts'
import { createNodePool } from '../../src/daemon/nodeFailover.ts'
import { openedIn, restored, testHost } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { chain, contentOf, NETWORK, scanAfresh, txs, wallets } from '../support/wallet/small-chain.ts'
import { forgePayment, forgeSpend, hidePayment, withAltered } from './support/altered-transactions.ts'
import { LyingNode } from './support/lying-node.ts'

/** A paid B in block 203, from which on there are transfers. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const HEIGHT = 203
const POSITION = chain[HEIGHT]?.parsed.transactionIds.findIndex((id) => toHex(id) === TXID) ?? -1
const keysOfB = generateKeys(fromHex(wallets.B.keys.spend_key))
const altered = (alter: (blob: Uint8Array) => Uint8Array) => withAltered(chain, HEIGHT, POSITION, alter)
const forged = () => altered((blob) => forgePayment(oxenRegtest, blob, keysOfB, 5_000_000n * 10n ** 9n))
const hidden = () => altered((blob) => hidePayment(oxenRegtest, blob))

describe('an altered transaction', () => {
  it('is in the recorded chain', () => {
    expect(POSITION).toBeGreaterThanOrEqual(0)
    expect(txs.some(({ hash }) => hash === TXID)).toBe(true)
  })

  it('that invents coins never counts, and an honest node is used instead', async () => {
    const honest = new FakeNode(oxenRegtest, chain)
    const liar = new LyingNode(new FakeNode(oxenRegtest, chain))
    liar.lies = { blocks: async (_honest, history) => new FakeNode(oxenRegtest, forged()).blocks(history) }
    const engine = await restored(testHost(liar), NETWORK, wallets.B.keys.mnemonic)
    const { state, sync } = openedIn(engine)
    expect(sync.state).toMatchObject({ phase: 'offline' })
    expect(sync.state.problem).toContain(`altered the transaction ${TXID}`)
    expect(liar.distrusted).toEqual([sync.state.problem, sync.state.problem])
    expect([...state.ledger.outputs.values()].every(({ txid }) => toHex(txid) !== TXID)).toBe(true)
    expect(state.rescanAdvised).toBe(true)

    liar.repent(honest)
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await scanAfresh(honest, 'B'))
    await engine.rescan({ from: 'beginning' })
    await engine.refresh()
    expect(state.rescanAdvised).toBe(false)
    await engine.closeWallet()
  })

  it('is found while another node of the list goes on', async () => {
    const honest = new FakeNode(oxenRegtest, chain)
    const liar = new LyingNode(honest)
    liar.lies = { blocks: async (_honest, history) => new FakeNode(oxenRegtest, forged()).blocks(history) }
    const engine = await restored(testHost(createNodePool([liar, honest])), NETWORK, wallets.B.keys.mnemonic)
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await scanAfresh(honest, 'B'))
    await engine.closeWallet()
  })

  it('is found if an own node, which need not prove anything, answers before it is verified', async () => {
    const own = new FakeNode(oxenRegtest, chain)
    own.trusted = true
    const liar = new LyingNode(own)
    const forgery = new FakeNode(oxenRegtest, forged())
    forgery.pageSize = 100
    // After the page with the altered block it does not respond: the own node is in use when that page is verified.
    const unreachable = new NodeUnreachableError(`${liar.url} does not respond`, { details: { url: liar.url } })
    let isDone = false
    liar.lies = {
      blocks: async (_honest, history) => {
        if (isDone) throw unreachable
        const page = await forgery.blocks(history)
        isDone = page.startHeight + page.blocks.length > HEIGHT
        return page
      },
    }
    const pool = createNodePool([liar, own])
    const engine = await restored(testHost(pool), NETWORK, wallets.B.keys.mnemonic)
    const { state } = openedIn(engine)
    expect(own.calls).toContain('prunableHashes')
    // The one that sent the page is avoided, not the one that is in use.
    expect(liar.distrusted).toEqual([expect.stringContaining(`altered the transaction ${TXID}`)])
    expect(pool.health().map(({ inUse, problem }) => [inUse, problem])).toEqual([
      [false, liar.distrusted[0]],
      [true, ''],
    ])
    expect(state.rescanAdvised).toBe(true)
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await scanAfresh(new FakeNode(oxenRegtest, chain), 'B'))
    await engine.closeWallet()
  })

  it('counts if an own node sends it, which is asked for no proof', async () => {
    const own = new FakeNode(oxenRegtest, forged())
    own.trusted = true
    const engine = await restored(testHost(createNodePool([own])), NETWORK, wallets.B.keys.mnemonic)
    expect([...openedIn(engine).state.ledger.outputs.values()].some(({ txid }) => toHex(txid) === TXID)).toBe(true)
    expect(own.calls).not.toContain('prunableHashes')
    await engine.closeWallet()
  })

  it('that hides coins in one of the newest blocks is found', async () => {
    const honest = new FakeNode(oxenRegtest, chain.slice(0, HEIGHT))
    const liar = new LyingNode(honest)
    const engine = await restored(testHost(liar), NETWORK, wallets.B.keys.mnemonic)
    const false_ = new FakeNode(oxenRegtest, hidden().slice(0, HEIGHT + 1))
    honest.setChain(chain.slice(0, HEIGHT + 1))
    liar.lies = { blocks: (_honest, history) => false_.blocks(history) }
    await engine.refresh()
    expect(openedIn(engine).sync.state.problem).toContain(`altered the transaction ${TXID}`)
    expect(openedIn(engine).state.height).toBe(HEIGHT)
    liar.repent()
    await engine.refresh()
    expect(contentOf(openedIn(engine))).toEqual(await scanAfresh(honest, 'B'))
    await engine.closeWallet()
  })

  it('that spends our coins neither fails a payment nor marks them as spent', async () => {
    const honest = new FakeNode(oxenRegtest, chain.slice(0, HEIGHT))
    const engine = await restored(testHost(honest), NETWORK, wallets.A.keys.mnemonic)
    const unspent = [...openedIn(engine).state.ledger.outputs.values()].find(({ spent }) => spent === undefined)
    await engine.closeWallet()
    const keyImage = unspent?.keyImage ?? new Uint8Array()
    const false_ = new FakeNode(
      oxenRegtest,
      altered((blob) => forgeSpend(oxenRegtest, blob, keyImage)),
    )
    const liar = new LyingNode(new FakeNode(oxenRegtest, chain), {
      blocks: (_honest, history) => false_.blocks(history),
    })
    const again = await restored(testHost(liar), NETWORK, wallets.A.keys.mnemonic)
    expect(openedIn(again).sync.state.problem).toContain(`altered the transaction ${TXID}`)
    await again.closeWallet()
  })

  it('is not accepted with the hash of another pruned part, nor whole', async () => {
    const honest = new FakeNode(oxenRegtest, chain)
    const changed = forged()[HEIGHT]?.transactions[POSITION] ?? new Uint8Array()
    const liar = new LyingNode(honest, {
      blocks: async (_honest, history) => new FakeNode(oxenRegtest, forged()).blocks(history),
      transactions: async (answer) =>
        (await answer()).map((transaction) =>
          toHex(transaction.id) === TXID
            ? { ...transaction, blob: changed, prunableHash: new Uint8Array(32).fill(9) }
            : transaction,
        ),
      prunableHashes: async (answer) =>
        (await answer()).map(({ id, prunableHash }) => ({
          id,
          prunableHash: toHex(id) === TXID ? new Uint8Array(32).fill(9) : prunableHash,
        })),
      wholeTransactions: async (answer) =>
        (await answer()).map((transaction) =>
          toHex(transaction.id) === TXID ? { ...transaction, blob: changed, pruned: true } : transaction,
        ),
    })
    const engine = await restored(testHost(liar), NETWORK, wallets.B.keys.mnemonic)
    expect(openedIn(engine).sync.state.problem).toContain(`for the requested transaction ${TXID}`)
    expect([...openedIn(engine).state.ledger.outputs.values()].some(({ txid }) => toHex(txid) === TXID)).toBe(false)
    await engine.closeWallet()
  })
})

it('requests the transactions of a whole group of blocks, so that the node does not learn which is ours', async () => {
  const liar = new LyingNode(new FakeNode(oxenRegtest, chain))
  const engine = await restored(testHost(liar), NETWORK, wallets.B.keys.mnemonic)
  const requested = new Set(
    liar.requests.flatMap(({ call, args }) =>
      // The first parameter of these calls.
      call === 'transactions' || call === 'prunableHashes' ? (args[0] as readonly Uint8Array[]).map(toHex) : [],
    ),
  )
  const ours = new Set(
    [...openedIn(engine).state.ledger.outputs.values()].flatMap(({ txid, coinbase }) =>
      coinbase ? [] : [toHex(txid)],
    ),
  )
  expect([...ours].filter((txid) => !requested.has(txid))).toEqual([])
  for (const [height, { parsed }] of chain.entries()) {
    const ids = parsed.transactionIds.map(toHex)
    const asked = ids.filter((id) => requested.has(id)).length
    expect([0, ids.length], `block ${height}`).toContain(asked)
  }
  expect(requested.size).toBeGreaterThan(ours.size)
  await engine.closeWallet()
})
