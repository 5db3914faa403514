// A node of a synthetic chain: what a wallet requests during syncs and payments.

import { concat, u64Bytes } from '../../../src/bytes/bytes.ts'
import { Writer } from '../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
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
import type { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import { heightOfOutput } from '../../../src/wallet/spend/outputDistribution.ts'
import { sectionsOf } from '../../support/data/vectors.ts'
import type { BlockGenerator, OutputKeys, PrunedTransaction, SyntheticBlock } from './blocks.ts'
import { type ChainFiles, idBefore } from './chainFiles.ts'
import { timestampAt } from './profile.ts'

/** Limits of a page of blocks, as monerod's. */
const PAGE_BLOCKS = 1000
const PAGE_TRANSACTIONS = 20_000
const ID = 32
/** Transactions that arrived in the last two minutes are in the txpool, one for each second. */
const POOL_SECONDS = 120
const KEPT_BLOCKS = 64

export type NodeParts = {
  readonly generator: BlockGenerator
  readonly distribution: OutputDistribution
  readonly files: ChainFiles
  /** UNIX seconds */
  readonly now: () => number
}

const OK = { status: 'OK', untrusted: false }

const hexAt = (ids: Uint8Array, position: number): string => toHex(ids.subarray(position * ID, (position + 1) * ID))

/** Writes a field of a section whose items are encoded already. */
const writeItems = (writer: Writer, name: string, count: number, items: Uint8Array): void => {
  writer.u8(name.length).bytes(new TextEncoder().encode(name)).u8(0x8c)
  writer.u32(count * 4 + 2).bytes(items)
}

class SyntheticNode {
  readonly #parts: NodeParts
  readonly #positions = new Map<string, number>()
  readonly #transactions = new Map<string, number>()
  readonly #counts: Uint8Array
  readonly #countOffsets: readonly number[]
  readonly #blocks = new Map<number, SyntheticBlock>()
  readonly #pool = new Map<number, PrunedTransaction>()
  #newestPooled = Number.NEGATIVE_INFINITY

  constructor(parts: NodeParts) {
    this.#parts = parts
    const { files, distribution } = parts
    for (let i = 0; i < files.ids.length / ID; i++) this.#positions.set(hexAt(files.ids, i), i)
    for (let i = 0; i < files.transactionIds.length / ID; i++) this.#transactions.set(hexAt(files.transactionIds, i), i)
    this.#counts = concat(...distribution.chunks.map(({ counts }) => counts))
    let sum = 0
    this.#countOffsets = distribution.chunks.map(({ counts }) => {
      const offset = sum
      sum += counts.length
      return offset
    })
  }

  get #profile() {
    return this.#parts.generator.profile
  }

  get #served(): number {
    return this.#profile.height - this.#profile.firstBlock
  }

  #indexBefore(height: number): number {
    return this.#parts.distribution.at(height - 1 - this.#profile.firstOutputs) ?? 0
  }

  /** Returns the position of the first known id of a short chain history; the first served block if none is known. */
  #firstKnown(ids: Uint8Array): number {
    for (let at = 0; at < ids.length; at += ID) {
      const position = this.#positions.get(toHex(ids.subarray(at, at + ID)))
      if (position !== undefined) return position
    }
    return 0
  }

  #start(request: PortableSection): number {
    const height = Number(request['start_height'] ?? 0n)
    const ids = request['block_ids']
    if (height > 0) return Math.max(0, height - this.#profile.firstBlock)
    return this.#firstKnown(ids instanceof Uint8Array ? ids : new Uint8Array())
  }

  blocks(request: PortableSection): Uint8Array {
    const { files } = this.#parts
    const from = this.#start(request)
    const most = Math.min(this.#served, from + PAGE_BLOCKS)
    const limit = (files.transactionsBefore[from] ?? 0) + PAGE_TRANSACTIONS
    let to = from + 1
    while (to < most && (files.transactionsBefore[to + 1] ?? 0) <= limit) to++
    const writer = new Writer().bytes(Uint8Array.from(SIGNATURE)).u8(5 * 4)
    writeItems(writer, 'blocks', to - from, files.blocks(from, to))
    const rest = (fields: WritableSection) => writePortable(fields).subarray(SIGNATURE.length + 1)
    writer.bytes(rest({ current_height: asU64(this.#profile.height) }))
    writeItems(writer, 'output_indices', to - from, files.indices(from, to))
    return writer.bytes(rest({ start_height: asU64(this.#profile.firstBlock + from), status: asText('OK') })).finish()
  }

  hashes(request: PortableSection): Uint8Array {
    const from = this.#start(request)
    const { ids } = this.#parts.files
    return writePortable({
      m_block_ids: asBlob(ids.subarray(from * ID, (from + 10_000) * ID)),
      start_height: asU64(this.#profile.firstBlock + from),
      current_height: asU64(this.#profile.height),
      status: asText('OK'),
    })
  }

  distribution(request: PortableSection): Uint8Array {
    const { distribution } = this.#parts
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
            : { compressed_data: asBlob(this.#counts.subarray(this.#countOffsets[number])) }),
        },
      ]),
      status: asText('OK'),
    })
  }

  #output(index: number): OutputKeys & { readonly height: number } {
    const { distribution, generator } = this.#parts
    const height = heightOfOutput(distribution, index) ?? 0
    const owned =
      height < this.#profile.firstBlock
        ? undefined
        : generator.ownedOutputs(height, this.#indexBefore(height)).get(index)
    return { ...(owned ?? generator.strangeOutput(index)), height }
  }

  outputs(request: PortableSection): Uint8Array {
    const outs = sectionsOf(request['outputs']).map((each) => {
      const { key, commitment, height } = this.#output(Number(each['index'] ?? 0n))
      return { key: asBlob(key), mask: asBlob(commitment), unlocked: asBool(true), height: asU64(height) }
    })
    return writePortable({ outs: asSections(outs), status: asText('OK') })
  }

  /** Returns the transactions of the txpool by id in hex. */
  pool(): ReadonlyMap<string, PrunedTransaction> {
    const { generator, distribution, now } = this.#parts
    const newest = Math.floor(now()) % 1_000_000
    const oldest = newest - POOL_SECONDS + 1
    for (let number = Math.max(oldest, this.#newestPooled + 1); number <= newest; number++)
      this.#pool.set(number, generator.poolTransaction(number, distribution.total))
    this.#newestPooled = newest
    for (const number of this.#pool.keys()) if (number < oldest) this.#pool.delete(number)
    return new Map([...this.#pool.values()].map((transaction) => [toHex(transaction.id), transaction]))
  }

  /** Returns a served block. The last ones are kept, since their transactions are requested together. */
  #block(height: number): SyntheticBlock {
    const known = this.#blocks.get(height)
    if (known !== undefined) return known
    const { files, generator } = this.#parts
    const position = height - this.#profile.firstBlock
    const previousId = position === 0 ? idBefore(this.#profile) : files.ids.subarray((position - 1) * ID, position * ID)
    const block = generator.block(height, previousId, this.#indexBefore(height))
    if (this.#blocks.size >= KEPT_BLOCKS) this.#blocks.clear()
    this.#blocks.set(height, block)
    return block
  }

  #transaction(id: string): object | undefined {
    const { files } = this.#parts
    const number = this.#transactions.get(id)
    const inPool = number === undefined ? this.pool().get(id) : undefined
    const common = (transaction: PrunedTransaction) => ({
      ...{ tx_hash: id, as_hex: '', pruned_as_hex: toHex(transaction.blob) },
      ...{ prunable_hash: toHex(transaction.prunableHash), double_spend_seen: false },
    })
    if (inPool !== undefined)
      return { ...common(inPool), in_pool: true, received_timestamp: Math.floor(this.#parts.now()) }
    if (number === undefined) return undefined
    const position = files.transactionsBefore.findLastIndex((before) => before <= number)
    const height = this.#profile.firstBlock + position
    const { transactions, outputIndices } = this.#block(height)
    const place = number - (files.transactionsBefore[position] ?? 0)
    const transaction = transactions[place]
    return transaction === undefined
      ? undefined
      : {
          ...common(transaction),
          ...{ in_pool: false, block_height: height, block_timestamp: timestampAt(this.#profile, height) },
          output_indices: outputIndices[place + 1],
        }
  }

  transactions(ids: readonly string[]): object {
    return { txs: ids.flatMap((id) => this.#transaction(id) ?? []), ...OK }
  }

  method(name: string, params: { readonly height?: number }): object | undefined {
    if (name === 'get_block') return { blob: toHex(this.#block(params.height ?? 0).blob), ...OK }
    const { network, height } = this.#profile
    const { files } = this.#parts
    const headerOf = (at: number) => ({
      hash: hexAt(files.ids, Math.max(0, at - this.#profile.firstBlock)),
      height: at,
      timestamp: timestampAt(this.#profile, at),
    })
    const { perByte, perOutput, perByteLevels, quantizationMask } = network.fees.ordinary
    const methods: { readonly [name: string]: object } = {
      get_info: {
        ...{ height, target_height: height, top_block_hash: hexAt(files.ids, this.#served - 1), nettype: 'mainnet' },
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
    'get_transaction_pool_hashes.bin': () =>
      writePortable({ tx_hashes: asPacked([...node.pool().keys()].map(fromHex)), status: asText('OK') }),
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
    if (path === 'get_transaction_pool_hashes') return Response.json({ tx_hashes: [...node.pool().keys()], ...OK })
    if (path === 'get_transactions') return Response.json(node.transactions(body.txs_hashes ?? []))
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
