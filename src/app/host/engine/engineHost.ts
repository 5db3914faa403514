// Starts and stops the engine worker of this tab.
import { proxy } from 'comlink'
import type { Milliseconds } from '../../../async/time.ts'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { EngineView } from '../../../engine/api/engineViews.ts'
import { FabaError } from '../../../errors/fabaError.ts'
import { t } from '../../text/text.ts'
import { type Connection, startEngine } from './connection.ts'

/**
 * Time for the engine worker to start before it is started again; doubles with each attempt. The browser may lose the request for the
 * worker's script while it replaces the service worker.
 */
const START_TIMEOUT_MS = 10_000

/** The engine runs in another tab, or not at all. */
export class EngineNotRunningError extends FabaError {
  override readonly name = 'EngineNotRunningError'
  readonly code = 'engine-not-running'
}

export type EngineHost = {
  /** the connection to the engine that runs now */
  readonly current: () => Connection | undefined
  /** Returns the connection. @throws EngineNotRunningError */
  readonly running: () => Connection
  /** forwards every call to the engine that runs at that time; a call without one throws EngineNotRunningError */
  readonly engine: EngineApi
  /** Rejects if the engine cannot start, for example because its store cannot be opened. */
  readonly start: () => Promise<void>
  readonly stop: () => void
}

/**
 * Creates the host of the engine worker.
 * @param onView receives each published view
 * @param onCrash receives the reason as text for the user
 */
export const createEngineHost = (onView: (view: EngineView) => void, onCrash: (reason: string) => void): EngineHost => {
  let connection: Connection | undefined
  const start = async (timeout: Milliseconds): Promise<void> => {
    const started = startEngine(() => onCrash(t('error.internal')))
    connection = started
    if (!(await started.isReady(timeout))) {
      if (connection !== started) return
      started.stop()
      return await start(2 * timeout)
    }
    // Views of a stopped engine may still arrive: a tab that hung finds them in its queue.
    const showView = (view: EngineView): void => {
      if (connection === started) onView(view)
    }
    try {
      await started.engine.subscribe(proxy(showView))
    } catch (error) {
      if (connection === started) throw error
    }
  }
  const running = (): Connection => {
    if (connection === undefined) throw new EngineNotRunningError('the engine is not running in this tab')
    return connection
  }
  return {
    current: () => connection,
    running,
    // The proxy has every method of EngineApi: it forwards to the worker.
    engine: new Proxy({} as EngineApi, { get: (_, method: keyof EngineApi) => running().engine[method] }),
    start: () => start(START_TIMEOUT_MS),
    stop: () => {
      connection?.stop()
      connection = undefined
    },
  }
}
