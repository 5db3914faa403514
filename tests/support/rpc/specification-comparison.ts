// Holds a table of methods to a specification: what the one has and the other lacks, in words; and tests that nothing escapes it.

import { expect, test } from 'vitest'
import type { FieldDescription } from '../../../src/jsonrpc/describe.ts'
import { type SpecField, SpecReadingError } from './specification.ts'

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

/** Something that is written otherwise in a specification, and what is then said of a table that is as it was. */
export type Alteration = readonly [from: string, to: string, complaint: string]

/** Tests that a comparison finds out each alteration of a specification. */
export const findsOut = (
  text: string,
  alterations: readonly Alteration[],
  compare: (altered: string) => readonly string[],
): void => {
  test.each(alterations)('%s → %s', (from, to, complaint) => {
    expect(text).toContain(from)
    expect(compare(text.replace(from, to))).toContain(complaint)
  })
}

/** Tests that a reader throws where a specification is written in a way that it does not know, so that it passes over nothing. */
export const refusesToRead = (
  text: string,
  alterations: readonly (readonly [from: string, to: string])[],
  read: (altered: string) => unknown,
): void => {
  test.each(alterations)('and so is a specification with %s → %s', (from, to) => {
    expect(text).toContain(from)
    expect(() => read(text.replaceAll(from, to))).toThrow(SpecReadingError)
  })
}
