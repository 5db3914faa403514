// The open wallet, for screens that exist only while one is open.
import {
  type Accessor,
  createComputed,
  createContext,
  createEffect,
  createMemo,
  createSignal,
  type JSX,
  on,
  Show,
  untrack,
  useContext,
} from 'solid-js'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { reportInternal } from '../../host/device/reportInternal.ts'
import { createRpcHistory, type RpcHistory } from '../console/rpcHistory.ts'
import { firstAccount } from '../preferences/paymentChoices.ts'
import { createLiveRate, type LiveRate } from '../rates/liveRate.ts'
import { useSession } from '../session/session.tsx'
import { keepReadingSpeed } from '../wallets/readingTime.ts'
import { createDraft, type Drafts, loadDrafts } from './drafts.ts'
import { createLeaving, type Leaving } from './leaving.ts'
import { createReceiveState, type ReceiveState } from './receiveState.ts'
import { createSendState, type SendState } from './sendState.ts'
import { createToasts, type Toasts } from './toasts.ts'

export type OpenWallet = {
  readonly wallet: Accessor<WalletView>
  /** index of the selected account */
  readonly account: Accessor<number>
  selectAccount(index: number): void
  readonly drafts: Drafts
  readonly leaving: Leaving
  readonly send: SendState
  readonly receive: ReceiveState
  /** calls of the console */
  readonly rpcHistory: RpcHistory
  /** of the wallet's coin, in the user's currency */
  readonly rate: LiveRate
  readonly toasts: Toasts
}

const accountOf = (kept: unknown): number | undefined => (typeof kept === 'number' ? kept : undefined)

const OpenWalletContext = createContext<OpenWallet>()

/** Provides the open wallet. Keeps its last view while the screens unmount, so that they never read an absent wallet. */
export const OpenWalletProvider = (props: {
  readonly wallet: WalletView
  readonly children: JSX.Element
}): JSX.Element => {
  const { engine } = useSession()
  const [drafts, setDrafts] = createSignal<Drafts>()
  loadDrafts(
    engine,
    untrack(() => props.wallet.id),
  ).then(setDrafts, reportInternal)
  // The screens begin with the drafts.
  return (
    <Show when={drafts()}>
      {(loaded) => (
        <WithDrafts wallet={props.wallet} drafts={loaded()}>
          {props.children}
        </WithDrafts>
      )}
    </Show>
  )
}

const WithDrafts = (props: {
  readonly wallet: WalletView
  readonly drafts: Drafts
  readonly children: JSX.Element
}): JSX.Element => {
  const session = useSession()
  const drafts = untrack(() => props.drafts)
  const wallet = createMemo<WalletView>((last) => session.view.wallet ?? last, props.wallet)
  const [selected, selectAccount] = createDraft<number | undefined>(drafts, 'view.account', accountOf, undefined)
  const account = (): number => {
    const index = selected() ?? firstAccount(wallet().id) ?? 0
    return index < wallet().accounts.length ? index : 0
  }
  // What was begun belongs to the account that was selected; else the wallet opens with the account that its user prefers.
  if (untrack(() => drafts.places().length === 0 && firstAccount(wallet().id) !== undefined)) selectAccount(undefined)
  const send = createSendState(drafts)
  const leaving = createLeaving(drafts, send.outcome)
  const receive = createReceiveState(drafts)
  const rate = createLiveRate(wallet)
  const rpcHistory = createRpcHistory()
  const toasts = createToasts()
  const clear = (): void => {
    send.clear()
    receive.clear()
    rpcHistory.clear()
    toasts.clear()
    selectAccount(undefined)
    // What is cleared is that of the wallet before.
    drafts.begin(wallet().id)
  }
  // A call can open another wallet. An effect would come after screens that begin anew with what is kept.
  createComputed(on(() => wallet().id, clear, { defer: true }))
  createEffect(() => keepReadingSpeed(wallet().networkId, wallet().sync))
  // Coins belong to an account.
  createComputed(on(account, () => send.chooseCoins(undefined), { defer: true }))
  return (
    <OpenWalletContext.Provider
      value={{ wallet, account, selectAccount, drafts, leaving, send, receive, rate, rpcHistory, toasts }}
    >
      {props.children}
    </OpenWalletContext.Provider>
  )
}

/** Returns whether a wallet signs its payments without another copy or other participants. */
export const signsAlone = (wallet: Pick<WalletView, 'viewOnly' | 'multisig'>): boolean =>
  !wallet.viewOnly && wallet.multisig === undefined

/** Returns the open wallet. */
export const useOpenWallet = (): OpenWallet => {
  const open = useContext(OpenWalletContext)
  if (open === undefined) throw new Error('useOpenWallet outside of OpenWalletProvider')
  return open
}
