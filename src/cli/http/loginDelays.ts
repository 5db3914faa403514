// Delays of the answers to wrong logins, which grow with those of an address. A right login is never delayed: no client can lock out the user,
// also not from the same address, which many share (NAT, a reverse proxy).

import { isIP } from 'node:net'
import type { Clock, Milliseconds } from '../../async/time.ts'

/** Wrong logins without a delay: typing errors. */
const FREE_FAILURES = 3
const FIRST_DELAY_MS: Milliseconds = 250
const MAX_DELAY_MS: Milliseconds = 8000
/** Time without a wrong login after which an address is forgotten. */
const MEMORY_MS: Milliseconds = 15 * 60_000
/** Of more addresses, those that failed longest ago are forgotten. */
const MAX_ADDRESSES = 4096
/** One customer commonly has a whole /64 of IPv6 addresses (RFC 6177). */
const IPV6_PREFIX_GROUPS = 4

/** Returns the first 64 bits of an IPv6 address in hex, in groups without leading zeros. */
const ipv6Prefix = (address: string): string => {
  const [withoutZone = ''] = address.split('%')
  const [head = '', tail] = withoutZone.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  return [...groups, ...zeros, ...after].slice(0, IPV6_PREFIX_GROUPS).join(':')
}

const keyOf = (address: string): string => (isIP(address.split('%')[0] ?? '') === 6 ? ipv6Prefix(address) : address)

/** The wrong logins of each address, for a while. */
export class LoginDelays {
  readonly #clock: Clock
  /** the address that failed longest ago is first */
  readonly #failures = new Map<string, { readonly count: number; readonly at: Milliseconds }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Number of addresses in memory. */
  get size(): number {
    return this.#failures.size
  }

  /** Records a wrong login of an address. Returns the delay of its answer. */
  fail(address: string): Milliseconds {
    const key = keyOf(address)
    const now = this.#clock()
    const before = this.#failures.get(key)
    const count = before === undefined || now - before.at > MEMORY_MS ? 1 : before.count + 1
    this.#failures.delete(key)
    this.#failures.set(key, { count, at: now })
    this.#forget(now)
    return count <= FREE_FAILURES ? 0 : Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (count - FREE_FAILURES - 1))
  }

  #forget(now: Milliseconds): void {
    for (const [key, { at }] of this.#failures) {
      if (now - at <= MEMORY_MS && this.#failures.size <= MAX_ADDRESSES) return
      this.#failures.delete(key)
    }
  }
}
