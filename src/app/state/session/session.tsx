// The session of this tab: ownership of the engine, the connection to it, and the view that it publishes.
import {
  type Accessor,
  createContext,
  createEffect,
  createSignal,
  type JSX,
  onCleanup,
  onMount,
  useContext,
} from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import { withTimeout } from '../../../async/withTimeout.ts'
import type { EngineApi } from '../../../engine/api/engineApi.ts'
import type { EngineView } from '../../../engine/api/engineViews.ts'
import { closedView } from '../../../engine/session/closedView.ts'
import type { MethodGroup } from '../../../jsonrpc/describe.ts'
import { errorText } from '../../format/error.ts'
import { findMissing, type Missing, refusesStorage } from '../../host/device/browserSupport.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { keepStorage } from '../../host/device/storage.ts'
import { createEngineHost, type EngineHost } from '../../host/engine/engineHost.ts'
import { type OwnerCallbacks, requestOwnership, takeOwnership } from '../../host/engine/ownership.ts'
import { takeReloadHalf } from '../../host/engine/reloadHalf.ts'
import { handleForwardedRpc } from '../../host/engine/rpcForwarding.ts'
import {
  applyUpdate,
  postponeUpdate,
  reloadPage,
  renewServiceWorker,
  versionReplaced,
} from '../../host/services/update.ts'
import { offerTour } from '../preferences/tour.ts'
import { reloadWithoutFile } from './missingFiles.ts'
import { keepReloadHalf } from './reloadUnlock.ts'
import { keepOpenWallet } from './returnPath.ts'
import { createUpdateWait } from './updateWait.ts'

/**
 * - `insecure`: the browser provides no keys and storage to this origin
 * - `unsupported`: the browser lacks what `missing` says
 * - `other-tab`: another tab owns the engine; `taking-over`: this tab requests it
 * - `running`: `engine` responds and `view` is filled
 * - `updating`: a new version is being activated
 */
export type SessionPhase =
  | 'starting'
  | 'insecure'
  | 'unsupported'
  | 'other-tab'
  | 'taking-over'
  | 'running'
  | 'updating'
  | 'crashed'

/** Time for the wallet to close before an update. */
const CLOSE_TIMEOUT_MS = 5000

export type Session = {
  readonly phase: Accessor<SessionPhase>
  /** what the browser lacks in the phase `unsupported` */
  readonly missing: Accessor<Missing | undefined>
  /** why the engine crashed or the update failed, as text for the user */
  readonly problem: Accessor<string>
  /** Updated in place: only what changed is rendered again. */
  readonly view: EngineView
  readonly engine: EngineApi
  /** Loads the engine before the call that needs it: only the list of wallets is loaded with the page. */
  preload(): void
  /** Returns the address that an OpenAlias name has for a network. `resolver`: URL of a DNS service, which learns the name. */
  lookUpAddress(resolver: string, networkId: string, name: string): Promise<string>
  /** Returns the methods of the wallet RPC. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /** Makes this tab the owner; the tab that was the owner closes its wallet. */
  useHere(): Promise<void>
  /**
   * Closes the wallet, stops the engine and activates the waiting version, once no payment is being made. The page reloads unless this sets
   * `problem`, or the user postpones it meanwhile.
   */
  update(): Promise<void>
  /** an update waits for a payment */
  readonly updateWaits: Accessor<boolean>
  /** Hides the update prompt until the page is opened again. */
  postponeUpdate(): void
}

type PublishedState = {
  readonly phase: Accessor<SessionPhase>
  readonly setPhase: (phase: SessionPhase) => void
  readonly problem: Accessor<string>
  readonly setProblem: (text: string) => void
  readonly view: EngineView
  readonly host: EngineHost
  /** Starts the engine, with the wallet that was open when the page was reloaded, if the user wants that. */
  start(): Promise<void>
  /** Stops the engine and empties the view. */
  stop(next: SessionPhase): void
  crash(reason: string): void
}

/**
 * Creates phase, view and problem, which follow the engine worker.
 * @param isLeaving whether the wallet closes for another tab or an update: this tab returns to it later
 */
const createPublishedState = (isLeaving: () => boolean): PublishedState => {
  const [phase, setPhase] = createSignal<SessionPhase>('starting')
  const [view, setView] = createStore<EngineView>(closedView([]))
  const [problem, setProblem] = createSignal('')
  let saved = takeReloadHalf()
  let isResuming = false
  const showView = (next: EngineView): void => {
    if (!isLeaving()) keepOpenWallet(next, view.phase)
    setView(reconcile(next, { key: null, merge: true }))
    if (next.phase === 'open') isResuming = false
    if (phase() !== 'updating' && !isResuming) setPhase('running')
  }
  const stop = (next: SessionPhase): void => {
    host.stop()
    setView(reconcile(closedView([])))
    setPhase(next)
  }
  const crash = (reason: string): void => {
    setProblem(reason)
    stop('crashed')
  }
  const host = createEngineHost(showView, crash)
  const start = async (): Promise<void> => {
    const half = saved
    saved = undefined
    isResuming = half !== undefined
    await host.start()
    if (half === undefined) return
    try {
      // The screens of the wallet wait for its view.
      if (await host.engine.resumeAfterReload(half)) return
    } catch (error) {
      // A wallet that does not open again is locked, as without the setting.
      reportInternal(error)
    }
    isResuming = false
    if (phase() !== 'crashed') setPhase('running')
  }
  return { phase, setPhase, problem, setProblem, view, host, start, stop, crash }
}

/** Once a wallet was added here, asks the browser to keep its storage, and offers the tour if it is the first one. */
const welcomeNewWallets = (view: EngineView): void =>
  createEffect((before: number) => {
    const count = view.wallets.length
    if (count > before && view.phase === 'open') {
      keepStorage().catch(reportInternal)
      if (count === 1) offerTour()
    }
    return count
  }, 0)

/** Has the browser ask before the page ends, while its wallets are in memory only. */
const holdUnstoredWallets = (view: EngineView): void =>
  createEffect(() => {
    if (!view.storageCleared) return
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', ask)
    onCleanup(() => removeEventListener('beforeunload', ask))
  })

/** Registers the service worker again after the storage was cleared: it is often removed with the data. */
const keepServiceWorker = (view: EngineView): void =>
  createEffect(() => {
    if (view.storageCleared || view.walletsLost) renewServiceWorker().catch(reportInternal)
  })

/** Reloads a tab without the engine after an update by another tab. That tab reloads first, so that it stays the owner. */
const reloadAfterUpdateElsewhere = (phase: Session['phase']): void =>
  createEffect(() => {
    if (versionReplaced() && phase() === 'other-tab') setTimeout(reloadPage, CLOSE_TIMEOUT_MS)
  })

const createSession = (): Session => {
  const [missing, setMissing] = createSignal<Missing>()
  let isReleasing = false
  const { phase, setPhase, problem, setProblem, view, host, start, stop, crash } = createPublishedState(
    () => isReleasing,
  )

  const owner: OwnerCallbacks = {
    release: async () => {
      isReleasing = true
      // The other tab opens what is stored.
      if (view.storageCleared) await host.engine.writeBack()
      if (view.phase !== 'closed') await host.current()?.engine.closeWallet()
      // A closed wallet refuses the pending RPC calls; their callers receive the error before the engine stops.
      await host.current()?.rpcIdle()
    },
    onLost: () => stop('other-tab'),
  }

  const refuse = (lacking: Missing): void => {
    setMissing(lacking)
    stop('unsupported')
  }

  /** Starts the engine if ownership is granted. */
  const startAsOwner = async (request: (owner: OwnerCallbacks) => Promise<boolean>): Promise<void> => {
    try {
      if (!(await request(owner))) {
        setPhase('other-tab')
        return
      }
      isReleasing = false
      await start()
    } catch (error) {
      if (refusesStorage(error)) refuse({ feature: 'storage' })
      else crash(errorText(error))
    }
  }

  const updateWait = createUpdateWait(async () => view.phase === 'open' && (await host.engine.isPaying()))

  const update = async (): Promise<void> => {
    if (!(await updateWait.untilPaid())) return
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

  reloadWithoutFile(view, updateWait)
  reloadAfterUpdateElsewhere(phase)
  welcomeNewWallets(view)
  keepReloadHalf(view, host.engine)
  holdUnstoredWallets(view)
  keepServiceWorker(view)

  onMount(async () => {
    if (!window.isSecureContext) {
      setPhase('insecure')
      return
    }
    const lacking = findMissing()
    if (lacking !== undefined) {
      refuse(lacking)
      return
    }
    handleForwardedRpc((request, page, signal) => host.current()?.callRpc(request, page, signal))
    await startAsOwner(requestOwnership)
  })

  return {
    phase,
    missing,
    problem,
    view,
    engine: host.engine,
    preload: () => void host.current()?.preload().catch(reportInternal),
    lookUpAddress: async (resolver, networkId, name) => await host.running().lookUpAddress(resolver, networkId, name),
    describeRpc: async () => await host.running().describeRpc(),
    useHere: async () => {
      setPhase('taking-over')
      await startAsOwner(takeOwnership)
    },
    update,
    updateWaits: updateWait.isWaiting,
    postponeUpdate: () => {
      updateWait.postpone()
      postponeUpdate()
    },
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
