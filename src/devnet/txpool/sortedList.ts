// A list that stays sorted while items are added and removed.

/** Items in the order of a comparison that never returns 0 for two of them. */
export class SortedList<T> {
  readonly #compare: (a: T, b: T) => number
  #items: T[] = []

  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare
  }

  /** All items in order. Later changes are visible in it. */
  get items(): readonly T[] {
    return this.#items
  }

  /** Index at which an item is, or would be inserted. */
  #indexOf(item: T): number {
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
    this.#items.splice(this.#indexOf(item), 0, item)
  }

  /** Removes an item that is in the list. */
  remove(item: T): void {
    this.#items.splice(this.#indexOf(item), 1)
  }

  /** Replaces an item by one that compares the same to all others. */
  replace(former: T, item: T): void {
    this.#items[this.#indexOf(former)] = item
  }

  /** Replaces all items. They need not be sorted. */
  reset(items: Iterable<T>): void {
    this.#items = [...items].sort(this.#compare)
  }
}
