// Texts about typed destinations.
import type { ParsedDestination } from '../../wallet/engine/engineViews.ts'
import { localeFormats } from '../text/locale.ts'
import { t } from '../text/text.ts'
import { sentence } from './error.ts'

/** Returns why a text is no address or payment link, or how addresses look if it is far from one. */
export const invalidText = ({ reason, expected }: Extract<ParsedDestination, { readonly valid: false }>): string => {
  if (expected === undefined) return sentence(reason)
  const beginnings = localeFormats().anyOf.format(expected.beginnings)
  return t('send.notAddress', { beginnings, length: expected.length })
}
