// The engine's fetch from the in-page development node. The first request starts its worker.
import { wrap } from 'comlink'
import { FabaError } from '../src/errors/fabaError.ts'
import { fromWireResponse, toWireRequest } from '../src/jsonrpc/wireMessages.ts'
import type { StartWorker } from '../src/rpc/hosts/workerProtocol.ts'
import type { DevnetWorkerApi } from './devnet.ts'
import { startRemoteWorker } from './remoteWorker.ts'

/** URL of the in-page node, in a reserved domain that never resolves (RFC 6761). */
export const DEVNET_URL = 'http://development-node.invalid'

/** The worker of the development node could not start, or failed. */
export class DevnetWorkerError extends FabaError {
  override readonly name = 'DevnetWorkerError'
  readonly code = 'devnet-worker'
}

type Connection = { readonly api: Pick<DevnetWorkerApi, 'fetch'>; readonly failed: Promise<never> }

/** Returns the fetch of the development node, whatever the host of a request. It throws DevnetWorkerError if the worker fails. */
export const createDevnetFetch = (startWorker: StartWorker): ((request: Request) => Promise<Response>) => {
  let connection: Connection | undefined
  const connect = (): Connection => {
    const { port, failed } = startRemoteWorker(startWorker, 'devnet', () => {
      // The next request starts it again.
      connection = undefined
      return new DevnetWorkerError('the worker of the development node failed')
    })
    return { api: wrap<DevnetWorkerApi>(port), failed }
  }
  return async (request) => {
    connection ??= connect()
    const { api, failed } = connection
    return fromWireResponse(await Promise.race([api.fetch(await toWireRequest(request)), failed]))
  }
}
