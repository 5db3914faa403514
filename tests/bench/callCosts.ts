// The public calls of the wallet RPC that cost the most processor time for each byte of their request.

import { Buffer } from 'node:buffer'
import { ThreadedSlowHashes } from '../../src/cli/rpc/threads/threadedSlowHashes.ts'
import { useSlowHashes } from '../../src/crypto/hash/slowHashes.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { createEngine } from '../../src/engine/engine.ts'
import { walletMethods } from '../../src/rpc/methodTable.ts'
import { createWalletRpc } from '../../src/rpc/service.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../support/wallet/engine-host.ts'
import { proofNode, proofRecording } from '../support/wallet/proof-chain.ts'
import type { Figure } from './support/measure.ts'

/** Height of the chain when the proofs were recorded. */
const HEIGHT = 340
const ROUNDS = 9
const SHOWN = 10

type Params = Readonly<Record<string, unknown>>
type Recorded = { readonly method: string; readonly params: Params }

/** Returns the recorded call of a method that has the longest parameters. */
const recorded = (name: string): Params => {
  const calls = proofRecording.calls
    .map(({ request }): Recorded => request)
    .filter(({ method }) => method === name)
    .toSorted((a, b) => JSON.stringify(b.params).length - JSON.stringify(a.params).length)
  if (calls[0] === undefined) throw new Error(`no call of ${name} is recorded`)
  return calls[0].params
}

const session = { type: 'session', name: 'abc' }
const { address } = proofRecording.keys.A

/** A request to each public method; many values where the method takes a list. */
const requests = (reserveProof: string, integrated: string): Readonly<Record<string, Params>> => ({
  get_languages: {},
  get_accounts: {},
  get_account_tags: {},
  make_uri: { address, amount: 1, recipient_name: 'x'.repeat(100) },
  parse_uri: { uri: `oxen:${address}?tx_amount=1` },
  get_version: {},
  get_height: {},
  get_balance: { all_accounts: true },
  lns_hash_name: session,
  lns_encrypt_value: { ...session, value: `05${'11'.repeat(32)}` },
  lns_decrypt_value: { ...session, encrypted_value: '05'.repeat(49) },
  get_default_fee_priority: {},
  estimate_tx_size_and_weight: { n_inputs: 100, n_outputs: 16, ring_size: 16 },
  check_tx_key: recorded('check_tx_key'),
  check_tx_proof: recorded('check_tx_proof'),
  check_spend_proof: recorded('check_spend_proof'),
  check_reserve_proof: { address, message: '', signature: reserveProof },
  is_multisig: {},
  get_address: {},
  get_address_index: { address },
  make_integrated_address: {},
  split_integrated_address: { integrated_address: integrated },
  validate_address: { address, any_net_type: true },
})

const openEngine = async () => {
  const node = createNodeClient({ url: 'http://node', fetch: proofNode(HEIGHT).fetch })
  const engine = createEngine(testHost(node))
  const { mnemonic } = proofRecording.keys.A
  await engine.restoreFromWords(newWallet('oxen-regtest'), { words: mnemonic, offset: '' }, BEGINNING)
  await engine.refresh()
  return engine
}

/** Measures microseconds of the processor, in all threads, for each byte of a request; least of several rounds. The ten dearest. */
export const callCostsBench = async (): Promise<readonly Figure[]> => {
  const hashes = new ThreadedSlowHashes()
  useSlowHashes(hashes)
  const engine = await openEngine()
  try {
    const rpc = createWalletRpc({ wallet: openedIn(engine), rpcEnabled: true })
    const call = async (method: string, params: Params) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
      const before = process.cpuUsage()
      const text = await (await rpc(new Request('http://wallet/json_rpc', { method: 'POST', body }))).text()
      const { user, system } = process.cpuUsage(before)
      return { text, cost: user + system, perByte: (user + system) / Buffer.byteLength(body) }
    }
    const textOf = async (method: string, params: Params, field: string): Promise<string> =>
      JSON.parse((await call(method, params)).text).result[field]
    const proof = await textOf('get_reserve_proof', { all: true, message: '' }, 'signature')
    const samples = requests(proof, await textOf('make_integrated_address', {}, 'integrated_address'))
    const costs = []
    for (const { access, names } of walletMethods) {
      const [name] = names
      if (access !== 'public') continue
      const params = samples[name]
      if (params === undefined) throw new Error(`the bench has no request to ${name}`)
      const rounds = []
      for (let i = 0; i < ROUNDS; i++) rounds.push(await call(name, params))
      const [least] = rounds.toSorted((a, b) => a.cost - b.cost)
      if (least !== undefined) costs.push({ name, ...least })
    }
    return costs
      .toSorted((a, b) => b.perByte - a.perByte)
      .slice(0, SHOWN)
      .flatMap(({ name, cost, perByte }) => [
        { name: `${name}, for a byte of its request`, value: perByte, unit: 'µs', key: `rpc_cost_${name}` },
        { name: `${name}, a call`, value: cost / 1000, unit: 'ms' },
      ])
  } finally {
    await engine.closeWallet()
    await hashes.close()
  }
}
