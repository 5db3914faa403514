// The content of the caches of wallet2 as plain data, and the type of the codecs that read it. Only what no chain contains is read.

import { decodeForeignText } from '../../bytes/text.ts'
import type { AddressRange } from '../lookAhead.ts'
import type { HasWireFormat } from '../transactions/transaction.ts'
import type { TransferDestination } from '../transfer-sets/transferSet.ts'

/** A recipient of a payment. */
export type CachedDestination = {
  /** what the user typed, an address or a name; empty in older payments */
  readonly typed: string
  /** atomic units */
  readonly amount: bigint
  readonly spendKey: Uint8Array
  readonly viewKey: Uint8Array
  readonly isSubaddress: boolean
}

/** A transaction that the wallet made. */
export type CachedPayment = {
  readonly txid: Uint8Array
  /** without the change; empty in payments of another copy of the wallet */
  readonly destinations: readonly CachedDestination[]
  /** 32 bytes; a short payment id is followed by zeros */
  readonly paymentId: Uint8Array
  /** when it was made, UNIX seconds; undefined if it is in a block, which has a time */
  readonly created: number | undefined
}

/** An entry of the address book. */
export type CachedContact = {
  readonly spendKey: Uint8Array
  readonly viewKey: Uint8Array
  readonly isSubaddress: boolean
  /** 8 bytes, of an integrated address; undefined in other entries */
  readonly paymentId: Uint8Array | undefined
  readonly description: string
}

/** What a cache contains and a chain does not. Keys and hashes have 32 bytes; the caller wipes the transaction keys. */
export type WalletCache = {
  readonly spendPublic: Uint8Array
  readonly viewPublic: Uint8Array
  readonly outputs: readonly {
    readonly key: Uint8Array
    /** undefined if the wallet does not know it */
    readonly keyImage: Uint8Array | undefined
    readonly frozen: boolean
  }[]
  readonly payments: readonly CachedPayment[]
  readonly transactionKeys: readonly { readonly txid: Uint8Array; readonly key: Uint8Array }[]
  /** one per output, or none */
  readonly additionalKeys: readonly { readonly txid: Uint8Array; readonly keys: readonly Uint8Array[] }[]
  readonly notes: readonly { readonly txid: Uint8Array; readonly text: string }[]
  readonly contacts: readonly CachedContact[]
  /** all addresses to which it looks for payments, by account and index */
  readonly watched: readonly AddressRange[]
  /** `labels[major][minor]`, of all created addresses */
  readonly labels: readonly (readonly string[])[]
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
  /** descriptions of tags, and the tag of each account */
  readonly tags: {
    readonly descriptions: readonly { readonly tag: string; readonly description: string }[]
    readonly ofAccounts: readonly string[]
  }
  /** names of the oxen name system that the user bought or added, with their recorded type */
  readonly names: readonly { readonly type: number; readonly name: string }[]
}

/** A payment as it is written. */
export type WrittenPayment = {
  readonly txid: Uint8Array
  /** empty if they are unknown */
  readonly destinations: readonly TransferDestination[]
  /** 32 bytes; a short payment id is followed by zeros */
  readonly paymentId: Uint8Array
  /** sum of the inputs, fee and change, atomic units */
  readonly amountIn: bigint
  readonly fee: bigint
  readonly change: bigint
  readonly unlockTime: bigint
  /** account and minor indices of the inputs */
  readonly account: number
  readonly subaddresses: readonly number[]
  /** of the block, or when it was made, UNIX seconds */
  readonly timestamp: number
  /** of its block; or the prefix of the transaction if it is in none */
  readonly place:
    | { readonly height: number }
    | { readonly prefix: Uint8Array; readonly state: 'pending' | 'relayed' | 'failed' }
}

/** An output as it is written. */
export type WrittenOutput = {
  /** one-time key */
  readonly key: Uint8Array
  /** undefined if the wallet does not know it */
  readonly keyImage: Uint8Array | undefined
  /** whether another copy of the wallet must compute the key image */
  readonly requested: boolean
  /** whether the participants of a multisig wallet must exchange infos to know the key image */
  readonly partial: boolean
  readonly frozen: boolean
  /** of the block that spends it; 0 if a payment that is in no block does, undefined if it is unspent */
  readonly spentHeight: number | undefined
  readonly height: number
  readonly txid: Uint8Array
  readonly indexInTx: number
  readonly globalIndex: number
  /** of its transaction, which may contain this output and the matching transaction public key only */
  readonly prefix: Uint8Array
  /** blinding factor of the commitment */
  readonly mask: Uint8Array
  /** atomic units */
  readonly amount: bigint
  readonly confidential: boolean
  readonly subaddress: { readonly major: number; readonly minor: number }
}

/** What one transaction paid to one address of the wallet, without change. */
export type WrittenReceipt = {
  readonly txid: Uint8Array
  /** 32 bytes; a short payment id is followed by zeros */
  readonly paymentId: Uint8Array
  /** what the outputs add to the balance, and its sum; atomic units */
  readonly amounts: readonly bigint[]
  readonly amount: bigint
  readonly fee: bigint
  readonly height: number
  readonly unlockTime: bigint
  /** of the block, UNIX seconds */
  readonly timestamp: number
  readonly coinbase: boolean
  readonly subaddress: { readonly major: number; readonly minor: number }
}

/** The scanned chain as it is written: wallet2 continues to scan after it. */
export type WrittenChain = {
  readonly genesisId: Uint8Array
  /** height of the first id */
  readonly start: number
  /** ids of the blocks from there on, 32 bytes each */
  readonly ids: Uint8Array
  /** of the newest block, atomic units */
  readonly lastReward: bigint
  /** in chain order */
  readonly outputs: readonly WrittenOutput[]
  readonly receipts: readonly WrittenReceipt[]
}

/** What is written to a cache. */
export type WrittenCache = Pick<
  WalletCache,
  | 'spendPublic'
  | 'viewPublic'
  | 'transactionKeys'
  | 'additionalKeys'
  | 'notes'
  | 'contacts'
  | 'labels'
  | 'attributes'
  | 'tags'
> & {
  /** undefined if wallet2 must scan the chain itself */
  readonly chain: WrittenChain | undefined
  /** whether outputs are frozen, by one-time key (hex) */
  readonly frozen: ReadonlyMap<string, boolean>
  readonly payments: readonly WrittenPayment[]
  /** all addresses to which the wallet looks for payments, by their spend keys */
  readonly addresses: Iterable<{ readonly spendKey: Uint8Array; readonly major: number; readonly minor: number }>
}

/** The format of the caches of a family. */
export type WalletCacheCodec = {
  /** @throws FormatError */
  decode(network: HasWireFormat, bytes: Uint8Array): WalletCache
  /**
   * Writes a cache; absent for a family whose caches are only read.
   * @param before the cache that is replaced: what wallet2 alone knows stays. Undefined for none, or one of other keys
   * @throws FormatError if `before` cannot be read
   */
  encode?(network: HasWireFormat, cache: WrittenCache, before: Uint8Array | undefined): Uint8Array
}

/**
 * Copies recipients out of the bytes of a cache.
 *
 * @example
 * cachedDestinations([]) // []
 */
export const cachedDestinations = (destinations: readonly TransferDestination[]): CachedDestination[] =>
  destinations.map(({ original, amount, spendKey, viewKey, isSubaddress }) => ({
    typed: decodeForeignText(original),
    ...{ amount, spendKey: spendKey.slice(), viewKey: viewKey.slice(), isSubaddress },
  }))
