// Address and amount of one recipient, with hints and problems from the wallet.
import { type JSX, Show } from 'solid-js'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import type { Recipient } from '../../state/payments/recipient.ts'
import { t } from '../../text/text.ts'
import { RecipientAddress } from '../address/RecipientAddress.tsx'
import { Button, IconButton } from '../controls/Button.tsx'
import { AmountField } from '../money/AmountField.tsx'
import './recipientFields.css'

const RecipientAmount = (props: {
  readonly recipient: Recipient
  readonly tried: boolean
  readonly problem: string
  /** offers to send everything available; undefined with several recipients */
  readonly onEverything: (() => void) | undefined
}): JSX.Element => (
  <AmountField
    label={t('send.amount')}
    text={props.recipient.amountText()}
    amount={props.recipient.amount()}
    needed={props.tried}
    problem={props.problem}
    onInput={props.recipient.setAmountText}
    after={
      <Show when={props.onEverything}>{(choose) => <Button onClick={() => choose()()}>{t('send.all')}</Button>}</Show>
    }
  />
)

/** Shown in place of the amount of a recipient that receives everything. */
const Everything = (props: { readonly onCancel: () => void }): JSX.Element => (
  <div class="everything">
    <p>{t('send.sendAll')}</p>
    <Button variant="quiet" icon="close" onClick={props.onCancel}>
      {t('action.cancel')}
    </Button>
  </div>
)

export const RecipientFields = (props: {
  readonly recipient: Recipient
  readonly contacts: readonly ContactView[]
  /** 1-based position; undefined for a single recipient */
  readonly place: number | undefined
  readonly tried: boolean
  /** why the amount cannot be paid; empty if it can, and of several recipients, whose sum counts */
  readonly amountProblem: string
  /** this recipient receives everything; there is no amount field */
  readonly everything: boolean
  readonly onEverything: ((all: boolean) => void) | undefined
  readonly onRemove: () => void
}): JSX.Element => {
  let fields: HTMLFieldSetElement | undefined
  const focusAmount = (): void =>
    queueMicrotask(() => fields?.querySelector<HTMLElement>('input[inputmode=decimal]')?.focus())
  return (
    <fieldset ref={fields} class="recipient" aria-label={t('send.recipient', { index: props.place ?? 1 })}>
      <Show when={props.place}>
        {(place) => (
          <header class="recipient-header">
            <h2>{t('send.recipient', { index: place() })}</h2>
            <IconButton icon="close" label={t('send.removeRecipient', { index: place() })} onClick={props.onRemove} />
          </header>
        )}
      </Show>
      <RecipientAddress
        recipient={props.recipient}
        contacts={props.contacts}
        tried={props.tried}
        onFilled={focusAmount}
      />
      <Show when={!props.everything} fallback={<Everything onCancel={() => props.onEverything?.(false)} />}>
        <RecipientAmount
          recipient={props.recipient}
          tried={props.tried}
          problem={props.amountProblem}
          onEverything={props.onEverything && (() => props.onEverything?.(true))}
        />
      </Show>
    </fieldset>
  )
}
