// The open wallet, for screens that exist only while one is open.
import {
  type Accessor,
  createComputed,
  createContext,
  createMemo,
  createSignal,
  type JSX,
  on,
  useContext,
} from 'solid-js'
import type { WalletView } from '../../../engine/api/engineViews.ts'
import { createRpcHistory, type RpcHistory } from '../console/rpcHistory.ts'
import { createLiveRate, type LiveRate } from '../rates/liveRate.ts'
import { useSession } from '../session/session.tsx'
import { createReceiveState, type ReceiveState } from './receiveState.ts'
import { createSendState, type SendState } from './sendState.ts'
import { createToasts, type Toasts } from './toasts.ts'

export type OpenWallet = {
  readonly wallet: Accessor<WalletView>
  /** index of the selected account */
  readonly account: Accessor<number>
  selectAccount(index: number): void
  readonly send: SendState
  readonly receive: ReceiveState
  /** calls of the console */
  readonly rpcHistory: RpcHistory
  /** of the wallet's coin, in the user's currency */
  readonly rate: LiveRate
  readonly toasts: Toasts
}

const OpenWalletContext = createContext<OpenWallet>()

/** Provides the open wallet. Keeps its last view while the screens unmount, so that they never read an absent wallet. */
export const OpenWalletProvider = (props: {
  readonly wallet: WalletView
  readonly children: JSX.Element
}): JSX.Element => {
  const session = useSession()
  const wallet = createMemo<WalletView>((last) => session.view.wallet ?? last, props.wallet)
  const [selected, selectAccount] = createSignal(0)
  const account = (): number => (selected() < wallet().accounts.length ? selected() : 0)
  const send = createSendState()
  const receive = createReceiveState()
  const rate = createLiveRate(wallet)
  const rpcHistory = createRpcHistory()
  const toasts = createToasts()
  const clear = (): void => {
    send.clear()
    receive.clear()
    rpcHistory.clear()
    toasts.clear()
  }
  // A call can open another wallet. An effect would come after screens that begin anew with what is kept.
  createComputed(on(() => wallet().id, clear, { defer: true }))
  // Coins belong to an account.
  createComputed(on(account, () => send.chooseCoins(undefined), { defer: true }))
  return (
    <OpenWalletContext.Provider value={{ wallet, account, selectAccount, send, receive, rate, rpcHistory, toasts }}>
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
