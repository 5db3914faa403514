// An address in the list of an account: the row chooses it, the button at its end changes its label.

import { type JSX, Show } from 'solid-js'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { ShortAddress } from '../../components/address/AddressList.tsx'
import { addressName } from '../../components/address/addressName.ts'
import { IconButton } from '../../components/controls/Button.tsx'
import { Amount } from '../../components/money/Amount.tsx'
import { OwnText } from '../../components/text/OwnText.tsx'
import { Tag } from '../../components/text/Tag.tsx'
import { t } from '../../text/text.ts'

export const AddressRow = (props: {
  readonly address: AddressView
  readonly chosen: boolean
  readonly onChoose: () => void
  readonly onRename: () => void
}): JSX.Element => (
  <div class="address-row">
    <button type="button" class="row-button address-pick" aria-pressed={props.chosen} onClick={() => props.onChoose()}>
      <span class="address-lines">
        <span class="address-row-name">
          <OwnText text={addressName(props.address)} />
          <Show when={props.address.used}>
            <Tag>{t('receive.used')}</Tag>
          </Show>
        </span>
        <ShortAddress address={props.address.address} />
      </span>
      <Amount amount={props.address.balance} />
    </button>
    <IconButton
      icon="edit"
      label={t('receive.rename', { name: addressName(props.address) })}
      onClick={() => props.onRename()}
    />
  </div>
)
