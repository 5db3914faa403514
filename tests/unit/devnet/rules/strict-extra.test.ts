// An extra with an unreadable part has no fields for a node: no burn, no name, no stake, no state change, no winner.

import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import type { Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { buildCoinbase, payoutFault } from '../../../../src/devnet/oxen/blocks/coinbase.ts'
import { networkTransactionClaim } from '../../../../src/devnet/oxen/blocks/transactionClaims.ts'
import { regtestRules } from '../../../../src/devnet/oxen/chains.ts'
import { namePoolClaim } from '../../../../src/devnet/oxen/names/nameRegistry.ts'
import { extraJson } from '../../../../src/devnet/oxen/rpc/extraJson.ts'
import { parseContribution, parseRegistration } from '../../../../src/devnet/oxen/service-nodes/stakeTransaction.ts'
import type { Payout } from '../../../../src/devnet/rules/consensus.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'

const { network, consensus } = regtestRules

const cut = (transaction: Transaction): Transaction => ({
  ...transaction,
  extra: Uint8Array.of(...transaction.extra, 0xff),
})

const recorded: Transaction[] = (['oxen/names.json', 'oxen/staking.json'] as const).flatMap((name) => {
  const { txs, tx_hex: blobs } = vector(name)
  return txs.map(({ tx_hash: hash }) => parseTransaction(network, fromHex(entryOf(blobs, hash))))
})

/** Returns how many transactions have each kind of field. */
const countFields = (transactions: readonly Transaction[]): { readonly [kind: string]: number } => {
  const count = (test: (transaction: Transaction) => unknown): number =>
    transactions.filter((each) => test(each) !== undefined).length
  return {
    burns: transactions.filter((each) => consensus.burnedFee(each, 17) > 0n).length,
    names: count((each) => namePoolClaim(network, each)),
    registrations: count((each) => parseRegistration(network, each, 17)),
    stakes: count((each) => parseContribution(network, each, 1_000)),
    orders: count((each) => networkTransactionClaim(network, each, undefined)),
  }
}

it('has no burn, LNS, stake or state change fields', () => {
  for (const [kind, count] of Object.entries(countFields(recorded))) expect(count, kind).toBeGreaterThan(0)
  expect(new Set(Object.values(countFields(recorded.map(cut))))).toEqual(new Set([0]))
})

it('is reported as empty, although wallets find their keys in it', () => {
  const [transaction] = recorded
  if (transaction === undefined) throw new Error('no transaction was recorded')
  expect(extraJson(regtestRules, transaction)).toHaveProperty('pubkey', expect.any(String))
  expect(extraJson(regtestRules, cut(transaction))).toEqual(
    extraJson(regtestRules, { ...transaction, extra: new Uint8Array() }),
  )
  expect(parseExtra(network, cut(transaction).extra)).toEqual(parseExtra(network, transaction.extra))
})

it('names no winner', () => {
  const winner = new Uint8Array(32).fill(7)
  const payout: Payout = { miner: 5n, fees: 0n, mandatedOutputs: [], winner }
  const to = { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) }
  const request = { height: 20, to, payout, nonce: new Uint8Array(), padding: 0 }
  const { transaction } = buildCoinbase(network, request, Uint8Array.of(1, ...new Uint8Array(31)))
  expect(payoutFault(network, 20, transaction, payout)).toBeUndefined()
  expect(payoutFault(network, 20, cut(transaction), payout)).toContain(
    `names the winner ${'00'.repeat(32)} instead of ${toHex(winner)}`,
  )
})
