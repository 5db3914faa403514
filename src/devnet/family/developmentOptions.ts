// The options of a development node.

import type { RepeatTimer } from '../../async/time.ts'
import type { Random } from '../../crypto/random/random.ts'
import type { NodeClient } from '../../daemon/nodeClient.ts'
import type { UnixClock } from '../chain/chain.ts'
import type { MiningMode } from '../mining/miner.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { NodeDump, StoredNode } from '../node/nodeDump.ts'
import type { RpcDialect } from '../rpc/calls/nodeContext.ts'
import type { ChainRules } from '../rules/chainRules.ts'
import type { PowHash } from '../rules/proofOfWork.ts'

/** A chain to choose: rules of a coin family with the dialect of its node RPC. */
export type DevelopmentChain = { readonly rules: ChainRules; readonly dialect: RpcDialect }

export type DevelopmentOptions = {
  readonly rules?: ChainRules
  /** differences of the family's node RPC; oxen-core's by default */
  readonly dialect?: RpcDialect
  readonly clock: UnixClock
  readonly random: Random
  readonly ticker: RepeatTimer
  /** the hash, loaded by the rules' `consensus.work.open`; without it blocks need no proof of work */
  readonly work?: PowHash
  /** of a new chain; one block after each transaction by default */
  readonly mining?: MiningMode
  /** how many development wallets the first blocks of a new chain pay; 0 by default */
  readonly wallets?: number
  /** the minimum number of local service nodes, also for a chain that is loaded; missing ones are registered. 0 by default */
  readonly serviceNodes?: number
  readonly restricted?: boolean
  /** a chain of unknown origin to continue */
  readonly dump?: NodeDump
  /** a chain to continue that this program dumped; it is not verified */
  readonly trustedDump?: NodeDump
  /** the upstream node to follow, as a client that requests full transactions; a new chain then has no coins for the faucet */
  readonly follow?: NodeClient
  /** reaches the bootstrap daemon; the platform's fetch by default */
  readonly fetch?: (request: Request) => Promise<Response>
  /** called with a line of text for the user when the node does something that was not requested */
  readonly log?: (line: string) => void
  /** returns the free bytes of the disk with the chain; none by default */
  readonly freeSpace?: () => number
  /** ends the host of the node; without it callers cannot stop the node */
  readonly stop?: () => void
  /** stores the chain and may hold one already; `dump` is used only if it is empty */
  readonly storage?: NodeStorage
  /** called with every error that callers see as an internal error only */
  readonly report?: (error: unknown, method: string) => void
}

/** Stores a node between two runs. */
export type NodeStorage = {
  /** Reads the stored node; undefined if there is none. Throws if it has other rules. */
  readonly read: (rules: ChainRules) => StoredNode | undefined
  /** Stores changes of a node that is new or was read from this storage. */
  readonly follow: (node: DevelopmentNode, stored: StoredNode | undefined) => void
  /** Stores changes that no event reports. */
  readonly write: (node: DevelopmentNode) => void
}
