// Generates the method sections of node-rpc.md: tables of parameters and results, from the declarations.
import type { NodeMethodDescription, NodeMethodGroup } from '../src/devnet/rpc/describeNodeRpc.ts'
import type { FieldDescription } from '../src/jsonrpc/describe.ts'
import { stringifyJson } from '../src/jsonrpc/json.ts'
import { parameterMeaning } from './nodeMeanings.ts'
import { anchorOf, fallback, tableOf } from './rpcMethods.ts'

/** Parameters of the example calls. */
const EXAMPLES: Readonly<Record<string, string>> = {
  get_info: '{}',
  get_block: '{"height": 5}',
  get_block_headers_range: '{"start_height": 1, "end_height": 3, "get_tx_hashes": true}',
  get_outs: '{"outputs": [{"amount": 0, "index": 0}, {"amount": 0, "index": 1}]}',
  generateblocks: '{"amount_of_blocks": 10, "wallet_address": "…"}',
  set_bans: '{"bans": [{"host": "10.1.0.0/16", "ban": true, "seconds": 3600}]}',
  get_service_nodes: '{"limit": 5, "fields": {"service_node_pubkey": true, "funded": true}}',
  dev_mine: '{"blocks": 10}',
  dev_faucet: '{"address": "…", "amount": 5000000000}',
}

/** Objects with fewer fields are expanded wherever they occur. */
const MIN_FIELDS = 4

/** The place of each expanded object. */
type Seen = Map<string, { readonly method: string; readonly path: string }>

type Row = { readonly path: string; readonly type: string; readonly field: FieldDescription }

/** Returns each field followed by its inner fields, unless those are elsewhere on the page. */
const rowsOf = (method: string, fields: readonly FieldDescription[], seen: Seen, before = ''): readonly Row[] =>
  fields.flatMap((field) => {
    const path = `${before}${field.name}`
    const row = { path, type: field.type, field }
    if (field.fields.length === 0) return [row]
    const inner = `${path}${field.type.endsWith('[]') ? '[]' : ''}.`
    const made = stringifyJson(field.fields)
    const known = seen.get(made)
    if (known !== undefined)
      return [{ ...row, type: `${field.type}, as \`${known.path}\` of [${known.method}](#${anchorOf(known.method)})` }]
    if (field.fields.length >= MIN_FIELDS) seen.set(made, { method, path })
    return [row, ...rowsOf(method, field.fields, seen, inner)]
  })

/** Returns whether a parameter selects the result field of the same name, so that it needs no explanation. */
const isChoice = (path: string): boolean => path.startsWith('fields.')

const parameters = ({ names: [name = ''], params }: NodeMethodDescription, seen: Seen): string =>
  params.length === 0
    ? 'No parameters.'
    : tableOf(
        ['Parameter', 'Type', 'Default', 'Meaning'],
        rowsOf(name, params, seen).map(({ path, type, field }) => [
          `\`${path}\``,
          type,
          fallback(field),
          isChoice(path) ? '' : parameterMeaning(name, field.name),
        ]),
      )

const results = ({ names: [name = ''], result }: NodeMethodDescription, seen: Seen): string =>
  result.length === 0
    ? ''
    : tableOf(
        ['Result', 'Type'],
        rowsOf(name, result, seen).map(({ path, type, field }) => [
          `\`${path}\``,
          `${type}${field.optional ? ', optional' : ''}`,
        ]),
      )

const WAYS = {
  'json-rpc': () => 'JSON-RPC',
  path: (name: string) => `\`/${name}\``,
  binary: (name: string) => `\`/${name}\`, binary`,
}

const facts = ({ names, access, transports }: NodeMethodDescription): string => {
  const [name = '', ...aliases] = names
  const also = aliases.map((alias) => `\`${alias}\``).join(', ')
  return [
    transports.map((transport) => WAYS[transport](name)).join(' and '),
    ...(access === 'admin' ? ['admin only'] : []),
    ...(also === '' ? [] : [`aliases: ${also}`]),
  ].join(' · ')
}

const example = (name: string): string => {
  const params = EXAMPLES[name]
  return params === undefined
    ? ''
    : `\`\`\`\ncurl -s http://127.0.0.1:22023/json_rpc \\\n  -d '{"method": "${name}", "params": ${params}}'\n\`\`\``
}

const sentence = (about: string): string => {
  const [first = '', ...rest] = about
  return `${first.toUpperCase()}${rest.join('')}${/[.!?]$/.test(about) ? '' : '.'}`
}

const sectionOf = (method: NodeMethodDescription, seen: Seen): string => {
  const [name = ''] = method.names
  return [
    `### ${name}`,
    sentence(method.about),
    `*${facts(method)}*`,
    parameters(method, seen),
    results(method, seen),
    example(name),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** Returns a section per group, with a subsection per method. */
export const nodeMethodsOf = (groups: readonly NodeMethodGroup[]): string => {
  const seen: Seen = new Map()
  return groups
    .map(({ name, methods }) => [`## ${name}`, ...methods.map((method) => sectionOf(method, seen))].join('\n\n'))
    .join('\n\n')
}
