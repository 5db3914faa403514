// Finds the outputs that a wallet received: passes a batch of transactions to the scanner, decrypts the amounts and masks of its hits,
// verifies them against the commitments and computes the key images.

import { concat, equalBytes, isZero, wipe, withSecrets } from '../../bytes/bytes.ts'
import { toHex } from '../../bytes/hex.ts'
import { type OpenedAmount, openAmount } from '../../coin/transactions/openAmount.ts'
import { outputUnlockTime } from '../../coin/transactions/transaction.ts'
import { commitAll } from '../../crypto/amounts/commitment.ts'
import { cryptPaymentId, cryptPaymentIdWith } from '../../crypto/ciphers/paymentIdCipher.ts'
import { InvalidPointError } from '../../crypto/curve/point.ts'
import { derivationToScalar, keyImages, secretAdd } from '../../crypto/keys/keys.ts'
import type { ScanBatch, ScanHit, Scanner } from '../../crypto/scan/scanner.ts'
import { type ChainTransaction, chainTransactionFee, type TransactionBatch } from '../scan/scanBatch.ts'
import type { KeyImageOrigin, OwnedOutput, WalletKeys } from '../state/ledger.ts'
import { spendSecretAt } from '../state/outputSecrets.ts'
import type { Labels, SubaddressTable } from '../state/subaddressTable.ts'

/** A transaction with the outputs that the wallet received. For txpool transactions their height and global index are 0. */
export type ScannedTransaction = { readonly source: ChainTransaction; readonly received: readonly OwnedOutput[] }

/** The outputs that the wallet received, by the position of their transaction in the batch. */
export type ReceivedOutputs = ReadonlyMap<number, readonly OwnedOutput[]>

/** Returns the transaction at a position of a scanned batch. */
export const scannedTransaction = (
  transactionBatch: TransactionBatch,
  position: number,
  received: ReceivedOutputs,
): ScannedTransaction => ({ source: transactionBatch.transaction(position), received: received.get(position) ?? [] })

/** A running scan. */
export type PendingScan = {
  readonly transactionBatch: TransactionBatch
  /** position of the first transaction that is scanned */
  readonly from: number
  /** finds the transaction and the output in a row of the batch */
  readonly place: (row: number) => { readonly transaction: number; readonly output: number }
  readonly batch: ScanBatch
  /** generation of the subaddress table at the start */
  readonly generation: number
  readonly hits: Promise<readonly ScanHit[]>
}

/** An output of the wallet with the decrypted amount and mask. */
type OpenedOutput = OpenedAmount & {
  readonly source: ChainTransaction
  /** position of the transaction in the batch */
  readonly transaction: number
  readonly index: number
  readonly hit: ScanHit
  readonly key: Uint8Array
  /** Hs(derivation || index) */
  readonly shared: Uint8Array
}

/** Returns the outputs whose amount is not 0 and whose commitment, if any, is to that amount. */
const withValidCommitments = (opened: readonly OpenedOutput[]): OpenedOutput[] => {
  const confidential = opened.filter(({ commitment }) => commitment !== undefined)
  const commitments = withSecrets((keep) =>
    commitAll(
      confidential.map(({ amount }) => amount),
      keep(concat(...confidential.map(({ mask }) => mask))),
    ),
  )
  const invalid = new Set<OpenedOutput>()
  for (const [i, output] of confidential.entries()) {
    const { commitment } = output
    if (commitment !== undefined && !equalBytes(commitment, commitments.subarray(32 * i, 32 * i + 32)))
      invalid.add(output)
  }
  return opened.filter((output) => output.amount > 0n && !invalid.has(output))
}

/** Long payment ids are ignored from this block version on, as in wallet2. */
const LONG_PAYMENT_IDS_END_VERSION = 12

const NO_PAYMENT_ID = new Uint8Array()

/**
 * Returns the decrypted payment id of a received transaction; empty if there is none. Of several tx public keys, the last one decrypts it
 * (wallet2: process_new_transaction).
 * @param derivation of `txPublicKey`; reused if that is the last key
 */
const paymentIdOf = (
  { extra, blockVersion }: ChainTransaction,
  txPublicKey: Uint8Array,
  derivation: Uint8Array,
  viewSecret: Uint8Array,
): Uint8Array => {
  const key = extra.keys.at(-1)
  if (extra.encryptedPaymentId !== undefined && key !== undefined)
    try {
      const { encryptedPaymentId } = extra
      const id = equalBytes(key, txPublicKey)
        ? cryptPaymentIdWith(encryptedPaymentId, derivation)
        : cryptPaymentId(encryptedPaymentId, key, viewSecret)
      return isZero(id) ? NO_PAYMENT_ID : id
    } catch (error) {
      if (!(error instanceof InvalidPointError)) throw error
    }
  if (extra.longPaymentId !== undefined && blockVersion < LONG_PAYMENT_IDS_END_VERSION)
    return extra.longPaymentId.slice()
  return NO_PAYMENT_ID
}

/** Transactions of the txpool that are remembered as foreign; the txpools of public nodes are smaller. */
const MAX_FOREIGN = 5000

/** Finds the outputs of a wallet. Extends the subaddress table when an address near its end receives an output. */
export class OutputScanner {
  readonly #keys: WalletKeys
  readonly #table: SubaddressTable
  readonly #scanner: Scanner
  /** length of the keys that were passed to the scanner; -1 if none were */
  #watched = -1
  #watching: Promise<void> = Promise.resolve()
  /** ids of transactions that have no output to the first `#foreignTo` bytes of keys */
  readonly #foreign = new Set<string>()
  #foreignTo = 0

  constructor(keys: WalletKeys, table: SubaddressTable, scanner: Scanner) {
    this.#keys = keys
    this.#table = table
    this.#scanner = scanner
  }

  /** `derived` if found outputs have key images, `imported` for a watch-only wallet. */
  get keyImageOrigin(): KeyImageOrigin {
    return this.#keys.spendSecret === undefined ? 'imported' : 'derived'
  }

  /** Starts a scan of the transactions from position `from` on. Several scans may run; finish them in the order in which they began. */
  begin(transactionBatch: TransactionBatch, from = 0): PendingScan {
    const { batch, place } = this.#select(transactionBatch, from)
    return { transactionBatch, from, place, batch, generation: this.#table.generation, hits: this.#scan(batch) }
  }

  /** Number of times that the table of watched addresses has grown. */
  get generation(): number {
    return this.#table.generation
  }

  /**
   * Scans a batch for the addresses that are watched now. What its outputs contain, and whether the table grows by them, only the completed scan of
   * their transactions shows (`resume`).
   * @returns hits, whose derivations the caller wipes
   */
  find(batch: ScanBatch): Promise<readonly ScanHit[]> {
    return this.#scan(batch)
  }

  /**
   * Starts a scan whose hits are known: those of a batch with the same keys and outputs, in the same order.
   * @param generation of the table of watched addresses when they were found
   */
  resume(transactionBatch: TransactionBatch, hits: readonly ScanHit[], generation: number): PendingScan {
    const place = (row: number) => transactionBatch.place(0, row)
    const batch = transactionBatch.batch(0)
    return { transactionBatch, from: 0, place, batch, generation, hits: Promise.resolve(hits) }
  }

  /** Scans a batch for the addresses that are watched now. */
  #scan(batch: ScanBatch): Promise<readonly ScanHit[]> {
    const { keys } = this.#table
    if (keys.length !== this.#watched) {
      this.#watched = keys.length
      this.#watching = this.#scanner.watch(this.#keys.viewSecret, keys)
      this.#watching.catch(() => {
        this.#watched = -1
      })
    }
    const hits = Promise.all([this.#scanner.scan(batch), this.#watching]).then(([found]) => found)
    // A failure is reported when the hits are awaited, which may be later.
    hits.catch(() => undefined)
    return hits
  }

  /** Returns what is to be scanned of a batch: not what is known to be foreign, as most transactions that were in the txpool before. */
  #select(transactionBatch: TransactionBatch, from: number): Pick<PendingScan, 'batch' | 'place'> {
    const skipped = from === 0 ? this.#foreignIn(transactionBatch) : new Set<number>()
    if (skipped.size === 0)
      return { batch: transactionBatch.batch(from), place: (row) => transactionBatch.place(from, row) }
    const rest = transactionBatch.without(skipped)
    const positions = transactionBatch.sources.flatMap((_, i) => (skipped.has(i) ? [] : [i]))
    return {
      batch: rest.batch(0),
      place: (row) => {
        const { transaction, output } = rest.place(0, row)
        return { transaction: positions[transaction] ?? 0, output }
      },
    }
  }

  /** Returns the positions of transactions that were scanned for all keys of the table, and have no output to any. */
  #foreignIn(transactionBatch: TransactionBatch): ReadonlySet<number> {
    if (this.#foreign.size === 0 || this.#foreignTo !== this.#table.keys.length) return new Set()
    const isForeign = (position: number): boolean => this.#foreign.has(toHex(transactionBatch.txid(position)))
    return new Set([...transactionBatch.sources.keys()].filter(isForeign))
  }

  /** Returns the labels with the addresses of received outputs created. */
  issue(labels: Labels, received: Iterable<OwnedOutput>): Labels {
    return this.#table.issue(labels, received)
  }

  /** Discards a running scan and wipes its derivations. */
  discard({ hits }: PendingScan): void {
    hits.then(
      (found) => wipe(...found.map(({ derivation }) => derivation)),
      () => undefined,
    )
  }

  /**
   * Completes a scan and returns the received outputs. Also finds outputs to addresses that entered the lookahead by an earlier transaction
   * of this scan or by a scan finished before: these transactions are scanned again.
   * @throws the signal's reason
   */
  async finish(begun: PendingScan, signal: AbortSignal): Promise<ReceivedOutputs> {
    const received = new Map<number, OwnedOutput[]>()
    let scanning: PendingScan | undefined = begun
    while (scanning !== undefined) {
      if (this.#table.generation !== scanning.generation) {
        // The table has grown since the start: outputs to the new addresses are missing.
        this.discard(scanning)
        scanning = this.begin(scanning.transactionBatch, scanning.from)
      }
      scanning = await this.#processHits(scanning, received, signal)
    }
    return received
  }

  /**
   * Scans all transactions of a batch, and returns them in their order.
   * @throws the signal's reason
   */
  async scan(transactionBatch: TransactionBatch, signal: AbortSignal): Promise<ScannedTransaction[]> {
    const received = await this.finish(this.begin(transactionBatch), signal)
    return transactionBatch.sources.map((_, i) => scannedTransaction(transactionBatch, i, received))
  }

  /**
   * Scans transactions of the txpool, whose bytes were verified against their ids. Those without outputs of the wallet are not scanned again
   * in their block.
   * @throws the signal's reason
   */
  async scanPooled(transactionBatch: TransactionBatch, signal: AbortSignal): Promise<ScannedTransaction[]> {
    const keys = this.#table.keys.length
    const scanned = await this.scan(transactionBatch, signal)
    // The scan may have begun with fewer keys.
    if (this.#table.keys.length !== keys) return scanned
    if (this.#foreignTo !== keys) this.#foreign.clear()
    this.#foreignTo = keys
    for (const { source, received } of scanned) if (received.length === 0) this.#foreign.add(toHex(source.txid))
    for (const id of this.#foreign) {
      if (this.#foreign.size <= MAX_FOREIGN) break
      this.#foreign.delete(id)
    }
    return scanned
  }

  /**
   * Adds the outputs of the hits to `received`, up to the transaction that made the table grow. Returns the new scan from there on;
   * undefined if the table did not grow.
   */
  async #processHits(
    scanning: PendingScan,
    received: Map<number, OwnedOutput[]>,
    signal: AbortSignal,
  ): Promise<PendingScan | undefined> {
    const { transactionBatch, batch } = scanning
    const hits = await scanning.hits
    const opened: OpenedOutput[] = []
    try {
      signal.throwIfAborted()
      for (const hit of hits) {
        const found = this.#open(scanning, hit)
        if (found !== undefined) opened.push(found)
      }
      const valid = withValidCommitments(opened)
      const grownAt = await this.#growTable(valid)
      signal.throwIfAborted()
      // The new scan repeats the transaction at which the table grew.
      const final = valid.filter(({ transaction }) => grownAt === undefined || transaction < grownAt)
      const images = this.#keyImagesOf(final)
      for (const [i, found] of final.entries()) {
        const outputs = received.get(found.transaction) ?? []
        outputs.push(this.#ownedOutput(found, batch, images?.slice(32 * i, 32 * i + 32)))
        received.set(found.transaction, outputs)
      }
      return grownAt === undefined ? undefined : this.begin(transactionBatch, grownAt)
    } finally {
      for (const { derivation } of hits) wipe(derivation)
      for (const { shared } of opened) wipe(shared)
    }
  }

  /** Extends the table by the lookahead of the outputs' addresses. Returns the first transaction at which it grew too late. */
  async #growTable(outputs: readonly OpenedOutput[]): Promise<number | undefined> {
    const reached = new Set<number>()
    for (const { transaction, hit } of outputs) {
      if (reached.has(hit.spendKey)) continue
      reached.add(hit.spendKey)
      const index = this.#table.indexAt(hit.spendKey)
      if (this.#table.has(index) && (await this.#table.reach(index))) return transaction
    }
    return undefined
  }

  /** Decrypts the amount and mask of a hit; undefined if that is impossible. */
  #open({ transactionBatch, place, batch }: PendingScan, hit: ScanHit): OpenedOutput | undefined {
    const { transaction, output: index } = place(hit.output)
    const source = transactionBatch.transaction(transaction)
    const shared = derivationToScalar(hit.derivation, index)
    const amount = openAmount(source.transaction(), index, shared)
    if (amount === undefined) {
      wipe(shared)
      return undefined
    }
    const key = batch.outputs.slice(32 * hit.output, 32 * hit.output + 32)
    return { source, transaction, index, hit, key, shared, ...amount }
  }

  /** Computes the key images, 32 bytes each; undefined in a watch-only wallet. */
  #keyImagesOf(opened: readonly OpenedOutput[]): Uint8Array | undefined {
    const { spendSecret } = this.#keys
    if (spendSecret === undefined) return undefined
    return withSecrets((keep) => {
      /** spend secrets by the position of the spend key: many outputs share few addresses */
      const owners = new Map<number, Uint8Array>()
      const ownerSecret = (position: number): Uint8Array => {
        const known = owners.get(position)
        if (known !== undefined) return known
        const secret = keep(spendSecretAt({ ...this.#keys, spendSecret }, this.#table.indexAt(position)))
        owners.set(position, secret)
        return secret
      }
      const secrets = keep(new Uint8Array(32 * opened.length))
      for (const [i, { hit, shared }] of opened.entries())
        secrets.set(keep(secretAdd(shared, ownerSecret(hit.spendKey))), 32 * i)
      return keyImages(concat(...opened.map(({ key }) => key)), secrets)
    })
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
      stake: source.extra.isStake,
      paymentId: paymentIdOf(source, txPublicKey, hit.derivation, this.#keys.viewSecret),
      fee: chainTransactionFee(source),
      change: false,
      spent: undefined,
      frozen: false,
    }
  }
}
