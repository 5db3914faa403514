// Reads the tables of the specification of the node's RPC, with the records that they name, and the table of commands of the facts. What it does
// not understand is an error, so that no line of it is passed over.

import { readFileSync } from 'node:fs'
import { itemsOf, rowsOf, type SpecField, SpecReadingError, section } from '../rpc/specification.ts'

const textOf = (path: string): string => readFileSync(new URL(`../../../shared/${path}`, import.meta.url), 'utf8')

export const nodeSpecText = (): string => textOf('spec/node-rpc.md')
export const commandsText = (): string => textOf('facts/node/rpc-node-methods.md')

export type SpecOperation = {
  /** the first is the primary one, the others are aliases */
  readonly names: readonly string[]
  readonly kind: 'json-rpc' | 'path' | 'binary'
  readonly inputs: readonly SpecField[]
  readonly outputs: readonly SpecField[]
  /** the output is a text, and no object */
  readonly someText: boolean
}

export type NodeSpec = {
  readonly operations: readonly SpecOperation[]
  readonly records: ReadonlyMap<string, readonly SpecField[]>
  /** titles of operations whose names are not in it */
  readonly titles: readonly string[]
}

type Records = ReadonlyMap<string, readonly SpecField[]>

const SCALARS = new Set(['str', 'bool', 'u8', 'u16', 'u32', 'u64'])

/** Types that the specification leaves out where it names these fields. */
const UNTYPED: Readonly<Record<string, string>> = {
  status: 'str',
  untrusted: 'bool',
  miner_tx_hash: 'str',
  block_header: 'block_header',
  block_headers: 'block_header[]',
  chains: 'alternative chain[]',
  blocks: 'complete block[]',
  block_ids: 'hashes',
  m_block_ids: 'hashes',
  txid: 'hash',
  backlog: 'backlog',
  amount: 'u64',
  height: 'u64',
  key: 'hash',
  mask: 'hash',
  unlocked: 'bool',
}

/** Types of which the specification says no more than how they are written. */
const OPAQUE = new Set(['hashes', 'hash', 'backlog', 'complete block'])

/** Words between fields that say something of no field. */
const PROSE: readonly RegExp[] = [
  /^with no arguments the latest checkpoints are returned$/,
  /^a block that is not accepted yields error code -7 with message 'Block not accepted'$/,
]

const FIELD =
  /^(?<name>[a-z_]+)(?<optional>\?)?(?::(?<type>\[?\{.*\}\]?|[A-Za-z0-9_]+(?: (?:chain|entry|span))?(?:\[\])?))?(?: (?<note>.*))?$/

const withType = (name: string, type: string, optional: boolean, records: Records): SpecField => {
  const base = { name, optional, default: undefined }
  const list = type.endsWith('[]') ? '[]' : ''
  const single = list === '' ? type : type.slice(0, -2)
  if (SCALARS.has(single) || OPAQUE.has(single)) return { ...base, type, fields: [] }
  const record = records.get(single)
  if (record !== undefined) return { ...base, type: `object${list}`, fields: record }
  const [, inside, brackets] = /^\[?\{(.*)\}(\])?$/.exec(type) ?? []
  if (inside !== undefined)
    return { ...base, type: brackets === undefined ? 'object' : 'object[]', fields: fieldsOf(inside, records) }
  throw new SpecReadingError(`${name} has the unknown type ${type}`)
}

const fieldOf = (item: string, records: Records, otherwise?: string): SpecField => {
  const entries = /^([a-z]+) entries$/.exec(item)?.[1]
  if (entries !== undefined) {
    const record = { histogram: 'get_output_histogram entry', distributions: 'get_output_distribution entry' }[entries]
    return withType(entries, `${record}[]`, false, records)
  }
  const { name, type, optional, note } = FIELD.exec(item.replace(/^older form adds /, ''))?.groups ?? {}
  const known = type ?? UNTYPED[name ?? ''] ?? otherwise
  if (name === undefined || known === undefined || (note !== undefined && !note.startsWith('(')))
    throw new SpecReadingError(`cannot read “${item}”`)
  return withType(name, known, optional !== undefined, records)
}

const fieldsOf = (text: string, records: Records): readonly SpecField[] =>
  itemsOf(text)
    .flatMap((item) => item.split(/ and (?=[a-z_]+:u64)/))
    .filter((item) => !PROSE.some((words) => words.test(item)))
    .map((item) => fieldOf(item, records))

const quoted = (text: string, records: Records): readonly SpecField[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, item = '']) => fieldOf(item, records, 'u64'))

const readRecords = (text: string): Records => {
  const records = new Map<string, readonly SpecField[]>()
  const add = (name: string, fields: readonly SpecField[]): void => {
    if (fields.length === 0) throw new SpecReadingError(`${name} has no fields`)
    records.set(name, fields)
  }
  for (const part of section(text, 'Resources and their fields').split('\n### ').slice(1)) {
    const [heading = '', ...lines] = part.split('\n')
    const body = lines.join('\n')
    if (heading === 'other records') {
      for (const line of lines.filter((each) => each.startsWith('- ') && !each.endsWith(': not shown.'))) {
        const [, name = '', fields = ''] = /^- ([a-z_ ]+?)(?: \(binary form\))?: (.*)$/.exec(line) ?? []
        add(name, quoted(fields, records))
      }
      continue
    }
    const rows = rowsOf(body, 'Field | Type')
    const [own = ''] = body.split('; for set_bans also')
    const fields = rows.map(([name = '', type = '']) => withType(name, type, false, records))
    // Values of a state and of a checkpoint's type are quoted as well.
    const inline = quoted(own.replace(/\((?:values seen: )?`[A-Za-z_]+`(?:(?:, | or )`[A-Za-z_]+`)+\)/g, ''), records)
    add(heading.replace(/ \(.*\)$/, ''), rows.length > 0 ? fields : inline)
  }
  return records
}

const ALL_OF = ' (all u64)'

/** The output of get_info, which is told in prose. */
const readInfo = (text: string, records: Records): readonly SpecField[] => {
  const [, always, , optional, older] =
    /\nget_info output: (.*?)\. (Optional fields, omitted on public \(restricted\) requests: (.*?))\. The older form also returns (.*?)\.\n/.exec(
      text,
    ) ?? []
  if (always === undefined || optional === undefined || older === undefined)
    throw new SpecReadingError('the output of get_info cannot be read')
  const rest = itemsOf(optional).map((item) => fieldOf(item.replace(ALL_OF, ''), records, 'u64'))
  return [
    ...fieldsOf(always, records),
    ...rest.map((field) => ({ ...field, optional: true })),
    ...older.split(' and ').map((item) => fieldOf(item, records)),
  ]
}

const NO_ALIASES = ['developer only', 'older']
const MANY_TEXTS = /^params = array of str /

const operationOf = (row: readonly string[], records: Records, info: readonly SpecField[]): SpecOperation => {
  const [cell = '', inputs = '', output = ''] = row
  const [, first, other] = /^\/?([a-z_.]+)(?: \(([a-z_/., ]+)\))?$/.exec(cell) ?? []
  if (first === undefined || row.length !== 3) throw new SpecReadingError(`cannot read the row of ${cell}`)
  const aliases = other === undefined || NO_ALIASES.includes(other) ? [] : itemsOf(other)
  const someText = /^result = [a-z ]+ str$/.test(output)
  const isInfo = output === 'see get_info output below' || output === 'same fields as get_info'
  const plain = first.endsWith('.bin') ? 'binary' : 'path'
  const fields = output === '-' || someText || isInfo ? [] : fieldsOf(output, records)
  return {
    names: [first, ...aliases.map((alias) => alias.replace('/', ''))],
    kind: cell.startsWith('/') ? plain : 'json-rpc',
    inputs: inputs === 'none' || MANY_TEXTS.test(inputs) ? [] : fieldsOf(inputs, records),
    outputs: isInfo ? info : fields,
    someText,
  }
}

const readTitles = (text: string): readonly string[] => {
  const listed = ['JSON titles', 'Binary titles'].map((kind) => {
    const line = new RegExp(`\\n${kind}: ([A-Z_, a-z]+)\\.`).exec(text)?.[1]
    if (line === undefined) throw new SpecReadingError(`there is no list of ${kind}`)
    return itemsOf(line.replace(' aside from those above', ''))
  })
  const strange = listed.flat().find((title) => !/^[A-Z_]+$/.test(title))
  if (strange !== undefined) throw new SpecReadingError(`cannot read the title “${strange}”`)
  return listed.flat()
}

/** Reads the specification. Throws SpecReadingError. */
export const readNodeSpec = (text: string): NodeSpec => {
  const records = readRecords(text)
  const endpoints = section(text, 'Endpoints')
  const info = readInfo(endpoints, records)
  const tables = ['Method (aliases) | Inputs | Output', 'Method | Inputs | Output', 'Path (alias) | Inputs | Output']
  const operations = tables.flatMap((columns) => {
    const rows = rowsOf(endpoints, columns)
    if (rows.length === 0) throw new SpecReadingError(`there is no table of ${columns}`)
    return rows.map((row) => operationOf(row, records, info))
  })
  return { operations, records, titles: readTitles(endpoints) }
}

export type Command = {
  readonly title: string
  readonly names: readonly string[]
  readonly access: 'public' | 'admin'
  readonly transports: readonly string[]
}

const TRANSPORTS: Readonly<Record<string, readonly string[]>> = {
  J: ['json-rpc'],
  'J L': ['json-rpc', 'path'],
  B: ['binary'],
}

/** Reads the reference's table of commands. Throws SpecReadingError. */
export const readCommands = (text: string): readonly Command[] =>
  rowsOf(text, 'Command | Names (first is primary)').flatMap(
    ([titles = '', names = '', access = '', transports = '']) => {
      const groups = names.replace(/ \(.*\)$/, '').split(' / ')
      const ways = TRANSPORTS[transports]
      if (ways === undefined || !/^[PA]$/.test(access) || groups.length !== titles.split(' / ').length)
        throw new SpecReadingError(`cannot read the row of ${titles}`)
      return titles.split(' / ').map((title, i) => ({
        title,
        names: (groups[i] ?? '').split(', '),
        access: access === 'P' ? 'public' : 'admin',
        transports: ways,
      }))
    },
  )
