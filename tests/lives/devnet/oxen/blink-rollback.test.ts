// A blink replaces conflicting transactions, including those in blocks that are not final, and both wallets follow.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import {
  entryOf,
  fundedWallet,
  mineOne,
  openWallet,
  type Prepared,
  prepare,
  quietNode,
  send,
  waiting,
} from '../../../support/wallet/payer.ts'

const PAID = 5_000_000_000n

const addressOf = (engine: Engine): string => openedIn(engine).addressText({ major: 0, minor: 0 })

const balanceOf = (engine: Engine): bigint => openedIn(engine).balance().total

/** Returns the names of the get_transfers lists that contain a transaction. */
const listsWith = async (engine: Engine, txid: string): Promise<string[]> => {
  await engine.refresh()
  const lists = Object.entries(
    await resultOf(engine, 'get_transfers', { in: true, out: true, pool: true, pending: true }),
  )
  // Each list contains objects.
  return lists.flatMap(([name, found]) => ((found as RpcParams[]).some((each) => each['txid'] === txid) ? [name] : []))
}

describe('a conflict between a payment and a blink', () => {
  let running: RunningNode
  let payer: Engine
  let payee: Engine
  /** pays the payee */
  let paid: Prepared
  /** pays the payer itself, as a blink */
  let blink: Prepared
  let before: bigint

  beforeEach(async () => {
    running = quietNode()
    payer = await fundedWallet(running)
    payee = await openWallet(running, 'B')
    before = balanceOf(payer)
    paid = await prepare(payer, payee)
    blink = await prepare(payer, payer, 5)
    await callNode(running, 'dev_quorum', { present: true })
  })
  afterEach(async () => {
    await payer.closeWallet()
    await payee.closeWallet()
  })

  it('removes the block of the payment, and returns only its other transactions to the pool', async () => {
    await send(running, paid.blob)
    const { height } = await mineOne(running)
    // Another payment in a later block.
    await running.faucet.pay(addressOf(payee), 1_000_000_000n)
    const { chain } = running.node
    const payments = chain.blocks.slice(height + 1).flatMap(({ transactions }) => transactions.slice(1))
    expect(payments).toHaveLength(1)
    expect(await listsWith(payee, paid.id)).toEqual(['in'])
    expect(await listsWith(payer, paid.id)).toEqual(['out'])
    expect(balanceOf(payee)).toBe(PAID + 1_000_000_000n)

    const events: string[] = []
    running.node.listen(({ kind }) => events.push(kind))
    const known = chain.height
    expect(await send(running, blink.blob, { blink: true })).toMatchObject({ status: 'OK', blink_status: 2 })
    expect(events).toContain('block')
    expect(events).toContain('pool')
    expect(chain.height).toBe(height)
    const payment = toHex(payments[0]?.id ?? new Uint8Array())
    expect(waiting(running).toSorted()).toEqual([blink.id, payment].toSorted())
    expect(entryOf(running, blink.id).keptByBlock).toBe(false)
    expect(entryOf(running, payment).keptByBlock).toBe(true)
    expect(await send(running, paid.blob)).toMatchObject({ status: 'Failed', tvc: { m_double_spend: true } })

    // Both wallets follow the reorganisation once the chain is longer than the known one.
    await callNode(running, 'dev_mine', { blocks: known + 1 - height })
    expect(chain.placeOf(fromHex(blink.id))?.height).toBe(height)
    expect(await listsWith(payee, paid.id)).toEqual([])
    expect(await listsWith(payee, payment)).toEqual(['in'])
    expect(balanceOf(payee)).toBe(1_000_000_000n)
    expect(await listsWith(payer, paid.id)).toEqual([])
    expect(await listsWith(payer, blink.id)).toContain('out')

    await callNode(running, 'dev_mine', { blocks: 10 })
    expect(await listsWith(payee, paid.id)).toEqual([])
    expect(await listsWith(payer, blink.id)).toContain('out')
    const { fee } = (await resultOf(payer, 'get_transfer_by_txid', { txid: blink.id }))['transfer'] as RpcParams
    expect(balanceOf(payer)).toBe(before - BigInt(String(fee)))
    expect(openedIn(payer).balance().unlocked).toBe(balanceOf(payer))
  })

  it('changes nothing if the other transaction is a blink too', async () => {
    await send(running, blink.blob, { blink: true })
    const other = await prepare(payer, payee, 5)
    const { height } = running.node.chain
    expect(await send(running, other.blob, { blink: true })).toMatchObject({
      status: 'Failed',
      tvc: { m_double_spend: true },
    })
    expect(waiting(running)).toEqual([blink.id])
    expect(running.node.chain.height).toBe(height)
  })

  it('changes nothing if the blink is invalid and the payment is in a block', async () => {
    await send(running, paid.blob)
    await mineOne(running)
    const { tip } = running.node.chain
    const bent = fromHex(blink.blob)
    // The last bytes belong to a commitment.
    bent[bent.length - 1] = (bent[bent.length - 1] ?? 0) ^ 1
    expect(await send(running, toHex(bent), { blink: true })).toMatchObject({ status: 'Failed' })
    expect(toHex(running.node.chain.tip.id)).toBe(toHex(tip.id))
    expect(waiting(running)).toEqual([])
    expect(await listsWith(payee, paid.id)).toEqual(['in'])
  })
})

describe('service nodes that sign checkpoints', () => {
  let running: RunningNode
  let payer: Engine

  beforeAll(async () => {
    running = await startWithServiceNodes(
      {
        clock: () => 1_800_000_000,
        random: seededRandom(33),
        ticker: () => () => undefined,
        mining: { kind: 'manual' },
      },
      20,
    )
    payer = await openWallet(running, 'A')
    await running.faucet.pay(addressOf(payer))
    await callNode(running, 'dev_mine', { blocks: 60 })
    await payer.refresh()
  })
  afterAll(() => payer.closeWallet())

  it('protect the transactions of final blocks from a blink, not those of later blocks', async () => {
    const { node } = running
    const [mined, blink] = [await prepare(payer, payer), await prepare(payer, payer, 5)]
    await send(running, mined.blob)
    const { height } = await mineOne(running)
    while ((node.checkpoints.immutable?.height ?? 0) + 1 < height) await mineOne(running)
    expect(node.checkpoints.immutable?.height).toBeLessThan(height)
    const snapshot = await callNode(running, 'dev_snapshot')
    expect(await send(running, blink.blob, { blink: true })).toMatchObject({ status: 'OK', blink_status: 2 })
    expect(node.chain.height).toBe(height)
    expect(waiting(running)).toEqual([blink.id])

    await callNode(running, 'dev_revert', { id: snapshot['id'] })
    while ((node.checkpoints.immutable?.height ?? 0) < height) await mineOne(running)
    const { height: top } = node.chain
    expect(await send(running, blink.blob, { blink: true })).toMatchObject({
      status: 'Failed',
      blink_status: 1,
      reason: 'Transaction rejected by quorum',
      tvc: { m_double_spend: true },
    })
    expect(node.chain.height).toBe(top)
    expect(waiting(running)).toEqual([])
  })
})
