// The clock of a development chain: the host's clock with an offset, and an optional timestamp for the next block.

import type { UnixSeconds } from '../../async/time.ts'
import { MAX_TIME } from '../../coin/blocks/chainLimits.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { Chain, UnixClock } from '../chain/chain.ts'

/** A time at which no block can follow the chain. The message states the valid times. */
export class ClockError extends FabaError {
  override readonly name = 'ClockError'
  readonly code = 'clock'
}

export type ClockSetting = {
  /** seconds ahead of the host's clock */
  readonly offset: number
  /** timestamp of the next block; the time of its creation if undefined */
  readonly next: UnixSeconds | undefined
}

export class MovableClock {
  readonly #host: UnixClock
  #setting: ClockSetting = { offset: 0, next: undefined }

  constructor(host: UnixClock) {
    this.#host = host
  }

  readonly now: UnixClock = () => this.#host() + this.#setting.offset

  get setting(): ClockSetting {
    return this.#setting
  }

  set setting(setting: ClockSetting) {
    this.#setting = setting
  }

  /**
   * Sets the clock, which then runs on.
   * @throws ClockError
   */
  set(time: UnixSeconds, chain: Chain): void {
    const { futureLimit } = chain.rules.consensus.timestamps
    const earliest = Math.max(0, chain.minTimestamp - futureLimit)
    const { next } = this.#setting
    if (time > MAX_TIME) throw new ClockError(`the time must not exceed ${MAX_TIME}, it is ${time}`)
    if (time < earliest)
      throw new ClockError(
        `no block is possible at ${time}: the chain's median allows ${chain.minTimestamp} at the earliest; set the clock to ${earliest} or later`,
      )
    if (next !== undefined && next > time + futureLimit)
      throw new ClockError(
        `the next block has the fixed timestamp ${next}, more than ${futureLimit} seconds after ${time}: set the clock to ${next - futureLimit} or later`,
      )
    this.#setting = { offset: time - this.#host(), next }
  }

  /**
   * Sets the timestamp of the next block; undefined for the time of its creation.
   * @throws ClockError
   */
  schedule(next: UnixSeconds | undefined, chain: Chain): void {
    if (next !== undefined) {
      const latest = this.now() + chain.rules.consensus.timestamps.futureLimit
      if (next < chain.minTimestamp)
        throw new ClockError(
          `a block cannot have the timestamp ${next}: the chain's median allows ${chain.minTimestamp} at the earliest`,
        )
      if (next > latest)
        throw new ClockError(
          `a block cannot have the timestamp ${next}: it is too far ahead of the clock, which allows ${latest} at the latest; set the clock first`,
        )
    }
    this.#setting = { ...this.#setting, next }
  }

  /** Clears the timestamp of the next block after that block was created. */
  blockMade(): void {
    this.#setting = { ...this.#setting, next: undefined }
  }
}
