// How a family's node speaks where it differs from the current form, as one value: the methods are declared once, in that form.

import type { JsonWritable } from '../../jsonrpc/json.ts'
import type { Call, JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { NodeContext } from './context.ts'

/** An answer that is an object. */
export type AnswerFields = { readonly [name: string]: JsonWritable }

export type RpcForm = {
  /** primary names of methods that the family does not have */
  readonly lacks: ReadonlySet<string>
  /** methods of the family alone; they take the place of those with the same primary name */
  readonly own: readonly Method<NodeContext>[]
  /** answers with other fields, by primary name */
  readonly answers: ReadonlyMap<string, (answer: AnswerFields, context: NodeContext, call: Call) => AnswerFields>
  /** fields that answers which tell whether they are trusted have as well */
  readonly common: AnswerFields
  /** transactions without their prunable part are objects in pages of blocks, with room for its hash */
  readonly prunedAsObjects: boolean
}

/** The current form: that of the declarations. */
export const currentForm: RpcForm = {
  lacks: new Set(),
  own: [],
  answers: new Map(),
  common: {},
  prunedAsObjects: false,
}

const isFields = (value: JsonWritable): value is AnswerFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const spoken = (method: JsonMethod<NodeContext>, form: RpcForm): JsonMethod<NodeContext> => ({
  ...method,
  invoke: async (context, params, call) => {
    const answer = await method.invoke(context, params, call)
    if (!isFields(answer)) return answer
    const fields = form.answers.get(method.names[0])?.(answer, context, call) ?? answer
    return 'untrusted' in fields ? { ...fields, ...form.common } : fields
  },
})

/** The methods as a family's node has them. */
export const methodsIn = (form: RpcForm, methods: readonly Method<NodeContext>[]): readonly Method<NodeContext>[] => {
  if (form === currentForm) return methods
  const own = new Set(form.own.map(({ names }) => names[0]))
  const kept = methods.filter(({ names: [name] }) => !form.lacks.has(name) && !own.has(name))
  return [...kept, ...form.own].map((method) => (method.kind === 'json' ? spoken(method, form) : method))
}
