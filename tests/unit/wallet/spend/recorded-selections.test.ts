// Which outputs recorded payments of oxen-wallet-rpc spent, against the selection from the outputs that the wallet had then.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { createSampler } from '../../../../src/crypto/random/randomSampler.ts'
import { createRingMemory } from '../../../../src/wallet/rings/ringMemory.ts'
import { selectionRules } from '../../../../src/wallet/spend/inputs.ts'
import { transferIntent } from '../../../../src/wallet/spend/intent.ts'
import type { PaymentJob } from '../../../../src/wallet/spend/paymentContext.ts'
import { selectForTransfer } from '../../../../src/wallet/spend/plan.ts'
import type { OwnedOutput } from '../../../../src/wallet/state/ledger.ts'
import { NO_STAKE_LOCKS } from '../../../../src/wallet/state/stakeLocks.ts'
import type { WalletName } from '../../../support/data/schemas.ts'
import { vector } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'
import { OXEN_ESTIMATE } from '../../../support/wallet/spend/payment-sides.ts'
import { keysOf, ownedOutputs, spendChain } from '../../../support/wallet/spend/spend-chain.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const { actions } = vector('oxen/chain-small/actions.json')
const chain = spendChain(oxenRegtest, smallChain(), OXEN_ESTIMATE)

type Key = string

const imagesOf = (blob: string): Key[] =>
  parseTransaction(oxenRegtest, fromHex(blob)).inputs.flatMap((input) =>
    input.kind === 'key' ? [toHex(input.keyImage)] : [],
  )

const keyOf = ({ keyImage = new Uint8Array() }: OwnedOutput): Key => toHex(keyImage)

const walletOf = (name: WalletName) => {
  const { spend_key, view_key } = wallets[name].keys
  const keys = keysOf(fromHex(spend_key, 32), fromHex(view_key, 32))
  return { keys, owned: ownedOutputs(oxenRegtest, chain, keys) }
}

const recordedWallets = { A: walletOf('A'), B: walletOf('B'), C: walletOf('C') }

/** The recorded transfers that were made, in order; `spent`: key images that transactions of earlier calls spent. */
const recordedTransfers = () => {
  const spent = new Set<Key>()
  const mined = new Set(chain.placed.map(({ txid }) => toHex(txid)))
  return actions.flatMap(({ no, label, wallet, node_height: height, request, answer }) => {
    const { result } = answer
    const blobs = result?.tx_blob_list ?? (result?.tx_blob ? [result.tx_blob] : [])
    const before = new Set(spent)
    for (const blob of blobs) {
      const isMined = mined.has(toHex(transactionId(parseTransaction(oxenRegtest, fromHex(blob)))))
      if (isMined) for (const image of imagesOf(blob)) spent.add(image)
    }
    if (request.method !== 'transfer' || blobs.length === 0) return []
    return [
      {
        no,
        label,
        wallet: wallet as WalletName,
        height,
        params: request.params,
        images: blobs.flatMap(imagesOf),
        before,
      },
    ]
  })
}

/** Returns the selections of several random seeds, as sets of key images. */
const selections = ({ wallet, height, params, before }: ReturnType<typeof recordedTransfers>[number]): string[] => {
  const { keys, owned } = recordedWallets[wallet]
  const outputs = owned
    .filter((output) => output.height < height)
    .map((output) => (before.has(keyOf(output)) ? output : { ...output, spent: undefined }))
  const intent = transferIntent(oxenRegtest, {
    account: params.account_index ?? 0,
    subaddresses: params.subaddr_indices ?? [],
    priority: params.priority ?? 0,
    unlockTime: BigInt(params.unlock_time ?? 0),
    destinations: (params.destinations ?? []).map(({ address, amount }) => ({ address, amount: BigInt(amount) })),
  })
  return [1, 2, 3].map((seed) => {
    const job: PaymentJob = {
      network: oxenRegtest,
      keys,
      outputs,
      height,
      now: 1_800_000_000,
      node: chain.node,
      random: seededRandom(seed),
      rings: createRingMemory(),
      stakeLocks: NO_STAKE_LOCKS,
      source: intent,
      sampler: createSampler(seededRandom(seed)),
      estimate: { ...OXEN_ESTIMATE, perByte: height < 300 ? 166n : 122n },
      show: String,
    }
    const [plan] = selectForTransfer(job, intent, selectionRules(job, intent.paymentId))
    return (plan?.inputs ?? []).map(keyOf).sort().join()
  })
}

describe('the selection of inputs', () => {
  it('is that of recorded payments of oxen-wallet-rpc, where no random number decides', () => {
    let compared = 0
    for (const transfer of recordedTransfers()) {
      const [first, ...others] = selections(transfer)
      if (others.some((other) => other !== first)) continue
      expect(first, `${transfer.no} ${transfer.label}`).toBe(transfer.images.toSorted().join())
      compared++
    }
    // Of 43 payments five need several inputs, of which some are drawn.
    expect(compared).toBe(38)
  })
})
