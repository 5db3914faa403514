// The parameters that the console edits: one text of JSON, which the form edits too.
import { type Accessor, createMemo, createSignal } from 'solid-js'
import type { MethodDescription } from '../../../jsonrpc/describe.ts'
import { isJsonObject, JsonError, type JsonObject, type JsonWritable, parseJson } from '../../../jsonrpc/json.ts'
import { prettyJson } from '../../format/json.ts'
import { t } from '../../text/text.ts'
import { paramsProblem, sampleParams } from './rpcCall.ts'
import { type FormField, formFields, hasProblem } from './rpcForm.ts'

/** How the parameters are edited. */
export type ParamsView = 'form' | 'json'

export type ParamsDraft = {
  readonly view: Accessor<ParamsView>
  setView(view: ParamsView): void
  /** the parameters as JSON: those edited, else the sample */
  readonly text: Accessor<string>
  readonly sample: Accessor<string>
  readonly fields: Accessor<readonly FormField[]>
  /** the parameters; undefined while `text` is not a JSON object */
  readonly value: Accessor<JsonObject | undefined>
  /** why `text` is not a JSON object; empty if it is */
  readonly textProblem: Accessor<string>
  /** why it cannot be sent; empty without a problem. In JSON the user may send what the method rejects. */
  readonly problem: Accessor<string>
  edit(text: string): void
  /** Changes one member; the others stay as they are. */
  setMember(name: string, member: JsonWritable): void
  reset(): void
}

const parsed = (text: string): JsonObject | undefined => {
  try {
    const value = parseJson(text)
    return isJsonObject(value) ? value : undefined
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    return undefined
  }
}

/** The view that was chosen last lasts until the page is loaded again. */
const [view, setView] = createSignal<ParamsView>('form')

/** Creates the editable parameters of a method. Selecting another method discards the changes. */
export const createParamsDraft = (method: Accessor<MethodDescription | undefined>): ParamsDraft => {
  const sample = createMemo(() => {
    const selected = method()
    return selected === undefined ? '{}' : sampleParams(selected)
  })
  const edited = createMemo(() => {
    sample()
    const [text, setText] = createSignal<string>()
    return { text, setText }
  })
  const fields = createMemo(() => formFields(method()?.params ?? []))
  const text = (): string => edited().text() ?? sample()
  const textProblem = createMemo(() => paramsProblem(text()))
  const value = createMemo(() => (textProblem() === '' ? parsed(text()) : undefined))
  const problem = (): string => {
    const current = value()
    if (current === undefined) return textProblem()
    return view() === 'form' && hasProblem(fields(), current) ? t('console.formProblem') : ''
  }
  return {
    view,
    setView,
    text,
    sample,
    fields,
    value,
    textProblem,
    problem,
    edit: (next) => void edited().setText(next),
    setMember: (name, member) => {
      const current = value()
      if (current !== undefined) edited().setText(prettyJson({ ...current, [name]: member }))
    },
    reset: () => void edited().setText(undefined),
  }
}
