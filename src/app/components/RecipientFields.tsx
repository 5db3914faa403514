// Address and amount of one recipient, with what the wallet makes of them.
import { type JSX, Show } from 'solid-js'
import { sentence } from '../format/error.ts'
import type { Recipient } from '../state/recipients.ts'
import { useOpenWallet } from '../state/session.tsx'
import { t } from '../text/text.ts'
import { Button, IconButton } from './Button.tsx'
import { TextArea, TextField } from './Field.tsx'

const kindTexts = {
  standard: 'send.standard',
  subaddress: 'send.subaddress',
  integrated: 'send.integrated',
} as const

export const RecipientFields = (props: {
  readonly recipient: Recipient
  /** 1-based place, and undefined when it is the only one */
  readonly place: number | undefined
  readonly tried: boolean
  /** everything goes to this one: no amount is asked for */
  readonly everything: boolean
  readonly onEverything: ((all: boolean) => void) | undefined
  readonly onRemove: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const hint = (): string => {
    const parsed = props.recipient.parsed()
    if (parsed?.valid !== true) return t('send.toHint')
    const about = [parsed.recipientName ? t('send.for', { name: parsed.recipientName }) : '', parsed.description]
    return [t(kindTexts[parsed.kind]), ...about].filter(Boolean).join(' ')
  }
  const toProblem = (): string => {
    const parsed = props.recipient.parsed()
    if (parsed?.valid === false) return sentence(parsed.reason)
    return props.tried && props.recipient.to().trim() === '' ? t('send.toMissing') : ''
  }
  const amountProblem = (): string => {
    const amount = props.recipient.amount()
    if (amount.valid || (amount.reason === 'empty' && !props.tried)) return ''
    return t(`amount.${amount.reason}`, { decimals: wallet().decimals })
  }
  return (
    <fieldset class="recipient" aria-label={t('send.recipient', { index: props.place ?? 1 })}>
      <Show when={props.place}>
        {(place) => (
          <header class="recipient-header">
            <h2>{t('send.recipient', { index: place() })}</h2>
            <IconButton icon="close" label={t('send.removeRecipient', { index: place() })} onClick={props.onRemove} />
          </header>
        )}
      </Show>
      <div classList={{ recognised: props.recipient.parsed()?.valid === true }}>
        <TextArea
          mono
          label={t('send.to')}
          rows={3}
          hint={hint()}
          value={props.recipient.to()}
          problem={toProblem()}
          onInput={props.recipient.setTo}
        />
      </div>
      <Show
        when={!props.everything}
        fallback={
          <div class="everything">
            <p>{t('send.sendAll')}</p>
            <Button look="quiet" icon="close" onClick={() => props.onEverything?.(false)}>
              {t('action.cancel')}
            </Button>
          </div>
        }
      >
        <TextField
          label={t('send.amount')}
          inputMode="decimal"
          unit={wallet().ticker}
          value={props.recipient.amountText()}
          problem={amountProblem()}
          onInput={props.recipient.setAmountText}
          after={
            <Show when={props.onEverything}>
              {(choose) => <Button onClick={() => choose()(true)}>{t('send.all')}</Button>}
            </Show>
          }
        />
      </Show>
    </fieldset>
  )
}
