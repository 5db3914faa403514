// The txpool of one node as its answers describe it: whole at first, then what changed since the answer before.

import type { UnixSeconds } from '../async/time.ts'
import { toHex } from '../bytes/hex.ts'
import type { AddedTransaction, PoolNews } from './binaryResponses.ts'
import type { NodeTransaction, Txpool } from './nodeClient.ts'

/** Answers with changes before the whole txpool is requested again: behind one address there may be several nodes. */
const MAX_CHANGES = 100

/** Bytes of transactions that are kept; of those beyond it only the ids are known. */
const MAX_BYTES = 16 * 1024 * 1024

/** Copies the bytes: views of them would keep whole answers in memory. */
const toNodeTransaction = ({ id, blob, doubleSpendSeen }: AddedTransaction): NodeTransaction => ({
  ...{
    id: id.slice(),
    blob: blob.slice(),
    doubleSpendSeen,
    pruned: false,
    inPool: true,
    blink: false,
    outputIndices: [],
  },
  ...{ blockHeight: undefined, blockTimestamp: undefined, receivedTimestamp: undefined },
})

export class TxpoolView {
  /** by id in hex; without `transaction`, only the id is known */
  readonly #entries = new Map<string, { readonly id: Uint8Array; readonly transaction: NodeTransaction | undefined }>()
  #bytes = 0
  #since: UnixSeconds = 0
  #changes = 0

  /** From when on changes are to be requested, on the clock of the node; 0: the whole txpool. */
  get since(): UnixSeconds {
    return this.#changes < MAX_CHANGES ? this.#since : 0
  }

  /**
   * Follows an answer.
   * @param since from when on changes were requested
   * @param time clock of the node
   */
  follow({ whole, added, remaining, removed }: PoolNews, since: UnixSeconds, time: UnixSeconds): void {
    if (whole) this.#clear()
    for (const one of added) {
      const transaction = toNodeTransaction(one)
      this.#put(transaction.id, transaction)
    }
    for (const id of remaining) this.#put(id.slice(), undefined)
    // An answer to a request that was sent before the newest one was received may be older than what is known.
    if (!whole && since !== this.#since) return
    for (const id of removed) this.#remove(toHex(id))
    this.#since = time
    this.#changes = whole ? 0 : this.#changes + 1
  }

  content(): Txpool {
    const entries = [...this.#entries.values()]
    return {
      ids: entries.map(({ id }) => id),
      transactions: entries.flatMap(({ transaction }) => (transaction === undefined ? [] : [transaction])),
    }
  }

  #clear(): void {
    this.#entries.clear()
    this.#bytes = 0
  }

  #put(id: Uint8Array, transaction: NodeTransaction | undefined): void {
    const key = toHex(id)
    if (this.#entries.get(key)?.transaction !== undefined) return
    const size = transaction?.blob.length ?? 0
    const isKept = this.#bytes + size <= MAX_BYTES
    if (isKept) this.#bytes += size
    this.#entries.set(key, { id, transaction: isKept ? transaction : undefined })
  }

  #remove(id: string): void {
    this.#bytes -= this.#entries.get(id)?.transaction?.blob.length ?? 0
    this.#entries.delete(id)
  }
}
