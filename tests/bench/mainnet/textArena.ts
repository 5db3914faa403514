// Texts outside of the heap: a node with hundreds of thousands of them in it would spend more time in garbage collections than in answers.

const CHUNK = 64 * 1024 * 1024

/** Texts by their key. */
export class TextArena {
  readonly #places = new Map<string, number>()
  #chunk = Buffer.alloc(0)
  #used = 0
  readonly #texts: Buffer[] = []

  get size(): number {
    return this.#places.size
  }

  get(key: string): Uint8Array | undefined {
    const place = this.#places.get(key)
    return place === undefined ? undefined : this.#texts[place]
  }

  set(key: string, text: string): Uint8Array {
    const length = Buffer.byteLength(text)
    if (this.#used + length > this.#chunk.length) {
      this.#chunk = Buffer.alloc(Math.max(CHUNK, length))
      this.#used = 0
    }
    this.#chunk.write(text, this.#used)
    const stored = this.#chunk.subarray(this.#used, this.#used + length)
    this.#used += length
    this.#places.set(key, this.#texts.push(stored) - 1)
    return stored
  }

  clear(): void {
    this.#places.clear()
    this.#texts.length = 0
  }
}
