// The interface of a node to the wallet. One typed client serves oxen-core 8.1 and monerod 0.18: responses are parsed leniently where the
// two differ, and strictly where money depends on them.

import type { Network } from '../coin/networks/network.ts'
import type { HasWireFormat } from '../coin/transactions/transaction.ts'
import type { JsonValue } from '../jsonrpc/json.ts'
import type { DevelopmentParams, NodeHealth, SubmitFailure } from './nodeHealth.ts'
import type { OutputDistribution } from './outputDistribution.ts'

/** State of a node's chain. */
export type NodeInfo = {
  /** number of blocks, genesis included */
  readonly height: number
  /** best height known to the node, at least `height` */
  readonly targetHeight: number
  readonly topHash: Uint8Array
  /** last height that cannot be reorganised any more; 0 if unknown */
  readonly immutableHeight: number
  /** sum of the difficulties of all blocks; undefined if the node does not report it */
  readonly cumulativeDifficulty?: bigint | undefined
  readonly netType: string
  readonly version: string
  /** a Faba development node, with mining on demand and a faucet */
  readonly development: boolean
  /** weight that the next block may have at most; undefined if the node does not report it */
  readonly blockWeightLimit?: number | undefined
}

/** A page of consecutive blocks, unparsed. */
export type BlockPage = {
  /** height of the first block */
  readonly startHeight: number
  /** number of blocks in the node's chain */
  readonly chainHeight: number
  readonly blocks: readonly RawBlock[]
  /** the user vouches for the node that sent the page: its transactions are not verified (wallet2: trusted daemon) */
  readonly trusted?: boolean
}

/** One block of a page. All arrays are views of the response's bytes. */
export type RawBlock = {
  readonly block: Uint8Array
  /** pruned transaction blobs (prefix and rct base) in block order, without the miner transaction */
  readonly transactions: readonly Uint8Array[]
  /** hashes of their prunable parts, which prove them; undefined if the node sends none (before monerod 0.19) */
  readonly prunableHashes?: readonly Uint8Array[] | undefined
  /** global output indices of the miner transaction, then of each transaction */
  readonly outputIndices: readonly (readonly number[])[]
}

/** An output as ring member. */
export type RingOutput = {
  readonly key: Uint8Array
  readonly commitment: Uint8Array
  readonly unlocked: boolean
  readonly height: number
}

/** Fee parameters. `perByteLevels` contains a fee per byte for each priority; empty if the node returns none. */
export type FeeEstimate = {
  readonly perByte: bigint
  readonly perOutput: bigint
  readonly perByteLevels: readonly bigint[]
  readonly quantizationMask: bigint
}

/** A transaction that waits in the txpool. `fee`: atomic units. */
export type BacklogEntry = { readonly weight: number; readonly fee: bigint }

/** A transaction of the chain or the txpool. */
export type NodeTransaction = {
  readonly id: Uint8Array
  /** prefix and rct base, or the full transaction */
  readonly blob: Uint8Array
  readonly pruned: boolean
  /** hash of the pruned part, as reported by the node; empty if not reported */
  readonly prunableHash?: Uint8Array
  readonly inPool: boolean
  readonly doubleSpendSeen: boolean
  /** height of its block; undefined in the pool */
  readonly blockHeight: number | undefined
  readonly blockTimestamp: number | undefined
  /** global index of each output; empty in the pool */
  readonly outputIndices: readonly number[]
  /** confirmed by a blink quorum: in the pool, or in a block that is not final yet */
  readonly blink: boolean
  readonly receivedTimestamp: number | undefined
}

/** The hash of the part of a transaction that a pruned one lacks, as reported by the node; 32 bytes each. */
export type PrunableHash = { readonly id: Uint8Array; readonly prunableHash: Uint8Array }

/** What an oxen-core node found wrong with a transaction (tx_verification_context). */
export type VerificationFailure = {
  /** may be empty */
  readonly verbose: string
  /** the flags that are set, in the words of wallet2 */
  readonly flags: readonly string[]
}

/** Result of a submitted transaction. */
export type SubmitResult =
  | {
      readonly accepted: true
      /** clients that submit to all of several nodes: those that did not take it */
      readonly failures?: readonly SubmitFailure[]
    }
  | {
      readonly accepted: false
      readonly doubleSpend: boolean
      readonly reason: string
      /** undefined if the node did not report it */
      readonly verification?: VerificationFailure | undefined
      /** another node failed during the submission and may have the transaction */
      readonly mayHaveArrived?: boolean
    }

/** A stake that the network locks. */
export type LockedStake = {
  readonly keyImage: Uint8Array
  /** undefined if no unlock was requested */
  readonly unlockHeight: number | undefined
  /** of the service node, 32 bytes; undefined if it was deregistered */
  readonly serviceNodeKey?: Uint8Array | undefined
}

/** A registered service node. Amounts in atomic units. */
export type NodeServiceNode = {
  /** what it needs in total */
  readonly requirement: bigint
  /** what was staked or promised */
  readonly reserved: bigint
  /** undefined if no unlock was requested */
  readonly requestedUnlockHeight: number | undefined
  readonly contributors: readonly {
    /** as the node wrote it */
    readonly address: string
    readonly amount: bigint
    /** what was promised, at least `amount` */
    readonly reserved: bigint
    readonly locked: readonly { readonly keyImage: Uint8Array; readonly amount: bigint }[]
  }[]
}

/** A name to look up: its hash (32 bytes) and its recorded type. */
export type NameQuery = { readonly nameHash: Uint8Array; readonly type: number }

/** The newest record of a name. Owners are addresses or Ed25519 keys in hex, as the node wrote them. */
export type NodeNameRecord = NameQuery & {
  readonly owner: string
  readonly backupOwner: string | undefined
  readonly encryptedValue: Uint8Array
  /** id of the transaction that changed it last */
  readonly txid: Uint8Array
  readonly updateHeight: number
  /** last height at which it is valid; undefined if it does not expire */
  readonly expirationHeight: number | undefined
}

/** The txpool of a node. */
export type Txpool = {
  /** all ids */
  readonly ids: readonly Uint8Array[]
  /** those whose bytes came with them; the others are to be requested */
  readonly transactions: readonly NodeTransaction[]
}

/** What a node knows and a wallet does not. */
export type NodeNews = {
  /** undefined if the wallet has the node's top block */
  readonly page: BlockPage | undefined
  /** as it was when the page was made */
  readonly pool: Txpool
}

/** The quorum of service nodes of a height that approves blinks. */
export type BlinkQuorum = { readonly height: number; readonly validators: number }

export type SpentStatus = 'unspent' | 'in chain' | 'in pool'

/** Block ids, oldest first. */
export type HashPage = {
  readonly startHeight: number
  readonly chainHeight: number
  readonly hashes: readonly Uint8Array[]
}

/** Which part of the output distribution is requested: the blocks from a height, at least 1; the whole if omitted. */
export type DistributionOptions = { readonly fromHeight?: number; readonly signal?: AbortSignal }

/** A few consecutive blocks. */
export type RequestedBlocks = {
  readonly network: Network
  /** height of the first one, above 0 */
  readonly startHeight: number
  readonly count: number
}

/** A node. Every call may throw NodeError (unreachable, timed out, busy, refused, or invalid response), and the reason of its signal. */
export type NodeClient = {
  readonly url: string
  info(signal?: AbortSignal): Promise<NodeInfo>
  /** Returns the version of the hard fork in force for the node's next block. */
  hardFork(signal?: AbortSignal): Promise<number>
  /** Returns blocks from the first id of `history` that is on the node's main chain, that block included (short chain history). */
  blocks(history: readonly Uint8Array[], signal?: AbortSignal): Promise<BlockPage>
  /** Returns a few consecutive blocks, at most as many as requested, without a check of the blocks before. */
  fewBlocks(requested: RequestedBlocks, signal?: AbortSignal): Promise<BlockPage>
  /** Returns blocks from `startHeight`, without a check of the blocks before. */
  blocksFrom(startHeight: number, signal?: AbortSignal): Promise<BlockPage>
  /** Returns the block at `height`, unparsed. */
  block(height: number, signal?: AbortSignal): Promise<Uint8Array>
  /** Returns block ids from the first id of `history` that is on the main chain, that one included. */
  hashes(history: readonly Uint8Array[], signal?: AbortSignal): Promise<HashPage>
  blockTimestamp(height: number, signal?: AbortSignal): Promise<number>
  /**
   * Returns the first blocks after `history`, as `blocks`, and the txpool, in one request; undefined if the node does not send both
   * together. Only for networks whose nodes may.
   */
  news(history: readonly Uint8Array[], network: HasWireFormat, signal?: AbortSignal): Promise<NodeNews | undefined>
  poolHashes(signal?: AbortSignal): Promise<readonly Uint8Array[]>
  /** Returns the ids of pool transactions that a blink quorum confirmed. Only for networks with blink. */
  blinkHashes(signal?: AbortSignal): Promise<readonly Uint8Array[]>
  /** Returns the blink quorums at the heights of a range. Only for networks with blink. */
  blinkQuorums(from: number, to: number, signal?: AbortSignal): Promise<readonly BlinkQuorum[]>
  /** Returns those of the requested transactions that the node knows, pruned if the node supports it. */
  transactions(ids: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly NodeTransaction[]>
  /** Returns the hashes of the pruned parts of those of the requested transactions for which the node reports them. */
  prunableHashes(ids: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly PrunableHash[]>
  /** Returns those of the requested transactions that the node knows, with all their parts. */
  wholeTransactions(ids: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly NodeTransaction[]>
  /** Returns outputs (amount 0) by global index, in the requested order. */
  outputs(indices: readonly number[], signal?: AbortSignal): Promise<readonly RingOutput[]>
  /** Returns the distribution of all outputs (amount 0), or of those in blocks from `fromHeight`. */
  outputDistribution(options?: DistributionOptions): Promise<OutputDistribution>
  /** Returns global indices of outputs that are unsuitable as decoys. Only for networks with such a list. */
  outputBlacklist(signal?: AbortSignal): Promise<readonly number[]>
  feeEstimate(signal?: AbortSignal): Promise<FeeEstimate>
  /** Returns weight and fee of the transactions in the txpool. Only for networks whose nodes report them packed. */
  txpoolBacklog(signal?: AbortSignal): Promise<readonly BacklogEntry[]>
  /** Returns the weights of `count` blocks, at most 100, from `startHeight`. */
  blockWeights(startHeight: number, count: number, signal?: AbortSignal): Promise<readonly number[]>
  keyImageStatus(keyImages: readonly Uint8Array[], signal?: AbortSignal): Promise<readonly SpentStatus[]>
  /** Returns all stakes that the network locks. Only for networks with service nodes. */
  lockedStakes(signal?: AbortSignal): Promise<readonly LockedStake[]>
  /** Returns a registered service node, which the node learns to be of interest; undefined if it is not registered. Only for networks with service nodes. */
  serviceNode(key: Uint8Array, signal?: AbortSignal): Promise<NodeServiceNode | undefined>
  /** Returns the records of those names that the node knows; without `includeExpired`, of valid ones only. Only for networks with names. */
  names(
    queries: readonly NameQuery[],
    options?: { readonly includeExpired?: boolean; readonly signal?: AbortSignal },
  ): Promise<readonly NodeNameRecord[]>
  /** Returns the valid records that one of the owners may change, who become known to the node. Only for networks with names. */
  namesOfOwners(owners: readonly string[], signal?: AbortSignal): Promise<readonly NodeNameRecord[]>
  /**
   * Submits a transaction to the network; `blink` requests confirmation by a blink quorum. The node accepts known transactions again.
   * A client of several nodes asks one that refuses the transaction whether it has it, by its `id`.
   */
  submit(
    blob: Uint8Array,
    options?: { readonly blink?: boolean; readonly id?: Uint8Array; readonly signal?: AbortSignal },
  ): Promise<SubmitResult>
  /** Submits a block whose transactions the node has, in the form of its network. The node also accepts known and alternative blocks. */
  submitBlock(blob: Uint8Array, network: Pick<Network, 'submitBlockParams'>, signal?: AbortSignal): Promise<void>
  /** Development nodes: mines blocks to an address. */
  mine(blocks: number, address: string, signal?: AbortSignal): Promise<void>
  /** Development nodes: sends coins to an address; returns the transaction id. */
  faucet(address: string, amount: bigint, signal?: AbortSignal): Promise<Uint8Array>
  /** Development nodes: calls a method whose name begins with `dev_`; returns its result. */
  developmentCall?(method: string, params: DevelopmentParams, signal?: AbortSignal): Promise<JsonValue>
  /** Returns how many bytes of responses were received so far; a client without it is judged by its whole responses. */
  receivedBytes?(): number
  /** Clients of several nodes: returns the state of each, in order of preference. */
  health?(): readonly NodeHealth[]
  /**
   * Reports that a response of the node proved false. A client of several nodes then uses another one.
   * @param page that proved false; omitted: another response of the node in use
   */
  distrust?(reason: string, page?: BlockPage): void
}
