// The responses of multisig wallets have the fields that oxen-wallet-rpc and monero-wallet-rpc returned, and the listed ones.

import { afterAll, expect, it } from 'vitest'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { isJsonObject, type JsonObject, type JsonValue, type JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { vector } from '../../../support/data/vectors.ts'
import { ADDED_FIELDS, LATER_MONERO_FIELDS } from '../../../support/rpc/differences.ts'
import { stringIn } from '../../../support/rpc/response.ts'
import { call } from '../../../support/rpc/wallet-calls.ts'
import { payeeAddress } from '../../../support/wallet/multisig/multisig-proposal.ts'
import { engineAt, multisigStages } from '../../../support/wallet/multisig/multisig-stage.ts'

const stages = multisigStages()
afterAll(() => stages.close())

/** Returns the paths of all fields of a value; those of list items without their position. */
const fieldsOf = (value: JsonValue, path = ''): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap((item) => fieldsOf(item, path)))]
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => [`${path}${name}`, ...fieldsOf(member, `${path}${name}.`)])
}

type Response = { readonly method: string; readonly result: JsonObject }

/** Lets two participants exchange infos, pay and sweep; returns the responses by the labels of oxen's recording. */
const lifeOf = async (chain: typeof oxenChain | typeof moneroChain): Promise<ReadonlyMap<string, Response>> => {
  const stage = await stages.begin(chain, 2, 2)
  const [first, second] = [engineAt(stage, 0), engineAt(stage, 1)]
  const responses = new Map<string, Response>()
  const step = async (label: string, engine: Engine, method: string, params: JsonWritable = {}) => {
    const result = await call(engine, method, params)
    responses.set(label, { method, result })
    return result
  }
  const exchange = async (label: string): Promise<void> => {
    const infos = [await step(`${label}: export info`, first, 'export_multisig_info')]
    infos.push(await call(second, 'export_multisig_info'))
    const [own, other] = infos.map((one) => ({ info: [stringIn(one, 'info')] }))
    await step(`${label}: import info`, first, 'import_multisig_info', other)
    await call(second, 'import_multisig_info', own)
  }
  const send = async (label: string, method: string, params: JsonWritable): Promise<void> => {
    const built = await step(`${label}: build`, first, method, params)
    const set = stringIn(built, 'multisig_txset')
    await step(`${label}: describe`, second, 'describe_transfer', { multisig_txset: set })
    const signed = await step(`${label}: sign`, second, 'sign_multisig', { tx_data_hex: set })
    await step(`${label}: submit`, second, 'submit_multisig', { tx_data_hex: stringIn(signed, 'tx_data_hex') })
    await stage.mine(12)
  }
  await step('is_multisig', first, 'is_multisig')
  await exchange('first')
  await step('balance', first, 'get_balance', { account_index: 0 })
  await step('incoming', first, 'incoming_transfers', { transfer_type: 'all', account_index: 0, verbose: true })
  const address = payeeAddress(stage)
  const flags = { get_tx_key: true, get_tx_hex: true, get_tx_metadata: true }
  await send('first spend', 'transfer', { destinations: [{ address, amount: 1_000_000_000 }], priority: 1, ...flags })
  await exchange('second')
  await send('sweep_all', 'sweep_all', { address, account_index: 0, priority: 1 })
  await step('at the end', second, 'get_transfers', { all_accounts: true })
  return responses
}

/** Returns the fields of a response that a family does not lack. */
const comparedFields = ({ method, result }: Response, added: Readonly<Record<string, readonly string[]>>): string[] => {
  const names = added[method] ?? []
  return fieldsOf(result).filter((path) => !path.split('.').some((name) => names.includes(name)))
}

it('are those of oxen-wallet-rpc', { timeout: 120_000 }, async () => {
  const scheme = vector('oxen/multisig.json').schemes.find((one) => one.scheme === '2/2')
  const calls = scheme?.calls ?? []
  for (const [label, response] of await lifeOf(oxenChain)) {
    const recorded = calls.findLast((one) => one.label === label && one.request.method === response.method)
    expect(comparedFields(response, ADDED_FIELDS).sort(), label).toEqual(
      fieldsOf(recorded?.answer.result ?? null).sort(),
    )
  }
})

it('are those of monero-wallet-rpc', { timeout: 120_000 }, async () => {
  const [recorded] = vector('monero/multisig.json').cases
  const responses = await lifeOf(moneroChain)
  const expected = [
    ['is_multisig', recorded?.is_multisig_before],
    ['first: import info', recorded?.import_multisig_info?.[0]],
    ['balance', recorded?.balance_after_import],
    ['first spend: build', recorded?.transfer],
    ['first spend: describe', recorded?.describe_transfer],
    ['first spend: sign', recorded?.sign_multisig],
    ['first spend: submit', recorded?.submit_multisig],
  ] as const
  for (const [label, result] of expected) {
    const response = responses.get(label) ?? { method: '', result: {} }
    expect(comparedFields(response, LATER_MONERO_FIELDS).sort(), label).toEqual(fieldsOf(result ?? null).sort())
  }
})
