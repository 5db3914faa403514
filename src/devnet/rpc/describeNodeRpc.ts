// Describes the node RPC as plain data, for the reference page and tests.

import * as v from 'valibot'
import { describeMethod, type MethodDescription } from '../../jsonrpc/describe.ts'
import type { Method, Transport } from '../../jsonrpc/method.ts'
import type { DescribedBinaryMethod, NodeContext, RpcDialect } from './calls/nodeContext.ts'
import { groupsOfDialect } from './dialect.ts'

/** A method of the node RPC. `binary`: a path whose request and response are portable storage. */
export type NodeMethodDescription = MethodDescription & { readonly transports: readonly (Transport | 'binary')[] }

export type NodeMethodGroup = { readonly name: string; readonly methods: readonly NodeMethodDescription[] }

/** Describes a method. @throws UndescribedSchemaError */
export const describeNodeMethod = (method: Method<NodeContext> | DescribedBinaryMethod): NodeMethodDescription => {
  if (method.kind === 'json') return { ...describeMethod(method), transports: method.transports }
  const { params, result } = 'params' in method ? method : { params: {}, result: {} }
  const described = {
    ...method,
    effect: 'read',
    flat: false,
    needsApproval: false,
    params,
    result: v.object(result),
  } as const
  return { ...describeMethod(described), transports: ['binary'] }
}

/** Describes all methods of a dialect, by subject. */
export const describeNodeRpc = (dialect: RpcDialect): readonly NodeMethodGroup[] =>
  groupsOfDialect(dialect).map(({ name, methods }) => ({ name, methods: methods.map(describeNodeMethod) }))
