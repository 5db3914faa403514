// What can go wrong when a node is asked.

/** The node cannot be used for what was asked of it; `url` says which node. */
export class NodeError extends Error {
  override readonly name: string = 'NodeError'
  readonly url: string

  constructor(url: string, message: string) {
    super(message)
    this.url = url
  }
}

/** No connection, or one that broke. */
export class NodeUnreachableError extends NodeError {
  override readonly name = 'NodeUnreachableError'
}

/** The answer did not come in time, or came too slowly. */
export class NodeTimeoutError extends NodeError {
  override readonly name = 'NodeTimeoutError'
}

/** The node is not ready: it is overloaded, or still fetching the chain itself. */
export class NodeBusyError extends NodeError {
  override readonly name = 'NodeBusyError'
}

/** The node understood and refused, or does not serve this. `httpStatus` is undefined when it said so in an answer. */
export class NodeRefusedError extends NodeError {
  override readonly name = 'NodeRefusedError'
  readonly httpStatus: number | undefined

  constructor(url: string, message: string, httpStatus?: number) {
    super(url, message)
    this.httpStatus = httpStatus
  }
}

/** An answer not to be believed: no answer of a node at all, one that contradicts itself, or one beyond all bounds. */
export class NodeResponseError extends NodeError {
  override readonly name = 'NodeAnswerError'
}

/** An address of a node that cannot be used as it is. */
export class NodeUrlError extends Error {
  override readonly name = 'NodeUrlError'
}
