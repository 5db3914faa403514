// Errors of JSON-RPC 2.0: methods throw them and clients receive them.

import type { JsonWritable } from './json.ts'

/** Codes of the protocol itself; each service adds its own. */
export const JSON_RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  busy: -32003,
  forbidden: 403,
} as const

/**
 * An error response: a handler throws it to send one, a client throws it when it receives one. Not a FabaError, since `code` is the
 * number on the wire.
 */
export class JsonRpcError extends Error {
  override readonly name: string = 'JsonRpcError'
  readonly code: number
  /** details; omitted from the response if undefined */
  readonly data: JsonWritable

  constructor(code: number, message: string, data?: JsonWritable) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * This service refuses a call that another one with the same content serves. Nothing was done. The HTTP status is 503, so that a balancer
 * repeats the call there.
 */
export class UnavailableError extends JsonRpcError {
  override readonly name = 'UnavailableError'
}

/** Parameters that do not satisfy the method's schema. `data` names the parameter and the reason. */
export class InvalidParamsError extends JsonRpcError {
  override readonly name = 'InvalidParamsError'

  constructor(detail: string) {
    super(JSON_RPC_CODES.invalidParams, 'Invalid params', detail)
  }
}
