// A node for wallets, in memory and without a wire: it hands out the blocks it was given, keeps a pool, and can be told to change
// its chain, to fail and to refuse.
import { concat, u32Bytes } from '../../../src/bytes/bytes.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type PortableSection, type PortableValue, readPortable } from '../../../src/bytes/portableStorage.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { outputUnlockTime, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  parseTransactionParts,
  serializeTransaction,
} from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId, transactionIdOfParts } from '../../../src/coin/transactions/transactionHash.ts'
import { isSpendable } from '../../../src/coin/transactions/unlockTime.ts'
import { zeroMaskCommitment } from '../../../src/crypto/amounts/commitment.ts'
import { reduce32 } from '../../../src/crypto/curve/scalar.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import type {
  NodeClient,
  NodeTransaction,
  RawBlock,
  RingOutput,
  SpentStatus,
  SubmitResult,
} from '../../../src/daemon/nodeClient.ts'
import { MONERO_BENCH_PAGES, sectionsOf, vector, vectorBytes } from '../data/vectors.ts'

export type ChainBlock = RawBlock & { readonly id: Uint8Array; readonly parsed: Block }

export const chainBlock = (network: Network, raw: RawBlock): ChainBlock => {
  const parsed = parseBlock(network, raw.block)
  return { ...raw, parsed, id: blockId(parsed) }
}

/** The recorded small chain of the oxen family, all of it. */
export const smallChain = (): ChainBlock[] => {
  const { blocks } = vector('oxen/chain-small/blocks.json')
  const { txs } = vector('oxen/chain-small/txs.json')
  return blocks.map(({ blob }, height) => {
    const own = txs.filter((tx) => tx.height === height)
    return chainBlock(oxenRegtest, {
      block: fromHex(blob),
      transactions: own
        .filter(({ coinbase }) => !coinbase)
        .map(({ hex, non_prunable_bytes }) => fromHex(hex).subarray(0, non_prunable_bytes)),
      outputIndices: own.map(({ output_indices }) => output_indices),
    })
  })
}

const indicesOf = (section: PortableSection): number[][] =>
  // Arrays of u64, in sections.
  sectionsOf(section['indices']).map(({ indices }) => ((indices ?? []) as readonly bigint[]).map(Number))

const blobOf = (value: PortableValue | undefined): Uint8Array => {
  if (value instanceof Uint8Array) return value
  // Monero packs a pruned transaction in a section, beside its prunable hash.
  const blob = (value as PortableSection | undefined)?.['blob']
  if (blob instanceof Uint8Array) return blob
  throw new TypeError('a recorded page has a transaction without bytes')
}

const readPages = (network: Network, files: readonly string[]): ChainBlock[] => {
  const blocks: ChainBlock[] = []
  for (const file of files) {
    const page = readPortable(vectorBytes(file))
    const indices = sectionsOf(page['output_indices'])
    for (const [i, section] of sectionsOf(page['blocks']).entries()) {
      const txs = (section['txs'] ?? []) as readonly PortableValue[] // an array of blobs or of sections
      const block = chainBlock(network, {
        block: blobOf(section['block']),
        transactions: txs.map(blobOf),
        outputIndices: indicesOf(indices[i] ?? {}),
      })
      if (!blocks.slice(-3).some(({ id }) => toHex(id) === toHex(block.id))) blocks.push(block)
    }
  }
  return blocks
}

/** The recorded chain of the monero family. */
export const moneroBenchChain = (): ChainBlock[] => {
  const genesis = chainBlock(moneroRegtest, { block: moneroRegtest.genesis, transactions: [], outputIndices: [[0]] })
  return [genesis, ...readPages(moneroRegtest, MONERO_BENCH_PAGES)]
}

/** A chain that leaves `chain` at `fork`: as many blocks more as told, of the same coinbases but without transactions. */
export const forkChain = (
  network: Network,
  chain: readonly ChainBlock[],
  fork: number,
  length: number,
): ChainBlock[] => {
  const forked = chain.slice(0, fork)
  for (let height = fork; height < fork + length; height++) {
    const original = chain[Math.min(height, chain.length - 1)]
    const previous = forked.at(-1)
    if (original === undefined || previous === undefined) throw new RangeError(`no block ${height} to fork from`)
    const [input] = original.parsed.minerTransaction.inputs
    if (input?.kind !== 'gen') throw new TypeError('a coinbase has one input')
    const block = serializeBlock({
      ...original.parsed,
      nonce: (original.parsed.nonce ^ 0x5a5a5a5a) >>> 0,
      previousId: previous.id,
      minerTransaction: { ...original.parsed.minerTransaction, inputs: [{ kind: 'gen', height }] },
      transactionIds: [],
    })
    forked.push(chainBlock(network, { block, transactions: [], outputIndices: original.outputIndices.slice(0, 1) }))
  }
  return forked
}

/** The keys of nobody: an output that no wallet of a test owns. */
const nobody = (seed: number): Uint8Array => publicKeyOf(reduce32(keccak256(u32Bytes(seed))))

/** A chain with one block more: a coinbase that belongs to nobody, and whole transactions. */
export const mineOn = (
  network: Network,
  chain: readonly ChainBlock[],
  blobs: readonly Uint8Array[] = [],
): ChainBlock[] => {
  const last = chain.at(-1)
  const height = chain.length
  const coinbase = last?.parsed.minerTransaction
  if (last === undefined || coinbase === undefined) throw new RangeError('a chain has a first block')
  const split = blobs.map((blob) => parseTransactionParts(network, blob))
  const minerTransaction = {
    ...coinbase,
    inputs: [{ kind: 'gen' as const, height }],
    outputs: coinbase.outputs.map((output, i) => ({ ...output, key: nobody(height * 16 + i) })),
  }
  const block = serializeBlock({
    ...last.parsed,
    previousId: last.id,
    timestamp: last.parsed.timestamp + 120,
    minerTransaction,
    transactionIds: split.map(transactionIdOfParts),
  })
  let next = outputCount(chain)
  const outputIndices = [minerTransaction, ...split.map(({ transaction }) => transaction)].map(({ outputs }) =>
    outputs.map(() => next++),
  )
  const transactions = split.map(({ prefix, base }) => concat(prefix, base))
  return [...chain, chainBlock(network, { block, transactions, outputIndices })]
}

/** A chain with one block more, whose coinbase has one output of our choice. */
export const minePaying = (
  network: Network,
  chain: readonly ChainBlock[],
  { txPublicKey, key, amount }: { readonly txPublicKey: Uint8Array; readonly key: Uint8Array; readonly amount: bigint },
): ChainBlock[] => {
  const last = chain.at(-1)
  if (last === undefined) throw new RangeError('a chain has a first block')
  const coinbase = last.parsed.minerTransaction
  const minerTransaction = {
    ...coinbase,
    unlockTime: 0n,
    outputUnlockTimes: [0n],
    inputs: [{ kind: 'gen' as const, height: chain.length }],
    outputs: [{ amount, key, viewTag: undefined }],
    extra: concat(Uint8Array.of(1), txPublicKey),
  }
  const block = serializeBlock({ ...last.parsed, previousId: last.id, minerTransaction, transactionIds: [] })
  const outputIndices = [[outputCount(chain)]]
  return [...chain, chainBlock(network, { block, transactions: [], outputIndices })]
}

const outputCount = (chain: readonly ChainBlock[]): number => {
  let highest = -1
  for (const { outputIndices } of chain) for (const indices of outputIndices) highest = Math.max(highest, ...indices)
  return highest + 1
}

export type PooledTransaction = {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly doubleSpendSeen: boolean
  readonly blink: boolean
}

export class ChainNode implements NodeClient {
  readonly url = 'memory:'
  readonly network: Network
  chain: readonly ChainBlock[]
  readonly pool = new Map<string, PooledTransaction>()
  /** blobs that were submitted, in order */
  readonly submitted: Uint8Array[] = []
  /** answers to submissions; accepts where it returns undefined */
  judge: (blob: Uint8Array) => SubmitResult | Error | undefined = () => undefined
  /** thrown by every call while set */
  failure: Error | undefined
  immutableHeight = 0
  /** ids of transactions that a quorum confirmed at once */
  readonly blinks = new Set<string>()
  /** of pruned transactions, by id */
  readonly prunableHashes = new Map<string, Uint8Array>()
  pageSize = 1000
  /** calls so far */
  readonly calls: string[] = []

  constructor(network: Network, blocks: readonly ChainBlock[]) {
    this.network = network
    this.chain = blocks
  }

  /** From now on these are the node's blocks. */
  setChain(blocks: readonly ChainBlock[]): void {
    this.chain = blocks
  }

  #called(name: string): void {
    this.calls.push(name)
    if (this.failure !== undefined) throw this.failure
  }

  async info() {
    this.#called('info')
    const height = this.chain.length
    return {
      height,
      targetHeight: height,
      topHash: this.chain.at(-1)?.id ?? new Uint8Array(32),
      immutableHeight: this.immutableHeight,
      netType: this.network.netType,
      version: '',
      development: false,
    }
  }

  async blocks(history: readonly Uint8Array[]) {
    this.#called('blocks')
    for (const id of history) {
      const start = this.chain.findIndex((block) => toHex(block.id) === toHex(id))
      if (start >= 0) return this.#page(start)
    }
    throw new Error('the node shares no block with the history')
  }

  async blocksFrom(startHeight: number) {
    this.#called('blocksFrom')
    return this.#page(startHeight)
  }

  #page(startHeight: number) {
    const chainHeight = this.chain.length
    return { startHeight, chainHeight, blocks: this.chain.slice(startHeight, startHeight + this.pageSize) }
  }

  async block(height: number) {
    this.#called('block')
    const block = this.chain[height]
    if (block === undefined) throw new Error(`there is no block ${height}`)
    return block.block
  }

  async hashes(history: readonly Uint8Array[]) {
    const { startHeight, chainHeight } = await this.blocks(history)
    return { startHeight, chainHeight, hashes: this.chain.slice(startHeight).map(({ id }) => id) }
  }

  async blockTimestamp(height: number) {
    return this.chain[height]?.parsed.timestamp ?? 0
  }

  async poolHashes() {
    this.#called('poolHashes')
    return [...this.pool.values()].map(({ id }) => id)
  }

  async blinkHashes() {
    this.#called('blinkHashes')
    return [...this.pool.values()].flatMap(({ id, blink }) => (blink ? [id] : []))
  }

  async transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    this.#called('transactions')
    return ids.flatMap((id): NodeTransaction[] => {
      const pooled = this.pool.get(toHex(id))
      if (pooled !== undefined)
        return [
          {
            ...pooled,
            pruned: false,
            inPool: true,
            blockHeight: undefined,
            blockTimestamp: undefined,
            outputIndices: [],
            receivedTimestamp: 1_700_000_000,
          },
        ]
      for (const [height, { parsed, transactions, outputIndices }] of this.chain.entries()) {
        const position = parsed.transactionIds.findIndex((known) => toHex(known) === toHex(id))
        const isCoinbase = toHex(transactionId(parsed.minerTransaction)) === toHex(id)
        if (position === -1 && !isCoinbase) continue
        const blob = isCoinbase ? serializeTransaction(parsed.minerTransaction) : transactions[position]
        return [
          {
            id,
            blob: blob ?? new Uint8Array(),
            pruned: !isCoinbase,
            prunableHash: this.prunableHashes.get(toHex(id)) ?? new Uint8Array(),
            inPool: false,
            doubleSpendSeen: false,
            blockHeight: height,
            blockTimestamp: parsed.timestamp,
            outputIndices: outputIndices[position + 1] ?? [],
            blink: height > this.immutableHeight && this.blinks.has(toHex(id)),
            receivedTimestamp: undefined,
          },
        ]
      }
      return []
    })
  }

  /** Puts a whole transaction into the pool. */
  addToPool(blob: Uint8Array, doubleSpendSeen = false): Uint8Array {
    const id = transactionIdOfParts(parseTransactionParts(this.network, blob))
    this.pool.set(toHex(id), { id, blob, doubleSpendSeen, blink: this.blinks.has(toHex(id)) })
    return id
  }

  /** Has a quorum confirm a transaction at once. */
  approve(id: Uint8Array): void {
    this.blinks.add(toHex(id))
    const pooled = this.pool.get(toHex(id))
    if (pooled !== undefined) this.pool.set(toHex(id), { ...pooled, blink: true })
  }

  async submit(blob: Uint8Array): Promise<SubmitResult> {
    this.#called('submit')
    this.submitted.push(blob)
    const verdict = this.judge(blob)
    if (verdict instanceof Error) throw verdict
    if (verdict !== undefined) return verdict
    this.addToPool(blob)
    return { accepted: true }
  }

  async outputs(indices: readonly number[]): Promise<readonly RingOutput[]> {
    this.#called('outputs')
    const wanted = new Set(indices)
    const found = new Map<number, RingOutput>()
    for (const [height, { parsed, transactions, outputIndices }] of this.chain.entries()) {
      const all = [parsed.minerTransaction, ...transactions.map((blob) => parsePrunedTransaction(this.network, blob))]
      for (const [t, transaction] of all.entries())
        for (const [o, { key, amount }] of transaction.outputs.entries()) {
          const index = outputIndices[t]?.[o] ?? -1
          if (!wanted.has(index)) continue
          const commitment = transaction.rct?.commitments[o] ?? zeroMaskCommitment(amount)
          const lock = { height, unlockTime: outputUnlockTime(transaction, o) }
          const unlocked = isSpendable(this.network, lock, this.chain.length, 1_795_241_400)
          found.set(index, { key, commitment, unlocked, height })
        }
    }
    return indices.flatMap((index) => found.get(index) ?? [])
  }

  async outputDistribution() {
    this.#called('outputDistribution')
    let count = 0
    const cumulative = this.chain.map(({ outputIndices }) => {
      for (const indices of outputIndices) count += indices.length
      return count
    })
    return { startHeight: 0, cumulative }
  }

  async outputBlacklist() {
    return []
  }

  async feeEstimate() {
    return { perByte: 215n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
  }

  async keyImageStatus(keyImages: readonly Uint8Array[]): Promise<readonly SpentStatus[]> {
    this.#called('keyImageStatus')
    const imagesOf = ({ inputs }: Transaction): string[] =>
      inputs.flatMap((input) => (input.kind === 'key' ? [toHex(input.keyImage)] : []))
    const mined = this.chain.flatMap(({ transactions }) =>
      transactions.flatMap((blob) => imagesOf(parsePrunedTransaction(this.network, blob))),
    )
    const inChain = new Set(mined)
    const inPool = new Set(
      [...this.pool.values()].flatMap(({ blob }) => imagesOf(parseTransaction(this.network, blob))),
    )
    return keyImages.map((keyImage) => {
      const image = toHex(keyImage)
      return inChain.has(image) ? 'in chain' : inPool.has(image) ? 'in pool' : 'unspent'
    })
  }

  submitBlock(): Promise<never> {
    return Promise.reject(new Error('this node takes no blocks'))
  }

  mine(): Promise<never> {
    return Promise.reject(new Error('this node does not mine'))
  }

  faucet(): Promise<never> {
    return Promise.reject(new Error('this node has no faucet'))
  }
}
