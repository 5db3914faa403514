// The fields of a description, one below the other, as tables show them.

import type { FieldDescription } from './describe.ts'
import { stringifyJson } from './json.ts'

export type FlatField = {
  /** such as `transfers[].subaddr_index.major` */
  readonly path: string
  readonly field: FieldDescription
  /** name of the field before it that is made of the same fields, which are not repeated; empty for none */
  readonly sameAs: string
}

/** Each field, followed by those that it is made of. */
export const flattenFields = (fields: readonly FieldDescription[], before = ''): FlatField[] => {
  const seen = new Map<string, string>()
  return fields.flatMap((field) => {
    const path = `${before}${field.name}`
    if (field.fields.length === 0) return [{ path, field, sameAs: '' }]
    const made = stringifyJson(field.fields)
    const sameAs = seen.get(made) ?? ''
    if (sameAs !== '') return [{ path, field, sameAs }]
    seen.set(made, field.name)
    const inner = `${path}${field.type.endsWith('[]') ? '[]' : ''}.`
    return [{ path, field, sameAs }, ...flattenFields(field.fields, inner)]
  })
}
