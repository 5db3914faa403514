// The part of node-rpc.md that lists methods: tables of parameters and results, made from the declarations.
import type { NodeMethodDescription, NodeMethodGroup } from '../src/devnet/rpc/describeNodeRpc.ts'
import type { FieldDescription } from '../src/jsonrpc/describe.ts'
import { stringifyJson } from '../src/jsonrpc/json.ts'
import { parameterMeaning } from './nodeMeanings.ts'
import { anchorOf, fallback, tableOf } from './rpcMethods.ts'

/** Calls that are shown whole, as the parameters of the request. */
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

/** Objects with fewer fields are told wherever they are. */
const MIN_FIELDS = 4

/** Where an object was told of before. */
type Seen = Map<string, { readonly method: string; readonly path: string }>

type Row = { readonly path: string; readonly type: string; readonly field: FieldDescription }

/** Each field, followed by those that it is made of, unless they stand elsewhere on the page. */
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

/** The fields that an answer may be cut down to have the names of what they say. */
const isChoice = (path: string): boolean => path.startsWith('fields.')

const parameters = ({ names: [name = ''], params }: NodeMethodDescription, seen: Seen): string =>
  params.length === 0
    ? 'It takes no parameters.'
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
          `${type}${field.optional ? ', or left out' : ''}`,
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
    ...(access === 'admin' ? ['for the owner only'] : []),
    ...(also === '' ? [] : [`also called ${also}`]),
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

/** A section per group, with a part per method. */
export const nodeMethodsOf = (groups: readonly NodeMethodGroup[]): string => {
  const seen: Seen = new Map()
  return groups
    .map(({ name, methods }) => [`## ${name}`, ...methods.map((method) => sectionOf(method, seen))].join('\n\n'))
    .join('\n\n')
}
