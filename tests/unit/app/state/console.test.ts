// Texts of the RPC console: sample parameters that every method accepts, and JSON that keeps every digit.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prettyJson } from '../../../../src/app/format/json.ts'
import { paramsProblem, sampleParams } from '../../../../src/app/state/console/rpcCall.ts'
import { toCurl, toFetch } from '../../../../src/app/state/console/rpcSnippets.ts'
import { type JsonValue, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { describeWalletRpc } from '../../../../src/rpc/description.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'

const described = describeWalletRpc().flatMap(({ methods }) => methods)

describe('sampleParams', () => {
  it.each(described.map((method) => [method.names[0] ?? '', method] as const))('are taken by %s', (name, method) => {
    const draft = sampleParams(method)
    expect(paramsProblem(draft)).toBe('')
    const declared = walletMethods.find(({ names }) => names[0] === name)
    expect(declared).toBeDefined()
    expect(() => declared?.parse(parseJson(draft))).not.toThrow()
    expect(Object.keys(parseJson(draft) ?? {})).toEqual(Object.keys(declared?.params ?? {}))
  })
})

it('reports parameters that are not a JSON object', () => {
  expect(paramsProblem('{"amount": 18446744073709551615}')).toBe('')
  for (const text of ['', '{', '[]', '5', 'null', '{"a": }', '{"a": 1e20}']) expect(paramsProblem(text)).not.toBe('')
})

it('keeps the value of indented JSON', () => {
  const values = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constant(null),
      fc.boolean(),
      fc.integer(),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
      fc.string(),
      fc.array(tie('value')),
      fc.dictionary(fc.string(), tie('value')),
    ),
  }))
  fc.assert(
    fc.property(values.value, (value) => {
      expect(stringifyJson(parseJson(prettyJson(value)))).toBe(stringifyJson(value))
    }),
  )
})

it('keeps the whole request, with quotes, in commands', () => {
  const params = '{"label": "it\'s \\"mine\\" \\\\ $HOME", "amount": 18446744073709551615}'
  const body = stringifyJson({ jsonrpc: '2.0', id: 'console', method: 'look', params: parseJson(params) })
  // As a shell reads it: quotes closed, one escaped quote, quotes opened again.
  const words = /-d '(.*)'$/.exec(toCurl('look', params))?.[1]?.replaceAll("'\\''", "'")
  expect(words).toBe(body)
  const literal = /body: (".*") \}\)/.exec(toFetch('look', params, '/json_rpc'))?.[1] ?? ''
  expect(JSON.parse(literal)).toBe(body)
})

it('escapes controls of direction in JSON, which would turn what follows', () => {
  const json = prettyJson({ 'a\u202e': 'b\u2069', list: ['\u200f'] })
  expect(json).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
  expect(JSON.parse(json)).toEqual({ 'a\u202e': 'b\u2069', list: ['\u200f'] })
})
