// Finds fields in a parsed extra: the first of a kind, transaction public keys, the burnt amount.

import type { ExtraField, ExtraFieldName } from './extraField.ts'

type FieldOf<Name extends ExtraFieldName> = Extract<ExtraField, { readonly field: Name }>

/**
 * Returns the first field of a kind.
 *
 * @example
 * findField([{ field: 'burn', amount: 5n }], 'burn')?.amount // 5n
 */
export const findField = <Name extends ExtraFieldName>(
  fields: readonly ExtraField[],
  name: Name,
): FieldOf<Name> | undefined =>
  // The type of `field` determines the type of the value, which find cannot infer from a type parameter.
  fields.find((candidate) => candidate.field === name) as FieldOf<Name> | undefined

/**
 * Returns all transaction public keys, in order; a coinbase of the oxen family has two.
 *
 * @example
 * const key = new Uint8Array(32)
 * txPublicKeys([{ field: 'txPublicKey', key }]) // [key]
 */
export const txPublicKeys = (fields: readonly ExtraField[]): Uint8Array[] => {
  const keys: Uint8Array[] = []
  for (const field of fields) if (field.field === 'txPublicKey') keys.push(field.key)
  return keys
}

/**
 * Returns the additional transaction public keys, one per output; empty if there are none.
 *
 * @example
 * additionalPublicKeys([]) // []
 */
export const additionalPublicKeys = (fields: readonly ExtraField[]): readonly Uint8Array[] =>
  findField(fields, 'additionalPublicKeys')?.keys ?? []

/**
 * Returns the burnt part of a transaction's fee, in atomic units.
 *
 * @example
 * burntAmount([{ field: 'burn', amount: 5n }]) // 5n
 */
export const burntAmount = (fields: readonly ExtraField[]): bigint => findField(fields, 'burn')?.amount ?? 0n
