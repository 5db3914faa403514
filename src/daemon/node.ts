// What a wallet asks of a node. One typed client serves v8.1-form nodes and monerod 0.18: answers are read leniently where the
// two differ and strictly where money depends on them.

/** State of the chain as a node tells it. */
export type NodeInfo = {
  /** number of blocks, genesis included */
  readonly height: number
  /** best height the node knows of, at least `height` */
  readonly targetHeight: number
  readonly topHash: Uint8Array
  /** last height that can no longer be reorganised; 0 when unknown */
  readonly immutableHeight: number
  readonly netType: string
  readonly version: string
  /** a development node of ours: offers mining on demand and a faucet */
  readonly development: boolean
}

/** A page of consecutive blocks, unparsed. */
export type BlockPage = {
  /** height of the first block */
  readonly startHeight: number
  /** number of blocks in the node's chain */
  readonly chainHeight: number
  readonly blocks: readonly RawBlock[]
}

/** One block of a page. All arrays are views on the page's bytes. */
export type RawBlock = {
  readonly block: Uint8Array
  /** pruned transaction blobs (prefix and rct base) in block order, without the miner transaction */
  readonly transactions: readonly Uint8Array[]
  /** global output indices: first of the miner transaction, then of each transaction */
  readonly outputIndices: readonly (readonly number[])[]
}

/** An output as ring member. */
export type RingOutput = {
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly unlocked: boolean
  readonly height: number
}

/** Cumulative count of outputs (amount 0) per block. */
export type OutputDistribution = { readonly startHeight: number; readonly cumulative: readonly number[] }

/** Fee parameters; `perByteLevels` holds one fee per byte for each priority where the node names them. */
export type FeeEstimate = {
  readonly perByte: bigint
  readonly perOutput: bigint
  readonly perByteLevels: readonly bigint[]
  readonly quantizationMask: bigint
}

/** A transaction by its id. */
export type NodeTransaction = {
  readonly id: Uint8Array
  /** prefix and rct base, or the whole transaction */
  readonly blob: Uint8Array
  readonly pruned: boolean
  readonly inPool: boolean
  readonly doubleSpendSeen: boolean
  /** height of its block; undefined in the pool */
  readonly blockHeight: number | undefined
  readonly blockTimestamp: number | undefined
  readonly receivedTimestamp: number | undefined
}

/** Answer to a submitted transaction. */
export type SubmitResult =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly doubleSpend: boolean; readonly reason: string }

export type SpentStatus = 'unspent' | 'in chain' | 'in pool'

/** A node, as a wallet sees it. Every call may throw NodeError (unreachable, timed out, busy, or an answer not to be believed). */
export type NodeClient = {
  readonly url: string
  info(): Promise<NodeInfo>
  /** Blocks from the first id of `history` on the node's main chain, that block included; see facts on short chain history. */
  blocks(history: readonly Uint8Array[], signal?: AbortSignal): Promise<BlockPage>
  /** Blocks from `startHeight`, whatever comes before. */
  blocksFrom(startHeight: number, signal?: AbortSignal): Promise<BlockPage>
  /** Block ids from the first id of `history` on the main chain, that one included. */
  hashes(
    history: readonly Uint8Array[],
  ): Promise<{ startHeight: number; chainHeight: number; hashes: readonly Uint8Array[] }>
  blockTimestamp(height: number): Promise<number>
  poolHashes(): Promise<readonly Uint8Array[]>
  /** Known ones of the asked transactions, pruned where the node can. */
  transactions(ids: readonly Uint8Array[]): Promise<readonly NodeTransaction[]>
  outputs(indices: readonly number[]): Promise<readonly RingOutput[]>
  outputDistribution(): Promise<OutputDistribution>
  /** Global indices of outputs that make bad decoys; empty where the node keeps no such list. */
  outputBlacklist(): Promise<readonly number[]>
  feeEstimate(): Promise<FeeEstimate>
  keyImageStatus(keyImages: readonly Uint8Array[]): Promise<readonly SpentStatus[]>
  submit(blob: Uint8Array): Promise<SubmitResult>
  /** Development nodes: mines blocks to an address; gives coins to an address. */
  mine(blocks: number, address: string): Promise<void>
  faucet(address: string, amount: bigint): Promise<Uint8Array>
}
