// Corrections of global indices that a node reported falsely.
import { describe, expect, it } from 'vitest'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { repairIndices } from '../../../../src/wallet/sync/repairIndices.ts'
import { numberedOutput } from '../../../support/wallet/ledger-samples.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** An output of transaction `position` of block 203, with a false global index. */
const falseOutput = (position: number, indexInTx: number, fields: Partial<OutputFields> = {}) =>
  numberedOutput(10 * position + indexInTx, {
    height: 203,
    txid: chain[203]?.parsed.transactionIds[position] ?? new Uint8Array(),
    indexInTx,
    globalIndex: 9000 + 10 * position + indexInTx,
    ...fields,
  })

const trueIndex = (position: number, indexInTx: number) => chain[203]?.outputIndices[position + 1]?.[indexInTx]

const repair = async (outputs: readonly OwnedOutput[], globalIndex: number) => {
  const { state, node, context } = await syncStage({ node: smallNode() })
  await state.update('strict', (draft) => {
    for (const output of outputs) draft.putOutput(output)
    return undefined
  })
  const starts: number[] = []
  const { blocksFrom } = node
  node.blocksFrom = (height) => {
    starts.push(height)
    return blocksFrom.call(node, height)
  }
  const isRepaired = await repairIndices(context, globalIndex)
  return { isRepaired, starts, indices: [...state.ledger.outputs.values()].map((output) => output.globalIndex) }
}

describe('a false global index', () => {
  it('is corrected, with others of the same page', async () => {
    const { isRepaired, starts, indices } = await repair([falseOutput(0, 1), falseOutput(2, 0)], 9001)
    expect([isRepaired, starts]).toEqual([true, [1]])
    expect(indices).toEqual([trueIndex(0, 1), trueIndex(2, 0)])
  })

  it('is left if no output has it, or only one with an unencrypted amount', async () => {
    expect(await repair([falseOutput(0, 1)], 9002)).toEqual({ isRepaired: false, starts: [], indices: [9001] })
    const plain = falseOutput(0, 1, { confidential: false })
    expect(await repair([plain], 9001)).toMatchObject({ isRepaired: false, starts: [] })
    const { indices } = await repair([plain, falseOutput(2, 0)], 9020)
    expect(indices).toEqual([trueIndex(2, 0), 9001])
  })

  it('is none if the node reports the same', async () => {
    const index = trueIndex(0, 1) ?? -1
    expect(await repair([falseOutput(0, 1, { globalIndex: index })], index)).toMatchObject({
      isRepaired: false,
      indices: [index],
    })
  })

  it('is left if the node’s blocks do not contain the output', async () => {
    expect(await repair([falseOutput(0, 1, { txid: new Uint8Array(32) })], 9001)).toMatchObject({ isRepaired: false })
    expect(await repair([falseOutput(0, 7)], 9007)).toMatchObject({ isRepaired: false })
    expect(await repair([falseOutput(0, 1, { height: 400 })], 9001)).toMatchObject({ isRepaired: false, starts: [1] })
  })

  it.each([
    [499, 1],
    [500, 500],
    [1234, 1000],
  ])('of block %i is looked up in the page from block %i on', async (height, start) => {
    const { starts } = await repair([falseOutput(0, 1, { height }), falseOutput(2, 0, { height: 3 })], 9001)
    expect(starts).toEqual([start])
  })

  it('of a coinbase is corrected too', async () => {
    const { minerTransaction } = chain[203]?.parsed ?? {}
    expect(minerTransaction?.outputs.length).toBeGreaterThan(0)
    const txid = minerTransaction === undefined ? new Uint8Array() : transactionId(minerTransaction)
    const { isRepaired, indices } = await repair([falseOutput(0, 0, { txid })], 9000)
    expect([isRepaired, indices]).toEqual([true, [chain[203]?.outputIndices[0]?.[0]]])
  })
})
