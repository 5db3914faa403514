// Rings whose members do not ascend: their offsets wrap at 2^64. monerod and oxend accept them, members that repeat too.
import { describe, expect, it } from 'vitest'
import { RctType } from '../../../../src/coin/transactions/ringct.ts'
import { absoluteOffsets, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { randomScalar } from '../../../../src/crypto/curve/secretScalar.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { moneroRules } from '../../../../src/devnet/monero/chains.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { type ChainRules, parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { minedCoin, signedTransfer, type TransferOptions } from '../../../support/devnet/confidential-transfers.ts'
import { wrappingOffsets } from '../../../support/devnet/wrapping-offsets.ts'
import { seededRandom } from '../../../support/random.ts'

const random = seededRandom(53)

/** A development node with a transfer of a coin that was mined before fork 16 of the oxen family, where service nodes are paid. */
const stage = (rules: ChainRules, form: Pick<TransferOptions, 'type' | 'version'>) => {
  const node = new DevelopmentNode({ rules, clock: () => 1_800_000_000, random })
  const owner = { spendSecret: randomScalar(random), viewSecret: randomScalar(random) }
  const to = { spendKey: publicKeyOf(owner.spendSecret), viewKey: publicKeyOf(owner.viewSecret) }
  const miner = new Miner(node, () => () => undefined, to)
  miner.mine(100)
  const coins = [minedCoin(node.chain, 2, owner)]
  return { node, miner, ...signedTransfer(node.chain, { ...form, coins, fee: 10n ** 10n }, random) }
}

const withRing = (transaction: Transaction, change: (ring: readonly number[]) => readonly number[]): Transaction => ({
  ...transaction,
  inputs: transaction.inputs.map((input) =>
    input.kind === 'key'
      ? { ...input, keyOffsets: wrappingOffsets(change(absoluteOffsets(input.keyOffsets) ?? [])) }
      : input,
  ),
})

const swapped = ([first = 0, second = 0, ...others]: readonly number[]): number[] => [second, first, ...others]

describe.each([
  { family: 'monero', rules: moneroRules, form: { type: RctType.bulletproofPlus, version: 2 } },
  {
    family: 'oxen',
    rules: withForks(regtestRules, parseForks('7:1,11:2,16:50', regtestRules)),
    form: { type: RctType.clsag, version: 4 },
  },
])('a development node of the $family family', ({ rules, form }) => {
  const { node, miner, transaction, sign } = stage(rules, form)
  const submit = (changed: Transaction) =>
    node.pool.submit(serializeTransaction(sign(changed)), { doNotRelay: false, sanityCheck: true })

  it.each<[string, (ring: readonly number[]) => readonly number[]]>([
    ['swapped', swapped],
    ['reversed', (ring) => ring.toReversed()],
    [
      'repeated with another one between',
      ([first = 0, second = 0, ...others]) => [second, first, second, ...others.slice(0, -1)],
    ],
  ])('accepts and mines a ring with its members %s', (_, change) => {
    const changed = withRing(transaction, change)
    const [input] = changed.inputs
    expect(input?.kind === 'key' && input.keyOffsets.some((offset) => offset > 2n ** 63n)).toBe(true)
    const { chain } = node
    expect(submit(changed)).toMatchObject({ accepted: true, added: true })
    miner.mine(1)
    const [blob = new Uint8Array()] = chain.tip.listed
    node.popBlocks(1)
    node.pool.remove(transactionId(parseTransaction(rules.network, blob)))
    expect(node.pool.size).toBe(0)
  })

  it('rejects a member that repeats the one before', () => {
    expect(submit(withRing(transaction, ([first = 0, , ...others]) => [first, first, ...others]))).toMatchObject({
      accepted: false,
      reason: expect.stringMatching(/same member twice/),
    })
  })

  it.each([2 ** 40, 2 ** 53, 2 ** 63])('rejects a member %d that the chain lacks', (member) => {
    expect(submit(withRing(transaction, ([, ...others]) => [member, ...others]))).toMatchObject({
      accepted: false,
      reason: expect.stringMatching(/does not exist or is locked/),
    })
  })
})
