// What a payment would cost at each priority, before it is prepared.
import { describe, expect, it } from 'vitest'
import { moneroMainnet } from '../../../../src/coin/networks/monero.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import type { BlockSpaceSource } from '../../../../src/wallet/spend/automaticPriority.ts'
import { quoteFees } from '../../../../src/wallet/spend/feeQuotes.ts'
import { selectionRules } from '../../../../src/wallet/spend/inputs.ts'
import type { Recipient, SweepIntent, TransferIntent } from '../../../../src/wallet/spend/intent.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { seededRandom } from '../../../support/random.ts'
import { bytesOf } from '../../../support/wallet/ledger-samples.ts'
import { ownedOutput } from '../../../support/wallet/owned-outputs.ts'
import { EMPTY_BLOCKS } from '../../../support/wallet/spend/block-space.ts'
import { paymentJob } from '../../../support/wallet/spend/payment-job.ts'

const COIN = 10n ** 12n
const SOURCE = { account: 0, subaddresses: [], priority: 0, unlockTime: 0n }

const recipient: Recipient = {
  text: 'theirs',
  payee: { kind: 'standard', spendKey: bytesOf(1), viewKey: bytesOf(2), paymentId: undefined },
}

const coins: readonly OwnedOutput[] = [10, 20, 30].map((number) =>
  ownedOutput({ amount: COIN, height: number, key: bytesOf(number), keyImage: bytesOf(number) }),
)

const transfer = (amount: bigint, fields: Partial<TransferIntent> = {}): TransferIntent => ({
  ...{ kind: 'transfer', ...SOURCE, paymentId: new Uint8Array(), feeFrom: [] },
  recipients: [{ ...recipient, amount }],
  ...fields,
})

const sweep: SweepIntent = {
  ...{ kind: 'sweep', ...SOURCE, recipient, outputs: 1, belowAmount: undefined, addresses: 'all' },
}

const job = paymentJob({ outputs: coins })

const quote = (
  intent: TransferIntent | SweepIntent,
  network: Network = moneroMainnet,
  blockSpace: Partial<BlockSpaceSource> = {},
) =>
  quoteFees(
    {
      ...job,
      network,
      random: seededRandom(1),
      node: { ...job.node, ...EMPTY_BLOCKS, feeEstimate: async () => job.estimate, ...blockSpace },
    },
    intent,
  )

/** The fee of a transaction at the lowest priority. */
const fee = (inputs: number, outputs: number): bigint => selectionRules(job).fee(inputs, outputs)

describe('the quotes of a payment', () => {
  it('are one for each priority, cheapest first, with the fees that its inputs and outputs cost', async () => {
    const quotes = await quote(transfer(COIN / 2n))
    expect(quotes.map(({ priority }) => priority)).toEqual([1, 2, 3, 4])
    // A second input is taken where one suffices.
    expect(quotes[0]).toEqual({
      priority: 1,
      isDefault: true,
      fee: fee(2, 2),
      transactions: 1,
      arrives: COIN / 2n,
      isPossible: true,
    })
    expect(quotes[1]?.fee).toBe(4n * fee(2, 2))
  })

  it('mark the second priority as the default one while blocks are full', async () => {
    const full = { blockWeights: async () => Array.from({ length: 10 }, () => 300_000) }
    const quotes = await quote(transfer(COIN / 2n), moneroMainnet, full)
    expect(quotes.map(({ isDefault }) => isDefault)).toEqual([false, true, false, false])
  })

  it('subtract the fee from the amount if the recipient pays it', async () => {
    const [lowest] = await quote(transfer(3n * COIN, { feeFrom: [0] }))
    expect(lowest).toMatchObject({ isPossible: true, fee: fee(3, 2), arrives: 3n * COIN - fee(3, 2) })
  })

  it('of everything tell what arrives', async () => {
    const [lowest] = await quote(sweep)
    expect(lowest).toMatchObject({ isPossible: true, fee: fee(3, 2), arrives: 3n * COIN - fee(3, 2) })
  })

  it('of chosen coins count only these', async () => {
    const chosen = [bytesOf(20)]
    const [lowest] = await quote({ ...sweep, coins: chosen })
    expect(lowest).toMatchObject({ fee: fee(1, 2), arrives: COIN - fee(1, 2) })
    const [tooMuch] = await quote(transfer(2n * COIN, { coins: chosen }))
    expect(tooMuch).toMatchObject({ isPossible: false })
  })

  it.each([
    ['the amount leaves nothing for the fee', transfer(3n * COIN)],
    ['the amount is more than there is', transfer(4n * COIN)],
    ['there is nothing to send', { ...sweep, account: 1 }],
  ])('are those of an ordinary transaction if %s', async (_, intent) => {
    const [lowest] = await quote(intent)
    expect(lowest).toEqual({
      priority: 1,
      isDefault: true,
      fee: fee(2, 2),
      transactions: 1,
      arrives: 0n,
      isPossible: false,
    })
  })
})
