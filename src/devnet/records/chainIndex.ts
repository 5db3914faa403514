// The indexes of the main chain: heights by block id, places by transaction id, outputs, spent key images, totals.

import type { OutputRecord, TransactionPlace } from './chainRecords.ts'
import { hashKey, type StoredBlock, StoredOutput } from './storedBlock.ts'

export class ChainIndex {
  readonly #totals = { transactions: 0, bytes: 0 }
  readonly #outputs: OutputRecord[] = []
  /** by `hashKey`, like the following maps */
  readonly #heights = new Map<string, number>()
  readonly #transactions = new Map<string, TransactionPlace>()
  readonly #keyImages = new Set<string>()

  /** Number of transactions without coinbases, and approximate size in bytes. */
  get totals(): { readonly transactions: number; readonly bytes: number } {
    return this.#totals
  }

  get outputs(): readonly OutputRecord[] {
    return this.#outputs
  }

  heightOf(id: Uint8Array): number | undefined {
    return this.#heights.get(hashKey(id))
  }

  placeOf(txid: Uint8Array): TransactionPlace | undefined {
    return this.#transactions.get(hashKey(txid))
  }

  isSpent(keyImage: Uint8Array): boolean {
    return this.#keyImages.has(hashKey(keyImage))
  }

  /** Adds the next block. */
  push(block: StoredBlock): void {
    const { height } = block
    this.#count(block, 1)
    this.#heights.set(hashKey(block.id), height)
    let position = 0
    for (const id of block.transactionKeys()) this.#transactions.set(id, { height, position: position++ })
    for (const image of block.keyImageKeys()) this.#keyImages.add(image)
    for (let i = 0; i < block.outputCount; i++) this.#outputs.push(new StoredOutput(block, i))
  }

  /** Removes the top block; `outputCount` outputs remain. */
  pop(block: StoredBlock, outputCount: number): void {
    this.#count(block, -1)
    this.#heights.delete(hashKey(block.id))
    for (const id of block.transactionKeys()) this.#transactions.delete(id)
    for (const image of block.keyImageKeys()) this.#keyImages.delete(image)
    this.#outputs.length = outputCount
  }

  #count({ bytes: { blob, listed }, weight }: StoredBlock, sign: 1 | -1): void {
    this.#totals.transactions += sign * listed.length
    this.#totals.bytes += sign * (blob.length + weight)
  }
}
