// The note beside a parameter: its type, whether it is required, and its default.
import type { FieldDescription } from '../../../jsonrpc/describe.ts'
import { prettyJson } from '../../format/json.ts'
import { inOneLine, t } from '../../text/text.ts'

/** Returns whether a parameter is required, or its default; empty if it is optional and its default is empty. */
export const paramNote = ({ optional, default: value }: Pick<FieldDescription, 'optional' | 'default'>): string => {
  if (!optional) return t('console.required')
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? '' : t('console.fallback', { value: prettyJson(value) })
}

/** Returns the meaning, type and default of a parameter in one line. */
export const fieldNote = (field: Pick<FieldDescription, 'optional' | 'default' | 'type' | 'about'>): string => {
  // The fields of an object show their own defaults.
  const note = inOneLine([field.type, field.type === 'object' ? '' : paramNote(field)], ', ')
  return field.about === '' ? note : `${inOneLine([field.about])} (${note})`
}
