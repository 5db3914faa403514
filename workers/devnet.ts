// The worker of the in-page development node, whose chain is stored in IndexedDB.
import { expose, transfer } from 'comlink'
import { fromWireRequest, toWireResponse, type WireRequest, type WireResponse } from '../src/jsonrpc/wireMessages.ts'
import { installErrorTransfer } from '../src/rpc/calls/errorTransfer.ts'
import { openIndexedDbStore } from '../src/store/indexedDbStore.ts'
import { startPersistentDevnet } from './persistentDevnet.ts'

installErrorTransfer((error) => console.error('devnet worker:', error))

const DATABASE = 'faba-devnet'

/** The API that the worker exposes through Comlink. */
export type DevnetWorkerApi = { fetch(request: WireRequest): Promise<WireResponse> }

const devnet = openIndexedDbStore({ name: DATABASE }).then(startPersistentDevnet)

const api: DevnetWorkerApi = {
  fetch: async (request) => {
    const response = await toWireResponse(await (await devnet).fetch(fromWireRequest(request)))
    return transfer(response, [response.body])
  },
}

/** Serves the node on a port. */
export const exposeDevnet = (port: MessagePort): void => expose(api, port)
