// Generates the method sections of rpc.md: tables of parameters and results, from the declarations.
import { moneroWalletRpc } from '../src/coin/networks/walletRpcForm.ts'
import type { FieldDescription, MethodDescription, MethodGroup } from '../src/jsonrpc/describe.ts'
import { type FlatField, flattenFields } from '../src/jsonrpc/flattenFields.ts'
import { stringifyJson } from '../src/jsonrpc/json.ts'

/** Parameters of the example calls. */
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
  write: 'writes',
  spend: 'spends',
  'export-secret': 'exports a secret',
}

/** Returns a table in Markdown. */
export const tableOf = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')

/** Returns the rows of the error codes that have a meaning, in descending order. */
export const codeRows = (
  values: Readonly<Record<string, number>>,
  meanings: Readonly<Record<string, string>>,
): string[][] =>
  Object.entries(values)
    .filter(([name]) => name in meanings)
    .sort(([, one], [, other]) => other - one)
    .map(([name, code]) => [String(code), meanings[name] ?? ''])

/** Returns the text of the column “Default”: empty for an optional parameter without a default, or with an empty one. */
export const fallback = ({ optional, default: value }: FieldDescription): string => {
  if (!optional) return 'required'
  if (value === undefined || value === '') return ''
  if (Array.isArray(value) && value.length === 0) return ''
  return `\`${stringifyJson(value)}\``
}

/** Returns the text of the column “Meaning”. A field with the inner fields of another refers to it. */
const meaning = ({ field, sameAs }: FlatField): string =>
  sameAs === '' ? field.about : `${field.about}; fields as in \`${sameAs}\``

const parameters = (fields: readonly FieldDescription[]): string =>
  fields.length === 0
    ? 'No parameters.'
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
          `${row.field.type}${row.field.optional ? ', optional' : ''}`,
          meaning(row),
        ]),
      )

const restriction = ({ access, names: [name = ''] }: MethodDescription): string => {
  if (access === 'public') return ''
  return moneroWalletRpc.restrictedMode.serves.has(name)
    ? 'not in restricted mode in the oxen family'
    : 'not in restricted mode'
}

const facts = (method: MethodDescription): string =>
  [
    EFFECTS[method.effect],
    method.needsApproval ? 'requires approval in the browser' : '',
    restriction(method),
    method.flat ? 'flat: fields of `result` at the top level too' : '',
    method.names.length > 1
      ? `aliases: ${method.names
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

/** Returns the anchor of a method's heading, which has no dots. */
export const anchorOf = (name: string): string => name.replaceAll('.', '')

/** Returns the table of contents: a line per group, with links to its methods. */
export const contentsOf = (groups: readonly MethodGroup[]): string =>
  groups
    .map(({ name, methods }) => {
      const links = methods.map(({ names: [first = ''] }) => `[${first}](#${anchorOf(first)})`)
      return `- **${name}**: ${links.join(', ')}`
    })
    .join('\n')

/** Returns a section per group, with a subsection per method. */
export const methodsOf = (groups: readonly MethodGroup[]): string =>
  groups.map(({ name, methods }) => [`## ${name}`, ...methods.map(methodSection)].join('\n\n')).join('\n\n')
