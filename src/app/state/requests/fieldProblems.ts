// Errors of an action, beside the field that caused them.
import { asFabaError, type ErrorDetails, type FabaError } from '../../../errors/fabaError.ts'
import type { Action } from './action.ts'

export type FieldProblems = {
  /** Returns the error text if the error belongs to the field; empty otherwise. */
  of(field: string): string
  /** Returns the error text if it belongs to no field; empty otherwise. */
  rest(): string
}

/** @param fieldOf returns the name of the field that caused an error; undefined if none did */
export const createFieldProblems = (
  action: Pick<Action<never>, 'error' | 'problem'>,
  fieldOf: (error: FabaError<ErrorDetails>) => string | undefined,
): FieldProblems => {
  const field = (): string | undefined => {
    const error = asFabaError(action.error())
    return error && fieldOf(error)
  }
  return {
    of: (name) => (field() === name ? action.problem() : ''),
    rest: () => (field() === undefined ? action.problem() : ''),
  }
}
