// Payments of multisig wallets on development nodes of both families: proposed by one participant, signed by others in any order, submitted.

import { afterAll, describe, expect, it } from 'vitest'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { call, callWallet } from '../../../support/rpc/wallet-calls.ts'
import {
  engineAt,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
afterAll(() => stages.close())

const signed = (engine: Engine, set: unknown) => callWallet(engine, 'sign_multisig', { tx_data_hex: set })
const submitted = (engine: Engine, set: unknown) => callWallet(engine, 'submit_multisig', { tx_data_hex: set })

/** Lets participants sign one after the other; returns the last response. */
const signedByAll = async (stage: MultisigStage, set: unknown, signers: readonly number[]) => {
  let last: Awaited<ReturnType<typeof call>> = { tx_data_hex: set as string }
  for (const i of signers)
    last = await call(engineAt(stage, i), 'sign_multisig', { tx_data_hex: last['tx_data_hex'] ?? '' })
  return last
}

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('payments of multisig wallets of the %s family', (_family, chain) => {
  it.each([
    [2, 2, [1]],
    [2, 3, [2]],
    [3, 5, [4, 1]],
    [4, 4, [3, 1, 2]],
    [2, 5, [4]],
  ])('are signed by participants in any order: %i/%i', { timeout: 240_000 }, async (threshold, total, signers) => {
    const stage = await stages.begin(chain, threshold, total)
    const [first, last] = [engineAt(stage, 0), engineAt(stage, signers.at(-1) ?? 0)]
    const destination = { address: stage.address, amount: 1_000_000_000 }
    expect(await callWallet(first, 'transfer', { destinations: [destination] })).toEqual({
      error: expect.objectContaining({ code: -16, message: 'No transaction created' }),
    })
    await exchangeInfos(stage)
    const proposal = await call(first, 'transfer', { destinations: [destination], get_tx_key: true })
    expect(proposal).toMatchObject({
      tx_hash: '',
      tx_blob: '',
      tx_metadata: '',
      unsigned_txset: '',
      amount: 1_000_000_000,
    })
    const set = proposal['multisig_txset']
    const { summary } = await call(last, 'describe_transfer', { multisig_txset: set ?? '' })
    expect(summary).toMatchObject({ recipients: [destination], fee: proposal['fee'] })
    expect(await signed(first, set)).toEqual({
      error: { code: -35, message: 'Failed to sign multisig tx: Transaction already signed by this private key' },
    })
    expect(await submitted(first, set)).toEqual({
      error: { code: -33, message: 'Not enough signers signed this transaction.' },
    })
    const complete = await signedByAll(stage, set, signers)
    expect(complete['tx_hash_list']).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(await submitted(first, complete['tx_data_hex'])).toEqual({
      result: { tx_hash_list: complete['tx_hash_list'] },
    })
    await stage.mine(12)
    const balance = await call(last, 'get_balance', { account_index: 0 })
    expect(balance['balance']).toBe(6_000_000_000 - Number(proposal['fee']))
  })
})
