// Methods about service nodes and quorums, compared with recorded responses of oxen-core while nodes were registered, funded and unlocked.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { blockId, parseBlock } from '../../../../src/coin/blocks/block.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { verifyHash } from '../../../../src/crypto/signatures/signature.ts'
import { type BlockRecord, parseFullTransaction } from '../../../../src/devnet/chain/chainRecords.ts'
import { NO_CHECKPOINTS } from '../../../../src/devnet/chain/checkpoints.ts'
import { regtestRules } from '../../../../src/devnet/families.ts'
import type { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { OwnNode } from '../../../../src/devnet/oxen/local-nodes/ownNode.ts'
import { OxenServices } from '../../../../src/devnet/oxen/oxenServices.ts'
import { OxenState } from '../../../../src/devnet/oxen/oxenState.ts'
import { oxenChainMethods } from '../../../../src/devnet/oxen/rpc/chain.ts'
import { extraJson, stakeAmount } from '../../../../src/devnet/oxen/rpc/extraJson.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { ownNodeMethods } from '../../../../src/devnet/oxen/rpc/ownNode.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { quorumMethods } from '../../../../src/devnet/oxen/rpc/quorums.ts'
import { serviceNodeMethods } from '../../../../src/devnet/oxen/rpc/serviceNodes.ts'
import { plainNodeKeys, serviceNodeKeys } from '../../../../src/devnet/oxen/service-nodes/nodeKeys.ts'
import {
  parseOperatorCut,
  parseRegistrationTerms,
  RegistrationError,
  registrationTermsHash,
} from '../../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { ServiceNodeRegistry } from '../../../../src/devnet/oxen/service-nodes/serviceNodeRegistry.ts'
import { chainMethods } from '../../../../src/devnet/rpc/methods/chain.ts'
import type { NodeContext } from '../../../../src/devnet/rpc/nodeContext.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import { parseForks, withForks } from '../../../../src/devnet/rules/chainRules.ts'
import { type JsonValue, type JsonWritable, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { vectorText } from '../../../support/data/vectors.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'
import { heldToDeclarations } from '../../../support/rpc/declared.ts'

type Fields = { readonly [name: string]: JsonValue }
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
type Recording = {
  readonly calls: readonly NodeCall[]
  readonly blocks: readonly RecordedBlock[]
  readonly txs: readonly RecordedTransaction[]
  readonly tx_hex: { readonly [hash: string]: string }
}

// The README of the vectors describes its shape.
const recording = parseJson(vectorText('oxen/staking.json')) as unknown as Recording
const rules = withForks(regtestRules, parseForks('7:1,11:2,12:3,13:4,14:5,15:6,16:200,17:300', regtestRules))
const { network } = rules

/** Time of the recording; registrations are valid for two weeks from then on. */
const NOW = 1796452653 - 1209600

const recordOf = ({ blob, tx_hashes: hashes = [], block_header: { height } }: RecordedBlock): BlockRecord => {
  const block = parseBlock(network, fromHex(blob))
  const miner = parseFullTransaction(network, serializeTransaction(block.minerTransaction))
  const others = hashes.map((hash) => parseFullTransaction(network, fromHex(recording.tx_hex[hash] ?? '')))
  // The fields of a record that these methods read.
  return {
    height,
    id: blockId(block),
    block,
    timestamp: block.timestamp,
    transactions: [miner, ...others],
  } as unknown as BlockRecord
}

const recorded = recording.blocks.map(recordOf)
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

const privateKeys = recording.calls.find(({ label }) => label === 'service private keys')?.answer.result
const seed = fromHex(String(privateKeys?.['service_node_ed25519_privkey']).slice(0, 64))

const registries = new Map<number, ServiceNodeRegistry>()

/** Returns the registry of a chain with a number of blocks. */
const registryAt = (height: number): ServiceNodeRegistry => {
  const known = registries.get(height)
  if (known !== undefined) return known
  const made = new ServiceNodeRegistry(network)
  for (const record of blocks.slice(0, height)) made.append(record, blocks.slice(0, record.height))
  registries.set(height, made)
  return made
}

const declared = [...serviceNodeMethods, ...ownNodeMethods, ...quorumMethods, ...chainMethods, ...oxenChainMethods]

/** Returns a service of a chain with a number of blocks; its node has the parts that these methods read. */
const serviceAt = (height: number, own: OwnNode, restricted = false) => {
  const chain = {
    height,
    tip: blocks[height - 1],
    blocks: blocks.slice(0, height),
    nextFork: 17,
    state: Object.assign(new OxenState(network), { serviceNodes: registryAt(height) }),
  }
  const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
  const node = { chain, rules, clock: () => NOW, random, checkpoints: NO_CHECKPOINTS } as unknown as DevelopmentNode
  // None of these methods mines.
  const context = {
    node,
    faucet: undefined,
    dialect: oxenDialect,
    familyServices: new OxenServices({ ownNode: own }),
  } as unknown as NodeContext
  return heldToDeclarations(createNodeService(context, { restricted }), declared)
}

type Service = ReturnType<typeof serviceAt>

const ask = async (fetch: Service, method: string, params: JsonWritable = {}): Promise<Fields> => {
  const body = stringifyJson({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // Responses are objects.
  return parseJson(await response.text()) as Fields
}

const resultOf = async (fetch: Service, method: string, params: JsonWritable = {}): Promise<Fields> => {
  const { result } = await ask(fetch, method, params)
  if (result === undefined) throw new Error(`${method} was refused`)
  // So are results.
  return result as Fields
}

const errorOf = async (fetch: Service, method: string, params: JsonWritable = {}): Promise<JsonValue | undefined> => {
  const { error } = await ask(fetch, method, params)
  return error
}

const own = new OwnNode(serviceNodeKeys(seed))
const names = new Set(nodeMethods.flatMap((method): readonly string[] => method.names))
const nodeCalls = recording.calls.filter(({ wallet }) => wallet === 'node')

/** Methods that need more of a chain than was recorded, or a pool; tests with the recorded small chain cover them. */
const ELSEWHERE: readonly string[] = ['get_last_block_header']

const asked = nodeCalls.filter(
  ({ request: { method = '' }, node_height: height }) => height !== undefined && !ELSEWHERE.includes(method),
)

/** Ports of the recorded node; this one has none. */
const PORTS: readonly string[] = ['public_ip', 'quorumnet_port', 'storage_port', 'storage_lmq_port']

const comparable = (value: JsonValue | undefined): unknown => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map(comparable)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PORTS.includes(name))
      .map(([name, member]) => [
        name,
        // Signatures are random.
        name === 'registration_cmd' ? String(member).replace(/[0-9a-f]{128}/, 'SIGNATURE') : comparable(member),
      ]),
  )
}

describe('a service node', () => {
  it.each(asked.map((call) => [`${call.label}, ${call.node_height} blocks`, call] as const))(
    'returns the recorded response: %s',
    async (_, { request: { method = '', params = {} }, node_height: height = 0, answer }) => {
      expect(names).toContain(method)
      const reported = await ask(serviceAt(height, own), method, params)
      // The explanation of an error is not part of oxen-core's.
      const { error, result } = reported
      const kept =
        error === undefined
          ? { result: comparable(result) }
          : { error: { code: (error as Fields)['code'], message: (error as Fields)['message'] } }
      expect(kept).toEqual(comparable(answer as Fields))
    },
  )

  it('is the subject of all recorded calls but two', () => {
    expect(asked.length).toBeGreaterThan(60)
    expect(nodeCalls.length - asked.length).toBe(2)
  })

  it('signs the terms of the recorded commands', async () => {
    const commands = nodeCalls.flatMap(({ answer: { result } }) => {
      const text = String(result?.['registration_cmd'] ?? '')
      return /register_service_node (?<rest>[^\n]+)/.exec(text)?.groups?.['rest'] ?? []
    })
    expect(commands.length).toBeGreaterThan(10)
    for (const command of commands) {
      const words = command.split(' ')
      const [signature = '', key = '', expiration = ''] = words.toReversed()
      const hash = registrationTermsHash(
        parseRegistrationTerms(network, words.slice(0, -3), 100_000_000_000n, 17),
        BigInt(expiration),
      )
      expect(verifyHash(hash, fromHex(key), fromHex(signature)), command).toBe(true)
    }
    const { registration_cmd: made } = await resultOf(serviceAt(342, own), 'get_service_node_registration_cmd_raw', {
      args: commands[0]?.split(' ').slice(0, -3) ?? [],
      staking_requirement: 100_000_000_000,
    })
    const words = String(made).split(' ')
    const hash = registrationTermsHash(
      parseRegistrationTerms(network, words.slice(1, -3), 100_000_000_000n, 17),
      BigInt(words.at(-3) ?? ''),
    )
    expect(verifyHash(hash, fromHex(words.at(-2) ?? ''), fromHex(words.at(-1) ?? ''))).toBe(true)
  })

  it('reports pings and their ports', async () => {
    const pinged = new OwnNode(serviceNodeKeys(seed))
    const fetch = serviceAt(342, pinged)
    await resultOf(fetch, 'storage_server_ping', {
      version_major: 2,
      version_minor: 0,
      version_patch: 7,
      storage_lmq_port: 5,
    })
    await resultOf(fetch, 'xnet_ping', { version: [0, 8, 0] })
    expect([pinged.lastStoragePing, pinged.lastLokinetPing]).toEqual([NOW, NOW])
    const { service_node_state: state } = await resultOf(fetch, 'get_service_node_status')
    expect(state).toMatchObject({ storage_lmq_port: 5 })
    expect(
      await resultOf(fetch, 'storage_server_ping', { version_major: 1, version_minor: 9, version_patch: 9 }),
    ).toEqual({
      status: 'Outdated Storage Server. Current: 1.9.9 Required: 2.0.7',
    })
  })

  it('accepts reports of unreachable peers', async () => {
    const fetch = serviceAt(343, own)
    const pubkey = toHex(own.keys.ed25519.publicKey)
    const report = { type: 'reachability', pubkey, passed: false }
    expect(await resultOf(fetch, 'report_peer_storage_server_status', report)).toEqual({ status: 'OK' })
    const { service_node_states: states } = await resultOf(fetch, 'get_service_nodes')
    expect(states).toMatchObject([{ storage_server_reachable: false, storage_server_reachable_timestamp: NOW }])
    expect(await errorOf(serviceAt(342, own), 'report_peer_storage_server_status', report)).toMatchObject({
      code: -1,
      message: 'Pubkey not found',
    })
  })
})

describe('lists of service nodes', () => {
  it('are random samples with a limit', async () => {
    const seen = new Set<string>()
    for (let i = 0; i < 40; i++) {
      const { service_node_states: states } = await resultOf(serviceAt(344, own), 'get_service_nodes', {
        limit: 1,
        fields: { service_node_pubkey: true },
      })
      expect(states).toHaveLength(1)
      seen.add(stringifyJson(states ?? null))
    }
    expect(seen.size).toBe(2)
  })

  it('contain only active nodes if requested', async () => {
    const ask = async (params: JsonWritable): Promise<JsonValue | undefined> =>
      (await resultOf(serviceAt(344, own), 'get_all_service_nodes', params))['service_node_states']
    expect(await ask({})).toHaveLength(2)
    expect(await ask({ active_only: true })).toMatchObject([{ active: true }])
    expect(await ask({ fields: {} })).toEqual([{}, {}])
    expect(await ask({ fields: { all: true } })).toEqual(await ask({}))
  })
})

describe('quorums', () => {
  const fetch = serviceAt(350, own)
  const heightsOf = ({ quorums }: Fields): unknown[] =>
    (quorums as Fields[]).map(({ height, quorum_type: kind }) => [height, kind])

  it('are returned for one height, and for ranges in both directions', async () => {
    const of = async (params: JsonWritable): Promise<unknown[]> =>
      heightsOf(await resultOf(fetch, 'get_quorum_state', params))
    expect(await of({ start_height: 345 })).toEqual([
      [345, 0],
      [345, 2],
    ])
    expect(await of({ end_height: 345, quorum_type: 2 })).toEqual([[345, 2]])
    expect(await of({ start_height: 349, end_height: 340, quorum_type: 1 })).toEqual([
      [348, 1],
      [344, 1],
      [340, 1],
    ])
    expect(await of({ start_height: 348, end_height: 10_000, quorum_type: 0 })).toEqual([
      [348, 0],
      [349, 0],
    ])
    expect(await of({ quorum_type: 0 })).toEqual([[349, 0]])
  })

  it('are rejected outside the existing range', async () => {
    const message = 'Failed to query any quorums at all'
    expect(await errorOf(fetch, 'get_quorum_state', { start_height: 350 })).toMatchObject({ code: -1, message })
    expect(await errorOf(fetch, 'get_quorum_state', { quorum_type: 3 })).toMatchObject({ code: -1, message })
    // Before fork 9 there were no service nodes.
    expect(await errorOf(fetch, 'get_quorum_state', { start_height: 1 })).toMatchObject({ code: -1, message })
  })

  it('are limited to 256 heights on a restricted service', async () => {
    const open = serviceAt(350, own, true)
    const range = (count: number) => ({ start_height: 50, end_height: 49 + count, quorum_type: 0 })
    expect(heightsOf(await resultOf(open, 'get_quorum_state', range(256)))).toHaveLength(256)
    expect(await errorOf(open, 'get_quorum_state', range(257))).toMatchObject({
      code: -1,
      message: 'Number of requested quorums greater than the allowed limit: 256, requested: 257',
    })
    expect(heightsOf(await resultOf(fetch, 'get_quorum_state', range(257)))).toHaveLength(257)
  })

  it('have their state changes counted up to the top of the chain', async () => {
    expect(
      await resultOf(fetch, 'get_service_nodes_state_changes', { start_height: 349, end_height: 400 }),
    ).toMatchObject({
      start_height: 349,
      end_height: 400,
      total_deregister: 0,
    })
    expect(
      await errorOf(fetch, 'get_service_nodes_state_changes', { start_height: 350, end_height: 400 }),
    ).toMatchObject({ code: -5, message: 'Could not query block at requested height: 350' })
  })
})

describe('a node that is not a service node', () => {
  const { fetch, node } = replayNode()

  it('has keys for communication, but no service node key', async () => {
    const keys = await resultOf(fetch, 'get_service_node_key')
    expect(keys).toMatchObject({ service_node_pubkey: '' })
    expect(String(keys['service_node_ed25519_pubkey'])).toMatch(/^[0-9a-f]{64}$/)
    const secrets = await resultOf(fetch, 'get_service_node_privkey')
    expect(secrets['service_node_privkey']).toBe('')
    expect(String(secrets['service_node_ed25519_privkey']).slice(64)).toBe(keys['service_node_ed25519_pubkey'])
    expect(await errorOf(fetch, 'get_service_node_status')).toMatchObject({
      code: -1,
      message: 'Could not convert to a public key, arg: 0 which is pubkey: ',
    })
  })

  it("returns the result of oxen-core's blockchain test for its first block", async () => {
    expect(await resultOf(fetch, 'perform_blockchain_test')).toEqual({
      res_height: 12299954765012057756n,
      status: 'OK',
    })
    expect(await errorOf(fetch, 'perform_blockchain_test', { max_height: node.chain.height, seed: 1 })).toMatchObject({
      code: -2,
    })
  })
})

describe('keys', () => {
  it('are derived from one seed', () => {
    const { service, ed25519, x25519 } = serviceNodeKeys(seed)
    const [publicKeys] = nodeCalls.filter(({ label }) => label === 'service keys')
    expect(publicKeys?.answer.result).toMatchObject({
      service_node_pubkey: toHex(service?.publicKey ?? new Uint8Array()),
      service_node_ed25519_pubkey: toHex(ed25519.publicKey),
      service_node_x25519_pubkey: toHex(x25519.publicKey),
    })
    expect(plainNodeKeys(seed).service).toBeUndefined()
  })
})

describe('registration terms', () => {
  const address = 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA'
  const quarter = 4611686018427387903n

  it('tolerate the rounding of amounts to portions', () => {
    const { reserved } = parseRegistrationTerms(network, ['0', address, `${quarter - 5n}`], 100_000_000_000n, 17)
    expect(reserved.map(({ portions }) => portions)).toEqual([quarter])
    const args = ['0', address, `${quarter + 20n}`, address, `${quarter - 3n}`]
    const { reserved: two } = parseRegistrationTerms(network, args, 100_000_000_000n, 17)
    expect(two.reduce((sum, { portions }) => sum + portions, 0n)).toBe(2n * quarter + 17n)
  })

  it.each([
    ['no contributor', ['0']],
    ['an address alone', ['0', address]],
    ['a cut of more than all', ['18446744073709551613', address, `${quarter}`]],
    ['portions that are none', ['0', address, '1e18']],
    ['more than there is', ['0', address, `${4n * quarter}`, address, `${quarter}`]],
  ])('are rejected with %s', (_, args) => {
    expect(() => parseRegistrationTerms(network, args, 100_000_000_000n, 17)).toThrow(RegistrationError)
  })

  it('are rejected without a staking requirement', () => {
    expect(() => parseRegistrationTerms(network, ['0', address, `${quarter}`], 0n, 17)).toThrow(RegistrationError)
  })

  it('have an operator cut in percent', () => {
    expect(parseOperatorCut('12.5%')).toBe(2305843009213693952n)
    expect(parseOperatorCut('100')).toBe(18446744073709551612n)
    for (const text of ['', '%', '1O%', '100.1', '-1', '10%%', 'nan', 'Infinity'])
      expect(parseOperatorCut(text)).toBeUndefined()
  })
})

describe('the extra of transactions', () => {
  const names = parseJson(vectorText('oxen/names.json')) as unknown as Recording
  const all = [...recording.txs, ...names.txs].map(
    ({ tx_hash: hash, extra }) => [hash, recording.tx_hex[hash] ?? names.tx_hex[hash] ?? '', extra] as const,
  )

  it.each(all)('is reported as recorded: %s', (_, hex, extra) => {
    const { transaction } = parseFullTransaction(network, fromHex(hex))
    const reported = parseJson(stringifyJson(extraJson(rules, transaction)))
    const tidied = Object.fromEntries(
      Object.entries(reported as Fields).filter(([, value]) => !Array.isArray(value) || value.length > 0),
    )
    expect(tidied).toEqual(extra)
  })

  it('contains the locked amount of a stake', () => {
    const amounts = recording.txs.map(({ tx_hash: hash }) => {
      const { transaction } = parseFullTransaction(network, fromHex(recording.tx_hex[hash] ?? ''))
      return stakeAmount(rules, transaction, rules.network.hardForks.at(-1)?.height ?? 0)
    })
    const staked = amounts.filter((amount) => amount !== undefined)
    expect(staked.toSorted()).toEqual([100_000_000_000n, 30_000_000_000n, 30_000_000_000n, 40_000_000_000n])
  })
})
