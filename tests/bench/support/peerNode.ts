// Monero blocks in a form that monero-ts and monero-wallet-rpc accept. They support no private chains: on the main network they reject blocks
// of fork 16 at low heights. So each block has fork 1 and the id of its changed predecessor; transactions are unchanged.

import { toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSections,
  asText,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import { blockId, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { MONERO_BENCH_PAGES, sectionsOf, vectorBytes } from '../../support/data/vectors.ts'
import type { SyntheticBlock } from '../mainnet/blocks.ts'

const PAGE_BLOCKS = 1000

/** A block with its answers in get_blocks.bin. */
export type PeerBlock = {
  readonly id: Uint8Array
  readonly section: WritableSection
  readonly indices: WritableSection
}

const indicesOf = (section: PortableSection): WritableSection => ({
  indices: asSections(
    sectionsOf(section['indices']).map((transaction) => ({
      // An array of u64.
      indices: asU64s((transaction['indices'] ?? []) as readonly bigint[]),
    })),
  ),
})

const transactionsOf = (section: PortableSection): WritableSection[] =>
  sectionsOf(section['txs']).map((transaction) => {
    const { blob, prunable_hash: hash } = transaction
    if (!(blob instanceof Uint8Array) || !(hash instanceof Uint8Array))
      throw new TypeError('a recorded transaction without bytes')
    return { blob: asBlob(blob), prunable_hash: asBlob(hash) }
  })

/** A block as a node has it, with the fields of its transactions and output indices in get_blocks.bin. */
type ServedBlock = {
  readonly blob: Uint8Array
  readonly transactions: WritableSection[]
  readonly indices: WritableSection
}

/** Chains blocks after the genesis block. */
const chained = (served: Iterable<ServedBlock>): readonly PeerBlock[] => {
  const pruned = { pruned: asBool(true), block_weight: asU64(1) }
  let previousId = blockId(parseBlock(moneroRegtest, moneroRegtest.genesis))
  const blocks: PeerBlock[] = [
    {
      id: previousId,
      section: { block: asBlob(moneroRegtest.genesis), ...pruned },
      indices: { indices: asSections([{ indices: asU64s([0]) }]) },
    },
  ]
  for (const { blob, transactions, indices } of served) {
    const block = { ...parseBlock(moneroRegtest, blob), majorVersion: 1, minorVersion: 1, previousId }
    previousId = blockId(block)
    const section = { block: asBlob(serializeBlock(block)), ...pruned, txs: asSections(transactions) }
    blocks.push({ id: previousId, section, indices })
  }
  return blocks
}

const recordedBlocks = function* (): Iterable<ServedBlock> {
  for (const page of MONERO_BENCH_PAGES) {
    const body = readPortable(vectorBytes(page))
    const indices = sectionsOf(body['output_indices'])
    for (const [i, section] of sectionsOf(body['blocks']).entries()) {
      const { block } = section
      if (!(block instanceof Uint8Array)) throw new TypeError('a recorded block without bytes')
      yield { blob: block, transactions: transactionsOf(section), indices: indicesOf(indices[i] ?? {}) }
    }
  }
}

/** Returns the recorded chain. */
export const recordedPeerBlocks = (): readonly PeerBlock[] => chained(recordedBlocks())

const servedOf = ({ blob, transactions, outputIndices }: SyntheticBlock): ServedBlock => ({
  blob,
  transactions: transactions.map((each) => ({ blob: asBlob(each.blob), prunable_hash: asBlob(each.prunableHash) })),
  indices: { indices: asSections(outputIndices.map((indices) => ({ indices: asU64s(indices) }))) },
})

/** Returns a short chain of blocks of a synthetic one. */
export const syntheticPeerBlocks = (blocks: readonly SyntheticBlock[]): readonly PeerBlock[] =>
  chained(blocks.map(servedOf))

/** Returns a fetch handler for the requests of monero-ts and monero-wallet-rpc during a sync. */
export const peerNode = (blocks: readonly PeerBlock[]): ((request: Request) => Promise<Response>) => {
  const heights = new Map(blocks.map(({ id }, height) => [toHex(id), height]))
  const height = blocks.length
  const firstKnown = (ids: PortableValue | undefined): number => {
    if (!(ids instanceof Uint8Array)) return 0
    for (let at = 0; at < ids.length; at += 32) {
      const known = heights.get(toHex(ids.subarray(at, at + 32)))
      if (known !== undefined) return known
    }
    return 0
  }
  const ok = { status: 'OK', untrusted: false }
  const json: { [name: string]: object } = {
    get_info: {
      height,
      target_height: height,
      synchronized: true,
      mainnet: true,
      nettype: 'mainnet',
      version: '0.18.4.0',
      ...ok,
    },
    get_version: { version: 196622, release: true, ...ok },
    get_height: { height, ...ok },
    hard_fork_info: { earliest_height: 1, enabled: true, state: 2, version: 1, ...ok },
    'get_transaction_pool_hashes.bin': ok,
  }
  const answerBlocks = (request: PortableSection): Uint8Array => {
    const start = Math.max(Number(request['start_height'] ?? 0n), firstKnown(request['block_ids']))
    const page = blocks.slice(start, start + PAGE_BLOCKS)
    return writePortable({
      blocks: asSections(page.map(({ section }) => section)),
      output_indices: asSections(page.map(({ indices }) => indices)),
      start_height: asU64(start),
      current_height: asU64(height),
      status: asText('OK'),
    })
  }
  const answerHashes = (request: PortableSection): Uint8Array => {
    const start = firstKnown(request['block_ids'])
    return writePortable({
      m_block_ids: asPacked(blocks.slice(start).map(({ id }) => id)),
      start_height: asU64(start),
      current_height: asU64(height),
      status: asText('OK'),
    })
  }
  return async (request) => {
    const name = new URL(request.url).pathname.slice(1).replace(/^get(blocks|hashes|info|height)/, 'get_$1')
    if (name === 'get_blocks.bin' || name === 'get_hashes.bin') {
      const fields = readPortable(new Uint8Array(await request.arrayBuffer()))
      return new Response((name === 'get_blocks.bin' ? answerBlocks(fields) : answerHashes(fields)).slice())
    }
    if (name !== 'json_rpc')
      return json[name] === undefined ? new Response('', { status: 404 }) : Response.json(json[name])
    // monero-ts sends well-formed calls.
    const call = (await request.json()) as { id: string; method: string }
    return Response.json({ jsonrpc: '2.0', id: call.id, result: json[call.method] ?? {} })
  }
}
