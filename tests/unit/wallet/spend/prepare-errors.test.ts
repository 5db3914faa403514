// Payments that are rejected before anything is built: short of money, ambiguous, or with absurd fees of the node.

import { beforeAll, describe, expect, it } from 'vitest'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import { FeeEstimateError } from '../../../../src/wallet/spend/feeBounds.ts'
import { FeeFromError } from '../../../../src/wallet/spend/feeFrom.ts'
import { AmbiguousPaymentIdError, DestinationError } from '../../../../src/wallet/spend/intent.ts'
import { WatchOnlyError } from '../../../../src/wallet/spend/paymentContext.ts'
import { NotEnoughMoneyError, NotEnoughUnlockedMoneyError } from '../../../../src/wallet/spend/select.ts'
import type { WalletKeys } from '../../../../src/wallet/state/ledger.ts'
import {
  address,
  contextOf,
  families,
  integratedAddress,
  type Side,
  SOURCE,
  sum,
} from '../../../support/wallet/spend/payment-sides.ts'
import { prepareTransfer } from '../../../support/wallet/spend/spend.ts'

describe.each(families)('payments of the %s family that cannot be made', (_, make) => {
  let side: Side
  beforeAll(() => {
    side = make()
  })

  const transfer = (
    destinations: readonly { readonly address: string; readonly amount: bigint }[],
    seed: number,
    source: Partial<typeof SOURCE & { subaddresses: readonly number[] }> = {},
  ) => prepareTransfer(contextOf(side, seed), { ...SOURCE, ...source, destinations })

  it('do not subtract the fee from amounts of several transactions', async () => {
    const destinations = [{ address: address(side, 0, 0), amount: 1n }]
    const heavy = { ...contextOf(side, 17), network: { ...side.network, maxTransactionWeight: 9000 } }
    const all = sum(side.outputs.filter(({ spent, subaddress }) => spent === undefined && subaddress.major === 0))
    const most = destinations.map((destination) => ({ ...destination, amount: (all * 6n) / 10n }))
    await expect(prepareTransfer(heavy, { ...SOURCE, destinations: most, feeFrom: [0] })).rejects.toThrow(FeeFromError)
    await expect(prepareTransfer(heavy, { ...SOURCE, destinations, feeFrom: [1] })).rejects.toThrow(FeeFromError)
  })

  it('are rejected if they cannot be made', async () => {
    const all = sum(side.outputs.filter(({ spent, subaddress }) => spent === undefined && subaddress.major === 0))
    const to = address(side, 0, 0)
    await expect(transfer([{ address: to, amount: all }], 13)).rejects.toThrow(NotEnoughMoneyError)
    await expect(transfer([{ address: to, amount: 0n }], 13)).rejects.toThrow(DestinationError)
    await expect(transfer([], 13)).rejects.toThrow(DestinationError)
    await expect(
      transfer(
        [
          { address: integratedAddress(side), amount: 1n },
          { address: address(side, 0, 1), amount: 1n },
        ],
        13,
      ),
    ).rejects.toThrow(AmbiguousPaymentIdError)
    const destinations = [{ address: to, amount: 1n }]
    const context = contextOf(side, 14)
    const young = { ...context, outputs: side.outputs.map((one) => ({ ...one, unlockTime: 100_000n })) }
    await expect(prepareTransfer(young, { ...SOURCE, destinations })).rejects.toThrow(NotEnoughUnlockedMoneyError)
    const frozen = { ...context, outputs: side.outputs.map((one) => ({ ...one, frozen: true })) }
    await expect(prepareTransfer(frozen, { ...SOURCE, destinations })).rejects.toThrow(NotEnoughMoneyError)
    const watching: WalletKeys = { ...side.payer, spendSecret: undefined }
    await expect(prepareTransfer({ ...context, keys: watching }, { ...SOURCE, destinations })).rejects.toThrow(
      WatchOnlyError,
    )
  })

  it('are rejected if the node returns absurd fees', async () => {
    const context = contextOf(side, 15)
    const request = { ...SOURCE, destinations: [{ address: address(side, 0, 0), amount: 1n }] }
    const absurd: Partial<FeeEstimate>[] = [
      { perByte: 0n },
      { perByte: side.network.fees.ordinary.perByte * 11n },
      { perOutput: side.coin },
      { quantizationMask: side.coin },
      { quantizationMask: 0n },
      // Networks with a single fee per byte ignore levels.
      ...(side.estimate.perByteLevels.length === 0
        ? []
        : [{ perByteLevels: [1n << 60n] }, { perByteLevels: [10n, 5n] }]),
    ]
    for (const change of absurd) {
      const node = { ...context.node, feeEstimate: () => Promise.resolve({ ...side.estimate, ...change }) }
      await expect(prepareTransfer({ ...context, node }, request)).rejects.toThrow(FeeEstimateError)
    }
  })

  it('are made with the fees of another node if one requests too much', async () => {
    const context = contextOf(side, 15)
    const request = { ...SOURCE, destinations: [{ address: address(side, 0, 0), amount: 1n }] }
    const problems: string[] = []
    const node = {
      ...context.node,
      feeEstimate: async () =>
        problems.length > 0 ? side.estimate : { ...side.estimate, perByte: side.estimate.perByte * 100n },
      distrust: (reason: string) => problems.push(reason),
    }
    const [prepared] = await prepareTransfer({ ...context, node }, request)
    const [honest] = await prepareTransfer(contextOf(side, 15), request)
    expect(prepared?.fee).toBe(honest?.fee)
    expect(problems).toEqual([expect.stringContaining('a fee per byte')])
  })
})
