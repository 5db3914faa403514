// The session of this tab: ownership of the engine, the connection to it, and the view that it publishes.
import { proxy } from 'comlink'
import { type Accessor, createContext, createEffect, createSignal, type JSX, onMount, useContext } from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { Milliseconds } from '../../async/time.ts'
import { withTimeout } from '../../async/withTimeout.ts'
import { FabaError } from '../../errors/fabaError.ts'
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import type { EngineApi, EngineView } from '../../wallet/engine/engineApi.ts'
import { errorText, reportInternal, sentence } from '../format/error.ts'
import { type Connection, startEngine } from '../host/connection.ts'
import { type OwnerCallbacks, requestOwnership, takeOwnership } from '../host/ownership.ts'
import { handleForwardedRpc } from '../host/rpcForwarding.ts'
import { applyUpdate, reloadPage, versionReplaced } from '../host/update.ts'

/**
 * - `insecure`: the browser provides no keys and storage to this origin
 * - `other-tab`: another tab owns the engine; `taking-over`: this tab requests it
 * - `running`: `engine` responds and `view` is filled
 * - `updating`: a new version is being activated
 */
export type SessionPhase = 'starting' | 'insecure' | 'other-tab' | 'taking-over' | 'running' | 'updating' | 'crashed'

/**
 * Time for the engine worker to start before it is started again; doubles with each attempt. The browser may lose the request for the
 * worker's script while it replaces the service worker.
 */
const START_TIMEOUT_MS = 10_000

/** Time for the wallet to close before an update. */
const CLOSE_TIMEOUT_MS = 5000

/** The engine runs in another tab, or not at all. */
export class EngineNotRunningError extends FabaError {
  override readonly name = 'EngineNotRunningError'
  readonly code = 'engine-not-running'
}

export type Session = {
  readonly phase: Accessor<SessionPhase>
  /** why the engine crashed or the update failed, as text for the user */
  readonly problem: Accessor<string>
  /** Updated in place: only what changed is rendered again. */
  readonly view: EngineView
  readonly engine: EngineApi
  /** Returns the methods of the wallet RPC. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /** Makes this tab the owner; the tab that was the owner closes its wallet. */
  useHere(): Promise<void>
  /** Closes the wallet, stops the engine and activates the waiting version. The page reloads unless this sets `problem`. */
  update(): Promise<void>
}

const EMPTY_VIEW: EngineView = {
  phase: 'closed',
  wallets: [],
  wallet: undefined,
  lockedWallet: undefined,
  approvalRequest: undefined,
  paymentsAllowed: false,
}

type EngineHost = {
  /** the connection to the engine that runs now */
  readonly current: () => Connection | undefined
  /** @throws EngineNotRunningError */
  readonly running: () => Connection
  readonly start: () => Promise<void>
  readonly stop: () => void
}

/** Starts and stops the engine worker. */
const createEngineHost = (onView: (view: EngineView) => void, onCrash: (reason: string) => void): EngineHost => {
  let connection: Connection | undefined
  const start = async (timeout: Milliseconds): Promise<void> => {
    const started = startEngine((reason) => onCrash(sentence(reason)))
    connection = started
    if (!(await started.isReady(timeout))) {
      if (connection !== started) return
      started.stop()
      return await start(2 * timeout)
    }
    try {
      await started.engine.subscribe(proxy(onView))
    } catch (error) {
      // For example a store that cannot be opened.
      if (connection === started) onCrash(errorText(error))
    }
  }
  return {
    current: () => connection,
    running: () => {
      if (connection === undefined) throw new EngineNotRunningError('the engine is not running in this tab')
      return connection
    },
    start: () => start(START_TIMEOUT_MS),
    stop: () => {
      connection?.stop()
      connection = undefined
    },
  }
}

const createSession = (): Session => {
  const [phase, setPhase] = createSignal<SessionPhase>('starting')
  const [view, setView] = createStore<EngineView>({ ...EMPTY_VIEW })
  const [problem, setProblem] = createSignal('')

  const showView = (next: EngineView): void => {
    setView(reconcile(next, { key: null, merge: true }))
    if (phase() !== 'updating') setPhase('running')
  }
  const stop = (next: SessionPhase): void => {
    host.stop()
    setView(reconcile(EMPTY_VIEW))
    setPhase(next)
  }
  const crash = (reason: string): void => {
    setProblem(reason)
    stop('crashed')
  }
  const host = createEngineHost(showView, crash)

  const owner: OwnerCallbacks = {
    release: async () => {
      if (view.phase !== 'closed') await host.current()?.engine.closeWallet()
      // A closed wallet refuses the pending RPC calls; their callers receive the error before the engine stops.
      await host.current()?.rpcIdle()
    },
    onLost: () => stop('other-tab'),
  }

  /** Starts the engine if ownership is granted. */
  const startAsOwner = async (request: (owner: OwnerCallbacks) => Promise<boolean>): Promise<void> => {
    try {
      if (await request(owner)) await host.start()
      else setPhase('other-tab')
    } catch (error) {
      crash(errorText(error))
    }
  }

  const update = async (): Promise<void> => {
    // Screens and engine go first: pending requests keep the old version active.
    setPhase('updating')
    // Payments are stored by now. A wallet that fails to close must not prevent the update.
    await withTimeout(owner.release().catch(reportInternal), CLOSE_TIMEOUT_MS, () => undefined)
    stop('updating')
    try {
      await applyUpdate()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  const engine = new Proxy({} as EngineApi, {
    // Forwards every method of EngineApi to the worker that runs now.
    get: (_, method: keyof EngineApi) => host.running().engine[method],
  })

  // A tab without the engine follows an update by another tab. That tab reloads first, so that it stays the owner.
  createEffect(() => {
    if (versionReplaced() && phase() === 'other-tab') setTimeout(reloadPage, CLOSE_TIMEOUT_MS)
  })

  onMount(async () => {
    if (!window.isSecureContext) {
      setPhase('insecure')
      return
    }
    handleForwardedRpc((request, signal) => host.current()?.callRpc(request, signal))
    await startAsOwner(requestOwnership)
  })

  return {
    phase,
    problem,
    view,
    engine,
    describeRpc: async () => await host.running().describeRpc(),
    useHere: async () => {
      setPhase('taking-over')
      await startAsOwner(takeOwnership)
    },
    update,
  }
}

const SessionContext = createContext<Session>()

export const SessionProvider = (props: { readonly children: JSX.Element }): JSX.Element => (
  <SessionContext.Provider value={createSession()}>{props.children}</SessionContext.Provider>
)

/** Returns the session of this tab. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession outside of SessionProvider')
  return session
}
