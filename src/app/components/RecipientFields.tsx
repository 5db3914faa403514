// Address and amount of one recipient, with hints and problems from the wallet.
import { createSignal, type JSX, Show } from 'solid-js'
import type { ContactView } from '../../wallet/engine/engineApi.ts'
import { sentence } from '../format/error.ts'
import { createAction } from '../state/action.ts'
import { nameOf } from '../state/lists.ts'
import { useOpenWallet } from '../state/openWallet.tsx'
import { nameResolver } from '../state/preferences.ts'
import type { Recipient } from '../state/recipients.ts'
import { t } from '../text/text.ts'
import { Button, ButtonLink, IconButton } from './Button.tsx'
import { ContactPicker } from './ContactPicker.tsx'
import { Copyable } from './Copy.tsx'
import { TextArea, TextField } from './Field.tsx'
import './recipientFields.css'

const kindTexts = {
  standard: 'send.standard',
  subaddress: 'send.subaddress',
  integrated: 'send.integrated',
} as const

const LookUp = (props: { readonly recipient: Recipient }): JSX.Element => (
  <Button busy={props.recipient.lookUp.running()} onClick={() => void props.recipient.lookUp.run()}>
    {t(props.recipient.lookUp.running() ? 'names.looking' : 'names.lookUp')}
  </Button>
)

export const RecipientFields = (props: {
  readonly recipient: Recipient
  readonly contacts: readonly ContactView[]
  /** 1-based position; undefined for a single recipient */
  readonly place: number | undefined
  readonly tried: boolean
  /** this recipient receives everything; there is no amount field */
  readonly everything: boolean
  readonly onEverything: ((all: boolean) => void) | undefined
  readonly onRemove: () => void
}): JSX.Element => {
  const { wallet } = useOpenWallet()
  const hint = (): string => {
    const parsed = props.recipient.parsed()
    if (parsed?.valid !== true) return t('send.toHint')
    if (props.recipient.name() !== '') return t('names.leads', { name: props.recipient.name() })
    const contact = nameOf(props.contacts, parsed.address)
    if (contact !== '') return t('contacts.known', { name: contact })
    const about = [parsed.recipientName ? t('send.for', { name: parsed.recipientName }) : '', parsed.description]
    return [t(kindTexts[parsed.kind]), ...about].filter(Boolean).join(' ')
  }
  const nameProblem = (): string => {
    if (nameResolver() === '') return t('names.off')
    if (props.recipient.lookUp.problem() !== '') return props.recipient.lookUp.problem()
    return props.tried ? t('names.notYet') : ''
  }
  const toProblem = (): string => {
    const parsed = props.recipient.parsed()
    if (parsed?.valid === false) return sentence(parsed.reason)
    if (parsed === undefined && props.recipient.name() !== '') return nameProblem()
    return props.tried && props.recipient.to().trim() === '' ? t('send.toMissing') : ''
  }
  const amountProblem = (): string => {
    const amount = props.recipient.amount()
    if (amount.valid || (amount.reason === 'empty' && !props.tried)) return ''
    return t(`amount.${amount.reason}`, { decimals: wallet().decimals })
  }
  const [choosing, setChoosing] = createSignal(false)
  let fields: HTMLFieldSetElement | undefined
  /** Sets the address. Its button disappears, so the focus moves to the amount. */
  const fill = (address: string): void => {
    if (address === '') return
    props.recipient.setTo(address)
    queueMicrotask(() => fields?.querySelector('input')?.focus())
  }
  const paste = createAction(async () => fill((await navigator.clipboard.readText()).trim()))
  /** the address of the name; empty until it is looked up */
  const found = (): string => {
    const parsed = props.recipient.parsed()
    return parsed?.valid === true ? parsed.address : ''
  }
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
      <Show when={props.recipient.to() === ''}>
        <div class="buttons">
          <Show when={'readText' in navigator.clipboard}>
            <Button icon="paste" onClick={() => void paste.run()}>
              {t('send.paste')}
            </Button>
          </Show>
          <Show when={props.contacts.length > 0}>
            <Button icon="contacts" onClick={() => setChoosing(true)}>
              {t('contacts.choose')}
            </Button>
          </Show>
        </div>
        <p class="field-problem" role="status">
          {paste.problem() === '' ? '' : t('send.pasteFailed')}
        </p>
      </Show>
      <Show when={choosing()}>
        <ContactPicker
          contacts={props.contacts}
          onClose={() => setChoosing(false)}
          onPick={(contact) => {
            setChoosing(false)
            fill(contact.address)
          }}
        />
      </Show>
      <Show when={props.recipient.name()}>
        <Show when={nameResolver()} fallback={<ButtonLink href="/settings">{t('names.toSettings')}</ButtonLink>}>
          <Show when={found()} fallback={<LookUp recipient={props.recipient} />}>
            {(address) => <Copyable text={address()} label={t('details.copyAddress')} />}
          </Show>
        </Show>
      </Show>
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
