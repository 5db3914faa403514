// Every recorded call of the node RPC: responses that do not depend on unrecorded state are equal to those of oxen-core, all others have the
// same fields of the same types. Calls that are not made are listed with a reason.

import { expect, it } from 'vitest'
import { createAdminSettings } from '../../../../src/devnet/node/adminSettings.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import { isJsonObject, type JsonValue, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import type { Service } from '../../../../src/jsonrpc/service.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import { RECORDED_NOW, replayNode } from '../../../support/devnet/replay-node.ts'
import { checkDeclaredFields } from '../../../support/rpc/declared-results.ts'
import { asNow, kindOf } from '../../../support/wallet/older-forms.ts'

type Example = {
  readonly source: string
  readonly request?: { readonly method?: string; readonly path?: string; readonly params: JsonValue }
  readonly result: JsonValue
}

// The README of the vectors describes its shape.
const recorded = parseJson(vectorText('oxen/rpc-shapes.json')) as unknown as {
  readonly node_methods: {
    readonly [method: string]: { readonly names: readonly string[]; readonly examples: readonly Example[] }
  }
}

const all = Object.entries(recorded.node_methods).flatMap(([method, { examples }]) =>
  examples.map((example, i) => ({ method, example, label: `${method} ${i}: ${example.source}` })),
)

/** Recorded calls that are not made here, by the start of their labels. */
const ELSEWHERE: readonly { readonly begins: string; readonly why: string }[] = [
  { begins: 'get_transactions 0', why: 'oxen-core reports an error of its own database' },
  { begins: 'get_transactions 1', why: 'the transaction belongs to another chain' },
  {
    begins: 'get_transaction_pool 0',
    why: 'the pool of that moment was not recorded; recorded-responses.test.ts has a recorded one',
  },
  { begins: 'get_transaction_pool_hashes 0', why: 'the same pool' },
  { begins: 'get_transaction_pool_stats 0', why: 'the same pool' },
  {
    begins: 'get_block_header_by_hash 0',
    why: 'requests a block that was not recorded; recorded-responses.test.ts requests others',
  },
  { begins: 'get_block 1', why: 'the same block' },
  {
    begins: 'get_block_template 0',
    why: 'requests it on top of that block; development-node.test.ts mines with templates',
  },
  {
    begins: 'get_alternative_chains 0',
    why: 'the branch was not recorded; recorded-responses.test.ts has a recorded one',
  },
  { begins: 'get_service_nodes ', why: 'of the chain with service nodes: service-node-rpc.test.ts' },
  { begins: 'get_service_node_status ', why: 'of the chain with service nodes: service-node-rpc.test.ts' },
  { begins: 'get_service_node_registration_cmd_raw ', why: 'of a service node: service-node-rpc.test.ts' },
  { begins: 'get_quorum_state ', why: 'of the chain with service nodes: service-node-rpc.test.ts' },
  { begins: 'lns_names_to_owners 0', why: 'of the chain with names: names.test.ts' },
  { begins: 'lns_owners_to_names 0', why: 'of the chain with names: names.test.ts' },
  { begins: 'lns_resolve 0', why: 'of the chain with names: names.test.ts' },
]

/** Methods whose responses depend on the end of a chain that was not recorded, on its time or on its keys: only their fields are compared. */
const ALIKE = new Set([
  'get_height',
  'get_info',
  'get_net_stats',
  'get_block_count',
  'get_last_block_header',
  'get_block_header_by_height',
  'get_block_headers_range',
  'get_block',
  'generateblocks',
  'pop_blocks',
  'hard_fork_info',
  'is_key_image_spent',
  'stop_mining',
  'sync_info',
  'get_output_histogram',
  'get_output_distribution',
  'get_coinbase_tx_sum',
  'get_service_keys',
  'get_service_privkeys',
  'get_service_nodes_state_changes',
  'perform_blockchain_test',
])

/** Methods without a recorded call that succeeded. */
const NEVER = ['report_peer_storage_server_status']

/** Methods that change the chain. */
const CHANGING = new Set(['generateblocks', 'pop_blocks', 'submit_block', 'start_mining'])

/** Calls that were made before. */
const BEFORE: Readonly<Record<string, string>> = { get_bans: 'set_bans' }

/** Number of blocks when the calls were made; those beyond the recorded chain are mined. */
const BLOCKS = 344

const freshService = (): Service => {
  const { node, miner } = replayNode()
  miner.mine(BLOCKS - node.chain.height)
  const owner = createAdminSettings(
    () => RECORDED_NOW,
    () => undefined,
  )
  return checkDeclaredFields(
    createNodeService({ node, miner, faucet: undefined, settings: owner, dialect: oxenDialect }),
    nodeMethods.flatMap((method) => (method.kind === 'json' ? [method] : [])),
  )
}

const call = async (service: Service, { request }: Example): Promise<JsonValue> => {
  const { method = '', path = method, params = {} } = request ?? {}
  const isPath = path.startsWith('/')
  const body = stringifyJson(isPath ? params : { jsonrpc: '2.0', id: 0, method, params })
  const response = await service(new Request(`http://node${isPath ? path : '/json_rpc'}`, { method: 'POST', body }))
  const answer = parseJson(await response.text())
  return isPath || !isJsonObject(answer) ? answer : (answer['result'] ?? answer)
}

const isElsewhere = (label: string): boolean => ELSEWHERE.some(({ begins }) => label.startsWith(begins))

// Binary calls are in the captures, which binary.test.ts covers completely.
const compared = all.filter(({ label, example }) => example.request !== undefined && !isElsewhere(label))

const shared = freshService()

it.each(compared)('$label', async ({ method, example }) => {
  const service = CHANGING.has(method) ? freshService() : shared
  const [before] = recorded.node_methods[BEFORE[method] ?? '']?.examples ?? []
  if (before !== undefined) await call(service, before)
  const ours = asNow(await call(service, example), example.result)
  if (ALIKE.has(method)) expect(kindOf(ours)).toEqual(kindOf(example.result))
  else expect(ours).toEqual(example.result)
})

it('returns the declared fields for development methods as well', async () => {
  const service = freshService()
  const callNode = (method: string, params: JsonValue): Promise<JsonValue> =>
    call(service, { source: '', request: { method, params }, result: {} })
  for (const [method, params] of [
    ['dev_mine', { blocks: 2 }],
    ['dev_automine', { mode: 'manual' }],
    ['dev_automine', { mode: 'interval', milliseconds: 100_000 }],
    ['dev_quorum', { present: true }],
    ['dev_reorg', { pop: 1 }],
    ['dev_set_time', { forward: 5 }],
    ['dev_next_timestamp', {}],
    ['dev_snapshot', {}],
    ['dev_dump', {}],
  ] as const)
    expect(await callNode(method, params)).toMatchObject({ status: 'OK' })
})

it('has a call of each method, under existing names', () => {
  const names = new Set(nodeMethods.flatMap((method): readonly string[] => method.names))
  for (const [method, { names: called }] of Object.entries(recorded.node_methods))
    expect([method, ...called].filter((name) => !names.has(name))).toEqual([])
  const without = Object.entries(recorded.node_methods).filter(([, { examples }]) => examples.length === 0)
  expect(without.map(([method]) => method)).toEqual(NEVER)
})

it('lists only exceptions that exist', () => {
  expect(ELSEWHERE.filter(({ begins }) => !all.some(({ label }) => label.startsWith(begins)))).toEqual([])
  expect([...ALIKE].filter((method) => !compared.some((each) => each.method === method))).toEqual([])
  expect(compared.length).toBeGreaterThan(70)
})
