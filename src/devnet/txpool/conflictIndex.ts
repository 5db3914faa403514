// What the transactions of a pool lay claim to: key images, and whatever else only one of them may say.

import { toHex } from '../../bytes/hex.ts'
import { keyImagesOf, type Transaction } from '../../coin/transactions/transaction.ts'
import type { ParsedTransaction } from '../chain/chainRecords.ts'

/** Key images that a transaction spends, in hex. */
export const spentKeyImages = (transaction: Transaction): string[] => keyImagesOf(transaction).map(toHex)

/** A key image with the ids of those that use it. */
export type UsedKeyImage = { readonly keyImage: string; readonly spenders: readonly string[] }

/** What a transaction says beside its key images that no other may say as well; undefined for nothing. */
export type ClaimOf = (transaction: Transaction) => string | undefined

/** Who claims what; ids and key images in hex. */
export class ConflictIndex {
  readonly #claimOf: ClaimOf
  /** ids by key image */
  readonly #spenders = new Map<string, Set<string>>()
  /** those that claim anything else, by id; what they claim is not kept, as it may depend on the chain */
  readonly #others = new Map<string, Transaction>()

  constructor(claimOf: ClaimOf) {
    this.#claimOf = claimOf
  }

  /** Notes what a transaction claims. */
  add({ id, transaction }: ParsedTransaction): void {
    const name = toHex(id)
    for (const image of spentKeyImages(transaction)) {
      const spenders = this.#spenders.get(image)
      if (spenders === undefined) this.#spenders.set(image, new Set([name]))
      else spenders.add(name)
    }
    if (this.#claimOf(transaction) !== undefined) this.#others.set(name, transaction)
  }

  /** Forgets what a transaction claims. */
  remove({ id, transaction }: ParsedTransaction): void {
    const name = toHex(id)
    for (const image of spentKeyImages(transaction)) {
      const spenders = this.#spenders.get(image)
      spenders?.delete(name)
      if (spenders?.size === 0) this.#spenders.delete(image)
    }
    this.#others.delete(name)
  }

  clear(): void {
    this.#spenders.clear()
    this.#others.clear()
  }

  isSpending(keyImage: Uint8Array): boolean {
    return this.#spenders.has(toHex(keyImage))
  }

  /** Ids of others that spend what a transaction spends. */
  doubleSpendsOf({ id, transaction }: ParsedTransaction): readonly string[] {
    const rivals = new Set(spentKeyImages(transaction).flatMap((image) => [...(this.#spenders.get(image) ?? [])]))
    rivals.delete(toHex(id))
    return [...rivals]
  }

  /** Whether another says already what only one may say beside its key images. */
  hasClaimOf(transaction: Transaction): boolean {
    const claim = this.#claimOf(transaction)
    return claim !== undefined && this.#others.values().some((other) => this.#claimOf(other) === claim)
  }

  get keyImages(): readonly UsedKeyImage[] {
    return [...this.#spenders].map(([keyImage, spenders]) => ({ keyImage, spenders: [...spenders] }))
  }
}
