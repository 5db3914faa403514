// A network: everything in which the coins and their chains differ, as one plain value. Outside this room nothing asks which
// family a network is of; it asks the network.

import type { UriRules } from '../addresses/paymentUri.ts'
import type { OutputExportRules } from '../exports/outputExport.ts'
import type { RctType } from '../transactions/ringct.ts'
import type { WireFormat } from '../transactions/transaction.ts'
import type { FeeRules } from './fees.ts'
import { moneroMainnet, moneroRegtest, moneroStagenet, moneroTestnet } from './monero.ts'
import { oxenDevnet, oxenMainnet, oxenRegtest, oxenTestnet } from './oxen.ts'

export type AddressKind = 'standard' | 'integrated' | 'subaddress'

export type HardFork = { readonly version: number; readonly height: number }

export type Checkpoint = { readonly height: number; readonly id: Uint8Array }

/** A known point of a chain, from which heights are estimated by date. */
export type HeightAnchor = {
  readonly height: number
  /** UNIX seconds */
  readonly timestamp: number
  /** seconds between blocks before that point */
  readonly earlierBlockTime: number
}

/** How wallets draw the decoys of a ring, where the families differ. */
export type DecoyHabits = {
  /** the average time between outputs is cut to whole seconds */
  readonly wholeSecondAverage: boolean
  /**
   * Seconds: ages are counted from the moment outputs become spendable, and those drawn before it are spread evenly over this
   * window; undefined where ages are counted as drawn
   */
  readonly recentSpendWindow: number | undefined
}

/** Proofs of payments and reserves, where the families differ. */
export type ProofRules = {
  /** of new proofs; older ones still count */
  readonly version: 1 | 2
  /** proofs of payments name transactions by what the id would be if nothing were in the prunable part */
  readonly prunedIds: boolean
  /** what the key images of a proof of reserves sign: themselves, or the hash of the whole proof */
  readonly keyImagesSign: 'themselves' | 'proof'
}

export type Network = {
  /** key of the networks table, such as `oxen-mainnet` */
  readonly id: string
  /** for people, such as `Oxen testnet` */
  readonly name: string
  /** the family, for people */
  readonly familyName: string
  /** as RPC answers call the net: mainnet, testnet, devnet, stagenet, fakechain */
  readonly netType: string
  readonly ticker: string
  /** 1 coin = 10^decimals atomic units */
  readonly decimals: number

  readonly addressPrefixes: { readonly [kind in AddressKind]: number }
  /** by which OpenAlias records name the coin, the proper one first */
  readonly aliasPrefixes: readonly string[]
  readonly uri: UriRules
  readonly proofs: ProofRules
  readonly outputExports: OutputExportRules
  /** a quorum of service nodes can confirm a transaction at once, before it is in a block */
  readonly hasBlink: boolean
  /** RPC listings of what went out have the payments that wait or failed, too, beside the lists of their own */
  readonly unminedAmongOut: boolean
  /** what RPC listings call the type of a miner's reward */
  readonly rewardType: 'miner' | 'block'
  /** what a transaction brought is listed by RPC for each output, or for each address in one sum */
  readonly receivedPer: 'output' | 'address'
  /** how signed messages begin */
  readonly messageSignature: 'SigV1' | 'SigV2'

  readonly wireFormat: WireFormat
  /** ascending; a fork holds from its height on */
  readonly hardForks: readonly HardFork[]
  readonly genesis: Uint8Array
  readonly genesisId: Uint8Array
  /** blocks that are known to be on the chain, ascending; the genesis block is one */
  readonly checkpoints: readonly Checkpoint[]
  readonly heightAnchor: HeightAnchor | undefined
  /** seconds between blocks */
  readonly blockTarget: number

  /** blocks until the output of a coinbase can be spent */
  readonly coinbaseLock: number
  /** blocks until any output can be spent */
  readonly spendableAge: number

  /** of new transactions */
  readonly transactionVersion: number
  readonly rctType: RctType
  /** whether new outputs carry a view tag */
  readonly viewTags: boolean
  readonly ringSize: number
  readonly decoys: DecoyHabits
  readonly minOutputs: number
  readonly maxOutputs: number
  /** the heaviest transaction that nodes take */
  readonly maxTransactionWeight: number
  /** the longest extra that nodes take, in bytes; undefined without limit */
  readonly maxExtra: number | undefined
  readonly fees: FeeRules

  readonly rpcPort: number
  readonly p2pPort: number
}

/** No network of that name. */
export class UnknownNetworkError extends Error {
  override readonly name = 'UnknownNetworkError'
}

/** Every network, the oxen family first. */
export const networks: readonly Network[] = [
  oxenMainnet,
  oxenTestnet,
  oxenDevnet,
  oxenRegtest,
  moneroMainnet,
  moneroTestnet,
  moneroStagenet,
  moneroRegtest,
]

/**
 * The network with an id such as `oxen-mainnet`.
 * @throws UnknownNetworkError
 */
export const networkById = (id: string): Network => {
  const network = networks.find((candidate) => candidate.id === id)
  if (network === undefined)
    throw new UnknownNetworkError(
      `no network is called "${id}"; there are ${networks.map((known) => known.id).join(', ')}`,
    )
  return network
}

/** Version of the fork in force for the block at `height`. */
export const hardForkAt = ({ hardForks }: Pick<Network, 'hardForks'>, height: number): number => {
  let version = hardForks[0]?.version ?? 0
  for (const fork of hardForks) if (fork.height <= height) version = fork.version
  return version
}

/** Height from which fork `version` (or a later one) holds; undefined if it never does. */
export const heightOfFork = ({ hardForks }: Pick<Network, 'hardForks'>, version: number): number | undefined =>
  hardForks.find((fork) => fork.version >= version)?.height

const SAFETY_SECONDS = 7 * 86400

/**
 * A height that the chain had surely not reached at a time: the estimate of the target block time, less a week. For wallets
 * that are restored from a date.
 * @param timestamp UNIX seconds
 */
export const estimateHeight = (
  { heightAnchor, blockTarget }: Pick<Network, 'heightAnchor' | 'blockTarget'>,
  timestamp: number,
): number => {
  if (heightAnchor === undefined) return 0
  const elapsed = timestamp - SAFETY_SECONDS - heightAnchor.timestamp
  const blocks = elapsed / (elapsed < 0 ? heightAnchor.earlierBlockTime : blockTarget)
  return Math.max(0, Math.floor(heightAnchor.height + blocks))
}
