// Coinbases that pay a wallet in unusual ways, as monerod accepted them: their kinds and payment ids are those of monero-wallet-rpc.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { parseBlock } from '../../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { ALL_TRANSFERS } from '../../../../src/wallet/history/historyViews.ts'
import { vector } from '../../../support/data/vectors.ts'
import { objectsIn } from '../../../support/rpc/response.ts'
import { call } from '../../../support/rpc/wallet-calls.ts'
import { mineCoinbase } from '../../../support/wallet/chain-builder.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { moneroBenchChain } from '../../../support/wallet/recorded-chains.ts'

const { wallet, second_output, two_keys } = vector('monero/unusual_coinbases.json')
const START = 20
let engine: Engine

/** A chain with the recorded coinbases, which have other heights there. */
const chain = () => {
  let mined = moneroBenchChain().slice(0, START)
  for (const { block } of [second_output, ...two_keys]) {
    const { minerTransaction } = parseBlock(moneroRegtest, fromHex(block))
    const inputs = [{ kind: 'gen' as const, height: mined.length }]
    mined = mineCoinbase(moneroRegtest, mined, { ...minerTransaction, inputs })
  }
  return mined
}

const received = async () => objectsIn(await call(engine, 'get_transfers', { in: true }), 'in').toReversed()

beforeAll(async () => {
  engine = createEngine(testHost(new FakeNode(moneroRegtest, chain())))
  const keys = { address: wallet.address, spendSecret: wallet.spend_key, viewSecret: wallet.view_key }
  await engine.restoreFromKeys(newWallet('monero-regtest'), keys, BEGINNING)
  await engine.refresh()
})
afterAll(async () => await engine.closeWallet())

it('are mined coins on a network without service nodes, whichever output pays', async () => {
  const entries = await received()
  expect(entries.map(({ type }) => type)).toEqual(Array.from({ length: 1 + two_keys.length }, () => 'block'))
  expect(entries[0]).toMatchObject({ height: START, amount: 987_654_321 })
  const { lines } = openedIn(engine).history.page(ALL_TRANSFERS, { offset: 0, limit: 10 })
  expect(new Set(lines.map(({ kind }) => kind))).toEqual(new Set(['miner']))
})

it('have the payment id that the last tx public key decrypts', async () => {
  const [, ...entries] = await received()
  const idsOf = (payments: readonly { readonly [name: string]: unknown }[]) =>
    payments.map(({ payment_id }, i) => [two_keys[i]?.name, payment_id])
  expect(idsOf(entries)).toEqual(idsOf(two_keys))
})
