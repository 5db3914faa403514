// What a rescan discards, and what it keeps: from a height or a date, after a disagreement about spent outputs, or with all own records.
import { describe, expect, it } from 'vitest'
import { tagAccounts } from '../../../../src/wallet/state/accountTags.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import { beginningOf, forgetPayments, rescanSpent, scanAgain } from '../../../../src/wallet/sync/rescan.ts'
import {
  bytesOf,
  keyHex,
  numberedOutput,
  samplePayment,
  scannedTransaction,
} from '../../../support/wallet/ledger-samples.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { smallNode, synchronizerOf, syncStage } from '../../../support/wallet/sync-stage.ts'

/** A wallet that began at block 100 and knows 200 blocks. Its sync is not running. */
const stageOf = async (outputs: readonly OwnedOutput[] = [], restoreHeight = 101) => {
  const stage = await syncStage({ restoreHeight })
  const { sync } = synchronizerOf(stage)
  const { state, context } = stage
  await state.update('strict', (draft) => {
    for (const output of outputs) draft.putOutput(output)
    return { blockIds: new BlockIds(100, new Uint8Array(32 * 100)), immutableHeight: 180, rescanAdvised: true }
  })
  return { ...stage, sync, wallet: { network: context.network, state, sync } }
}

const heightsOf = (outputs: Iterable<OwnedOutput>): number[] => Array.from(outputs, ({ height }) => height)

describe('a rescan', () => {
  it.each([102, 150, 199])('from height %i keeps what is older', async (height) => {
    const outputs = [101, height - 1, height, 199].map((at) => numberedOutput(at % 90, { height: at }))
    const { wallet, state } = await stageOf(outputs)
    await scanAgain(wallet, { from: 'height', height })
    expect(state).toMatchObject({ height, restoreHeight: 101, rescanAdvised: true })
    expect(state.immutableHeight).toBe(Math.min(180, height - 1))
    expect(heightsOf(state.ledger.outputs.values()).every((at) => at < height)).toBe(true)
    expect(state.ledger.outputs.size).toBeGreaterThan(0)
  })

  it.each([
    ['the first known block', 100, 101],
    ['below the restore height', 120, 130],
    ['the height of the chain', 200, 101],
    ['above the chain', 5000, 101],
  ])('from %s begins anew', async (_, height, restoreHeight) => {
    const { wallet, state } = await stageOf([numberedOutput(50, { height: 150 }), numberedOutput(1)], restoreHeight)
    await scanAgain(wallet, { from: 'height', height })
    expect(state).toMatchObject({
      height: 0,
      restoreHeight: height,
      restoreDate: 0,
      immutableHeight: 0,
      rescanAdvised: false,
    })
    expect(state.ledger.outputs.size).toBe(0)
  })

  it('from the restore height keeps what is older', async () => {
    const { wallet, state } = await stageOf([], 150)
    await scanAgain(wallet, { from: 'height', height: 150 })
    expect(state).toMatchObject({ height: 150, restoreHeight: 150 })
  })

  it('from a date keeps the date', async () => {
    const { wallet, state } = await stageOf()
    await scanAgain(wallet, { from: 'date', timestamp: 1_234_567 })
    expect(state.restoreDate).toBe(1_234_567)
    expect(beginningOf(wallet)).toEqual({ from: 'date', timestamp: 1_234_567 })
    await scanAgain(wallet, { from: 'beginning' })
    expect(beginningOf(wallet)).toEqual({ from: 'height', height: 0 })
  })

  it('clears the txpool, and records its reason with the rest', async () => {
    const { wallet, state } = await stageOf([numberedOutput(1, { keyImage: undefined, height: 150 })])
    state.pool.entries.set('a', { ...scannedTransaction({}), doubleSpendSeen: false })
    await scanAgain(wallet, { from: 'height', height: 150 }, (draft) => {
      draft.setKeyImage(bytesOf(1), bytesOf(6))
      return { lastReward: 9n }
    })
    expect(state.lastReward).toBe(9n)
    expect(state.pool.entries.size).toBe(0)
    expect([...state.ledger.removedOutputs]).toEqual([[keyHex(1), { frozen: false, keyImage: bytesOf(6) }]])
  })

  it('keeps payments of this wallet that it cannot find again', async () => {
    const payments = [
      samplePayment({ txid: bytesOf(1), state: 'confirmed', height: 119 }),
      samplePayment({ txid: bytesOf(2), state: 'confirmed', height: 120 }),
      samplePayment({ txid: bytesOf(3), state: 'confirmed', height: 119, blob: new Uint8Array() }),
      samplePayment({ txid: bytesOf(4) }),
    ]
    const { wallet, state } = await stageOf([], 130)
    await state.update('strict', (draft) => {
      for (const payment of payments) draft.putPayment(payment)
      return undefined
    })
    await scanAgain(wallet, { from: 'height', height: 120 })
    expect(
      [...state.ledger.payments.values()].map((payment) => [payment.txid[0], payment.state, payment.reverted]),
    ).toEqual([
      [1, 'confirmed', false],
      [2, 'pending', true],
      [4, 'pending', false],
    ])
  })
})

it('erases what is recorded of confirmed payments, and nothing that a user has typed', async () => {
  const { wallet, state } = await stageOf()
  const keys = () => ({ main: bytesOf(1), additional: [bytesOf(2)] })
  const [confirmed, pending] = [keys(), keys()]
  await state.update('strict', (draft) => {
    draft.putPayment(samplePayment({ txid: bytesOf(1), state: 'confirmed', height: 150, keys: confirmed }))
    draft.putPayment(samplePayment({ txid: bytesOf(2), keys: pending }))
    draft.putPayment(samplePayment({ txid: bytesOf(3), state: 'confirmed', height: 150 }))
    return {
      labels: [['a', 'b'], ['c']],
      notes: [{ txid: keyHex(1), text: 'a note' }],
      addressBook: [{ address: 'a', description: 'd', paymentId: new Uint8Array() }],
      imported: [{ output: numberedOutput(1), requested: false }],
      tags: tagAccounts(state.tags, [0], 'tag'),
    }
  })
  const imported = { main: bytesOf(4), additional: [] }
  await state.update('strict', (draft) => {
    draft.retainPayment(keyHex(3), { destinations: [], paymentId: bytesOf(5), keys: imported, created: undefined })
    return undefined
  })
  await forgetPayments(wallet)
  expect([state.ledger.removedPayments.size, imported.main]).toEqual([0, bytesOf(0)])
  expect(state).toMatchObject({ labels: [['a', 'b'], ['c']], addressBook: [{ description: 'd' }], imported: [] })
  expect([state.notes.size, state.tags.ofAccounts.length]).toEqual([1, 1])
  const payment = (byte: number) => state.ledger.payments.get(keyHex(byte))
  expect(payment(1)).toMatchObject({ destinations: [], keys: undefined, state: 'confirmed' })
  expect(payment(2)).toMatchObject({ destinations: [{ address: 'address' }], keys: { main: bytesOf(1) } })
  expect([confirmed.main, confirmed.additional, pending.main]).toEqual([bytesOf(0), [bytesOf(0)], bytesOf(1)])
})

describe('a comparison of spent outputs', () => {
  const spent = (height: number | undefined) => ({ spent: { txid: bytesOf(9), height } })

  /** The restore: rescans in a wallet whose node reports the given outputs as spent. */
  const compare = async (outputs: readonly OwnedOutput[], spentNumbers: readonly number[]) => {
    const stage = await stageOf(outputs)
    const asked: number[] = []
    stage.node.keyImageStatus = async (images) => {
      stage.node.calls.push('keyImageStatus')
      return images.map((image) => {
        const number = (image[0] ?? 0) - 100
        asked.push(number)
        return spentNumbers.includes(number) ? 'in chain' : 'unspent'
      })
    }
    await rescanSpent(stage.wallet)
    return { ...stage, asked }
  }

  const at = (number: number, fields: Partial<OutputFields> = {}) =>
    numberedOutput(number, { height: 140 + number, ...fields })

  it('changes nothing if node and wallet agree', async () => {
    const { state, asked, node } = await compare([at(1), at(2, spent(190))], [2])
    expect(state.height).toBe(200)
    expect(asked).toEqual([1, 2])
    expect(node.calls).toEqual(['keyImageStatus'])
  })

  it.each([
    ['the node knows a spend that the wallet does not', [at(3), at(1), at(2)], [1, 2], 141],
    ['the wallet knows a spend that the node does not', [at(1), at(2, spent(190))], [], 142],
  ])('rescans from the oldest difference if %s', async (_, outputs, spentNumbers, height) => {
    expect((await compare(outputs, spentNumbers)).state.height).toBe(height)
  })

  it('leaves pending spends and unknown key images alone', async () => {
    const { state, asked } = await compare([at(1, spent(undefined)), at(2, { keyImage: undefined }), at(3)], [1])
    expect([state.height, asked]).toEqual([200, [3]])
  })

  it('asks the node without outputs too, so that its failure is seen', async () => {
    const { node } = await compare([], [])
    expect(node.calls).toEqual(['info', 'keyImageStatus'])
  })

  it('is repeated after new blocks, which may explain the difference', async () => {
    const stage = await stageOf([at(1)])
    let calls = 0
    stage.node.keyImageStatus = async (images) => images.map(() => (calls++ === 0 ? 'in chain' : 'unspent'))
    await rescanSpent(stage.wallet)
    expect([calls, stage.state.height]).toEqual([2, 200])
  })

  it('counts spends of the txpool as unspent', async () => {
    const stage = await stageOf([at(1)])
    stage.node.keyImageStatus = async (images) => images.map(() => 'in pool')
    await rescanSpent(stage.wallet)
    expect(stage.state.height).toBe(200)
  })

  it('is followed by a sync', async () => {
    const stage = await syncStage({ node: smallNode(chain.slice(0, 205)), restoreHeight: 200 })
    const { sync } = synchronizerOf(stage)
    const { state, node, context } = stage
    sync.start()
    await sync.refresh()
    const before = [...state.ledger.outputs]
    await state.update('strict', (draft) => {
      for (const output of state.ledger.outputs.values()) draft.putOutput(changedOutput(output, spent(203)))
      return undefined
    })
    node.keyImageStatus = async (images) => images.map(() => 'unspent')
    await rescanSpent({ network: context.network, state, sync })
    expect([...state.ledger.outputs]).toEqual(before)
    expect(state.height).toBe(205)
    await sync.close()
  })
})
