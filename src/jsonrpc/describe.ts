// A method table as plain data, for whoever explains it: reference pages, consoles, tests. No handler is in it, so that it can
// cross to another worker.

import type { GenericSchema } from 'valibot'
import * as v from 'valibot'
import type { JsonWritable } from './json.ts'
import type { Access, Effect, JsonMethod } from './method.ts'

/** A parameter, or a field of a result. */
export type FieldDescription = {
  readonly name: string
  /**
   * `str`, `bool`, an integer by its bits (`u64`; `u53` is one that a JavaScript number holds), `hex` or `hex32` for bytes,
   * `object`, quoted texts with bars between them for one of these, and `[]` behind any of them for a list of it
   */
  readonly type: string
  readonly optional: boolean
  /** what is taken when it is left out; undefined where that is nothing */
  readonly default: JsonWritable
  /** what it means, for people; empty where nobody said */
  readonly about: string
  /** what the object, or each object of the list, is made of; empty for other types */
  readonly fields: readonly FieldDescription[]
}

export type MethodDescription = {
  /** the first is the primary one, the others are aliases */
  readonly names: readonly string[]
  readonly about: string
  readonly access: Access
  readonly effect: Effect
  readonly flat: boolean
  /** a host may ask a person before it is carried out */
  readonly needsApproval: boolean
  /** in the order that positional parameters have */
  readonly params: readonly FieldDescription[]
  readonly result: readonly FieldDescription[]
}

/** Methods that are about the same thing. */
export type MethodGroup = { readonly name: string; readonly methods: readonly MethodDescription[] }

/** A schema of a kind that has no name here. */
export class UndescribedSchemaError extends Error {
  override readonly name = 'UndescribedSchemaError'
}

/** Where a field stands: in which method, on which side of it, and in which other field; empty for in none. */
export type FieldLocation = { readonly method: string; readonly side: 'params' | 'result'; readonly parent: string }

/** What a field means. */
export type FieldMeanings = (field: string, place: FieldLocation) => string

const NAMES: Readonly<Record<string, string>> = { string: 'str', boolean: 'bool', object: 'object' }

/** The parts that schemas may have; what a schema is made of is known to the schema only. */
type Parts = {
  readonly wrapped?: GenericSchema
  readonly item?: GenericSchema
  readonly entries?: v.ObjectEntries
  readonly options?: readonly unknown[]
}

// Each kind of schema has some of these and none has them with other types.
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

const entriesOf = (schema: GenericSchema): v.ObjectEntries => {
  const { wrapped, item, entries } = partsOf(schema)
  const inner = wrapped ?? item
  return entries ?? (inner === undefined ? {} : entriesOf(inner))
}

const describeFields = (entries: v.ObjectEntries, meanings: FieldMeanings, place: FieldLocation): FieldDescription[] =>
  Object.entries(entries).map(([name, entry]) => {
    // Tables hold no schemas that wait for something.
    const schema = entry as GenericSchema
    return {
      name,
      type: typeOf(schema),
      optional: isWrapped(schema),
      // Defaults are JSON, as what they stand for.
      default: v.getDefault(schema) as JsonWritable,
      about: meanings(name, place),
      fields: describeFields(entriesOf(schema), meanings, { ...place, parent: name }),
    }
  })

/** What a description is made of. */
export type Describable = Pick<
  JsonMethod<never>,
  'names' | 'about' | 'access' | 'effect' | 'flat' | 'needsApproval' | 'params' | 'result'
>

/** Describes one method. Throws UndescribedSchemaError. */
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
