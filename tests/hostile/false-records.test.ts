// A node that lies about names and service nodes: nothing is signed for another name, and nothing staked beyond what was requested.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromBase64, toBase64 } from '../../src/bytes/base64.ts'
import { fromHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../src/daemon/calls/httpNodeClient.ts'
import { NodeError } from '../../src/daemon/errors.ts'
import type { NodeNameRecord } from '../../src/daemon/nodeClient.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { orderStake, StakeError } from '../../src/wallet/staking/stakes.ts'
import { vector } from '../support/data/vectors.ts'
import { callWallet, type RpcParams } from '../support/rpc/wallet-calls.ts'
import { runs } from '../support/runs.ts'
import { openedIn, restored, testHost } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../support/wallet/small-chain.ts'
import { LyingNode } from './support/lying-node.ts'

const { calls, tx_hex } = vector('oxen/names.json')

const honest = new FakeNode(oxenRegtest, chain)
const liar = new LyingNode(honest)
let engine: Engine

beforeAll(async () => {
  engine = await restored(testHost(liar), NETWORK, wallets.A.keys.mnemonic)
  for (const hex of Object.values(tx_hex)) honest.addToPool(fromHex(hex))
})
afterAll(() => engine.closeWallet())

/** The session names that wallet A owns at the end of the recording, as the node has them. */
const ownNames = (): readonly (NodeNameRecord & { readonly name: string })[] => {
  const address = openedIn(engine).addressText({ major: 0, minor: 0 })
  const lists = calls.flatMap(({ answer }) => (answer.result?.['known_names'] ?? []) as readonly RpcParams[]) // records
  const found = new Map<string, NodeNameRecord & { readonly name: string }>()
  for (const entry of lists.filter(({ type, owner }) => type === 'session' && owner === address))
    found.set(String(entry['name']), {
      name: String(entry['name']),
      type: 0,
      nameHash: fromBase64(String(entry['hashed'])) ?? new Uint8Array(),
      ...{ owner: address, backupOwner: undefined, updateHeight: 1, expirationHeight: undefined },
      encryptedValue: fromHex(String(entry['encrypted_value'])),
      txid: fromHex(String(entry['txid'])),
    })
  return [...found.values()]
}

describe('the records of names', () => {
  it('do not make the wallet sign for another of its names', async () => {
    const [first, second] = ownNames()
    if (first === undefined || second === undefined) throw new Error('wallet A owns two names')
    const change = { type: 'session', name: first.name, owner: wallets.C.keys.address }
    const update = (method: string) => callWallet(engine, method, { ...change, priority: 1 })
    const sign = 'lns_make_update_mapping_signature'
    // The update of the first name would be one of the second name: the signature covers the id of its last transaction only.
    liar.lies = { names: () => [{ ...first, txid: second.txid }] }
    for (const method of ['lns_update_mapping', sign]) {
      expect(JSON.stringify(await update(method))).toContain(
        'as the last transaction of the name, which is one of another',
      )
    }
    liar.lies = { names: () => [{ ...first, txid: fromHex('ab'.repeat(32)) }] }
    for (const method of ['lns_update_mapping', sign]) expect(await update(method)).toHaveProperty('error')
    expect(liar.distrusted).toHaveLength(2)
    expect(honest.submitted).toEqual([])
    liar.lies = { names: () => [first] }
    expect(await update(sign)).toHaveProperty('result')
  })

  it('do not make the wallet sign as an owner that it is not', async () => {
    const [first] = ownNames()
    if (first === undefined) throw new Error('wallet A owns a name')
    for (const owner of [wallets.C.keys.address, 'ab'.repeat(32), 'nobody']) {
      liar.lies = { names: () => [{ ...first, owner }] }
      const answer = await callWallet(engine, 'lns_update_mapping', {
        ...{ type: 'session', name: first.name, owner: wallets.B.keys.address, priority: 1 },
      })
      expect(answer).toHaveProperty('error')
    }
    expect(honest.submitted).toEqual([])
  })
})

describe('a service node', () => {
  const amounts = fc.oneof(fc.bigInt(0n, 200n), fc.bigInt(0n, (1n << 64n) - 1n))
  const contributor = fc.record({
    address: fc.constantFrom(wallets.A.keys.address, wallets.C.keys.address, 'nobody'),
    ...{ amount: amounts, reserved: amounts },
    locked: fc.array(fc.record({ keyImage: fc.uint8Array({ minLength: 32, maxLength: 32 }), amount: amounts })),
  })
  const serviceNode = fc.record({
    ...{ requirement: amounts, reserved: amounts },
    requestedUnlockHeight: fc.option(fc.nat(), { nil: undefined }),
    contributors: fc.array(contributor, { maxLength: 6 }),
  })

  it('never gets more than was requested, but for the dust of rounded portions', async () => {
    let staked = 0
    await fc.assert(
      fc.asyncProperty(serviceNode, amounts, async (reported, amount) => {
        liar.lies = { serviceNode: () => reported }
        const request = { serviceNodeKey: new Uint8Array(32), amount, subaddresses: [], priority: 1 }
        try {
          const { order, recipients } = await orderStake(openedIn(engine), request)
          expect(order.amount).toBeLessThanOrEqual(amount + 4n)
          expect(recipients.map((each) => [each.text, each.amount])).toEqual([[wallets.A.keys.address, order.amount]])
          staked++
        } catch (error) {
          expect(error).toBeInstanceOf(StakeError)
        }
      }),
      { numRuns: runs(1000) },
    )
    expect(staked).toBeGreaterThan(0)
  })
})

describe('altered responses', () => {
  const KEY = 'cd'.repeat(32)
  const hash = new Uint8Array(32).fill(1)
  const responses: Readonly<Record<string, object>> = {
    lns_names_to_owners: {
      entries: [
        {
          ...{
            entry_index: 0,
            type: 0,
            name_hash: toBase64(hash),
            owner: 'a',
            backup_owner: 'b',
            encrypted_value: 'ab',
          },
          ...{ update_height: 5, expiration_height: 9, txid: KEY },
        },
      ],
    },
    get_service_nodes: {
      service_node_states: [
        {
          ...{ service_node_pubkey: KEY, staking_requirement: 100, total_reserved: 50, requested_unlock_height: 7 },
          contributors: [
            {
              ...{ address: 'a', amount: 50, reserved: 50 },
              locked_contributions: [{ key_image: KEY, key_image_pub_key: KEY, amount: 50 }],
            },
          ],
        },
      ],
    },
    get_service_node_blacklisted_key_images: { blacklist: [{ key_image: KEY, unlock_height: 9, amount: 1 }] },
  }

  const clientOf = (alter: (text: string) => string) =>
    createNodeClient({
      url: 'http://node',
      fetch: async (request) => {
        const { method } = (await request.json()) as { method: string }
        const result = { status: 'OK', ...responses[method] }
        return new Response(alter(JSON.stringify({ jsonrpc: '2.0', id: '0', result })))
      },
    })

  const requests: readonly (readonly [string, (client: ReturnType<typeof clientOf>) => Promise<unknown>])[] = [
    ['records of names', (client) => client.names([{ type: 0, nameHash: hash }])],
    ['a service node', (client) => client.serviceNode(fromHex(KEY))],
    ['locked stakes', (client) => client.lockedStakes()],
  ]

  it.each(requests)('are read or refused by name: %s', async (_, request) => {
    await request(clientOf((text) => text))
    const pieces = fc.constantFrom('-1', '1e99', 'null', '"x"', '[]', '{}', '18446744073709551616', '', '"', ',', 'zz')
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(20), pieces, async (at, length, piece) => {
        const client = clientOf((text) => {
          const from = at % text.length
          return text.slice(0, from) + piece + text.slice(from + length)
        })
        try {
          await request(client)
        } catch (error) {
          expect(error).toBeInstanceOf(NodeError)
        }
      }),
      { numRuns: runs(2000) },
    )
  })
})
