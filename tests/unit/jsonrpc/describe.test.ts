// Describes a method table as plain data.
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { describeMethod, type FieldDescription, UndescribedSchemaError } from '../../../src/jsonrpc/describe.ts'
import { flattenFields } from '../../../src/jsonrpc/flattenFields.ts'
import { methodsOf } from '../../../src/jsonrpc/method.ts'
import { choiceText, hex32, i8, index, list, secret, secretText, u32, u64 } from '../../../src/jsonrpc/schemas.ts'

const method = methodsOf<undefined>()

const typesOf = (fields: readonly FieldDescription[]): Record<string, string> =>
  Object.fromEntries(fields.map(({ name, type }) => [name, type]))

it('names every type, and describes objects and lists of them', () => {
  const { params, result } = describeMethod(
    method({
      names: ['pay', 'send'],
      access: 'admin',
      effect: 'spend',
      flat: true,
      params: {
        amount: u64,
        height: v.optional(index, 5),
        level: i8,
        key: hex32,
        kind: v.picklist(['all', 'some']),
        addresses: list(v.string()),
        pairs: v.array(v.array(u32)),
      },
      result: v.object({
        done: v.boolean(),
        parts: v.optional(v.array(v.object({ index: v.object({ major: u32, minor: u32 }), fee: u64 }))),
      }),
      handler: () => ({ done: true }),
    }),
    (field, { method: called, side, parent }) => [called, side, parent, field].join(' '),
  )
  expect(typesOf(params)).toEqual({
    amount: 'u64',
    height: 'u53',
    level: 'i8',
    key: 'hex32',
    kind: "'all' | 'some'",
    addresses: 'str[]',
    pairs: 'u32[][]',
  })
  expect(params[0]).toEqual({
    name: 'amount',
    type: 'u64',
    optional: false,
    default: undefined,
    about: 'pay params  amount',
    choices: [],
    isSecret: false,
    fields: [],
  })
  expect(params[1]).toMatchObject({ optional: true, default: 5 })
  expect(params[5]).toMatchObject({ optional: true, default: [] })
  expect(typesOf(result)).toEqual({ done: 'bool', parts: 'object[]' })
  expect(result[1]?.optional).toBe(true)
  expect(typesOf(result[1]?.fields ?? [])).toEqual({ index: 'object', fee: 'u64' })
  expect(typesOf(result[1]?.fields[0]?.fields ?? [])).toEqual({ major: 'u32', minor: 'u32' })
  expect(result[1]?.fields[0]?.fields[0]?.about).toBe('pay result index major')
})

it('marks secrets and choices, also in lists and objects', () => {
  const { params } = describeMethod(
    method({
      names: ['open'],
      access: 'admin',
      params: {
        password: secretText,
        keys: list(secret),
        sort: choiceText(['one', 'two'], 'one'),
        kind: v.picklist(['all', 'some']),
        parts: list(v.object({ seed: secretText, name: v.string() })),
      },
      handler: () => ({}),
    }),
  )
  const [password, keys, sort, kind, parts] = params
  expect(params.map(({ isSecret }) => isSecret)).toEqual([true, true, false, false, false])
  expect(parts?.fields.map(({ isSecret }) => isSecret)).toEqual([true, false])
  expect([password?.choices, keys?.choices, sort?.choices, kind?.choices]).toEqual([
    [],
    [],
    ['one', 'two'],
    ['all', 'some'],
  ])
  expect(sort).toMatchObject({ type: 'str', default: 'one' })
})

it('flattens fields into rows without repetition', () => {
  const item = v.object({ fee: u64 })
  const { result } = describeMethod(
    method({
      names: ['look'],
      access: 'public',
      params: {},
      result: v.object({ one: v.array(item), two: v.array(item), three: v.object({ other: u32 }) }),
      handler: () => ({ one: [], two: [], three: { other: 1 } }),
    }),
  )
  expect(flattenFields(result).map(({ path, sameAs }) => [path, sameAs])).toEqual([
    ['one', ''],
    ['one[].fee', ''],
    ['two', 'one'],
    ['three', ''],
    ['three.other', ''],
  ])
})

it('describes the other members of a method', () => {
  const described = describeMethod(
    method({ names: ['look', 'see'], about: 'Looks', access: 'public', params: {}, handler: () => ({}) }),
  )
  expect(described).toEqual({
    names: ['look', 'see'],
    about: 'Looks',
    access: 'public',
    effect: 'write',
    flat: false,
    needsApproval: false,
    params: [],
    result: [],
  })
})

it('throws for a schema without a type name', () => {
  const odd = method({ names: ['odd'], access: 'public', params: { when: v.date() }, handler: () => ({}) })
  expect(() => describeMethod(odd)).toThrow(UndescribedSchemaError)
})
