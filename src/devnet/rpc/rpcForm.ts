// How a family's node speaks where it differs from the current form, as one value: the methods are declared once, in that form.

import { FormatError } from '../../bytes/cursor.ts'
import { readPortable } from '../../bytes/portableStorage.ts'
import { asBlob, asBool, asText, type WritableSection, writePortable } from '../../bytes/portableStorageWriter.ts'
import { isJsonObject, type JsonObject, type JsonValue, type JsonWritable } from '../../jsonrpc/json.ts'
import type { Call, JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { NodeContext } from './nodeContext.ts'

/** An answer that is an object. */
export type AnswerFields = { readonly [name: string]: JsonWritable }

/** What was asked, and of whom. */
export type Asked = {
  readonly context: NodeContext
  readonly call: Call
  /** as the declaration names them; none where there were none */
  readonly params: JsonObject
}

export type RpcForm = {
  /** primary names of methods that the family does not have */
  readonly lacks: ReadonlySet<string>
  /** methods of the family alone; they take the place of those with the same primary name */
  readonly own: readonly Method<NodeContext>[]
  /** who may call and how, by primary name, where it is not as declared */
  readonly served: ReadonlyMap<string, Partial<Pick<JsonMethod<NodeContext>, 'access' | 'transports'>>>
  /** a restricted service does not know methods that it hides, instead of forbidding them */
  readonly hidesEntirely: boolean
  /** parameters as the declarations have them, made of those that clients give, by primary name */
  readonly params: ReadonlyMap<string, (params: JsonValue) => JsonValue>
  /** what a restricted service says to those who ask for too much, by primary name; may throw */
  readonly refusals: ReadonlyMap<string, (asked: Asked) => AnswerFields | undefined>
  /** most items of a list in a request of bytes that a restricted service answers, by primary name */
  readonly byteLimits: ReadonlyMap<string, { readonly list: string; readonly most: number; readonly status: string }>
  /** answers with other fields, by primary name */
  readonly answers: ReadonlyMap<string, (answer: AnswerFields, asked: Asked) => AnswerFields>
  /** fields that the answers of a method have as well, by its primary name */
  readonly common: (name: string) => AnswerFields
  /** answers in portable storage with what they have as well */
  readonly portable: (answer: Uint8Array) => Uint8Array
  /** transactions without their prunable part are objects in pages of blocks, with room for its hash */
  readonly prunedAsObjects: boolean
  /** what blocks in such pages have beside their transactions */
  readonly besideBlock: WritableSection
}

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
