// get_blocks.bin with blocks and pool, byte for byte as monerod 0.18.5.3 answers on the same chain; and pages of the pool on a restricted RPC.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type PortableSection, readPortable } from '../../../../src/bytes/portableStorage.ts'
import { asBool, asPacked, asU8, asU64, writePortable } from '../../../../src/bytes/portableStorageWriter.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import { sectionsOf, vector } from '../../../support/data/vectors.ts'
import { LenientChecker } from '../../../support/devnet/lenient-checker.ts'
import { seededRandom } from '../../../support/random.ts'

const { before, pool, pairs } = vector('monero/get-blocks.json')
const { chain, pool: blobs } = vector('monero/get-blocks-chain.json')

let now = before - 10
const random = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length))
const node = new DevelopmentNode({ rules: moneroChain.rules, clock: () => now, random })
const miner = new Miner(node, () => () => undefined, { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) })
const service = createNodeService({ node, miner, faucet: undefined, dialect: moneroChain.dialect })

const sendTransaction = (hex: string, doNotRelay = false): void => {
  expect(node.submitTransaction(fromHex(hex), { doNotRelay, sanityCheck: false })).toMatchObject({ accepted: true })
}

const addBlocks = (from: number, to: number): void => {
  for (const { block, transactions } of chain.slice(from, to)) {
    for (const { hex } of transactions) sendTransaction(hex)
    node.submitBlock(fromHex(block))
  }
}

/** The time in a recorded response; undefined if it has none. */
const timeIn = (response: string): number | undefined => {
  if (!response.startsWith('0111')) return undefined
  const time = readPortable(fromHex(response))['daemon_time']
  return time === undefined ? undefined : Number(time)
}

const post = async (path: string, body: Uint8Array): Promise<Response> =>
  await service(new Request(`http://node${path}`, { method: 'POST', body: new Uint8Array(body) }))

beforeAll(() => {
  addBlocks(1, chain.length)
  now = before
  for (const id of [...pool.relayed, pool.flushed]) sendTransaction(blobs[id] ?? '')
  sendTransaction(blobs[pool.do_not_relay] ?? '', true)
  node.removeTransactions([fromHex(pool.flushed)])
})

/** Returns a response without the three transactions that the recorded node removed too: they are not recorded. */
const withoutOtherRemovals = (response: string): string => {
  const name = toHex(new TextEncoder().encode('removed_pool_txids'))
  const [four, one] = [`${name}0a0102`, `${name}0a80`]
  return response.replace(new RegExp(`${four}[\\da-f]{192}(?=${pool.flushed})`), one)
}

/** Returns the fields of a response, with its added transactions ordered by id. */
const inOrder = (response: string) => {
  const { added_pool_txs: added, ...fields } = readPortable(fromHex(response))
  const idOf = ({ tx_hash: id }: PortableSection): string => (id instanceof Uint8Array ? toHex(id) : '')
  return { ...fields, added: sectionsOf(added).toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1)) }
}

describe('a request is answered in the bytes of monerod 0.18.5.3', () => {
  it.each(pairs.map((pair) => [`${pair.path} ${pair.kind}: ${pair.name}`, pair] as const))(
    '%s',
    async (_title, { path, name, request, status, response }) => {
      now = timeIn(response) ?? now
      const answer = await post(path, fromHex(request))
      expect(answer.status).toBe(status)
      if (status !== 200) return
      const bytes = new Uint8Array(await answer.arrayBuffer())
      // monerod lists additions in the order of a hash table.
      if (name.endsWith('before the txs'))
        return expect(inOrder(toHex(bytes))).toEqual(inOrder(withoutOtherRemovals(response)))
      if (path !== '/get_transaction_pool_hashes.bin') return expect(toHex(bytes)).toBe(response)
      // JSON, which monerod writes on several lines: only the bytes of the list are compared.
      const [, hashes] =
        /"tx_hashes": ?"((?:[^"\\]|\\.)*)"/s.exec(Buffer.from(response, 'hex').toString('latin1')) ?? []
      expect(Buffer.from(bytes).toString('latin1')).toContain(`"tx_hashes":"${hashes}"`)
    },
  )
})

describe('a request with block_ids_exclusive', () => {
  const ask = async (fields: Parameters<typeof writePortable>[0]) =>
    readPortable(new Uint8Array(await (await post('/get_blocks.bin', writePortable(fields))).arrayBuffer()))
  const ids = (...heights: readonly number[]) =>
    asPacked([...heights, 0].map((height) => node.chain.blockAt(height)?.id ?? new Uint8Array(32)))

  it('gets the blocks above the last common one', async () => {
    const page = await ask({ block_ids: ids(90), block_ids_exclusive: asBool(true) })
    expect(page).toMatchObject({ start_height: 91n })
    const inclusive = await ask({ block_ids: ids(90) })
    expect(sectionsOf(page['blocks'])).toEqual(sectionsOf(inclusive['blocks']).slice(1))
    expect(sectionsOf(page['output_indices'])).toEqual(sectionsOf(inclusive['output_indices']).slice(1))
  })

  it('gets no block if the common one is the top, below ids that the chain does not have', async () => {
    const page = await ask({ block_ids: ids(10_000, chain.length - 1), block_ids_exclusive: asBool(true) })
    expect(page).toMatchObject({ start_height: BigInt(chain.length), current_height: BigInt(chain.length) })
    expect(sectionsOf(page['blocks'])).toEqual([])
  })

  it('gets the blocks from a height that it names', async () => {
    const page = await ask({ block_ids: ids(90), block_ids_exclusive: asBool(true), start_height: asU64(92) })
    expect(page).toMatchObject({ start_height: 92n })
  })
})

describe('get_txids_loose', () => {
  const idsOf = async (template: string, bits: number) => {
    const params = { txid_template: template, num_matching_bits: bits }
    const body = new TextEncoder().encode(
      JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'get_txids_loose', params }),
    )
    const { result, error } = await (await post('/json_rpc', body)).json()
    return error ?? result.txids
  }
  const mined = (): string[] =>
    [...node.chain.blocks].flatMap(({ transactions }) => transactions.map(({ id }) => toHex(id)))
  const pooled = (): string[] => [...pool.relayed, pool.do_not_relay]
  /** As numbers: the last byte is the highest. */
  const byNumber = (ids: readonly string[]): string[] => {
    const number = (id: string): bigint => BigInt(`0x${toHex(fromHex(id).toReversed())}`)
    return ids.toSorted((a, b) => (number(a) < number(b) ? -1 : 1))
  }

  it('lists all transactions for a template without bits, the mined ones first', async () => {
    expect(await idsOf('00'.repeat(32), 0)).toEqual([...byNumber(mined()), ...byNumber(pooled())])
  })

  it.each([1, 4, 7, 8, 13])('lists those that share the highest %i bits', async (bits) => {
    const highest = (id: string): string =>
      fromHex(id)
        .toReversed()
        .reduce((text, byte) => text + byte.toString(2).padStart(8, '0'), '')
        .slice(0, bits)
    const [id = ''] = pool.relayed
    const template = fromHex(id)
    for (let bit = 0; bit < 256 - bits; bit++) template[bit >> 3] = (template[bit >> 3] ?? 0) & ~(1 << (bit & 7))
    const alike = (ids: readonly string[]): string[] => byNumber(ids.filter((other) => highest(other) === highest(id)))
    expect(await idsOf(toHex(template), bits)).toEqual([...alike(mined()), ...alike(pooled())])
  })

  it('finds one by its whole id, and refuses bits that are not compared', async () => {
    const [id = ''] = mined()
    expect(await idsOf(id, 256)).toEqual([id])
    const message = 'Txid template is not zeroed correctly for number of bits. You could be leaking true txid!'
    expect(await idsOf(id, 8)).toEqual({ code: -1, message })
    expect(await idsOf('x', 8)).toEqual({ code: -1, message: 'Could not decode hex txid' })
    expect(await idsOf(id, 257)).toEqual({ code: -1, message: 'There are only 256 bits in a hash, you gave too many' })
  })
})

describe('a restricted RPC', () => {
  const restricted = createNodeService(
    { node, miner, faucet: undefined, dialect: moneroChain.dialect },
    { restricted: true },
  )

  it('leaves out transactions that are not to be relayed', async () => {
    const body = writePortable({ requested_info: asU8(2) })
    const answer = await restricted(
      new Request('http://node/get_blocks.bin', { method: 'POST', body: new Uint8Array(body) }),
    )
    const { added_pool_txs: added } = readPortable(new Uint8Array(await answer.arrayBuffer()))
    const ids = sectionsOf(added).map(({ tx_hash: id }) => (id instanceof Uint8Array ? toHex(id) : ''))
    expect(ids.toSorted()).toEqual(pool.relayed.toSorted())
  })

  it('sends a hundred transactions of the pool, and the ids of the others', async () => {
    const seeded = seededRandom(5)
    const full = new DevelopmentNode({
      ...{ rules: moneroChain.rules, clock: () => before, random: seeded },
      checker: new LenientChecker(seeded),
    })
    const [first = ''] = Object.values(blobs)
    const { network } = moneroChain.rules
    const recorded = parseTransaction(network, fromHex(first))
    const sent = Array.from({ length: 103 }, () => {
      const inputs = recorded.inputs.map((input) => ({ ...input, keyImage: seeded(32) }))
      const blob = serializeTransaction({ ...recorded, inputs })
      expect(full.submitTransaction(blob, { doNotRelay: false, sanityCheck: false })).toMatchObject({ accepted: true })
      return toHex(blob)
    })
    const context = { node: full, miner, faucet: undefined, dialect: moneroChain.dialect }
    const listedBy = async (options: { readonly restricted: boolean }) => {
      const body = new Uint8Array(writePortable({ requested_info: asU8(2) }))
      const request = new Request('http://node/get_blocks.bin', { method: 'POST', body })
      const answer = await createNodeService(context, options)(request)
      const fields = readPortable(new Uint8Array(await answer.arrayBuffer()))
      const { added_pool_txs: added, remaining_added_pool_txids: remaining } = fields
      const whole = sectionsOf(added).map(({ tx_blob: blob }) => (blob instanceof Uint8Array ? toHex(blob) : ''))
      return { whole, ids: remaining instanceof Uint8Array ? remaining.length / 32 : 0 }
    }
    const all = await listedBy({ restricted: false })
    expect(all).toEqual({ whole: expect.any(Array), ids: 0 })
    expect(all.whole.toSorted()).toEqual(sent.toSorted())
    const page = await listedBy({ restricted: true })
    expect(page).toEqual({ whole: all.whole.slice(0, 100), ids: 3 })
  })
})
