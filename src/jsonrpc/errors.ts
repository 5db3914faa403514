// Errors of JSON-RPC 2.0, as methods throw them and clients receive them.

import type { JsonWritable } from './json.ts'

/** Codes of the envelope itself; each service adds its own. */
export const JSON_RPC_CODES = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  busy: -32003,
  forbidden: 403,
} as const

/** An answer that is an error: what a handler throws to give one, and what a client throws on receiving one. */
export class JsonRpcError extends Error {
  override readonly name: string = 'JsonRpcError'
  readonly code: number
  /** more about it, for people; left out when undefined */
  readonly data: JsonWritable

  constructor(code: number, message: string, data?: JsonWritable) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** Parameters that the method's schema refuses. `data` says which one and why. */
export class InvalidParamsError extends JsonRpcError {
  override readonly name = 'InvalidParamsError'

  constructor(detail: string) {
    super(JSON_RPC_CODES.invalidParams, 'Invalid params', detail)
  }
}
