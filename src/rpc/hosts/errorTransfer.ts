// Errors between a page and its workers. Comlink alone transfers only name, message and stack, and also the messages of internal errors.

import { type TransferHandler, transferHandlers } from 'comlink'
import { type ErrorDetails, FabaError } from '../../errors/fabaError.ts'

/** An expected failure of another worker, with the name, code, details and stack of the original error. */
export class RemoteError extends FabaError<ErrorDetails> {
  override readonly name: string
  readonly code: string

  constructor({ name, code, message, details, stack }: Omit<ExpectedWireError, 'kind'>) {
    super(message, { details })
    this.name = name
    this.code = code
    if (stack !== undefined) this.stack = stack
  }
}

/** An internal error of another worker, which has reported it. */
export class RemoteInternalError extends FabaError {
  override readonly name = 'RemoteInternalError'
  readonly code = 'internal'
}

type ExpectedWireError = {
  readonly kind: 'expected'
  readonly name: string
  readonly code: string
  readonly message: string
  readonly details: ErrorDetails
  readonly stack: string | undefined
}

/** An error as plain data. Its cause stays in the worker. */
type WireError = ExpectedWireError | { readonly kind: 'internal' }

/** Returns whether an error has a class of this project, some of which do not extend FabaError yet: all set their own name. */
const isExpected = (error: unknown): error is Error =>
  error instanceof FabaError || (error instanceof Error && Object.hasOwn(error, 'name'))

/** Derives the code of an error from the name of its class: WrongPasswordError has the code wrong-password. */
const codeFromName = (name: string): string =>
  name
    .replace(/Error$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
    .toLowerCase()

const toWireError = (error: unknown, report: (error: unknown) => void): WireError => {
  if (isExpected(error)) {
    const { code, details } = error instanceof FabaError ? error : { code: codeFromName(error.name), details: {} }
    return { kind: 'expected', name: error.name, code, message: error.message, details, stack: error.stack }
  }
  report(error)
  return { kind: 'internal' }
}

const fromWireError = (error: WireError): Error =>
  error.kind === 'expected' ? new RemoteError(error) : new RemoteInternalError('internal error')

/**
 * Makes Comlink transfer errors with code and details, and internal errors without any detail. Every worker and page that exchanges
 * Comlink messages must call this before the first message.
 * @param report receives internal errors before they cross, to log them with their stack
 */
export const installErrorTransfer = (report: (error: unknown) => void): void => {
  const standard = transferHandlers.get('throw')
  if (standard === undefined) throw new TypeError('Comlink has no transfer handler for errors')
  const handler: TransferHandler<{ readonly value: unknown }, WireError> = {
    // The symbol that marks thrown values is private to Comlink.
    canHandle: (value): value is { readonly value: unknown } => standard.canHandle(value),
    serialize: ({ value }) => [toWireError(value, report), []],
    deserialize: (error) => {
      throw fromWireError(error)
    },
  }
  transferHandlers.set('throw', handler)
}
