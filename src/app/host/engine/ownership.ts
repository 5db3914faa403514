// One tab owns the engine. Ownership is an exclusive Web Lock, which the browser releases when the tab ends, even in a crash.
import { ENGINE_LOCK, type EngineLockMessage } from '../../../rpc/hosts/workerProtocol.ts'

/** Time for the owner to close its wallet before another tab steals the lock. */
const RELEASE_TIMEOUT_MS = 5000

/** Time that a page takes to end, and more: while it still responds, and on a busy machine, after it has ceased to. */
const RESPONDING_PAGE_MS = 1500
const ENDING_PAGE_MS = 5000

/** Callbacks of the owning tab. */
export type OwnerCallbacks = {
  /** Another tab requests ownership: closes the wallet, then resolves. */
  release(): Promise<void>
  /** Ownership ended, by release or by theft: stops the engine at once. */
  onLost(): void
}

const post = (channel: BroadcastChannel, kind: EngineLockMessage['kind']): void => {
  const message: EngineLockMessage = { kind }
  channel.postMessage(message)
}

/** Whether a request for the lock ended because its time was over, or because another tab stole the lock. */
const isLoss = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'AbortError' || error.name === 'TimeoutError')

/**
 * Requests the lock and holds it until another tab requests or steals it. Resolves whether it was granted; rejects if the browser denies
 * locks to this site.
 */
const requestLock = (owner: OwnerCallbacks, options: LockOptions): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(ENGINE_LOCK)
    let isHeld = false
    navigator.locks
      .request(ENGINE_LOCK, options, async (lock) => {
        isHeld = lock !== null
        resolve(isHeld)
        if (!isHeld) return
        await new Promise<void>((release) => {
          channel.onmessage = ({ data: { kind } }: MessageEvent<EngineLockMessage>) => {
            // The lock is released even if the wallet fails to close.
            if (kind === 'please-release') owner.release().then(release, () => release())
            if (kind === 'is-owned') post(channel, 'owned')
          }
        })
      })
      .catch((error: unknown) => {
        if (isLoss(error)) resolve(false)
        else reject(error)
      })
      .finally(() => {
        channel.close()
        if (isHeld) owner.onLost()
      })
  })

/**
 * Takes ownership if no other tab has it. Resolves whether it was granted. Waits a moment for a page that ends, longer if it does not respond: the one that
 * this page replaced in its tab may still have the lock.
 */
export const requestOwnership = async (owner: OwnerCallbacks): Promise<boolean> => {
  const channel = new BroadcastChannel(ENGINE_LOCK)
  const owned = new AbortController()
  channel.onmessage = ({ data: { kind } }: MessageEvent<EngineLockMessage>) => {
    if (kind === 'owned') setTimeout(() => owned.abort(), RESPONDING_PAGE_MS)
  }
  post(channel, 'is-owned')
  try {
    return await requestLock(owner, { signal: AbortSignal.any([owned.signal, AbortSignal.timeout(ENDING_PAGE_MS)]) })
  } finally {
    channel.close()
  }
}

/** Asks the owning tab to close its wallet, then takes ownership. Steals the lock if that tab does not release it in time. */
export const takeOwnership = async (owner: OwnerCallbacks): Promise<boolean> => {
  const channel = new BroadcastChannel(ENGINE_LOCK)
  post(channel, 'please-release')
  const granted = await requestLock(owner, { signal: AbortSignal.timeout(RELEASE_TIMEOUT_MS) })
  channel.close()
  return granted || requestLock(owner, { steal: true })
}
