// An RPC whose results are held to their declarations, which the typed client and the reference page take at their word.
import * as v from 'valibot'
import { describeMethod, type FieldDescription } from '../../../src/jsonrpc/describe.ts'
import { isJsonObject, JsonError, type JsonValue, parseJson } from '../../../src/jsonrpc/json.ts'
import type { Service } from '../../../src/jsonrpc/service.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'

/** A result that is not as its method declares it. */
export class UndeclaredResultError extends Error {
  override readonly name = 'UndeclaredResultError'
}

const listOf = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : [value])

/** Paths of members that no declaration has. */
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
  if (method?.result === undefined) throw new UndeclaredResultError(`${String(name)} answers, and declares no result`)
  const read = v.safeParse(method.result, answer['result'])
  if (!read.success) {
    const [issue] = read.issues
    throw new UndeclaredResultError(`${String(name)}: ${v.getDotPath(issue) ?? ''}: ${issue.message}`)
  }
  const [undeclared] = undeclaredIn(answer['result'], describeMethod(method).result, '')
  if (undeclared !== undefined) throw new UndeclaredResultError(`${String(name)} does not declare ${undeclared}`)
}

/** The value of a text; undefined for what is no JSON, which some tests send and some services answer. */
const jsonOf = (text: string): JsonValue | undefined => {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof JsonError) return undefined
    throw error
  }
}

/** The same service; it throws UndeclaredResultError where a result has a field that is not declared, or lacks one, or has it otherwise. */
export const checkDeclaredFields =
  (service: Service, methods: readonly Declared[] = walletMethods): Service =>
  async (request) => {
    const asked = jsonOf(await request.clone().text())
    const response = await service(request)
    const answered = jsonOf(await response.clone().text())
    if (asked === undefined || answered === undefined) return response
    const calls = listOf(asked)
    for (const [i, answer] of listOf(answered).entries()) check(methods, calls[i], answer)
    return response
  }
