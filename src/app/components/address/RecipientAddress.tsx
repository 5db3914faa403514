// The address of a recipient: a text field, pasting, the choice of a contact, and the address of an OpenAlias name.

import { type JSX, Show } from 'solid-js'
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { ContactView } from '../../../wallet/accounts/accountViews.ts'
import { invalidText } from '../../format/destination.ts'
import { networkName } from '../../state/nodes/networks.ts'
import { MAX_RECIPIENTS } from '../../state/payments/paymentForm.ts'
import type { Recipient } from '../../state/payments/recipient.ts'
import { nameResolver } from '../../state/preferences/preferences.ts'
import { suggestRecipients } from '../../state/recipients/suggestions.ts'
import { createRecentRecipients, nameOf } from '../../state/wallet/lists.ts'
import { inOneLine, listOf, t } from '../../text/text.ts'
import { Button, ButtonLink } from '../controls/Button.tsx'
import { TextArea } from '../form/Field.tsx'
import { CopyableAddress } from './Address.tsx'
import { FillAddress } from './FillAddress.tsx'
import { LookalikeWarning } from './LookalikeWarning.tsx'
import { createSuggestionList, Suggestions } from './Suggestions.tsx'

const kindTexts = {
  standard: 'send.standard',
  subaddress: 'send.subaddress',
  integrated: 'send.integrated',
} as const

/** Returns what is known about the typed address. */
const addressHint = (recipient: Recipient, contacts: readonly ContactView[]): string => {
  const parsed = recipient.parsed()
  if (parsed?.valid !== true) return t(contacts.length > 0 ? 'suggestions.hint' : 'send.toHint')
  if (recipient.name() !== '') return t('names.leads', { name: showHidden(recipient.name()) })
  const contact = nameOf(contacts, parsed.address)
  const about = [
    parsed.recipientName && contact === '' ? t('send.for', { name: showHidden(parsed.recipientName) }) : '',
    showHidden(parsed.description),
    parsed.unknownParameters.length === 0
      ? ''
      : t('send.linkUnknown', { parts: listOf(parsed.unknownParameters.map(showHidden)) }),
  ]
  return inOneLine([contact === '' ? t(kindTexts[parsed.kind]) : t('contacts.known', { name: contact }), ...about], ' ')
}

const nameProblem = ({ lookUp }: Recipient, isTried: boolean): string => {
  if (nameResolver() === '') return t('names.off')
  if (lookUp.problem() !== '') return lookUp.problem()
  return isTried ? t('names.notYet') : ''
}

/** Returns why the text is no address to pay; empty without a problem. An empty field, or a name without a choice, is a problem once `isTried`. */
const addressProblem = (recipient: Recipient, isTried: boolean, hasSuggestions: boolean): string => {
  const parsed = recipient.parsed()
  if (recipient.count() > 1) return t('fill.tooMany', { count: recipient.count(), most: MAX_RECIPIENTS })
  if (hasSuggestions) return isTried ? t('suggestions.choose') : ''
  if (parsed?.valid === false) return invalidText(parsed, networkName)
  if (parsed === undefined && recipient.name() !== '') return nameProblem(recipient, isTried)
  return isTried && recipient.to().trim() === '' ? t('send.toMissing') : ''
}

/** Returns the parsed address; empty until there is one. */
const addressOf = (recipient: Recipient): string => {
  const parsed = recipient.parsed()
  return parsed?.valid === true ? parsed.address : ''
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)

/** The address of the typed name and who vouches for it, or what is needed to find it. */
const AddressOfName = (props: { readonly recipient: Recipient }): JSX.Element => {
  const { lookUp } = props.recipient
  return (
    <Show when={nameResolver()} fallback={<ButtonLink href="/settings/nodes">{t('names.toSettings')}</ButtonLink>}>
      <Show
        when={addressOf(props.recipient)}
        fallback={
          <Button busy={lookUp.running()} onClick={() => void lookUp.run()}>
            {t(lookUp.running() ? 'names.looking' : 'names.lookUp')}
          </Button>
        }
      >
        {(address) => (
          <>
            <CopyableAddress text={address()} label={t('details.copyAddress')} />
            <p class="field-hint">{t('fill.vouches', { service: hostOf(nameResolver()) })}</p>
          </>
        )}
      </Show>
    </Show>
  )
}

export const RecipientAddress = (props: {
  readonly recipient: Recipient
  readonly contacts: readonly ContactView[]
  readonly tried: boolean
  /** called after an address was pasted, scanned or chosen */
  readonly onFilled: () => void
}): JSX.Element => {
  const fill = (address: string): void => {
    if (address === '') return
    props.recipient.setTo(address)
    props.onFilled()
  }
  const recent = createRecentRecipients(() => props.contacts)
  const suggestions = createSuggestionList(
    props.recipient.to,
    () =>
      props.recipient.parsed()?.valid === true ? [] : suggestRecipients(props.recipient.to(), props.contacts, recent()),
    fill,
  )
  return (
    <>
      <div class="fillable" classList={{ recognised: props.recipient.parsed()?.valid === true }}>
        <TextArea
          mono
          label={t('send.to')}
          rows={3}
          hint={addressHint(props.recipient, props.contacts)}
          value={props.recipient.to()}
          problem={addressProblem(props.recipient, props.tried, suggestions.shown().length > 0)}
          list={suggestions.field}
          onInput={props.recipient.setTo}
        />
        <FillAddress
          text={props.recipient.to()}
          contacts={props.contacts}
          recent={recent()}
          scanHint={t('fill.scanHint')}
          onFill={fill}
        />
      </div>
      <Suggestions list={suggestions} />
      <Show when={props.recipient.name()}>
        <AddressOfName recipient={props.recipient} />
      </Show>
      <Show when={props.recipient.lookalike()}>
        {(known) => (
          <LookalikeWarning
            address={addressOf(props.recipient)}
            known={known()}
            confirmed={props.recipient.isLookalikeMeant()}
            onConfirm={props.recipient.setLookalikeMeant}
            problem={props.tried && !props.recipient.isLookalikeMeant() ? t('lookalike.unconfirmed') : ''}
          />
        )}
      </Show>
    </>
  )
}
