// Applies the dialect of a coin family to the methods of the node RPC.

import { FormatError } from '../../bytes/cursor.ts'
import { readPortable } from '../../bytes/portableStorage.ts'
import { asBool, asText, writePortable } from '../../bytes/portableStorageWriter.ts'
import { InvalidParamsError } from '../../jsonrpc/errors.ts'
import { isJsonObject, type JsonWritable } from '../../jsonrpc/json.ts'
import type { JsonMethod, Method } from '../../jsonrpc/method.ts'
import type { NodeContext, NodeMethodGroup, ResponseFields, RpcDialect } from './calls/nodeContext.ts'
import { sharedGroups } from './sharedMethods.ts'
import { findTextInteger } from './textIntegers.ts'

/** Returns whether a value is a JSON object. */
export const isObject = (value: JsonWritable): value is ResponseFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const adaptJsonMethod = (method: JsonMethod<NodeContext>, dialect: RpcDialect): JsonMethod<NodeContext> => {
  const [name] = method.names
  return {
    ...method,
    ...dialect.overrides.get(name),
    invoke: async (context, given, call) => {
      const params = given === undefined ? given : (dialect.paramAdapters.get(name)?.(given) ?? given)
      const request = { context, call, params: params !== undefined && isJsonObject(params) ? params : {} }
      const text = dialect.acceptsTextForIntegers ? undefined : findTextInteger(method.params, request.params)
      if (text !== undefined) throw new InvalidParamsError(`${text}: an integer is written without quotes`)
      const rejection = call.restricted ? dialect.restrictedChecks.get(name)?.(request) : undefined
      if (rejection !== undefined) return { ...dialect.commonFields(name), ...rejection }
      const result = await method.invoke(context, params, call)
      if (!isObject(result)) return result
      return { ...dialect.commonFields(name), ...(dialect.responseAdapters.get(name)?.(result, request) ?? result) }
    },
  }
}

type BinaryNodeMethod = Extract<Method<NodeContext>, { readonly kind: 'binary' }>

/** Returns the length of a list in a binary request; 0 if the field is not a list or the request is malformed. */
const listLength = (body: Uint8Array, name: string): number => {
  try {
    const list = readPortable(body)[name]
    return Array.isArray(list) ? list.length : 0
  } catch (error) {
    // The method itself rejects a malformed request.
    if (error instanceof FormatError) return 0
    throw error
  }
}

const adaptBinaryMethod = (
  method: BinaryNodeMethod,
  { commonBinaryFields: common, binaryLimits }: RpcDialect,
): BinaryNodeMethod['invoke'] => {
  const limit = binaryLimits.get(method.names[0])
  if (limit === undefined) return method.invoke
  return async (context, body, call) =>
    call.restricted && listLength(body, limit.list) > limit.maxLength
      ? writePortable({ ...common, status: asText(limit.status), untrusted: asBool(false) })
      : await method.invoke(context, body, call)
}

/** Returns a shared method without the names that methods of the dialect use; nothing if its primary name is used. */
const withoutTakenNames = <M extends Method<NodeContext>>(method: M, taken: ReadonlySet<string>): readonly M[] => {
  const [primary, ...aliases] = method.names
  if (taken.has(primary)) return []
  return [{ ...method, names: [primary, ...aliases.filter((name) => !taken.has(name))] }]
}

/** Returns the shared methods that the dialect does not replace. */
const keptGroups = ({ groups }: RpcDialect): readonly NodeMethodGroup[] => {
  const taken = new Set(groups.flatMap(({ methods }) => methods.flatMap(({ names }) => names)))
  return sharedGroups.map(({ name, methods }) => ({
    name,
    methods: methods.flatMap((method) => withoutTakenNames(method, taken)),
  }))
}

/** Returns all methods of a dialect as declared, by subject: shared subjects first. */
export const groupsOfDialect = (dialect: RpcDialect): readonly NodeMethodGroup[] => {
  const groups = new Map<string, NodeMethodGroup['methods']>()
  for (const { name, methods } of [...keptGroups(dialect), ...dialect.groups])
    groups.set(name, [...(groups.get(name) ?? []), ...methods])
  return [...groups].map(([name, methods]) => ({ name, methods }))
}

/** Returns the methods that a service of a dialect has. */
export const methodsOfDialect = (
  dialect: RpcDialect,
  service: { readonly restricted?: boolean } = {},
): readonly Method<NodeContext>[] => {
  const shared = keptGroups(dialect)
    .flatMap(({ methods }) => methods)
    .map((method) => (method.kind === 'json' ? method : { ...method, invoke: adaptBinaryMethod(method, dialect) }))
  const methods = [...shared, ...dialect.groups.flatMap(({ methods: own }) => own)].map((method) =>
    method.kind === 'json' ? adaptJsonMethod(method, dialect) : method,
  )
  const hidesAdmin = service.restricted === true && dialect.hidesAdminMethods
  return hidesAdmin ? methods.filter(({ access }) => access !== 'admin') : methods
}

/** Returns the paths that a restricted service forbids to every caller; none if it hides its admin methods. */
export const forbiddenPaths = (dialect: RpcDialect): ReadonlySet<string> => {
  if (dialect.hidesAdminMethods) return new Set()
  const hidden = methodsOfDialect(dialect).filter(({ access }) => access === 'admin')
  const withPath = hidden.filter((method) => method.kind === 'binary' || method.transports.includes('path'))
  return new Set(withPath.flatMap(({ names }) => names.map((name) => `/${name}`)))
}
