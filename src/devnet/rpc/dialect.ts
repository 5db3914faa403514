// How a family's node speaks where it differs from the current dialect, as one value: the methods are declared once, in that dialect.

import { FormatError } from '../../bytes/cursor.ts'
import { readPortable } from '../../bytes/portableStorage.ts'
import { asBlob, asBool, asText, writePortable } from '../../bytes/portableStorageWriter.ts'
import { isJsonObject, type JsonWritable } from '../../jsonrpc/json.ts'
import type { JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { NodeContext, ResponseFields, RpcDialect } from './nodeContext.ts'

/** The current form: that of the declarations. */
export const oxenDialect: RpcDialect = {
  lacks: new Set(),
  methods: [],
  overrides: new Map(),
  hidesAdminMethods: false,
  paramAdapters: new Map(),
  restrictedChecks: new Map(),
  binaryLimits: new Map(),
  responseAdapters: new Map(),
  commonFields: () => ({}),
  adaptBinaryResponse: (answer) => answer,
  hasPrunedTxObjects: false,
  blockEntryFields: { checkpoint: asBlob(new Uint8Array()) },
}

/** Whether a value is an object with fields. */
export const isObject = (value: JsonWritable): value is ResponseFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const adaptJsonMethod = (method: JsonMethod<NodeContext>, dialect: RpcDialect): JsonMethod<NodeContext> => {
  const [name] = method.names
  return {
    ...method,
    ...dialect.overrides.get(name),
    invoke: async (context, given, call) => {
      const params = given === undefined ? given : (dialect.paramAdapters.get(name)?.(given) ?? given)
      const asked = { context, call, params: params !== undefined && isJsonObject(params) ? params : {} }
      const refused = call.restricted ? dialect.restrictedChecks.get(name)?.(asked) : undefined
      if (refused !== undefined) return { ...dialect.commonFields(name), ...refused }
      const answer = await method.invoke(context, params, call)
      if (!isObject(answer)) return answer
      return { ...dialect.commonFields(name), ...(dialect.responseAdapters.get(name)?.(answer, asked) ?? answer) }
    },
  }
}

/** What the current form shares with the family: its methods without the names that methods of the family have. */
const sharedMethods = (
  dialect: RpcDialect,
  methods: readonly Method<NodeContext>[],
): readonly Method<NodeContext>[] => {
  const taken = new Set(dialect.methods.flatMap(({ names }) => names))
  return methods.flatMap((method) => {
    const [primary, ...others] = method.names
    if (dialect.lacks.has(primary) || taken.has(primary)) return []
    return [{ ...method, names: [primary, ...others.filter((name) => !taken.has(name))] as const }]
  })
}

/** The methods as a family's node has them on a service. */
export const methodsOfDialect = (
  dialect: RpcDialect,
  methods: readonly Method<NodeContext>[],
  service: { readonly restricted?: boolean } = {},
): readonly Method<NodeContext>[] => {
  if (dialect === oxenDialect) return methods
  const adapted = [
    ...sharedMethods(dialect, methods).map((method) =>
      method.kind === 'json' ? method : { ...method, invoke: adaptBinaryMethod(method, dialect) },
    ),
    ...dialect.methods,
  ].map((method) => (method.kind === 'json' ? adaptJsonMethod(method, dialect) : method))
  return adapted.filter(
    ({ access }) => !(service.restricted === true && dialect.hidesAdminMethods && access === 'admin'),
  )
}

/** Paths that a restricted service forbids to anybody; a family that hides them has none. */
export const forbiddenPaths = (dialect: RpcDialect, methods: readonly Method<NodeContext>[]): ReadonlySet<string> =>
  new Set(
    dialect.hidesAdminMethods
      ? []
      : methodsOfDialect(dialect, methods)
          .filter(({ access }) => access === 'admin')
          .flatMap((method) =>
            method.kind === 'binary' || method.transports.includes('path')
              ? method.names.map((name) => `/${name}`)
              : [],
          ),
  )

type BinaryNodeMethod = Extract<Method<NodeContext>, { readonly kind: 'binary' }>

/** How many items a list of a request has; 0 for what is no list, or no request. */
const listLength = (body: Uint8Array, name: string): number => {
  try {
    const list = readPortable(body)[name]
    return Array.isArray(list) ? list.length : 0
  } catch (error) {
    // The method itself says what is wrong with it.
    if (error instanceof FormatError) return 0
    throw error
  }
}

const adaptBinaryMethod = (
  method: BinaryNodeMethod,
  { adaptBinaryResponse: portable, binaryLimits: byteLimits }: RpcDialect,
): BinaryNodeMethod['invoke'] => {
  const limit = byteLimits.get(method.names[0])
  return async (context, body, call) => {
    const isTooMuch = limit !== undefined && call.restricted && listLength(body, limit.list) > limit.most
    return portable(
      isTooMuch
        ? writePortable({ status: asText(limit.status), untrusted: asBool(false) })
        : await method.invoke(context, body, call),
    )
  }
}
