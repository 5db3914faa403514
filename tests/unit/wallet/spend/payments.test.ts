// States of payments: recorded before they are relayed, pending, mined, rejected, dropped by the txpool, double-spent, reverted by a
// reorganisation.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { StoreFullError } from '../../../../src/store/errors.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Store } from '../../../../src/store/store.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { vector } from '../../../support/data/vectors.ts'
import { forkChain, mineOn } from '../../../support/wallet/chain-builder.ts'
import { openedIn, PASSWORD, restored, type TestHost, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'
import { prepareWalletTransfer } from '../../../support/wallet/spend/spend.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const chain = smallChain()
const AMOUNT = 2_500_000_000n
const destinations = [{ address: wallets.C.keys.address, amount: AMOUNT }]
const REQUEST = { account: 0, destinations, priority: 1 }

type Stage = { readonly node: FakeNode; readonly host: TestHost; readonly engine: Engine; readonly total: bigint }

const stage = async (name: WalletName = 'B'): Promise<Stage> => {
  const node = new FakeNode(oxenRegtest, chain)
  const host = testHost(node)
  const engine = await restored(host, 'oxen-regtest', wallets[name].keys.mnemonic)
  return { node, host, engine, total: openedIn(engine).balance().total }
}

const newestOut = async (engine: Engine) => (await engine.transfers({})).find(({ direction }) => direction === 'out')

const pay = async ({ engine }: Stage) => {
  const prepared = await engine.prepareTransfer(REQUEST)
  const [transfer] = await engine.confirmTransfer(prepared.id)
  return { prepared, transfer }
}

const mine = async ({ node, engine }: Stage, blobs = node.submitted): Promise<void> => {
  node.setChain(mineOn(oxenRegtest, node.chain, blobs))
  node.pool.clear()
  await engine.refresh()
}

describe('a payment', () => {
  it('is in the published balance before the page hears that it was sent', async () => {
    const { engine, total } = await stage()
    const balances: (bigint | undefined)[] = []
    await engine.subscribe(({ wallet }) => {
      balances.push(wallet?.balance.total)
    })
    const prepared = await engine.prepareTransfer(REQUEST)
    expect(balances.at(-1)).toBe(total)
    await engine.confirmTransfer(prepared.id)
    expect(balances.at(-1)).toBe(total - AMOUNT - prepared.fee)
    await engine.closeWallet()
  })

  it('leaves no record when prepared, is pending once confirmed, and arrives', async () => {
    const s = await stage()
    const { engine, node, total } = s
    const prepared = await engine.prepareTransfer(REQUEST)
    expect(prepared).toMatchObject({ amount: AMOUNT, destinations })
    expect(openedIn(engine).balance().total).toBe(total)
    expect(node.submitted).toEqual([])
    const [transfer] = await engine.confirmTransfer(prepared.id)
    expect(transfer).toMatchObject({
      txid: prepared.transactions[0]?.txid,
      state: 'pending',
      amount: AMOUNT,
      fee: prepared.fee,
      destinations,
    })
    expect(transfer?.txKey).toMatch(/^[0-9a-f]{64}$/)
    expect(openedIn(engine).balance().total).toBe(total - AMOUNT - prepared.fee)
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ state: 'pending' })
    await mine(s)
    expect(await newestOut(engine)).toMatchObject({ state: 'confirmed', height: 336, confirmations: 1, destinations })
    expect(openedIn(engine).balance().total).toBe(total - AMOUNT - prepared.fee)
    expect(openedIn(engine).balance(0).blocksToUnlock).toBe(9)
    const receiver = await restored(testHost(node), 'oxen-regtest', wallets.C.keys.mnemonic)
    expect((await receiver.transfers({ limit: 1 }))[0]).toMatchObject({
      txid: transfer?.txid,
      amount: AMOUNT,
      direction: 'in',
    })
    await receiver.closeWallet()
    await engine.closeWallet()
  })

  it('requests the same outputs when prepared again: two different requests would show the node which one is spent', async () => {
    const { engine, node } = await stage()
    const outputs = node.outputs.bind(node)
    const questions: string[] = []
    node.outputs = async (indices) => {
      questions.push(indices.join())
      return await outputs(indices)
    }
    const wallet = openedIn(engine)
    const one = [...wallet.state.ledger.countedOutputs()].find(({ spent, amount }) => !spent && amount > 2n * AMOUNT)
    await wallet.state.update('relaxed', (draft) => {
      for (const output of wallet.state.ledger.outputs.values())
        if (output !== one) draft.putOutput(changedOutput(output, { frozen: true }))
      return undefined
    })
    for (let i = 0; i < 3; i++) await engine.discardTransfer((await engine.prepareTransfer(REQUEST)).id)
    expect(questions).toHaveLength(3)
    expect(new Set(questions).size).toBe(1)
    await engine.closeWallet()
  })

  it('can be confirmed only once', async () => {
    const { engine, node } = await stage()
    const { id } = await engine.prepareTransfer(REQUEST)
    const results = await Promise.allSettled([engine.confirmTransfer(id), engine.confirmTransfer(id)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(node.submitted).toHaveLength(1)
    const second = await engine.prepareTransfer(REQUEST)
    await engine.discardTransfer(second.id)
    await expect(engine.confirmTransfer(second.id)).rejects.toThrow('prepare it again')
    await engine.closeWallet()
  })

  it('is not sent if its outputs were spent meanwhile', async () => {
    const { engine, node } = await stage()
    const wallet = openedIn(engine)
    const prepared = await prepareWalletTransfer(wallet, { ...REQUEST, subaddresses: [], unlockTime: 0n })
    await wallet.payments.commit(prepared)
    await expect(wallet.payments.commit(prepared)).rejects.toThrow('prepare it again')
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })

  it('is not sent if it cannot be recorded, and can be confirmed again with the same transaction', async () => {
    const node = new FakeNode(oxenRegtest, chain)
    const store = openMemoryStore()
    let isFull = false
    const commit: Store['commit'] = async (changes, durability) => {
      if (isFull) throw new StoreFullError('the store is full')
      await store.commit(changes, durability)
    }
    const engine = await restored(testHost(node, { ...store, commit }), 'oxen-regtest', wallets.B.keys.mnemonic)
    const { total } = openedIn(engine).balance()
    const prepared = await engine.prepareTransfer(REQUEST)
    isFull = true
    await expect(engine.confirmTransfer(prepared.id)).rejects.toThrow(StoreFullError)
    expect(node.submitted).toEqual([])
    expect(openedIn(engine).balance().total).toBe(total)
    isFull = false
    const [transfer] = await engine.confirmTransfer(prepared.id)
    expect(transfer).toMatchObject({ txid: prepared.transactions[0]?.txid, state: 'pending' })
    expect(transfer?.txKey).toMatch(/^(?!0{64})[0-9a-f]{64}$/)
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })

  it('stays in the history if mined below the height of a rescan', async () => {
    const s = await stage()
    const { engine, node } = s
    await pay(s)
    await mine(s)
    const mined = await newestOut(engine)
    const submitted = node.submitted.length
    await engine.rescan({ from: 'height', height: 5000 })
    expect(await newestOut(engine)).toMatchObject({ txid: mined?.txid, state: 'confirmed', height: 336 })
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ txid: mined?.txid, state: 'confirmed', height: 336 })
    expect(node.submitted).toHaveLength(submitted)
    await engine.closeWallet()
  })

  it.each(['fee too low', 'Key image is locked by service node'])(
    'leaves no entry and frees its outputs if the node rejects it: %s',
    async (reason) => {
      const { engine, node, total } = await stage()
      const before = await engine.transfers({})
      node.respondToSubmission = () => ({ accepted: false, doubleSpend: false, reason })
      const { id } = await engine.prepareTransfer(REQUEST)
      await expect(engine.confirmTransfer(id)).rejects.toThrow(reason)
      expect(await engine.transfers({})).toEqual(before)
      expect(openedIn(engine).balance().total).toBe(total)
      await engine.refresh()
      expect(node.submitted).toHaveLength(1)
      node.respondToSubmission = () => undefined
      const second = await engine.prepareTransfer(REQUEST)
      await engine.confirmTransfer(second.id)
      expect(await newestOut(engine)).toMatchObject({ state: 'pending', amount: AMOUNT })
      await engine.closeWallet()
    },
  )

  it.each([
    ['was lost on the way to a first node', { mayHaveArrived: true }],
    ['waits for its quorum', { reason: 'Blink quorum timeout' }],
  ])('fails with an entry if the node rejects it while it %s', async (_, answer) => {
    const { engine, node, total } = await stage()
    node.respondToSubmission = () => ({ accepted: false, doubleSpend: false, reason: 'rejected', ...answer })
    const { id } = await engine.prepareTransfer({ ...REQUEST, priority: 5 })
    await expect(engine.confirmTransfer(id)).rejects.toThrow()
    expect(await newestOut(engine)).toMatchObject({ state: 'failed', amount: AMOUNT })
    expect(openedIn(engine).balance().total).toBe(total)
    await engine.closeWallet()
  })

  it('fails with an entry if the node rejects it after its first response was lost', async () => {
    const { engine, node, total } = await stage()
    node.respondToSubmission = () => new Error('connection reset')
    const { id } = await engine.prepareTransfer(REQUEST)
    await engine.confirmTransfer(id)
    node.respondToSubmission = () => ({ accepted: false, doubleSpend: false, reason: 'fee too low' })
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ state: 'failed', amount: AMOUNT })
    expect(openedIn(engine).balance().total).toBe(total)
    await engine.closeWallet()
  })

  it('stays pending if the response is lost, and is relayed again unchanged', async () => {
    const { engine, node, total } = await stage()
    node.respondToSubmission = () => new Error('connection reset')
    const { id, fee } = await engine.prepareTransfer(REQUEST)
    const [transfer] = await engine.confirmTransfer(id)
    expect(transfer?.state).toBe('pending')
    node.respondToSubmission = () => undefined
    await engine.refresh()
    expect(node.submitted).toHaveLength(2)
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    await engine.refresh()
    expect(node.submitted).toHaveLength(2)
    expect(openedIn(engine).balance().total).toBe(total - AMOUNT - fee)
    await engine.closeWallet()
  })

  it('is not taken for rejected if it arrived but the response was lost', async () => {
    const { engine, node } = await stage()
    node.respondToSubmission = (blob) => {
      node.addToPool(blob)
      return new Error('connection reset')
    }
    const { id } = await engine.prepareTransfer(REQUEST)
    await engine.confirmTransfer(id)
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ state: 'pending' })
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })

  it('is relayed again if the pool does not contain it, and its outputs stay reserved', async () => {
    const s = await stage()
    const { engine, node, host, total } = s
    const { prepared } = await pay(s)
    await engine.refresh()
    // A public node hides transactions that are not relayed yet, and accepts them again.
    node.pool.clear()
    await engine.refresh()
    await engine.refresh()
    expect(node.submitted).toHaveLength(1)
    host.time.advance(20_000)
    await engine.refresh()
    expect(node.submitted).toHaveLength(2)
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    expect(await newestOut(engine)).toMatchObject({ state: 'pending' })
    expect(openedIn(engine).balance().total).toBe(total - AMOUNT - prepared.fee)
    await engine.closeWallet()
  })

  it('fails if the pool does not contain it and the node rejects it, unless it is mined', async () => {
    const s = await stage()
    const { engine, node, host, total } = s
    await pay(s)
    await engine.refresh()
    node.pool.clear()
    node.respondToSubmission = () => ({ accepted: false, doubleSpend: false, reason: 'it waited too long' })
    await engine.refresh()
    host.time.advance(20_000)
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ state: 'failed' })
    expect(openedIn(engine).balance().total).toBe(total)
    await mine(s, node.submitted.slice(0, 1))
    expect(await newestOut(engine)).toMatchObject({ state: 'confirmed' })
    expect(openedIn(engine).balance().total).toBeLessThan(total)
    await engine.closeWallet()
  })

  it('fails if another transaction spends the same outputs', async () => {
    const s = await stage()
    const { transfer } = await pay(s)
    const rival = await stage()
    const copy = openedIn(rival.engine)
    const keyImages = new Set(
      [...openedIn(s.engine).state.ledger.payments.values()].flatMap((payment) =>
        payment.txid && toHex(payment.txid) === transfer?.txid ? payment.keyImages.map(toHex) : [],
      ),
    )
    const others = [...copy.state.ledger.countedOutputs()].filter(
      ({ keyImage, spent }) => spent === undefined && !keyImages.has(toHex(keyImage ?? new Uint8Array())),
    )
    await copy.state.update('relaxed', (draft) => {
      for (const output of others) draft.putOutput(changedOutput(output, { frozen: true }))
      return undefined
    })
    const sweep = await rival.engine.prepareSweep({ account: 0, address: wallets.A.keys.address, priority: 1 })
    await rival.engine.confirmTransfer(sweep.id)
    await mine(s, rival.node.submitted)
    const states = (await s.engine.transfers({})).filter(({ direction }) => direction === 'out').slice(0, 2)
    expect(states.map(({ txid, state }) => [txid, state])).toContainEqual([transfer?.txid, 'failed'])
    expect(states.map(({ txid, state }) => [txid, state])).toContainEqual([sweep.transactions[0]?.txid, 'confirmed'])
    expect(openedIn(s.engine).balance().total).toBe(s.total - sweep.amount - sweep.fee)
    await s.engine.closeWallet()
    await rival.engine.closeWallet()
  })

  it('is undone by a reorganisation, and is relayed again by the user only, with the same data', async () => {
    const s = await stage()
    const { engine, node } = s
    await pay(s)
    await mine(s)
    const mined = await newestOut(engine)
    node.setChain(forkChain(oxenRegtest, node.chain, 334, 6))
    await engine.refresh()
    expect(await newestOut(engine)).toMatchObject({ state: 'failed', failure: 'reverted', height: 0, destinations })
    const before = await restored(testHost(node), 'oxen-regtest', wallets.B.keys.mnemonic)
    expect(openedIn(engine).addressBalances()).toEqual(openedIn(before).addressBalances())
    await before.closeWallet()
    expect(node.submitted).toHaveLength(1)
    expect(await engine.resendPayment(mined?.txid ?? '')).toMatchObject([
      { state: 'pending', failure: undefined, relayed: true },
    ])
    expect(openedIn(engine).state.ledger.pending.size).toBe(1)
    expect(node.submitted).toHaveLength(2)
    expect(new Set(node.submitted.map(toHex)).size).toBe(1)
    await mine(s, node.submitted.slice(0, 1))
    expect(await newestOut(engine)).toMatchObject({
      txid: mined?.txid,
      state: 'confirmed',
      height: 340,
      txKey: mined?.txKey,
    })
    const fresh = await restored(testHost(node), 'oxen-regtest', wallets.B.keys.mnemonic)
    expect(openedIn(engine).addressBalances()).toEqual(openedIn(fresh).addressBalances())
    await fresh.closeWallet()
    await engine.closeWallet()
  })
})

it('restores payments, their keys and their notes after a restart', async () => {
  const store = openMemoryStore()
  const node = new FakeNode(oxenRegtest, chain)
  const engine = await restored(testHost(node, store), 'oxen-regtest', wallets.B.keys.mnemonic)
  const { id } = await engine.prepareTransfer(REQUEST)
  const [transfer] = await engine.confirmTransfer(id)
  await engine.closeWallet()
  const again = createEngine(testHost(node, store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect(await newestOut(again)).toEqual(transfer)
  await again.refresh()
  expect(node.submitted).toHaveLength(1)
  // A second payment does not use the outputs of a pending one.
  const next = await again.prepareTransfer(REQUEST)
  await again.confirmTransfer(next.id)
  const images = [...openedIn(again).state.ledger.payments.values()]
    .filter(({ state }) => state === 'pending')
    .flatMap(({ keyImages }) => keyImages.map(toHex))
  expect(new Set(images).size).toBe(images.length)
  await again.closeWallet()
})

it('draws the same ring for an output again after a restart, although nothing was sent', async () => {
  const store = openMemoryStore()
  const node = new FakeNode(oxenRegtest, chain)
  const outputs = node.outputs.bind(node)
  const requests: string[] = []
  node.outputs = async (indices) => {
    requests.push(indices.join())
    return await outputs(indices)
  }
  /** Rings by key image. */
  const ringsOf = async (engine: Engine): Promise<Map<string, string>> => {
    const intent = { ...REQUEST, subaddresses: [], unlockTime: 0n }
    const [prepared] = await prepareWalletTransfer(openedIn(engine), intent)
    return new Map(
      prepared?.inputs.map(({ keyImage }, i) => [
        toHex(keyImage ?? new Uint8Array()),
        prepared.rings[i]?.members.map(({ globalIndex }) => globalIndex).join() ?? '',
      ]),
    )
  }
  const engine = await restored(testHost(node, store), 'oxen-regtest', wallets.B.keys.mnemonic)
  const first = await ringsOf(engine)
  const spent = [...openedIn(engine).state.ledger.outputs.values()].filter((output) =>
    first.has(toHex(output.keyImage ?? new Uint8Array())),
  )
  expect(spent.length).toBeGreaterThan(0)
  await openedIn(engine).state.update('strict', (draft) => {
    for (const output of openedIn(engine).state.ledger.outputs.values())
      if (!spent.includes(output)) draft.putOutput(changedOutput(output, { frozen: true }))
    return undefined
  })
  await engine.closeWallet()
  const again = createEngine(testHost(node, store, 2))
  await again.openWallet((await viewOf(again)).wallets[0]?.id ?? '', PASSWORD)
  expect(openedIn(again).state.ledger.payments.size).toBeGreaterThan(0)
  expect(await ringsOf(again)).toEqual(first)
  expect(requests).toHaveLength(2)
  expect(requests[1]).toBe(requests[0])
  await again.rescan({ from: 'height', height: 0 })
  await again.refresh()
  expect(await ringsOf(again)).toEqual(first)
  await again.closeWallet()
})

it('completes a payment although the quorum does not respond', async () => {
  const { engine, node } = await stage()
  const submit = node.submit.bind(node)
  const ways: (boolean | undefined)[] = []
  node.submit = async (blob: Uint8Array, options?: { readonly blink?: boolean }) => {
    ways.push(options?.blink)
    if (options?.blink === true)
      return { accepted: false, doubleSpend: false, reason: 'not enough blink nodes to form a quorum' }
    return submit(blob)
  }
  const { id } = await engine.prepareTransfer({ ...REQUEST, priority: 5 })
  const [transfer] = await engine.confirmTransfer(id)
  expect(transfer?.state).toBe('pending')
  expect(ways).toEqual([true, undefined])
  await engine.closeWallet()
})

it('sweeps the whole balance', async () => {
  const s = await stage('C')
  const { engine } = s
  const unlocked = openedIn(engine).balance(1).unlocked
  const sweep = await engine.prepareSweep({ account: 1, address: wallets.A.keys.address, priority: 1 })
  expect(sweep.amount + sweep.fee).toBe(unlocked)
  await engine.confirmTransfer(sweep.id)
  await mine(s)
  expect(openedIn(engine).balance(1).unlocked).toBe(0n)
  await engine.closeWallet()
})
