// One tab owns the engine. Ownership is an exclusive Web Lock: it ends with the tab, however the tab ends.
import { ENGINE_LOCK, type EngineReleaseRequest } from '../../rpc/hosts/workerProtocol.ts'

/** How long the owner gets to close its wallet before the lock is taken from it. */
const PATIENCE_MS = 5000

/** What the owning tab does when ownership ends. */
export type Owner = {
  /** another tab asks: close the wallet safely, then resolve */
  release(): Promise<void>
  /** ownership is gone, asked for or not: stop the engine at once */
  lost(): void
}

/** Requests the lock and holds it until another tab asks for it or steals it. Resolves whether it was granted. */
const hold = (owner: Owner, options: LockOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(ENGINE_LOCK)
    let held = false
    navigator.locks
      .request(ENGINE_LOCK, options, async (lock) => {
        held = lock !== null
        resolve(held)
        if (!held) return
        await new Promise<void>((released) => {
          channel.onmessage = (event: MessageEvent<EngineReleaseRequest>) => {
            if (event.data.kind === 'please-release') owner.release().then(released, () => released())
          }
        })
      })
      // Aborted while waiting, or stolen while held.
      .catch(() => resolve(false))
      .finally(() => {
        channel.close()
        if (held) owner.lost()
      })
  })

/** Takes ownership if nobody has it. */
export const own = (owner: Owner): Promise<boolean> => hold(owner, { ifAvailable: true })

/** Asks the owning tab to close its wallet and takes over; a tab that does not answer in time loses the lock. */
export const takeOver = async (owner: Owner): Promise<boolean> => {
  const channel = new BroadcastChannel(ENGINE_LOCK)
  const request: EngineReleaseRequest = { kind: 'please-release' }
  channel.postMessage(request)
  const granted = await hold(owner, { signal: AbortSignal.timeout(PATIENCE_MS) })
  channel.close()
  return granted || hold(owner, { steal: true })
}
