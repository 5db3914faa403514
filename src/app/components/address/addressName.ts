// Names of the wallet's addresses.
import { showHidden } from '../../../bytes/invisibleCharacters.ts'
import type { AddressView } from '../../../wallet/accounts/accountViews.ts'
import { t } from '../../text/text.ts'

/** Returns the label of an address, or its number if it has none. The main address carries the label of its account, so it has a fixed name. */
export const addressName = (address: Pick<AddressView, 'index' | 'label'>): string =>
  address.index === 0
    ? t('receive.main')
    : showHidden(address.label) || t('receive.subaddress', { index: address.index })
