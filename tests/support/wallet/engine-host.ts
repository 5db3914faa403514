// An engine host for tests: a store in memory, a clock that the test advances, the cheapest password parameters.
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import type { NodeClient } from '../../../src/daemon/nodeClient.ts'
import type { EngineEnvironment } from '../../../src/engine/api/engineHost.ts'
import type { EngineView, NewWallet } from '../../../src/engine/api/engineViews.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { StoreLostError } from '../../../src/store/errors.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Store } from '../../../src/store/store.ts'
import type { Wallet } from '../../../src/wallet/open/wallet.ts'
import { seededRandom } from '../random.ts'

/** A clock and timers that the test advances. */
export class TestTime {
  /** milliseconds since 1970 */
  now = 1_800_000_000_000
  #running = 5_000
  #timers: { readonly at: number; readonly callback: () => void }[] = []

  readonly clock = (): number => this.now

  /** stands still while the device sleeps */
  readonly monotonic = (): number => this.#running

  readonly schedule = (callback: () => void, milliseconds: number): (() => void) => {
    const timer = { at: this.#running + milliseconds, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  /** Advances the clock while the timers stand still, as on a device that sleeps. */
  sleep(milliseconds: number): void {
    this.now += milliseconds
  }

  /** Sets the wall clock forward, or back if it is negative. */
  setClock(milliseconds: number): void {
    this.now += milliseconds
  }

  /** Advances the clock; timers fire in their order. */
  advance(milliseconds: number): void {
    this.now += milliseconds
    this.#running += milliseconds
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= this.#running).sort((a, b) => a.at - b.at)[0]
      if (due === undefined) return
      this.#timers = this.#timers.filter((timer) => timer !== due)
      due.callback()
    }
  }
}

export type TestHost = EngineEnvironment & { readonly time: TestTime; readonly reported: readonly unknown[] }

export const testHost = (node: NodeClient, store: Store = openMemoryStore(), seed = 1): TestHost => {
  const time = new TestTime()
  const reported: unknown[] = []
  return {
    store,
    createNode: () => node,
    createScanner,
    clock: time.clock,
    monotonic: time.monotonic,
    schedule: time.schedule,
    random: seededRandom(seed),
    passwordCost: { parameters: MIN_PASSWORD_PARAMETERS, minParameters: MIN_PASSWORD_PARAMETERS },
    report: (error) => reported.push(error),
    reported,
    time,
  }
}

export const PASSWORD = 'correct horse'

export const newWallet = (networkId: string, name = 'Test'): NewWallet => ({
  name,
  password: PASSWORD,
  networkId,
  nodes: { urls: ['memory:'], choice: 'order', trusted: [] },
})

export const BEGINNING = { from: 'beginning' } as const

/** The wallet that is open in an engine. */
export const openedIn = (engine: Engine): Wallet => {
  const { wallet } = engine
  if (wallet === undefined) throw new Error('no wallet is open')
  return wallet
}

/** An engine with a wallet restored from words, synced with its node. */
export const restored = async (host: EngineEnvironment, networkId: string, words: string): Promise<Engine> => {
  const engine = createEngine(host)
  await engine.restoreFromWords(newWallet(networkId), { words, offset: '' }, BEGINNING)
  await engine.refresh()
  return engine
}

/** A store that simulates a killed process at a commit: `before` it is written, or right `after`. Later calls fail too. */
export const mortalStore = (
  store: Store,
  deadlyCommit: number,
  moment: 'before' | 'after',
): Store & { readonly commits: number } => {
  let commits = 0
  const live = (): void => {
    if (commits >= deadlyCommit) throw new StoreLostError('killed')
  }
  return {
    get commits() {
      return commits
    },
    get: async (table, key) => {
      live()
      return store.get(table, key)
    },
    list: async (table, prefix) => {
      live()
      return store.list(table, prefix)
    },
    pages: (table, prefix) => {
      live()
      return store.pages(table, prefix)
    },
    commit: async (changes, durability) => {
      live()
      const deadly = commits + 1 === deadlyCommit
      if (!deadly || moment === 'after') await store.commit(changes, durability)
      commits++
      if (deadly) throw new StoreLostError('killed')
    },
    close: () => store.close(),
  }
}

/** Returns the current view of an engine. */
export const viewOf = async (engine: Engine): Promise<EngineView> => {
  let seen: EngineView | undefined
  await engine.subscribe((view) => {
    seen ??= view
  })
  if (seen === undefined) throw new Error('the listener did not receive the view at once')
  return seen
}
