// How a family's node speaks where it differs from the current form, as one value: the methods are declared once, in that form.

import { FormatError } from '../../bytes/cursor.ts'
import { readPortable } from '../../bytes/portableStorage.ts'
import { asBlob, asBool, asText, writePortable } from '../../bytes/portableStorageWriter.ts'
import { isJsonObject, type JsonWritable } from '../../jsonrpc/json.ts'
import type { JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { AnswerFields, NodeContext, RpcForm } from './nodeContext.ts'

/** The current form: that of the declarations. */
export const currentForm: RpcForm = {
  lacks: new Set(),
  own: [],
  served: new Map(),
  hidesEntirely: false,
  params: new Map(),
  refusals: new Map(),
  byteLimits: new Map(),
  answers: new Map(),
  common: () => ({}),
  portable: (answer) => answer,
  prunedAsObjects: false,
  besideBlock: { checkpoint: asBlob(new Uint8Array()) },
}

/** Whether a value is an object with fields. */
export const isFields = (value: JsonWritable): value is AnswerFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const spoken = (method: JsonMethod<NodeContext>, form: RpcForm): JsonMethod<NodeContext> => {
  const [name] = method.names
  return {
    ...method,
    ...form.served.get(name),
    invoke: async (context, given, call) => {
      const params = given === undefined ? given : (form.params.get(name)?.(given) ?? given)
      const asked = { context, call, params: params !== undefined && isJsonObject(params) ? params : {} }
      const refused = call.restricted ? form.refusals.get(name)?.(asked) : undefined
      if (refused !== undefined) return { ...form.common(name), ...refused }
      const answer = await method.invoke(context, params, call)
      if (!isFields(answer)) return answer
      return { ...form.common(name), ...(form.answers.get(name)?.(answer, asked) ?? answer) }
    },
  }
}

/** What the current form shares with the family: its methods without the names that methods of the family have. */
const shared = (form: RpcForm, methods: readonly Method<NodeContext>[]): readonly Method<NodeContext>[] => {
  const taken = new Set(form.own.flatMap(({ names }) => names))
  return methods.flatMap((method) => {
    const [primary, ...others] = method.names
    if (form.lacks.has(primary) || taken.has(primary)) return []
    return [{ ...method, names: [primary, ...others.filter((name) => !taken.has(name))] as const }]
  })
}

/** The methods as a family's node has them on a service. */
export const methodsIn = (
  form: RpcForm,
  methods: readonly Method<NodeContext>[],
  service: { readonly restricted?: boolean } = {},
): readonly Method<NodeContext>[] => {
  if (form === currentForm) return methods
  const adapted = [
    ...shared(form, methods).map((method) =>
      method.kind === 'json' ? method : { ...method, invoke: portably(method, form) },
    ),
    ...form.own,
  ].map((method) => (method.kind === 'json' ? spoken(method, form) : method))
  return adapted.filter(({ access }) => !(service.restricted === true && form.hidesEntirely && access === 'admin'))
}

/** Paths that a restricted service forbids to anybody; a family that hides them has none. */
export const forbiddenPaths = (form: RpcForm, methods: readonly Method<NodeContext>[]): ReadonlySet<string> =>
  new Set(
    form.hidesEntirely
      ? []
      : methodsIn(form, methods)
          .filter(({ access }) => access === 'admin')
          .flatMap((method) =>
            method.kind === 'binary' || method.transports.includes('path')
              ? method.names.map((name) => `/${name}`)
              : [],
          ),
  )

type BytesMethod = Extract<Method<NodeContext>, { readonly kind: 'binary' }>

/** How many items a list of a request has; 0 for what is no list, or no request. */
const lengthIn = (body: Uint8Array, name: string): number => {
  try {
    const list = readPortable(body)[name]
    return Array.isArray(list) ? list.length : 0
  } catch (error) {
    // The method itself says what is wrong with it.
    if (error instanceof FormatError) return 0
    throw error
  }
}

const portably = (method: BytesMethod, { portable, byteLimits }: RpcForm): BytesMethod['invoke'] => {
  const limit = byteLimits.get(method.names[0])
  return async (context, body, call) => {
    const isTooMuch = limit !== undefined && call.restricted && lengthIn(body, limit.list) > limit.most
    return portable(
      isTooMuch
        ? writePortable({ status: asText(limit.status), untrusted: asBool(false) })
        : await method.invoke(context, body, call),
    )
  }
}
