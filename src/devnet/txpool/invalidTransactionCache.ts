// Ids of transactions that can never be valid, so that their proofs are not verified again.

const GENERATION_SIZE = 100

/** The last 100 to 200 ids. */
export class InvalidTransactionCache {
  #recent = new Set<string>()
  #previous: ReadonlySet<string> = new Set()

  /** @param id in hex */
  has(id: string): boolean {
    return this.#recent.has(id) || this.#previous.has(id)
  }

  /** @param id in hex */
  add(id: string): void {
    this.#recent.add(id)
    if (this.#recent.size < GENERATION_SIZE) return
    this.#previous = this.#recent
    this.#recent = new Set()
  }

  clear(): void {
    this.#recent = new Set()
    this.#previous = new Set()
  }
}
