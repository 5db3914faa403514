// An index of what pool transactions may not share: key images, and claims such as the purchase of a name.

import { toHex } from '../../bytes/hex.ts'
import { keyImagesOf, type Transaction } from '../../coin/transactions/transaction.ts'
import type { ParsedTransaction } from './chainRecords.ts'

/** Returns the key images that a transaction spends, in hex. */
export const spentKeyImages = (transaction: Transaction): string[] => keyImagesOf(transaction).map(toHex)

/** A key image with the ids of the transactions that spend it. */
export type UsedKeyImage = { readonly keyImage: string; readonly spenders: readonly string[] }

/** Returns the claim of a transaction, which no other pool transaction may make; undefined if it makes none. */
export type ClaimOf = (transaction: Transaction) => string | undefined

/** Ids and key images are in hex. */
export class ConflictIndex {
  readonly #claimOf: ClaimOf
  /** ids by key image */
  readonly #spenders = new Map<string, Set<string>>()
  /** transactions with a claim, by id; the claim itself is not kept, as it may depend on the chain */
  readonly #claimants = new Map<string, Transaction>()

  constructor(claimOf: ClaimOf) {
    this.#claimOf = claimOf
  }

  add({ id, transaction }: ParsedTransaction): void {
    const txid = toHex(id)
    for (const image of spentKeyImages(transaction)) {
      const spenders = this.#spenders.get(image)
      if (spenders === undefined) this.#spenders.set(image, new Set([txid]))
      else spenders.add(txid)
    }
    if (this.#claimOf(transaction) !== undefined) this.#claimants.set(txid, transaction)
  }

  remove({ id, transaction }: ParsedTransaction): void {
    const txid = toHex(id)
    for (const image of spentKeyImages(transaction)) {
      const spenders = this.#spenders.get(image)
      spenders?.delete(txid)
      if (spenders?.size === 0) this.#spenders.delete(image)
    }
    this.#claimants.delete(txid)
  }

  clear(): void {
    this.#spenders.clear()
    this.#claimants.clear()
  }

  isSpending(keyImage: Uint8Array): boolean {
    return this.#spenders.has(toHex(keyImage))
  }

  /** Returns the ids of other transactions that spend the same key images. */
  doubleSpendsOf({ id, transaction }: ParsedTransaction): readonly string[] {
    const ids = new Set(spentKeyImages(transaction).flatMap((image) => [...(this.#spenders.get(image) ?? [])]))
    ids.delete(toHex(id))
    return [...ids]
  }

  /** Whether a transaction of the index makes the same claim. */
  hasClaimOf(transaction: Transaction): boolean {
    const claim = this.#claimOf(transaction)
    return claim !== undefined && this.#claimants.values().some((other) => this.#claimOf(other) === claim)
  }

  get keyImages(): readonly UsedKeyImage[] {
    return [...this.#spenders].map(([keyImage, spenders]) => ({ keyImage, spenders: [...spenders] }))
  }
}
