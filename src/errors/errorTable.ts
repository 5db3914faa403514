// Tables from the code of an error to what a boundary answers: an RPC error, or a text of the page.

import { type ErrorDetails, FabaError } from './fabaError.ts'

/** A table with one entry for the code of each class in the union `Errors`. Codes survive workers; classes do not. */
export type ErrorTable<Errors extends FabaError<ErrorDetails>, Entry> = { readonly [Code in Errors['code']]: Entry }

/** Returns the entry of an error; undefined if the table has none for its code, or if the value is not a FabaError. */
export const entryOf = <Entry>(table: Readonly<Record<string, Entry>>, error: unknown): Entry | undefined =>
  error instanceof FabaError && Object.hasOwn(table, error.code) ? table[error.code] : undefined
