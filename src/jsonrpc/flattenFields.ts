// Lists the fields of a description in one table.

import type { FieldDescription } from './describe.ts'
import { stringifyJson } from './json.ts'

export type FlatField = {
  /** such as `transfers[].subaddr_index.major` */
  readonly path: string
  readonly field: FieldDescription
  /** name of an earlier field with the same inner fields, which are then not repeated; empty if there is none */
  readonly sameAs: string
}

/**
 * Lists each field, followed by its inner fields.
 *
 * @example
 * const inner = { name: 'major', type: 'u32', fields: [] }
 * flattenFields([{ name: 'index', type: 'object', fields: [inner] }]).map(({ path }) => path) // ['index', 'index.major']
 */
export const flattenFields = (fields: readonly FieldDescription[], before = ''): FlatField[] => {
  const seen = new Map<string, string>()
  return fields.flatMap((field) => {
    const path = `${before}${field.name}`
    if (field.fields.length === 0) return [{ path, field, sameAs: '' }]
    const inner = stringifyJson(field.fields)
    const sameAs = seen.get(inner) ?? ''
    if (sameAs !== '') return [{ path, field, sameAs }]
    seen.set(inner, field.name)
    const prefix = `${path}${field.type.endsWith('[]') ? '[]' : ''}.`
    return [{ path, field, sameAs }, ...flattenFields(field.fields, prefix)]
  })
}
