// What each priority costs now, and what waits before it.
import { describe, expect, it } from 'vitest'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import type { BacklogEntry } from '../../../../src/daemon/nodeClient.ts'
import { feesNow } from '../../../../src/wallet/spend/feeTiers.ts'
import { selectionRules } from '../../../../src/wallet/spend/inputs.ts'
import { seededRandom } from '../../../support/random.ts'
import { EMPTY_BLOCKS } from '../../../support/wallet/spend/block-space.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const ZONE = 300_000

/** A transaction of a weight that pays a fee per byte. */
const paying = (weight: number, perByte: bigint): BacklogEntry => ({ weight, fee: BigInt(weight) * perByte })

const job = paymentJob({ random: seededRandom(1) })

const now = (backlog: readonly BacklogEntry[], fields: Partial<typeof job> = {}, node: object = {}) => {
  const context = { ...job, ...fields }
  const feeEstimate = async () => context.estimate
  return feesNow({
    ...context,
    node: { ...job.node, ...EMPTY_BLOCKS, feeEstimate, txpoolBacklog: async () => backlog, ...node },
  })
}

describe('the fees now on Monero', () => {
  it('are one for each priority, with the fee of two inputs and two outputs', async () => {
    const { tiers, weight, waiting } = await now([])
    const ordinary = selectionRules(job)
    expect(weight).toBe(ordinary.weight(2, 2))
    expect(waiting).toEqual({ transactions: 0, weight: 0 })
    expect(tiers.map(({ priority }) => priority)).toEqual([1, 2, 3, 4])
    expect(tiers[0]).toEqual({
      ...{ priority: 1, isDefault: true, blocksBefore: 0 },
      perKilobyte: 20_000_000n,
      fee: ordinary.fee(2, 2),
    })
    expect(tiers.map(({ perKilobyte }) => perKilobyte / 20_000_000n)).toEqual([1n, 4n, 16n, 200n])
    expect(tiers[3]?.fee).toBe(200n * ordinary.fee(2, 2))
  })

  it('count the full blocks of transactions that pay as much or more', async () => {
    const { tiers, waiting } = await now([
      paying(ZONE, 20_000n),
      paying(2 * ZONE - 1, 80_000n),
      paying(1, 320_000n),
      paying(ZONE, 4_000_000n),
      // It pays less than the lowest priority.
      paying(9 * ZONE, 19_999n),
    ])
    expect(tiers.map(({ blocksBefore }) => blocksBefore)).toEqual([4, 3, 1, 1])
    expect(waiting).toEqual({ transactions: 5, weight: 13 * ZONE })
    // The automatic priority follows the same backlog.
    expect(tiers.map(({ isDefault }) => isDefault)).toEqual([false, true, false, false])
  })

  it('are there without a backlog, or without the size of blocks', async () => {
    const refuse = () => Promise.reject(new NodeRefusedError('refused', { details: { url: 'memory:', reason: '' } }))
    const refused = await now([], {}, { txpoolBacklog: refuse })
    expect(refused.waiting).toBeUndefined()
    expect(refused.tiers.map(({ blocksBefore }) => blocksBefore)).toEqual([undefined, undefined, undefined, undefined])
    expect(refused.tiers[0]).toMatchObject({ isDefault: true, perKilobyte: 20_000_000n })
    const unknown = await now([paying(ZONE, 20_000n)], {}, { info: async () => ({}) })
    expect(unknown.tiers[0]?.blocksBefore).toBeUndefined()
    expect(unknown.waiting).toEqual({ transactions: 1, weight: ZONE })
  })

  it('fail without a fee estimate, and with a defect of the program', async () => {
    const refuse = () => Promise.reject(new NodeRefusedError('refused', { details: { url: 'memory:', reason: '' } }))
    await expect(now([], {}, { feeEstimate: refuse })).rejects.toThrow(NodeRefusedError)
    const defect = new TypeError('a defect')
    await expect(now([], {}, { txpoolBacklog: () => Promise.reject(defect) })).rejects.toBe(defect)
  })
})

it('of Oxen are compared by what an ordinary transaction pays, and a blink waits for no block', async () => {
  const estimate = oxenMainnet.fees.ordinary
  const fields = { network: oxenMainnet, estimate, height: 2_000_000 }
  const { fee, weight } = selectionRules({ ...job, ...fields, source: { ...job.source, priority: 1 } })
  const ordinary = { weight: weight(2, 2), fee: fee(2, 2) }
  const { tiers } = await now(
    [ordinary, { ...ordinary, weight: 2 * ZONE, fee: 1n }, { weight: ZONE, fee: 10n ** 12n }],
    fields,
  )
  expect(tiers).toMatchObject([
    { priority: 1, fee: ordinary.fee, blocksBefore: 1 },
    { priority: 5, isDefault: true, blocksBefore: 0 },
  ])
  expect(tiers[0]?.perKilobyte).toBe((ordinary.fee * 1000n) / BigInt(ordinary.weight))
})
