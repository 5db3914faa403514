// The engine's fetch from the in-page development node. The first request starts its worker.
import { wrap } from 'comlink'
import { FabaError } from '../src/errors/fabaError.ts'
import { fromWireResponse, toWireRequest } from '../src/jsonrpc/wireMessages.ts'
import type { DevnetWorkerApi } from './devnet.ts'

/** URL of the in-page node, in a reserved domain that never resolves (RFC 6761). */
export const DEVNET_URL = 'http://development-node.invalid'

/** The worker of the development node could not start, or failed. */
export class DevnetWorkerError extends FabaError {
  override readonly name = 'DevnetWorkerError'
  readonly code = 'devnet-worker'
}

type Connection = { readonly api: Pick<DevnetWorkerApi, 'fetch'>; readonly failed: Promise<never> }

let connection: Connection | undefined

const startWorker = (): Connection => {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'devnet' })
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault()
      connection = undefined
      worker.terminate()
      console.error('devnet worker:', event.message, `${event.filename}:${event.lineno}`)
      reject(new DevnetWorkerError('the worker of the development node failed'))
    }
  })
  // Without this, a failure between two requests would be an unhandled rejection.
  failed.catch(() => undefined)
  return { api: wrap<DevnetWorkerApi>(worker), failed }
}

/**
 * Sends a request to the development node, whatever its host.
 * @throws DevnetWorkerError
 */
export const fetchFromDevnet = async (request: Request): Promise<Response> => {
  connection ??= startWorker()
  const { api, failed } = connection
  return fromWireResponse(await Promise.race([api.fetch(await toWireRequest(request)), failed]))
}
