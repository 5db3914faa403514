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
}

export const EMPTY_RECIPIENT: RecipientDraft = { to: '', amountText: '' }

/** The draft of a new payment. */
export const EMPTY_DRAFT: PaymentDraft = {
  recipients: [EMPTY_RECIPIENT],
  sendsAll: false,
  priority: undefined,
  note: undefined,
  feePaidBy: 'sender',
}

/** Whether the user entered nothing yet. */
export const isDraftEmpty = ({ recipients, sendsAll, note }: PaymentDraft): boolean =>
  !sendsAll && (note ?? '') === '' && recipients.every(({ to, amountText }) => to === '' && amountText === '')

/** A payment that was sent or recorded, or one that others must sign. */
export type SendOutcome =
  | { readonly kind: 'recorded'; readonly transfers: readonly TransferView[] }
  | { readonly kind: 'unsigned'; readonly payment: UnsignedTransfer }

export type SendState = {
  readonly draft: Accessor<PaymentDraft>
  setDraft(draft: PaymentDraft): void
  /** ids of the coins of the selected account to pay from; undefined: all of them */
  readonly coins: Accessor<readonly string[] | undefined>
  chooseCoins(ids: readonly string[] | undefined): void
  /** Begins a new payment, from all coins. */
  begin(draft: PaymentDraft): void
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
  const [coins, chooseCoins] = createSignal<readonly string[]>()
  const [outcome, setOutcome] = createSignal<SendOutcome>()
  const saveNote = createAction(async (transfers: readonly TransferView[], note: string) => {
    for (const { txid, note: existing } of transfers) if (existing === '') await engine.setNote(txid, note)
  })
  const begin = (draft: PaymentDraft): void => {
    setDraft(draft)
    chooseCoins(undefined)
  }
  const clear = (): void => {
    begin(EMPTY_DRAFT)
    setOutcome(undefined)
    saveNote.clear()
  }
  return { draft, setDraft, coins, chooseCoins, begin, outcome, setOutcome, saveNote, clear }
}
