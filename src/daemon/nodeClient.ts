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
  /** hash of what was pruned away, as the node tells it; empty where it does not */
  readonly prunableHash?: Uint8Array
  readonly inPool: boolean
  readonly doubleSpendSeen: boolean
  /** height of its block; undefined in the pool */
  readonly blockHeight: number | undefined
  readonly blockTimestamp: number | undefined
  /** global index of each output; empty in the pool */
  readonly outputIndices: readonly number[]
  /** a quorum confirmed it at once: in the pool, or in a block that is not final yet */
  readonly blink: boolean
  readonly receivedTimestamp: number | undefined
}

/** Answer to a submitted transaction. */
export type SubmitResult =
  | { readonly accepted: true }
  | { readonly accepted: false; readonly doubleSpend: boolean; readonly reason: string }

export type SpentStatus = 'unspent' | 'in chain' | 'in pool'

/** Block ids, oldest first. */
export type HashPage = {
  readonly startHeight: number
  readonly chainHeight: number
  readonly hashes: readonly Uint8Array[]
}

/**
 * A node, as a wallet sees it. Every call may throw NodeError (unreachable, timed out, busy, refused, or an answer not to be
 * believed), and the reason of its signal.
 */
export type NodeClient = {
  readonly url: string
  info(signal?: AbortSignal): Promise<NodeInfo>
  /** Blocks from the first id of `history` on the node's main chain, that block included; see facts on short chain history. */
  blocks(history: readonly Uint8Array[], signal?: AbortSignal): Promise<BlockPage>
  /** Blocks from `startHeight`, whatever comes before. */
  blocksFrom(startHeight: number, signal?: AbortSignal): Promise<BlockPage>
  /** The one block at `height`, unparsed. */
  block(height: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Block ids from the first id of `history` on the main chain, that one included. */
  hashes(history: readonly Uint8Array[], signal?: AbortSignal): Promise<HashPage>
  blockTimestamp(height: number, signal?: AbortSignal): Promise<number>
  poolHashes(signal?: AbortSignal): Promise<readonly Uint8Array[]>
  /** Those of the pool that a quorum confirmed at once. For networks that have such transactions only. */
  blinkHashes(signal?: AbortSignal): Promise<readonly Uint8Array[]>
  /** Known ones of the asked transactions, pruned where the node can. */
  transactions(ids: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly NodeTransaction[]>
  /** Outputs (amount 0) by their global indices, in the order asked. */
  outputs(indices: readonly number[], signal?: AbortSignal): Promise<readonly RingOutput[]>
  outputDistribution(signal?: AbortSignal): Promise<OutputDistribution>
  /** Global indices of outputs that make bad decoys; empty where the node keeps no such list. */
  outputBlacklist(signal?: AbortSignal): Promise<readonly number[]>
  feeEstimate(signal?: AbortSignal): Promise<FeeEstimate>
  keyImageStatus(keyImages: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly SpentStatus[]>
  /** Hands a transaction to the network; `blink` asks for a quorum that confirms it at once. One that is known already is accepted. */
  submit(blob: Uint8Array, options?: { readonly blink?: boolean; readonly signal?: AbortSignal }): Promise<SubmitResult>
  /** Hands over a block, whose transactions the node has. One that is known already, or is beside its chain, is taken too. */
  submitBlock(blob: Uint8Array, signal?: AbortSignal): Promise<void>
  /** Development nodes: mines blocks to an address; gives coins to an address. */
  mine(blocks: number, address: string, signal?: AbortSignal): Promise<void>
  /** Returns the id of the transaction that brings the coins. */
  faucet(address: string, amount: bigint, signal?: AbortSignal): Promise<Uint8Array>
  /** Says that what the node answered turned out false on a closer look. Where there are other nodes, one of them is used from now on. */
  distrust?(reason: string): void
}
