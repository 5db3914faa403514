// Heights and times that nodes report: what no chain has never reaches the wallet.
import { describe, expect, it } from 'vitest'
import { toBase64 } from '../../../src/bytes/base64.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeResponseError } from '../../../src/daemon/errors.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { type JsonWritable, stringifyJson } from '../../../src/jsonrpc/json.ts'
import { reply, scriptedNode } from '../../support/peers/scripted-node.ts'

const HASH = '01'.repeat(32)
const id = new Uint8Array(32).fill(1)

/** What no chain reaches, up to the largest number of 64 bits. */
const IMPOSSIBLE_HEIGHTS = [1_000_000_001n, 2n ** 53n - 1n, 2n ** 53n + 1n, 2n ** 64n - 1n]
const IMPOSSIBLE_TIMES = [10_000_000_001n, 8_640_000_000_001n, 2n ** 53n + 1n, 2n ** 64n - 1n]

/** Returns a client of a node that answers every call with one object. */
const client = (answer: { readonly [name: string]: JsonWritable }): NodeClient =>
  createNodeClient({
    url: 'http://node:1234',
    ...scriptedNode(() => reply(stringifyJson({ status: 'OK', ...answer, result: { status: 'OK', ...answer } }))),
  })

const info = (fields: { readonly [name: string]: JsonWritable }) =>
  client({ height: 100, top_block_hash: HASH, ...fields }).info()
const transaction = (fields: { readonly [name: string]: JsonWritable }) =>
  client({ txs: [{ tx_hash: HASH, as_hex: '00', ...fields }] }).transactions([id])
const name = (fields: { readonly [name: string]: JsonWritable }) => {
  const record = { type: 2, name_hash: toBase64(id), owner: 'a', encrypted_value: '00', txid: HASH, update_height: 5 }
  return client({ entries: [{ entry_index: 0, ...record, ...fields }] }).names([{ nameHash: id, type: 2 }])
}

describe('an impossible height', () => {
  it.each([
    ['of the chain', (height: bigint) => info({ height })],
    ['of the last final block', (height: bigint) => info({ immutable_height: height })],
    [
      'of a block header',
      (height: bigint) => client({ block_header: { hash: HASH, height, timestamp: 1 } }).blockTimestamp(5),
    ],
    ['of the end of a name', (height: bigint) => name({ expiration_height: height })],
    ['of the change of a name', (height: bigint) => name({ update_height: height })],
    [
      'of the unlock of a stake',
      (height: bigint) => client({ blacklist: [{ key_image: HASH, unlock_height: height }] }).lockedStakes(),
    ],
    ['of a transaction', (block_height: bigint) => transaction({ block_height, block_timestamp: 1 })],
  ])('%s is a false response', async (_, request) => {
    for (const height of IMPOSSIBLE_HEIGHTS) await expect(request(height)).rejects.toThrow(NodeResponseError)
  })

  it('that peers of the node claim is ignored', async () => {
    for (const target_height of IMPOSSIBLE_HEIGHTS) expect((await info({ target_height })).targetHeight).toBe(100)
    expect((await info({ target_height: 120 })).targetHeight).toBe(120)
  })
})

describe('an impossible time', () => {
  it('of a block header is a false response', async () => {
    for (const timestamp of IMPOSSIBLE_TIMES)
      await expect(client({ block_header: { hash: HASH, height: 5, timestamp } }).blockTimestamp(5)).rejects.toThrow(
        NodeResponseError,
      )
  })

  it('at which the pool received a transaction is not reported', async () => {
    for (const received_timestamp of IMPOSSIBLE_TIMES) {
      const [found] = await transaction({ in_pool: true, received_timestamp })
      expect(found).toMatchObject({ inPool: true, receivedTimestamp: undefined })
    }
    expect(await transaction({ in_pool: true, received_timestamp: 10_000_000_000 })).toMatchObject([
      { receivedTimestamp: 10_000_000_000 },
    ])
  })
})
