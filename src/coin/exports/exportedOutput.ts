// The output lists of wallets as plain data, and the type of the codecs that write them.

import type { HasWireFormat, Transaction } from '../transactions/transaction.ts'

/** A transaction without its confidential part. */
export type TransactionPrefix = Pick<
  Transaction,
  'version' | 'type' | 'unlockTime' | 'outputUnlockTimes' | 'inputs' | 'outputs' | 'extra'
>

/** The chain data of an output (wallet2: transfer_details); the monero family does not export it. */
export type ExportedChainData = {
  readonly height: number
  readonly txid: Uint8Array
  readonly prefix: TransactionPrefix
  /** blinding factor of the commitment */
  readonly mask: Uint8Array
  /** arbitrary bytes if the key image is unknown */
  readonly keyImage: Uint8Array
  /** 0 if unknown */
  readonly spentHeight: number
  /** position of the transaction public key by which the output was found */
  readonly keyPosition: number
  /** rings that contain the output */
  readonly uses: readonly { readonly height: number; readonly txid: Uint8Array }[]
  /** confirmed by a blink quorum, but not yet in a block */
  readonly unminedBlink: boolean
  readonly wasBlink: boolean
}

/** An output of a list. */
export type ExportedOutput = {
  /** the one-time public key */
  readonly key: Uint8Array
  readonly indexInTx: number
  readonly globalIndex: number
  readonly txPublicKeys: readonly Uint8Array[]
  /** additional transaction public keys: one per output, or none */
  readonly additionalKeys: readonly Uint8Array[]
  /** atomic units */
  readonly amount: bigint
  readonly confidential: boolean
  readonly spent: boolean
  readonly frozen: boolean
  readonly keyImageKnown: boolean
  /** the key image is requested */
  readonly requested: boolean
  /** the key image is partial, as in multisig wallets */
  readonly partial: boolean
  /** undefined in lists of Monero before 0.18.1.1 */
  readonly subaddress: { readonly major: number; readonly minor: number } | undefined
  readonly chain: ExportedChainData | undefined
}

/** A range of the outputs of a wallet. */
export type OutputExport = {
  /** number of outputs before the range */
  readonly offset: number
  /** number of all outputs; undefined if the format does not contain it */
  readonly total: number | undefined
  readonly outputs: readonly ExportedOutput[]
}

/** The format of the output lists of a network. */
export type OutputExportCodec = {
  /** lists without a total are an older form, which programs still in use read alone */
  readonly hasOlderForm: boolean
  /** first bytes of a file, as text */
  readonly magic: string
  /** Yields after each output. */
  encodeSteps(outputs: OutputExport): Generator<undefined, Uint8Array>
  /** @throws FormatError */
  decode(network: HasWireFormat, bytes: Uint8Array): OutputExport
}
