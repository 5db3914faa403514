// Compares the declared operations of the node's RPC with the specification (operations, aliases, paths, fields, types) and with oxen-core's
// table of commands (access, transports). Both are tables of this project, which are compared with the documents that they were extracted
// from, where those are present.
import { describe, expect, it } from 'vitest'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { describeNodeRpc, type NodeMethodDescription } from '../../../../src/devnet/rpc/describeNodeRpc.ts'
import { documentText } from '../../../support/data/documents.ts'
import {
  type Command,
  type NodeSpec,
  readCommands,
  readNodeSpec,
  type SpecOperation,
} from '../../../support/devnet/specification.ts'
import { SpecReadingError } from '../../../support/rpc/specification.ts'
import {
  type CompareField,
  compareFields,
  compareNames,
  testAlterations,
  testUnknownForms,
} from '../../../support/rpc/specification-comparison.ts'
import {
  parseCommandTable,
  parseNodeTable,
  printTable,
  tablePath,
  tableText,
} from '../../../support/rpc/specification-table.ts'

/** The intended differences from the specification. */
const DIFFERENT: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern: /pow_hash is str, not str\[\]$/,
    why: 'a block has one proof of work, and recorded answers of both families have it as a string',
  },
  {
    pattern: /^get_outs\.bin output outs amount is missing$/,
    why: 'recorded answers do not have it: the request names the amount',
  },
  {
    pattern: /^get_blocks\.bin output output_indices is object\[\], not object$/,
    why: 'it has one entry for each block; the specification lacks the brackets',
  },
]

const INTEGERS: Readonly<Record<string, readonly string[]>> = { u64: ['u64', 'u53'] }
const OPAQUE: Readonly<Record<string, string>> = {
  hashes: 'packed hashes',
  backlog: 'packed u64: blob_size, fee, time_in_pool',
  'complete block[]': 'object[]',
}

/** Returns whether a declared type is the specified one. A u64 may be declared u53, and a list may also accept a single value. */
const fits = (specified: string, ours: string): boolean => {
  const [single = '', isEither] = ours.split(' or a list')
  const list = single.endsWith('[]') || (isEither !== undefined && specified.endsWith('[]')) ? '[]' : ''
  const [expected, found] = [specified.replace('[]', ''), single.replace('[]', '')]
  if (OPAQUE[specified] !== undefined) return OPAQUE[specified] === ours
  return (INTEGERS[expected] ?? [expected]).includes(found) && specified === `${expected}${list}`
}

const compareField: CompareField = (field, own, where) => [
  ...(fits(field.type, own.type) ? [] : [`${where} is ${own.type}, not ${field.type}`]),
  ...(field.optional && !own.optional ? [`${where} is never omitted`] : []),
]

const compareOperation = (operation: SpecOperation, own: NodeMethodDescription): readonly string[] => {
  const { names, kind, inputs, outputs, someText } = operation
  const [name = ''] = names
  const inputsHave = compareFields(`${name} input`, inputs, own.params, compareField)
  return [
    ...compareNames(names, own),
    ...(own.transports.includes(kind) ? [] : [`${name} is not served as ${kind}`]),
    // The specification marks optional inputs of some methods only; here all inputs are optional.
    ...inputsHave.filter((difference) => !difference.endsWith('is never omitted')),
    ...compareFields(`${name} output`, outputs, own.result, compareField),
    ...(someText && own.result.length > 0 ? [`${name} returns no string`] : []),
  ]
}

const compareSpec = ({ operations }: NodeSpec, table: readonly NodeMethodDescription[]): readonly string[] => {
  const found = operations.flatMap((operation) => {
    const own = table.find(({ names }) => names.includes(operation.names[0] ?? ''))
    return own === undefined ? [`${operation.names[0]} is missing`] : compareOperation(operation, own)
  })
  return found.filter((difference) => !DIFFERENT.some(({ pattern }) => pattern.test(difference)))
}

const compareCommands = (commands: readonly Command[], table: readonly NodeMethodDescription[]): readonly string[] =>
  commands.flatMap(({ names, access, transports }) => {
    const [name = ''] = names
    const own = table.find((ours) => ours.names.includes(name))
    if (own === undefined) return [`${name} is missing`]
    return [
      ...compareNames(names, own),
      ...(own.access === access ? [] : [`${name} is ${own.access}, not ${access}`]),
      ...(own.transports.join() === transports.join() ? [] : [`${name} is served as ${own.transports.join()}`]),
    ]
  })

/** The specification writes XNET for LOKINET. */
const titleOf = (title: string): string => title.replace('XNET', 'LOKINET')

const TABLE = 'node-rpc.json'
const COMMANDS = 'node-commands.json'
const table = describeNodeRpc(oxenDialect).flatMap(({ methods }) => methods)
const specification = parseNodeTable(tableText(TABLE))
const commands = parseCommandTable(tableText(COMMANDS))

const expectComplete = ({ operations, records, titles }: NodeSpec): void => {
  expect(operations.map(({ kind }) => kind).filter((kind) => kind === 'json-rpc')).toHaveLength(34)
  expect(operations.map(({ kind }) => kind).filter((kind) => kind !== 'json-rpc')).toHaveLength(8)
  expect(records).toHaveLength(10)
  expect(titles).toHaveLength(52)
}

it('declares every specified operation, alias, field and type', () => {
  expect(compareSpec(specification, table)).toEqual([])
})

it('has a table of all specified operations', () => {
  expectComplete(specification)
})

it('declares every command of oxen-core with its access and transports', () => {
  expect(commands).toHaveLength(82)
  expect(compareCommands(commands, table)).toEqual([])
})

it('has a command for every operation that is specified by title', () => {
  const known = commands.map(({ title }) => title)
  expect(specification.titles.filter((title) => !known.includes(titleOf(title)))).toEqual([])
})

it('serves the lokinet names in both spellings', () => {
  const names = table.flatMap((method) => method.names)
  const hidden = names.filter((name) => name.includes('lokinet_ping'))
  expect(hidden).not.toEqual([])
  expect(hidden.filter((name) => !names.includes(name.replace('lokinet', 'xnet')))).toEqual([])
})

it('serves the aliases without underscores', () => {
  const names = table.flatMap((method) => method.names)
  expect(specification.compactNames.length).toBeGreaterThan(10)
  expect(specification.compactNames.filter((name) => !names.includes(name))).toEqual([])
})

it('describes every method and its result', () => {
  // The result of get_block_hash is a string without fields.
  const others = table.filter(({ names: [name = ''] }) => name !== 'get_block_hash')
  const bare = others.filter(({ about, result }) => about === '' || result.length === 0)
  expect(bare.map(({ names }) => names[0])).toEqual([])
})

it('lists only differences that exist', () => {
  const all = specification.operations.flatMap((operation) =>
    table
      .filter(({ names }) => names.includes(operation.names[0] ?? ''))
      .flatMap((own) => compareOperation(operation, own)),
  )
  expect(DIFFERENT.filter(({ pattern }) => !all.some((each) => pattern.test(each)))).toEqual([])
})

it.each(commands.map(({ names: [name = ''] }) => name))('reports %s if it is missing', (name) => {
  const rest = table.filter(({ names }) => !names.includes(name))
  expect(compareCommands(commands, rest)).toContain(`${name} is missing`)
})

it('reports another access and other transports', () => {
  const changed = commands.map((command) =>
    command.title === 'GET_LIMIT' ? ({ ...command, access: 'public', transports: ['binary'] } as const) : command,
  )
  expect(compareCommands(changed, table)).toEqual([
    'get_limit is admin, not public',
    'get_limit is served as json-rpc,path',
  ])
})

describe('an altered table', () => {
  testAlterations(
    tableText(TABLE),
    [
      ['"names":["get_limit"]', '"names":["get_luck"]', 'get_luck is missing'],
      ['"getblockcount"', '"getblockcount","blocks"', 'get_block_count has no alias blocks'],
      [
        '"names":["banned"],"kind":"json-rpc","inputs":[{"name":"address"',
        '"names":["banned"],"kind":"json-rpc","inputs":[{"name":"mask"',
        'banned input mask is missing',
      ],
      ['"name":"banned"', '"name":"why"', 'banned output why is missing'],
      [
        '"name":"seconds","optional":false,"type":"u32"',
        '"name":"seconds","optional":false,"type":"u64"',
        'banned output seconds is u32, not u64',
      ],
      [
        '"name":"recent_instances"',
        '"name":"rare_instances"',
        'get_output_histogram output histogram rare_instances is missing',
      ],
      [
        '"name":"block_size_limit","optional":false',
        '"name":"block_size_limit","optional":true',
        'get_info output block_size_limit is never omitted',
      ],
      ['"get_o_indexes.bin"', '"get_o_indices.bin"', 'get_o_indices.bin is missing'],
      [
        '"names":["get_height","getheight"],"kind":"path"',
        '"names":["get_version"],"kind":"path"',
        'get_version is not served as path',
      ],
    ],
    (altered) => compareSpec(parseNodeTable(altered), table),
  )
})

/** Compares the table with the document, and tests the parser of the document. */
const testDocument = (text: string): void => {
  it('is the source of the table', async () => {
    await expect(printTable({ ...readNodeSpec(text) })).toMatchFileSnapshot(tablePath(TABLE))
  })

  it('is parsed completely', () => {
    expectComplete(readNodeSpec(text))
  })

  testAlterations(
    text,
    [
      ['| get_limit | none |', '| get_luck | none | luck:u64 |\n| get_limit | none |', 'get_luck is missing'],
      ['(getblockcount)', '(getblockcount, blocks)', 'get_block_count has no alias blocks'],
      ['address:str (IP to check)', 'address:str (IP to check), mask:u32', 'banned input mask is missing'],
      ['| status, banned:bool', '| status, why:str, banned:bool', 'banned output why is missing'],
      ['seconds:u32 (remaining)', 'seconds:u64 (remaining)', 'banned output seconds is u32, not u64'],
      ['fee_per_byte:u64,', 'fee_per_byte:str,', 'get_fee_estimate output fee_per_byte is u64, not str'],
      ['| nonce | u32 |', '| nonce | u64 |', 'get_block output block_header nonce is u32, not u64'],
      [
        '| nonce | u32 |',
        '| nonce | u32 | |\n| luck | u64 |',
        'get_last_block_header output block_header luck is missing',
      ],
      ['`ip:str`,', '`ip:str`, `hue:str`,', 'get_connections output connections hue is missing'],
      ['`ip:u32` (integer form)', '`ip:u32` (integer form), `why:str`', 'get_bans output bans why is missing'],
      [
        'voter_index:u16',
        'voter_index:u32',
        'get_checkpoints output checkpoints signatures voter_index is u16, not u32',
      ],
      ['`length:u64`', '`length:u64`, `width:u64`', 'get_alternate_chains output chains width is missing'],
      ['`key:str`, `mask:str`', '`key:str`, `mesh:str`', 'get_outs output outs mesh is missing'],
      [
        '`recent_instances:u64`',
        '`rare_instances:u64`',
        'get_output_histogram output histogram rare_instances is missing',
      ],
      ['`nblocks:u64`', '`oblocks:u64`', 'sync_info output spans oblocks is missing'],
      ['height:u64 (longest chain known)', 'depth:u64', 'get_info output depth is missing'],
      ['white_peerlist_size,', 'white_list_size,', 'get_info output white_list_size is missing'],
      ['returns stagenet:bool', 'returns stagenet:str', 'get_info output stagenet is bool, not str'],
      ['; block_size_limit:u64;', '; block_size_limit?:u64;', 'get_info output block_size_limit is never omitted'],
      ['| /get_o_indexes.bin |', '| /get_o_indices.bin |', 'get_o_indices.bin is missing'],
      ['(/gethashes.bin)', '(/hashes.bin)', 'get_hashes.bin has no alias hashes.bin'],
      ['| /get_height (/getheight) |', '| /get_version (/getversion) |', 'get_version is not served as path'],
      ['prune:bool | blocks', 'prune:bool, luck:u8 | blocks', 'get_blocks.bin input luck is missing'],
      ['o_indexes:u64[]', 'o_indexes:u64', 'get_o_indexes.bin output o_indexes is u53[], not u64'],
      ['tx_hash:str}]', 'tx_hush:str}]', 'get_transactions output txs tx_hush is missing'],
      ['result = block hash str', 'hash:str', 'get_block_hash output hash is missing'],
    ],
    (altered) => compareSpec(readNodeSpec(altered), table),
  )

  testUnknownForms(
    text,
    [
      ['nonce | u32', 'nonce | number'],
      ['## Endpoints', '## Operations'],
      ['| Method (aliases) |', '| Methods |'],
      ['| get_limit | none |', '| get_limit |'],
      ['get_info output:', 'It answers:'],
      ['none | status, connections', 'none | status, and connections'],
      ['Binary titles:', 'Titles:'],
      ['Aliases without underscores', 'Aliases'],
    ],
    readNodeSpec,
  )
}

const testCommands = (text: string): void => {
  it('is the source of the table of commands', async () => {
    await expect(printTable({ commands: readCommands(text) })).toMatchFileSnapshot(tablePath(COMMANDS))
  })

  it('is rejected in an unknown form', () => {
    expect(() => readCommands(text.replace('| J L |', '| L |'))).toThrow(SpecReadingError)
  })
}

const document = documentText('spec/node-rpc.md')
if (document !== undefined) describe('the document of the specification', () => testDocument(document))

const commandDocument = documentText('facts/node/rpc-node-methods.md')
if (commandDocument !== undefined) describe('the document of the commands', () => testCommands(commandDocument))
