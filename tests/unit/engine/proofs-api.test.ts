// The proofs that the page makes and checks: those of one wallet are good in another, altered ones are not.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { Engine } from '../../../src/engine/engine.ts'
import { openedIn, restored, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { proofNode, proofRecording } from '../../support/wallet/proof-chain.ts'

const HEIGHT = 340

const [sent] = proofRecording.sent
if (sent === undefined) throw new Error('nothing sent is recorded')
const { tx_hash: txid, tx_key: txKey, destinations } = sent
const [{ address, amount } = { address: '', amount: 0 }] = destinations

const engines: Engine[] = []
let sender: Engine
let other: Engine

beforeAll(async () => {
  const node = proofNode(HEIGHT)
  const host = () => testHost(createNodeClient({ url: 'http://node', fetch: node.fetch }))
  sender = await restored(host(), 'oxen-regtest', proofRecording.keys.A.mnemonic)
  other = await restored(host(), 'oxen-regtest', proofRecording.keys.C.mnemonic)
  engines.push(sender, other)
  await openedIn(sender).state.update('strict', (draft) => {
    const payment = draft.payment(txid)
    if (payment === undefined) throw new Error('the payment was not found')
    const [main = new Uint8Array(), ...additional] = (txKey.match(/.{64}/g) ?? []).map((key) => fromHex(key))
    draft.putPayment({ ...payment, keys: { main, additional } })
    return undefined
  })
})
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

describe('a proof of payment', () => {
  it('shows another wallet the amount, and is good for its transaction, address and message only', async () => {
    const about = { txid, address, message: 'Lunch' }
    const proof = await sender.provePayment(about)
    const check = { kind: 'payment', ...about, proof } as const
    const good = { kind: 'payment', good: true, received: BigInt(amount), inPool: false }
    expect(await other.checkProof(check)).toMatchObject(good)
    expect(await other.checkProof({ ...check, proof: ` ${proof}\n`, txid: ` ${txid} ` })).toMatchObject(good)
    expect(await other.checkProof({ ...check, message: 'Dinner' })).toEqual({
      kind: 'payment',
      good: false,
      received: 0n,
      inPool: false,
      confirmations: 0,
    })
    const elsewhere = proofRecording.keys.A.address
    expect(await other.checkProof({ ...check, address: elsewhere })).toMatchObject({ good: false })
  })

  it('may be the transaction key', async () => {
    const check = { kind: 'payment', txid, address, message: '', proof: txKey } as const
    expect(await other.checkProof(check)).toMatchObject({ good: true, received: BigInt(amount) })
    const wrong = `${'1'.repeat(63)}0${txKey.slice(64)}`
    expect(await other.checkProof({ ...check, proof: wrong })).toMatchObject({ good: false, received: 0n })
    await expect(other.checkProof({ ...check, proof: 'abcd' })).rejects.toMatchObject({ code: 'hex' })
  })

  it('is refused with a name for a malformed id or address', async () => {
    await expect(sender.provePayment({ txid: 'ab', address, message: '' })).rejects.toMatchObject({ code: 'hex' })
    await expect(sender.provePayment({ txid, address: 'nobody', message: '' })).rejects.toMatchObject({
      code: 'address',
    })
  })
})

it('proves who made a transaction', async () => {
  const proof = await sender.proveSpend({ txid, message: 'mine' })
  expect(await other.checkProof({ kind: 'spend', txid, message: 'mine', proof })).toEqual({ kind: 'spend', good: true })
  expect(await other.checkProof({ kind: 'spend', txid, message: '', proof })).toEqual({ kind: 'spend', good: false })
  await expect(other.proveSpend({ txid, message: '' })).rejects.toMatchObject({ code: 'proof' })
})

it('proves what a wallet has', async () => {
  const { wallet } = await viewOf(sender)
  const proof = await sender.proveReserve({ claim: { account: 0, amount: 1n }, message: 'rich' })
  const check = { kind: 'reserve', address: wallet?.address ?? '', message: 'rich', proof } as const
  expect(await other.checkProof(check)).toMatchObject({ kind: 'reserve', good: true, spent: 0n })
  expect(await other.checkProof({ ...check, message: 'poor' })).toMatchObject({ good: false })
})

it('signs a text with an address', async () => {
  const proof = await sender.signMessage({ text: 'Hello', account: 0, address: 0 })
  const signer = (await viewOf(sender)).wallet?.address ?? ''
  const check = { kind: 'message', address: signer, message: 'Hello', proof } as const
  expect(await other.checkProof(check)).toEqual({ kind: 'message', good: true })
  expect(await other.checkProof({ ...check, message: 'Hello!' })).toEqual({ kind: 'message', good: false })
})

it('returns a transaction with the members of its rings, of which the spender knows its own', async () => {
  const content = await sender.transactionContent(txid)
  expect(content.raw).toHaveLength(2 * content.size)
  expect(content.inputs.length).toBeGreaterThan(0)
  expect(content.outputs.length).toBeGreaterThan(1)
  for (const { keyImage, ring } of content.inputs) {
    expect(keyImage).toHaveLength(64)
    expect(ring).toHaveLength(10)
    expect(ring.filter(({ isOwn }) => isOwn).length).toBeGreaterThanOrEqual(1)
    expect(ring.map(({ globalIndex }) => globalIndex)).toEqual(
      ring.map(({ globalIndex }) => globalIndex).toSorted((a, b) => a - b),
    )
  }
  await expect(sender.transactionContent('00'.repeat(32))).rejects.toMatchObject({ code: 'transaction-unknown' })
})
