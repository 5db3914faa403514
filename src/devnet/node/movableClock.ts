// The time of a development chain: the host's clock, moved by hand, and the timestamp that the next block is to have.

import type { Chain, UnixClock } from '../chain/chain.ts'

/** A time at which no block could follow the chain; the message says what would do. */
export class ClockError extends Error {
  override readonly name = 'ClockError'
}

/** The latest time that can be set: 20 November 2286. */
const LATEST = 10_000_000_000

/** What a clock was told by hand. */
export type ClockSetting = {
  /** seconds ahead of the host's clock */
  readonly offset: number
  /** UNIX seconds; undefined where the next block has the time at which it is made */
  readonly next: number | undefined
}

/** A clock that runs as the host's does, but can be moved. */
export class MovableClock {
  readonly #host: UnixClock
  #setting: ClockSetting = { offset: 0, next: undefined }

  constructor(host: UnixClock) {
    this.#host = host
  }

  /** UNIX seconds. */
  readonly now: UnixClock = () => this.#host() + this.#setting.offset

  get setting(): ClockSetting {
    return this.#setting
  }

  set setting(setting: ClockSetting) {
    this.#setting = setting
  }

  /**
   * Moves the clock; it runs on from there.
   * @param time UNIX seconds
   * @throws ClockError
   */
  set(time: number, chain: Chain): void {
    const { futureLimit } = chain.rules.consensus.timestamps
    const earliest = Math.max(0, chain.minTimestamp - futureLimit)
    const { next } = this.#setting
    if (time > LATEST) throw new ClockError(`the clock goes up to ${LATEST}, not to ${time}`)
    if (time < earliest)
      throw new ClockError(
        `no block could follow at ${time}: the chain's median allows ${chain.minTimestamp} at the earliest, set the clock to ${earliest} or later`,
      )
    if (next !== undefined && next > time + futureLimit)
      throw new ClockError(
        `the next block is to have the timestamp ${next}, more than ${futureLimit} seconds after ${time}: set the clock to ${next - futureLimit} or later`,
      )
    this.#setting = { offset: time - this.#host(), next }
  }

  /**
   * Says which timestamp the next block has; undefined for the time at which it is made.
   * @param next UNIX seconds
   * @throws ClockError
   */
  schedule(next: number | undefined, chain: Chain): void {
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

  /** Forgets the timestamp of the next block, which has been made. */
  blockMade(): void {
    this.#setting = { ...this.#setting, next: undefined }
  }
}
