// Texts about typed destinations.
import type { InvalidDestination } from '../../wallet/accounts/accountViews.ts'
import { localeFormats } from '../text/locale.ts'
import { type TextKey, t } from '../text/text.ts'

const TEXTS: { readonly [F in InvalidDestination['fault']]: TextKey } = {
  network: 'destinationError.network',
  coin: 'destinationError.coin',
  page: 'destinationError.page',
  'payment-id': 'destinationError.paymentId',
  link: 'destinationError.link',
  address: 'paymentError.address',
}

/**
 * Returns why a text is no address or payment link, or how addresses look if it is far from one.
 * @param nameOf returns the name of a network
 */
export const invalidText = (
  { fault, network = '', coin = '', expected }: InvalidDestination,
  nameOf: (network: string) => string,
): string => {
  if (expected !== undefined)
    return t('send.notAddress', {
      beginnings: localeFormats().anyOf.format(expected.beginnings),
      length: expected.length,
    })
  return t(TEXTS[fault], { network: network === '' ? '' : nameOf(network), coin })
}
