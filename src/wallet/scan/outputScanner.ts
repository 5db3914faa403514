// Finding what a wallet received: gathered transactions go to the scanner as one batch; the hits that come back are opened together
// (amount, mask, key image) and checked against their commitments.

import { concat, equalBytes, isZero, wipe } from '../../bytes/bytes.ts'
import { type OpenedAmount, openAmount } from '../../coin/transactions/openAmount.ts'
import { outputUnlockTime } from '../../coin/transactions/transaction.ts'
import { commitAll } from '../../crypto/amounts/commitment.ts'
import { cryptPaymentIdWith } from '../../crypto/ciphers/paymentIdCipher.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import { derivationToScalar, keyDerivation, keyImages, secretAdd, subaddressSecret } from '../../crypto/keys/keys.ts'
import type { ScanBatch, ScanHit, Scanner } from '../../crypto/scan/scanner.ts'
import type { SubaddressTable } from '../accounts/subaddressTable.ts'
import type { KeyImageOrigin, OwnedOutput, WalletKeys } from '../state/ledger.ts'
import { type ChainTransaction, chainTransactionFee, type TransactionBatch } from './scanBatch.ts'

/** A transaction with what a wallet received by it. Of outputs in the pool height and global index are 0. */
export type ScannedTransaction = { readonly source: ChainTransaction; readonly received: readonly OwnedOutput[] }

/** Transactions that are with the scanner. */
export type PendingScan = {
  readonly transactionBatch: TransactionBatch
  /** the transaction that the batch begins with */
  readonly from: number
  readonly batch: ScanBatch
  /** the table's generation at the time */
  readonly generation: number
  readonly hits: Promise<readonly ScanHit[]>
}

/** An output of ours with what its derivation tells. */
type OpenedOutput = OpenedAmount & {
  readonly source: ChainTransaction
  /** position of the transaction */
  readonly transaction: number
  readonly index: number
  readonly hit: ScanHit
  readonly key: Uint8Array
  /** Hs(derivation || index) */
  readonly shared: Uint8Array
}

/** Those that hold what they say: something, and no other amount than their commitments. */
const withValidCommitments = (opened: readonly OpenedOutput[]): OpenedOutput[] => {
  const hidden = opened.filter(({ commitment }) => commitment !== undefined)
  const masks = concat(...hidden.map(({ mask }) => mask))
  const commitments = commitAll(
    hidden.map(({ amount }) => amount),
    masks,
  )
  const lies = new Set<OpenedOutput>()
  for (const [i, output] of hidden.entries()) {
    const { commitment } = output
    if (commitment !== undefined && !equalBytes(commitment, commitments.subarray(32 * i, 32 * i + 32))) lies.add(output)
  }
  wipe(masks)
  return opened.filter((output) => output.amount > 0n && !lies.has(output))
}

/** Long payment ids count in blocks before this version. */
const LONG_IDS_END = 12

const NO_ID = new Uint8Array()

/**
 * The payment id that came with a transaction to us; empty when there is none.
 * @param derivation of a key of the transaction, which is its first one's more often than not
 */
const paymentIdOf = (
  { extra, blockVersion }: ChainTransaction,
  txPublicKey: Uint8Array,
  derivation: Uint8Array,
  viewSecret: Uint8Array,
): Uint8Array => {
  const [key] = extra.keys
  if (extra.encryptedPaymentId !== undefined && key !== undefined)
    try {
      const shared = equalBytes(key, txPublicKey) ? derivation : keyDerivation(key, viewSecret)
      const id = cryptPaymentIdWith(extra.encryptedPaymentId, shared)
      return isZero(id) ? NO_ID : id
    } catch (error) {
      if (!(error instanceof InvalidPointError)) throw error
    }
  if (extra.longPaymentId !== undefined && blockVersion < LONG_IDS_END) return extra.longPaymentId.slice()
  return NO_ID
}

/** Finds a wallet's outputs. Watches more addresses as soon as one near the end of the table is used. */
export class OutputScanner {
  readonly #keys: WalletKeys
  readonly #table: SubaddressTable
  readonly #scanner: Scanner
  /** length of the table that the scanner was told */
  #watched = -1
  #watching: Promise<void> = Promise.resolve()

  constructor(keys: WalletKeys, table: SubaddressTable, scanner: Scanner) {
    this.#keys = keys
    this.#table = table
    this.#scanner = scanner
  }

  /** Whether the outputs that are found come with their key images. */
  get keyImageOrigin(): KeyImageOrigin {
    return this.#keys.spendSecret === undefined ? 'imported' : 'derived'
  }

  /** Hands transactions to the scanner, from one on. Several may be with it, to be finished in the order in which they began. */
  begin(transactionBatch: TransactionBatch, from = 0): PendingScan {
    const { keys } = this.#table
    if (keys.length !== this.#watched) {
      this.#watched = keys.length
      this.#watching = this.#scanner.watch(this.#keys.viewSecret, keys)
      this.#watching.catch(() => {
        this.#watched = -1
      })
    }
    const batch = transactionBatch.batch(from)
    const hits = Promise.all([this.#scanner.scan(batch), this.#watching]).then(([found]) => found)
    // They may be looked at later than they fail.
    hits.catch(() => undefined)
    return { transactionBatch, from, batch, generation: this.#table.generation, hits }
  }

  /** Leaves transactions that are with the scanner; what it finds is wiped. */
  discard({ hits }: PendingScan): void {
    hits.then(
      (found) => wipe(...found.map(({ derivation }) => derivation)),
      () => undefined,
    )
  }

  /**
   * What a wallet received by transactions, in their order; those that brought nothing are there too. A payment to an address that
   * only comes into view by an earlier one among them, or in what was finished before, is found.
   * @throws the signal's reason
   */
  async finish(begun: PendingScan, signal: AbortSignal): Promise<ScannedTransaction[]> {
    const { transactions } = begun.transactionBatch
    const received = transactions.map((): OwnedOutput[] => [])
    let scanning: PendingScan | undefined = begun
    while (scanning !== undefined) {
      if (this.#table.generation !== scanning.generation) {
        // Meanwhile an address came into view that this may have been paid to.
        this.discard(scanning)
        scanning = this.begin(scanning.transactionBatch, scanning.from)
      }
      scanning = await this.#processHits(scanning, received, signal)
    }
    return transactions.map((source, i) => ({ source, received: received[i] ?? [] }))
  }

  /** What a wallet received by transactions, all at once. */
  async scan(transactionBatch: TransactionBatch, signal: AbortSignal): Promise<ScannedTransaction[]> {
    return await this.finish(this.begin(transactionBatch), signal)
  }

  /** Opens what was found, up to the transaction that made the table grow; returns what is to be scanned again from there. */
  async #processHits(
    scanning: PendingScan,
    received: OwnedOutput[][],
    signal: AbortSignal,
  ): Promise<PendingScan | undefined> {
    const { transactionBatch, from, batch } = scanning
    const hits = await scanning.hits
    const opened: OpenedOutput[] = []
    try {
      signal.throwIfAborted()
      for (const hit of hits) {
        const found = this.#open(transactionBatch, from, hit, batch)
        if (found !== undefined) opened.push(found)
      }
      const ours = withValidCommitments(opened)
      const grownAt = await this.#growTable(ours)
      signal.throwIfAborted()
      // What stands in the transaction at which the table grew is found once more.
      const certain = ours.filter(({ transaction }) => grownAt === undefined || transaction < grownAt)
      const images = this.#keyImagesOf(certain)
      for (const [i, found] of certain.entries())
        received[found.transaction]?.push(this.#ownedOutput(found, batch, images?.slice(32 * i, 32 * i + 32)))
      return grownAt === undefined ? undefined : this.begin(transactionBatch, grownAt)
    } finally {
      for (const { derivation } of hits) wipe(derivation)
      for (const { shared } of opened) wipe(shared)
    }
  }

  /** Watches what the outputs' addresses ask for; returns the first transaction after which something is to be scanned again. */
  async #growTable(ours: readonly OpenedOutput[]): Promise<number | undefined> {
    const reached = new Set<number>()
    for (const { transaction, hit } of ours) {
      if (reached.has(hit.spendKey)) continue
      reached.add(hit.spendKey)
      if (await this.#table.reach(this.#table.indexAt(hit.spendKey))) return transaction
    }
    return undefined
  }

  #open(transactionBatch: TransactionBatch, from: number, hit: ScanHit, batch: ScanBatch): OpenedOutput | undefined {
    const { transaction, output: index } = transactionBatch.place(from, hit.output)
    const source = transactionBatch.transactions[transaction] as ChainTransaction // place() names one of them
    const shared = derivationToScalar(hit.derivation, index)
    const amount = openAmount(source.transaction(), index, shared)
    if (amount === undefined) {
      wipe(shared)
      return undefined
    }
    const key = batch.outputs.slice(32 * hit.output, 32 * hit.output + 32)
    return { source, transaction, index, hit, key, shared, ...amount }
  }

  /** 32 bytes each; undefined in a watch-only wallet. */
  #keyImagesOf(opened: readonly OpenedOutput[]): Uint8Array | undefined {
    const { spendSecret, viewSecret } = this.#keys
    if (spendSecret === undefined) return undefined
    /** spend secrets by the position of the spend key: outputs by the hundred are addressed to a few */
    const owners = new Map<number, Uint8Array>()
    const ownerSecret = (position: number): Uint8Array => {
      const known = owners.get(position)
      if (known !== undefined) return known
      const { major, minor } = this.#table.indexAt(position)
      const offset = subaddressSecret(viewSecret, major, minor)
      const secret = secretAdd(spendSecret, offset)
      wipe(offset)
      owners.set(position, secret)
      return secret
    }
    const secrets = new Uint8Array(32 * opened.length)
    for (const [i, { hit, shared }] of opened.entries()) {
      const secret = secretAdd(shared, ownerSecret(hit.spendKey))
      secrets.set(secret, 32 * i)
      wipe(secret)
    }
    const images = keyImages(concat(...opened.map(({ key }) => key)), secrets)
    wipe(secrets, ...owners.values())
    return images
  }

  #ownedOutput(
    { source, index, hit, key, amount, mask }: OpenedOutput,
    batch: ScanBatch,
    keyImage: Uint8Array | undefined,
  ): OwnedOutput {
    const transaction = source.transaction()
    const txPublicKey = batch.keys.slice(32 * hit.key, 32 * hit.key + 32)
    return {
      globalIndex: source.outputIndices[index] ?? 0,
      confidential: transaction.version >= 2,
      key,
      txid: source.txid.slice(),
      indexInTx: index,
      amount,
      mask: mask.slice(),
      subaddress: this.#table.indexAt(hit.spendKey),
      txPublicKey,
      keyImage,
      height: source.height ?? 0,
      timestamp: source.timestamp,
      unlockTime: outputUnlockTime(transaction, index),
      prefixUnlockTime: transaction.unlockTime,
      coinbase: source.coinbase,
      paymentId: paymentIdOf(source, txPublicKey, hit.derivation, this.#keys.viewSecret),
      fee: chainTransactionFee(source),
      change: false,
      spent: undefined,
      frozen: false,
    }
  }
}
