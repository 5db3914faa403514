// The outputs of a wallet as one copy of it hands them to another: a watch-only wallet to the one that has the spend key, which makes
// key images of them. How a list is written differs by family and is told by the network; how it is wrapped does not.

import { concat, equalBytes, utf8, wipe } from '../../bytes/bytes.ts'
import { FormatError } from '../../bytes/cursor.ts'
import { openForView, sealForView, ViewCipherError } from '../../crypto/ciphers/viewCipher.ts'
import type { Random } from '../../crypto/curve/scalar.ts'
import type { Network } from '../networks/network.ts'
import type { Transaction } from '../transactions/transaction.ts'

/** Bytes that are no list of this account's outputs. The messages are the reference's. */
export class OutputExportError extends Error {
  override readonly name = 'OutputExportError'
}

/** What a transaction says before anything confidential. */
export type TransactionPrefix = Pick<
  Transaction,
  'version' | 'type' | 'unlockTime' | 'outputUnlockTimes' | 'inputs' | 'outputs' | 'extra'
>

/** Where and how an output stands on the chain; not every form tells it. */
export type ExportedChainFacts = {
  readonly height: number
  readonly txid: Uint8Array
  readonly prefix: TransactionPrefix
  /** blinds the commitment */
  readonly mask: Uint8Array
  /** zeros, or anything, where it is not known */
  readonly keyImage: Uint8Array
  /** 0 where it is not known */
  readonly spentHeight: number
  /** which of the transaction keys found it */
  readonly keyPosition: number
  /** rings in which it was seen: heights and transactions */
  readonly uses: readonly { readonly height: number; readonly txid: Uint8Array }[]
  /** confirmed by a quorum, and not yet by a block */
  readonly unminedBlink: boolean
  readonly wasBlink: boolean
}

/** An output in a list. */
export type ExportedOutput = {
  /** the one-time key */
  readonly key: Uint8Array
  readonly indexInTx: number
  readonly globalIndex: number
  /** keys of its transaction; the additional ones are one per output, or none */
  readonly txPublicKeys: readonly Uint8Array[]
  readonly additionalKeys: readonly Uint8Array[]
  /** atomic units */
  readonly amount: bigint
  readonly confidential: boolean
  readonly spent: boolean
  readonly frozen: boolean
  readonly keyImageKnown: boolean
  /** its key image is wanted */
  readonly requested: boolean
  /** a part of its key image is missing, as multisig wallets have it */
  readonly partial: boolean
  /** undefined in the oldest form of the monero family */
  readonly subaddress: { readonly major: number; readonly minor: number } | undefined
  readonly chain: ExportedChainFacts | undefined
}

/** A stretch of the outputs of a wallet. */
export type OutputExport = {
  /** how many outputs come before these */
  readonly offset: number
  /** how many there are in all; undefined where the form does not tell */
  readonly total: number | undefined
  readonly outputs: readonly ExportedOutput[]
}

/** How a network writes lists of outputs. */
export type OutputExportRules = {
  /** what files begin with */
  readonly magic: string
  encode(outputs: OutputExport): Uint8Array
  /** @throws FormatError */
  decode(network: Pick<Network, 'wireFormat'>, bytes: Uint8Array): OutputExport
}

/** Keys of the account that a list belongs to; 32 bytes each. */
export type ExportKeys = {
  readonly spendPublic: Uint8Array
  readonly viewPublic: Uint8Array
  readonly viewSecret: Uint8Array
}

type HasOutputExports = Pick<Network, 'outputExports' | 'wireFormat'>

const KEY = 32

/** A list of outputs, readable for who has the view secret. Throws RandomnessError when `random` fails. */
export const formatOutputExport = async (
  { outputExports }: HasOutputExports,
  keys: ExportKeys,
  outputs: OutputExport,
  random: Random,
): Promise<Uint8Array> => {
  const plain = concat(keys.spendPublic, keys.viewPublic, outputExports.encode(outputs))
  const sealed = await sealForView(keys, plain, random)
  wipe(plain)
  return concat(utf8(outputExports.magic), sealed)
}

const opened = async (keys: ExportKeys, sealed: Uint8Array): Promise<Uint8Array> => {
  try {
    return await openForView(keys, sealed)
  } catch (error) {
    if (error instanceof ViewCipherError)
      throw new OutputExportError(`Failed to decrypt outputs: ${error.message}`, { cause: error })
    throw error
  }
}

/**
 * The list in bytes that a copy of the same wallet made.
 * @throws OutputExportError
 */
export const parseOutputExport = async (
  network: HasOutputExports,
  keys: ExportKeys,
  bytes: Uint8Array,
): Promise<OutputExport> => {
  const magic = utf8(network.outputExports.magic)
  if (bytes.length < magic.length || !equalBytes(bytes.subarray(0, magic.length), magic))
    throw new OutputExportError('Bad magic from outputs')
  const plain = await opened(keys, bytes.subarray(magic.length))
  if (plain.length < 2 * KEY) throw new OutputExportError('Bad data size for outputs')
  if (!equalBytes(plain.subarray(0, 2 * KEY), concat(keys.spendPublic, keys.viewPublic)))
    throw new OutputExportError('Outputs from are for a different account')
  try {
    return network.outputExports.decode(network, plain.subarray(2 * KEY))
  } catch (error) {
    if (error instanceof FormatError)
      throw new OutputExportError(`Failed to import outputs: ${error.message}`, { cause: error })
    throw error
  }
}
