// The form of a method's parameters: a control per field, by its type. The form edits the JSON value of the parameters; members that it has no
// control for stay as they are.
import type { FieldDescription } from '../../../jsonrpc/describe.ts'
import { isJsonObject, type JsonObject, type JsonValue, type JsonWritable } from '../../../jsonrpc/json.ts'

export type FormControl =
  | { readonly kind: 'text'; readonly isSecret: boolean }
  | { readonly kind: 'integer'; readonly min: bigint; readonly max: bigint }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'object'; readonly fields: readonly FormField[] }
  | { readonly kind: 'list'; readonly item: FormControl }

export type FormField = Pick<FieldDescription, 'name' | 'type' | 'optional' | 'default' | 'about'> & {
  readonly control: FormControl
}

/** Why a value cannot be sent. */
export type ValueProblem = 'missing' | 'not an integer' | 'out of range' | 'other type'

const INTEGER_TYPE = /^([ui])(\d+)$/

const integerControl = (sign: string, bits: bigint): FormControl =>
  sign === 'u'
    ? { kind: 'integer', min: 0n, max: 2n ** bits - 1n }
    : { kind: 'integer', min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n }

const controlOf = (field: FieldDescription, type: string): FormControl => {
  if (type.endsWith('[]')) return { kind: 'list', item: controlOf(field, type.slice(0, -2)) }
  if (type === 'object') return { kind: 'object', fields: formFields(field.fields) }
  if (type === 'bool') return { kind: 'boolean' }
  const [, sign, bits] = INTEGER_TYPE.exec(type) ?? []
  if (sign !== undefined && bits !== undefined) return integerControl(sign, BigInt(bits))
  if (field.choices.length > 0) return { kind: 'choice', choices: field.choices }
  return { kind: 'text', isSecret: field.isSecret }
}

/** Returns the controls of fields. */
export const formFields = (fields: readonly FieldDescription[]): readonly FormField[] =>
  fields.map((field) => {
    const { name, type, optional, default: value, about } = field
    return { name, type, optional, default: value, about, control: controlOf(field, type) }
  })

export const isJsonList = (value: JsonValue | undefined): value is readonly JsonValue[] => Array.isArray(value)

/** Null counts as omitted. */
const isOmitted = (value: JsonValue | undefined): value is null | undefined => value === undefined || value === null

/** A decimal integer without leading zeros. */
const INTEGER = /^-?(?:0|[1-9]\d*)$/

/** Returns whether a control can show a value. An integer control shows any number or text, so that typing it loses nothing. */
export const fitsControl = ({ kind }: FormControl, value: JsonValue | undefined): boolean => {
  if (isOmitted(value)) return true
  if (kind === 'boolean') return typeof value === 'boolean'
  if (kind === 'object') return isJsonObject(value)
  if (kind === 'list') return isJsonList(value)
  if (kind === 'integer') return ['number', 'bigint', 'string'].includes(typeof value)
  return typeof value === 'string'
}

/** Returns the text of a value in an input; empty if it is omitted. */
export const inputText = (value: JsonValue | undefined): string => (isOmitted(value) ? '' : String(value))

/** Returns the value of an integer that is typed, with every digit: null for an empty text, the text itself if it is no integer. */
export const typedInteger = (text: string): JsonValue => {
  const digits = text.trim().replace(/^(-?)0+(?=\d)/, '$1')
  if (digits === '') return null
  if (!INTEGER.test(digits)) return digits
  const value = Number(digits)
  return Number.isSafeInteger(value) ? value : BigInt(digits)
}

const integerProblem = (value: JsonValue, min: bigint, max: bigint): ValueProblem | undefined => {
  const digits = String(value)
  if (!INTEGER.test(digits)) return 'not an integer'
  const integer = BigInt(digits)
  return integer < min || integer > max ? 'out of range' : undefined
}

/** Returns why the value of one control cannot be sent, without the controls inside; undefined if it can. */
export const valueProblem = (
  control: FormControl,
  value: JsonValue | undefined,
  optional: boolean,
): ValueProblem | undefined => {
  if (isOmitted(value)) return optional ? undefined : 'missing'
  if (!fitsControl(control, value)) return 'other type'
  return control.kind === 'integer' ? integerProblem(value, control.min, control.max) : undefined
}

const hasProblemIn = (control: FormControl, value: JsonValue | undefined, optional: boolean): boolean => {
  if (valueProblem(control, value, optional) !== undefined) return true
  if (control.kind === 'object' && isJsonObject(value)) return hasProblem(control.fields, value)
  return control.kind === 'list' && isJsonList(value) && value.some((item) => hasProblemIn(control.item, item, false))
}

/** Returns whether any control shows a problem. */
export const hasProblem = (fields: readonly FormField[], value: JsonObject): boolean =>
  fields.some(({ name, control, optional }) => hasProblemIn(control, value[name], optional))

/** Returns the names of members without a control. */
export const otherMembers = (fields: readonly FormField[], value: JsonObject): readonly string[] =>
  Object.keys(value).filter((name) => !fields.some((field) => field.name === name))

/** Returns the value with which a row begins. */
export const newItem = (control: FormControl): JsonWritable => {
  if (control.kind === 'object') return sampleValues(control.fields)
  if (control.kind === 'list') return []
  if (control.kind === 'boolean') return false
  return control.kind === 'integer' ? 0 : ''
}

const sampleValue = ({ control, default: value, optional }: FormField): JsonWritable => {
  if (control.kind === 'object') return newItem(control)
  // One item shows the fields.
  if (control.kind === 'list' && control.item.kind === 'object') return [newItem(control.item)]
  if (value !== undefined) return value
  // Null counts as omitted.
  return optional ? null : newItem(control)
}

/** Returns the defaults of fields, with one row in each list of objects. */
export const sampleValues = (fields: readonly FormField[]): JsonObject =>
  // sampleValue never returns undefined.
  Object.fromEntries(fields.map((field) => [field.name, sampleValue(field)])) as JsonObject
