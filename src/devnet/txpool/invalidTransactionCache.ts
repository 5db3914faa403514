// Transactions that can never be good, remembered so that nobody has their proofs verified again and again.

const GENERATION = 100

/** Ids of the last one to two hundred of them. */
export class InvalidTransactionCache {
  #recent = new Set<string>()
  #former: ReadonlySet<string> = new Set()

  /** @param id in hex */
  has(id: string): boolean {
    return this.#recent.has(id) || this.#former.has(id)
  }

  /** @param id in hex */
  add(id: string): void {
    this.#recent.add(id)
    if (this.#recent.size < GENERATION) return
    this.#former = this.#recent
    this.#recent = new Set()
  }

  clear(): void {
    this.#recent = new Set()
    this.#former = new Set()
  }
}
