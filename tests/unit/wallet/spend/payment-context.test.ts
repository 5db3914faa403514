// The begin of a payment: the fees of the node, and what a transaction costs by them.
import { describe, expect, it } from 'vitest'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import { oxenMainnet } from '../../../../src/coin/networks/oxen.ts'
import { NodeTimeoutError } from '../../../../src/daemon/errors.ts'
import type { MultisigAccount } from '../../../../src/wallet/multisig-keys/multisigAccount.ts'
import { FeeEstimateError } from '../../../../src/wallet/spend/feeBounds.ts'
import type { PaymentSource } from '../../../../src/wallet/spend/intent.ts'
import {
  burns,
  feeOf,
  MultisigUnsupportedError,
  requireFullKeys,
  type SpendContext,
  startJob,
  WatchOnlyError,
} from '../../../../src/wallet/spend/paymentContext.ts'
import { preparePayment } from '../../../../src/wallet/spend/prepare.ts'
import { namePurpose, stakePurpose } from '../../../../src/wallet/spend/purpose.ts'
import { nameRenewal } from '../../../support/wallet/spend/name-field.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const SOURCE = { account: 0, subaddresses: [], priority: 1, unlockTime: 0n }
const { ordinary } = moneroMainnet.fees
const absurd: FeeEstimate = { ...ordinary, perByteLevels: ordinary.perByteLevels.map((level) => level * 11n) }

/** A node with these responses, in order. */
const contextWith = (answers: readonly (FeeEstimate | Error)[], fields: Partial<SpendContext> = {}) => {
  const requests: number[] = []
  const reasons: string[] = []
  const { node, ...job } = paymentJob()
  const context: SpendContext = {
    ...job,
    node: {
      ...node,
      feeEstimate: async () => {
        const answer = answers[requests.length]
        requests.push(requests.length)
        if (answer === undefined) throw new Error('this was not to be requested')
        if (answer instanceof Error) throw answer
        return answer
      },
      distrust: (reason) => {
        reasons.push(reason)
      },
    },
    ...fields,
  }
  return { context, requests, reasons }
}

describe('the fees of a payment', () => {
  it('are those of the node', async () => {
    const { context, requests, reasons } = contextWith([ordinary])
    const job = await startJob(context, SOURCE)
    expect(job).toMatchObject({ estimate: ordinary, source: SOURCE, height: 3_000_000 })
    expect(job.keys.spendSecret).toBe(context.keys.spendSecret)
    expect(requests).toHaveLength(1)
    expect(reasons).toEqual([])
  })

  it('are those of another node if the first one requests too much', async () => {
    const { context, requests, reasons } = contextWith([absurd, ordinary])
    expect((await startJob(context, SOURCE)).estimate).toBe(ordinary)
    expect(requests).toHaveLength(2)
    expect(reasons).toEqual([expect.stringContaining('a fee per byte')])
    const { distrust: _, ...single } = contextWith([absurd, ordinary]).context.node
    expect((await startJob({ ...context, node: single }, SOURCE)).estimate).toBe(ordinary)
  })

  it('are refused if the second response is too high as well', async () => {
    const { context, requests } = contextWith([absurd, absurd, ordinary])
    await expect(startJob(context, SOURCE)).rejects.toThrow(FeeEstimateError)
    expect(requests).toHaveLength(2)
  })

  it('may be ten times the ordinary ones, or as many times as the user allows', async () => {
    const tenfold = { ...ordinary, perByteLevels: ordinary.perByteLevels.map((level) => level * 10n) }
    expect((await startJob(contextWith([tenfold]).context, SOURCE)).estimate).toBe(tenfold)
    expect((await startJob(contextWith([absurd], { maxFeeRatio: 11 }).context, SOURCE)).estimate).toBe(absurd)
    const strict = contextWith([tenfold, tenfold], { maxFeeRatio: 9 })
    await expect(startJob(strict.context, SOURCE)).rejects.toThrow(FeeEstimateError)
  })

  it('are not requested of another node if there is no response', async () => {
    const lost = new NodeTimeoutError('the node did not answer', { details: { url: 'memory:' } })
    const { context, requests, reasons } = contextWith([lost, ordinary])
    await expect(startJob(context, SOURCE)).rejects.toBe(lost)
    expect(requests).toHaveLength(1)
    expect(reasons).toEqual([])
  })

  it('are not requested for a wallet without a spend key', async () => {
    const { context, requests } = contextWith([ordinary])
    const watching = { ...context, keys: { ...context.keys, spendSecret: undefined } }
    const intent = { ...SOURCE, kind: 'transfer', recipients: [], paymentId: new Uint8Array(), feeFrom: [] } as const
    await expect(preparePayment(watching, intent)).rejects.toThrow(WatchOnlyError)
    expect(requests).toEqual([])
  })
})

it('has no whole keys of a multisig wallet, which cannot sign alone', () => {
  const { context } = contextWith([ordinary])
  const multisig = { scheme: 'monero' } as unknown as MultisigAccount // only its presence matters
  const shared = { ...context, keys: { ...context.keys, multisig } }
  expect(() => requireFullKeys(shared.keys)).toThrow(MultisigUnsupportedError)
})

it('shows amounts in coins with the ticker', async () => {
  const { show } = await startJob(contextWith([ordinary]).context, SOURCE)
  expect(show(1_500_000_000_000n)).toBe('1.5 XMR')
})

it('charges by weight, outputs, priority, kind and hard fork', () => {
  const estimate = { perByte: 100n, perOutput: 7n, perByteLevels: [], quantizationMask: 1n }
  const job = paymentJob({ network: oxenMainnet, height: 2_000_000, estimate })
  expect(feeOf(job, 1000, 2)).toEqual({ total: 100_014n, burn: 0n, blink: false })
  const blink = { ...job, source: { ...SOURCE, priority: 5 } }
  // 250 %, of which 150 are burnt.
  expect(feeOf(blink, 1000, 2)).toEqual({ total: 250_035n, burn: 150_021n, blink: true })
  const stake = { ...SOURCE, priority: 2, purpose: stakePurpose([]) }
  expect(feeOf({ ...job, source: stake }, 1000, 2)).toEqual({ total: 500_070n, burn: 0n, blink: false })
  expect(() => feeOf({ ...blink, height: 100_000 }, 1000, 2)).toThrow('blink needs hard fork 14')
})

it('burns a part of the fee of a blink, and the price of a name', () => {
  const job = paymentJob({ network: oxenMainnet, height: 2_000_000 })
  const burnsWith = (fields: Partial<PaymentSource>): boolean => burns({ ...job, source: { ...SOURCE, ...fields } })
  expect(burnsWith({})).toBe(false)
  expect(burnsWith({ priority: 5 })).toBe(true)
  expect(burnsWith({ purpose: stakePurpose([]) })).toBe(false)
  expect(burnsWith({ purpose: namePurpose(nameRenewal, 7n) })).toBe(true)
  expect(burnsWith({ purpose: namePurpose(nameRenewal, 0n) })).toBe(false)
  expect(feeOf({ ...job, source: { ...SOURCE, purpose: namePurpose(nameRenewal, 7n) } }, 1000, 1).burn).toBe(7n)
})
