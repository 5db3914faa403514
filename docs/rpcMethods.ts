// The part of rpc.md that lists methods: tables of parameters and results, made from the declarations.
import type { FieldDescription, MethodDescription, MethodGroup } from '../src/jsonrpc/describe.ts'
import { type FlatField, flattenFields } from '../src/jsonrpc/flattenFields.ts'
import { stringifyJson } from '../src/jsonrpc/json.ts'

/** Calls that are shown whole, as the parameters of the request. */
const EXAMPLES: Readonly<Record<string, string>> = {
  create_wallet: '{"filename": "shop", "password": "correct horse", "language": "English"}',
  open_wallet: '{"filename": "shop", "password": "correct horse"}',
  get_balance: '{"account_index": 0}',
  create_address: '{"account_index": 0, "label": "invoice 17"}',
  get_transfers: '{"in": true, "out": false, "pool": true, "min_height": 120000, "filter_by_height": true}',
  transfer: '{"destinations": [{"address": "…", "amount": 1500000000}], "get_tx_key": true}',
  relay_tx: '{"hex": "…"}',
  get_tx_proof: '{"txid": "…", "address": "…", "message": "invoice 17"}',
}

const EFFECTS: Readonly<Record<MethodDescription['effect'], string>> = {
  read: 'reads only',
  write: 'changes something',
  spend: 'spends',
  'export-secret': 'exports a secret',
}

/** A table in Markdown. */
export const tableOf = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

/** Rows of error codes that have a meaning, the mildest first. */
export const codeRows = (
  values: Readonly<Record<string, number>>,
  meanings: Readonly<Record<string, string>>,
): string[][] =>
  Object.entries(values)
    .filter(([name]) => name in meanings)
    .sort(([, one], [, other]) => other - one)
    .map(([name, code]) => [String(code), meanings[name] ?? ''])

/** What stands under “Default”. */
export const fallback = ({ optional, default: value }: FieldDescription): string => {
  if (!optional) return 'required'
  if (value === undefined || value === '') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return `\`${stringifyJson(value)}\``
}

/** Text of the last column; what is made like another field says so. */
const meaning = ({ field, sameAs }: FlatField): string =>
  sameAs === '' ? field.about : `${field.about}; made like \`${sameAs}\``

const parameters = (fields: readonly FieldDescription[]): string =>
  fields.length === 0
    ? 'It takes no parameters.'
    : tableOf(
        ['Parameter', 'Type', 'Default', 'Meaning'],
        flattenFields(fields).map((row) => [`\`${row.path}\``, row.field.type, fallback(row.field), meaning(row)]),
      )

const results = (fields: readonly FieldDescription[]): string =>
  fields.length === 0
    ? 'The result is empty: `{}`.'
    : tableOf(
        ['Result', 'Type', 'Meaning'],
        flattenFields(fields).map((row) => [
          `\`${row.path}\``,
          `${row.field.type}${row.field.optional ? ', or left out' : ''}`,
          meaning(row),
        ]),
      )

const facts = (method: MethodDescription): string =>
  [
    EFFECTS[method.effect],
    method.needsApproval ? 'asks the person, in the browser' : '',
    method.access === 'admin' ? 'not in restricted mode' : '',
    method.flat ? 'fields beside `result` too' : '',
    method.names.length > 1
      ? `also called ${method.names
          .slice(1)
          .map((name) => `\`${name}\``)
          .join(', ')}`
      : '',
  ]
    .filter((fact) => fact !== '')
    .join(' · ')

const example = (name: string): string[] => {
  const params = EXAMPLES[name]
  if (params === undefined) return []
  return ['```', `curl -s http://127.0.0.1:22030/json_rpc \\\n  -d '{"method": "${name}", "params": ${params}}'`, '```']
}

const methodSection = (method: MethodDescription): string => {
  const [name = ''] = method.names
  return [
    `### ${name}`,
    /[.!?]$/.test(method.about) ? method.about : `${method.about}.`,
    `*${facts(method)}*`,
    parameters(method.params),
    results(method.result),
    example(name).join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** What links to the heading of a method have: no dots. */
export const anchorOf = (name: string): string => name.replaceAll('.', '')

/** Where each group is and what is in it. */
export const contentsOf = (groups: readonly MethodGroup[]): string =>
  groups
    .map(({ name, methods }) => {
      const links = methods.map(({ names: [first = ''] }) => `[${first}](#${anchorOf(first)})`)
      return `- **${name}**: ${links.join(', ')}`
    })
    .join('\n')

/** A section per group, with a part per method. */
export const methodsOf = (groups: readonly MethodGroup[]): string =>
  groups.map(({ name, methods }) => [`## ${name}`, ...methods.map(methodSection)].join('\n\n')).join('\n\n')
