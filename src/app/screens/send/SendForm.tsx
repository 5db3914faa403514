// The form of a payment: recipients, amounts and speed. It ends in the review dialog.
import { createRoot, createSignal, For, getOwner, type JSX, onCleanup, Show } from 'solid-js'
import type { AccountView, PreparedTransfer, TransferView } from '../../../wallet/engine/engineApi.ts'
import { AccountSelect } from '../../components/AccountSelect.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { SelectField } from '../../components/Field.tsx'
import { Form } from '../../components/Form.tsx'
import { Problem } from '../../components/Notice.tsx'
import { RecipientFields } from '../../components/RecipientFields.tsx'
import { ReviewDialog } from '../../components/ReviewDialog.tsx'
import { formatAmount } from '../../format/amount.ts'
import { reportInternal } from '../../format/error.ts'
import { priorityName } from '../../format/priority.ts'
import { createAction } from '../../state/action.ts'
import { createFetched } from '../../state/fetched.ts'
import { createContacts } from '../../state/lists.ts'
import { useOpenWallet } from '../../state/openWallet.tsx'
import { createRecipient, type Recipient } from '../../state/recipients.ts'
import { useSession } from '../../state/session.tsx'
import { t } from '../../text/text.ts'

const MAX_RECIPIENTS = 15

type OwnedRecipient = { readonly recipient: Recipient; readonly dispose: () => void }

export const SendForm = (props: {
  /** the initial address; empty for none */
  readonly to: string
  /** `note`: the note to save with the payment; empty for none */
  readonly onSent: (transfers: readonly TransferView[], note: string) => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet, account } = useOpenWallet()
  // Event handlers, which add recipients, have no Solid owner.
  const owner = getOwner()
  const addRecipient = (): OwnedRecipient =>
    createRoot((dispose) => ({ recipient: createRecipient(), dispose }), owner ?? undefined)
  const first = addRecipient()
  first.recipient.setTo(props.to)
  const [recipients, setRecipients] = createSignal<readonly OwnedRecipient[]>([first])
  const contacts = createContacts()
  onCleanup(() => {
    for (const each of recipients()) each.dispose()
  })
  const [everything, setEverything] = createSignal(false)
  const [tried, setTried] = createSignal(false)
  const fetchedPriorities = createFetched(true, () => engine.priorities())
  const priorities = fetchedPriorities.value
  const [chosenPriority, setPriority] = createSignal<number>()
  const [prepared, setPrepared] = createSignal<PreparedTransfer>()

  const priority = (): number => chosenPriority() ?? priorities()?.find((each) => each.isDefault)?.value ?? 0
  const from = (): AccountView | undefined => wallet().accounts.find((each) => each.index === account())
  const available = (): bigint => from()?.balance.unlocked ?? 0n
  const single = (): boolean => recipients().length === 1
  const sendsAll = (): boolean => single() && everything()
  const total = (): bigint =>
    recipients().reduce((sum, { recipient }) => {
      const amount = recipient.amount()
      return amount.valid ? sum + amount.amount : sum
    }, 0n)
  const totalProblem = (): string =>
    !sendsAll() && total() > available()
      ? t('send.tooMuch', { amount: formatAmount(available(), wallet().decimals, wallet().ticker) })
      : ''

  const remove = (gone: OwnedRecipient): void => {
    setRecipients(recipients().filter((each) => each !== gone))
    gone.dispose()
  }

  const prepare = createAction(async () => {
    setTried(true)
    const parsed = await Promise.all(recipients().map(({ recipient }) => recipient.parseNow()))
    const destinations: { address: string; amount: bigint }[] = []
    for (const [i, { recipient }] of recipients().entries()) {
      const destination = parsed[i]
      const amount = recipient.amount()
      if (destination?.valid !== true || (!sendsAll() && !amount.valid)) return
      destinations.push({ address: destination.address, amount: amount.valid ? amount.amount : 0n })
    }
    const [only] = destinations
    if (only === undefined || totalProblem() !== '') return
    const request = { account: account(), priority: priority() }
    setPrepared(
      sendsAll()
        ? await engine.prepareSweep({ ...request, address: only.address })
        : await engine.prepareTransfer({ ...request, destinations }),
    )
  })

  /** OpenAlias names by address */
  const names = (): ReadonlyMap<string, string> => {
    const found = new Map<string, string>()
    for (const { recipient } of recipients()) {
      const parsed = recipient.parsed()
      if (parsed?.valid === true && recipient.name() !== '') found.set(parsed.address, recipient.name())
    }
    return found
  }

  /** names of contacts and OpenAlias names, by address */
  const recipientNames = (): ReadonlyMap<string, string> =>
    new Map([...contacts.items.map(({ address, name }) => [address, name] as const), ...names()])

  /** The note of a payment to names: the chain does not contain them. */
  const nameNote = (): string =>
    names().size === 0 ? '' : t('names.note', { names: [...names().values()].join(', ') })

  const discard = (): void => {
    const unwanted = prepared()
    setPrepared(undefined)
    // A prepared payment that is not discarded stays in memory; it is never sent by itself.
    if (unwanted !== undefined) engine.discardTransfer(unwanted.id).catch(reportInternal)
  }

  return (
    <>
      <Form class="form medium" onSubmit={() => void prepare.run()}>
        <AccountSelect label={t('send.account')} />
        <div class="list-line">
          <p class="available">
            <span class="muted">{t('home.available')}</span> <Amount amount={available()} />
          </p>
          <ButtonLink look="quiet" icon="contacts" href="/send/contacts">
            {t('contacts.title')}
          </ButtonLink>
        </div>
        <For each={recipients()}>
          {(each, index) => (
            <Card>
              <RecipientFields
                recipient={each.recipient}
                contacts={contacts.items}
                place={single() ? undefined : index() + 1}
                tried={tried()}
                everything={sendsAll()}
                onEverything={single() ? setEverything : undefined}
                onRemove={() => remove(each)}
              />
            </Card>
          )}
        </For>
        <Show when={!sendsAll() && recipients().length < MAX_RECIPIENTS}>
          <Button
            look="quiet"
            icon="plus"
            onClick={() => {
              setTried(false)
              setRecipients([...recipients(), addRecipient()])
            }}
          >
            {t('send.addRecipient')}
          </Button>
        </Show>
        <Show when={priorities()}>
          {(offered) => (
            <SelectField
              label={t('send.priority')}
              hint={t('send.priorityHint')}
              value={priority()}
              options={offered().map((each) => ({
                value: each.value,
                text: each.isDefault
                  ? t('send.priorityUsual', { name: priorityName(each.name) })
                  : priorityName(each.name),
              }))}
              onChange={setPriority}
            />
          )}
        </Show>
        <Show when={!single()}>
          <p class="available">
            <span class="muted">{t('send.total')}</span> <Amount amount={total()} />
          </p>
        </Show>
        <p class="field-problem" role="status">
          {totalProblem()}
        </p>
        <Problem text={prepare.problem() || fetchedPriorities.problem()} />
        <Button look="primary" type="submit" wide busy={prepare.running()}>
          {t(prepare.running() ? 'send.building' : 'send.review')}
        </Button>
      </Form>
      <Show when={prepared()}>
        {(payment) => (
          <ReviewDialog
            prepared={payment()}
            names={recipientNames()}
            onCancel={discard}
            onSent={(transfers) => props.onSent(transfers, nameNote())}
          />
        )}
      </Show>
    </>
  )
}
