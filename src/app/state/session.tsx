// The page's hold on the engine: who owns it, what it shows, and the wallet that is open.
import { proxy } from 'comlink'
import {
  type Accessor,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  type JSX,
  onMount,
  useContext,
} from 'solid-js'
import { createStore, reconcile } from 'solid-js/store'
import type { MethodGroup } from '../../jsonrpc/describe.ts'
import type { EngineApi, EngineView, WalletView } from '../../wallet/engine/engineApi.ts'
import { errorText, sentence } from '../format/error.ts'
import { type Connection, startEngine } from '../host/connection.ts'
import { type Owner, own, takeOver } from '../host/ownership.ts'
import { relayRpc } from '../host/relay.ts'
import { applyUpdate, loadAnew, replaced } from '../host/update.ts'

/** `insecure`: the browser withholds what a wallet needs. `elsewhere`: another tab owns the engine. `running`: `engine` answers and `view` is filled. `updating`: a new version takes over. */
export type SessionPhase = 'starting' | 'insecure' | 'elsewhere' | 'taking over' | 'running' | 'updating' | 'crashed'

/**
 * Milliseconds that the engine's worker may take to come before it is asked for again; twice as many each time. What is asked of a version
 * that is just stopped for a new one is lost.
 */
const LOAD_PATIENCE = 10_000

/** Milliseconds that an update waits for the wallet to close. */
const PATIENCE = 5000

export type Session = {
  readonly phase: Accessor<SessionPhase>
  /** why it crashed or could not be updated, in words for a person */
  readonly problem: Accessor<string>
  /** Updated in place: only what changed is drawn again. */
  readonly view: EngineView
  readonly engine: EngineApi
  /** What the wallet RPC can be asked. */
  describeRpc(): Promise<readonly MethodGroup[]>
  /** Makes this tab the owner, closing the wallet elsewhere. */
  useHere(): Promise<void>
  /** Closes the wallet, ends the engine and lets the waiting version in; the page is loaded anew unless there is a `problem`. */
  update(): Promise<void>
}

const NOTHING: EngineView = {
  phase: 'closed',
  wallets: [],
  wallet: undefined,
  lockedWallet: undefined,
  approvalRequest: undefined,
  paymentsAllowed: false,
}

const createSession = (): Session => {
  const [phase, setPhase] = createSignal<SessionPhase>('starting')
  const [view, setView] = createStore<EngineView>({ ...NOTHING })
  const [problem, setProblem] = createSignal('')
  let connection: Connection | undefined

  const showView = (next: EngineView): void => {
    setView(reconcile(next, { key: null, merge: true }))
    if (phase() !== 'updating') setPhase('running')
  }

  const stop = (next: SessionPhase): void => {
    connection?.stop()
    connection = undefined
    setView(reconcile(NOTHING))
    setPhase(next)
  }

  const crash = (reason: string): void => {
    setProblem(reason)
    stop('crashed')
  }

  const start = async (patience = LOAD_PATIENCE): Promise<void> => {
    const started = startEngine((reason) => crash(sentence(reason)))
    connection = started
    if (!(await started.isUp(patience))) {
      if (connection !== started) return
      started.stop()
      return await start(2 * patience)
    }
    try {
      await started.engine.subscribe(proxy(showView))
    } catch (error) {
      // The store cannot be opened, for one: the message says why.
      if (connection === started) crash(errorText(error))
    }
  }

  const owner: Owner = {
    release: async () => {
      if (view.phase !== 'closed') await connection?.engine.closeWallet()
      // With the wallet closed each call that waits is refused; whoever called should hear it.
      await connection?.answered()
    },
    lost: () => stop('elsewhere'),
  }

  const update = async (): Promise<void> => {
    // The screens go first, and the engine with all that it asks for: while requests reach the old version, it stays.
    setPhase('updating')
    const { promise: late, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, PATIENCE)
    // What happened is stored by now: a wallet that closes badly, or not at all, must not keep the old version.
    await Promise.race([owner.release().catch(() => undefined), late])
    stop('updating')
    try {
      await applyUpdate()
    } catch (error) {
      setProblem(errorText(error))
    }
  }

  const running = (): Connection => {
    if (connection === undefined) throw new Error('the engine is not running in this tab')
    return connection
  }

  const engine = new Proxy({} as EngineApi, {
    // Every method of EngineApi is forwarded to the worker that runs now.
    get: (_, method: keyof EngineApi) => running().engine[method],
  })

  // A page that holds nothing becomes one of the version that another tab let in; that tab goes first, so that it stays the owner.
  createEffect(() => {
    if (replaced() && phase() === 'elsewhere') setTimeout(loadAnew, PATIENCE)
  })

  onMount(async () => {
    if (!window.isSecureContext) {
      setPhase('insecure')
      return
    }
    relayRpc((request, signal) => connection?.rpc(request, signal))
    if (await own(owner)) await start()
    else setPhase('elsewhere')
  })

  return {
    phase,
    problem,
    view,
    engine,
    describeRpc: async () => await running().describeRpc(),
    useHere: async () => {
      setPhase('taking over')
      if (await takeOver(owner)) await start()
      else setPhase('elsewhere')
    },
    update,
  }
}

const SessionContext = createContext<Session>()

export const SessionProvider = (props: { readonly children: JSX.Element }): JSX.Element => (
  <SessionContext.Provider value={createSession()}>{props.children}</SessionContext.Provider>
)

/** The session of this tab. */
export const useSession = (): Session => {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession outside of SessionProvider')
  return session
}

/** What screens of an open wallet share. */
export type OpenWallet = {
  readonly wallet: Accessor<WalletView>
  /** index of the account that is shown */
  readonly account: Accessor<number>
  selectAccount(index: number): void
}

const OpenWalletContext = createContext<OpenWallet>()

/** Keeps the last view of the wallet while its screens are taken down, so that none of them meets nothing. */
export const OpenWalletProvider = (props: {
  readonly wallet: WalletView
  readonly children: JSX.Element
}): JSX.Element => {
  const session = useSession()
  const wallet = createMemo<WalletView>((last) => session.view.wallet ?? last, props.wallet)
  const [selected, selectAccount] = createSignal(0)
  const account = (): number => (selected() < wallet().accounts.length ? selected() : 0)
  return (
    <OpenWalletContext.Provider value={{ wallet, account, selectAccount }}>{props.children}</OpenWalletContext.Provider>
  )
}

/** The open wallet, in screens that only exist while one is open. */
export const useOpenWallet = (): OpenWallet => {
  const open = useContext(OpenWalletContext)
  if (open === undefined) throw new Error('useOpenWallet outside of an open wallet')
  return open
}
