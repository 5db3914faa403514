// Compares declarations with a specification and describes each difference; generates tests that each kind of difference is reported.

import { expect, it } from 'vitest'
import type { FieldDescription } from '../../../src/jsonrpc/describe.ts'
import { type SpecField, SpecReadingError } from './specification.ts'

/** Returns the differences of a declared field from the specified one. `where` names it, such as `transfer input amount`. */
export type CompareField = (specified: SpecField, own: FieldDescription, where: string) => readonly string[]

/** Returns the differences of declared fields, nested ones included. `place` names where they are, such as `transfer input`. */
export const compareFields = (
  place: string,
  specified: readonly SpecField[],
  ours: readonly FieldDescription[],
  compareField: CompareField,
): readonly string[] =>
  specified.flatMap((field) => {
    const where = `${place} ${field.name}`
    const own = ours.find(({ name }) => name === field.name)
    if (own === undefined) return [`${where} is missing`]
    return [...compareField(field, own, where), ...compareFields(where, field.fields, own.fields, compareField)]
  })

/** Returns a difference for each specified name that a method lacks. */
export const compareNames = (names: readonly string[], own: { readonly names: readonly string[] }): readonly string[] =>
  names.filter((alias) => !own.names.includes(alias)).map((alias) => `${names[0]} has no alias ${alias}`)

/** A replacement in the text of a specification, and the difference that it causes. */
export type Alteration = readonly [from: string, to: string, difference: string]

/** Tests that a comparison reports each alteration of a specification. */
export const testAlterations = (
  text: string,
  alterations: readonly Alteration[],
  compare: (altered: string) => readonly string[],
): void => {
  it.each(alterations)('reports %s changed to %s', (from, to, difference) => {
    expect(text).toContain(from)
    expect(compare(text.replace(from, to))).toContain(difference)
  })
}

/** Tests that a parser throws for a specification in a form that it does not know, so that it ignores nothing. */
export const testUnknownForms = (
  text: string,
  alterations: readonly (readonly [from: string, to: string])[],
  read: (altered: string) => unknown,
): void => {
  it.each(alterations)('rejects %s changed to %s', (from, to) => {
    expect(text).toContain(from)
    expect(() => read(text.replaceAll(from, to))).toThrow(SpecReadingError)
  })
}
