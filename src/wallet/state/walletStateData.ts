// The data of a wallet's state, and its changes.

import type { AddressRange } from '../../coin/lookAhead.ts'
import { type AccountTags, NO_TAGS } from './accountTags.ts'
import type { AddressBookEntry } from './addressBook.ts'
import type { AddressMark } from './addressMarks.ts'
import { BlockIds } from './blockIds.ts'
import type { AnchoredChunk } from './distributionRecords.ts'
import { type ImportedOutput, Ledger, type TransactionKeys } from './ledger.ts'
import type { OutputInfo, OutputInfos } from './outputInfo.ts'
import type { RememberedRings } from './ringRecords.ts'
import { NO_STAKE_LOCKS, type StakeLocks } from './stakeLocks.ts'
import type { Labels } from './subaddressTable.ts'
import type { Attribute, KnownName } from './userRecords.ts'

/** A note on any transaction; an empty text removes it. */
export type Note = { readonly txid: string; readonly text: string }

/** A label of an output, by its one-time key (hex); an empty text removes it. */
export type CoinLabel = { readonly key: string; readonly text: string }

/** The parts of a state that are replaced as a whole by a change. */
export type WalletStateFields = {
  readonly blockIds: BlockIds
  readonly labels: Labels
  /** addresses that are watched even if they are beyond the lookahead: those of an imported cache or an earlier lookahead */
  readonly watched: readonly AddressRange[]
  /** at most one for each address */
  readonly addressMarks: readonly AddressMark[]
  readonly tags: AccountTags
  readonly addressBook: readonly AddressBookEntry[]
  /** outputs imported from other copies of this wallet, in their order; the ledger may contain them too */
  readonly imported: readonly ImportedOutput[]
  /** reward of the newest scanned block, atomic units */
  readonly lastReward: bigint
  readonly restoreHeight: number
  /** date from which the restore height was estimated, UNIX seconds; 0 if it was not */
  readonly restoreDate: number
  /** height of the newest final block (oxen-core: `immutable_height`) */
  readonly immutableHeight: number
  /** a node altered transactions, and earlier ones of it were not all verified: coins may be missing */
  readonly rescanAdvised: boolean
  /** own stakes that the network locks, as a node reported */
  readonly stakeLocks: StakeLocks
  /** names that the user ordered or added */
  readonly knownNames: readonly KnownName[]
  /** token of the last change of multisig nonces, 16 bytes; empty if there was none */
  readonly nonceToken: Uint8Array
}

/** A change of the state besides the ledger draft; omitted parts are unchanged. */
export type StateChange = Partial<WalletStateFields> & {
  readonly notes?: readonly Note[]
  readonly coinLabels?: readonly CoinLabel[]
  readonly attributes?: readonly Attribute[]
  /** ids of transactions seen as blinks: confirmed by a quorum before they were in a final block */
  readonly blinks?: readonly string[]
  /** rings that replace the remembered ones of their key images */
  readonly rings?: RememberedRings
  /** output counts of old blocks by number of the record, with the id of the block after them; undefined removes a record */
  readonly distribution?: ReadonlyMap<number, AnchoredChunk | undefined>
  /** what replaces the multisig data of outputs */
  readonly outputInfos?: OutputInfos
  /** keys of transactions that this wallet signed and another copy of it sends, by transaction id */
  readonly signedKeys?: ReadonlyMap<string, TransactionKeys>
  /** ids of all imported infos of participants, which replace those of each */
  readonly importedInfos?: ReadonlyMap<string, readonly Uint8Array[]>
}

/** The whole state. */
export type WalletStateData = {
  readonly ledger: Ledger
  readonly fields: WalletStateFields
  /** by transaction id */
  readonly notes: Map<string, string>
  /** labels of outputs by one-time key, hex; a rescan keeps them */
  readonly coinLabels: Map<string, string>
  readonly attributes: Map<string, string>
  readonly blinks: Set<string>
  /** multisig data of outputs by one-time key, hex; a rescan keeps them, so that no deleted nonce returns */
  readonly outputInfos: Map<string, OutputInfo>
  /** by transaction id */
  readonly signedKeys: Map<string, TransactionKeys>
  /** ids of the imported infos of other participants, oldest first, by the participant's key (hex) */
  readonly importedInfos: Map<string, readonly Uint8Array[]>
}

/** Returns the state of a wallet without any data. */
export const emptyState = (): WalletStateData => ({
  ledger: new Ledger(),
  fields: {
    blockIds: new BlockIds(),
    labels: [],
    watched: [],
    addressMarks: [],
    tags: NO_TAGS,
    addressBook: [],
    imported: [],
    lastReward: 0n,
    restoreHeight: 0,
    restoreDate: 0,
    immutableHeight: 0,
    rescanAdvised: false,
    stakeLocks: NO_STAKE_LOCKS,
    knownNames: [],
    nonceToken: new Uint8Array(),
  },
  notes: new Map(),
  coinLabels: new Map(),
  attributes: new Map(),
  blinks: new Set(),
  outputInfos: new Map(),
  signedKeys: new Map(),
  importedInfos: new Map(),
})
