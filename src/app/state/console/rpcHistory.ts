// The calls that the console made while the wallet is open. They are in memory only, without responses and without secrets.
import { type Accessor, createSignal } from 'solid-js'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '../../../jsonrpc/json.ts'
import { prettyJson } from '../../format/json.ts'
import { type FormControl, type FormField, formFields, isJsonList, valueProblem } from './rpcForm.ts'

export type CallOutcome = {
  /** `no response`: it failed, or the user stopped waiting */
  readonly kind: 'success' | 'error' | 'no response'
  /** of the error; empty without one */
  readonly code: string
  readonly milliseconds: number
}

export type RecordedCall = {
  readonly id: number
  readonly method: string
  /** JSON to edit, without secrets */
  readonly params: string
  /** whether `params` are what was sent: nothing was left out */
  readonly isComplete: boolean
  /** UNIX seconds */
  readonly time: number
  readonly outcome: CallOutcome
}

export type RpcHistory = {
  /** the latest first */
  readonly calls: Accessor<readonly RecordedCall[]>
  add(method: MethodDescription, params: string, outcome: CallOutcome): void
  clear(): void
}

const MAX_CALLS = 50

type Kept = { readonly value: JsonValue; readonly isComplete: boolean }

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '' || (isJsonList(value) && value.length === 0)

const whole = (value: JsonValue): Kept => ({ value, isComplete: true })

/** Keeps the items of a list that is not secret. */
const keepItems = (item: FormControl, values: readonly JsonValue[]): Kept | undefined => {
  const kept = values.map((value) => keepValue(item, value))
  const items = kept.flatMap((each) => (each === undefined ? [] : [each.value]))
  return { value: items, isComplete: kept.every((each) => each?.isComplete === true) }
}

/** Keeps a value without its secrets; undefined if nothing of it may be kept. A value of another type could be a secret in the wrong place. */
const keepValue = (control: FormControl, value: JsonValue): Kept | undefined => {
  if (valueProblem(control, value, true) !== undefined) return undefined
  if (control.kind === 'text' && control.isSecret) return isEmpty(value) ? whole(value) : undefined
  if (control.kind === 'list' && isJsonList(value)) return keepItems(control.item, value)
  if (control.kind === 'object' && isJsonObject(value)) return keepMembers(control.fields, value)
  return whole(value)
}

const keepMembers = (fields: readonly FormField[], value: JsonObject): Kept => {
  const kept: Record<string, JsonValue> = {}
  let isComplete = true
  for (const [name, member] of Object.entries(value)) {
    const control = fields.find((field) => field.name === name)?.control
    // An unknown member could be a misspelt password.
    const part = control && keepValue(control, member)
    if (part !== undefined) kept[name] = part.value
    isComplete &&= part?.isComplete === true
  }
  return { value: kept, isComplete }
}

/** Returns the parameters of a call without secrets, and without what the method does not declare. @throws JsonError */
export const keptParams = (
  method: MethodDescription,
  params: string,
): { readonly params: string; readonly isComplete: boolean } => {
  const value = parseJson(params)
  if (!isJsonObject(value)) return { params: '{}', isComplete: false }
  const kept = keepMembers(formFields(method.params), value)
  return { params: prettyJson(kept.value), isComplete: kept.isComplete }
}

/**
 * Creates an empty history.
 * @param now in milliseconds
 */
export const createRpcHistory = (now: () => number = Date.now): RpcHistory => {
  const [calls, setCalls] = createSignal<readonly RecordedCall[]>([])
  let id = 0
  return {
    calls,
    add: (method, params, outcome) => {
      const [name = ''] = method.names
      const call = { id: id++, method: name, ...keptParams(method, params), time: Math.floor(now() / 1000), outcome }
      setCalls((earlier) => [call, ...earlier].slice(0, MAX_CALLS))
    },
    clear: () => setCalls([]),
  }
}
