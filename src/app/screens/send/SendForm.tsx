// The form of a payment: recipients, amounts and speed. It ends in the review dialog.
import { type Accessor, createSignal, For, type JSX, Show } from 'solid-js'
import type {
  ContactView,
  PreparedTransfer,
  TransferView,
  UnsignedTransfer,
} from '../../../wallet/engine/engineViews.ts'
import { AccountSelect } from '../../components/AccountSelect.tsx'
import { Amount } from '../../components/Amount.tsx'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { Card } from '../../components/Card.tsx'
import { Form } from '../../components/Form.tsx'
import { Problem } from '../../components/Notice.tsx'
import { RecipientFields } from '../../components/RecipientFields.tsx'
import { ReviewDialog } from '../../components/ReviewDialog.tsx'
import { reportInternal } from '../../format/error.ts'
import { type Action, createAction } from '../../state/action.ts'
import { createContacts } from '../../state/lists.ts'
import { signsAlone, useOpenWallet } from '../../state/openWallet.tsx'
import { createPaymentForm, type PaymentForm } from '../../state/paymentForm.ts'
import { useSession } from '../../state/session.tsx'
import { t } from '../../text/text.ts'
import { createPriorityChoice, type PriorityChoice, PriorityField } from './PriorityField.tsx'

/** Returns the names of contacts and OpenAlias names, by address. An OpenAlias name replaces the name of a contact. */
const recipientNames = (
  contacts: readonly ContactView[],
  aliases: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map([...contacts.map(({ address, name }) => [address, name] as const), ...aliases])

/** Returns the note of a payment to OpenAlias names, which the chain does not contain; empty without names. */
const nameNote = (aliases: ReadonlyMap<string, string>): string =>
  aliases.size === 0 ? '' : t('names.note', { names: [...aliases.values()].join(', ') })

const AmountLine = (props: { readonly label: string; readonly amount: bigint }): JSX.Element => (
  <p class="available">
    <span class="muted">{props.label}</span> <Amount amount={props.amount} />
  </p>
)

const Recipients = (props: { readonly form: PaymentForm; readonly contacts: readonly ContactView[] }): JSX.Element => {
  const { recipients } = props.form
  return (
    <>
      <For each={recipients.all()}>
        {(recipient, index) => (
          <Card>
            <RecipientFields
              recipient={recipient}
              contacts={props.contacts}
              place={recipients.isSingle() ? undefined : index() + 1}
              tried={props.form.isTried()}
              everything={props.form.sendsAll()}
              onEverything={recipients.isSingle() ? props.form.setSendsAll : undefined}
              onRemove={() => recipients.remove(recipient)}
            />
          </Card>
        )}
      </For>
      <Show when={!props.form.sendsAll() && !recipients.isFull()}>
        <Button variant="quiet" icon="plus" onClick={props.form.addRecipient}>
          {t('send.addRecipient')}
        </Button>
      </Show>
    </>
  )
}

type Preparation = {
  /** the payment to review */
  readonly prepared: Accessor<PreparedTransfer | undefined>
  readonly prepare: Action<[]>
  discard(): void
}

/**
 * Creates the action that prepares the payment of a form: for the review, or in a wallet that cannot sign it alone, for the others that
 * sign it.
 */
const createPreparation = (
  form: PaymentForm,
  priority: PriorityChoice,
  onUnsigned: (payment: UnsignedTransfer) => void,
): Preparation => {
  const { engine } = useSession()
  const { wallet, account } = useOpenWallet()
  const [prepared, setPrepared] = createSignal<PreparedTransfer>()

  const prepare = createAction(async () => {
    const destinations = await form.validate()
    const first = destinations?.[0]
    if (destinations === undefined || first === undefined) return
    const request = { account: account(), priority: priority.value() }
    const sweep = { ...request, address: first.address }
    const transfer = { ...request, destinations }
    if (signsAlone(wallet()))
      setPrepared(form.sendsAll() ? await engine.prepareSweep(sweep) : await engine.prepareTransfer(transfer))
    else
      onUnsigned(
        form.sendsAll() ? await engine.prepareUnsignedSweep(sweep) : await engine.prepareUnsignedTransfer(transfer),
      )
  })

  const discard = (): void => {
    const unwanted = prepared()
    setPrepared(undefined)
    // A prepared payment that is not discarded stays in memory; it is never sent by itself.
    if (unwanted !== undefined) engine.discardTransfer(unwanted.id).catch(reportInternal)
  }

  return { prepared, prepare, discard }
}

export const SendForm = (props: {
  /** the initial address; empty for none */
  readonly to: string
  /** `note`: the note to save with the payment; empty for none */
  readonly onSent: (transfers: readonly TransferView[], note: string) => void
  /** a payment that this wallet cannot sign alone */
  readonly onUnsigned: (payment: UnsignedTransfer) => void
}): JSX.Element => {
  const form = createPaymentForm(props.to)
  const priority = createPriorityChoice()
  const contacts = createContacts()
  const { wallet } = useOpenWallet()
  const { prepared, prepare, discard } = createPreparation(form, priority, (payment) => props.onUnsigned(payment))

  return (
    <>
      <Form class="form medium" onSubmit={() => void prepare.run()}>
        <AccountSelect label={t('send.account')} />
        <div class="list-line">
          <AmountLine label={t('home.available')} amount={form.available()} />
          <ButtonLink variant="quiet" icon="contacts" href="/send/contacts">
            {t('contacts.title')}
          </ButtonLink>
        </div>
        <Recipients form={form} contacts={contacts.items} />
        <PriorityField choice={priority} />
        <Show when={!form.recipients.isSingle()}>
          <AmountLine label={t('send.total')} amount={form.total()} />
        </Show>
        <p class="field-problem" role="status">
          {form.totalProblem()}
        </p>
        <Problem text={prepare.problem() || priority.problem()} />
        <Button variant="primary" type="submit" wide busy={prepare.running()}>
          {t(prepare.running() ? 'send.building' : signsAlone(wallet()) ? 'send.review' : 'send.prepare')}
        </Button>
      </Form>
      <Show when={prepared()}>
        {(payment) => (
          <ReviewDialog
            prepared={payment()}
            names={recipientNames(contacts.items, form.names())}
            onCancel={discard}
            onSent={(transfers) => props.onSent(transfers, nameNote(form.names()))}
          />
        )}
      </Show>
    </>
  )
}
