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

const toWireError = (error: unknown, report: (error: unknown) => void): WireError => {
  if (error instanceof FabaError) {
    // instanceof leaves the type of the details open.
    const { name, code, message, stack } = error
    const details: ErrorDetails = error.details
    return { kind: 'expected', name, code, message, details, stack }
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
