// What a user does with a payment of the history: copying parts of it, and paying the same again.
import type { HistoryLine } from '../../../wallet/history/historyViews.ts'
import { editableAmount } from '../../format/amount.ts'
import { formatTime } from '../../format/time.ts'
import { copyText } from '../../host/device/clipboard.ts'
import { t } from '../../text/text.ts'
import { useOpenWallet } from '../wallet/openWallet.tsx'
import { EMPTY_DRAFT, type PaymentDraft } from '../wallet/sendState.ts'

const OUTCOMES = { copied: 'action.copied', changed: 'action.copyChanged', failed: 'action.copyFailed' } as const

/** Returns a function that copies a text and reports the outcome. */
export const createCopying = (): ((text: string) => Promise<void>) => {
  const { toasts } = useOpenWallet()
  return async (text) => toasts.report(t(OUTCOMES[await copyText(text)]))
}

/** Returns the addresses that a line paid, or those that received. */
export const addressesOf = ({ direction, recipient, destinations, addresses }: HistoryLine): readonly string[] => {
  if (direction === 'in') return addresses
  return recipient === undefined ? destinations.map(({ address }) => address) : [recipient.address]
}

/** Returns whether the recipients of a payment can be paid again: a payment that is no order, with recipients that are known. */
export const canPayAgain = ({ direction, order, destinations }: HistoryLine): boolean =>
  direction === 'out' && order === undefined && destinations.length > 0

/** Returns the draft of a payment with the recipients, amounts and note of another one. */
export const draftLike = ({ destinations, recipient, note }: HistoryLine, decimals: number): PaymentDraft => ({
  ...EMPTY_DRAFT,
  note: note === '' ? undefined : note,
  recipients: (recipient === undefined ? destinations : [recipient]).map(({ address, amount }) => ({
    to: address,
    amountText: editableAmount(amount, decimals),
  })),
})

/** Returns rows as text with tabs, which spreadsheets take from the clipboard. */
export const rowsAsText = (lines: readonly HistoryLine[], decimals: number): string =>
  lines
    .map(({ timestamp, note, direction, amount, txid }) =>
      [
        formatTime(timestamp),
        note.replace(/\s+/g, ' '),
        `${direction === 'out' ? '-' : ''}${editableAmount(amount, decimals)}`,
        txid,
      ].join('\t'),
    )
    .join('\n')
