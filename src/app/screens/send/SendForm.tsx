// The form of a payment: recipients, amounts and speed. It ends in the review dialog.
import { type Accessor, For, type JSX, Show, untrack } from 'solid-js'
import type { PreparedTransfer } from '../../../engine/api/engineViews.ts'
import type { AccountView, ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { TransferView } from '../../../wallet/history/historyViews.ts'
import type { UnsignedTransfer } from '../../../wallet/offline/setViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { WaitingList } from '../../components/feedback/WaitingList.tsx'
import { AccountSelect, accountName } from '../../components/form/AccountSelect.tsx'
import { SelectField, TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Disclosure } from '../../components/layout/Disclosure.tsx'
import { RecipientFields } from '../../components/payment/RecipientFields.tsx'
import { ReviewDialog } from '../../components/payment/ReviewDialog.tsx'
import { formatAmount } from '../../format/amount.ts'
import { preparingText } from '../../format/preparing.ts'
import { createPaymentForm, type PaymentForm } from '../../state/payments/paymentForm.ts'
import { createPreparedPayment } from '../../state/payments/preparedPayment.ts'
import { type Action, createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts } from '../../state/wallet/lists.ts'
import { signsAlone, useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { ShownAmounts } from '../../state/wallet/shownAmounts.tsx'
import { t } from '../../text/text.ts'
import { createPriorityChoice, type PriorityChoice, PriorityField } from './PriorityField.tsx'
import { SendSummary } from './SendSummary.tsx'
import { SourceField } from './SourceField.tsx'

/** Returns the names of contacts and OpenAlias names, by address. An OpenAlias name replaces the name of a contact. */
const recipientNames = (
  contacts: readonly ContactView[],
  aliases: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> =>
  new Map([...contacts.map(({ address, name }) => [address, name] as const), ...aliases])

const Recipients = (props: { readonly form: PaymentForm; readonly contacts: readonly ContactView[] }): JSX.Element => {
  const { recipients } = props.form
  return (
    <For each={recipients.all()}>
      {(recipient, index) => (
        <RecipientFields
          recipient={recipient}
          contacts={props.contacts}
          place={recipients.isSingle() ? undefined : index() + 1}
          tried={props.form.isTried()}
          amountProblem={recipients.isSingle() ? props.form.totalProblem() : ''}
          everything={props.form.sendsAll()}
          onEverything={recipients.isSingle() ? props.form.setSendsAll : undefined}
          onRemove={() => recipients.remove(recipient)}
        />
      )}
    </For>
  )
}

/** Another account that can pay what the selected one cannot. */
const OtherAccount = (props: { readonly form: PaymentForm }): JSX.Element => {
  const { wallet, account, selectAccount } = useOpenWallet()
  const other = (): AccountView | undefined => {
    const { form } = props
    if (form.sendsAll() || form.coins() !== undefined || form.total() <= form.available()) return undefined
    return wallet().accounts.find(({ index, balance }) => index !== account() && balance.unlocked > form.total())
  }
  return (
    <Show when={other()}>
      {(found) => (
        <Button onClick={() => selectAccount(found().index)}>
          {t('send.payFrom', {
            account: accountName(found()),
            amount: formatAmount(found().balance.unlocked, wallet().decimals, wallet().ticker),
          })}
        </Button>
      )}
    </Show>
  )
}

/** What few payments need: who pays the fee, and from which coins. */
const Options = (props: { readonly form: PaymentForm }): JSX.Element => {
  const { form } = props
  const isUsed = untrack(() => form.feePaidBy() !== 'sender')
  return (
    <Disclosure summary={t('send.options')} open={isUsed}>
      <div class="stack">
        <Show when={!form.sendsAll()}>
          <SelectField
            label={t('fees.payer')}
            value={form.feePaidBy()}
            options={[
              { value: 'sender', text: t('fees.sender') },
              { value: 'recipients', text: t('fees.recipients') },
            ]}
            onChange={form.setFeePaidBy}
          />
        </Show>
        <SourceField />
      </div>
    </Disclosure>
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
  const { wallet, account, send } = useOpenWallet()
  const { prepared, hold, discard } = createPreparedPayment()

  const prepare = createAction(async () => {
    const destinations = await form.validate()
    const first = destinations?.[0]
    if (destinations === undefined || first === undefined) return
    const coins = send.coins()
    const request = { account: account(), priority: priority.chosen(), ...(coins === undefined ? {} : { coins }) }
    const sweep = { ...request, address: first.address }
    const transfer = { ...request, destinations, feePaidBy: form.feePaidBy() }
    if (signsAlone(wallet()))
      hold(form.sendsAll() ? await engine.prepareSweep(sweep) : await engine.prepareTransfer(transfer))
    else
      onUnsigned(
        form.sendsAll() ? await engine.prepareUnsignedSweep(sweep) : await engine.prepareUnsignedTransfer(transfer),
      )
  })

  return { prepared, prepare, discard }
}

export const SendForm = (props: {
  /** `note`: the note to save with the payment; empty for none */
  readonly onRecorded: (transfers: readonly TransferView[], note: string) => void
  /** a payment that this wallet cannot sign alone */
  readonly onUnsigned: (payment: UnsignedTransfer) => void
}): JSX.Element => {
  const form = createPaymentForm()
  const priority = createPriorityChoice(form)
  const contacts = createContacts()
  const { view } = useSession()
  const { wallet } = useOpenWallet()
  const { prepared, prepare, discard } = createPreparation(form, priority, (payment) => props.onUnsigned(payment))
  const payOrdinarily = (): void => {
    discard()
    form.setPriority(undefined)
    void prepare.run()
  }

  return (
    <>
      <Form class="send" onSubmit={() => void prepare.run()}>
        <section class="card send-groups">
          <Show when={wallet().accounts.length > 1}>
            <div>
              <AccountSelect label={t('send.account')} />
            </div>
          </Show>
          <Recipients form={form} contacts={contacts.items} />
          <div>
            <ShownAmounts>
              <PriorityField choice={priority} />
            </ShownAmounts>
          </div>
          <div>
            <TextField label={t('send.note')} hint={t('details.noteHint')} value={form.note()} onInput={form.setNote} />
          </div>
          <div class="send-more">
            <Show when={!form.sendsAll() && !form.recipients.isFull()}>
              <Button variant="quiet" icon="plus" onClick={form.addRecipient}>
                {t('send.addRecipient')}
              </Button>
            </Show>
            <Options form={form} />
          </div>
        </section>
        <aside class="card send-summary">
          <SendSummary form={form} contacts={contacts.items} quote={priority.quoteOf(priority.value())} />
          <OtherAccount form={form} />
          <WaitingList coins={form.waiting()} />
          <p class="field-problem" role="status">
            {form.recipients.isSingle() ? '' : form.totalProblem()}
          </p>
          <Problem text={prepare.problem() || priority.problem()} />
          <Button variant="primary" type="submit" wide busy={prepare.running()}>
            {prepare.running()
              ? preparingText(view.paymentStep)
              : t(signsAlone(wallet()) ? 'send.review' : 'send.prepare')}
          </Button>
          <p class="visually-hidden" role="status">
            {prepare.running() ? preparingText(view.paymentStep) : ''}
          </p>
        </aside>
      </Form>
      <Show when={prepared()}>
        {(payment) => (
          <ReviewDialog
            prepared={payment()}
            names={recipientNames(contacts.items, form.names())}
            coins={form.coins()}
            onCancel={discard}
            onOrdinary={payOrdinarily}
            note={form.note()}
            onSent={(transfers) => props.onRecorded(transfers, form.note().trim())}
          />
        )}
      </Show>
    </>
  )
}
