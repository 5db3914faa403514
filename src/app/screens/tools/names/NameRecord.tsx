// What the chain knows about a name.
import { type JSX, Show } from 'solid-js'
import type { NameView } from '../../../../engine/api/engineViews.ts'
import { Address } from '../../../components/address/Address.tsx'
import { Copyable } from '../../../components/controls/Copy.tsx'
import { Fact, Facts, WideFact } from '../../../components/text/Facts.tsx'
import { Tag } from '../../../components/text/Tag.tsx'
import { formatTimeLeft } from '../../../format/time.ts'
import { createHeightText } from '../../../state/wallet/chainTimes.ts'
import { t } from '../../../text/text.ts'

/** A name that ends sooner is warned of. */
const WARNING_SECONDS = 30 * 86_400

export const nameTypeText = (type: string): string => t(type === 'session' ? 'ownNames.session' : 'ownNames.lokinet')

/** Whether a name has expired or soon will. */
export const isEnding = ({ expired, secondsLeft }: NameView): boolean =>
  expired || (secondsLeft !== undefined && secondsLeft < WARNING_SECONDS)

const expiryText = (
  { expired, expirationHeight, secondsLeft }: NameView,
  heightText: (height: number) => string,
): string => {
  if (expirationHeight === undefined) return t('ownNames.never')
  if (expired) return t('ownNames.expired')
  return t('ownNames.expires', { height: heightText(expirationHeight), left: formatTimeLeft(secondsLeft) })
}

export const NameRecord = (props: { readonly record: NameView }): JSX.Element => {
  const heightText = createHeightText()
  const expiry = (): string => expiryText(props.record, heightText.inSentence)
  return (
    <Facts>
      <Fact name={t('ownNames.expiry')}>
        <Show when={isEnding(props.record)} fallback={expiry()}>
          <Tag outcome="bad">{expiry()}</Tag>
        </Show>
      </Fact>
      <WideFact name={t('ownNames.value')}>
        <Show when={props.record.value} fallback={t('ownNames.unreadable')}>
          {(value) => <Copyable text={value()} label={t('ownNames.copyValue')} />}
        </Show>
      </WideFact>
      <WideFact name={t(props.record.isOwn ? 'ownNames.ownOwner' : 'ownNames.owner')}>
        <Address text={props.record.owner} />
      </WideFact>
      <Show when={props.record.backupOwner}>
        {(owner) => (
          <WideFact name={t('ownNames.backupOwner')}>
            <Address text={owner()} />
          </WideFact>
        )}
      </Show>
    </Facts>
  )
}
