// The stakes that a node lists as locked: what is requested, what is returned, and which lists are refused.
import { expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeResponseError } from '../../../src/daemon/errors.ts'

const image = (byte: number): string => byte.toString(16).padStart(2, '0').repeat(32)

const clientOf = (nodes: unknown, blacklist?: unknown) => {
  const requests: unknown[] = []
  const client = createNodeClient({
    url: 'http://node',
    fetch: async (request) => {
      const { method, params } = (await request.json()) as { method: string; params: unknown } // JSON-RPC
      requests.push({ method, params })
      const result =
        method === 'get_service_nodes'
          ? { status: 'OK', service_node_states: nodes }
          : { status: 'OK', ...(blacklist === undefined ? {} : { blacklist }) }
      return Response.json({ jsonrpc: '2.0', id: '0', result })
    },
  })
  return { client, requests }
}

const contributors = (...bytes: number[]) => [
  { locked_contributions: bytes.map((byte) => ({ key_image: image(byte) })) },
]

it('are those of all service nodes and of the blacklist, requested without naming any', async () => {
  const { client, requests } = clientOf(
    [
      { requested_unlock_height: 0, contributors: contributors(1, 2) },
      { requested_unlock_height: 500, contributors: contributors(3) },
      { contributors: [{}] },
    ],
    [{ key_image: image(4), unlock_height: 900, amount: 5 }],
  )
  const stakes = await client.lockedStakes()
  expect(stakes.map(({ keyImage, unlockHeight }) => [toHex(keyImage), unlockHeight])).toEqual([
    [image(1), undefined],
    [image(2), undefined],
    [image(3), 500],
    [image(4), 900],
  ])
  expect(requests).toEqual([
    {
      method: 'get_service_nodes',
      params: { fields: { service_node_pubkey: true, contributors: true, requested_unlock_height: true } },
    },
    { method: 'get_service_node_blacklisted_key_images', params: {} },
  ])
})

it('are none if the lists are omitted', async () => {
  expect(await clientOf(undefined).client.lockedStakes()).toEqual([])
})

it.each([
  ['more nodes than a network has', Array.from({ length: 20_001 }, () => ({}))],
  ['too many contributors of a node', [{ contributors: Array.from({ length: 101 }, () => ({})) }]],
  ['too many contributions', [{ contributors: contributors(...Array.from({ length: 101 }, () => 1)) }]],
  ['a key image of another length', [{ contributors: [{ locked_contributions: [{ key_image: 'abcd' }] }] }]],
  ['a negative unlock height', [{ requested_unlock_height: -1 }]],
  ['no list', {}],
])('are refused with %s', async (_, nodes) => {
  await expect(clientOf(nodes).client.lockedStakes()).rejects.toThrow(NodeResponseError)
})

it('are refused with an endless blacklist', async () => {
  const blacklist = Array.from({ length: 20_001 }, () => ({ key_image: image(1), unlock_height: 1 }))
  await expect(clientOf([], blacklist).client.lockedStakes()).rejects.toThrow(NodeResponseError)
})
