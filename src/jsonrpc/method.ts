// The method table. A method is one declaration: its names, who may call it and how, the schemas of its parameters and of its
// result, and its handler. Dispatch, validation, the typed client and reference pages all come from it.

import * as v from 'valibot'
import { InvalidParamsError } from './errors.ts'
import { isJsonObject, type JsonValue, type JsonWritable } from './json.ts'

/** `public` methods are on restricted services too. */
export type Access = 'public' | 'admin'

/** `json-rpc`: by name at /json_rpc. `path`: at /<name>, where the body is the parameters and the answer the bare result. */
export type Transport = 'json-rpc' | 'path'

/**
 * What a call does to what it works on: it only looks, it changes something, it gives away money, or it tells secrets. A host may
 * let those that look go first, and ask a person about the last two.
 */
export type Effect = 'read' | 'write' | 'spend' | 'export-secret'

/** The circumstances of one call. */
export type Call = {
  /** the name it was called by, one of the method's names */
  readonly name: string
  /** the service is for the public: answers may say less */
  readonly restricted: boolean
  /** fires when the caller goes away */
  readonly signal: AbortSignal
}

/** Throws if an approval no longer holds when the call's turn comes. */
export type ApprovalCheck = () => void

/** A granted approval. `value`: what was parsed and shown, which the handler receives so that the same value is carried out. */
export type Approval<Value = undefined> = { readonly check: ApprovalCheck; readonly value: Value }

/** The first is the primary one, the others are aliases. */
export type Names = readonly [string, ...string[]]

/** Parameter names, in the order that positional parameters have, with their schemas. */
export type ParamSchemas = v.ObjectEntries

/** Parameters after validation. */
export type ParamsOf<Params extends ParamSchemas> = v.InferOutput<v.ObjectSchema<Params, undefined>>

/** Parameters as a client may give them. */
export type ParamsInput<Params extends ParamSchemas> = v.InferInput<v.ObjectSchema<Params, undefined>>

/** What a handler may return: what the result's schema reads, that is the form it has in JSON. */
type Returned<Result> = Result extends v.GenericSchema ? v.InferInput<Result> : JsonWritable

export type MethodDeclaration<
  Context,
  Params extends ParamSchemas,
  Result extends v.GenericSchema | undefined,
  Called extends Names = Names,
  Approved = undefined,
> = {
  readonly names: Called
  /** one line for people */
  readonly about?: string
  readonly access: Access
  /** `changes` when left out */
  readonly effect?: Effect
  /** `json-rpc` when left out */
  readonly transports?: readonly Transport[]
  readonly params: Params
  /** what becomes of parameters that it does not have; `ignored` when left out */
  readonly unknownParams?: 'ignored' | 'rejected'
  readonly result?: Result
  /** the fields of the result stand beside `jsonrpc` and `id` as well */
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

/** A method in a table. `Params`, `Result` and `Called` are for typed clients; a table holds methods of any. */
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
  readonly transports: readonly Transport[]
  readonly params: Params
  readonly result: Result
  readonly flat: boolean
  /** whether it may wait for consent */
  readonly needsApproval: boolean
  /** Validates the parameters. Throws InvalidParamsError. */
  readonly parse: (params: JsonValue | undefined) => ParsedCall<Context>
  /** Reads the parameters, waits for consent, then calls the handler. Throws InvalidParamsError, and what those throw. */
  readonly invoke: (context: Context, params: JsonValue | undefined, call: Call) => Promise<JsonWritable>
}

/** A method at /<name> whose request and answer are bytes. */
export type BinaryMethod<Context> = {
  readonly kind: 'binary'
  readonly names: Names
  readonly about: string
  readonly access: Access
  readonly invoke: (context: Context, body: Uint8Array, call: Call) => Promise<Uint8Array>
}

export type Method<Context> = JsonMethod<Context> | BinaryMethod<Context>

const isArray = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Members that are null count as absent. */
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

/** Longest name of a parameter that is repeated. */
const MAX_NAME = 40

/** Longest description of what is wrong with parameters, which may be as long as a request. */
const MAX_DETAIL = 500

/** What is wrong with a value; what was left out and what is out of bounds in shorter words than the library's. */
const inWords = ({ kind, type, received, expected, message }: v.BaseIssue<unknown>): string => {
  if (kind === 'schema' && received === 'undefined') return 'it is missing'
  // Messages of our own say more.
  if (!message.startsWith('Invalid value')) return message
  if (type === 'min_value') return `it is at least ${expected?.slice(2)}, not ${received}`
  return type === 'max_value' ? `it is at most ${expected?.slice(2)}, not ${received}` : message
}

const describeIssue = (issue: v.BaseIssue<unknown>): string => {
  const path = v.getDotPath(issue)
  const words = inWords(issue)
  const detail = path === null ? words : `${path}: ${words}`
  return detail.length > MAX_DETAIL ? `${detail.slice(0, MAX_DETAIL)}…` : detail
}

/** Declares methods that work on a `Context`: `const method = methodsOf<Wallet>()`, then `method({ names: ['get_height'], ... })`. */
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
      // The first mistake is told: a list of millions may have as many.
      const parsed = v.safeParse(schema, withoutNulls(given), { abortEarly: true })
      if (!parsed.success) throw new InvalidParamsError(describeIssue(parsed.issues[0]))
      const { output } = parsed
      return {
        approve: async (context, call) => {
          const approval = await declaration.approval?.(context, output, call)
          return {
            check: approval?.check ?? (() => undefined),
            // The result's schema describes JSON, which the compiler cannot see.
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
      transports: declaration.transports ?? ['json-rpc'],
      params: declaration.params,
      // Left out means undefined, which Result then is.
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

/** Declares a method of bytes: the handler gets the body of the request and returns the body of the answer. */
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
