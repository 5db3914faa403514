// Parses the document that specifies the wallet RPC: its method tables with the shapes that they name. Text that the parser does not know is an
// error, so no line is ignored.

/** A document is written in a form that its parser does not know. */
export class SpecReadingError extends Error {
  override readonly name = 'SpecReadingError'
}

export type SpecField = {
  readonly name: string
  /** as written; `object` for a shape, suffix `[]` for a list */
  readonly type: string
  readonly optional: boolean
  /** as written, such as `true`; absent if the document names none */
  readonly default?: string | undefined
  readonly fields: readonly SpecField[]
}

export type SpecMethod = {
  readonly names: readonly string[]
  readonly inputs: readonly SpecField[]
  readonly outputs: readonly SpecField[]
  /** the output is a string whose field the document does not name */
  readonly someText: boolean
}

export type WalletSpec = { readonly methods: readonly SpecMethod[]; readonly flat: readonly string[] }

type Shapes = ReadonlyMap<string, readonly SpecField[]>

const SCALARS = new Set(['str', 'bool', 'u32', 'u64', 'i8'])
const OPENING = '([{'
const CLOSING = ')]}'

/** Splits a text at commas and semicolons outside brackets. */
export const itemsOf = (text: string): string[] => {
  const items = ['']
  let depth = 0
  for (const character of text) {
    if (OPENING.includes(character)) depth++
    if (CLOSING.includes(character)) depth--
    if (depth === 0 && (character === ',' || character === ';')) items.push('')
    else items[items.length - 1] += character
  }
  return items.map((item) => item.trim()).filter((item) => item !== '')
}

/** Returns the part of a document under a heading of the second level. */
export const section = (text: string, heading: string): string => {
  const start = text.indexOf(`\n## ${heading}\n`)
  if (start < 0) throw new SpecReadingError(`there is no section ${heading}`)
  const end = text.indexOf('\n## ', start + 1)
  return text.slice(start, end < 0 ? undefined : end)
}

/** Returns the cells of each row of all tables that begin with these columns. */
export const rowsOf = (text: string, columns: string): string[][] => {
  const lines = text.split('\n')
  return lines.flatMap((line, i) => {
    if (!line.startsWith(`| ${columns} |`)) return []
    const after = lines.slice(i + 2)
    const end = after.findIndex((row) => !row.startsWith('|'))
    return (end < 0 ? after : after.slice(0, end)).map((row) =>
      row
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    )
  })
}

const withType = (name: string, type: string, optional: boolean, note: string, shapes: Shapes): SpecField => {
  const fallback = /default (true|false|\d+|'')/.exec(note)?.[1]
  const base = { name, optional, default: fallback }
  const list = type.endsWith('[]') ? '[]' : ''
  const single = list === '' ? type : type.slice(0, -list.length)
  if (SCALARS.has(single)) return { ...base, type, fields: [] }
  const shape = shapes.get(single)
  if (shape !== undefined) return { ...base, type: `object${list}`, fields: shape }
  const inline = /^\[\{(.*)\}\]$/.exec(type)?.[1]
  if (inline !== undefined) return { ...base, type: 'object[]', fields: fieldsOf(inline, shapes) }
  throw new SpecReadingError(`${name} has the unknown type ${type}`)
}

/** `name?:type (note)`, or a name whose type stands elsewhere. */
const FIELD = /^(?<name>[a-z_]+)(?<optional>\?)?(?::(?<type>\[\{.*\}\]|[A-Za-z0-9_]+(?:\[\])?))?(?:\s+(?<note>.*))?$/

type Written = { name: string; optional: boolean; type: string | undefined; note: string }

const fieldIn = (item: string): Written => {
  const { name, optional, type, note } = FIELD.exec(item)?.groups ?? {}
  const isNote = note === undefined || /^(?:\(|''|atomic )/.test(note)
  if (name === undefined || !isNote) throw new SpecReadingError(`cannot read “${item}”`)
  return { name, optional: optional !== undefined, type, note: note ?? '' }
}

/** The prefix of fields of an older form, which are accepted beside those of the newer form. */
const OLDER_FORM = /^older form (?:adds|also) /

/** Returns the type of a field that names none: from the shape of the flags, or from the note behind the last of several fields. */
const typeFromElsewhere = ({ name, note }: Written, items: readonly string[], shapes: Shapes): string => {
  if (note.startsWith('(all bool')) return 'bool'
  if (items.some((item) => item.includes('(all bool'))) return 'bool'
  const known = [...(shapes.get('TXFLAGS') ?? []), ...(shapes.get('older sweeps') ?? [])].find(
    (field) => field.name === name,
  )
  if (known === undefined) throw new SpecReadingError(`${name} has no type`)
  return known.type
}

const fieldsOf = (text: string, shapes: Shapes): SpecField[] => {
  const items = itemsOf(text).flatMap((item) => (item.includes(') and ') ? [item] : item.split(/ and (?=[a-z_]+:)/)))
  return items.flatMap((item) => {
    const plain = item.replace(OLDER_FORM, '')
    const shape = shapes.get(plain.split(' ')[0] ?? '')
    if (shape !== undefined && /^[A-Z]+$/.test(plain.split(' ')[0] ?? '')) return shape
    const written = fieldIn(plain)
    const type = written.type ?? typeFromElsewhere(written, items, shapes)
    return [withType(written.name, type, written.optional, written.note, shapes)]
  })
}

/** Parses the shapes, by each name of their headings: `### subaddress_index (SI)`. */
const readShapes = (text: string): Shapes => {
  // Older sweeps name these fields without types; transfers give the types.
  const older = fieldsOf('account_index:u32, subaddr_indices:u32[], below_amount:u64', new Map())
  const shapes = new Map<string, readonly SpecField[]>([['older sweeps', older]])
  for (const part of section(text, 'Resources and their fields').split('\n### ').slice(1)) {
    const heading = part.split('\n')[0] ?? ''
    const [, name, other] = /^([A-Za-z_ ]+?)(?: \(([A-Za-z_]+)\b.*\))?$/.exec(heading) ?? []
    if (name === undefined) throw new SpecReadingError(`cannot read the heading ${heading}`)
    const rows = rowsOf(part, 'Field | Type')
    const fields =
      rows.length > 0
        ? rows.map(([field = '', type = '', note = '']) =>
            withType(field.replace('?', ''), type, field.endsWith('?'), note, shapes),
          )
        : [...part.matchAll(/`([a-z_]+\??:[^`]+)`/g)].flatMap(([, field = '']) => fieldsOf(field, shapes))
    if (fields.length === 0) throw new SpecReadingError(`${heading} has no fields`)
    shapes.set(name, fields)
    if (other !== undefined) shapes.set(other, fields)
  }
  return shapes
}

const inputsOf = (text: string, shapes: Shapes, methods: readonly SpecMethod[]): readonly SpecField[] => {
  if (/^(?:none|-|)$/.test(text)) return []
  const variant = /^as (?<like>[a-z_]+) but (?<now>[a-z_]+) instead of (?<before>[a-z_]+)/.exec(text)?.groups
  if (variant === undefined) {
    return fieldsOf(text, shapes)
  }
  const like = methods.find(({ names }) => names.includes(variant['like'] ?? ''))
  if (like === undefined) throw new SpecReadingError(`there is no method before “${text}”`)
  return like.inputs.map((field) =>
    field.name === variant['before'] ? { ...field, name: variant['now'] ?? '' } : field,
  )
}

const LISTS = /^lists (?<names>[a-z, ]+), each (?<type>[a-z_]+\[\])$/
const OBJECT = /^(?<name>[a-z_]+): object with (?<shape>[a-z_]+) fields \((?<fields>[a-z_, ]+)\)/
const ENTRIES = /^(?<name>[a-z_]+): (?<shape>[a-z_ ]+) entries$/

const outputsOf = (text: string, shapes: Shapes): readonly SpecField[] => {
  if (text.startsWith('{}')) return []
  const lists = LISTS.exec(text)?.groups
  if (lists !== undefined)
    return itemsOf(lists['names'] ?? '').map((name) => withType(name, lists['type'] ?? '', false, '', shapes))
  const object = OBJECT.exec(text)?.groups
  if (object !== undefined) {
    const [field] = [withType(object['name'] ?? '', object['shape'] ?? '', false, '', shapes)]
    const named = itemsOf(object['fields'] ?? '')
    const missing = named.find((name) => !field.fields.some((known) => known.name === name))
    if (missing !== undefined) throw new SpecReadingError(`${object['shape']} has no field ${missing}`)
    return [field]
  }
  const entries = ENTRIES.exec(text)?.groups
  if (entries !== undefined) {
    const shape = `${entries['shape']} entry`
    return [withType(entries['name'] ?? '', `${shape}[]`, false, '', shapes)]
  }
  return fieldsOf(text, shapes)
}

const SOME_TEXT = /^string of /

/**
 * Parses the specification of the wallet RPC.
 * @throws SpecReadingError if a part is missing or written in an unknown form
 */
export const readWalletSpec = (text: string): WalletSpec => {
  const shapes = readShapes(text)
  const methods: SpecMethod[] = []
  for (const row of rowsOf(section(text, 'Endpoints'), 'Method | Inputs')) {
    const [cell = '', inputs = '', outputs = ''] = row
    const [, name, aliases] = /^([a-z_]+)(?: \(alias ([a-z_, ]+)\))?$/.exec(cell) ?? []
    if (name === undefined || row.length !== 3) throw new SpecReadingError(`cannot read the row of ${cell}`)
    const someText = SOME_TEXT.test(outputs)
    methods.push({
      names: [name, ...itemsOf(aliases ?? '')],
      inputs: inputsOf(inputs, shapes, methods),
      outputs: someText ? [] : outputsOf(outputs, shapes),
      someText,
    })
  }
  const rule = /directly in the response object beside `jsonrpc` and `id`: ([a-z_, ]+)\./.exec(text)?.[1]
  if (rule === undefined) throw new SpecReadingError('there is no layout rule')
  return { methods, flat: itemsOf(rule) }
}
