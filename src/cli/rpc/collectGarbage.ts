// Returns the memory of what is not needed any more to the system.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Milliseconds } from '../../async/time.ts'
import type { Engine } from '../../wallet/engine/engine.ts'

const collector = (): unknown => {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc')
}

/**
 * Collects garbage now, and gives up the space for new objects that a burst of work left. A service that rests does neither by itself: the 64
 * MiB with which a password was checked, and as much space for new objects, would stay until the next burst of work.
 */
export const collectGarbage = (): void => {
  const collect = collector()
  // Another flavor keeps the space for new objects.
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Long enough for the wallets that a client opens one after the other, and for what follows a sync. */
const DELAY: Milliseconds = 2000

let isScheduled = false

/** Collects garbage soon. What requests it until then shares the collection. */
export const collectGarbageSoon = (): void => {
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    collectGarbage()
  }, DELAY).unref()
}

/** Blocks of a sync that leave garbage worth a collection: not those of a wallet that follows the chain. */
const MANY_BLOCKS = 100

/** Collects garbage soon after each sync of many blocks of the open wallet. */
export const collectAfterSyncs = async (
  engine: Pick<Engine, 'subscribe' | 'wallet'>,
  collect: () => void = collectGarbageSoon,
): Promise<void> => {
  let collectedAt = 0
  await engine.subscribe(() => {
    const { wallet } = engine
    if (wallet === undefined || wallet.sync.state.phase !== 'synced') return
    const { blocks } = wallet.sync.counts
    if (blocks - collectedAt >= MANY_BLOCKS) collect()
    collectedAt = blocks
  })
}
