// Calls over sets of transactions, and the infos of multisig wallets: other calls are answered between their transactions and outputs.
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { answersDuring, makeStepsSlow } from '../../../support/rpc/answers-during.ts'
import { type RpcParams, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import { engineAt, type MultisigStage, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'
import { watchedPair } from '../../../support/wallet/watched-pair.ts'

const stages = multisigStages()
afterAll(stages.close)
afterEach(() => void vi.restoreAllMocks())

/** More than a transaction has outputs. */
const destinations = (address: string): RpcParams[] => Array.from({ length: 17 }, () => ({ address, amount: 1000 }))
const TRANSACTIONS = 2

/** Calls a method whose every step seems slow. Returns its result, and the answers to another call meanwhile. */
const slowly = async (engine: Engine, method: string, params: RpcParams = {}) => {
  makeStepsSlow()
  const running = resultOf(engine, method, params)
  const answers = await answersDuring(engine, running)
  vi.restoreAllMocks()
  return { answers, result: await running }
}

describe.each([
  { family: 'oxen', chain: oxenChain, amount: 3_000_000_000 },
  { family: 'monero', chain: moneroChain, amount: 3_000_000_000_000 },
])('$family: other calls are answered during', ({ chain, amount }) => {
  const imported = async (stage: MultisigStage, infos: readonly unknown[]): Promise<number[]> => {
    const counts: number[] = []
    for (const [i, engine] of stage.engines.entries())
      counts.push((await slowly(engine, 'import_multisig_info', { info: infos.filter((__, j) => j !== i) })).answers)
    return counts
  }

  it('the exchange of multisig infos, and signatures of multisig sets', async () => {
    const stage = await stages.begin(chain, 2, 2)
    await stage.pay([stage.address], amount)
    const outputs = openedIn(engineAt(stage, 0)).state.ledger.outputs.size
    const infos: unknown[] = []
    for (const engine of stage.engines) {
      const { answers, result } = await slowly(engine, 'export_multisig_info')
      // Once to draw nonces, once to encode them.
      expect(answers).toBeGreaterThanOrEqual(2 * outputs)
      infos.push(result['info'])
    }
    for (const answers of await imported(stage, infos)) expect(answers).toBeGreaterThanOrEqual(outputs)

    const [first, second] = [engineAt(stage, 0), engineAt(stage, 1)]
    const proposal = await slowly(first, 'transfer_split', { destinations: destinations(stage.address) })
    const tx_data_hex = String(proposal.result['multisig_txset'])
    expect(proposal.result['fee_list']).toHaveLength(TRANSACTIONS)
    // When the set is read, compared with the wallet, prepared, signed and verified.
    const signing = await slowly(second, 'sign_multisig', { tx_data_hex })
    expect(signing.answers).toBeGreaterThanOrEqual(5 * TRANSACTIONS)
    const submitting = await slowly(second, 'submit_multisig', { tx_data_hex: signing.result['tx_data_hex'] })
    expect(submitting.answers).toBeGreaterThanOrEqual(2 * TRANSACTIONS)
    expect(submitting.result['tx_hash_list']).toHaveLength(TRANSACTIONS)
  })

  it('the offline signature of a set', async () => {
    const pair = await watchedPair(chain, amount)
    try {
      const made = await slowly(pair.watching, 'transfer_split', { destinations: destinations(pair.address) })
      const { unsigned_txset } = made.result
      const described = await slowly(pair.signing, 'describe_transfer', { unsigned_txset })
      expect(described.answers).toBeGreaterThanOrEqual(2 * TRANSACTIONS)
      // When the set is read, signed, and searched for outputs to the wallet.
      const signed = await slowly(pair.signing, 'sign_transfer', { unsigned_txset })
      expect(signed.answers).toBeGreaterThanOrEqual(3 * TRANSACTIONS)
      expect(signed.result['tx_hash_list']).toHaveLength(TRANSACTIONS)
      const submitting = await slowly(pair.watching, 'submit_transfer', { tx_data_hex: signed.result['signed_txset'] })
      expect(submitting.answers).toBeGreaterThanOrEqual(2 * TRANSACTIONS)
      expect(submitting.result['tx_hash_list']).toHaveLength(TRANSACTIONS)
    } finally {
      await pair.close()
    }
  })
})
