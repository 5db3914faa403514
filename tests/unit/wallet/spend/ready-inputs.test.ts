// Inputs with their rings: one ring an output, however often the payment is planned.

import { expect, it } from 'vitest'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { Ring } from '../../../../src/wallet/rings/ring.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import { attachRings } from '../../../../src/wallet/spend/readyInputs.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'
import { honestNode, outputChain } from '../../../support/wallet/spend/ring-node.ts'

const honest = honestNode(outputChain(300, () => 2))
const MASK = bytesOf(3)

/** An output of the wallet in the chain of the node. */
const owned = (globalIndex: number): OutputFields => {
  const { key, height } = honest.answer(globalIndex)
  return ownedOutput({
    globalIndex,
    key,
    height,
    amount: BigInt(globalIndex),
    mask: MASK,
    keyImage: bytesOf(globalIndex % 250),
  })
}

const stage = () => {
  const { node } = honest
  const commitments = new Map([100, 120, 140].map((index) => [index, commit(BigInt(index), MASK)]))
  const requests: number[][] = []
  const job = paymentJob({
    height: 300,
    sampler: createSampler(seededRandom(1)),
    rings: createRingMemory(),
    node: {
      ...paymentJob().node,
      ...node,
      outputs: async (indices) => {
        requests.push([...indices])
        const outputs = await node.outputs(indices)
        return outputs.map((output, i) => ({
          ...output,
          commitment: commitments.get(indices[i] ?? -1) ?? output.commitment,
        }))
      },
    },
  })
  return { job, requests }
}

it('returns each output with its ring and its secrets', async () => {
  const { job, requests } = stage()
  const outputs = [owned(100), owned(120), owned(140)]
  const [first, second, third] = outputs
  const inputs = await attachRings(job, [outputs.slice(0, 2), outputs.slice(2)], new Map())
  expect([...inputs.keys()]).toEqual(outputs)
  for (const output of outputs) {
    const { amount, mask, key, globalIndex, keyImage } = output
    const input = inputs.get(output)
    expect(input).toMatchObject({ output, amount, mask, key, globalIndex, keyImage })
    expect(input?.ring.members[input.ring.realPosition]).toEqual({ globalIndex, key, commitment: commit(amount, mask) })
    expect(input?.ring.members).toHaveLength(16)
  }
  expect(new Set([first, second, third].map((output) => output && inputs.get(output)?.ring)).size).toBe(3)
  expect(requests).toHaveLength(1)
})

it('draws rings for new outputs only when the payment is planned again', async () => {
  const { job, requests } = stage()
  const [first, second] = [owned(100), owned(120)]
  const drawn = new Map<string, Ring>()
  const before = await attachRings(job, [[first]], drawn)
  expect(drawn.size).toBe(1)
  const after = await attachRings(job, [[first, second]], drawn)
  expect(after.get(first)?.ring).toBe(before.get(first)?.ring)
  expect(after.get(second)?.ring.members).toHaveLength(16)
  expect(requests).toHaveLength(2)
  const { node } = paymentJob()
  // Nothing is requested if all rings are drawn.
  const again = await attachRings({ ...job, node }, [[second], [first]], drawn)
  expect(again.get(second)?.ring).toBe(after.get(second)?.ring)
  expect(requests).toHaveLength(2)
})

it('leaves out outputs without a known key image', async () => {
  const { job } = stage()
  const [known, unknown] = [owned(100), ownedOutput({ ...owned(120), keyImage: undefined })]
  const inputs = await attachRings(job, [[unknown, known]], new Map())
  expect([...inputs.keys()]).toEqual([known])
})
