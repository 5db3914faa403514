// Declares methods of the node RPC.

import * as v from 'valibot'
import { asBool, asText, type WritableSection, writePortable } from '../../bytes/portableStorageWriter.ts'
import type { JsonWritable } from '../../jsonrpc/json.ts'
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
} from '../../jsonrpc/method.ts'
import { u64 } from '../../jsonrpc/schemas.ts'
import { BinaryFields, parseBinaryRequest } from './binaryFields.ts'
import type { DescribedBinaryMethod, FieldSchemas, NodeContext } from './nodeContext.ts'

/** What every answer says of itself. */
export const STATUS = { status: v.string() } as const

/** What answers say of themselves that another node might have given. */
export const TRUST_STATUS = { ...STATUS, untrusted: v.boolean() } as const

/** Transports of methods that also have a path. */
export const BOTH = ['json-rpc', 'path'] as const

/** A height or a count in a request, as number: what is beyond 2^53 − 1 stands for that, which no chain reaches. */
export const heightParam = v.pipe(
  u64,
  v.transform((value) => (value > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(value))),
  v.title('u64'),
)

const declare = methodsOf<NodeContext>()

const isDevelopmentMethod = (name: string): boolean => name.startsWith('dev_')

/** Declares a method of the node's RPC. Answers are tidied, so the compiler cannot hold them to `result`: tests do. */
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
  // A slip of the hand is told where the method is ours; the reference ignores what it does not know.
  ...declare({ ...declaration, unknownParams: declaration.names.every(isDevelopmentMethod) ? 'rejected' : 'ignored' }),
  result: result === undefined ? undefined : v.object(result),
})

/** Declares a method whose request and answer are portable storage; `status` and `untrusted` are added to the answer. */
export const binaryNodeMethod = ({
  params,
  result,
  ...declaration
}: {
  readonly names: readonly [string, ...string[]]
  readonly about: string
  readonly access: Access
  /** what the request may have */
  readonly params: FieldSchemas
  /** what the answer has beside `status` and `untrusted` */
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
      return writePortable({ ...fields, status: asText(status), untrusted: asBool(false) })
    },
  }),
  params,
  result: { ...result, ...TRUST_STATUS },
})
