// Templates of blocks so large that the reward depends on every byte: the coinbase must claim the reward that its own size leaves.
import { expect, it, vi } from 'vitest'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

it('claims the reward that fits the weight of the coinbase, for any encoded length of the amount', () => {
  const { node, faucet } = startDevelopmentNode({
    clock: () => 1_800_000_000,
    random: seededRandom(41),
    ticker: () => () => undefined,
  })
  const { chain, pool, random, rules } = node
  const usual = chain.payoutFor(0, 0n)
  if (usual === undefined) throw new Error('an empty block has a reward')
  for (let above = 0; above < 700; above += 7) {
    // At this amount a varint gets one byte longer, and each byte of weight costs one atomic unit.
    const payoutFor = (weight: number) => ({ ...usual, miner: 2n ** 35n + BigInt(above - weight) })
    const spied = vi.spyOn(chain, 'payoutFor').mockImplementation(payoutFor)
    const request = { to: faucet.address, nonce: new Uint8Array(above % 60), timestamp: undefined }
    const { block } = blockTemplate(chain, pool, request, random)
    const { outputs, extra } = block.minerTransaction
    const size = serializeTransaction(block.minerTransaction).length
    expect(outputs[0]?.amount, `above ${above}`).toBe(payoutFor(size).miner)
    const parts = parseExtra(rules.network, extra)
    // Parsers find the fields before the padding, and a well-formed extra.
    expect(parts.map(({ field }) => field)).toContain('serviceNodeWinner')
    expect(serializeExtra(parts)).toEqual(extra)
    spied.mockRestore()
  }
})
