// Checks the results of an RPC against their declarations, on which the typed client and the reference page rely.
import * as v from 'valibot'
import { describeMethod, type FieldDescription } from '../../../src/jsonrpc/describe.ts'
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'
import type { Service } from '../../../src/jsonrpc/service.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'

/** A result that differs from its declaration. */
export class UndeclaredResultError extends Error {
  override readonly name = 'UndeclaredResultError'
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])

/** Returns the paths of undeclared members. */
const undeclaredIn = (value: JsonValue, fields: readonly FieldDescription[], path: string): string[] =>
  listOf(value).flatMap((item) =>
    Object.entries(isJsonObject(item) ? item : {}).flatMap(([name, member]) => {
      const field = fields.find((known) => known.name === name)
      if (field === undefined) return [`${path}${name}`]
      return field.fields.length === 0 ? [] : undeclaredIn(member, field.fields, `${path}${name}.`)
    }),
  )

type Declared = Parameters<typeof describeMethod>[0]

const check = (methods: readonly Declared[], call: JsonValue | undefined, answer: JsonValue): void => {
  if (!isJsonObject(call) || !isJsonObject(answer) || answer['result'] === undefined) return
  const { method: name } = call
  const method = methods.find(({ names }) => names.some((known) => known === name))
  if (method?.result === undefined)
    throw new UndeclaredResultError(`${String(name)} returns a result and declares none`)
  const read = v.safeParse(method.result, answer['result'])
  if (!read.success) {
    const [issue] = read.issues
    throw new UndeclaredResultError(`${String(name)}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  const [undeclared] = undeclaredIn(answer['result'], describeMethod(method).result, '')
  if (undeclared !== undefined) throw new UndeclaredResultError(`${String(name)} does not declare ${undeclared}`)
}

/** Parses a body; undefined if it is not JSON, as in some tests and on binary paths. */
const jsonOf = (text: string): JsonValue | undefined => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

/** Returns the service with checks: it throws UndeclaredResultError for undeclared, missing or differently typed fields of a result. */
export const checkDeclaredFields =
  (service: Service, methods: readonly Declared[] = walletMethods): Service =>
  async (request) => {
    const sent = jsonOf(await request.clone().text())
    const response = await service(request)
    const received = jsonOf(await response.clone().text())
    if (sent === undefined || received === undefined) return response
    const calls = listOf(sent)
    for (const [i, answer] of listOf(received).entries()) check(methods, calls[i], answer)
    return response
  }
