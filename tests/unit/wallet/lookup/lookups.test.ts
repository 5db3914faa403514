// What a user looks up: a transaction by its id, a raw transaction, and whose an address is.
import { afterEach, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { newWallet, openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets, wholeTransaction } from '../../../support/wallet/small-chain.ts'

/** A paid B in block 203. */
const TXID = '617641461f84293200021b8b3f2a7966ab5145a86706091bceb50e1742adcff9'
const HEIGHT = 203

const engines: Engine[] = []

/** An engine whose wallet scans from a height. */
const engineOf = async (name: keyof typeof wallets, from: number, blocks = 310, trusted: readonly string[] = []) => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, blocks))
  const engine = createEngine(testHost(node))
  const wallet = newWallet(NETWORK)
  await engine.restoreFromWords(
    { ...wallet, nodes: { ...wallet.nodes, trusted } },
    { words: wallets[name].keys.mnemonic, offset: '' },
    { from: 'height', height: from },
  )
  await engine.refresh()
  engines.push(engine)
  return { engine, node }
}

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.closeWallet()
})

describe('a transaction that is looked up', () => {
  it('is found below the restore height, once', async () => {
    const { engine, node } = await engineOf('B', 309)
    expect(openedIn(engine).balance().total).toBe(0n)
    expect(await engine.findTransaction(` ${TXID}\n`)).toBe('found')
    expect(openedIn(engine).balance().total).toBe(777000001n)
    node.calls.length = 0
    expect(await engine.findTransaction(TXID)).toBe('known')
    expect(node.calls).not.toContain('transactions')
  })

  it('is not that of another wallet, nor one that the node does not know', async () => {
    const { engine } = await engineOf('C', 300)
    // It is told apart even if the wallet has later ones.
    const { outputs } = openedIn(engine).state.ledger
    expect(outputs.size).toBeGreaterThan(0)
    const before = outputs.size
    expect(await engine.findTransaction(TXID)).toBe('foreign')
    expect(outputs.size).toBe(before)
    await expect(engine.findTransaction('00'.repeat(32))).rejects.toMatchObject({ code: 'transaction-missing' })
    await expect(engine.findTransaction('zz')).rejects.toMatchObject({ code: 'hex' })
  })

  it('is refused if a later one could have spent it, unless the node is the user’s own', async () => {
    const { engine } = await engineOf('B', HEIGHT + 1, 330)
    expect(openedIn(engine).state.ledger.outputs.size).toBeGreaterThan(0)
    await expect(engine.findTransaction(TXID)).rejects.toMatchObject({
      code: 'older-transaction',
      details: { height: HEIGHT },
    })
    const own = await engineOf('B', HEIGHT + 1, 330, ['memory:'])
    expect(await own.engine.findTransaction(TXID)).toBe('found')
    // The node was asked which outputs are spent.
    expect(own.node.calls).toContain('keyImageStatus')
  })
})

const RAW = toHex(wholeTransaction(TXID))

describe('a raw transaction', () => {
  it('is described from its bytes', async () => {
    const { engine } = await engineOf('C', 309)
    const spaced = `${RAW.slice(0, 40)}\n ${RAW.slice(40)}\n`
    expect(await engine.describeRawTransaction(spaced)).toEqual({
      txid: TXID,
      size: RAW.length / 2,
      version: 4,
      fee: expect.any(BigInt),
      inputs: expect.any(Number),
      ringSize: 10,
      outputs: expect.any(Number),
      unlockTime: 0n,
      ownInputs: 0,
      isKnown: false,
    })
    const raw = await engine.describeRawTransaction(RAW)
    expect([raw.inputs, raw.outputs].every((count) => count > 0)).toBe(true)
    expect(raw.fee).toBeGreaterThan(0n)
  })

  it('is recognised by the wallet that made it', async () => {
    const { engine } = await engineOf('A', 0)
    const raw = await engine.describeRawTransaction(RAW)
    expect(raw).toMatchObject({ isKnown: true, ownInputs: raw.inputs })
  })

  it('is refused if it is no text of hex digits, not whole, or that of a miner', async () => {
    const { engine, node } = await engineOf('C', 309)
    // Version 1, the input of block 5, no outputs.
    const coinbase = '010001ff050000'
    for (const [text, fault] of [
      ['', 'hex'],
      ['abc', 'hex'],
      ['zz', 'hex'],
      [RAW.slice(0, -2), 'form'],
      [`${RAW}00`, 'form'],
      [TXID, 'form'],
      [coinbase, 'coinbase'],
    ] as const)
      for (const call of [engine.describeRawTransaction(text), engine.submitRawTransaction(text)])
        await expect(call).rejects.toMatchObject({ code: 'raw-transaction', details: { fault } })
    expect(node.submitted).toEqual([])
  })

  it('is sent as it is, and found in the txpool', async () => {
    const { engine, node } = await engineOf('B', 0, HEIGHT)
    expect(await engine.submitRawTransaction(RAW)).toBe('sent')
    expect(node.submitted.map(toHex)).toEqual([RAW])
    expect(await engine.findTransaction(TXID)).toBe('known')
    node.respondToSubmission = () => ({ accepted: false, doubleSpend: true, reason: 'double spend' })
    expect(await engine.submitRawTransaction(RAW)).toBe('known')
  })

  it('that the node refuses is reported with its reason', async () => {
    const { engine, node } = await engineOf('B', 0, HEIGHT)
    node.respondToSubmission = () => ({ accepted: false, doubleSpend: true, reason: 'spent' })
    await expect(engine.submitRawTransaction(RAW)).rejects.toMatchObject({
      code: 'raw-transaction-refused',
      details: { reason: 'spent', doubleSpend: true },
    })
  })
})

describe('the place of an address', () => {
  it('is its account and index, of addresses that the user has not created too', async () => {
    const engine = await restored(
      testHost(new FakeNode(oxenRegtest, chain.slice(0, 10))),
      NETWORK,
      wallets.B.keys.mnemonic,
    )
    engines.push(engine)
    const wallet = openedIn(engine)
    const { address, index } = await engine.createSubaddress(0, 'Shop')
    const shop = { account: 0, index, label: 'Shop' }
    const own = { kind: 'own', form: 'subaddress', isIssued: true }
    expect(await engine.addressPlace(` ${address}\n`)).toEqual({ ...own, place: shop })
    expect(await engine.addressPlace(`oxen:${address}?tx_amount=1`)).toEqual({ ...own, place: shop })
    const { address: integrated } = await engine.integratedAddress('')
    expect(await engine.addressPlace(integrated)).toMatchObject({
      kind: 'own',
      form: 'integrated',
      place: { index: 0 },
    })
    const addressOf = (major: number, minor: number) =>
      formatAddress(oxenRegtest, subaddressAt(wallet.keys, major, minor))
    const ahead = await engine.addressPlace(addressOf(3, 7))
    expect(ahead).toMatchObject({ kind: 'own', isIssued: false, place: { account: 3, index: 7 } })
    const beyond = await engine.addressPlace(addressOf(0, 5000))
    expect(beyond).toEqual({ kind: 'foreign', watched: wallet.watchedCount })
    expect(wallet.watchedCount).toBe([...wallet.watchedAddresses()].length)
    expect(await engine.addressPlace(wallets.A.keys.address)).toMatchObject({ kind: 'foreign' })
    expect(await engine.addressPlace('Landlord')).toMatchObject({ kind: 'invalid', invalid: { fault: 'address' } })
  })
})
