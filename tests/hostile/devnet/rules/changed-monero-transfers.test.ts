// Transfers of the monero family (Bulletproofs+, view tags) with one field changed: recorded ones with the outputs of their rings, and those
// of a development chain.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { outputUnlockTime } from '../../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  serializeTransaction,
} from '../../../../src/coin/transactions/transactionBytes.ts'
import { zeroMaskCommitment } from '../../../../src/crypto/amounts/commitment.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { generateKeys, publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { moneroRules } from '../../../../src/devnet/monero/chains.ts'
import type { OutputRecord } from '../../../../src/devnet/records/chainRecords.ts'
import type { ChainView } from '../../../../src/devnet/rules/chainChecks.ts'
import { TransactionChecker } from '../../../../src/devnet/rules/checker.ts'
import { NO_FAMILY_STATE } from '../../../../src/devnet/rules/consensus.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { vector } from '../../../support/data/vectors.ts'
import { createTransfer, minedCoin } from '../../../support/devnet/confidential-transfers.ts'
import { changedBlobs, OutcomeChecker } from '../../../support/mutations/changed-transactions.ts'
import { checkTransaction } from '../../../support/mutations/changed-views.ts'
import { sampleOfEach } from '../../../support/mutations/changes.ts'
import {
  MONERO_POOL_OUTCOMES,
  MONERO_POOL_TRANSFER,
  MONERO_TRANSFER,
  TRANSFER_OUTCOMES,
} from '../../../support/mutations/transfer-outcomes.ts'
import { seededRandom } from '../../../support/random.ts'
import { moneroBenchChain } from '../../../support/wallet/recorded-chains.ts'

const { network } = moneroRules

describe('recorded transfers of the monero family with one field changed', () => {
  type Recorded = { readonly hash: string; readonly hex: string; readonly is_miner: boolean }
  const blocks: readonly { readonly height: number; readonly txs: readonly Recorded[] }[] =
    vector('monero/scan_chain.json').blocks
  const transfers = blocks.flatMap(({ height, txs }) => txs.flatMap((tx) => (tx.is_miner ? [] : [{ ...tx, height }])))

  const outputs: OutputRecord[] = []
  for (const [height, { parsed, transactions, outputIndices }] of moneroBenchChain().entries()) {
    const all = [parsed.minerTransaction, ...transactions.map((blob) => parsePrunedTransaction(network, blob))]
    for (const [i, transaction] of all.entries())
      for (const [j, { key, amount }] of transaction.outputs.entries()) {
        const confidential = transaction.rct?.commitments[j]
        outputs[outputIndices[i]?.[j] ?? -1] = {
          key,
          // Most clear outputs are not members of a tested ring: compute lazily.
          get commitment() {
            return confidential ?? zeroMaskCommitment(amount)
          },
          unlockTime: outputUnlockTime(transaction, j),
          height,
          txid: new Uint8Array(),
        }
      }
  }

  /** Returns the chain at a height, with the parts that transfers need. */
  const viewAt = (height: number): ChainView => ({
    rules: moneroRules,
    height,
    state: NO_FAMILY_STATE,
    outputs: outputs.filter((output) => output.height < height),
    isSpent: () => false,
    isUnlocked: (unlockTime) => unlockTime <= height,
  })

  it('are rejected, each for the changed field', () => {
    const outcomes = new OutcomeChecker(TRANSFER_OUTCOMES, MONERO_TRANSFER)
    const checker = new TransactionChecker(seededRandom(16))
    expect(transfers.length).toBeGreaterThan(10)
    for (const { hash, hex, height } of transfers) {
      const view = viewAt(height)
      const blob = fromHex(hex)
      expect(checkTransaction(checker, view, blob)).toEqual({ accepted: true })
      for (const change of sampleOfEach(changedBlobs(network, blob, hash), 5, hash))
        outcomes.check(hash, change, checkTransaction(checker, view, change.blob))
    }
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })
})

describe('transfers of a development chain of the monero family', () => {
  let running: RunningNode
  let blob: Uint8Array
  const submit = (bytes: Uint8Array) => running.node.pool.submit(bytes, { doNotRelay: false, sanityCheck: false })

  beforeAll(async () => {
    running = startDevelopmentNode({
      rules: moneroRules,
      clock: () => 1_800_000_000,
      random: seededRandom(61),
      ticker: () => () => undefined,
      mining: { kind: 'manual' },
    })
    const { node, faucet } = running
    const to = formatAddress(network, subaddressAt(generateKeys(seededRandom(62)(32)), 0, 0))
    const { height, amount } = await faucet.pay(to, 100n * 10n ** 12n)
    expect(amount).toBe(100n * 10n ** 12n)
    const at = height - network.spendableAge
    const transfer = node.chain.blockAt(at)?.transactions[1]
    if (transfer === undefined) throw new Error('nothing was given')
    blob = transfer.blob
    node.popBlocks(node.chain.height - at)
    node.pool.remove(transfer.id)
  })

  it('are rejected with one field changed, for that field', () => {
    const outcomes = new OutcomeChecker(MONERO_POOL_OUTCOMES, MONERO_POOL_TRANSFER)
    for (const change of sampleOfEach(changedBlobs(network, blob, 'own'), 24, 'own'))
      outcomes.check('', change, submit(change.blob))
    expect(outcomes.mismatches).toEqual([])
    expect(outcomes.unobservedPatterns).toEqual([])
  })

  it('are rejected without view tags', () => {
    const transaction = parseTransaction(network, blob)
    const untagged = transaction.outputs.map((output) => ({ ...output, viewTag: undefined }))
    expect(submit(serializeTransaction({ ...transaction, outputs: untagged }))).toMatchObject({
      flags: ['failed', 'invalidOutput'],
      reason: /no view tag/,
    })
  })

  it('are accepted and mined unchanged', () => {
    expect(submit(blob)).toMatchObject({ accepted: true, added: true })
    running.miner.mine(1)
    expect(submit(blob)).toMatchObject({ accepted: true, added: false })
    expect(running.node.chain.tip.listed).toEqual([blob])
  })

  it('are rejected in the format before Bulletproofs+, correctly signed', () => {
    const { node, miner } = running
    const random = seededRandom(63)
    const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
    const { height } = node.chain
    miner.mine(1, { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) })
    miner.mine(network.coinbaseUnlockWindow)
    const coins = [minedCoin(node.chain, height, owner)]
    const older = createTransfer(node.chain, { type: RctType.clsag, version: 2, coins, fee: 10n ** 11n }, random)
    expect(submit(serializeTransaction(older))).toMatchObject({
      flags: ['failed', 'invalidOutput'],
      reason: /RingCT type 5 is not that of fork 16/,
    })
  })
})
