// Recorded calls about stakes: the answers of this wallet RPC are those of oxen-wallet-rpc, with the same errors in the same order of
// checks, and its stakes cost the same.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { parseTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { estimateTransactionWeight } from '../../../../src/coin/transactions/weight.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { NodeServiceNode } from '../../../../src/daemon/nodeClient.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import { type JsonObject, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callWallet } from '../../../support/rpc/wallet-calls.ts'
import { restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'
import { wallets } from '../../../support/wallet/small-chain.ts'
import { wallet2Estimate } from '../../../support/wallet/spend/wallet2-estimate.ts'

const { calls, tx_hex } = vector('oxen/staking.json')
const NAMES = ['A', 'B', 'C'] as const
/** Registrations were prepared for the two weeks that begin here. */
const NOW = 1796452653 - 1209600

const node = new FakeNode(oxenRegtest, smallChain())
node.trusted = true
const engines = new Map<string, Engine>()

beforeAll(async () => {
  for (const name of NAMES) {
    const host = testHost(node)
    host.time.now = NOW * 1000
    engines.set(name, await restored(host, oxenRegtest.id, wallets[name].keys.mnemonic))
  }
})
afterAll(async () => {
  for (const engine of engines.values()) await engine.closeWallet()
})

/** Returns the service nodes that the recorded node listed last before a call, as the client reads them. */
const nodesBefore = async (position: number): Promise<Map<string, NodeServiceNode>> => {
  const answer = calls
    .slice(0, position)
    .findLast(
      ({ request, answer: { result } }) =>
        request.method === 'get_service_nodes' &&
        Object.keys(request.params ?? {}).length === 0 &&
        result !== undefined,
    )
  const states = (answer?.answer.result?.['service_node_states'] ?? []) as readonly JsonObject[] // recorded nodes
  const found = new Map<string, NodeServiceNode>()
  for (const state of states) {
    const key = String(state['service_node_pubkey'])
    const client = createNodeClient({
      url: 'http://node',
      fetch: async () =>
        new Response(stringifyJson({ jsonrpc: '2.0', id: '0', result: { service_node_states: [state] } })),
    })
    const read = await client.serviceNode(fromHex(key))
    if (read !== undefined) found.set(key, read)
  }
  return found
}

const METHODS = ['stake', 'register_service_node', 'can_request_stake_unlock', 'request_stake_unlock']

const failures = calls.flatMap(({ label, wallet, request, answer }, position) =>
  METHODS.includes(request.method ?? '') &&
  (answer.error !== undefined || answer.result?.['can_unlock'] === false) &&
  // These need what the recorded wallet staked itself.
  answer.error?.message !== 'Failed to commit tx.' &&
  !JSON.stringify(answer).includes('has already been requested')
    ? [[`${label} (${position})`, { wallet, request, answer, position }] as const]
    : [],
)

describe('recorded errors', () => {
  it('are all kinds that the recording has', () => {
    expect(failures.length).toBeGreaterThan(10)
  })

  it.each(failures)('are the same: %s', async (_, { wallet, request, answer, position }) => {
    node.serviceNodes = await nodesBefore(position)
    const ours = await callWallet({ wallet: engines.get(wallet)?.wallet }, request.method ?? '', request.params ?? {})
    expect(ours).toEqual(answer)
  })
})

describe('recorded stakes', () => {
  const PER_BYTE = 122n
  const mined = calls.flatMap(({ label, answer: { result } }) => {
    const hex = tx_hex[String(result?.['tx_hash'])]
    return hex === undefined ? [] : [[label, { hex, fee: Number(result?.['fee']) }] as const]
  })

  it.each(mined)('cost what this wallet estimates: %s', (_, { hex, fee }) => {
    const transaction = parseTransaction(oxenRegtest, fromHex(hex))
    const fields = parseExtra(oxenRegtest, transaction.extra)
    const own = (['serviceNodeKey', 'contributor', 'registration'] as const).flatMap(
      (name) => findField(fields, name) ?? [],
    )
    const size = serializeExtra(own).length
    // The estimate lacks the published secret and the proof of the key image, so that the actual weight counts.
    const estimate = wallet2Estimate(oxenRegtest, transaction.inputs.length, 2, size)
    const shape = { ...oxenRegtest, inputs: transaction.inputs.length, outputs: 2, extra: size }
    expect(estimateTransactionWeight(shape)).toBe(estimate)
    const weight = BigInt(Math.max(estimate, hex.length / 2))
    const base = weight * PER_BYTE + 40_000_000n
    expect(BigInt(fee)).toBe(((base + 9n) / 10n) * 10n)
  })
})
