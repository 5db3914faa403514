// Pages that request payments of a multisig wallet: a proposal has this participant's signature, so the user approves it before it is signed.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { ApprovalAction } from '../../../../src/engine/api/approvalRequest.ts'
import type { JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { failureIn, parseRpcResponse, type RpcResponse, resultIn } from '../../../support/rpc/response.ts'
import { openedIn } from '../../../support/wallet/engine-host.ts'
import {
  engineAt,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
let stage: MultisigStage
let asked: ApprovalAction[]
let isAllowed: boolean

beforeAll(async () => {
  stage = await stages.begin(oxenChain, 2, 2)
}, 120_000)
afterAll(() => stages.close())

beforeEach(async () => {
  asked = []
  isAllowed = true
  await exchangeInfos(stage)
})

/** Calls a method as a page does: the user sees the action, and decides. */
const callOfPage = async (participant: number, method: string, params: JsonWritable): Promise<RpcResponse> => {
  const rpc = createWalletRpc({
    wallet: openedIn(engineAt(stage, participant)),
    rpcEnabled: true,
    requestApproval: async (_method, requested) => {
      asked.push(typeof requested === 'function' ? await requested() : requested)
      if (!isAllowed) throw new RangeError('the user refused')
      return { scope: 'call', check: () => undefined }
    },
  })
  const body = stringifyJson({ jsonrpc: '2.0', id: '0', method, params })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  return parseRpcResponse(await response.text())
}

const setOf = (response: RpcResponse): JsonWritable => ({ tx_data_hex: resultIn(response)['multisig_txset'] ?? '' })

describe('a payment that a page requests of a multisig wallet', () => {
  it('is shown with recipients, fee and total before it is signed, also with do_not_relay', async () => {
    const destinations = [{ address: stage.address, amount: 1_000_000_000 }]
    const response = await callOfPage(0, 'transfer', { destinations, do_not_relay: true })
    const { fee, multisig_txset: set } = resultIn(response)
    expect(set).toMatch(/^[0-9a-f]+$/)
    const shown = { amount: 1_000_000_000n, fee: BigInt(Number(fee)), transactions: 1 }
    const recipients = [{ address: stage.address, amount: 1_000_000_000n }]
    expect(asked).toMatchObject([{ kind: 'transfer', ...shown, destinations: recipients }])

    const signed = resultIn(await callOfPage(1, 'sign_multisig', setOf(response)))
    await callOfPage(0, 'submit_multisig', { tx_data_hex: signed['tx_data_hex'] ?? '' })
    expect(asked.slice(1)).toMatchObject([
      { kind: 'sign set', ...shown, destinations: recipients },
      { kind: 'submit set', ...shown, destinations: recipients },
    ])
    await stage.mine(12)
  }, 60_000)

  it('is neither signed nor uses nonces of others if the user refuses', async () => {
    isAllowed = false
    const sweep = { address: stage.address }
    expect((await callOfPage(0, 'sweep_all', sweep)).error).toBeDefined()
    isAllowed = true
    const allowed = await callOfPage(0, 'sweep_all', sweep)
    expect(resultIn(allowed)['multisig_txset']).toMatch(/^[0-9a-f]+$/)
    expect(asked.map(({ kind }) => kind)).toEqual(['sweep', 'sweep'])
    // The nonces are used now.
    expect(failureIn(await callOfPage(0, 'sweep_all', sweep))).toMatchObject({ code: -16 })
  }, 60_000)
})
