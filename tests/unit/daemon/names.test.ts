// Records of names: what is requested of a node, what is returned, and which answers are refused.
import { expect, it } from 'vitest'
import { toBase64 } from '../../../src/bytes/base64.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeResponseError } from '../../../src/daemon/errors.ts'

const hash = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)

const record = (byte: number, change: object = {}) => ({
  type: 0,
  name_hash: toBase64(hash(byte)),
  owner: 'owner',
  encrypted_value: 'abcd',
  update_height: 5,
  txid: '11'.repeat(32),
  ...change,
})

const clientOf = (entries: unknown) => {
  const requests: { readonly method: string; readonly params: { readonly entries: readonly unknown[] } }[] = []
  const client = createNodeClient({
    url: 'http://node',
    fetch: async (request) => {
      requests.push(await request.json())
      return Response.json({ jsonrpc: '2.0', id: '0', result: { status: 'OK', entries } })
    },
  })
  return { client, requests }
}

const QUERIES = [1, 2].map((byte) => ({ type: 0, nameHash: hash(byte) }))

it('are requested by hash, and returned as they are', async () => {
  const { client, requests } = clientOf([{ entry_index: 1, ...record(2, { expiration_height: 9, backup_owner: 'b' }) }])
  expect(await client.names(QUERIES, { includeExpired: true })).toEqual([
    {
      type: 0,
      nameHash: hash(2),
      owner: 'owner',
      backupOwner: 'b',
      encryptedValue: Uint8Array.of(0xab, 0xcd),
      txid: new Uint8Array(32).fill(0x11),
      updateHeight: 5,
      expirationHeight: 9,
    },
  ])
  const entries = QUERIES.map(({ nameHash }) => ({ name_hash: toBase64(nameHash), types: [0] }))
  expect(requests).toMatchObject([{ method: 'lns_names_to_owners', params: { entries, include_expired: true } }])
})

it('are requested in batches that the node accepts', async () => {
  const { client, requests } = clientOf(undefined)
  expect(await client.names(Array.from({ length: 300 }, () => ({ type: 0, nameHash: hash(1) })))).toEqual([])
  expect(requests.map(({ params }) => params.entries.length)).toEqual([256, 44])
})

it.each([
  ['a name that was not requested', [{ entry_index: 2, ...record(1) }]],
  ['the hash of another name', [{ entry_index: 0, ...record(2) }]],
  ['another type', [{ entry_index: 0, ...record(1, { type: 2 }) }]],
  ['one name twice', [0, 0].map((entry_index) => ({ entry_index, ...record(1) }))],
  ['a hash that is no hash', [{ entry_index: 0, ...record(1, { name_hash: 'zz' }) }]],
  ['a value that is not hexadecimal', [{ entry_index: 0, ...record(1, { encrypted_value: 'xy' }) }]],
  ['an endless owner', [{ entry_index: 0, ...record(1, { owner: 'x'.repeat(301) }) }]],
  ['a transaction id of another length', [{ entry_index: 0, ...record(1, { txid: '11' }) }]],
  ['a negative height', [{ entry_index: 0, ...record(1, { update_height: -1 }) }]],
  ['no list', {}],
])('are refused with %s', async (_, entries) => {
  await expect(clientOf(entries).client.names(QUERIES)).rejects.toThrow(NodeResponseError)
})

it('are found by owner, and refused for an owner that was not requested', async () => {
  const { client, requests } = clientOf([{ request_index: 0, ...record(3) }])
  expect(await client.namesOfOwners(['owner'])).toMatchObject([{ nameHash: hash(3), owner: 'owner' }])
  expect(requests).toMatchObject([{ method: 'lns_owners_to_names', params: { entries: ['owner'] } }])
  await expect(clientOf([{ request_index: 1, ...record(3) }]).client.namesOfOwners(['owner'])).rejects.toThrow(
    NodeResponseError,
  )
})
