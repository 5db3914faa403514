// The base class of every error that Faba throws on purpose. Anything else that is thrown is a defect: it is reported with its
// stack and answered as an internal error, never with its message.

/** Values that explain an error: plain data without secrets, safe to log, to show and to send to another worker. */
export type ErrorDetails = Readonly<Record<string, unknown>>

/** Details of an error that needs none. */
export type NoDetails = Readonly<Record<never, never>>

/** `details` may be left out only where an error has none; `cause` is the error that led to this one. */
type Options<Details extends ErrorDetails> = { readonly cause?: unknown } & (NoDetails extends Details
  ? { readonly details?: Details }
  : { readonly details: Details })

type OptionalIfEmpty<T> = Record<never, never> extends T ? [options?: T] : [options: T]

/**
 * An expected failure. Each subclass is named after its failure and has a `code` of its own, by which tables map it to an RPC error
 * and to the page's text. The message states the fault, the value, and a remedy; it contains no secret.
 *
 * @example
 * class WrongPasswordError extends FabaError { override readonly name = 'WrongPasswordError'; readonly code = 'wrong-password' }
 */
export abstract class FabaError<Details extends ErrorDetails = NoDetails> extends Error {
  /** Stable, unique among all errors, kebab-case. */
  abstract readonly code: string
  readonly details: Details

  constructor(message: string, ...[options]: OptionalIfEmpty<Options<Details>>) {
    super(message, options?.cause === undefined ? undefined : { cause: options.cause })
    // Left out only where the type has no required member.
    this.details = options?.details ?? ({} as Details)
  }
}

/** Returns an expected failure with its details; undefined for any other value. */
export const asFabaError = (error: unknown): FabaError<ErrorDetails> | undefined =>
  // instanceof leaves the type of the details open.
  error instanceof FabaError ? (error as FabaError<ErrorDetails>) : undefined

/**
 * Returns the text of an error for a user or a caller: the message of an expected failure. Any other error is reported, and its message
 * is not shown.
 * @param report logs an internal error with its stack
 */
export const failureText = (error: unknown, report: (error: unknown) => void): string => {
  if (error instanceof FabaError) return error.message
  report(error)
  return 'internal error'
}

/** Returns the code of an error; `internal` for one that is no expected failure. */
export const failureCode = (error: unknown): string => (error instanceof FabaError ? error.code : 'internal')
