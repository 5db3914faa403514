// A network: all differences between the coin families and between their chains, as one plain value. Outside src/coin no code checks
// which family a network belongs to; it reads the value.

import type { UnixSeconds } from '../../async/time.ts'
import type { OutputExportCodec } from '../exports/exportedOutput.ts'
import type { MultisigInfoCodec } from '../multisig/multisigInfo.ts'
import type { RctType } from '../transactions/ringct.ts'
import type { WireFormat } from '../transactions/transaction.ts'
import type { TransferSetCodec } from '../transfer-sets/transferSet.ts'
import type { WalletCacheCodec } from '../wallet-caches/walletCache.ts'
import type { FeeRules } from './fees.ts'
import type { HeightAnchor } from './heightAnchor.ts'
import type { WalletRpcError, WalletRpcForm } from './walletRpcForm.ts'

export type AddressKind = 'standard' | 'integrated' | 'subaddress'

export type HardFork = { readonly version: number; readonly height: number }

export type Checkpoint = { readonly height: number; readonly id: Uint8Array }

/** Restrictions on payment URIs, and wallet2's error messages for them. */
export type PaymentUriRules = {
  /** without the colon */
  readonly scheme: string
  /** accepted lengths of a separate payment id, in bytes */
  readonly paymentIdLengths: readonly number[]
  /** error message if a URI to be formatted has a separate payment id; undefined if that is allowed */
  readonly standalonePaymentId: string | undefined
  readonly invalidAddress: (text: string) => string
  /** for the address of a URI to be formatted */
  readonly invalidFormattedAddress: (text: string) => string
  readonly invalidParameter: (text: string) => string
  readonly duplicatePaymentId: string
}

/** Differences between the families and their networks in decoy selection (wallet2: gamma_picker, get_outs, tx_add_fake_output). */
export type DecoySelectionRules = {
  /** rounds the average time between outputs down to whole seconds */
  readonly wholeSecondAverage: boolean
  /**
   * Window in seconds. If set, ages are counted from the moment at which outputs become spendable, and ages drawn below that moment are
   * replaced by uniform ones in this window (monerod: RECENT_SPEND_WINDOW). If undefined, ages are used as drawn.
   */
  readonly recentSpendWindow: number | undefined
  /** depth of the newest block from which decoys are drawn; the top block has depth 1 */
  readonly newestBlockDepth: number
  /** order in which the drawn outputs become ring members: as drawn (wallet2 0.18.5), or at random (oxen-core) */
  readonly memberOrder: 'as drawn' | 'random'
  /** whether nodes list outputs that are unsuitable as decoys (oxen-core: get_output_blacklist) */
  readonly hasOutputBlacklist: boolean
  /**
   * Whether a ring may contain one-time keys outside the prime-order subgroup. The constant key that blocks pay in place of absent
   * service nodes is such a key; oxen-core allows it on all networks but mainnet. Commitments outside the subgroup are never allowed.
   */
  readonly allowsTorsionedKeys: boolean
}

/** Differences between the families in the selection of inputs (wallet2: create_transactions_2). */
export type InputSelectionRules = {
  /**
   * Whether a transaction that pays a part of a destination takes its fee out of this part (monero). Otherwise it takes further inputs
   * for the fee (oxen).
   */
  readonly carvesFee: boolean
  /** whether outputs that are worth less than the fee of spending them stay unspent (monero) */
  readonly skipsDust: boolean
}

/** Differences between the families in proofs of payments and reserves. */
export type ProofRules = {
  /** version of new proofs; older versions remain valid */
  readonly version: 1 | 2
  /** if true, payment proofs identify a transaction by the id that it would have with an empty prunable part */
  readonly prunedIds: boolean
  /** message that the key images of a reserve proof sign: each itself, or the hash of the whole proof */
  readonly keyImagesSign: 'themselves' | 'proof'
}

/** Differences between the families in multisig wallets. */
export type MultisigRules = {
  /**
   * how the spend key is made of the keys of the participants: as their sum (oxen), or as a sum with coefficients that no participant can
   * choose (monero 0.18)
   */
  readonly keys: 'summed' | 'aggregated'
  /** whether `finalize_multisig` ends an exchange */
  readonly finalizes: boolean
  /** whether `exchange_multisig_keys` requires as many messages as there are other participants before it looks at them */
  readonly exchangesAllMessages: boolean
  /** error of `exchange_multisig_keys` after the last round */
  readonly finishedError: WalletRpcError
  /** what precedes other error messages of `exchange_multisig_keys` */
  readonly exchangeErrorPrefix: string
  readonly infos: MultisigInfoCodec
  /** nonces of each signer for one signature */
  readonly noncesPerSignature: number
  /** whether the transaction keys derive from entropy of the proposer and the spent key images */
  readonly derivesTransactionKeys: boolean
  /** where a set contains what its candidates sign: each candidate all of it (oxen), or the transaction for all of them (monero) */
  readonly candidates: 'separate' | 'shared'
  /** message of `import_multisig_info` for every error of wallet2; undefined if it returns wallet2's */
  readonly importError: string | undefined
}

export type Network = {
  /** key in the table of networks, such as `oxen-mainnet` */
  readonly id: string
  /** display name, such as `Oxen testnet` */
  readonly name: string
  /** display name of the family */
  readonly familyName: string
  /** `nettype` of RPC responses: mainnet, testnet, devnet, stagenet, fakechain */
  readonly netType: string
  /** number of the network in keys files of wallet2 (cryptonote::network_type); monero's wallets have none for regtest */
  readonly keysFileNetworkType: number
  readonly ticker: string
  /** number of the coin in polyseeds; undefined if none is assigned */
  readonly polyseedCoin: number | undefined
  /** 1 coin = 10^decimals atomic units */
  readonly decimals: number

  readonly addressPrefixes: { readonly [kind in AddressKind]: number }
  /** prefixes of the coin in OpenAlias records, in order of preference */
  readonly aliasPrefixes: readonly string[]
  readonly uri: PaymentUriRules
  readonly proofs: ProofRules
  /** its name in the proofs of Feather, such as `Monero Mainnet`; undefined for coins that Feather does not have */
  readonly armouredProofsName: string | undefined
  readonly outputExportCodec: OutputExportCodec
  /** first bytes of a file of key images, with its version */
  readonly keyImageExportMagic: string
  readonly transferSets: TransferSetCodec
  /** caches of wallet2 beside keys files */
  readonly walletCache: WalletCacheCodec
  readonly multisig: MultisigRules
  /** blink: a quorum of service nodes can confirm a transaction before it is in a block */
  readonly hasBlink: boolean
  /** whether nodes may send the changes of the txpool with new blocks (monerod since 0.18.2) */
  readonly hasPoolNews: boolean
  /** balances count payments in the txpool, and what pending payments pay to the wallet itself */
  readonly countsUnmined: boolean
  /** service nodes, whose stakes are locked */
  readonly hasServiceNodes: boolean
  /** header of signed messages */
  readonly messageSignature: 'SigV1' | 'SigV2'

  readonly wireFormat: WireFormat
  /** ascending; a hard fork is in force from its height on */
  readonly hardForks: readonly HardFork[]
  readonly genesis: Uint8Array
  readonly genesisId: Uint8Array
  /** known blocks of the main chain, ascending, genesis block included */
  readonly checkpoints: readonly Checkpoint[]
  readonly heightAnchor: HeightAnchor | undefined
  /** seconds between blocks */
  readonly blockTarget: number

  /** blocks until a coinbase output can be spent */
  readonly coinbaseUnlockWindow: number
  /** blocks until any output can be spent */
  readonly spendableAge: number

  /** of new transactions */
  readonly transactionVersion: number
  readonly rctType: RctType
  /** whether new outputs carry a view tag */
  readonly viewTags: boolean
  readonly ringSize: number
  readonly decoys: DecoySelectionRules
  readonly inputSelection: InputSelectionRules
  readonly minOutputs: number
  readonly maxOutputs: number
  /** maximum weight of a transaction that nodes relay */
  readonly maxTransactionWeight: number
  /** maximum size of an extra that nodes relay, in bytes; undefined if unlimited */
  readonly maxExtraSize: number | undefined
  readonly fees: FeeRules

  readonly walletRpc: WalletRpcForm
  /** parameters of `submit_block` of the nodes: a list of blobs (monerod), or an object with this list as `blob` (oxen-core) */
  readonly submitBlockParams: 'list' | 'object'
  readonly rpcPort: number
  readonly p2pPort: number
}

/**
 * Returns the version of the hard fork in force at a height.
 *
 * @example
 * const hardForks = [{ version: 7, height: 1 }, { version: 8, height: 50 }]
 * hardForkAt({ hardForks }, 49) // 7
 */
export const hardForkAt = ({ hardForks }: Pick<Network, 'hardForks'>, height: number): number => {
  let version = hardForks[0]?.version ?? 0
  for (const fork of hardForks) if (fork.height <= height) version = fork.version
  return version
}

/**
 * Returns the height from which hard fork `version` or a later one is in force; undefined if there is none.
 *
 * @example
 * const hardForks = [{ version: 7, height: 1 }, { version: 9, height: 50 }]
 * hardForkHeight({ hardForks }, 8) // 50
 */
export const hardForkHeight = ({ hardForks }: Pick<Network, 'hardForks'>, version: number): number | undefined =>
  hardForks.find((fork) => fork.version >= version)?.height

/**
 * Returns the version of the newest hard fork that this program knows of a network.
 *
 * @example
 * const hardForks = [{ version: 7, height: 1 }, { version: 9, height: 50 }]
 * newestHardFork({ hardForks }) // 9
 */
export const newestHardFork = ({ hardForks }: Pick<Network, 'hardForks'>): number => hardForks.at(-1)?.version ?? 0

const SAFETY_SECONDS = 7 * 86400

/**
 * Returns a height that the chain had not reached at a time: the height at the target block time, minus one week. Used to restore a
 * wallet from a date. Returns 0 for networks without an anchor.
 *
 * @example
 * const heightAnchor = { height: 100000, timestamp: 1600000000, earlierBlockTime: 120 }
 * estimateHeight({ heightAnchor, blockTarget: 120 }, 1600000000) // 94960
 */
export const estimateHeight = (
  { heightAnchor, blockTarget }: Pick<Network, 'heightAnchor' | 'blockTarget'>,
  timestamp: UnixSeconds,
): number => {
  if (heightAnchor === undefined) return 0
  const elapsed = timestamp - SAFETY_SECONDS - heightAnchor.timestamp
  const blocks = elapsed / (elapsed < 0 ? heightAnchor.earlierBlockTime : blockTarget)
  return Math.max(0, Math.floor(heightAnchor.height + blocks))
}

/**
 * Returns the time to which `estimateHeight` gives a height: a scan from this height finds all payments since then. Undefined for networks
 * without an anchor.
 *
 * @example
 * const heightAnchor = { height: 100000, timestamp: 1600000000, earlierBlockTime: 120 }
 * estimateTime({ heightAnchor, blockTarget: 120 }, 94960) // 1600000000
 */
export const estimateTime = (
  { heightAnchor, blockTarget }: Pick<Network, 'heightAnchor' | 'blockTarget'>,
  height: number,
): UnixSeconds | undefined => {
  if (heightAnchor === undefined) return undefined
  const blocks = height - heightAnchor.height
  return heightAnchor.timestamp + SAFETY_SECONDS + blocks * (blocks < 0 ? heightAnchor.earlierBlockTime : blockTarget)
}
