// The txpool of one node as its answers describe it: whole at first, then what changed since the answer before.

import type { UnixSeconds } from '../async/time.ts'
import { fromHex, toHex } from '../bytes/hex.ts'
import type { AddedTransaction, PoolNews } from './binaryResponses.ts'
import type { NodeTransaction, Txpool } from './nodeClient.ts'

/** Answers with changes before the whole txpool is requested again: behind one address there may be several nodes. */
const MAX_CHANGES = 100

/** Bytes of transactions that are kept; of those beyond it only the ids are known. */
const MAX_BYTES = 16 * 1024 * 1024

const toNodeTransaction = ({ id, blob, doubleSpendSeen }: AddedTransaction): NodeTransaction => ({
  ...{ id, blob, doubleSpendSeen, pruned: false, inPool: true, blink: false, outputIndices: [] },
  ...{ blockHeight: undefined, blockTimestamp: undefined, receivedTimestamp: undefined },
})

export class TxpoolView {
  /** by id in hex; undefined: only the id is known */
  readonly #transactions = new Map<string, NodeTransaction | undefined>()
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
    for (const transaction of added) this.#put(toHex(transaction.id), toNodeTransaction(transaction))
    for (const id of remaining) this.#put(toHex(id), undefined)
    // An answer to a request that was sent before the newest one was received may be older than what is known.
    if (!whole && since !== this.#since) return
    for (const id of removed) this.#remove(toHex(id))
    this.#since = time
    this.#changes = whole ? 0 : this.#changes + 1
  }

  content(): Txpool {
    const ids = [...this.#transactions.keys()].map((id) => fromHex(id))
    return { ids, transactions: [...this.#transactions.values()].filter((one) => one !== undefined) }
  }

  #clear(): void {
    this.#transactions.clear()
    this.#bytes = 0
  }

  #put(id: string, transaction: NodeTransaction | undefined): void {
    const known = this.#transactions.get(id)
    if (known !== undefined) return
    const size = transaction?.blob.length ?? 0
    const isKept = this.#bytes + size <= MAX_BYTES
    if (isKept) this.#bytes += size
    this.#transactions.set(id, isKept ? transaction : undefined)
  }

  #remove(id: string): void {
    this.#bytes -= this.#transactions.get(id)?.blob.length ?? 0
    this.#transactions.delete(id)
  }
}
