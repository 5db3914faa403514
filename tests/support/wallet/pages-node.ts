// A node that knows nothing but recorded pages of blocks (raw get_blocks.bin bodies): enough for a wallet to sync a chain of a
// thousand blocks and more. Transactions in it are pruned, as wallets ask for them. Serves both families in their own forms.

import { toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asPacked,
  asSection,
  asSections,
  asText,
  asU64,
  type Writable,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import { blockId, parseBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { MONERO_BENCH_PAGES, sectionsOf, vectorBytes } from '../data/vectors.ts'

type StoredBlock = {
  readonly id: Uint8Array
  readonly timestamp: number
  readonly section: WritableSection
  readonly indices: WritableSection
}

export type PagesNode = {
  readonly network: Network
  /** ids of all recorded blocks, genesis first */
  readonly ids: readonly Uint8Array[]
  readonly fetch: (request: Request) => Promise<Response>
  /** From now on the chain has this many blocks; it can grow and shrink within what was recorded. */
  readonly setHeight: (height: number) => void
  /** requested paths, with the method of a JSON-RPC call behind a # */
  readonly requests: readonly string[]
}

const MAX_BLOCKS = 1000
const MAX_HASHES = 10000

const toWritable = (value: PortableValue): Writable => {
  if (typeof value === 'bigint' || typeof value === 'number') return asU64(value)
  if (typeof value === 'boolean') return { type: 'bool', value }
  if (value instanceof Uint8Array) return asBlob(value)
  if (Array.isArray(value)) {
    const items = value.map(toWritable)
    const first = items[0]?.type
    return { type: 'array', of: first === undefined || first === 'array' ? 'blob' : first, items }
  }
  // Everything else was handled above.
  return asSection(toSection(value as PortableSection))
}

const toSection = (section: PortableSection): WritableSection =>
  Object.fromEntries(Object.entries(section).map(([name, value]) => [name, toWritable(value)]))

const storedBlock = (network: Network, section: PortableSection, indices: PortableSection): StoredBlock => {
  const blob = section['block']
  if (!(blob instanceof Uint8Array)) throw new TypeError('a recorded page has a block without bytes')
  const block = parseBlock(network, blob)
  return { id: blockId(block), timestamp: block.timestamp, section: toSection(section), indices: toSection(indices) }
}

const readPage = (network: Network, path: string): StoredBlock[] => {
  const page = readPortable(vectorBytes(path))
  const indices = sectionsOf(page['output_indices'])
  return sectionsOf(page['blocks']).map((section, i) => storedBlock(network, section, indices[i] ?? {}))
}

/** Pages may overlap by the block that both share. */
const joinPages = (pages: readonly (readonly StoredBlock[])[]): StoredBlock[] => {
  const blocks: StoredBlock[] = []
  for (const page of pages)
    for (const block of page) {
      const known = blocks.findLastIndex(({ id }) => toHex(id) === toHex(block.id))
      if (known === -1) blocks.push(block)
    }
  return blocks
}

const genesisOf = (network: Network): StoredBlock =>
  storedBlock(network, { block: network.genesis, pruned: true }, { indices: [{ indices: [0n] }] })

const serve = (network: Network, blocks: readonly StoredBlock[]): PagesNode => {
  let height = blocks.length
  const heights = new Map(blocks.map(({ id }, i) => [toHex(id), i]))
  const requests: string[] = []

  const tipId = (): string => toHex(blocks[height - 1]?.id ?? new Uint8Array())
  const common = (ids: Uint8Array): number | undefined => {
    for (let at = 0; at < ids.length; at += 32) {
      const known = heights.get(toHex(ids.subarray(at, at + 32)))
      if (known !== undefined && known < height) return known
    }
    return undefined
  }
  const failed = (): WritableSection => ({
    current_height: asU64(0),
    start_height: asU64(0),
    status: asText('Failed'),
    untrusted: { type: 'bool', value: false },
  })
  const startOf = (fields: PortableSection): number | undefined => {
    const start = Number(fields['start_height'] ?? 0n)
    if (start > 0) return start < height ? start : undefined
    const ids = fields['block_ids']
    return ids instanceof Uint8Array ? common(ids) : undefined
  }

  const binary: { [path: string]: (fields: PortableSection) => WritableSection } = {
    '/get_blocks.bin': (fields) => {
      const start = startOf(fields)
      if (start === undefined) return failed()
      const page = blocks.slice(start, Math.min(height, start + MAX_BLOCKS))
      return {
        blocks: asSections(page.map(({ section }) => section)),
        output_indices: asSections(page.map(({ indices }) => indices)),
        start_height: asU64(start),
        current_height: asU64(height),
        status: asText('OK'),
        untrusted: { type: 'bool', value: false },
      }
    },
    '/get_hashes.bin': (fields) => {
      const ids = fields['block_ids']
      const start = ids instanceof Uint8Array ? common(ids) : undefined
      if (start === undefined) return failed()
      return {
        m_block_ids: asPacked(blocks.slice(start, Math.min(height, start + MAX_HASHES)).map(({ id }) => id)),
        start_height: asU64(start),
        current_height: asU64(height),
        status: asText('OK'),
        untrusted: { type: 'bool', value: false },
      }
    },
    '/get_transaction_pool_hashes.bin': () => ({
      status: asText('OK'),
      untrusted: { type: 'bool', value: false },
    }),
  }

  const json: { [method: string]: (params: { readonly [name: string]: unknown }) => object } = {
    get_info: () => ({
      height,
      target_height: 0,
      top_block_hash: tipId(),
      immutable_height: 0,
      nettype: network.netType,
      mainnet: false,
      testnet: false,
      stagenet: false,
      devnet: false,
      synchronized: true,
      version: network.wireFormat.pulseVersion === undefined ? '0.18.0.0-release' : '8.1.6',
      status: 'OK',
      untrusted: false,
    }),
    get_height: () => ({ height, hash: tipId(), status: 'OK', untrusted: false }),
    get_version: () => ({
      version: network.wireFormat.pulseVersion === undefined ? 196618 : 262144,
      status: 'OK',
      untrusted: false,
    }),
    get_block_header_by_height: (params) => ({
      block_header: {
        height: Number(params['height']),
        timestamp: blocks[Number(params['height'])]?.timestamp ?? 0,
        hash: toHex(blocks[Number(params['height'])]?.id ?? new Uint8Array()),
      },
      status: 'OK',
      untrusted: false,
    }),
    get_transaction_pool_hashes: () => ({ status: 'OK', untrusted: false }),
    get_transaction_pool: () => ({ status: 'OK', untrusted: false }),
  }
  const aliases: { [path: string]: string } = {
    '/getblocks.bin': '/get_blocks.bin',
    '/gethashes.bin': '/get_hashes.bin',
    '/getinfo': '/get_info',
    '/getheight': '/get_height',
  }

  const answer = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    const path = aliases[pathname] ?? pathname
    const respondJson = (value: object) => Response.json(value)
    if (path === '/json_rpc') {
      // A test's own request.
      const call = (await request.json()) as { id?: unknown; method: string; params?: { [name: string]: unknown } }
      requests.push(`${path}#${call.method}`)
      const method = json[call.method]
      if (method === undefined)
        return respondJson({ jsonrpc: '2.0', id: call.id, error: { code: -32601, message: 'Method not found' } })
      return respondJson({ jsonrpc: '2.0', id: call.id, result: method(call.params ?? {}) })
    }
    requests.push(path)
    const handler = binary[path]
    if (handler !== undefined) {
      const fields = readPortable(new Uint8Array(await request.arrayBuffer()))
      return new Response(writePortable(handler(fields)).slice(), {
        headers: { 'content-type': 'application/octet-stream' },
      })
    }
    const plain = json[path.slice(1)]
    if (plain !== undefined) return respondJson(plain({}))
    return new Response('Not Found\n', { status: 404 })
  }

  return {
    network,
    ids: blocks.map(({ id }) => id),
    fetch: answer,
    setHeight: (count) => {
      if (count < 1 || count > blocks.length)
        throw new RangeError(`the recorded chain has 1 to ${blocks.length} blocks, not ${count}`)
      height = count
    },
    requests,
  }
}

/** The recorded chain of `oxen/bench-chain` (or `bench-chain-large`) as a node. */
export const oxenPagesNode = (folder: 'bench-chain' | 'bench-chain-large' = 'bench-chain'): PagesNode =>
  serve(
    oxenRegtest,
    joinPages(['000', '001'].map((page) => readPage(oxenRegtest, `oxen/${folder}/get_blocks.${page}.bin`))),
  )

/** The recorded chain of `monero/bench-chain` as a node. */
export const moneroPagesNode = (): PagesNode =>
  serve(moneroRegtest, [
    genesisOf(moneroRegtest),
    ...joinPages(MONERO_BENCH_PAGES.map((page) => readPage(moneroRegtest, page))),
  ])
