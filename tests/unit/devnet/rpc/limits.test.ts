// Limits of requests as in the specification and oxen-core: for restricted services, for unrestricted ones, for both.
import { describe, expect, it } from 'vitest'
import { readPortable } from '../../../../src/bytes/portableStorage.ts'
import {
  asPacked,
  asSections,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../../src/bytes/portableStorageWriter.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import type { Service } from '../../../../src/jsonrpc/service.ts'
import { replayNode } from '../../../support/devnet/replay-node.ts'

const { node, miner, fetch: owner, restricted: open } = replayNode()
// More blocks than one page holds.
miner.mine(1050 - node.chain.height)

const callNode = async (service: Service, method: string, params: object): Promise<string> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const answer = await service(new Request('http://node/json_rpc', { method: 'POST', body }))
  // JSON-RPC responses have this shape.
  const { result, error } = (await answer.json()) as {
    result?: { status?: string }
    error?: { code: number; message: string }
  }
  return error === undefined ? (result?.status ?? 'OK') : `${error.code} ${error.message}`
}

const callBinary = async (service: Service, path: string, request: WritableSection) => {
  const body = Uint8Array.from(writePortable(request))
  const answer = await service(new Request(`http://node/${path}`, { method: 'POST', body }))
  const fields = readPortable(new Uint8Array(await answer.arrayBuffer()))
  // A text is a blob.
  return { fields, status: new TextDecoder().decode(fields['status'] as Uint8Array) }
}

const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
const HASH = '11'.repeat(32)
const SELF = formatAddress(node.rules.network, {
  kind: 'standard',
  spendKey: publicKeyOf(new Uint8Array(32).fill(3)),
  viewKey: publicKeyOf(new Uint8Array(32).fill(4)),
  paymentId: undefined,
})

/** Method, limit on a restricted service, parameters for a count, and the error beyond the limit; an unrestricted service has no such limit. */
const FOR_THE_PUBLIC: readonly (readonly [string, number, (count: number) => object, string])[] = [
  ['get_outs', 5000, (count) => ({ outputs: many(count, { amount: 0, index: 1 }) }), 'Too many outs requested'],
  [
    'get_checkpoints',
    25,
    (count) => ({ count }),
    '-1 Number of requested checkpoints greater than the allowed limit: 25, requested: 26',
  ],
  [
    'get_quorum_state',
    256,
    (count) => ({ start_height: 300, end_height: 299 + count }),
    '-1 Number of requested quorums greater than the allowed limit: 256, requested: 257',
  ],
  [
    'lns_names_to_owners',
    256,
    (count) => ({ entries: many(count, { name_hash: HASH, types: [0] }) }),
    '-1 Number of requested entries greater than the allowed limit: 256, requested: 257',
  ],
  [
    'lns_names_to_owners',
    8,
    (count) => ({ entries: [{ name_hash: HASH, types: many(count, 0) }] }),
    '-1 Number of requested entries in types greater than the allowed limit: 8, requested: 9',
  ],
  [
    'lns_owners_to_names',
    256,
    (count) => ({ entries: many(count, HASH) }),
    '-1 Number of requested entries greater than the allowed limit: 256, requested: 257',
  ],
]

describe('a restricted service', () => {
  it.each(FOR_THE_PUBLIC)('limits %s: %i', async (method, most, params, words) => {
    const allowed = await callNode(owner, method, params(most))
    expect(allowed).not.toContain('limit')
    expect(await callNode(open, method, params(most))).toBe(allowed)
    expect(await callNode(owner, method, params(most + 1))).toBe(allowed)
    expect(await callNode(open, method, params(most + 1))).toBe(words)
  })

  it('limits get_outs.bin to 5000 outputs', async () => {
    const of = (count: number) => ({ outputs: asSections(many(count, { amount: asU64(0), index: asU64(1) })) })
    const statusOf = async (service: Service, count: number) =>
      (await callBinary(service, 'get_outs.bin', of(count))).status
    expect(await statusOf(open, 5000)).toBe('OK')
    expect(await statusOf(open, 5001)).toBe('Too many outs requested')
    expect(await statusOf(owner, 5001)).toBe('OK')
  })

  it('limits get_output_histogram to a cutoff of three days ago', async () => {
    const since = (seconds: number) => ({ amounts: [0], recent_cutoff: node.clock() - seconds })
    expect(await callNode(open, 'get_output_histogram', since(3 * 86_400))).toBe('OK')
    expect(await callNode(open, 'get_output_histogram', since(3 * 86_400 + 1))).toBe('Recent cutoff is too old')
    expect(await callNode(owner, 'get_output_histogram', since(30 * 86_400))).toBe('OK')
  })
})

describe('any service', () => {
  const services = [owner, open]

  it.each(services)('refuses requests of more values than the limit, as JSON and as binary', async (service) => {
    const outputs = many(100_000, { amount: 0, index: 1 })
    expect(await callNode(service, 'get_outs', { outputs })).toMatch(/^-32700 /)
    const sections = asSections(many(100_000, { amount: asU64(0), index: asU64(1) }))
    const body = Uint8Array.from(writePortable({ outputs: sections }))
    const answer = await service(new Request('http://node/get_outs.bin', { method: 'POST', body }))
    expect(answer.status).toBe(500)
    expect(await answer.text()).toContain('Failed to parse binary data parameters')
  })

  it.each(services)('returns a thousand blocks in a page, and all ids', async (service) => {
    const known = { block_ids: asPacked([node.chain.blockAt(0)?.id ?? new Uint8Array(32)]), start_height: asU64(0) }
    const { fields: page } = await callBinary(service, 'get_blocks.bin', known)
    expect(page['blocks']).toHaveLength(1000)
    const { fields: list } = await callBinary(service, 'get_hashes.bin', known)
    expect(list['m_block_ids']).toHaveLength(32 * 1050)
  })

  it('returns everything for methods without a limit', async () => {
    for (const service of services) {
      expect(await callNode(service, 'get_block_headers_range', { start_height: 0, end_height: 1049 })).toBe('OK')
      expect(await callNode(service, 'get_transactions', { tx_hashes: many(101, HASH) })).toBe('OK')
      expect(await callNode(service, 'is_key_image_spent', { key_images: many(5001, HASH) })).toBe('OK')
      const heights = asU64s(Array.from({ length: 1050 }, (_, height) => height))
      const { fields } = await callBinary(service, 'get_blocks_by_height.bin', { heights })
      expect(fields['blocks']).toHaveLength(1050)
    }
  })
})

describe('an unrestricted service', () => {
  it.each([
    [{ reserve_size: 255 }, 'OK'],
    [{ reserve_size: 256 }, '-3 Too big reserved size, maximum 255'],
    [{ extra_nonce: '00'.repeat(255) }, 'OK'],
    [{ extra_nonce: '00'.repeat(256) }, '-3 Too big extra_nonce size, maximum 510 hex chars'],
  ])('limits the reserved space of a template: %j', async (params, expected) => {
    expect(await callNode(owner, 'get_block_template', { ...params, wallet_address: SELF })).toBe(expected)
  })
})
