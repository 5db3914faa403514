// The recorded monero chain in a form that monero-ts accepts. It does not support private chains: on the main network it rejects
// blocks of fork 16 at low heights. So each block has fork 1 and the id of its changed predecessor; transactions are unchanged.

import { toHex } from '../../src/bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asPacked,
  asSections,
  asText,
  asU64,
  asU64s,
  type WritableSection,
  writePortable,
} from '../../src/bytes/portableStorageWriter.ts'
import { blockId, parseBlock, serializeBlock } from '../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../src/coin/networks/monero.ts'
import { MONERO_BENCH_PAGES, sectionsOf, vectorBytes } from '../support/data/vectors.ts'

const PAGE_BLOCKS = 1000

type PeerBlock = { readonly id: Uint8Array; readonly section: WritableSection; readonly indices: WritableSection }

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

const loadBlocks = (): PeerBlock[] => {
  const genesis = parseBlock(moneroRegtest, moneroRegtest.genesis)
  const blocks: PeerBlock[] = [
    {
      id: blockId(genesis),
      section: { block: asBlob(moneroRegtest.genesis), pruned: { type: 'bool', value: true }, block_weight: asU64(1) },
      indices: { indices: asSections([{ indices: asU64s([0]) }]) },
    },
  ]
  for (const page of MONERO_BENCH_PAGES) {
    const body = readPortable(vectorBytes(page))
    const indices = sectionsOf(body['output_indices'])
    for (const [i, section] of sectionsOf(body['blocks']).entries()) {
      const recorded = section['block']
      const previous = blocks.at(-1)
      if (!(recorded instanceof Uint8Array) || previous === undefined)
        throw new TypeError('a recorded block without bytes')
      const block = {
        ...parseBlock(moneroRegtest, recorded),
        majorVersion: 1,
        minorVersion: 1,
        previousId: previous.id,
      }
      blocks.push({
        id: blockId(block),
        section: {
          block: asBlob(serializeBlock(block)),
          pruned: { type: 'bool', value: true },
          block_weight: asU64(1),
          txs: asSections(transactionsOf(section)),
        },
        indices: indicesOf(indices[i] ?? {}),
      })
    }
  }
  return blocks
}

/** Returns a fetch handler for the requests of monero-ts during a sync. */
export const peerNode = (): ((request: Request) => Promise<Response>) => {
  const blocks = loadBlocks()
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
