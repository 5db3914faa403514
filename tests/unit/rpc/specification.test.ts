// Every method, alias, input and output field that is specified is in the table of methods, with its type and in its place.
import { describe, expect, test } from 'vitest'
import { describeMethod, type FieldDescription, type MethodDescription } from '../../../src/jsonrpc/describe.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { OMITTED, OUT_OF_SCOPE } from '../../support/rpc/differences.ts'
import { readWalletSpec, type SpecField, walletSpecText } from '../../support/rpc/specification.ts'
import {
  compareFields,
  compareNames,
  findsOut,
  type Judge,
  refusesToRead,
} from '../../support/rpc/specification-comparison.ts'

/** Methods of capabilities that are to come: multisig, stakes, names, offline signing. Each leaves the list when it is there. */
const TO_COME = [...OUT_OF_SCOPE]

/** Specified as u64, and no amounts: 2^53 is far beyond any height, time or count. Everything else of 64 bits is a bigint. */
const COUNTS: readonly string[] = [
  ...['height', 'immutable_height', 'block_height', 'min_height', 'max_height', 'min_block_height', 'blocks_fetched'],
  ...['timestamp', 'time_to_unlock', 'blocks_to_unlock', 'confirmations', 'suggested_confirmations_threshold'],
  ...['index', 'entries', 'global_index', 'num_unspent_outputs', 'num_imported', 'checkpointed'],
]

const isOmitted = (complaint: string): boolean =>
  OMITTED.some(({ method, field }) => complaint.startsWith(`${method} `) && complaint.endsWith(` ${field} is missing`))

/** Texts of which only some are taken are texts. */
const fits = ({ name, type }: SpecField, ours: string): boolean =>
  (ours.startsWith("'") ? 'str' : ours) === type || (COUNTS.includes(name) && ours === type.replace('u64', 'u53'))

const judge: Judge = (field, own, where) =>
  fits(field, own.type) ? [] : [`${where} is ${own.type}, not ${field.type}`]

const compareInputs = (
  method: string,
  specified: readonly SpecField[],
  ours: readonly FieldDescription[],
): string[] => {
  const found = [...compareFields(`${method} input`, specified, ours, judge)]
  for (const field of specified) {
    const own = ours.find(({ name }) => name === field.name)
    if (own === undefined) continue
    if (field.optional && !own.optional) found.push(`${method} input ${field.name} cannot be left out`)
    const fallback = own.default === '' ? "''" : String(own.default)
    // A default of a list is said of what an empty one means.
    if (field.default !== undefined && !field.type.endsWith('[]') && field.default !== fallback)
      found.push(`${method} input ${field.name} defaults to ${fallback}, not ${field.default}`)
  }
  return found
}

/** All that the table lacks of a specification, or has otherwise. */
const compare = (text: string, table: readonly MethodDescription[]): string[] => {
  const spec = readWalletSpec(text)
  const found: string[] = []
  for (const { names, inputs, outputs, someText } of spec.methods) {
    const [method = ''] = names
    const own = table.find((ours) => ours.names.includes(method))
    if (own === undefined) {
      if (!TO_COME.includes(method)) found.push(`${method} is missing`)
      continue
    }
    if (TO_COME.includes(method)) found.push(`${method} is there, and still said to come`)
    found.push(...compareNames(names, own))
    found.push(...compareInputs(method, inputs, own.params))
    found.push(...compareFields(`${method} output`, outputs, own.result, judge))
    if (someText && !own.result.some(({ type }) => type === 'str')) found.push(`${method} answers no text`)
    if (outputs.length === 0 && !someText && own.result.length > 0) found.push(`${method} answers something`)
  }
  for (const { names, flat } of table) {
    const isSpecified = spec.flat.some((name) => names.includes(name))
    if (flat !== isSpecified) found.push(`${names[0]} is ${flat ? 'flat' : 'not flat'}`)
  }
  for (const name of [...spec.flat, ...TO_COME])
    if (!spec.methods.some(({ names }) => names.includes(name))) found.push(`${name} is not specified`)
  return found.filter((complaint) => !isOmitted(complaint))
}

const table = walletMethods.map((method) => describeMethod(method))
const text = walletSpecText()

test('the table has every specified method, alias, field and type', () => {
  expect(compare(text, table)).toEqual([])
})

test('the specification is read whole', () => {
  const { methods, flat } = readWalletSpec(text)
  expect(methods).toHaveLength(97)
  expect(flat).toHaveLength(32)
  const rows = text.split('\n').filter((line) => /^\| [a-z_]+(?: \(alias .*\))? \|.*\|.*\|$/.test(line))
  const inEndpoints = methods.flatMap(({ names }) => names[0] ?? [])
  expect(inEndpoints.every((name) => rows.some((row) => row.startsWith(`| ${name} `)))).toBe(true)
})

test('every method says what it does and declares its result', () => {
  const silent = walletMethods.filter(({ about, result }) => about === '' || result === undefined)
  expect(silent.map(({ names }) => names[0])).toEqual([])
})

test('the table is plain data', () => {
  expect(structuredClone(table)).toEqual(table)
})

test('what is left out is in the specification and not in the table', () => {
  const { methods } = readWalletSpec(text)
  const names = (
    fields: readonly { name: string; fields: readonly SpecField[] | readonly FieldDescription[] }[],
  ): string[] => fields.flatMap(({ name, fields: inner }) => [name, ...names(inner)])
  for (const { method, field } of OMITTED) {
    expect(names(methods.find((specified) => specified.names[0] === method)?.outputs ?? [])).toContain(field)
    expect(names(table.find((ours) => ours.names[0] === method)?.result ?? [])).not.toContain(field)
  }
})

describe('a table that lacks something is found out', () => {
  findsOut(
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
    (altered) => compare(altered, table),
  )

  test.each(table.map((method) => [method.names[0] ?? '', method] as const))('without %s', (name, method) => {
    const rest = table.filter((other) => other !== method)
    const isSpecified = readWalletSpec(text).methods.some(({ names }) => names.includes(name))
    expect(compare(text, rest)).toEqual(isSpecified ? [`${name} is missing`] : [])
  })

  refusesToRead(
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
})
