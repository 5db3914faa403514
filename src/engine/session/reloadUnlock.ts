// Keeps the open wallet ready for a reload of its tab, if the user wants that: a copy of its vault key, which expires soon after the engine ends,
// and no later than the wallet would have locked.

import type { Milliseconds } from '../../async/time.ts'
import { wipe } from '../../bytes/bytes.ts'
import { fromHex, HexError, toHex } from '../../bytes/hex.ts'
import { DecryptionError } from '../../crypto/ciphers/cipher.ts'
import { randomBytes } from '../../crypto/random/random.ts'
import { FabaError } from '../../errors/fabaError.ts'
import {
  mayStayUnlocked,
  openReloadKey,
  reloadChange,
  reloadRemoval,
  sealReloadKey,
  takeReloadCopies,
} from '../../store/reloadKey.ts'
import type { EngineEnvironment } from '../api/engineHost.ts'
import type { ReloadHalf } from '../api/engineViews.ts'

/** The host has no device keys, or none that last. */
export class ReloadUnsupportedError extends FabaError {
  override readonly name = 'ReloadUnsupportedError'
  readonly code = 'reload-unsupported'
}

/** Lifetime of a copy. A reload takes a few seconds. */
export const RELOAD_WINDOW_MS = 60_000

/** Interval in which the engine prolongs the copy while it runs. */
const RENEWAL_MS = 20_000

const HALF_LENGTH = 32

type Armed = { readonly walletId: string; readonly half: Uint8Array; readonly sealedKey: Uint8Array }

/** What it needs of the wallet manager. */
export type ReloadHost = {
  /** when the open wallet locks unless it is used before */
  lockAt(): Milliseconds
  /** Runs an operation serially with opening and closing. */
  runSerially(work: () => Promise<void>): Promise<void>
}

type Environment = Pick<EngineEnvironment, 'store' | 'random' | 'clock' | 'schedule' | 'deviceKeys' | 'report'>

/** Methods are called serially. */
export class ReloadUnlock {
  readonly #environment: Environment
  readonly #host: ReloadHost
  #armed: Armed | undefined
  #cancelRenewal: (() => void) | undefined

  constructor(environment: Environment, host: ReloadHost) {
    this.#environment = environment
    this.#host = host
  }

  get isSupported(): boolean {
    return this.#environment.deviceKeys !== undefined
  }

  /** The half of the tab, for the open wallet; undefined without a copy of its key. */
  get half(): ReloadHalf | undefined {
    return this.#armed && { walletId: this.#armed.walletId, half: toHex(this.#armed.half) }
  }

  isEnabled(walletId: string): Promise<boolean> {
    return mayStayUnlocked(this.#environment.store, walletId)
  }

  /**
   * Allows the open wallet to stay unlocked, from now on.
   * @throws ReloadUnsupportedError
   */
  async enable(walletId: string, vaultKey: Uint8Array): Promise<void> {
    try {
      await this.#arm(walletId, vaultKey)
    } catch (error) {
      await this.disarm()
      throw new ReloadUnsupportedError('this browser cannot keep a key for reloads', { cause: error })
    }
  }

  /** Removes the permission and the copy. */
  async disable(walletId: string): Promise<void> {
    await this.disarm()
    await this.#environment.store.commit([reloadRemoval(walletId)], 'strict')
  }

  /** Makes a copy of the key of a wallet that opens, if the user allowed that. Without one, the next reload locks. */
  async arm(walletId: string, vaultKey: Uint8Array): Promise<void> {
    try {
      // What an earlier engine left is of no use any more.
      await this.take(undefined)
      if (this.isSupported && (await this.isEnabled(walletId))) await this.#arm(walletId, vaultKey)
    } catch (error) {
      this.#environment.report(error)
    }
  }

  #deadline(): Milliseconds {
    return Math.min(this.#environment.clock() + RELOAD_WINDOW_MS, this.#host.lockAt())
  }

  async #arm(walletId: string, vaultKey: Uint8Array): Promise<void> {
    const { deviceKeys, random, store } = this.#environment
    if (deviceKeys === undefined) throw new ReloadUnsupportedError('this host keeps no keys')
    const half = randomBytes(random, HALF_LENGTH)
    const secret = await deviceKeys.create(walletId, half)
    const sealedKey = sealReloadKey(walletId, vaultKey, secret, random)
    await store.commit([reloadChange(walletId, { sealedKey, deadline: this.#deadline() })], 'strict')
    this.#armed = { walletId, half, sealedKey }
    this.#scheduleRenewal()
  }

  #scheduleRenewal(): void {
    this.#cancelRenewal?.()
    this.#cancelRenewal = this.#environment.schedule(() => {
      this.#host.runSerially(() => this.#renew()).catch(this.#environment.report)
    }, RENEWAL_MS)
  }

  async #renew(): Promise<void> {
    if (this.#armed === undefined) return
    const { walletId, sealedKey } = this.#armed
    await this.#environment.store.commit([reloadChange(walletId, { sealedKey, deadline: this.#deadline() })], 'relaxed')
    this.#scheduleRenewal()
  }

  /** Removes the copy of the open wallet's key. A failure must not keep a wallet open: it is reported, and the copy expires. */
  async disarm(): Promise<void> {
    const armed = this.#armed
    this.#armed = undefined
    this.#cancelRenewal?.()
    this.#cancelRenewal = undefined
    if (armed === undefined) return
    wipe(armed.half)
    const { deviceKeys, store, report } = this.#environment
    const removals = [deviceKeys?.remove(armed.walletId), store.commit([reloadChange(armed.walletId)], 'strict')]
    for (const { status, reason } of (await Promise.allSettled(removals)) as PromiseRejectedResult[])
      if (status === 'rejected') report(reason)
  }

  /**
   * Removes all copies, which an earlier engine left, and opens that of the given half.
   * @returns the vault key, to be wiped; undefined if the copy is missing, expired, or of another half
   */
  async take(saved: ReloadHalf | undefined): Promise<Uint8Array | undefined> {
    const { deviceKeys, store, clock } = this.#environment
    if (deviceKeys === undefined) return undefined
    const copies = await takeReloadCopies(store)
    const copy = saved && copies.get(saved.walletId)
    const half = saved && parseHalf(saved.half)
    const secret = copy && half && (await deviceKeys.compute(saved.walletId, half))
    await Promise.all([...copies.keys()].map((walletId) => deviceKeys.remove(walletId)))
    if (saved === undefined || copy === undefined || secret === undefined) return undefined
    const left = copy.deadline - clock()
    // More time than a copy can have: the clock was set back.
    if (left <= 0 || left > RELOAD_WINDOW_MS) {
      wipe(secret)
      return undefined
    }
    try {
      return openReloadKey(saved.walletId, copy.sealedKey, secret)
    } catch (error) {
      if (error instanceof DecryptionError) return undefined
      throw error
    }
  }
}

const parseHalf = (text: string): Uint8Array | undefined => {
  try {
    return fromHex(text)
  } catch (error) {
    if (error instanceof HexError) return undefined
    throw error
  }
}
