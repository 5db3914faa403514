// Declares methods of the node RPC.

import * as v from 'valibot'
import { asBool, asText, type WritableSection, writePortable } from '../../../bytes/portableStorageWriter.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import {
  type Access,
  binaryMethod,
  type Call,
  type JsonMethod,
  methodsOf,
  type Names,
  type ParamSchemas,
  type ParamsOf,
  type Transport,
} from '../../../jsonrpc/method.ts'
import { u64 } from '../../../jsonrpc/schemas.ts'
import { BinaryFields, parseBinaryRequest } from './binaryFields.ts'
import type { DescribedBinaryMethod, FieldSchemas, NodeContext } from './nodeContext.ts'

/** The field of every result. */
export const STATUS = { status: v.string() } as const

/** The fields of results that the bootstrap node may have given. */
export const TRUST_STATUS = { ...STATUS, untrusted: v.boolean() } as const

/** Transports of methods that also have a path. */
export const BOTH = ['json-rpc', 'path'] as const

/** A height or a count as a number; larger values become 2^53 − 1, which no chain reaches. */
export const heightParam = v.pipe(
  u64,
  v.transform((value) => (value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(value))),
  v.title('u64'),
)

const declare = methodsOf<NodeContext>()

const isDevelopmentMethod = (name: string): boolean => name.startsWith('dev_')

/** Declares a method of the node RPC. Results lose empty lists, so tests rather than the compiler check them against `result`. */
export const nodeMethod = <const Params extends ParamSchemas, const Called extends Names>({
  result,
  ...declaration
}: {
  readonly names: Called
  readonly about: string
  readonly access: Access
  readonly transports?: readonly Transport[]
  readonly params: Params
  readonly result?: FieldSchemas
  readonly handler: (context: NodeContext, params: ParamsOf<Params>, call: Call) => JsonWritable | Promise<JsonWritable>
}): JsonMethod<NodeContext, Params, v.GenericSchema | undefined, Called> => ({
  // Development methods reject unknown parameters; oxen-core ignores them.
  ...declare({ ...declaration, unknownParams: declaration.names.every(isDevelopmentMethod) ? 'rejected' : 'ignored' }),
  result: result === undefined ? undefined : v.object(result),
})

/** Declares a method whose request and response are portable storage; adds `status` and `untrusted` to the response. */
export const binaryNodeMethod = ({
  params,
  result,
  ...declaration
}: {
  readonly names: readonly [string, ...string[]]
  readonly about: string
  readonly access: Access
  /** fields of the request */
  readonly params: FieldSchemas
  /** fields of the response besides `status` and `untrusted` */
  readonly result: FieldSchemas
  readonly handler: (
    context: NodeContext,
    fields: BinaryFields,
    call: Call,
  ) =>
    | { readonly fields: WritableSection; readonly status?: string }
    | Promise<{ readonly fields: WritableSection; readonly status?: string }>
}): DescribedBinaryMethod => ({
  ...binaryMethod<NodeContext>({
    ...declaration,
    handler: async (context, body, call) => {
      const { fields, status = 'OK' } = await declaration.handler(
        context,
        new BinaryFields(parseBinaryRequest(body)),
        call,
      )
      const common = context.dialect.commonBinaryFields
      return writePortable({ ...common, ...fields, status: asText(status), untrusted: asBool(false) })
    },
  }),
  params,
  result: { ...result, ...TRUST_STATUS },
})
