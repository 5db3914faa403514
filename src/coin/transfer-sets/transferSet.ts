// Sets of transactions in the making, which wallets of one account hand to each other: unsigned ones (a watch-only wallet), signed ones
// (its copy with the spend key), and those of multisig wallets. Plain data, and the type of the codecs that write it.

import type { Bulletproof } from '../../crypto/range-proofs/bulletproof.ts'
import type { BulletproofPlus } from '../../crypto/range-proofs/bulletproofPlus.ts'
import type { Clsag } from '../../crypto/signatures/clsag.ts'
import type { OutputExport } from '../exports/exportedOutput.ts'
import type { HasWireFormat, Transaction, TransactionType } from '../transactions/transaction.ts'

/** A key with its commitment (rct::ctkey), 32 bytes each. */
export type CommittedKey = { readonly key: Uint8Array; readonly commitment: Uint8Array }

/** A ring member. */
export type SourceMember = CommittedKey & { readonly globalIndex: number }

/** Nonce k with k·G, k·Hp(P) and key image of a multisig input (rct::multisig_kLRki); zeros in other sets. 32 bytes each. */
export type MultisigNonce = {
  readonly k: Uint8Array
  readonly L: Uint8Array
  readonly R: Uint8Array
  readonly keyImage: Uint8Array
}

/** An output to spend, in its ring (wallet2: tx_source_entry). */
export type TransferSource = {
  readonly members: readonly SourceMember[]
  readonly realPosition: number
  readonly txPublicKey: Uint8Array
  /** additional transaction public keys: one per output, or none */
  readonly additionalKeys: readonly Uint8Array[]
  readonly indexInTx: number
  /** atomic units */
  readonly amount: bigint
  readonly confidential: boolean
  /** blinding factor of the commitment */
  readonly mask: Uint8Array
  readonly nonce: MultisigNonce
}

/** An output to make (wallet2: tx_destination_entry). */
export type TransferDestination = {
  /** the address as the user wrote it, as bytes; may be empty */
  readonly original: Uint8Array
  /** atomic units */
  readonly amount: bigint
  readonly spendKey: Uint8Array
  readonly viewKey: Uint8Array
  readonly isSubaddress: boolean
  readonly isIntegrated: boolean
}

/** All that a transaction is built from (wallet2: tx_construction_data). */
export type ConstructionData = {
  readonly sources: readonly TransferSource[]
  /** the destination of the change; amount 0 if there is none */
  readonly change: TransferDestination
  /** all outputs, change included */
  readonly outputs: readonly TransferDestination[]
  /** the requested destinations, without change */
  readonly destinations: readonly TransferDestination[]
  /** positions of the spent outputs among those of the wallet */
  readonly selectedTransfers: readonly number[]
  readonly extra: Uint8Array
  /** a height below 500000000, else UNIX seconds; 0 for none */
  readonly unlockTime: bigint
  readonly confidential: boolean
  readonly viewTags: boolean
  readonly rangeProofType: number
  readonly bulletproofVersion: number
  readonly account: number
  /** minor indices of the spent outputs */
  readonly subaddresses: readonly number[]
  readonly type: TransactionType
  /** oxen family; 0 otherwise */
  readonly hardFork: number
}

/** RingCT part of a candidate for a multisig transaction (rct::rctSig), with members of full length. */
export type CandidateSignatures = {
  readonly type: number
  /** atomic units */
  readonly fee: bigint
  /** monero family; empty otherwise */
  readonly message: Uint8Array
  /** monero family; empty otherwise */
  readonly rings: readonly (readonly CommittedKey[])[]
  /** of type simple only */
  readonly basePseudoOuts: readonly Uint8Array[]
  /** 32 bytes each */
  readonly ecdhInfo: readonly { readonly mask: Uint8Array; readonly amount: Uint8Array }[]
  /** `key` is zero in archives of the oxen family, which do not contain it */
  readonly commitments: readonly CommittedKey[]
  readonly bulletproofs: readonly Bulletproof[]
  readonly bulletproofsPlus: readonly BulletproofPlus[]
  readonly clsags: readonly Clsag[]
  readonly pseudoOuts: readonly Uint8Array[]
}

/** One candidate of the signatures of a multisig transaction: that of one choice of signers (wallet2: multisig_sig). */
export type MultisigCandidate = {
  readonly signatures: CandidateSignatures
  /** signers that this candidate leaves out */
  readonly ignored: readonly Uint8Array[]
  /** nonces that it uses, as k·G */
  readonly usedNonces: readonly Uint8Array[]
  /** keys that have signed */
  readonly signingKeys: readonly Uint8Array[]
  /** challenges at the real positions, and aggregation coefficients */
  readonly challenges: readonly Uint8Array[]
  readonly coefficients: readonly Uint8Array[]
  /** monero family: sums of the nonces of each input, partial challenges and responses; empty otherwise */
  readonly totalAlphaG: readonly (readonly Uint8Array[])[]
  readonly totalAlphaH: readonly (readonly Uint8Array[])[]
  readonly firstChallenges: readonly Uint8Array[]
  readonly responses: readonly Uint8Array[]
}

/** A transaction with what it was built from (wallet2: pending_tx). */
export type PendingTransaction = {
  readonly transaction: Transaction
  readonly dust: bigint
  readonly fee: bigint
  readonly dustAddedToFee: boolean
  readonly change: TransferDestination
  readonly selectedTransfers: readonly number[]
  /** ASCII: key images in angle brackets, each followed by a space */
  readonly keyImages: Uint8Array
  /** 32 bytes; secret, or the scalar 1 where it is withheld */
  readonly txKey: Uint8Array
  readonly additionalTxKeys: readonly Uint8Array[]
  readonly destinations: readonly TransferDestination[]
  readonly construction: ConstructionData
  readonly candidates: readonly MultisigCandidate[]
  /** monero family, multisig: from which the transaction keys are derived; zero otherwise */
  readonly keyEntropy: Uint8Array
}

/** Transactions that a watch-only wallet has made, and the outputs that the signing copy may not know. */
export type UnsignedTransferSet = {
  readonly transactions: readonly ConstructionData[]
  readonly outputs: OutputExport
}

/** The key image of an output (by one-time key) that a signed transaction pays to the wallet. */
export type OutputKeyImage = { readonly key: Uint8Array; readonly keyImage: Uint8Array }

/** Signed transactions. */
export type SignedTransferSet = {
  readonly transactions: readonly PendingTransaction[]
  /** of all outputs that the signing wallet knows, in their order */
  readonly keyImages: readonly Uint8Array[]
  readonly newKeyImages: readonly OutputKeyImage[]
}

/** Transactions that a multisig wallet proposes or has signed in part. */
export type MultisigTransferSet = {
  readonly transactions: readonly PendingTransaction[]
  /** public keys of those who have signed */
  readonly signers: readonly Uint8Array[]
}

/** How a value becomes an archive. */
export type ArchiveCodec<Value> = {
  encode(value: Value): Uint8Array
  /** @throws FormatError */
  decode(network: HasWireFormat, bytes: Uint8Array): Value
}

/** How one kind of set becomes bytes, before encryption. `magic`: first bytes, as text. */
export type SetCodec<Value> = ArchiveCodec<Value> & { readonly magic: string }

/** The formats of the sets of a network. */
export type TransferSetCodec = {
  readonly unsigned: SetCodec<UnsignedTransferSet>
  readonly signed: SetCodec<SignedTransferSet>
  readonly multisig: SetCodec<MultisigTransferSet>
  /** one transaction by itself, never encrypted: `tx_metadata` of the wallet RPC */
  readonly pending: ArchiveCodec<PendingTransaction>
}
