// What the transactions of a pool lay claim to: key images, and whatever else only one of them may say.

import { toHex } from '../../bytes/hex.ts'
import { keyImagesOf, type Transaction } from '../../coin/transaction.ts'
import type { ParsedTransaction } from '../records.ts'

/** Key images that a transaction spends, in hex. */
export const spentImages = (transaction: Transaction): string[] => keyImagesOf(transaction).map(toHex)

/** A key image with the ids of those that use it. */
export type UsedKeyImage = { readonly keyImage: string; readonly spenders: readonly string[] }

/** What a transaction says beside its key images that no other may say as well; undefined for nothing. */
export type ClaimOf = (transaction: Transaction) => string | undefined

/** Ids of those that hold a thing, by the thing. */
class Holders {
  readonly #ids = new Map<string, Set<string>>()

  add(thing: string, id: string): void {
    const ids = this.#ids.get(thing)
    if (ids === undefined) this.#ids.set(thing, new Set([id]))
    else ids.add(id)
  }

  remove(thing: string, id: string): void {
    const ids = this.#ids.get(thing)
    ids?.delete(id)
    if (ids?.size === 0) this.#ids.delete(thing)
  }

  clear(): void {
    this.#ids.clear()
  }

  has(thing: string): boolean {
    return this.#ids.has(thing)
  }

  of(thing: string): readonly string[] {
    return [...(this.#ids.get(thing) ?? [])]
  }

  /** What is held. */
  get things(): readonly string[] {
    return [...this.#ids.keys()]
  }
}

/** Who claims what; ids and key images in hex. */
export class Claims {
  readonly #claimOf: ClaimOf
  readonly #spenders = new Holders()
  /** by a family's other claims */
  readonly #makers = new Holders()
  /** the other claims by id, as they were made: what a transaction claims may depend on the chain */
  readonly #made = new Map<string, string>()

  constructor(claimOf: ClaimOf) {
    this.#claimOf = claimOf
  }

  /** Notes what a transaction claims. */
  add({ id, transaction }: ParsedTransaction): void {
    const name = toHex(id)
    for (const image of spentImages(transaction)) this.#spenders.add(image, name)
    const claim = this.#claimOf(transaction)
    if (claim === undefined) return
    this.#makers.add(claim, name)
    this.#made.set(name, claim)
  }

  /** Forgets what a transaction claims. */
  remove({ id, transaction }: ParsedTransaction): void {
    const name = toHex(id)
    for (const image of spentImages(transaction)) this.#spenders.remove(image, name)
    const claim = this.#made.get(name)
    if (claim === undefined) return
    this.#makers.remove(claim, name)
    this.#made.delete(name)
  }

  clear(): void {
    this.#spenders.clear()
    this.#makers.clear()
    this.#made.clear()
  }

  isSpending(keyImage: Uint8Array): boolean {
    return this.#spenders.has(toHex(keyImage))
  }

  /** Ids of others that spend what a transaction spends. */
  rivalsOf({ id, transaction }: ParsedTransaction): readonly string[] {
    const rivals = new Set(spentImages(transaction).flatMap((image) => this.#spenders.of(image)))
    rivals.delete(toHex(id))
    return [...rivals]
  }

  /** Whether another says already what only one may say beside its key images. */
  isMade(transaction: Transaction): boolean {
    const claim = this.#claimOf(transaction)
    return claim !== undefined && this.#makers.has(claim)
  }

  get keyImages(): readonly UsedKeyImage[] {
    return this.#spenders.things.map((keyImage) => ({ keyImage, spenders: this.#spenders.of(keyImage) }))
  }
}
