// The form of the RPC console: for every method, what the form writes is what the method takes, and nothing is lost between form and JSON.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prettyJson } from '../../../../src/app/format/json.ts'
import {
  type FormControl,
  type FormField,
  fitsControl,
  formFields,
  hasProblem,
  inputText,
  newItem,
  otherMembers,
  sampleValues,
  typedInteger,
  valueProblem,
} from '../../../../src/app/state/console/rpcForm.ts'
import { createRpcHistory, keptParams } from '../../../../src/app/state/console/rpcHistory.ts'
import type { FieldDescription, MethodDescription } from '../../../../src/jsonrpc/describe.ts'
import { type JsonObject, type JsonValue, parseJson, stringifyJson } from '../../../../src/jsonrpc/json.ts'
import { describeWalletRpc } from '../../../../src/rpc/description.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'

const methods = describeWalletRpc()
  .flatMap((group) => group.methods)
  .map((method) => [method.names[0] ?? '', method] as const)

const describedAs = (name: string): MethodDescription => {
  const found = methods.find(([each]) => each === name)?.[1]
  if (found === undefined) throw new Error(`there is no method ${name}`)
  return found
}

/** Parses JSON that is an object. */
const objectOf = (text: string): JsonObject => parseJson(text) as JsonObject

const declared = (name: string) => walletMethods.find(({ names }) => names[0] === name)

/** What a user can enter in a control. */
const entered = (control: FormControl): fc.Arbitrary<JsonValue> => {
  switch (control.kind) {
    case 'text':
      return fc.string()
    case 'integer':
      return fc.bigInt({ min: control.min, max: control.max }).map((value) => typedInteger(String(value)))
    case 'boolean':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...control.choices)
    case 'object':
      return enteredIn(control.fields)
    case 'list':
      return fc.array(entered(control.item), { maxLength: 3 })
  }
}

const enteredIn = (fields: readonly FormField[]): fc.Arbitrary<JsonObject> =>
  fc
    .tuple(...fields.map(({ control, optional }) => (optional ? fc.option(entered(control)) : entered(control))))
    .map((values) => Object.fromEntries(fields.map(({ name }, i) => [name, values[i] ?? null])))

describe('the form of a method', () => {
  it.each(methods)('writes what %s takes', (name, method) => {
    const fields = formFields(method.params)
    expect(() => declared(name)?.parse(objectOf(prettyJson(sampleValues(fields))))).not.toThrow()
    fc.assert(
      fc.property(enteredIn(fields), (value) => {
        expect(hasProblem(fields, value)).toBe(false)
        // To JSON and back: every digit stays, and the form shows the same.
        const again = objectOf(prettyJson(value))
        expect(stringifyJson(again)).toBe(stringifyJson(value))
        expect(hasProblem(fields, again)).toBe(false)
        expect(() => declared(name)?.parse(again)).not.toThrow()
      }),
      { numRuns: 20 },
    )
  })

  it.each(methods)('reports what %s rejects by type', (name, method) => {
    for (const field of formFields(method.params)) {
      // An object fits no control but that of objects, a number no control but that of integers.
      const wrong: JsonValue = field.control.kind === 'object' ? 5 : {}
      expect(fitsControl(field.control, wrong), field.name).toBe(false)
      expect(hasProblem([field], { [field.name]: wrong }), field.name).toBe(true)
      expect(() => declared(name)?.parse({ [field.name]: wrong }), field.name).toThrow()
      if (field.control.kind !== 'integer') continue
      for (const beyond of [field.control.min - 1n, field.control.max + 1n, 'x', '1.5']) {
        const value = typeof beyond === 'bigint' ? typedInteger(String(beyond)) : beyond
        expect(hasProblem([field], { [field.name]: value }), field.name).toBe(true)
        expect(() => declared(name)?.parse({ [field.name]: value }), `${field.name}: ${beyond}`).toThrow()
      }
    }
  })
})

it('has a control of each kind', () => {
  const kinds = new Set<string>()
  const visit = (fields: readonly FormField[]): void => {
    for (const { control } of fields) {
      kinds.add(control.kind)
      if (control.kind === 'object') visit(control.fields)
      if (control.kind === 'list' && control.item.kind === 'object') visit(control.item.fields)
    }
  }
  for (const [, method] of methods) visit(formFields(method.params))
  expect([...kinds].sort()).toEqual(['boolean', 'choice', 'integer', 'list', 'object', 'text'])
  const secretKinds = formFields(describedAs('open_wallet').params).map(({ control }) => control)
  expect(secretKinds.slice(0, 2)).toEqual([
    { kind: 'text', isSecret: false },
    { kind: 'text', isSecret: true },
  ])
})

it('keeps every digit that is typed, and what is not yet a number', () => {
  expect(typedInteger('18446744073709551615')).toBe(2n ** 64n - 1n)
  expect(typedInteger(' 0042 ')).toBe(42)
  expect(typedInteger('-007')).toBe(-7)
  expect(typedInteger('')).toBeNull()
  for (const text of ['-', '1.', '1e3', '0x10', '12a']) expect(inputText(typedInteger(text))).toBe(text)
  const control: FormControl = { kind: 'integer', min: 0n, max: 2n ** 64n - 1n }
  expect(valueProblem(control, '12a', true)).toBe('not an integer')
  expect(valueProblem(control, 2n ** 64n, true)).toBe('out of range')
  expect(valueProblem(control, null, true)).toBeUndefined()
  expect(valueProblem(control, null, false)).toBe('missing')
})

it('begins rows with values that the method takes', () => {
  const [destinations] = formFields(describedAs('transfer').params)
  expect(destinations?.control.kind).toBe('list')
  if (destinations?.control.kind !== 'list') return
  expect(stringifyJson(newItem(destinations.control.item))).toBe('{"amount":0,"address":""}')
})

it('names the members that it has no control for', () => {
  const fields = formFields(describedAs('get_balance').params)
  expect(otherMembers(fields, { account_index: 1, colour: 'red' })).toEqual(['colour'])
})

/** Names of parameters that are secrets wherever they occur. */
const SECRET_NAME = /password|^seed|spendkey|viewkey|^tx_key$/

const namesOf = (fields: readonly FieldDescription[]): readonly FieldDescription[] =>
  fields.flatMap((field) => [field, ...namesOf(field.fields)])

describe('the history of calls', () => {
  it.each(methods)('knows the secrets of %s by their names', (_, method) => {
    for (const { name, isSecret } of namesOf(method.params))
      if (SECRET_NAME.test(name)) expect(isSecret, name).toBe(true)
  })

  it('keeps no secret, and says so', () => {
    const password = 'correct horse'
    const kept = keptParams(
      describedAs('restore_deterministic_wallet'),
      `{"filename": "a", "seed": "${password}", "password": "${password}", "pasword": "${password}", "restore_height": "${password}", "language": {"x": "${password}"}}`,
    )
    expect(objectOf(kept.params)).toEqual({ filename: 'a' })
    expect(kept.isComplete).toBe(false)
    const shares = keptParams(describedAs('make_multisig'), '{"multisig_info": ["MultisigV1abc"], "threshold": 2}')
    expect(shares.params).not.toContain('MultisigV1abc')
    expect(shares.isComplete).toBe(false)
  })

  it('keeps whole what has no secrets', () => {
    const params =
      '{"destinations": [{"address": "a", "amount": 18446744073709551615}], "subaddr_indices": [1], "payment_id": null}'
    expect(keptParams(describedAs('transfer'), params)).toEqual({
      params: prettyJson(objectOf(params)),
      isComplete: true,
    })
    // Empty secrets are none.
    expect(keptParams(describedAs('open_wallet'), '{"filename": "a", "password": ""}').isComplete).toBe(true)
  })

  it('lists the latest calls first, up to fifty', () => {
    const history = createRpcHistory(() => 5000)
    for (let i = 0; i < 60; i++)
      history.add(describedAs('get_balance'), `{"account_index": ${i}}`, { kind: 'success', code: '', milliseconds: 1 })
    expect(history.calls()).toHaveLength(50)
    expect(history.calls()[0]).toMatchObject({ method: 'get_balance', params: '{\n  "account_index": 59\n}', time: 5 })
    history.clear()
    expect(history.calls()).toEqual([])
  })
})
