// The error classes of the project, read from its sources.

import { globSync, readFileSync } from 'node:fs'

export type ErrorClass = {
  readonly className: string
  readonly parent: string
  readonly isAbstract: boolean
  /** value of the property `name`; undefined if the class does not set it to a literal */
  readonly name: string | undefined
  /** value of the property `code`; undefined if the class does not set it to a literal */
  readonly code: string | undefined
}

const CLASS = /^(?:export )?(?<abstract>abstract )?class (?<className>\w+)(?:<.*>)? extends (?<parent>\w+)/gm
const NAME = /^ {2}override readonly name(?:: string)? = '(?<value>[^']*)'$/m
const CODE = /^ {2}(?:override )?readonly code(?:: [^=]+)? = '(?<value>[^']*)'$/m

/** Returns the class declarations in a source text that extend another class. */
export const classesIn = (text: string): readonly ErrorClass[] =>
  [...text.matchAll(CLASS)].map(({ index, groups = {} }) => {
    const [body = ''] = text.slice(index).split(/^\}$|\{\}$/m)
    return {
      className: groups['className'] ?? '',
      parent: groups['parent'] ?? '',
      isAbstract: groups['abstract'] !== undefined,
      name: NAME.exec(body)?.groups?.['value'],
      code: CODE.exec(body)?.groups?.['value'],
    }
  })

/** Returns the classes that descend from `root`, which need not be among them. */
export const descendantsOf = (root: string, classes: readonly ErrorClass[]): readonly ErrorClass[] =>
  classes
    .filter(({ parent }) => parent === root)
    .flatMap((child) => [child, ...descendantsOf(child.className, classes)])

/** Derives the code from the name of a class: WrongPasswordError has the code wrong-password. */
export const derivedCode = (className: string): string =>
  className
    .replace(/Error$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()

const KEBAB_CASE = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/

/**
 * Returns what is wrong with the names and codes of the descendants of FabaError; empty if all is well.
 * @param ownCodes codes that do not derive from the class name, by class name
 */
export const problemsOf = (
  classes: readonly ErrorClass[],
  ownCodes: Readonly<Record<string, string>> = {},
): readonly string[] => {
  const ownerByCode = new Map<string, string>()
  return descendantsOf('FabaError', classes)
    .filter(({ isAbstract }) => !isAbstract)
    .flatMap(({ className, name, code }) => {
      const problems: string[] = []
      if (name !== className) problems.push(`${className}: its name is ${name}`)
      if (code === undefined) return [...problems, `${className}: it has no code`]
      const owner = ownerByCode.get(code)
      if (owner !== undefined) problems.push(`${className}: its code ${code} is that of ${owner}`)
      ownerByCode.set(code, className)
      if (!KEBAB_CASE.test(code)) problems.push(`${className}: its code ${code} is not kebab-case`)
      const expected = ownCodes[className] ?? derivedCode(className)
      if (code !== expected) problems.push(`${className}: its code is ${code} instead of ${expected}`)
      return problems
    })
}

/** Returns the classes of all sources. */
export const classesOfProject = (): readonly ErrorClass[] => {
  const files = globSync(['src/**/*.{ts,tsx}', 'workers/**/*.ts', 'wasm/{*.ts,generator/**/*.ts}'])
  return files.flatMap((file) => classesIn(readFileSync(file, 'utf8')))
}
