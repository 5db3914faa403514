// Holds a table of methods to a specification: what the one has and the other lacks, in words.

import { expect } from 'vitest'
import type { FieldDescription } from '../../src/jsonrpc/describe.ts'
import type { SpecField } from './rpc-spec.ts'

/** What is wrong with a field of ours that is there. `where` names it, such as `transfer input amount`. */
export type Judge = (specified: SpecField, own: FieldDescription, where: string) => readonly string[]

/** What is wrong with our fields, and with those within them. `place` says where they are, such as `transfer input`. */
export const compareFields = (
  place: string,
  specified: readonly SpecField[],
  ours: readonly FieldDescription[],
  judge: Judge,
): readonly string[] =>
  specified.flatMap((field) => {
    const where = `${place} ${field.name}`
    const own = ours.find(({ name }) => name === field.name)
    if (own === undefined) return [`${where} is missing`]
    return [...judge(field, own, where), ...compareFields(where, field.fields, own.fields, judge)]
  })

/** The names of a method that ours lacks. */
export const compareNames = (names: readonly string[], own: { readonly names: readonly string[] }): readonly string[] =>
  names.filter((alias) => !own.names.includes(alias)).map((alias) => `${names[0]} has no alias ${alias}`)

/** A specification in which something is written otherwise, wherever it stands. */
export const altered = (text: string, from: string, to: string): string => {
  expect(text).toContain(from)
  return text.replaceAll(from, to)
}
