// What the Receive screen keeps while the wallet is open and other screens are shown: the chosen address, and the request.
import { type Accessor, createSignal } from 'solid-js'
import type { IntegratedAddress } from '../../../wallet/accounts/accountViews.ts'

/** An address that the user chose, and whether it was used then. */
export type ChosenAddress = { readonly account: number; readonly index: number; readonly wasUsed: boolean }

/** What the user requests, as entered. */
export type RequestDraft = { readonly amountText: string; readonly message: string }

export const EMPTY_REQUEST: RequestDraft = { amountText: '', message: '' }

export type ReceiveState = {
  /** undefined: the screen proposes one */
  readonly chosen: Accessor<ChosenAddress | undefined>
  /** the payment id that is shown with the main address; undefined without one */
  readonly integrated: Accessor<IntegratedAddress | undefined>
  choose(address: ChosenAddress, integrated: IntegratedAddress | undefined): void
  readonly request: Accessor<RequestDraft>
  setRequest(request: RequestDraft): void
  /** Forgets everything: another wallet is open now. */
  clear(): void
}

/** Creates the state of the Receive screen for an open wallet. */
export const createReceiveState = (): ReceiveState => {
  const [chosen, setChosen] = createSignal<ChosenAddress>()
  const [integrated, setIntegrated] = createSignal<IntegratedAddress>()
  const [request, setRequest] = createSignal(EMPTY_REQUEST)
  return {
    chosen,
    integrated,
    choose: (address, withId) => {
      setIntegrated(withId)
      setChosen(address)
    },
    request,
    setRequest,
    clear: () => {
      setIntegrated(undefined)
      setChosen(undefined)
      setRequest(EMPTY_REQUEST)
    },
  }
}
