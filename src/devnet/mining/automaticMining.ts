// Mining without a request, while one mode of the miner lasts.

import { runInSlices } from '../../async/timeSlices.ts'
import { BlockRefusedError } from '../chain/chain.ts'
import type { DevelopmentNode } from '../node/developmentNode.ts'
import type { BlockRecord } from '../records/chainRecords.ts'
import { BlockProducerUnavailableError } from './blockTemplate.ts'

export type AutomaticMiningOptions = {
  /** Mines a block at the tip; yields after each nonce that does not match. */
  readonly search: (isWanted: () => boolean) => Generator<undefined, BlockRecord | undefined>
  /** whether the mode lasts */
  readonly isWanted: () => boolean
  /** whether a task suspends automatic mining */
  readonly isSuspended: () => boolean
  /** whether a block that could not be mined at once is mined later */
  readonly catchesUp: boolean
}

export class AutomaticMining {
  readonly #node: DevelopmentNode
  readonly #options: AutomaticMiningOptions
  #isSearching = false
  /** whether a block was omitted */
  #isDue = false

  constructor(node: DevelopmentNode, options: AutomaticMiningOptions) {
    this.#node = node
    this.#options = options
  }

  get #isBusy(): boolean {
    return this.#isSearching || this.#options.isSuspended()
  }

  /** Mines a block: at once without proof of work, otherwise by a search that serves other requests meanwhile. */
  mine(): void {
    const { work } = this.#node.chain
    if (this.#isBusy) this.#isDue = this.#options.catchesUp
    else if (work.isReady) this.#begin()
    else this.#track(work.load().then(() => this.#begin()))
  }

  /** Mines the omitted block, if there is one. */
  catchUp(): void {
    if (!this.#isDue || this.#isBusy) return
    this.#isDue = false
    // The task before may have mined the transactions of the pool.
    if (this.#options.isWanted() && this.#node.pool.byId.size > 0) this.mine()
  }

  #track(search: Promise<unknown>): void {
    this.#isSearching = true
    void search.catch(ignoreRefusal).finally(() => {
      this.#isSearching = false
      this.catchUp()
    })
  }

  #begin(): Promise<unknown> | undefined {
    const { search, isWanted } = this.#options
    const steps = search(isWanted)
    try {
      // Without proof of work the block is complete, and the caller receives errors.
      if (steps.next().done === true) return undefined
    } catch (error) {
      if (!(error instanceof BlockProducerUnavailableError)) throw error
      return undefined
    }
    const running = runInSlices(steps, isWanted)
    if (!this.#isSearching) this.#track(running)
    return running
  }
}

/** Ignores that no block could be mined now: another attempt follows. */
const ignoreRefusal = (error: unknown): void => {
  if (!(error instanceof BlockProducerUnavailableError) && !(error instanceof BlockRefusedError)) throw error
}
