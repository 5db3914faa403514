// The form of a payment: its recipients and their total, and the request that they make.
import { type Accessor, createRoot, createSignal, getOwner, onCleanup } from 'solid-js'
import type { AccountView } from '../../wallet/engine/engineViews.ts'
import { formatAmount } from '../format/amount.ts'
import { t } from '../text/text.ts'
import { useOpenWallet } from './openWallet.tsx'
import { createRecipient, type Recipient } from './recipient.ts'

const MAX_RECIPIENTS = 15

type ListedRecipient = Recipient & { readonly dispose: () => void }

export type RecipientList = {
  readonly all: Accessor<readonly ListedRecipient[]>
  readonly isSingle: Accessor<boolean>
  readonly isFull: Accessor<boolean>
  add(): void
  remove(recipient: ListedRecipient): void
}

/** Creates the recipients of a payment: one at first, with the address `to`. */
const createRecipientList = (to: string): RecipientList => {
  // Event handlers, which add recipients, have no Solid owner.
  const owner = getOwner()
  const create = (): ListedRecipient => createRoot((dispose) => ({ ...createRecipient(), dispose }), owner ?? undefined)
  const first = create()
  first.setTo(to)
  const [all, setAll] = createSignal<readonly ListedRecipient[]>([first])
  onCleanup(() => {
    for (const recipient of all()) recipient.dispose()
  })
  return {
    all,
    isSingle: () => all().length === 1,
    isFull: () => all().length >= MAX_RECIPIENTS,
    add: () => setAll([...all(), create()]),
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
  readonly total: Accessor<bigint>
  readonly totalProblem: Accessor<string>
  /** OpenAlias names by address */
  readonly names: Accessor<ReadonlyMap<string, string>>
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

/** Returns the destinations; undefined if an address, or an amount that is needed, is not valid. */
const parseDestinations = async (
  recipients: readonly Recipient[],
  sendsAll: boolean,
): Promise<readonly TypedDestination[] | undefined> => {
  const parsed = await Promise.all(recipients.map((recipient) => recipient.parseNow()))
  const destinations: TypedDestination[] = []
  for (const [i, recipient] of recipients.entries()) {
    const destination = parsed[i]
    const amount = recipient.amount()
    if (destination?.valid !== true || (!sendsAll && !amount.valid)) return undefined
    destinations.push({ address: destination.address, amount: amount.valid ? amount.amount : 0n })
  }
  return destinations
}

/** Creates the form of a payment from the selected account. `to`: the initial address; empty for none */
export const createPaymentForm = (to: string): PaymentForm => {
  const { wallet, account } = useOpenWallet()
  const recipients = createRecipientList(to)
  const [everything, setEverything] = createSignal(false)
  const [isTried, setTried] = createSignal(false)

  const from = (): AccountView | undefined => wallet().accounts.find((each) => each.index === account())
  const available = (): bigint => from()?.balance.unlocked ?? 0n
  const sendsAll = (): boolean => recipients.isSingle() && everything()
  const total = (): bigint => sumOfAmounts(recipients.all())
  const totalProblem = (): string =>
    !sendsAll() && total() > available()
      ? t('send.tooMuch', { amount: formatAmount(available(), wallet().decimals, wallet().ticker) })
      : ''

  return {
    recipients,
    isTried,
    sendsAll,
    setSendsAll: setEverything,
    available,
    total,
    totalProblem,
    names: () => namesByAddress(recipients.all()),
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
