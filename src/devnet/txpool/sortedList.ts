// A list that stays sorted while things come and go.

/** Things in the order of a comparison that calls no two of them equal. */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number
  #items: T[] = []

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  /** All of them, first to last; what comes and goes later shows in it. */
  get items(): readonly T[] {
    return this.#items
  }

  /** Where a thing is, or would be. */
  #placeOf(item: T): number {
    let low = 0
    let high = this.#items.length
    while (low < high) {
      const middle = (low + high) >>> 1
      const found = this.#items[middle]
      if (found !== undefined && this.#compare(found, item) < 0) low = middle + 1
      else high = middle
    }
    return low
  }

  add(item: T): void {
    this.#items.splice(this.#placeOf(item), 0, item)
  }

  /** Takes out a thing that is there. */
  remove(item: T): void {
    this.#items.splice(this.#placeOf(item), 1)
  }

  /** Puts one thing where another is, whose place it has. */
  replace(former: T, item: T): void {
    this.#items[this.#placeOf(former)] = item
  }

  /** Makes it these, which may be in any order. */
  reset(items: Iterable<T>): void {
    this.#items = [...items].sort(this.#compare)
  }
}
