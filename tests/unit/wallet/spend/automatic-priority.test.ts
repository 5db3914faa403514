// The priority of payments whose sender chose none.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { NodeRefusedError } from '../../../../src/daemon/errors.ts'
import type { BacklogEntry } from '../../../../src/daemon/nodeClient.ts'
import { automaticPriority, type BlockSpaceSource } from '../../../../src/wallet/spend/automaticPriority.ts'
import { startJob } from '../../../../src/wallet/spend/paymentContext.ts'
import { EMPTY_BLOCKS } from '../../../support/wallet/spend/block-space.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const LOWEST = 20_000n
const ZONE = 300_000
const ESTIMATE = { ...moneroMainnet.fees.ordinary, perByte: LOWEST, perByteLevels: [LOWEST] }

/** A transaction of a weight that pays a fee per byte. */
const paying = (weight: number, perByte = LOWEST): BacklogEntry => ({ weight, fee: BigInt(weight) * perByte })

const refuse = () => Promise.reject(new NodeRefusedError('refused', { details: { url: 'memory:', reason: '' } }))

type Case = Partial<BlockSpaceSource> & {
  readonly network?: Network
  readonly height?: number
  readonly priority?: number
}

/** Returns the priority and the requests. */
const selected = async ({ network = moneroMainnet, height = 100, priority = 0, ...source }: Case) => {
  const node = { ...EMPTY_BLOCKS, ...source }
  const requests: string[] = []
  const recorded: BlockSpaceSource = {
    info: () => {
      requests.push('info')
      return node.info()
    },
    txpoolBacklog: () => {
      requests.push('backlog')
      return node.txpoolBacklog()
    },
    blockWeights: (...range) => {
      requests.push(`weights ${range.join(' ')}`)
      return node.blockWeights(...range)
    },
  }
  const chosen = await automaticPriority({ network, node: recorded, height }, { priority, estimate: ESTIMATE })
  return [chosen, requests]
}

const backlog = (...entries: readonly BacklogEntry[]) => ({ txpoolBacklog: async () => entries })
const weights = (...list: readonly number[]) => ({ blockWeights: async () => list })
const ALL = ['backlog', 'info', 'weights 90 10']

describe('a payment without a priority on Monero', () => {
  it.each<[string, Case, number, readonly string[]]>([
    ['an empty chain', {}, 1, ALL],
    ['a txpool that fills a block', backlog(paying(ZONE)), 2, ['backlog', 'info']],
    ['a txpool one short of a block', backlog(paying(ZONE - 1)), 1, ALL],
    ['several that fill a block', backlog(paying(ZONE - 1), paying(1)), 2, ['backlog', 'info']],
    ['a txpool that pays less per byte', backlog({ weight: 9 * ZONE, fee: BigInt(9 * ZONE) * LOWEST - 1n }), 1, ALL],
    ['entries without a weight', backlog({ weight: 0, fee: 10n ** 15n }), 1, ALL],
    ['blocks that are 80 % full', weights(...Array.from({ length: 10 }, () => 0.8 * ZONE)), 1, ALL],
    ['blocks that are almost 81 % full', weights(...Array.from({ length: 9 }, () => 243_000), 242_999), 1, ALL],
    ['blocks that are 81 % full', weights(...Array.from({ length: 10 }, () => 243_000)), 2, ALL],
    ['one block of the weight of many', weights(2_430_000), 2, ALL],
    ['a chain of nine blocks', { height: 9 }, 1, ['backlog', 'info']],
    ['a chain of ten blocks', { height: 10 }, 1, ['backlog', 'info', 'weights 0 10']],
    ['no backlog from the node', { txpoolBacklog: refuse }, 1, ['backlog']],
    ['no state of the node', { info: refuse }, 1, ['backlog', 'info']],
    ['no limit of block weights', { info: async () => ({}) }, 1, ['backlog', 'info']],
    ['a limit below any block', { info: async () => ({ blockWeightLimit: 1 }) }, 1, ['backlog', 'info']],
    ['no headers from the node', { blockWeights: refuse }, 1, ALL],
    ['a chosen priority', { priority: 1, ...backlog(paying(9 * ZONE)) }, 1, []],
  ])('has for %s the priority of wallet2', async (_, given, priority, requests) => {
    expect(await selected(given)).toEqual([priority, requests])
  })

  it('fails with a defect of the program', async () => {
    const defect = new TypeError('a defect')
    await expect(selected({ txpoolBacklog: () => Promise.reject(defect) })).rejects.toBe(defect)
  })
})

it('asks an Oxen node nothing: its default is a blink', async () => {
  expect(await selected({ network: oxenMainnet, ...backlog(paying(9 * ZONE)) })).toEqual([0, []])
})

it('makes the payment at the selected priority', async () => {
  const job = paymentJob()
  const source = { ...job.source, priority: 0 }
  const node = { ...job.node, ...EMPTY_BLOCKS, feeEstimate: async () => job.estimate }
  expect((await startJob({ ...job, node }, source)).source.priority).toBe(1)
  const full = { ...node, ...backlog(paying(ZONE)) }
  expect((await startJob({ ...job, node: full }, source)).source.priority).toBe(2)
})
