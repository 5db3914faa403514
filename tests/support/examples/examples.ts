// Finds and runs the `@example` of exported functions. The form is described in CONTRIBUTING.md, "Examples".

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** The exports of a module by name. */
type Scope = Readonly<Record<string, unknown>>

/** The lines of an example; undefined if the docstring has none. */
export type DocumentedFunction = { readonly name: string; readonly example: readonly string[] | undefined }

/** What one checked line of an example returned, and what its comment promises. */
export type CheckedLine = { readonly source: string; readonly actual: unknown; readonly expected: unknown }

/** An example that cannot be run: nothing is checked in it, or a line has the wrong form. */
export class ExampleError extends Error {
  override readonly name = 'ExampleError'
}

const ROOT = resolve(import.meta.dirname, '../../..')
const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export (?:const|(?:async )?function\*?) (\w+)/g
const IMPORT = /^import \{ ([\w, ]+) \} from '([^']+)'$/

// Functions are values of any arguments; a class is a function whose source says so.
const isPlainFunction = (value: unknown): boolean =>
  typeof value === 'function' && !/^class\b/.test(Function.prototype.toString.call(value))

const linesOfExample = (docstring: string): string[] | undefined => {
  const lines = docstring.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
  const start = lines.indexOf('@example')
  if (start < 0) return undefined
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => line.startsWith('@'))
  return rest.slice(0, end < 0 ? undefined : end).filter((line) => line !== '')
}

/** Returns the source files of a layer, such as `coin`, as paths relative to the repository. */
export const sourceFiles = (layer: string): string[] =>
  readdirSync(join(ROOT, 'src', layer), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${layer}/${path}`)
    .sort()

/** Imports a module of the repository by its path. */
export const importSource = async (path: string): Promise<Scope> =>
  await import(/* @vite-ignore */ pathToFileURL(join(ROOT, path)).href)

/** Returns the exported functions of a file, classes excluded, with the example in the docstring of each. */
export const documentedFunctions = async (path: string): Promise<DocumentedFunction[]> => {
  const source = readFileSync(join(ROOT, path), 'utf8')
  const examples = new Map(
    [...source.matchAll(DOCSTRING)].map(([, docstring = '', name]) => [name, linesOfExample(docstring)]),
  )
  return Object.entries(await importSource(path))
    .filter(([, value]) => isPlainFunction(value))
    .map(([name]) => ({ name, example: examples.get(name) }))
}

/** Joins continuation lines (indented, or beginning with a closing bracket) to the line before them. */
const statementsOf = (lines: readonly string[]): string[] => {
  const statements: string[] = []
  for (const line of lines) {
    const last = statements.at(-1)
    if (last !== undefined && /^[\s)}\]]/.test(line)) statements[statements.length - 1] = `${last}\n${line}`
    else statements.push(line)
  }
  return statements
}

const splitComment = (statement: string): { readonly code: string; readonly comment: string | undefined } => {
  const at = statement.lastIndexOf(' // ')
  return at < 0
    ? { code: statement, comment: undefined }
    : { code: statement.slice(0, at), comment: statement.slice(at + 4) }
}

/** Compiles one statement of an example into lines that record a checked line; other statements run as they are. */
const compile = (statement: string): string => {
  const { code, comment } = splitComment(statement)
  if (comment === undefined) return code
  if (/^(?:const|let|import)\b/.test(code)) throw new ExampleError(`only an expression has a result: ${statement}`)
  const source = JSON.stringify(statement)
  const thrown = /^throws (\w+)$/.exec(comment)?.[1]
  return thrown === undefined
    ? `$check(${source}, await (${code}), (${comment}))`
    : `$check(${source}, await $thrownBy(async () => (${code})), ${JSON.stringify(thrown)})`
}

const thrownBy = async (run: () => Promise<unknown>): Promise<string> => {
  try {
    await run()
  } catch (error) {
    return error instanceof Error ? error.name : String(error)
  }
  return 'nothing'
}

const importedNames = async (path: string, statement: string): Promise<Scope> => {
  const [, names = '', source = ''] = IMPORT.exec(statement) ?? []
  if (source === '') throw new ExampleError(`an import has the form import { a, b } from './file.ts': ${statement}`)
  const imported: Scope = source.startsWith('.')
    ? await importSource(relative(ROOT, resolve(ROOT, dirname(path), source)))
    : await import(/* @vite-ignore */ source)
  return Object.fromEntries(
    names.split(', ').map((name) => {
      if (!(name in imported)) throw new ExampleError(`${source} exports no ${name}`)
      return [name, imported[name]]
    }),
  )
}

/**
 * Runs the example of a function with the exports of its module and its imports in scope. Returns the checked lines in order.
 * @throws ExampleError if no line is checked, or a line has the wrong form
 */
export const runExample = async (path: string, { name, example = [] }: DocumentedFunction): Promise<CheckedLine[]> => {
  const statements = statementsOf(example)
  const isImport = (statement: string): boolean => statement.startsWith('import ')
  const scope: Record<string, unknown> = { ...(await importSource(path)) }
  for (const statement of statements.filter(isImport)) Object.assign(scope, await importedNames(path, statement))
  const body = statements.filter((statement) => !isImport(statement)).map(compile)

  const checked: CheckedLine[] = []
  const check = (source: string, actual: unknown, expected: unknown): void => {
    checked.push({ source, actual, expected })
  }
  const run = new Function(
    '$check',
    '$thrownBy',
    ...Object.keys(scope),
    `'use strict'; return (async () => {\n${body.join('\n;')}\n})()`,
  )
  await run(check, thrownBy, ...Object.values(scope))
  if (checked.length === 0)
    throw new ExampleError(`the example of ${name} checks nothing: it needs a comment "// result"`)
  return checked
}
