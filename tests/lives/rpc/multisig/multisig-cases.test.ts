// Payments of multisig wallets that are proposed twice, by restored participants, with excessive fees, or that are of other wallets.

import { afterAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatMultisigSeed } from '../../../../src/coin/multisig/multisigSeed.ts'
import type { NodeClient } from '../../../../src/daemon/nodeClient.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { stringIn, stringsIn } from '../../../support/rpc/response.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { openSet, payeeAddress } from '../../../support/wallet/multisig/multisig-proposal.ts'
import {
  engineAt,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../../../support/wallet/multisig/multisig-stage.ts'

const AMOUNT = 1_000_000_000

const stages = multisigStages()
const opened: Engine[] = []
afterAll(async () => {
  for (const engine of opened) await engine.closeWallet()
  await stages.close()
})

/** Returns a participant that is restored from its seed, with a node of its own. */
const restoredParticipant = async (stage: MultisigStage, i: number, node: NodeClient): Promise<Engine> => {
  const account = stage.accounts[i]
  if (account === undefined) throw new TypeError(`no participant ${i}`)
  const engine = await restored(testHost(node, undefined, 60 + i), stage.network.id, formatMultisigSeed(account))
  opened.push(engine)
  return engine
}

const propose = async (engine: Engine, stage: MultisigStage, priority = 0): Promise<string> => {
  const destinations = [{ address: payeeAddress(stage), amount: AMOUNT }]
  return stringIn(await call(engine, 'transfer', { destinations, priority }), 'multisig_txset')
}
const sign = async (engine: Engine, tx_data_hex: string): Promise<string> =>
  stringIn(await call(engine, 'sign_multisig', { tx_data_hex }), 'tx_data_hex')
const submit = async (engine: Engine, tx_data_hex: string): Promise<string[]> =>
  stringsIn(await call(engine, 'submit_multisig', { tx_data_hex }), 'tx_hash_list')
const refusal = (engine: Engine, tx_data_hex: string) => failure(engine, 'sign_multisig', { tx_data_hex })

const NO_TRANSACTION = { code: -16, message: 'No transaction created' }
const STALE =
  'Failed to sign multisig tx: This signature was made with stale data: export fresh multisig data, which other participants must then use'

/** Returns a client whose node requests a multiple of the fees. */
const greedy = (client: NodeClient, ratio: bigint): NodeClient =>
  Object.assign(Object.create(client) as NodeClient, {
    feeEstimate: async (...args: Parameters<NodeClient['feeEstimate']>) => {
      const { perByte, perOutput, perByteLevels, ...rest } = await client.feeEstimate(...args)
      const levels = perByteLevels.map((level) => level * ratio)
      return { ...rest, perByte: perByte * ratio, perOutput: perOutput * ratio, perByteLevels: levels }
    },
  })

describe.each([
  ['oxen', oxenChain, moneroChain, 40_000_000_000, 5],
  ['monero', moneroChain, oxenChain, 3_000_000_000_000, 4],
] as const)('a payment of a multisig wallet of the %s family', (_family, chain, otherChain, coins, highest) => {
  it('is proposed and signed by restored participants after an exchange of infos', { timeout: 120_000 }, async () => {
    const stage = await stages.begin(chain, 2, 3)
    await stage.pay([stage.address], coins)
    await exchangeInfos(stage)
    const set = await propose(engineAt(stage, 0), stage)
    const [first, second] = [
      await restoredParticipant(stage, 1, stage.client()),
      await restoredParticipant(stage, 2, stage.client()),
    ]
    const destinations = [{ address: payeeAddress(stage), amount: AMOUNT }]
    expect(await failure(first, 'transfer', { destinations })).toEqual(NO_TRANSACTION)
    await first.importMultisigInfo([await engineAt(stage, 0).exportMultisigInfo()])
    expect(await refusal(first, set)).toEqual({ code: -35, message: STALE })
    await exchangeInfos({ engines: [engineAt(stage, 0), first, second] })
    const signed = await sign(second, await propose(first, stage))
    expect(await submit(first, signed)).toHaveLength(1)
    await stage.mine(12)
    for (const engine of [first, second]) await engine.refresh()
    await exchangeInfos({ engines: [engineAt(stage, 0), first, second] })
    expect(await submit(second, await sign(first, await propose(engineAt(stage, 0), stage)))).toHaveLength(1)
  })

  it('is proposed again before the first proposal is sent, with other nonces', { timeout: 120_000 }, async () => {
    const stage = await stages.begin(chain, 2, 3)
    const [first, second, third] = [engineAt(stage, 0), engineAt(stage, 1), engineAt(stage, 2)]
    await exchangeInfos(stage)
    // A sweep uses all outputs.
    const request = { address: payeeAddress(stage), account_index: 0 }
    const sweep = async (): Promise<string> => stringIn(await call(first, 'sweep_all', request), 'multisig_txset')
    const sets = [await sweep(), await sweep()]
    const nonces = await Promise.all(
      sets.map(async (set) => {
        const { transactions } = await openSet(openedIn(second), fromHex(set))
        return transactions.flatMap(({ candidates }) => candidates.flatMap(({ usedNonces }) => usedNonces.map(toHex)))
      }),
    )
    expect(nonces.flat().length).toBeGreaterThan(0)
    expect(new Set(nonces.flat()).size).toBe(nonces.flat().length)
    // Two of three participants sign: each has as many nonces for an output as there are others.
    expect(await failure(first, 'sweep_all', request)).toEqual(NO_TRANSACTION)
    const signed = await Promise.all([second, third].map((engine, i) => sign(engine, sets[i] ?? '')))
    expect(await refusal(second, sets[0] ?? '')).toEqual({ code: -35, message: STALE })
    expect(await submit(third, signed[0] ?? '')).toHaveLength(1)
    await stage.mine(1)
    expect(await failure(third, 'submit_multisig', { tx_data_hex: signed[1] ?? '' })).toMatchObject({ code: -36 })
    expect(await refusal(third, sets[0] ?? '')).toMatchObject({
      code: -35,
      message: expect.stringMatching(/the output [0-9a-f]{64} is spent/),
    })
  })

  it('is not signed if its fee exceeds the ceiling of the signer', { timeout: 120_000 }, async () => {
    const stage = await stages.begin(chain, 2, 2)
    await stage.pay([stage.address], coins)
    const [proposer, signer] = [await restoredParticipant(stage, 0, greedy(stage.client(), 2n)), engineAt(stage, 1)]
    await exchangeInfos({ engines: [proposer, signer] })
    const set = await propose(proposer, stage, highest)
    await signer.changeSettings({ maxFeeRatio: 1 })
    expect(await refusal(signer, set)).toEqual({
      code: -34,
      message: 'Failed to parse multisig tx data.',
    })
    await signer.changeSettings({ maxFeeRatio: 3 })
    expect(await submit(proposer, await sign(signer, set))).toHaveLength(1)
  })

  it('of another wallet or another network is refused', { timeout: 120_000 }, async () => {
    const [own, other, foreign] = [
      await stages.begin(chain, 2, 2),
      await stages.begin(chain, 2, 3),
      await stages.begin(otherChain, 2, 2),
    ]
    for (const [stage, reason] of [
      [other, 'the set was not made by this account'],
      [foreign, 'the data does not begin as a set of this kind'],
    ] as const) {
      await exchangeInfos(stage)
      const set = await propose(engineAt(stage, 0), stage)
      for (const method of ['sign_multisig', 'submit_multisig'])
        expect(await failure(engineAt(own, 0), method, { tx_data_hex: set })).toEqual({
          code: -34,
          message: 'Failed to parse multisig tx data.',
        })
      await expect(engineAt(own, 0).signMultisigSet(fromHex(set))).rejects.toThrow(reason)
    }
  })
})
