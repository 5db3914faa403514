// Methods about service nodes, compared with recorded responses of oxen-core while nodes were registered, funded and unlocked.

import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { verifyHash } from '../../../../src/crypto/signatures/signature.ts'
import { OwnNode } from '../../../../src/devnet/oxen/local-nodes/ownNode.ts'
import { nodeMethods } from '../../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { plainNodeKeys, serviceNodeKeys } from '../../../../src/devnet/oxen/service-nodes/nodeKeys.ts'
import {
  parseRegistrationTerms,
  registrationTermsHash,
} from '../../../../src/devnet/oxen/service-nodes/registrationCommand.ts'
import { type JsonValue, type JsonWritable, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import {
  callNode,
  errorOf,
  type Fields,
  NOW,
  network,
  nodeCalls,
  own,
  resultOf,
  seed,
  serviceAt,
} from '../../../support/devnet/recorded-staking.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'

const names = new Set(nodeMethods.flatMap((method): readonly string[] => method.names))

/** Methods that need more of a chain than was recorded, or a pool; tests with the recorded small chain cover them. */
const ELSEWHERE: readonly string[] = ['get_last_block_header']

const comparedCalls = nodeCalls.filter(
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
  it.each(comparedCalls.map((call) => [`${call.label}, ${call.node_height} blocks`, call] as const))(
    'returns the recorded response: %s',
    async (_, { request: { method = '', params = {} }, node_height: height = 0, answer }) => {
      expect(names).toContain(method)
      const reported = await callNode(serviceAt(height, own), method, params)
      // The explanation of an error is not part of oxen-core's.
      const { error, result } = reported
      const compared =
        error === undefined
          ? { result: comparable(result) }
          : { error: { code: (error as Fields)['code'], message: (error as Fields)['message'] } }
      expect(compared).toEqual(comparable(answer as Fields))
    },
  )

  it('is the subject of all recorded calls but two', () => {
    expect(comparedCalls.length).toBeGreaterThan(60)
    expect(nodeCalls.length - comparedCalls.length).toBe(2)
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
    const { registration_cmd: command } = await resultOf(serviceAt(342, own), 'get_service_node_registration_cmd_raw', {
      args: commands[0]?.split(' ').slice(0, -3) ?? [],
      staking_requirement: 100_000_000_000,
    })
    const words = String(command).split(' ')
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
    const callNode = async (params: JsonWritable): Promise<JsonValue | undefined> =>
      (await resultOf(serviceAt(344, own), 'get_all_service_nodes', params))['service_node_states']
    expect(await callNode({})).toHaveLength(2)
    expect(await callNode({ active_only: true })).toMatchObject([{ active: true }])
    expect(await callNode({ fields: {} })).toEqual([{}, {}])
    expect(await callNode({ fields: { all: true } })).toEqual(await callNode({}))
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
