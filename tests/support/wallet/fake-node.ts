// A node client over blocks in memory, without HTTP. Tests change its chain and pool, and make it fail or reject transactions.
import { concat, equalBytes } from '../../../src/bytes/bytes.ts'
import { toHex } from '../../../src/bytes/hex.ts'
import { type Network, newestHardFork } from '../../../src/coin/networks/network.ts'
import { outputUnlockTime, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  parseTransaction,
  parseTransactionParts,
  serializeTransaction,
} from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionId, transactionIdOfParts } from '../../../src/coin/transactions/transactionHash.ts'
import { zeroMaskCommitment } from '../../../src/crypto/amounts/commitment.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import type {
  BacklogEntry,
  BlockPage,
  LockedStake,
  NameQuery,
  NodeClient,
  NodeNameRecord,
  NodeNews,
  NodeServiceNode,
  NodeTransaction,
  PrunableHash,
  RequestedBlocks,
  RingOutput,
  SpentStatus,
  SubmitResult,
} from '../../../src/daemon/nodeClient.ts'
import { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import type { ChainBlock } from './recorded-chains.ts'
import { isAcceptedMember } from './spend/unlock-rule.ts'

export type PooledTransaction = {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly doubleSpendSeen: boolean
  readonly blink: boolean
}

const hashOf = (prunable: Uint8Array | undefined): Uint8Array =>
  prunable === undefined ? new Uint8Array() : keccak256(prunable)

const cachedIds = new WeakMap<ChainBlock, readonly string[]>()

/** Returns the transaction ids of a block in hex, its coinbase first. */
const idsOf = (block: ChainBlock): readonly string[] => {
  const known = cachedIds.get(block)
  if (known !== undefined) return known
  const ids = [transactionId(block.parsed.minerTransaction), ...block.parsed.transactionIds].map(toHex)
  cachedIds.set(block, ids)
  return ids
}

type Place = { readonly height: number; readonly position: number }

const cachedPlaces = new WeakMap<readonly ChainBlock[], ReadonlyMap<string, Place>>()

/** Returns where the transactions of a chain are, by id; position 0 is the coinbase. */
const placesOf = (chain: readonly ChainBlock[]): ReadonlyMap<string, Place> => {
  const known = cachedPlaces.get(chain)
  if (known !== undefined) return known
  const places = new Map<string, Place>()
  for (const [height, block] of chain.entries())
    for (const [position, id] of idsOf(block).entries()) places.set(id, { height, position })
  cachedPlaces.set(chain, places)
  return places
}

export class FakeNode implements NodeClient {
  readonly url = 'memory:'
  readonly network: Network
  chain: readonly ChainBlock[]
  readonly pool = new Map<string, PooledTransaction>()
  /** blobs that were submitted, in order */
  readonly submitted: Uint8Array[] = []
  /** the response to a submission; undefined accepts it */
  respondToSubmission: (blob: Uint8Array) => SubmitResult | Error | undefined = () => undefined
  /** thrown by every call while set */
  failure: Error | undefined
  immutableHeight = 0
  /** as the node reports it */
  cumulativeDifficulty: bigint | undefined
  /** whether the user vouches for the pages of the node; recorded chains without prunable parts need it */
  trusted = false
  /** stakes that the node lists as locked */
  stakes: readonly LockedStake[] = []
  /** registered service nodes by key, hex */
  serviceNodes: ReadonlyMap<string, NodeServiceNode> = new Map()
  /** records of names */
  nameRecords: readonly NodeNameRecord[] = []
  /** ids of transactions that a quorum approved (blink) */
  readonly blinks = new Set<string>()
  /** false prunable hashes of pruned transactions, by id; others follow from the chain */
  readonly falseHashes = new Map<string, Uint8Array>()
  pageSize = 1000
  /** calls so far */
  readonly calls: string[] = []

  constructor(network: Network, blocks: readonly ChainBlock[]) {
    this.network = network
    this.chain = blocks
  }

  /** Replaces the chain of the node. */
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
      cumulativeDifficulty: this.cumulativeDifficulty,
      netType: this.network.netType,
      version: '',
      development: false,
      blockWeightLimit: 600_000,
    }
  }

  /** as the node reports it; the newest known one if undefined */
  reportedHardFork: number | undefined

  async hardFork() {
    this.#called('hardFork')
    return this.reportedHardFork ?? newestHardFork(this.network)
  }

  async blocks(history: readonly Uint8Array[]) {
    this.#called('blocks')
    return this.#pageAfter(history)
  }

  async fewBlocks({ startHeight, count }: RequestedBlocks) {
    this.#called('fewBlocks')
    const page = this.#page(startHeight)
    return { ...page, blocks: page.blocks.slice(0, count) }
  }

  #pageAfter(history: readonly Uint8Array[]): BlockPage {
    for (const id of history) {
      const start = this.chain.findIndex((block) => equalBytes(block.id, id))
      if (start >= 0) return this.#page(start)
    }
    throw new Error('the node shares no block with the history')
  }

  async blocksFrom(startHeight: number) {
    this.#called('blocksFrom')
    return this.#page(startHeight)
  }

  #page(startHeight: number): BlockPage {
    const chainHeight = this.chain.length
    const blocks = this.chain.slice(startHeight, startHeight + this.pageSize)
    return { startHeight, chainHeight, blocks, trusted: this.trusted }
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

  /** whether it sends its txpool with new blocks */
  sendsNews = false

  async news(history: readonly Uint8Array[]): Promise<NodeNews | undefined> {
    if (!this.sendsNews) return undefined
    this.#called('news')
    const top = this.chain.at(-1)
    const isKnown = top !== undefined && equalBytes(top.id, history[0] ?? new Uint8Array())
    const ids = [...this.pool.values()].map(({ id }) => id)
    const transactions = ids.flatMap((id) => this.#pooled(id))
    return { page: isKnown ? undefined : this.#pageAfter(history), pool: { ids, transactions } }
  }

  async poolHashes() {
    this.#called('poolHashes')
    return [...this.pool.values()].map(({ id }) => id)
  }

  async blinkHashes() {
    this.#called('blinkHashes')
    return [...this.pool.values()].flatMap(({ id, blink }) => (blink ? [id] : []))
  }

  #pooled(id: Uint8Array): NodeTransaction[] {
    const pooled = this.pool.get(toHex(id))
    if (pooled === undefined) return []
    const place = { blockHeight: undefined, blockTimestamp: undefined, outputIndices: [] }
    return [{ ...pooled, ...place, pruned: false, inPool: true, receivedTimestamp: 1_700_000_000 }]
  }

  async transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    this.#called('transactions')
    return ids.flatMap((id): NodeTransaction[] => {
      const pooled = this.#pooled(id)
      if (pooled.length > 0) return pooled
      const place = placesOf(this.chain).get(toHex(id))
      const block = this.chain[place?.height ?? -1]
      if (place === undefined || block === undefined) return []
      const { parsed, transactions, outputIndices, prunables } = block
      const { height, position } = place
      const isCoinbase = position === 0
      const blob = isCoinbase ? serializeTransaction(parsed.minerTransaction) : transactions[position - 1]
      return [
        {
          id,
          blob: blob ?? new Uint8Array(),
          pruned: !isCoinbase,
          prunableHash: this.falseHashes.get(toHex(id)) ?? hashOf(prunables?.[position - 1]),
          inPool: false,
          doubleSpendSeen: false,
          blockHeight: height,
          blockTimestamp: parsed.timestamp,
          outputIndices: outputIndices[position] ?? [],
          blink: height > this.immutableHeight && this.blinks.has(toHex(id)),
          receivedTimestamp: undefined,
        },
      ]
    })
  }

  async prunableHashes(ids: readonly Uint8Array[]): Promise<readonly PrunableHash[]> {
    this.#called('prunableHashes')
    const transactions = await this.transactions(ids)
    return transactions.flatMap(({ id, prunableHash }) => (prunableHash?.length === 32 ? [{ id, prunableHash }] : []))
  }

  async wholeTransactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]> {
    const prunables = new Map(
      this.chain.flatMap(({ parsed, prunables: parts = [] }) =>
        parsed.transactionIds.map((id, i) => [toHex(id), parts[i]] as const),
      ),
    )
    return (await this.transactions(ids)).map((transaction) => {
      const prunable = prunables.get(toHex(transaction.id))
      if (!transaction.pruned || prunable === undefined) return transaction
      return { ...transaction, blob: concat(transaction.blob, prunable), pruned: false }
    })
  }

  /** Adds a complete transaction to the pool. */
  addToPool(blob: Uint8Array, doubleSpendSeen = false): Uint8Array {
    const id = transactionIdOfParts(parseTransactionParts(this.network, blob))
    this.pool.set(toHex(id), { id, blob, doubleSpendSeen, blink: this.blinks.has(toHex(id)) })
    return id
  }

  /** Approves a transaction by a quorum (blink). */
  approve(id: Uint8Array): void {
    this.blinks.add(toHex(id))
    const pooled = this.pool.get(toHex(id))
    if (pooled !== undefined) this.pool.set(toHex(id), { ...pooled, blink: true })
  }

  async submit(blob: Uint8Array): Promise<SubmitResult> {
    this.#called('submit')
    this.submitted.push(blob)
    const response = this.respondToSubmission(blob)
    if (response instanceof Error) throw response
    if (response !== undefined) return response
    this.addToPool(blob)
    return { accepted: true }
  }

  async outputs(indices: readonly number[]): Promise<readonly RingOutput[]> {
    this.#called('outputs')
    const requested = new Set(indices)
    const found = new Map<number, RingOutput>()
    for (const [height, { parsed, transactions, outputIndices }] of this.chain.entries()) {
      const all = [parsed.minerTransaction, ...transactions.map((blob) => parsePrunedTransaction(this.network, blob))]
      for (const [t, transaction] of all.entries())
        for (const [o, { key, amount }] of transaction.outputs.entries()) {
          const index = outputIndices[t]?.[o] ?? -1
          if (!requested.has(index)) continue
          const commitment = transaction.rct?.commitments[o] ?? zeroMaskCommitment(amount)
          const lock = { height, unlockTime: outputUnlockTime(transaction, o) }
          const unlocked = isAcceptedMember(lock, this.chain.length, 1_795_241_400)
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
    return OutputDistribution.ofCumulative(cumulative)
  }

  async outputBlacklist() {
    return []
  }

  /** All quorums have enough members. */
  async blinkQuorums(from: number, to: number) {
    return [from, to].map((height) => ({ height, validators: 10 }))
  }

  async lockedStakes(): Promise<readonly LockedStake[]> {
    this.#called('lockedStakes')
    return this.stakes
  }

  async serviceNode(key: Uint8Array): Promise<NodeServiceNode | undefined> {
    this.#called('serviceNode')
    return this.serviceNodes.get(toHex(key))
  }

  async names(queries: readonly NameQuery[]): Promise<readonly NodeNameRecord[]> {
    this.#called('names')
    const isRequested = (record: NodeNameRecord): boolean =>
      queries.some(({ nameHash, type }) => record.type === type && equalBytes(record.nameHash, nameHash))
    return this.nameRecords.filter(isRequested)
  }

  async namesOfOwners(owners: readonly string[]): Promise<readonly NodeNameRecord[]> {
    this.#called('namesOfOwners')
    return this.nameRecords.filter(
      ({ owner, backupOwner }) => owners.includes(owner) || owners.includes(backupOwner ?? ''),
    )
  }

  async feeEstimate() {
    return { perByte: 215n, perOutput: 20_000_000n, perByteLevels: [], quantizationMask: 10n }
  }

  /** what waits in the txpool, as the node reports it */
  backlog: readonly BacklogEntry[] = []

  async txpoolBacklog() {
    this.#called('txpoolBacklog')
    return this.backlog
  }

  async blockWeights(_: number, count: number): Promise<readonly number[]> {
    this.#called('blockWeights')
    return Array.from({ length: count }, () => 0)
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
    return Promise.reject(new Error('this node accepts no blocks'))
  }

  mine(): Promise<never> {
    return Promise.reject(new Error('this node does not mine'))
  }

  faucet(): Promise<never> {
    return Promise.reject(new Error('this node has no faucet'))
  }
}
