// What the Send screen keeps while other screens are shown: the draft of a payment, over a lock or a reload too, and the outcome of the last one.
import { type Accessor, createSignal } from 'solid-js'
import * as v from 'valibot'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import type { UnsignedTransfer } from '../../../wallet/offline/setViews.ts'
import { type Action, createAction } from '../requests/action.ts'
import { useSession } from '../session/session.tsx'
import { createDraft, type Drafts } from './drafts.ts'

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

/** A kept draft. JSON leaves out what is undefined. */
const KeptDraft = v.object({
  recipients: v.pipe(v.array(v.object({ to: v.string(), amountText: v.string() })), v.minLength(1)),
  sendsAll: v.boolean(),
  priority: v.optional(v.number()),
  note: v.optional(v.string()),
  feePaidBy: v.picklist(['sender', 'recipients']),
})

const draftOf = (kept: unknown): PaymentDraft | undefined =>
  v.is(KeptDraft, kept) ? { ...EMPTY_DRAFT, ...kept } : undefined

const idsOf = (kept: unknown): readonly string[] | undefined => (v.is(v.array(v.string()), kept) ? kept : undefined)

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
export const createSendState = (drafts: Drafts): SendState => {
  const { engine } = useSession()
  const [draft, setDraft] = createDraft(drafts, 'send.payment', draftOf, EMPTY_DRAFT)
  const [coins, chooseCoins] = createDraft(drafts, 'send.coins', idsOf, undefined)
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
