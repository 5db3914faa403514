// A node of a synthetic chain: what a wallet requests during syncs and payments.

import { concat, u64Bytes, utf8 } from '../../../src/bytes/bytes.ts'
import { Writer } from '../../../src/bytes/cursor.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, readPortable, SIGNATURE } from '../../../src/bytes/portableStorage.ts'
import {
  asBlob,
  asBool,
  asPacked,
  asSections,
  asText,
  asU64,
  type WritableSection,
  writePortable,
} from '../../../src/bytes/portableStorageWriter.ts'
import { newestHardFork } from '../../../src/coin/networks/network.ts'
import { heightOfOutput } from '../../../src/wallet/rings/outputDistribution.ts'
import { sectionsOf } from '../../support/data/vectors.ts'
import type { BlockGenerator, OutputKeys, PrunedTransaction } from './blocks.ts'
import { oldHeightOf, oldIdAt } from './oldIds.ts'
import { timestampAt } from './profile.ts'
import type { ServedBlocks } from './servedBlocks.ts'
import { TextArena } from './textArena.ts'

/** Limits of a page of blocks, as monerod's. */
const PAGE_BLOCKS = 1000
const PAGE_TRANSACTIONS = 20_000
const PAGE_HASHES = 10_000
const ID = 32
/** About 1 GB. */
const MAX_TEXTS = 800_000

export type NodeParts = {
  readonly generator: BlockGenerator
  readonly chain: ServedBlocks
  /** UNIX seconds */
  readonly now: () => number
}

const COMMA = utf8(',')

const OK = { status: 'OK', untrusted: false }
/** The response to a request of blocks that the node does not have. */
const FAILED = writePortable({ status: asText('Failed') })

/** Writes a field of a section whose items are encoded already. */
const writeItems = (writer: Writer, name: string, count: number, items: Uint8Array): void => {
  writer.u8(name.length).bytes(new TextEncoder().encode(name)).u8(0x8c)
  writer.u32(count * 4 + 2).bytes(items)
}

class SyntheticNode {
  readonly #parts: NodeParts
  /** transactions of blocks as JSON, by the id of the block and their place */
  readonly #texts = new TextArena()

  constructor(parts: NodeParts) {
    this.#parts = parts
  }

  get #chain(): ServedBlocks {
    return this.#parts.chain
  }

  get #profile() {
    return this.#chain.profile
  }

  /** Returns the ids of at most `count` blocks, those of blocks that are not served included. */
  #ids(from: number, count: number): Uint8Array {
    const profile = this.#profile
    const old = Math.max(0, Math.min(count, profile.firstBlock - from))
    return concat(
      ...Array.from({ length: old }, (_, i) => oldIdAt(profile, from + i)),
      this.#chain.ids(from + old, count - old),
    )
  }

  #idAt(height: number): string {
    return toHex(this.#ids(height, 1))
  }

  /** Returns the height of the first known id of a short chain history; undefined if none is known. */
  #firstKnown({ block_ids: ids }: PortableSection): number | undefined {
    if (!(ids instanceof Uint8Array)) return undefined
    for (let at = 0; at < ids.length; at += ID) {
      const id = ids.subarray(at, at + ID)
      const height = this.#chain.heightOf(toHex(id)) ?? oldHeightOf(this.#profile, id)
      if (height !== undefined) return height
    }
    return undefined
  }

  blocks(request: PortableSection): Uint8Array {
    const chain = this.#chain
    const startHeight = Number(request['start_height'] ?? 0n)
    const start = startHeight > 0 ? startHeight : this.#firstKnown(request)
    if (start === undefined || start < this.#profile.firstBlock) return FAILED
    const from = Math.min(start, chain.height - 1)
    const requested = Number(request['max_block_count'] ?? 0n) || PAGE_BLOCKS
    const most = Math.min(chain.height, from + Math.min(requested, PAGE_BLOCKS))
    const limit = chain.transactionsBefore(from) + PAGE_TRANSACTIONS
    let to = from + 1
    while (to < most && chain.transactionsBefore(to + 1) <= limit) to++
    const { blocks, indices } = chain.encoded(from, to)
    const writer = new Writer().bytes(Uint8Array.from(SIGNATURE)).u8(5 * 4)
    writeItems(writer, 'blocks', to - from, blocks)
    const rest = (fields: WritableSection) => writePortable(fields).subarray(SIGNATURE.length + 1)
    writer.bytes(rest({ current_height: asU64(chain.height) }))
    writeItems(writer, 'output_indices', to - from, indices)
    return writer.bytes(rest({ start_height: asU64(from), status: asText('OK') })).finish()
  }

  hashes(request: PortableSection): Uint8Array {
    const from = this.#firstKnown(request)
    if (from === undefined) return FAILED
    return writePortable({
      m_block_ids: asBlob(this.#ids(from, PAGE_HASHES)),
      start_height: asU64(from),
      current_height: asU64(this.#chain.height),
      status: asText('OK'),
    })
  }

  distribution(request: PortableSection): Uint8Array {
    const { distribution } = this.#chain
    const from = Math.max(Number(request['from_height'] ?? 0n), distribution.startHeight)
    const number = distribution.chunks.findIndex((_, i) => distribution.startOf(i) === from)
    const cumulative = request['cumulative'] === true
    if (number === -1) return writePortable({ status: asText('Failed to get output distribution') })
    const first = from - distribution.startHeight
    const counts = cumulative
      ? Array.from({ length: distribution.length - first }, (_, i) => u64Bytes(BigInt(distribution.at(first + i) ?? 0)))
      : []
    return writePortable({
      distributions: asSections([
        {
          amount: asU64(0),
          base: asU64(distribution.baseOf(number)),
          start_height: asU64(from),
          binary: asBool(true),
          compress: asBool(!cumulative),
          ...(cumulative
            ? { distribution: asPacked(counts) }
            : { compressed_data: asBlob(concat(...distribution.chunks.slice(number).map((chunk) => chunk.counts))) }),
        },
      ]),
      status: asText('OK'),
    })
  }

  #output(index: number): OutputKeys & { readonly height: number } {
    const height = heightOfOutput(this.#chain.distribution, index) ?? 0
    const owned = height < this.#profile.firstBlock ? undefined : this.#chain.ownedOutputs(height).get(index)
    return { ...(owned ?? this.#parts.generator.strangeOutput(index)), height }
  }

  outputs(request: PortableSection): Uint8Array {
    const outs = sectionsOf(request['outputs']).map((each) => {
      const { key, commitment, height } = this.#output(Number(each['index'] ?? 0n))
      return { key: asBlob(key), mask: asBlob(commitment), unlocked: asBool(true), height: asU64(height) }
    })
    return writePortable({ outs: asSections(outs), status: asText('OK') })
  }

  #transaction(id: string): object | undefined {
    const at = this.#chain.placeOf(id)
    const inPool = at === undefined ? this.#chain.pool().get(id) : undefined
    const common = (transaction: PrunedTransaction) => ({
      ...{ tx_hash: id, as_hex: '', pruned_as_hex: toHex(transaction.blob) },
      ...{ prunable_hash: toHex(transaction.prunableHash), double_spend_seen: false },
    })
    if (inPool !== undefined)
      return { ...common(inPool), in_pool: true, received_timestamp: Math.floor(this.#parts.now()) }
    if (at === undefined) return undefined
    const { height, place } = at
    const { transactions, outputIndices } = this.#chain.block(height)
    const transaction = transactions[place]
    return transaction === undefined
      ? undefined
      : {
          ...common(transaction),
          ...{ in_pool: false, block_height: height, block_timestamp: timestampAt(this.#profile, height) },
          output_indices: outputIndices[place + 1],
        }
  }

  /** Returns a transaction as JSON. Those of blocks are made once: the work of the node shares the machine with what is measured. */
  #transactionText(id: string): Uint8Array | undefined {
    const at = this.#chain.placeOf(id)
    // A reorganisation changes the block.
    const key = at === undefined ? undefined : `${this.#idAt(at.height)} ${at.place}`
    const known = key === undefined ? undefined : this.#texts.get(key)
    if (known !== undefined) return known
    const transaction = this.#transaction(id)
    if (transaction === undefined) return undefined
    const text = JSON.stringify(transaction)
    if (this.#texts.size >= MAX_TEXTS) this.#texts.clear()
    return key === undefined ? Buffer.from(text) : this.#texts.set(key, text)
  }

  /** Returns the response as JSON. */
  transactions(ids: readonly string[]): Uint8Array<ArrayBuffer> {
    const texts = ids.flatMap((id) => this.#transactionText(id) ?? [])
    const parts = texts.flatMap((text, i) => (i === 0 ? [text] : [COMMA, text]))
    return new Uint8Array(concat(utf8('{"txs":['), ...parts, utf8(`],${JSON.stringify(OK).slice(1)}`)))
  }

  method(name: string, params: { readonly height?: number }): object | undefined {
    if (name === 'get_block') {
      const wanted = params.height ?? 0
      return wanted < this.#profile.firstBlock ? undefined : { blob: toHex(this.#chain.block(wanted).blob), ...OK }
    }
    const { network } = this.#profile
    const { height } = this.#chain
    const headerOf = (at: number) => ({
      hash: this.#idAt(at),
      height: at,
      timestamp: timestampAt(this.#profile, at),
    })
    const { perByte, perOutput, perByteLevels, quantizationMask } = network.fees.ordinary
    const methods: { readonly [name: string]: object } = {
      get_info: {
        ...{ height, target_height: height, top_block_hash: this.#idAt(height - 1), nettype: 'mainnet' },
        ...{ cumulative_difficulty: height, version: 'synthetic', immutable_height: 0, ...OK },
      },
      hard_fork_info: { version: newestHardFork(network), earliest_height: 1, enabled: true, ...OK },
      get_block_header_by_height: { block_header: headerOf(params.height ?? height - 1), ...OK },
      get_fee_estimate: {
        ...{ fee: Number(perByte), fee_per_byte: Number(perByte), fee_per_output: Number(perOutput) },
        ...{ fees: perByteLevels.map(Number), quantization_mask: Number(quantizationMask), ...OK },
      },
      get_service_nodes: { ...OK },
      get_service_node_blacklisted_key_images: { ...OK },
    }
    return methods[name]
  }
}

/** Returns the fetch handler of a node. */
export const syntheticNode = (parts: NodeParts): ((request: Request) => Promise<Response>) => {
  const node = new SyntheticNode(parts)
  const binary: { readonly [path: string]: (request: PortableSection) => Uint8Array } = {
    'get_blocks.bin': (request) => node.blocks(request),
    'get_hashes.bin': (request) => node.hashes(request),
    'get_output_distribution.bin': (request) => node.distribution(request),
    'get_outs.bin': (request) => node.outputs(request),
    'get_output_blacklist.bin': () => writePortable({ status: asText('OK') }),
    // Wallets request blinks by it, which there are none of.
    'get_transaction_pool_hashes.bin': () => writePortable({ status: asText('OK') }),
  }
  return async (request) => {
    const path = new URL(request.url).pathname.slice(1)
    const answer = binary[path]
    if (answer !== undefined)
      return new Response(answer(readPortable(new Uint8Array(await request.arrayBuffer()))).slice())
    // Wallets send well-formed calls.
    const body = (await request.json()) as {
      id?: string
      method?: string
      params?: object
      txs_hashes?: string[]
      key_images?: string[]
    }
    if (path === 'get_transaction_pool_hashes')
      return Response.json({ tx_hashes: [...parts.chain.pool().keys()], ...OK })
    if (path === 'get_transactions')
      return new Response(node.transactions(body.txs_hashes ?? []), { headers: { 'content-type': 'application/json' } })
    if (path === 'is_key_image_spent')
      return Response.json({ spent_status: (body.key_images ?? []).map(() => 0), ...OK })
    const result = path === 'json_rpc' ? node.method(body.method ?? '', body.params ?? {}) : undefined
    if (result !== undefined) return Response.json({ jsonrpc: '2.0', id: body.id ?? '0', result })
    return Response.json(
      { error: { code: -32601, message: `no ${path} ${body.method ?? ''}` } },
      { status: path === 'json_rpc' ? 200 : 404 },
    )
  }
}
