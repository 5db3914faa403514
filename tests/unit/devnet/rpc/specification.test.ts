// Every operation, alias, path, input and output field that the specification of the node's RPC has is in the table of operations, with its type;
// and so is every command of the reference, with who may call it and how.
import { describe, expect, test } from 'vitest'
import { describeNodeRpc, type NodeMethodDescription } from '../../../../src/devnet/rpc/description.ts'
import {
  type Command,
  commandsText,
  nodeSpecText,
  readCommands,
  readNodeSpec,
  type SpecOperation,
} from '../../../support/devnet/specification.ts'
import { SpecReadingError } from '../../../support/rpc/specification.ts'
import {
  compareFields,
  compareNames,
  findsOut,
  type Judge,
  refusesToRead,
} from '../../../support/rpc/specification-comparison.ts'

/** What the table has otherwise than it is specified. */
const DIFFERENT: readonly { readonly complaint: RegExp; readonly why: string }[] = [
  {
    complaint: /pow_hash is str, not str\[\]$/,
    why: 'a block has one proof of work, and recorded answers of both families have it as a text',
  },
  {
    complaint: /^get_outs\.bin output outs amount is missing$/,
    why: 'recorded answers are held to the last byte, and the caller said the amount',
  },
  {
    complaint: /^get_blocks\.bin output output_indices is object\[\], not object$/,
    why: 'there is one for each block, which the brackets of the specification leave out',
  },
]

const INTEGERS: Readonly<Record<string, readonly string[]>> = { u64: ['u64', 'u53'] }
const OPAQUE: Readonly<Record<string, string>> = {
  hashes: 'packed hashes',
  backlog: 'packed u64: blob_size, fee, time_in_pool',
  'complete block[]': 'object[]',
}

/** Whether a field has the type that is specified. One of 64 bits may be held by a number, and a list may be one value. */
const fits = (specified: string, ours: string): boolean => {
  const [single = '', isEither] = ours.split(' or a list')
  const list = single.endsWith('[]') || (isEither !== undefined && specified.endsWith('[]')) ? '[]' : ''
  const [wanted, found] = [specified.replace('[]', ''), single.replace('[]', '')]
  if (OPAQUE[specified] !== undefined) return OPAQUE[specified] === ours
  return (INTEGERS[wanted] ?? [wanted]).includes(found) && specified === `${wanted}${list}`
}

const judge: Judge = (field, own, where) => [
  ...(fits(field.type, own.type) ? [] : [`${where} is ${own.type}, not ${field.type}`]),
  ...(field.optional && !own.optional ? [`${where} is never left out`] : []),
]

const compareOperation = (operation: SpecOperation, own: NodeMethodDescription): readonly string[] => {
  const { names, kind, inputs, outputs, someText } = operation
  const [name = ''] = names
  const inputsHave = compareFields(`${name} input`, inputs, own.params, judge)
  return [
    ...compareNames(names, own),
    ...(own.transports.includes(kind) ? [] : [`${name} is not served as ${kind}`]),
    // Whether inputs may be left out, the specification says for some methods only: here they all may.
    ...inputsHave.filter((complaint) => !complaint.endsWith('is never left out')),
    ...compareFields(`${name} output`, outputs, own.result, judge),
    ...(someText && own.result.length > 0 ? [`${name} answers no text`] : []),
  ]
}

const compareSpec = (text: string, table: readonly NodeMethodDescription[]): readonly string[] => {
  const found = readNodeSpec(text).operations.flatMap((operation) => {
    const own = table.find(({ names }) => names.includes(operation.names[0] ?? ''))
    return own === undefined ? [`${operation.names[0]} is missing`] : compareOperation(operation, own)
  })
  return found.filter((complaint) => !DIFFERENT.some((different) => different.complaint.test(complaint)))
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

/** What is written with an x in the specification. */
const titleOf = (title: string): string => title.replace('XNET', 'LOKINET')

const table = describeNodeRpc().flatMap(({ methods }) => methods)
const text = nodeSpecText()
const commands = readCommands(commandsText())

test('the table has every specified operation, alias, field and type', () => {
  expect(compareSpec(text, table)).toEqual([])
})

test('the specification is read whole', () => {
  const { operations, records, titles } = readNodeSpec(text)
  expect(operations.map(({ kind }) => kind).filter((kind) => kind === 'json-rpc')).toHaveLength(34)
  expect(operations.map(({ kind }) => kind).filter((kind) => kind !== 'json-rpc')).toHaveLength(8)
  expect(records.size).toBe(10)
  expect(titles).toHaveLength(52)
})

test('the table has every command of the reference, for whom and how it is served', () => {
  expect(commands).toHaveLength(82)
  expect(compareCommands(commands, table)).toEqual([])
})

test('every operation known by title is a command', () => {
  const known = commands.map(({ title }) => title)
  expect(readNodeSpec(text).titles.filter((title) => !known.includes(titleOf(title)))).toEqual([])
})

test('names that the specification hides are served in both spellings', () => {
  const names = table.flatMap((method) => method.names)
  const hidden = names.filter((name) => name.includes('lokinet_ping'))
  expect(hidden).not.toEqual([])
  expect(hidden.filter((name) => !names.includes(name.replace('lokinet', 'xnet')))).toEqual([])
})

test('names without underscores are served beside the others', () => {
  const [, listed = ''] = /Aliases without underscores \(([a-z_, ]+)\)/.exec(text) ?? []
  const names = table.flatMap((method) => method.names)
  expect(listed.split(', ').length).toBeGreaterThan(10)
  expect(listed.split(', ').filter((name) => !names.includes(name))).toEqual([])
})

test('every method says what it does and what it answers', () => {
  // A text is no fields.
  const others = table.filter(({ names: [name = ''] }) => name !== 'get_block_hash')
  const bare = others.filter(({ about, result }) => about === '' || result.length === 0)
  expect(bare.map(({ names }) => names[0])).toEqual([])
})

test('each difference is one', () => {
  const { operations } = readNodeSpec(text)
  const all = operations.flatMap((operation) =>
    table
      .filter(({ names }) => names.includes(operation.names[0] ?? ''))
      .flatMap((own) => compareOperation(operation, own)),
  )
  expect(DIFFERENT.filter(({ complaint }) => !all.some((each) => complaint.test(each)))).toEqual([])
})

describe('a table that lacks something is found out', () => {
  findsOut(
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
      ['; block_size_limit:u64;', '; block_size_limit?:u64;', 'get_info output block_size_limit is never left out'],
      ['| /get_o_indexes.bin |', '| /get_o_indices.bin |', 'get_o_indices.bin is missing'],
      ['(/gethashes.bin)', '(/hashes.bin)', 'get_hashes.bin has no alias hashes.bin'],
      ['| /get_height (/getheight) |', '| /get_version (/getversion) |', 'get_version is not served as path'],
      ['prune:bool | blocks', 'prune:bool, luck:u8 | blocks', 'get_blocks.bin input luck is missing'],
      ['o_indexes:u64[]', 'o_indexes:u64', 'get_o_indexes.bin output o_indexes is u53[], not u64'],
      ['tx_hash:str}]', 'tx_hush:str}]', 'get_transactions output txs tx_hush is missing'],
      ['result = block hash str', 'hash:str', 'get_block_hash output hash is missing'],
    ],
    (altered) => compareSpec(altered, table),
  )

  test.each(commands.map(({ names: [name = ''] }) => name))('without %s', (name) => {
    const rest = table.filter(({ names }) => !names.includes(name))
    expect(compareCommands(commands, rest)).toContain(`${name} is missing`)
  })

  test('or has it for others, or in another way', () => {
    const changed = commands.map((command) =>
      command.title === 'GET_LIMIT' ? ({ ...command, access: 'public', transports: ['binary'] } as const) : command,
    )
    expect(compareCommands(changed, table)).toEqual([
      'get_limit is admin, not public',
      'get_limit is served as json-rpc,path',
    ])
  })

  refusesToRead(
    text,
    [
      ['nonce | u32', 'nonce | number'],
      ['## Endpoints', '## Operations'],
      ['| Method (aliases) |', '| Methods |'],
      ['| get_limit | none |', '| get_limit |'],
      ['get_info output:', 'It answers:'],
      ['none | status, connections', 'none | status, and connections'],
      ['Binary titles:', 'Titles:'],
    ],
    readNodeSpec,
  )

  test('and so is a list of commands that is written otherwise', () => {
    expect(() => readCommands(commandsText().replace('| J L |', '| L |'))).toThrow(SpecReadingError)
  })
})
