// get_blocks.bin with blocks and pool, byte for byte as monerod 0.18.5.3 answers on the same chain; and pages of the pool on a restricted RPC.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type PortableSection, readPortable } from '../../../../src/bytes/portableStorage.ts'
import { asU8, writePortable } from '../../../../src/bytes/portableStorageWriter.ts'
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
