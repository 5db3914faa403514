// Rings on recorded young chains, where many outputs have one key: payments that oxen-wallet-rpc 8.1.6 made succeed for every seed.
import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { sumAmounts } from '../../../../src/coin/amount.ts'
import { commit } from '../../../../src/crypto/amounts/commitment.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import type { RealOutput, Ring } from '../../../../src/wallet/rings/ring.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import { sweepDestination, transferIntent } from '../../../../src/wallet/spend/intent.ts'
import type { SpendContext } from '../../../../src/wallet/spend/paymentContext.ts'
import { type PreparedPayment, preparePayment } from '../../../../src/wallet/spend/prepare.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import { type Vector, vector } from '../../../support/data/vectors.ts'
import { type RecordedPayer, recordedPayer } from '../../../support/devnet/recorded-payer.ts'
import { recordedChain, recordedTransactions } from '../../../support/devnet/replay-node.ts'
import { seededRandom } from '../../../support/random.ts'
import { runs } from '../../../support/runs.ts'
import { proofRecording } from '../../../support/wallet/proof-chain.ts'
import { ringsOf } from '../../../support/wallet/spend/ring-node.ts'

const SEEDS = runs(1000)
const SEEDS_EACH = runs(16)

const realsOf = (outputs: readonly OwnedOutput[]): RealOutput[] =>
  outputs.map((output) =>
    changedOutput(output, {
      keyImage: output.keyImage ?? new Uint8Array(),
      commitment: commit(output.amount, output.mask),
    }),
  )

const expectWhole = (rings: readonly Ring[], outputs: readonly Pick<OwnedOutput, 'globalIndex'>[]): void => {
  expect(rings).toHaveLength(outputs.length)
  for (const [i, { members, realPosition }] of rings.entries()) {
    expect(new Set(members.map(({ globalIndex }) => globalIndex)).size).toBe(10)
    expect(members[realPosition]?.globalIndex).toBe(outputs[i]?.globalIndex)
  }
}

/** Expects that each seed has a ring for one of the outputs. */
const expectRings = async (
  context: SpendContext,
  reals: readonly RealOutput[],
  from: number,
  to: number,
): Promise<void> => {
  for (let seed = from; seed < to; seed++) {
    const chosen = reals.slice(seed % reals.length).slice(0, 1)
    const sampler = createSampler(seededRandom(seed))
    expectWhole(await ringsOf({ ...context, sampler, rings: createRingMemory() }, chosen), chosen)
  }
}

describe('the chain of a lonely miner', () => {
  const recording = vector('oxen/lonely-miner.json')
  type Recorded = Vector<'oxen/lonely-miner.json'>['payments'][number]
  const made = recording.payments.filter(({ answer }) => answer.result !== undefined)
  let payer: RecordedPayer

  beforeAll(() => {
    const transactions = Object.fromEntries(recording.chain.txs.map(({ hash, hex }) => [hash, hex]))
    const blocks = recording.chain.blocks.map(({ blob }) => blob)
    payer = recordedPayer(recording.hard_forks, blocks, transactions, recording.keys.M)
  })

  const prepare = (context: SpendContext, { request: { params } }: Recorded): Promise<PreparedPayment> => {
    const { network } = context
    const common = { priority: params.priority, unlockTime: 0n }
    if (params.key_image !== undefined) {
      const destination = sweepDestination(network, { address: params.address ?? '', outputs: 1 })
      return preparePayment(context, {
        kind: 'sweep-output',
        keyImage: fromHex(params.key_image),
        ...common,
        ...destination,
      })
    }
    const destinations = (params.destinations ?? []).map(({ address, amount }) => ({ address, amount: BigInt(amount) }))
    return preparePayment(context, transferIntent(network, { account: 0, subaddresses: [], ...common, destinations }))
  }

  it('has 64 payments, which are made and accepted by a node, each by 16 seeds', async () => {
    let repeated = 0
    let seed = 0
    expect(made).toHaveLength(64)
    for (const payment of made) {
      payer.grow(payment.node_height)
      const context = payer.context(payment.n)
      const prepared = await prepare(context, payment)
      payer.submit(prepared)
      const inputs = prepared.flatMap((transaction) => transaction.inputs)
      const rings = prepared.flatMap((transaction) => transaction.rings)
      expectWhole(rings, inputs)
      for (const { members } of rings)
        if (new Set(members.map(({ key }) => key.join())).size < members.length) repeated++
      await expectRings(context, realsOf(inputs), seed, seed + SEEDS_EACH)
      seed += SEEDS_EACH
    }
    expect(seed).toBeGreaterThanOrEqual(SEEDS)
    // Of the rings of oxen-wallet-rpc, 113 of 115 contain a key several times.
    expect(repeated).toBeGreaterThan(100)
  }, 120_000)

  it('was drawn from the blocks that the gamma picker draws from', () => {
    for (const { rings = [], distribution } of made) {
      const counts = distribution.distribution
      for (const { members, real_global_index: real } of rings)
        for (const { index, height } of members) {
          expect(counts.findIndex((count) => count > index)).toBe(height)
          if (index === real) continue
          // On a chain with at most 36 outputs, oxen-wallet-rpc requests all of them, up to the tenth block from the top.
          expect(height).toBeLessThanOrEqual(counts.length - 11)
        }
    }
  })
})

describe('a young chain', () => {
  const young = vector('oxen/young-chain.json')
  const recorded = young.calls.find(
    ({ label, request }) => label === 'HF16 (node height 51)' && request.method === 'transfer',
  )

  it('has the payment that was made shortly after fork 16, by any seed', async () => {
    const payer = recordedPayer(
      young.hard_forks,
      young.blocks.map(({ blob }) => blob),
      {},
      young.keys,
    )
    payer.grow(51)
    const context = payer.context(1)
    const address = 'L5aJnLQiamcbq1uiXNjNrbGU58j4dUqpi8wXG7ucB2QuK66wLM1fLpVgyT4QySB8XD5XbaFELQ42gKCr3g4gCNtx3qCCody'
    const destinations = [{ address, amount: 1_000_000_000n }]
    const intent = transferIntent(context.network, {
      ...{ account: 0, subaddresses: [], priority: 1, unlockTime: 0n },
      destinations,
    })
    const prepared = await preparePayment(context, intent)
    payer.submit(prepared)
    expect(recorded?.request.params).toMatchObject({ destinations: [{ address, amount: 1_000_000_000 }], priority: 1 })
    expect(recorded?.answer.result).toMatchObject({ fee: 40309930 })
    expect(prepared.map(({ fee }) => fee)).toEqual([40309930n])
    const reals = realsOf(prepared.flatMap((transaction) => transaction.inputs))
    await expectRings(context, reals, 0, SEEDS)
  }, 60_000)
})

describe('the recorded small chain', () => {
  it('has rings for the sweep of a whole account, by any seed', async () => {
    const { keys } = vector('oxen/chain-small/wallets.json').wallets.A
    const blocks = [...recordedChain.blocks, ...proofRecording.later_blocks].map(({ blob }) => blob)
    const transactions = {
      ...Object.fromEntries(recordedTransactions.map(({ hash, hex }) => [hash, hex])),
      ...proofRecording.tx_hex,
    }
    const payer = recordedPayer(recordedChain.hard_forks, blocks, transactions, keys)
    payer.grow(342)
    // rpc-errors.json, no. 473: sweep_all with subaddr_indices_all. No. 455 had spent an output of subaddress 3.
    const recorded = vector('oxen/rpc-errors.json').cases.find(({ no }) => no === 473)
    expect(recorded?.response_body).toContain('"amount_list": [854374573360]')
    expect(recorded?.response_body).toContain('"fee_list": [45533680]')
    const { outputs, ...rest } = payer.context(1)
    const spent = outputs.find(({ amount, subaddress }) => amount === 1979885347n && subaddress.minor === 3)
    const context = { ...rest, outputs: outputs.filter((output) => output !== spent) }
    const address = 'LD2nksBQqfnXaUMmhxNuH43sw7bvagY6idhXaS7Zbsf4FwJWsLCpDVdQuDTfEBs1TY7JfmU1WzCKRQRXxGsmwMbv2V2RryH'
    const prepared = await preparePayment(context, {
      ...{ kind: 'sweep', account: 0, subaddresses: [], priority: 1, unlockTime: 0n },
      ...{ ...sweepDestination(context.network, { address, outputs: 1 }), belowAmount: undefined, addresses: 'all' },
    })
    expect(prepared).toHaveLength(1)
    expect(sumAmounts(prepared.flatMap(({ destinations, fee }) => [...destinations, { amount: fee }]))).toBe(
      854374573360n + 45533680n,
    )
    payer.submit(prepared)
    const reals = realsOf(prepared.flatMap((transaction) => transaction.inputs))
    await expectRings(context, reals, 0, SEEDS)
  }, 60_000)
})
