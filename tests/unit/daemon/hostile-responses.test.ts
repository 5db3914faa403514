// Hostile and malformed responses of nodes: every call returns a value or throws a named error.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import {
  asBlob,
  asPacked,
  asSections,
  asText,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import { createNodeClient, type NodeClientOptions } from '../../../src/daemon/calls/httpNodeClient.ts'
import {
  NodeBusyError,
  NodeError,
  NodeRefusedError,
  NodeResponseError,
  NodeUnreachableError,
} from '../../../src/daemon/errors.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import { recordedExchanges, reply, result, scriptedNode } from '../../support/peers/scripted-node.ts'
import { cumulativeOf } from '../../support/wallet/spend/ring-node.ts'

const url = 'http://node:1234'
const id = (byte: number): Uint8Array => new Uint8Array(32).fill(byte)
const hex = (byte: number): string => toHex(id(byte))

const client = (body: Uint8Array | string, status = 200, options: Partial<NodeClientOptions> = {}) =>
  createNodeClient({ url, ...scriptedNode(() => reply(body, status)), ...options })
const jsonRpc = (value: unknown) => createNodeClient({ url, ...scriptedNode(() => result(value)) })

const calls: { readonly [name: string]: (node: NodeClient) => Promise<unknown> } = {
  info: (node) => node.info(),
  blocks: (node) => node.blocks([id(1)]),
  blocksFrom: (node) => node.blocksFrom(5),
  hashes: (node) => node.hashes([id(1)]),
  blockTimestamp: (node) => node.blockTimestamp(5),
  poolHashes: (node) => node.poolHashes(),
  transactions: (node) => node.transactions([id(1)]),
  prunableHashes: (node) => node.prunableHashes([id(1)]),
  outputs: (node) => node.outputs([1, 2]),
  outputDistribution: (node) => node.outputDistribution(),
  outputBlacklist: (node) => node.outputBlacklist(),
  feeEstimate: (node) => node.feeEstimate(),
  keyImageStatus: (node) => node.keyImageStatus([id(1)]),
  submit: (node) => node.submit(id(1)),
  faucet: (node) => node.faucet('address', 1n),
}

describe.each(Object.entries(calls))('%s', (name, call) => {
  it('rejects responses of another format', async () => {
    for (const body of ['<html>Welcome</html>', '', '[]', '"OK"', 'null', '{"a":', '\u0000\u0001', '[[[[', '5'])
      await expect(call(client(body)), body).rejects.toThrow(NodeResponseError)
  })

  it('rejects a response without fields, or returns an empty list', async () => {
    const nothing = [
      client(JSON.stringify({ status: 'OK', result: { status: 'OK' } })),
      client(writePortable({ status: asText('OK') })),
    ]
    for (const node of nothing) {
      const outcome = await call(node).catch((error: unknown) => error)
      if (
        name === 'poolHashes' ||
        name === 'transactions' ||
        name === 'prunableHashes' ||
        name === 'outputBlacklist' ||
        name === 'submit'
      )
        continue
      expect(outcome).toBeInstanceOf(NodeResponseError)
    }
  })

  it('throws named errors for refusals and failures', async () => {
    await expect(call(client('Server busy, try again later', 503))).rejects.toThrow(NodeBusyError)
    await expect(call(client('Login required', 401))).rejects.toThrow(NodeRefusedError)
    await expect(call(client('<html>', 500))).rejects.toThrow(NodeRefusedError)
    const refused = createNodeClient({ url, fetch: () => Promise.reject(new TypeError('fetch failed')) })
    await expect(call(refused)).rejects.toThrow(NodeUnreachableError)
    const busy = { status: 'BUSY' }
    const inJson = scriptedNode(({ path }) =>
      path === '/json_rpc'
        ? result(busy)
        : reply(path.endsWith('.bin') ? writePortable({ status: asText('BUSY') }) : JSON.stringify(busy)),
    )
    await expect(call(createNodeClient({ url, ...inJson }))).rejects.toThrow(NodeBusyError)
  })

  it('returns a value or throws NodeError for any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 200 }),
          fc.json().map((text) => new TextEncoder().encode(text)),
        ),
        async (bytes) => {
          await call(client(new Uint8Array(bytes))).catch((error: unknown) => expect(error).toBeInstanceOf(NodeError))
        },
      ),
      { numRuns: 30 },
    )
  })
})

describe('truncated and changed recorded responses', () => {
  const exchanges = recordedExchanges()
  const of = (path: string, most: number) => {
    const found = exchanges.find((exchange) => exchange.path === path && exchange.response.length < most)
    if (found === undefined) throw new Error(`no recorded ${path}`)
    return found
  }
  const asks: readonly (readonly [string, number, (node: NodeClient) => Promise<unknown>])[] = [
    ['/get_blocks.bin', 2000, (node) => node.blocks([id(1)])],
    ['/get_outs.bin', 6000, (node) => node.outputs(Array.from({ length: 36 }, (_, i) => i))],
    ['/get_output_distribution.bin', 1000, (node) => node.outputDistribution()],
    ['/json_rpc', 1500, (node) => node.info()],
    ['/send_raw_transaction', 1500, (node) => node.submit(id(1))],
  ]

  it.each(asks)('return a value or throw NodeError: %s', async (path, most, ask) => {
    const { response } = of(path, most)
    const step = Math.ceil(response.length / 150)
    for (let at = 0; at < response.length; at += step) {
      const changed = response.slice()
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      for (const bytes of [response.subarray(0, at), changed])
        await ask(client(bytes)).catch((error: unknown) => expect(error).toBeInstanceOf(NodeError))
    }
  })

  it('are rejected as block pages at any truncation', async () => {
    const { response } = of('/get_blocks.bin', 2000)
    for (let length = 0; length < response.length; length += 7)
      await expect(client(response.subarray(0, length)).blocks([id(1)])).rejects.toThrow(NodeResponseError)
  })
})

describe('contradictory responses', () => {
  const block = asBlob(Uint8Array.of(1))
  const indices = (transactions: number) => ({
    indices: asSections(Array.from({ length: transactions }, () => ({ indices: asU64s([1]) }))),
  })
  const page = (change: WritableSection): Uint8Array =>
    writePortable({
      status: asText('OK'),
      start_height: asU64(5),
      current_height: asU64(7),
      blocks: asSections([{ block }, { block }]),
      output_indices: asSections([indices(1), indices(1)]),
      ...change,
    })

  it('are rejected for block pages', async () => {
    expect((await client(page({})).blocksFrom(5)).blocks).toHaveLength(2)
    const bad: WritableSection[] = [
      { current_height: asU64(6) },
      { current_height: asU64(2n ** 52n), start_height: asU64(5) },
      { start_height: asU64(2n ** 64n - 1n) },
      { start_height: asU64(6) },
      { start_height: asU64(4) },
      { blocks: asSections([]), output_indices: asSections([]) },
      { output_indices: asSections([indices(1)]) },
      { output_indices: asSections([indices(1), indices(2)]) },
      { blocks: asSections([{ block }, { block: asBlob(new Uint8Array()) }]) },
      { blocks: asSections([{ block }, { block, txs: asSections([{ blob: block }]) }]) },
    ]
    for (const change of bad)
      await expect(client(page(change)).blocksFrom(5), JSON.stringify(Object.keys(change))).rejects.toThrow(
        NodeResponseError,
      )
  })

  it('are rejected for block ids', async () => {
    const hashes = (ids: readonly Uint8Array[], start = 0, height = 10) =>
      client(
        writePortable({
          status: asText('OK'),
          start_height: asU64(start),
          current_height: asU64(height),
          m_block_ids: asPacked(ids),
        }),
      )
    expect((await hashes([id(1), id(2)]).hashes([id(9), id(1)])).hashes).toEqual([id(1), id(2)])
    await expect(hashes([id(2), id(1)]).hashes([id(1)])).rejects.toThrow(NodeResponseError)
    await expect(hashes([]).hashes([id(1)])).rejects.toThrow(NodeResponseError)
    await expect(hashes([id(1), id(2)], 9).hashes([id(1)])).rejects.toThrow(NodeResponseError)
    await expect(hashes([id(1), Uint8Array.of(1)]).hashes([id(1)])).rejects.toThrow(NodeResponseError)
  })

  it('are rejected for ring members', async () => {
    const out = { key: asBlob(id(1)), mask: asBlob(id(2)), height: asU64(3) }
    const outs = (entries: readonly WritableSection[]) =>
      client(writePortable({ status: asText('OK'), outs: asSections(entries) }))
    expect(await outs([out]).outputs([1])).toEqual([{ key: id(1), commitment: id(2), unlocked: false, height: 3 }])
    await expect(outs([out]).outputs([1, 2])).rejects.toThrow(NodeResponseError)
    await expect(outs([out, out]).outputs([1])).rejects.toThrow(NodeResponseError)
    await expect(outs([{ ...out, key: asBlob(Uint8Array.of(1)) }]).outputs([1])).rejects.toThrow(NodeResponseError)
    await expect(outs([{ key: asBlob(id(1)) }]).outputs([1])).rejects.toThrow(NodeResponseError)
    expect(await outs([]).outputs([])).toEqual([])
  })

  it('are rejected for output distributions', async () => {
    const distributionOf = (counts: readonly number[], amount = 0, base = 0) =>
      client(
        writePortable({
          status: asText('OK'),
          distributions: asSections([
            {
              amount: asU64(amount),
              base: asU64(base),
              start_height: asU64(20_000),
              compressed_data: asBlob(Uint8Array.from(counts)),
            },
          ]),
        }),
      )
    const distribution = await distributionOf([0, 1, 0x80, 1, 4], 0, 7).outputDistribution()
    expect([distribution.startHeight, distribution.base]).toEqual([20_000, 7])
    expect(cumulativeOf(distribution)).toEqual([7, 8, 136, 140])
    expect((await distributionOf([1]).outputDistribution({ fromHeight: 20_000 })).total).toBe(1)
    const other = distributionOf([1]).outputDistribution({ fromHeight: 16_384 })
    await expect(other).rejects.toThrow('begins at height 20000 instead of 16384')
    // Cut, longer than needed, more outputs than a block has, more than a number holds.
    for (const counts of [
      [1, 0x80],
      [0x80, 0],
      [0xff, 0xff, 0xff, 0xff, 1],
    ])
      await expect(distributionOf(counts).outputDistribution()).rejects.toThrow(NodeResponseError)
    const total = distributionOf([1], 0, Number.MAX_SAFE_INTEGER).outputDistribution()
    await expect(total).rejects.toThrow(NodeResponseError)
    await expect(distributionOf([]).outputDistribution()).rejects.toThrow(NodeResponseError)
    await expect(distributionOf([1], 7).outputDistribution()).rejects.toThrow(NodeResponseError)
    await expect(distributionOf([0x80]).outputDistribution()).rejects.toThrow(NodeResponseError)
  })

  it('are rejected for node states, timestamps and key images', async () => {
    const info = { height: 10, top_block_hash: hex(1), immutable_height: 9 }
    expect(await jsonRpc({ ...info, development: true }).info()).toMatchObject({
      height: 10,
      targetHeight: 10,
      development: true,
    })
    for (const change of [
      { height: 0, immutable_height: 0 },
      { immutable_height: 10 },
      { top_block_hash: 'zz' },
      { height: -1 },
      { height: 2 ** 60 },
      { height: '1e3' },
    ])
      await expect(jsonRpc({ ...info, ...change }).info(), JSON.stringify(change)).rejects.toThrow(NodeResponseError)
    const header = { block_header: { height: 5, timestamp: 1, hash: hex(1) } }
    expect(await jsonRpc(header).blockTimestamp(5)).toBe(1)
    await expect(jsonRpc(header).blockTimestamp(6)).rejects.toThrow(NodeResponseError)
    const spent = (statuses: readonly unknown[]) =>
      client(JSON.stringify({ status: 'OK', spent_status: statuses })).keyImageStatus([id(1), id(2)])
    expect(await spent([0, 2])).toEqual(['unspent', 'in pool'])
    for (const statuses of [[0], [0, 1, 2], [0, 3], [0, '1'], []])
      await expect(spent(statuses)).rejects.toThrow(NodeResponseError)
  })

  it('are rejected for transactions', async () => {
    const tx = { tx_hash: hex(1), as_hex: '00', in_pool: false, block_height: 3 }
    const transactionsOf = (...txs: unknown[]) => client(JSON.stringify({ status: 'OK', txs })).transactions([id(1)])
    expect(await transactionsOf(tx)).toHaveLength(1)
    for (const txs of [
      [{ ...tx, tx_hash: hex(2) }],
      [tx, tx],
      [{ ...tx, as_hex: '' }],
      [{ ...tx, as_hex: '0' }],
      [{ ...tx, block_height: undefined }],
    ])
      await expect(transactionsOf(...txs)).rejects.toThrow(NodeResponseError)
  })

  it('are rejected for fees', async () => {
    const fee = (response: unknown) => jsonRpc(response).feeEstimate()
    expect(await fee({ fee_per_byte: 1000, fee_per_output: 10 })).toMatchObject({ perByte: 1000n, perOutput: 10n })
    const bad = [{ fee: 1, fees: [2, 1] }, { fee_per_byte: 0 }, { fee_per_byte: 1, quantization_mask: 0 }, {}]
    for (const response of bad) await expect(fee(response), JSON.stringify(response)).rejects.toThrow(NodeResponseError)
    expect(await fee({ fee_per_byte: 10 ** 9 })).toMatchObject({ perByte: 1000000000n })
  })
})
