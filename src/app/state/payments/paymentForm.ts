// The form of a payment: its recipients and their total, and the request that they make.
import { type Accessor, createEffect, createRoot, createSignal, getOwner, onCleanup, untrack } from 'solid-js'
import { withoutDirectionControls } from '../../../bytes/invisibleCharacters.ts'
import { splitPaymentLink } from '../../../coin/addresses/linkRecipients.ts'
import { sumAmounts } from '../../../coin/amount.ts'
import type { QuoteRequest } from '../../../engine/api/paymentsApi.ts'
import type { AccountView } from '../../../wallet/accounts/accountViews.ts'
import type { CoinView, WaitingCoins } from '../../../wallet/funds/fundsViews.ts'
import { waitingTexts } from '../../format/waiting.ts'
import { listOf, t } from '../../text/text.ts'
import { readingText } from '../nodes/chainReading.ts'
import type { KnownRecipient } from '../recipients/knownRecipients.ts'
import { createChainReading } from '../wallet/chainTimes.ts'
import { createKnownRecipients } from '../wallet/lists.ts'
import { useOpenWallet } from '../wallet/openWallet.tsx'
import { EMPTY_RECIPIENT, type PaymentDraft, type RecipientDraft } from '../wallet/sendState.ts'
import { createExactAmountText } from '../wallet/shownAmounts.tsx'
import { createChosenCoins } from './chosenCoins.ts'
import { createRecipient, type Recipient } from './recipient.ts'

export const MAX_RECIPIENTS = 15

type ListedRecipient = Recipient & { readonly dispose: () => void }

export type RecipientList = {
  readonly all: Accessor<readonly ListedRecipient[]>
  readonly isSingle: Accessor<boolean>
  readonly isFull: Accessor<boolean>
  add(): void
  remove(recipient: ListedRecipient): void
}

/** Creates the recipients of a payment. */
const createRecipientList = (
  drafts: readonly RecipientDraft[],
  known: Accessor<readonly KnownRecipient[]>,
): RecipientList => {
  // Event handlers, which add recipients, have no Solid owner.
  const owner = getOwner()
  const [all, setAll] = createSignal<readonly ListedRecipient[]>([])
  const create = (draft: RecipientDraft): ListedRecipient =>
    createRoot((dispose) => {
      const recipient: ListedRecipient = {
        ...createRecipient(draft, { known, onSeveral: (texts) => replace(recipient, texts) }),
        dispose,
      }
      return recipient
    }, owner ?? undefined)
  /** Puts several recipients in the place of one. Returns whether there is room for them. */
  const replace = (recipient: ListedRecipient, drafts: readonly RecipientDraft[]): boolean => {
    const at = all().indexOf(recipient)
    if (at < 0 || all().length - 1 + drafts.length > MAX_RECIPIENTS) return false
    setAll(all().toSpliced(at, 1, ...drafts.map(create)))
    recipient.dispose()
    return true
  }
  setAll(drafts.flatMap((draft) => splitPaymentLink(draft.to).map((to) => create({ ...draft, to }))))
  onCleanup(() => {
    for (const recipient of all()) recipient.dispose()
  })
  return {
    all,
    isSingle: () => all().length === 1,
    isFull: () => all().length >= MAX_RECIPIENTS,
    add: () => setAll([...all(), create(EMPTY_RECIPIENT)]),
    remove: (recipient) => {
      setAll(all().filter((each) => each !== recipient))
      recipient.dispose()
    },
  }
}

/** An address with the amount that it receives; 0 if it receives everything. */
export type TypedDestination = { readonly address: string; readonly amount: bigint }

export type PaymentForm = {
  readonly recipients: RecipientList
  /** whether problems of empty fields show */
  readonly isTried: Accessor<boolean>
  /** whether the single recipient receives everything */
  readonly sendsAll: Accessor<boolean>
  setSendsAll(all: boolean): void
  readonly available: Accessor<bigint>
  /** coins of the account that cannot be spent yet */
  readonly waiting: Accessor<readonly WaitingCoins[]>
  readonly total: Accessor<bigint>
  readonly totalProblem: Accessor<string>
  /** OpenAlias names by address */
  readonly names: Accessor<ReadonlyMap<string, string>>
  /** undefined: the usual one */
  readonly priority: Accessor<number | undefined>
  setPriority(priority: number | undefined): void
  /** the typed note, or the one that names and links propose */
  readonly note: Accessor<string>
  setNote(text: string): void
  readonly feePaidBy: Accessor<PaymentDraft['feePaidBy']>
  setFeePaidBy(payer: PaymentDraft['feePaidBy']): void
  /** the chosen coins that can be spent; undefined if the payment is made from all coins of the account, or until they are fetched */
  readonly coins: Accessor<readonly CoinView[] | undefined>
  readonly quoteRequest: Accessor<QuoteRequest>
  readonly draft: Accessor<PaymentDraft>
  addRecipient(): void
  /** Parses all fields. Resolves undefined, with problems to show, if one is not valid. */
  validate(): Promise<readonly TypedDestination[] | undefined>
}

const sumOfAmounts = (recipients: readonly Recipient[]): bigint =>
  recipients.reduce((sum, recipient) => {
    const amount = recipient.amount()
    return amount.valid ? sum + amount.amount : sum
  }, 0n)

const namesByAddress = (recipients: readonly Recipient[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const recipient of recipients) {
    const parsed = recipient.parsed()
    if (parsed?.valid === true && recipient.name() !== '') names.set(parsed.address, recipient.name())
  }
  return names
}

/** Returns the note that OpenAlias names and the names and messages of payment links make, which the chain does not contain. */
const proposedNote = (recipients: readonly Recipient[]): string => {
  const names = [...namesByAddress(recipients).values()]
  const requests = recipients.flatMap((recipient) => {
    const parsed = recipient.parsed()
    return parsed?.valid === true ? [[parsed.recipientName, parsed.description].filter(Boolean).join(': ')] : []
  })
  const named = names.length === 0 ? '' : withoutDirectionControls(t('names.note', { names: listOf(names) }))
  return [named, ...requests].filter(Boolean).join(' · ')
}

/** Whether the address can be mistaken for a known one, and the user did not say that it is meant. */
const isUnconfirmedLookalike = ({ lookalike, isLookalikeMeant }: Recipient): boolean =>
  lookalike() !== undefined && !isLookalikeMeant()

/** Returns the destinations; undefined if an address, or an amount that is needed, is not valid, or an address must be compared first. */
const parseDestinations = async (
  recipients: readonly Recipient[],
  sendsAll: boolean,
): Promise<readonly TypedDestination[] | undefined> => {
  const parsed = await Promise.all(recipients.map((recipient) => recipient.parseNow()))
  const destinations: TypedDestination[] = []
  for (const [i, recipient] of recipients.entries()) {
    const destination = parsed[i]
    const amount = recipient.amount()
    if (destination?.valid !== true || (!sendsAll && !amount.valid) || isUnconfirmedLookalike(recipient))
      return undefined
    destinations.push({ address: destination.address, amount: amount.valid ? amount.amount : 0n })
  }
  return destinations
}

/** Creates the form of a payment from the selected account. What is entered is in the draft of the open wallet too. */
export const createPaymentForm = (): PaymentForm => {
  const { wallet, account, send } = useOpenWallet()
  const amountText = createExactAmountText()
  const initial = untrack(send.draft)
  const recipients = createRecipientList(initial.recipients, createKnownRecipients())
  const [everything, setEverything] = createSignal(initial.sendsAll)
  const [priority, setPriority] = createSignal(initial.priority)
  const [typedNote, setNote] = createSignal(initial.note)
  const [isTried, setTried] = createSignal(false)

  const [feePaidBy, setFeePaidBy] = createSignal(initial.feePaidBy)
  const coins = createChosenCoins(send.coins)

  const from = (): AccountView | undefined => wallet().accounts.find((each) => each.index === account())
  const available = (): bigint => {
    const picked = coins()
    return picked === undefined ? (from()?.balance.unlocked ?? 0n) : sumAmounts(picked)
  }
  const reading = createChainReading()
  const waiting = (): readonly WaitingCoins[] => wallet().waiting.filter((coins) => coins.account === account())
  const sendsAll = (): boolean => recipients.isSingle() && everything()
  const total = (): bigint => sumOfAmounts(recipients.all())
  const totalProblem = (): string => {
    if (sendsAll() || total() <= available()) return ''
    if (send.coins() !== undefined) return t('send.tooMuchChosen', { amount: amountText(available()) })
    const tooMuch = t('send.tooMuch', { amount: amountText(available()) })
    const unread = reading()
    const missing = unread === undefined ? '' : readingText(unread)
    return [tooMuch, missing, ...waitingTexts(waiting(), wallet(), amountText)].filter(Boolean).join(' ')
  }

  const draft = (): PaymentDraft => ({
    recipients: recipients.all().map((recipient) => ({ to: recipient.to(), amountText: recipient.amountText() })),
    sendsAll: everything(),
    priority: priority(),
    note: typedNote(),
    feePaidBy: feePaidBy(),
  })
  const quoteRequest = (): QuoteRequest => {
    const chosen = send.coins()
    const source = { account: account(), ...(chosen === undefined ? {} : { coins: chosen }) }
    if (sendsAll()) return { ...source, pays: 'everything' }
    const amounts = recipients.all().flatMap((recipient) => {
      const amount = recipient.amount()
      return amount.valid ? [amount.amount] : []
    })
    // Before an amount is typed, the fee of an ordinary payment shows.
    return { ...source, pays: 'amounts', amounts: amounts.length === 0 ? [1n] : amounts, feePaidBy: feePaidBy() }
  }
  createEffect(() => send.setDraft(draft()))

  return {
    recipients,
    isTried,
    sendsAll,
    setSendsAll: setEverything,
    available,
    waiting,
    total,
    totalProblem,
    names: () => namesByAddress(recipients.all()),
    priority,
    setPriority,
    note: () => typedNote() ?? proposedNote(recipients.all()),
    setNote,
    feePaidBy,
    setFeePaidBy,
    coins,
    quoteRequest,
    draft,
    addRecipient: () => {
      setTried(false)
      recipients.add()
    },
    validate: async () => {
      setTried(true)
      const destinations = await parseDestinations(recipients.all(), sendsAll())
      return totalProblem() === '' ? destinations : undefined
    },
  }
}
