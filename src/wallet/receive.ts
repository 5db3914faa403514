// Finding what a wallet received: transactions go to the scanner as flat arrays; the hits that come back are opened (amount, mask,
// key image) and checked against their commitments.

import { concat, equalBytes, isZero, wipe } from '../bytes/bytes.ts'
import { RctType } from '../coin/ringct.ts'
import { unlockTimeOf } from '../coin/transaction.ts'
import { commit, commitmentMask, decryptAmount, decryptOldAmount } from '../crypto/commitment.ts'
import { derivationToScalar, deriveOutputSecret, keyImage, secretAdd, subaddressSecret } from '../crypto/keys.ts'
import { cryptPaymentId } from '../crypto/paymentId.ts'
import { InvalidPointError } from '../crypto/point.ts'
import type { ScanBatch, ScanHit, Scanner } from '../crypto/scan.ts'
import type { SubaddressTable } from './accounts.ts'
import type { ChainTransaction } from './chain.ts'
import type { OwnedOutput, SubaddressIndex, WalletKeys } from './ledger.ts'

/** A transaction with what a wallet received by it. Of outputs in the pool height and global index are 0. */
export type ScannedTransaction = { readonly source: ChainTransaction; readonly received: readonly OwnedOutput[] }

/** Position of each output of a batch among the transactions. */
type Place = { readonly transaction: number; readonly output: number }

const buildBatch = (transactions: readonly ChainTransaction[], from: number): { batch: ScanBatch; places: Place[] } => {
  let keyCount = 0
  let outputCount = 0
  for (let i = from; i < transactions.length; i++) {
    const { extra, transaction } = transactions[i] as ChainTransaction // i is below the length
    keyCount += extra.keys.length + extra.additionalKeys.length
    outputCount += transaction.outputs.length
  }
  const batch = {
    keys: new Uint8Array(32 * keyCount),
    outputs: new Uint8Array(32 * outputCount),
    outputIndexes: new Uint32Array(outputCount),
    firstKeys: new Uint32Array(outputCount),
    keyCounts: new Uint8Array(outputCount),
    additionalKeys: new Int32Array(outputCount).fill(-1),
    viewTags: new Int16Array(outputCount).fill(-1),
  }
  const places: Place[] = []
  let key = 0
  for (let i = from; i < transactions.length; i++) {
    const { extra, transaction } = transactions[i] as ChainTransaction // i is below the length
    const firstKey = key
    for (const bytes of [...extra.keys, ...extra.additionalKeys]) batch.keys.set(bytes, 32 * key++)
    for (const [output, { key: outputKey, viewTag }] of transaction.outputs.entries()) {
      const row = places.length
      batch.outputs.set(outputKey, 32 * row)
      batch.outputIndexes[row] = output
      batch.firstKeys[row] = firstKey
      batch.keyCounts[row] = extra.keys.length
      if (output < extra.additionalKeys.length) batch.additionalKeys[row] = firstKey + extra.keys.length + output
      if (viewTag !== undefined) batch.viewTags[row] = viewTag
      places.push({ transaction: i, output })
    }
  }
  return { batch, places }
}

/** Mask of an amount that is not hidden. */
const ONE = new Uint8Array(32)
ONE[0] = 1

/** Amount and mask of an output, or undefined when they are not what its commitment says. */
const openAmount = (
  { transaction }: ChainTransaction,
  index: number,
  derivation: Uint8Array,
): { amount: bigint; mask: Uint8Array } | undefined => {
  const { rct, outputs } = transaction
  if (rct === undefined || rct.type === RctType.null) return { amount: outputs[index]?.amount ?? 0n, mask: ONE }
  const info = rct.ecdhInfo[index]
  const commitment = rct.commitments[index]
  if (info === undefined || commitment === undefined) return undefined
  const shared = derivationToScalar(derivation, index)
  const opened =
    info.mask === undefined
      ? { amount: decryptAmount(info.amount, shared), mask: commitmentMask(shared) }
      : decryptOldAmount(concat(info.mask, info.amount), shared)
  wipe(shared)
  return equalBytes(commit(opened.amount, opened.mask), commitment) ? opened : undefined
}

const imageOf = (
  keys: WalletKeys,
  subaddress: SubaddressIndex,
  derivation: Uint8Array,
  index: number,
  key: Uint8Array,
): Uint8Array | undefined => {
  if (keys.spendSecret === undefined) return undefined
  const { major, minor } = subaddress
  const offset = subaddressSecret(keys.viewSecret, major, minor)
  const spendSecret = secretAdd(keys.spendSecret, offset)
  const secret = deriveOutputSecret(derivation, index, spendSecret)
  const image = keyImage(key, secret)
  wipe(offset, spendSecret, secret)
  return image
}

/** Long payment ids count in blocks before this version. */
const LONG_IDS_END = 12

/** The payment id that came with a transaction to us; empty when there is none. */
const paymentIdOf = ({ extra, blockVersion }: ChainTransaction, viewSecret: Uint8Array): Uint8Array => {
  const [key] = extra.keys
  if (extra.encryptedPaymentId !== undefined && key !== undefined)
    try {
      const id = cryptPaymentId(extra.encryptedPaymentId, key, viewSecret)
      return isZero(id) ? new Uint8Array() : id
    } catch (error) {
      if (!(error instanceof InvalidPointError)) throw error
    }
  if (extra.longPaymentId !== undefined && blockVersion < LONG_IDS_END) return extra.longPaymentId.slice()
  return new Uint8Array()
}

/** Finds a wallet's outputs. Watches more addresses as soon as one near the end of the table is used. */
export class Receiver {
  readonly #keys: WalletKeys
  readonly #table: SubaddressTable
  readonly #scanner: Scanner
  /** length of the table that the scanner was told */
  #watched = -1

  constructor(keys: WalletKeys, table: SubaddressTable, scanner: Scanner) {
    this.#keys = keys
    this.#table = table
    this.#scanner = scanner
  }

  /**
   * What a wallet received by transactions, in their order; those that brought nothing are there too. A payment to an address that
   * only comes into view by an earlier one among them is found.
   */
  async scan(transactions: readonly ChainTransaction[]): Promise<ScannedTransaction[]> {
    const received = transactions.map((): OwnedOutput[] => [])
    let from: number | undefined = 0
    while (from !== undefined) from = await this.#scanFrom(transactions, from, received)
    return transactions.map((source, i) => ({ source, received: received[i] ?? [] }))
  }

  /** Scans from a transaction on; returns the transaction that made the table grow, to scan again from there. */
  async #scanFrom(
    transactions: readonly ChainTransaction[],
    from: number,
    received: OwnedOutput[][],
  ): Promise<number | undefined> {
    const { keys } = this.#table
    if (keys.length !== this.#watched) {
      await this.#scanner.watch(this.#keys.viewSecret, keys)
      this.#watched = keys.length
    }
    const { batch, places } = buildBatch(transactions, from)
    const hits = await this.#scanner.scan(batch)
    for (let i = from; i < received.length; i++) received[i] = []
    let grownAt: number | undefined
    for (const hit of hits) {
      const place = places[hit.output]
      const source = place && transactions[place.transaction]
      if (place === undefined || source === undefined) throw new RangeError(`no output ${hit.output} was to be scanned`)
      if (grownAt !== undefined && place.transaction > grownAt) break
      const output = this.#open(source, place.output, hit, batch)
      if (output === undefined) continue
      received[place.transaction]?.push(output)
      if (await this.#table.reach(output.subaddress)) grownAt = place.transaction
    }
    for (const { derivation } of hits) wipe(derivation)
    return grownAt
  }

  #open(source: ChainTransaction, index: number, hit: ScanHit, batch: ScanBatch): OwnedOutput | undefined {
    const { transaction, coinbase } = source
    const key = transaction.outputs[index]?.key
    const opened = openAmount(source, index, hit.derivation)
    if (key === undefined || opened === undefined || opened.amount === 0n) return undefined
    const subaddress = this.#table.indexAt(hit.spendKey)
    return {
      globalIndex: source.outputIndices[index] ?? 0,
      confidential: transaction.version >= 2,
      key: key.slice(),
      txid: source.txid.slice(),
      indexInTx: index,
      amount: opened.amount,
      mask: opened.mask.slice(),
      subaddress,
      txPublicKey: batch.keys.slice(32 * hit.key, 32 * hit.key + 32),
      keyImage: imageOf(this.#keys, subaddress, hit.derivation, index, key),
      height: source.height ?? 0,
      timestamp: source.timestamp,
      unlockTime: unlockTimeOf(transaction, index),
      prefixUnlockTime: transaction.unlockTime,
      coinbase,
      paymentId: paymentIdOf(source, this.#keys.viewSecret),
      fee: source.fee,
      change: false,
      spent: undefined,
      frozen: false,
    }
  }
}
