// The boundary of the service worker: requests of pages, answered by the tab that owns the engine.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { toWireErrorResponse } from '../../../src/jsonrpc/wireMessages.ts'
import type { ForwardedRpcRequest } from '../../../src/rpc/hosts/workerProtocol.ts'

type ForwardRpc = (
  event: { readonly request: Request; readonly clientId: string },
  clients: { readonly matchAll: () => Promise<unknown>; readonly get: (id: string) => Promise<unknown> },
) => Promise<Response>

// Imported by URL: the types of a service worker are not those of the tests. The parameters are the members that forwardRpc uses.
const MODULE = new URL('../../../workers/service-worker/rpcForwarding.ts', import.meta.url).href
const { forwardRpc } = (await import(MODULE)) as { readonly forwardRpc: ForwardRpc }

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

afterEach(() => {
  consoleError.mockClear()
})

type Tab = (message: ForwardedRpcRequest, port: MessagePort) => void

/** Forwards a call to tabs, and returns the response. */
const forward = async (...tabs: readonly Tab[]): Promise<unknown> => {
  const windows = tabs.map((tab, i) => ({
    id: String(i),
    postMessage: (message: ForwardedRpcRequest, [port]: [MessagePort]) => tab(message, port),
  }))
  const clients = { matchAll: async () => windows, get: async (id: string) => windows[Number(id)] }
  const request = new Request('http://site/json_rpc', { method: 'POST', body: '{"id":5,"method":"get_balance"}' })
  const response = await forwardRpc({ request, clientId: '' }, clients)
  return await response.json()
}

const owner: Tab = ({ request }, port) => {
  port.postMessage({ kind: 'faba-rpc-owner', owner: true })
  port.postMessage(toWireErrorResponse(request, -17, 'Not enough money'))
  port.close()
}

const other: Tab = (_, port) => {
  port.postMessage({ kind: 'faba-rpc-owner', owner: false })
  port.close()
}

const broken: Tab = () => {
  throw new TypeError('secret detail')
}

describe('a call that the service worker forwards', () => {
  it('receives the response of the tab that owns the engine, also if another tab fails', async () => {
    const expected = { jsonrpc: '2.0', id: 5, error: { code: -17, message: 'Not enough money' } }
    expect(await forward(other, owner)).toEqual(expected)
    expect(await forward(broken, owner)).toEqual(expected)
  })

  it('receives error -13 if no tab owns the engine', async () => {
    const expected = { id: 5, error: { code: -13, message: expect.stringContaining('No wallet is open') } }
    expect(await forward()).toMatchObject(expected)
    expect(await forward(other, other)).toMatchObject(expected)
    expect(consoleError).not.toHaveBeenCalled()
  })

  it('receives an internal error without its message if a tab fails with a foreign error, which is printed', async () => {
    expect(await forward(other, broken)).toEqual({
      jsonrpc: '2.0',
      id: 5,
      error: { code: -1, message: 'Internal error' },
    })
    expect(consoleError).toHaveBeenCalledWith('service worker:', expect.any(TypeError))
    const [, error] = consoleError.mock.calls[0] ?? []
    expect(error instanceof Error && error.stack).toContain('rpc-forwarding.test.ts')
  })
})
