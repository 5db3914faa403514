// Errors of requests to a node.

import { FabaError } from '../errors/fabaError.ts'

type NodeErrorDetails = {
  /** URL of the node */
  readonly url: string
}

/** A request to a node failed. */
export abstract class NodeError<Details extends NodeErrorDetails = NodeErrorDetails> extends FabaError<Details> {}

/** There is no connection to the node, or it broke. */
export class NodeUnreachableError extends NodeError {
  override readonly name = 'NodeUnreachableError'
  readonly code = 'node-unreachable'
}

/** The response did not arrive in time, or arrived too slowly. */
export class NodeTimeoutError extends NodeError {
  override readonly name = 'NodeTimeoutError'
  readonly code = 'node-timeout'
}

/** The node is not ready: it is overloaded or synchronizing. */
export class NodeBusyError extends NodeError {
  override readonly name = 'NodeBusyError'
  readonly code = 'node-busy'
}

/** The node refused the request, or does not serve it. */
export class NodeRefusedError extends NodeError<
  NodeErrorDetails & {
    /** undefined if an RPC response contained the refusal */
    readonly httpStatus?: number
    /** in the words of the node; undefined if it gave none */
    readonly reason?: string
  }
> {
  override readonly name = 'NodeRefusedError'
  readonly code = 'node-refused'
}

/** The response is not one of a node, is inconsistent, or exceeds a limit. */
export class NodeResponseError extends NodeError {
  override readonly name = 'NodeResponseError'
  readonly code = 'node-response'
}

/** A text is not a usable URL of a node. */
export class NodeUrlError extends FabaError {
  override readonly name = 'NodeUrlError'
  readonly code = 'node-url'
}
