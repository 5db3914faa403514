// What the Send screen keeps while the wallet is open and other screens are shown: the draft of a payment, and the outcome of the last one.
import { type Accessor, createSignal } from 'solid-js'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import type { UnsignedTransfer } from '../../../wallet/offline/setViews.ts'
import { type Action, createAction } from '../requests/action.ts'
import { useSession } from '../session/session.tsx'

export type RecipientDraft = { readonly to: string; readonly amountText: string }

/** What the user entered for a payment. */
export type PaymentDraft = {
  /** at least one */
  readonly recipients: readonly RecipientDraft[]
  /** the single recipient receives everything */
  readonly sendsAll: boolean
  /** undefined: the usual one */
  readonly priority: number | undefined
  /** undefined: what the payment links and names propose */
  readonly note: string | undefined
  readonly feePaidBy: 'sender' | 'recipients'
  /** ids of the coins to pay from; undefined: all of the account */
  readonly coins: readonly string[] | undefined
}

export const EMPTY_RECIPIENT: RecipientDraft = { to: '', amountText: '' }

/** The draft of a new payment. */
export const EMPTY_DRAFT: PaymentDraft = {
  recipients: [EMPTY_RECIPIENT],
  sendsAll: false,
  priority: undefined,
  note: undefined,
  feePaidBy: 'sender',
  coins: undefined,
}

/** A payment that was sent or recorded, or one that others must sign. */
export type SendOutcome =
  | { readonly kind: 'recorded'; readonly transfers: readonly TransferView[] }
  | { readonly kind: 'unsigned'; readonly payment: UnsignedTransfer }

export type SendState = {
  readonly draft: Accessor<PaymentDraft>
  setDraft(draft: PaymentDraft): void
  /** undefined if there is none to show */
  readonly outcome: Accessor<SendOutcome | undefined>
  setOutcome(outcome: SendOutcome | undefined): void
  /** Saves the note of a payment. It fails apart from the payment, which was made. */
  readonly saveNote: Action<[readonly TransferView[], string]>
  /** Forgets everything: another wallet is open now. */
  clear(): void
}

/** Creates the state of the Send screen for an open wallet. */
export const createSendState = (): SendState => {
  const { engine } = useSession()
  const [draft, setDraft] = createSignal(EMPTY_DRAFT)
  const [outcome, setOutcome] = createSignal<SendOutcome>()
  const saveNote = createAction(async (transfers: readonly TransferView[], note: string) => {
    for (const { txid, note: existing } of transfers) if (existing === '') await engine.setNote(txid, note)
  })
  const clear = (): void => {
    setDraft(EMPTY_DRAFT)
    setOutcome(undefined)
    saveNote.clear()
  }
  return { draft, setDraft, outcome, setOutcome, saveNote, clear }
}
