// The declarations of methods cover everything that was recorded of oxen-wallet-rpc.
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { postCall } from '../../../support/rpc/wallet-calls.ts'

/** Recorded calls of each method. */
const shapes = vector('oxen/rpc-shapes.json').wallet_methods

type Schema = v.GenericSchema & {
  readonly wrapped?: Schema
  readonly item?: Schema
  readonly entries?: Readonly<Record<string, Schema>>
}

/** Returns the paths of fields that a schema does not declare, or declares with another type. */
const undeclared = (schema: Schema | undefined, value: unknown, path: string): string[] => {
  if (schema === undefined) return [path]
  if (schema.type === 'optional') return undeclared(schema.wrapped, value, path)
  if (Array.isArray(value))
    return schema.type === 'array' ? value.flatMap((item) => undeclared(schema.item, item, `${path}[]`)) : [path]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => {
      const field = schema.entries?.[name]
      return field === undefined ? [`${path}.${name}`] : undeclared(field, member, `${path}.${name}`)
    })
  return v.is(schema, value) ? [] : [path]
}

describe('what is declared', () => {
  const served = Object.keys(shapes)

  it.each(served)('of %s has all recorded fields', (name) => {
    const declared = walletMethods.find(({ names }) => names.includes(name))
    const { examples } = entryOf(shapes, name)
    expect(examples.length).toBeGreaterThan(0)
    for (const { request, result } of examples) {
      expect(undeclared(declared?.result, result, name)).toEqual([])
      expect(() => declared?.parse(request.params)).not.toThrow()
    }
  })
})

/** Methods that work while no wallet is open. */
const WITHOUT_WALLET = new Set(
  `auto_refresh get_languages create_wallet open_wallet generate_from_keys restore_deterministic_wallet stop_wallet
  set_log_level set_log_categories get_version`.split(/\s+/),
)

it.each(walletMethods.map(({ names }) => names[0]))(
  'returns an error for %s without an open wallet, if it needs one',
  async (name) => {
    const { error } = await postCall(undefined, name)
    const failed = { code: error?.code, message: error?.message }
    if (WITHOUT_WALLET.has(name)) expect(failed.code).not.toBe(-13)
    else expect(failed).toEqual({ code: -13, message: 'No wallet file' })
  },
)

it('returns the languages of seed words without a wallet', async () => {
  const [example] = entryOf(vector('oxen/rpc-shapes.json').wallet_methods, 'get_languages').examples
  expect((await postCall(undefined, 'get_languages'))['result']).toEqual(example?.result)
})
