// The development node inside the page, as the engine fetches from it. Its worker starts with the first request.
import { wrap } from 'comlink'
import { fromWireResponse, toWireRequest } from '../src/jsonrpc/wireMessages.ts'
import type { DevnetHost } from './devnet.ts'

/** A name that no network knows. */
export const IN_PAGE_URL = 'http://development-node.invalid'

/** The worker of the development node could not start, or died. */
export class DevnetWorkerError extends Error {
  override readonly name = 'DevnetWorkerError'
}

type Connection = { readonly host: Pick<DevnetHost, 'fetch'>; readonly died: Promise<never> }

let connection: Connection | undefined

const connect = (): Connection => {
  const worker = new Worker(new URL('./devnet.ts', import.meta.url), { type: 'module', name: 'devnet' })
  const died = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault()
      connection = undefined
      worker.terminate()
      reject(
        new DevnetWorkerError(`the development node stopped: ${event.message || 'its script could not be loaded'}`),
      )
    }
  })
  // Whoever waits for an answer hears of it; nobody waits in between.
  died.catch(() => undefined)
  return { host: wrap<DevnetHost>(worker), died }
}

/** A `fetch` whose only server is the development node. */
export const fetchFromDevnet = async (request: Request): Promise<Response> => {
  connection ??= connect()
  const { host, died } = connection
  return fromWireResponse(await Promise.race([host.fetch(await toWireRequest(request)), died]))
}
