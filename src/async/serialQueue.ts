// A queue that runs asynchronous tasks one after the other, in the order in which they were added.

/** Runs one task at a time. A task that fails rejects its own promise and holds up no other task. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve()
  #size = 0

  /** Number of tasks that are waiting or running. */
  get size(): number {
    return this.#size
  }

  /** Runs a task after all tasks that were added before; settles like the task. A task must not wait for one added after it. */
  run<T>(task: () => T | Promise<T>): Promise<T> {
    this.#size++
    const done = this.#last.then(task).finally(() => {
      this.#size--
    })
    this.#last = done.catch(() => undefined)
    return done
  }

  /** Resolves when every task added so far has ended. */
  async idle(): Promise<void> {
    await this.#last
  }
}
