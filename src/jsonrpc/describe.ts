// Describes a method table as plain data, for reference pages, consoles and tests. It contains no handlers, so that it can be posted to
// another worker.

import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import { FabaError } from '../errors/fabaError.ts'
import type { JsonWritable } from './json.ts'
import type { Access, Effect, JsonMethod } from './method.ts'

/** A parameter, or a field of a result. */
export type FieldDescription = {
  readonly name: string
  /**
   * `str`, `bool`, an integer by its bits (`u64`; `u53` is one that a JavaScript number can hold), `hex` or `hex32` for bytes,
   * `object`, quoted texts separated by bars for one of these texts; `[]` behind a type for a list of it
   */
  readonly type: string
  readonly optional: boolean
  /** value if omitted; undefined if there is none */
  readonly default: JsonWritable
  /** meaning, in one line; empty if undocumented */
  readonly about: string
  /** texts that the method takes; empty if there is no such list */
  readonly choices: readonly string[]
  /** whether it, or each item of the list, is a secret: a password, a seed, a key */
  readonly isSecret: boolean
  /** fields of the object, or of each object of the list; empty for other types */
  readonly fields: readonly FieldDescription[]
}

export type MethodDescription = {
  /** the first is the primary one, the others are aliases */
  readonly names: readonly string[]
  readonly about: string
  readonly access: Access
  readonly effect: Effect
  readonly flat: boolean
  /** a host may require the user's approval for a call */
  readonly needsApproval: boolean
  /** in the order of positional parameters */
  readonly params: readonly FieldDescription[]
  readonly result: readonly FieldDescription[]
}

/** Methods of one subject. */
export type MethodGroup = { readonly name: string; readonly methods: readonly MethodDescription[] }

/** A schema of a kind that has no type name. */
export class UndescribedSchemaError extends FabaError {
  override readonly name = 'UndescribedSchemaError'
  readonly code = 'undescribed-schema'
}

/** The location of a field: its method, parameters or result, and the enclosing field; empty if there is none. */
export type FieldLocation = { readonly method: string; readonly side: 'params' | 'result'; readonly parent: string }

/** Returns the meaning of a field. */
export type FieldMeanings = (field: string, place: FieldLocation) => string

const NAMES: Readonly<Record<string, string>> = { string: 'str', boolean: 'bool', object: 'object' }

/** The parts that schemas may have. The type of a schema does not express which of them it has. */
type Parts = {
  readonly wrapped?: GenericSchema
  readonly item?: GenericSchema
  readonly entries?: v.ObjectEntries
  readonly options?: readonly unknown[]
}

// A schema that has one of these members has it with this type.
const partsOf = (schema: GenericSchema): Parts => schema as Parts

const isWrapped = (schema: GenericSchema): boolean => schema.type === 'optional' || schema.type === 'nullish'

const typeOf = (schema: GenericSchema): string => {
  const title = v.getTitle(schema)
  if (title !== undefined) return title
  const { wrapped, item, options } = partsOf(schema)
  if (wrapped !== undefined) return typeOf(wrapped)
  if (schema.type === 'array' && item !== undefined) return `${typeOf(item)}[]`
  if (schema.type === 'picklist' && options !== undefined)
    return options.map((option) => `'${String(option)}'`).join(' | ')
  const name = NAMES[schema.type]
  if (name === undefined) throw new UndescribedSchemaError(`a schema of the kind ${schema.type} needs a title`)
  return name
}

/** Marks of schemas, see schemas.ts. */
type Marks = { readonly secret?: true; readonly choices?: readonly string[] }

/** Returns the marks of a schema, or of what it wraps. */
const marksOf = (schema: GenericSchema): Marks => {
  const { wrapped, item, options } = partsOf(schema)
  const inner = wrapped ?? item
  if (inner !== undefined) return marksOf(inner)
  if (schema.type === 'picklist') return { choices: options?.map(String) ?? [] }
  // Only schemas.ts writes metadata.
  return v.getMetadata(schema) as Marks
}

const entriesOf = (schema: GenericSchema): v.ObjectEntries => {
  const { wrapped, item, entries } = partsOf(schema)
  const inner = wrapped ?? item
  return entries ?? (inner === undefined ? {} : entriesOf(inner))
}

const describeFields = (entries: v.ObjectEntries, meanings: FieldMeanings, place: FieldLocation): FieldDescription[] =>
  Object.entries(entries).map(([name, entry]) => {
    // No schema of a table is asynchronous.
    const schema = entry as GenericSchema
    const { choices = [], secret = false } = marksOf(schema)
    return {
      name,
      type: typeOf(schema),
      optional: isWrapped(schema),
      // Defaults are JSON, like the values that they replace.
      default: v.getDefault(schema) as JsonWritable,
      about: meanings(name, place),
      choices,
      isSecret: secret,
      fields: describeFields(entriesOf(schema), meanings, { ...place, parent: name }),
    }
  })

/** The members of a method that a description needs. */
export type Describable = Pick<
  JsonMethod<never>,
  'names' | 'about' | 'access' | 'effect' | 'flat' | 'needsApproval' | 'params' | 'result'
>

/**
 * Describes one method.
 * @throws UndescribedSchemaError if a schema's kind has no type name and the schema has no title
 *
 * @example
 * import { methodsOf } from './method.ts'
 * const method = methodsOf()({ names: ['get_height'], access: 'public', effect: 'read', params: {}, handler: () => ({}) })
 * describeMethod(method).names // ['get_height']
 */
export const describeMethod = (method: Describable, meanings: FieldMeanings = () => ''): MethodDescription => {
  const fieldsOf = (entries: v.ObjectEntries, side: FieldLocation['side']): FieldDescription[] =>
    describeFields(entries, meanings, { method: method.names[0], side, parent: '' })
  return {
    names: method.names,
    about: method.about,
    access: method.access,
    effect: method.effect,
    flat: method.flat,
    needsApproval: method.needsApproval,
    params: fieldsOf(method.params, 'params'),
    result: method.result === undefined ? [] : fieldsOf(entriesOf(method.result), 'result'),
  }
}
