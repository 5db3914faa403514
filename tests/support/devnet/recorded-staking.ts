// The recorded chain with service nodes (oxen/staking.json), served at any of its heights, and its recorded calls of the node RPC.

import { fromHex } from '../../../src/bytes/hex.ts'
import { blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { NO_CHECKPOINTS } from '../../../src/devnet/chain/checkpoints.ts'
import type { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { OxenState } from '../../../src/devnet/oxen/blocks/oxenState.ts'
import { regtestRules } from '../../../src/devnet/oxen/chains.ts'
import { OwnNode } from '../../../src/devnet/oxen/local-nodes/ownNode.ts'
import { OxenServices } from '../../../src/devnet/oxen/local-nodes/oxenServices.ts'
import { oxenChainMethods } from '../../../src/devnet/oxen/rpc/chain.ts'
import { ownNodeMethods } from '../../../src/devnet/oxen/rpc/ownNode.ts'
import { oxenDialect } from '../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { quorumMethods } from '../../../src/devnet/oxen/rpc/quorums.ts'
import { serviceNodeMethods } from '../../../src/devnet/oxen/rpc/serviceNodes.ts'
import { serviceNodeKeys } from '../../../src/devnet/oxen/service-nodes/nodeKeys.ts'
import { ServiceNodeRegistry } from '../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import { type BlockRecord, parseFullTransaction } from '../../../src/devnet/records/chainRecords.ts'
import type { NodeContext } from '../../../src/devnet/rpc/calls/nodeContext.ts'
import { chainMethods } from '../../../src/devnet/rpc/methods/chain.ts'
import { createNodeService } from '../../../src/devnet/rpc/service.ts'
import { parseForks, withForks } from '../../../src/devnet/rules/chainRules.ts'
import { type JsonValue, type JsonWritable, parseJson, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { vectorText } from '../data/vectors.ts'
import { checkDeclaredFields } from '../rpc/declared-results.ts'

export type Fields = { readonly [name: string]: JsonValue }
type NodeCall = {
  readonly label: string
  readonly wallet: string
  readonly node_height?: number
  readonly request: { readonly method?: string; readonly params?: Fields }
  readonly answer: { readonly result?: Fields; readonly error?: Fields }
}
type RecordedBlock = {
  readonly blob: string
  readonly tx_hashes?: readonly string[]
  readonly block_header: { readonly height: number }
}
type RecordedTransaction = { readonly tx_hash: string; readonly extra: JsonValue }
export type Recording = {
  readonly calls: readonly NodeCall[]
  readonly blocks: readonly RecordedBlock[]
  readonly txs: readonly RecordedTransaction[]
  readonly tx_hex: { readonly [hash: string]: string }
}

// The README of the vectors describes its shape.
export const stakingRecording = parseJson(vectorText('oxen/staking.json')) as unknown as Recording
export const stakingRules = withForks(
  regtestRules,
  parseForks('7:1,11:2,12:3,13:4,14:5,15:6,16:200,17:300', regtestRules),
)
export const { network } = stakingRules

/** Time of the recording; registrations are valid for two weeks from then on. */
export const NOW = 1796452653 - 1209600

const recordOf = ({ blob, tx_hashes: hashes = [], block_header: { height } }: RecordedBlock): BlockRecord => {
  const block = parseBlock(network, fromHex(blob))
  const miner = parseFullTransaction(network, serializeTransaction(block.minerTransaction))
  const others = hashes.map((hash) => parseFullTransaction(network, fromHex(stakingRecording.tx_hex[hash] ?? '')))
  // The fields of a record that these methods read.
  return {
    height,
    id: blockId(block),
    block,
    timestamp: block.timestamp,
    transactions: [miner, ...others],
  } as unknown as BlockRecord
}

const recorded = stakingRecording.blocks.map(recordOf)
const [firstRecorded] = recorded
if (firstRecorded === undefined) throw new Error('no block was recorded')

/** Blocks before the recording, of which only the number matters. */
const older = Array.from({ length: firstRecorded.height }, (_, height) => ({
  ...firstRecorded,
  height,
  // The top block is requested by its id.
  id: height === firstRecorded.height - 1 ? firstRecorded.block.previousId : new Uint8Array(32),
  transactions: firstRecorded.transactions.slice(0, 1),
}))
const blocks = [...older, ...recorded]

const privateKeys = stakingRecording.calls.find(({ label }) => label === 'service private keys')?.answer.result
export const seed = fromHex(String(privateKeys?.['service_node_ed25519_privkey']).slice(0, 64))

const registries = new Map<number, ServiceNodeRegistry>()

/** Returns the registry of a chain with a number of blocks. */
const registryAt = (height: number): ServiceNodeRegistry => {
  const known = registries.get(height)
  if (known !== undefined) return known
  const registry = new ServiceNodeRegistry(network)
  for (const record of blocks.slice(0, height)) registry.append(record, blocks.slice(0, record.height))
  registries.set(height, registry)
  return registry
}

const declared = [...serviceNodeMethods, ...ownNodeMethods, ...quorumMethods, ...chainMethods, ...oxenChainMethods]

/** Returns a service of a chain with a number of blocks; its node has the parts that these methods read. */
export const serviceAt = (height: number, own: OwnNode, restricted = false) => {
  const chain = {
    height,
    tip: blocks[height - 1],
    blocks: blocks.slice(0, height),
    nextFork: 17,
    state: Object.assign(new OxenState(network), { serviceNodes: registryAt(height) }),
  }
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
  const node = {
    chain,
    rules: stakingRules,
    clock: () => NOW,
    random,
    checkpoints: NO_CHECKPOINTS,
  } as unknown as DevelopmentNode
  // None of these methods mines.
  const context = {
    node,
    faucet: undefined,
    dialect: oxenDialect,
    familyServices: new OxenServices({ ownNode: own }),
  } as unknown as NodeContext
  return checkDeclaredFields(createNodeService(context, { restricted }), declared)
}

type Service = ReturnType<typeof serviceAt>

export const callNode = async (fetch: Service, method: string, params: JsonWritable = {}): Promise<Fields> => {
  const body = stringifyJson({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // Responses are objects.
  return parseJson(await response.text()) as Fields
}

export const resultOf = async (fetch: Service, method: string, params: JsonWritable = {}): Promise<Fields> => {
  const { result } = await callNode(fetch, method, params)
  if (result === undefined) throw new Error(`${method} was refused`)
  // Results are objects, too.
  return result as Fields
}

export const errorOf = async (
  fetch: Service,
  method: string,
  params: JsonWritable = {},
): Promise<JsonValue | undefined> => {
  const { error } = await callNode(fetch, method, params)
  return error
}

export const own = new OwnNode(serviceNodeKeys(seed))

export const nodeCalls = stakingRecording.calls.filter(({ wallet }) => wallet === 'node')
