// Parses the documents that specify the node's RPC: the operations, the records that they refer to, and the table of commands. Throws on
// text in an unknown form, so that no line is ignored.

import { itemsOf, rowsOf, type SpecField, SpecReadingError, section } from '../rpc/specification.ts'

export type SpecOperation = {
  /** the primary name, then aliases */
  readonly names: readonly string[]
  readonly kind: 'json-rpc' | 'path' | 'binary'
  readonly inputs: readonly SpecField[]
  readonly outputs: readonly SpecField[]
  /** the result is a string, not an object */
  readonly someText: boolean
}

export type NodeSpec = {
  readonly operations: readonly SpecOperation[]
  /** names of the records that operations refer to */
  readonly records: readonly string[]
  /** titles of operations that the document lists without names */
  readonly titles: readonly string[]
  /** aliases without underscores */
  readonly compactNames: readonly string[]
}

type Records = ReadonlyMap<string, readonly SpecField[]>

const SCALARS = new Set(['str', 'bool', 'u8', 'u16', 'u32', 'u64'])

/** Types of fields that the document names without a type. */
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

/** Types whose inner layout the document does not describe. */
const OPAQUE = new Set(['hashes', 'hash', 'backlog', 'complete block'])

/** Sentences between fields that describe no field. */
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
    // The values of a state and of a checkpoint's type are quoted like fields.
    const inline = quoted(own.replace(/\((?:values seen: )?`[A-Za-z_]+`(?:(?:, | or )`[A-Za-z_]+`)+\)/g, ''), records)
    add(heading.replace(/ \(.*\)$/, ''), rows.length > 0 ? fields : inline)
  }
  return records
}

const ALL_OF = ' (all u64)'

/** Parses the output of get_info, which the document gives in prose. */
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

const readCompactNames = (text: string): readonly string[] => {
  const listed = /Aliases without underscores \(([a-z_, ]+)\)/.exec(text)?.[1]
  if (listed === undefined) throw new SpecReadingError('there is no list of aliases without underscores')
  return listed.split(', ')
}

/**
 * Parses the specification of the node's RPC.
 * @throws SpecReadingError if a part is missing or written in an unknown form
 */
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
  return {
    operations,
    records: [...records.keys()],
    titles: readTitles(endpoints),
    compactNames: readCompactNames(text),
  }
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

/**
 * Parses the table of oxen-core's commands.
 * @throws SpecReadingError if a row is written in an unknown form
 */
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
