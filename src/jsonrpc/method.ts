// The method table. A method is one declaration: its names, access, transports, the schemas of its parameters and its result, and its
// handler. Dispatch, validation, the typed client and reference pages are derived from it.

import * as v from 'valibot'
import type { TextEncoding } from '../bytes/text.ts'
import { InvalidParamsError } from './errors.ts'
import { isJsonObject, type JsonSequence, type JsonValue, type JsonWritable } from './json.ts'

/** Restricted services have only `public` methods. */
export type Access = 'public' | 'admin'

/** `json-rpc`: by name at /json_rpc. `path`: at /<name>, where the request body is the parameters and the response body the result. */
export type Transport = 'json-rpc' | 'path'

/**
 * The effect of a call: `read` changes nothing, `write` changes state, `spend` pays or signs, `export-secret` returns secrets. A host
 * may run `read` calls concurrently with others, and require approval for the last two.
 */
export type Effect = 'read' | 'write' | 'spend' | 'export-secret'

/** What a call computes, as compared to its size. A host may limit the number of `heavy` calls. */
export type Cost = 'light' | 'heavy'

/** Header of a request by which a host identifies the caller to its service. The host replaces what the client sent. */
export const CALLER_HEADER = 'faba-caller'

/** The context of one call. */
export type Call = {
  /** the called name, one of the method's names */
  readonly name: string
  /** the service is public: responses may contain less */
  readonly restricted: boolean
  /** how epee encodes the texts of the request, where their bytes are hashed or signed */
  readonly textEncoding: TextEncoding
  /** who calls, as the host of the service wrote it into the header `CALLER_HEADER`; empty if it did not */
  readonly caller: string
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
}

/** Checks, immediately before a call runs, that its approval is still valid. Throws if it is not. */
export type ApprovalCheck = () => void

/** A granted approval. `value`: what was parsed and shown, which the handler receives so that the same value is carried out. */
export type Approval<Value = undefined> = { readonly check: ApprovalCheck; readonly value: Value }

/** The primary name, followed by aliases. */
export type Names = readonly [string, ...string[]]

/** Parameter names with their schemas, in the order of positional parameters. */
export type ParamSchemas = v.ObjectEntries

/** Parameters after validation. */
export type ParamsOf<Params extends ParamSchemas> = v.InferOutput<v.ObjectSchema<Params, undefined>>

/** Parameters before validation, as clients pass them. */
export type ParamsInput<Params extends ParamSchemas> = v.InferInput<v.ObjectSchema<Params, undefined>>

/** An object whose lists may be sequences. */
type WithSequences<Value> = {
  [Name in keyof Value]: Value[Name] extends readonly (infer Item)[] | undefined
    ? Value[Name] | JsonSequence<Item>
    : Value[Name]
}

/** The return value of a handler: the input of the result's schema, which is its JSON form. */
type Returned<Result> = Result extends v.GenericSchema
  ? v.InferInput<Result> | WithSequences<v.InferInput<Result>>
  : JsonWritable

export type MethodDeclaration<
  Context,
  Params extends ParamSchemas,
  Result extends v.GenericSchema | undefined,
  Called extends Names = Names,
  Approved = undefined,
> = {
  readonly names: Called
  /** one line of documentation */
  readonly about?: string
  readonly access: Access
  /** `write` if omitted */
  readonly effect?: Effect
  /** `heavy`: a short request may cost seconds of computation; `light` if omitted */
  readonly cost?: Cost
  /** `json-rpc` if omitted */
  readonly transports?: readonly Transport[]
  readonly params: Params
  /** handling of parameters that are not declared; `ignored` if omitted */
  readonly unknownParams?: 'ignored' | 'rejected'
  readonly result?: Result
  /** the fields of the result are also written beside `jsonrpc` and `id` */
  readonly flat?: true
  /** Waits for the user's approval before the call may begin, and throws if it is denied. It holds up no other call. */
  readonly approval?: (context: Context, params: ParamsOf<Params>, call: Call) => Promise<Approval<Approved>>
  /** `approved`: the value of the approval; undefined if the method has none */
  readonly handler: (
    context: Context,
    params: ParamsOf<Params>,
    call: Call,
    approved: Approved | undefined,
  ) => Returned<Result> | Promise<Returned<Result>>
}

/** A call with validated parameters. */
export type ParsedCall<Context> = {
  /** Waits for approval where the method needs it. */
  readonly approve: (context: Context, call: Call) => Promise<ApprovedCall<Context>>
}

/** A call that may begin: the parameters that were approved are those that are carried out. */
export type ApprovedCall<Context> = {
  readonly check: ApprovalCheck
  readonly run: (context: Context, call: Call) => Promise<JsonWritable>
}

/** A method in a table. `Params`, `Result` and `Called` are for typed clients; a table holds methods with any of them. */
export type JsonMethod<
  Context,
  Params extends ParamSchemas = ParamSchemas,
  Result extends v.GenericSchema | undefined = v.GenericSchema | undefined,
  Called extends Names = Names,
> = {
  readonly kind: 'json'
  readonly names: Called
  readonly about: string
  readonly access: Access
  readonly effect: Effect
  readonly cost: Cost
  readonly transports: readonly Transport[]
  readonly params: Params
  readonly result: Result
  readonly flat: boolean
  /** whether a call may need approval */
  readonly needsApproval: boolean
  /** Validates the parameters. @throws InvalidParamsError */
  readonly parse: (params: JsonValue | undefined) => ParsedCall<Context>
  /** Parses the parameters, waits for approval, then calls the handler. @throws InvalidParamsError, and the errors of both */
  readonly invoke: (context: Context, params: JsonValue | undefined, call: Call) => Promise<JsonWritable>
}

/** A method at /<name> whose request and response are bytes. */
export type BinaryMethod<Context> = {
  readonly kind: 'binary'
  readonly names: Names
  readonly about: string
  readonly access: Access
  readonly invoke: (context: Context, body: Uint8Array, call: Call) => Promise<Uint8Array>
}

export type Method<Context> = JsonMethod<Context> | BinaryMethod<Context>

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Removes members that are null, which count as omitted. */
const withoutNulls = (value: JsonValue): JsonValue => {
  if (value === null || typeof value !== 'object') return value
  if (isArray(value)) return value.map(withoutNulls)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, withoutNulls(member)]),
  )
}

const namedParams = (params: JsonValue | undefined, names: readonly string[]): JsonValue => {
  if (params === undefined || params === null) return {}
  if (typeof params !== 'object') throw new InvalidParamsError('params must be an object or an array')
  if (!isArray(params)) return params
  if (params.length > names.length)
    throw new InvalidParamsError(`${params.length} positional parameters given, there are ${names.length}`)
  return Object.fromEntries(params.map((value, i) => [names[i] ?? '', value]))
}

const rejectUnknown = (params: JsonValue, names: readonly string[]): void => {
  const other = isJsonObject(params) ? Object.keys(params).find((name) => !names.includes(name)) : undefined
  if (other === undefined) return
  const taken = names.length === 0 ? 'it takes none' : `it takes ${names.join(', ')}`
  throw new InvalidParamsError(`there is no parameter "${other.slice(0, MAX_NAME)}": ${taken}`)
}

/** Maximum length of a parameter name in an error message. */
const MAX_NAME = 40

/** Maximum length of an error description, which could otherwise be as long as a request. */
const MAX_DETAIL = 500

/** Describes what is wrong with a value. Missing and out-of-range values have shorter texts than the library's. */
const issueText = ({ kind, type, received, expected, message }: v.BaseIssue<unknown>): string => {
  if (kind === 'schema' && received === 'undefined') return 'it is missing'
  if (received === 'NaN') return 'an integer is written without fraction and exponent'
  // Messages of our own schemas are more specific.
  if (!message.startsWith('Invalid value')) return message
  if (type === 'min_value') return `it is at least ${expected?.slice(2)}, not ${received}`
  return type === 'max_value' ? `it is at most ${expected?.slice(2)}, not ${received}` : message
}

const describeIssue = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue)
  const words = issueText(issue)
  const detail = path === null ? words : `${path}: ${words}`
  return detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail
}

/**
 * Returns a function that declares methods with a `Context`.
 *
 * @example
 * const method = methodsOf()
 * const { names } = method({ names: ['get_height'], access: 'public', params: {}, handler: () => ({ height: 7 }) })
 * names // ['get_height']
 */
export const methodsOf =
  <Context>() =>
  <
    const Params extends ParamSchemas,
    const Called extends Names,
    Result extends v.GenericSchema | undefined = undefined,
    Approved = undefined,
  >(
    declaration: MethodDeclaration<Context, Params, Result, Called, Approved>,
  ): JsonMethod<Context, Params, Result, Called> => {
    const schema = v.object(declaration.params)
    const names = Object.keys(declaration.params)
    const parse = (params: JsonValue | undefined): ParsedCall<Context> => {
      const given = namedParams(params, names)
      if (declaration.unknownParams === 'rejected') rejectUnknown(given, names)
      // Only the first issue is reported: a list of millions may have as many.
      const parsed = v.safeParse(schema, withoutNulls(given), { abortEarly: true })
      if (!parsed.success) throw new InvalidParamsError(describeIssue(parsed.issues[0]))
      const { output } = parsed
      return {
        approve: async (context, call) => {
          const approval = await declaration.approval?.(context, output, call)
          return {
            check: approval?.check ?? (() => undefined),
            // The result's schema describes JSON, which its type does not express.
            run: async (context, call) =>
              (await declaration.handler(context, output, call, approval?.value)) as JsonWritable,
          }
        },
      }
    }
    return {
      kind: 'json',
      names: declaration.names,
      about: declaration.about ?? '',
      access: declaration.access,
      effect: declaration.effect ?? 'write',
      cost: declaration.cost ?? 'light',
      transports: declaration.transports ?? ['json-rpc'],
      params: declaration.params,
      // If it is omitted, Result is undefined.
      result: declaration.result as Result,
      flat: declaration.flat ?? false,
      needsApproval: declaration.approval !== undefined,
      parse,
      invoke: async (context, params, call) => {
        const { check, run } = await parse(params).approve(context, call)
        check()
        return await run(context, call)
      },
    }
  }

/**
 * Declares a method of bytes: the handler receives the request body and returns the response body.
 *
 * @example
 * binaryMethod({ names: ['get_blocks.bin'], access: 'public', handler: (context, body) => body }).kind // 'binary'
 */
export const binaryMethod = <Context>(declaration: {
  readonly names: Names
  readonly about?: string
  readonly access: Access
  readonly handler: (context: Context, body: Uint8Array, call: Call) => Uint8Array | Promise<Uint8Array>
}): BinaryMethod<Context> => ({
  kind: 'binary',
  names: declaration.names,
  about: declaration.about ?? '',
  access: declaration.access,
  invoke: async (context, body, call) => await declaration.handler(context, body, call),
})
