// Compares the declared methods of the wallet RPC with the specification: methods, aliases, fields, types, defaults and layout. The specification
// is a table of this project, which is itself compared with the document that it was extracted from, where that is present.
import { describe, expect, it } from 'vitest'
import { describeMethod, type FieldDescription, type MethodDescription } from '../../../../src/jsonrpc/describe.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { documentText } from '../../../support/data/documents.ts'
import { OMITTED, OTHER_TYPES } from '../../../support/rpc/differences.ts'
import { readWalletSpec, type SpecField, type WalletSpec } from '../../../support/rpc/specification.ts'
import {
  type CompareField,
  compareFields,
  compareNames,
  testAlterations,
  testUnknownForms,
} from '../../../support/rpc/specification-comparison.ts'
import { parseWalletTable, printTable, tablePath, tableText } from '../../../support/rpc/specification-table.ts'

/** Fields specified as u64 that are heights, times or counts, which stay below 2^53. Every other field of 64 bits is a bigint. */
const COUNTS: readonly string[] = [
  ...['height', 'immutable_height', 'block_height', 'blocks_fetched'],
  ...['timestamp', 'blocks_to_unlock', 'confirmations'],
  'update_height',
  ...['index', 'entries', 'global_index', 'num_unspent_outputs', 'num_imported', 'checkpointed'],
]

const isOmitted = (difference: string): boolean =>
  OTHER_TYPES.some(({ difference: listed }) => listed === difference) ||
  OMITTED.some(
    ({ method, field }) => difference.startsWith(`${method} `) && difference.endsWith(` ${field} is missing`),
  )

/** Returns whether a declared type is the specified one. A choice of strings is a string. */
const fits = ({ name, type }: SpecField, ours: string): boolean =>
  (ours.startsWith("'") ? 'str' : ours) === type || (COUNTS.includes(name) && ours === type.replace('u64', 'u53'))

const compareField: CompareField = (field, own, where) =>
  fits(field, own.type) ? [] : [`${where} is ${own.type}, not ${field.type}`]

const compareInputs = (
  method: string,
  specified: readonly SpecField[],
  ours: readonly FieldDescription[],
): string[] => {
  const found = [...compareFields(`${method} input`, specified, ours, compareField)]
  for (const field of specified) {
    const own = ours.find(({ name }) => name === field.name)
    if (own === undefined) continue
    if (field.optional && !own.optional) found.push(`${method} input ${field.name} cannot be left out`)
    const fallback = own.default === '' ? "''" : String(own.default)
    // The default of a list describes what an empty list means.
    if (field.default !== undefined && !field.type.endsWith('[]') && field.default !== fallback)
      found.push(`${method} input ${field.name} defaults to ${fallback}, not ${field.default}`)
  }
  return found
}

/** Returns the differences between a specification and the declared methods. */
const compareAll = (spec: WalletSpec, table: readonly MethodDescription[]): string[] => {
  const found: string[] = []
  for (const { names, inputs, outputs, someText } of spec.methods) {
    const [method = ''] = names
    const own = table.find((ours) => ours.names.includes(method))
    if (own === undefined) {
      found.push(`${method} is missing`)
      continue
    }
    found.push(...compareNames(names, own))
    found.push(...compareInputs(method, inputs, own.params))
    found.push(...compareFields(`${method} output`, outputs, own.result, compareField))
    if (someText && !own.result.some(({ type }) => type === 'str')) found.push(`${method} returns no string`)
    if (outputs.length === 0 && !someText && own.result.length > 0) found.push(`${method} returns fields`)
  }
  for (const { names, flat } of table) {
    const isSpecified = spec.flat.some((name) => names.includes(name))
    if (flat !== isSpecified) found.push(`${names[0]} is ${flat ? 'flat' : 'not flat'}`)
  }
  for (const name of spec.flat)
    if (!spec.methods.some(({ names }) => names.includes(name))) found.push(`${name} is not specified`)
  return found
}

/** Returns the differences that are not listed. */
const compare = (spec: WalletSpec, table: readonly MethodDescription[]): string[] =>
  compareAll(spec, table).filter((difference) => !isOmitted(difference))

const TABLE = 'wallet-rpc.json'
const table = walletMethods.map((method) => describeMethod(method))
const specification = parseWalletTable(tableText(TABLE))

it('declares every specified method, alias, field and type', () => {
  expect(compare(specification, table)).toEqual([])
})

it('has a table of all specified methods', () => {
  expect(specification.methods).toHaveLength(97)
  expect(specification.flat).toHaveLength(32)
})

it('describes every method and declares its result', () => {
  const silent = walletMethods.filter(({ about, result }) => about === '' || result === undefined)
  expect(silent.map(({ names }) => names[0])).toEqual([])
})

it('describes methods in plain data', () => {
  expect(structuredClone(table)).toEqual(table)
})

it('has another type only where it is listed', () => {
  const bare = compareAll(specification, table)
  for (const { difference } of OTHER_TYPES) expect(bare).toContain(difference)
})

it('omits only fields that the specification has', () => {
  const { methods } = specification
  const names = (
    fields: readonly { name: string; fields: readonly SpecField[] | readonly FieldDescription[] }[],
  ): string[] => fields.flatMap(({ name, fields: inner }) => [name, ...names(inner)])
  for (const { method, field } of OMITTED) {
    expect(names(methods.find((specified) => specified.names[0] === method)?.outputs ?? [])).toContain(field)
    expect(names(table.find((ours) => ours.names[0] === method)?.result ?? [])).not.toContain(field)
  }
})

it.each(table.map((method) => [method.names[0] ?? '', method] as const))(
  'reports %s if it is missing',
  (name, method) => {
    const rest = table.filter((other) => other !== method)
    const isSpecified = specification.methods.some(({ names }) => names.includes(name))
    expect(compare(specification, rest)).toEqual(isSpecified ? [`${name} is missing`] : [])
  },
)

describe('an altered table', () => {
  testAlterations(
    tableText(TABLE),
    [
      ['"names":["store"]', '"names":["shake"]', 'shake is missing'],
      ['"get_height","getheight"', '"get_height","getheight","tallness"', 'get_height has no alias tallness'],
      [
        '"names":["create_account"],"inputs":[{"name":"label"',
        '"names":["create_account"],"inputs":[{"name":"colour"',
        'create_account input colour is missing',
      ],
      ['"name":"was_deprecated"', '"name":"age"', 'restore_deterministic_wallet output age is missing'],
      [
        '"name":"level","optional":false,"type":"i8"',
        '"name":"level","optional":false,"type":"u32"',
        'set_log_level input level is i8, not u32',
      ],
      [
        '"name":"count","optional":true,"default":"1"',
        '"name":"count","optional":true,"default":"2"',
        'create_address input count defaults to 1, not 2',
      ],
      ['"flat": [', '"flat": [\n"store",', 'store is not flat'],
      [',\n"sign"', '', 'sign is flat'],
    ],
    (altered) => compare(parseWalletTable(altered), table),
  )
})

/** Compares the table with the document, and tests the parser of the document. */
const testDocument = (text: string): void => {
  it('is the source of the table', async () => {
    await expect(printTable({ ...readWalletSpec(text) })).toMatchFileSnapshot(tablePath(TABLE))
  })

  it('is parsed completely', () => {
    const { methods, flat } = readWalletSpec(text)
    expect(methods).toHaveLength(97)
    expect(flat).toHaveLength(32)
    const rows = text.split('\n').filter((line) => /^\| [a-z_]+(?: \(alias .*\))? \|.*\|.*\|$/.test(line))
    const inEndpoints = methods.flatMap(({ names }) => names[0] ?? [])
    expect(inEndpoints.every((name) => rows.some((row) => row.startsWith(`| ${name} `)))).toBe(true)
  })

  testAlterations(
    text,
    [
      ['| store | none | {} |', '| store | none | {} |\n| shake | none | {} |', 'shake is missing'],
      ['(alias getheight)', '(alias getheight, tallness)', 'get_height has no alias tallness'],
      [
        'label?:str | account_index',
        'label?:str, colour?:str | account_index',
        'create_account input colour is missing',
      ],
      ['was_deprecated:bool |', 'was_deprecated:bool, age:u32 |', 'restore_deterministic_wallet output age is missing'],
      [
        '`tag:str`, `label:str`',
        '`tag:str`, `label:str`, `hue:str`',
        'get_account_tags output account_tags hue is missing',
      ],
      ['| txid | str |', '| txid | u64 |', 'get_transfers output in txid is str, not u64'],
      ['level:i8', 'level:u32', 'set_log_level input level is i8, not u32'],
      ['| do_not_relay? |', '| hold? | bool | |\n| do_not_relay? |', 'transfer input hold is missing'],
      ['total:u64, spent:u64 |', 'total:u64, spent:u64, gone:u64 |', 'check_reserve_proof output gone is missing'],
      ['count?:u32 (default 1', 'count?:u32 (default 2', 'create_address input count defaults to 1, not 2'],
      ['`id`: add_address_book', '`id`: store, add_address_book', 'store is not flat'],
      [', sign, verify.', ', verify.', 'sign is flat'],
    ],
    (altered) => compare(readWalletSpec(altered), table),
  )

  testUnknownForms(
    text,
    [
      ['level:i8', 'level:number'],
      ['## Endpoints', '## Operations'],
      ['| store | none | {} |', '| store | none |'],
      ['### TXRESULT', '### RESULT'],
      ['beside `jsonrpc` and `id`', 'there'],
    ],
    readWalletSpec,
  )
}

const document = documentText('spec/wallet-rpc.md')
if (document !== undefined) describe('the document of the specification', () => testDocument(document))
