// What the Receive screen keeps while other screens are shown, over a lock or a reload too: the chosen address, and the request.
import { type Accessor, createSignal } from 'solid-js'
import * as v from 'valibot'
import type { IntegratedAddress } from '../../../wallet/accounts/accountViews.ts'
import { createDraft, type Drafts } from './drafts.ts'

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

const KeptAddress = v.object({ account: v.number(), index: v.number(), wasUsed: v.boolean() })

const KeptRequest = v.object({ amountText: v.string(), message: v.string() })

const addressOf = (kept: unknown): ChosenAddress | undefined => (v.is(KeptAddress, kept) ? kept : undefined)

const requestOf = (kept: unknown): RequestDraft | undefined => (v.is(KeptRequest, kept) ? kept : undefined)

/** Creates the state of the Receive screen for an open wallet. */
export const createReceiveState = (drafts: Drafts): ReceiveState => {
  const [chosen, setChosen] = createDraft(drafts, 'view.address', addressOf, undefined)
  const [integrated, setIntegrated] = createSignal<IntegratedAddress>()
  const [request, setRequest] = createDraft(drafts, 'receive.request', requestOf, EMPTY_REQUEST)
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
