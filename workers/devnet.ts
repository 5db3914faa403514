// The development node inside the page: a chain of this device alone, kept in IndexedDB from one visit to the next.
import { expose, transfer } from 'comlink'
import { fromWireRequest, toWireResponse, type WireRequest, type WireResponse } from '../src/jsonrpc/wireMessages.ts'
import { openIndexedDbStore } from '../src/store/indexedDbStore.ts'
import { startKeptDevnet } from './devnetHost.ts'

const DATABASE = 'faba-devnet'

export type DevnetHost = { fetch(request: WireRequest): Promise<WireResponse> }

const running = openIndexedDbStore({ name: DATABASE }).then(startKeptDevnet)

const host: DevnetHost = {
  fetch: async (request) => {
    const response = await toWireResponse(await (await running).fetch(fromWireRequest(request)))
    return transfer(response, [response.body])
  },
}

expose(host)
