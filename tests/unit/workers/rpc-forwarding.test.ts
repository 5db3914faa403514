// The boundary of the service worker: requests of pages, answered by the tab that owns the engine.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { toWireErrorResponse, type WireRequest } from '../../../src/jsonrpc/wireMessages.ts'
import type { ForwardedRpcRequest } from '../../../src/rpc/hosts/workerProtocol.ts'

type ForwardRpc = (
  event: { readonly request: Request; readonly clientId: string },
  clients: {
    readonly matchAll: (options: { readonly type: string; readonly includeUncontrolled: boolean }) => Promise<unknown>
    readonly get: (id: string) => Promise<unknown>
  },
) => Promise<Response>

type CreateMatcher = (
  scope: string,
) => (options: { readonly request: Pick<Request, 'mode'>; readonly url: URL; readonly sameOrigin: boolean }) => boolean

// Imported by URL: the types of a service worker are not those of the tests. The parameters are the members that forwardRpc uses.
const load = (name: string): Promise<unknown> =>
  import(new URL(`../../../workers/service-worker/${name}`, import.meta.url).href)
const { forwardRpc, createRpcMatcher } = (await load('rpcForwarding.ts')) as {
  readonly forwardRpc: ForwardRpc
  readonly createRpcMatcher: CreateMatcher
}
const { createPageMatcher } = (await load('pageMatcher.ts')) as { readonly createPageMatcher: CreateMatcher }

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

afterEach(() => {
  consoleError.mockClear()
  vi.useRealTimers()
})

type Tab = (message: ForwardedRpcRequest, port: MessagePort) => void

/** Forwards a call of an address to tabs, and returns the response. */
const forwardTo = async (url: string, ...tabs: readonly Tab[]): Promise<unknown> => {
  const windows = tabs.map((tab, i) => ({
    id: String(i),
    postMessage: (message: ForwardedRpcRequest, [port]: [MessagePort]) => tab(message, port),
  }))
  const clients = {
    matchAll: async () => windows,
    get: async (id: string) => windows.find((window) => window.id === id),
  }
  const request = new Request(url, { method: 'POST', body: '{"id":5,"method":"get_balance"}' })
  const response = await forwardRpc({ request, clientId: '' }, clients)
  return await response.json()
}

const forward = (...tabs: readonly Tab[]): Promise<unknown> => forwardTo('http://site/json_rpc', ...tabs)

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

it.each([
  ['a script of this origin', 'cors', true, '/json_rpc', true],
  ['a script that reads no response', 'no-cors', true, '/json_rpc', true],
  ['a form or a link, which a foreign site can cause', 'navigate', true, '/json_rpc', false],
  ['another origin', 'cors', false, '/json_rpc', false],
  ['another path', 'cors', true, '/json_rpc2', false],
  ['a path below it', 'cors', true, '/wallet/json_rpc', false],
] as const)('matches a call of %s, with mode %s: %s, %s, %s', (_, mode, sameOrigin, path, isRpc) => {
  const matches = createRpcMatcher('http://site/')
  expect(matches({ request: { mode }, url: new URL(path, 'http://site'), sameOrigin })).toBe(isRpc)
})

it('forwards a call beside a page below a path to the path of the wallet RPC', async () => {
  let forwarded: ForwardedRpcRequest | undefined
  const tab: Tab = (message, port) => {
    forwarded = message
    owner(message, port)
  }
  await forwardTo('http://site/wallet/json_rpc', tab)
  expect(forwarded?.request.url).toBe('http://site/json_rpc')
})

it('matches calls to json_rpc beside a page below a path, and no others', () => {
  const matches = createRpcMatcher('http://site/wallet/')
  const isRpc = (path: string): boolean =>
    matches({ request: { mode: 'cors' }, url: new URL(path, 'http://site'), sameOrigin: true })
  expect(isRpc('/wallet/json_rpc')).toBe(true)
  for (const path of ['/json_rpc', '/walletjson_rpc', '/wallet/wallet/json_rpc']) expect(isRpc(path), path).toBe(false)
})

it.each([
  ['the page', 'navigate', true, '/wallet/', true],
  ['the page with a query', 'navigate', true, '/wallet/?source=app', true],
  ['the file of the page', 'navigate', true, '/wallet/index.html', true],
  ['a frame or script that fetches the page', 'cors', true, '/wallet/', false],
  ['the page of another origin', 'navigate', false, '/wallet/', false],
  ['another page in the folder', 'navigate', true, '/wallet/help', false],
  ['another page called index.html', 'navigate', true, '/wallet/shop/index.html', false],
  ['the node', 'navigate', true, '/wallet/node', false],
  ['the folder above', 'navigate', true, '/', false],
] as const)('opens %s, with mode %s: %s, %s, %s', (_, mode, sameOrigin, path, isPage) => {
  const matches = createPageMatcher('http://site/wallet/')
  expect(matches({ request: { mode }, url: new URL(path, 'http://site'), sameOrigin })).toBe(isPage)
})

/** Lets messages arrive that were posted. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve))
}

/** Forwards a call of the page `caller` to one tab. `advance` lets time pass; `absent` are the clients that closed. */
const forwardSlowly = async (tab: (port: MessagePort) => void, clientId = 'caller') => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const absent = new Set<string>()
  const received: unknown[] = []
  const forwarded: ForwardedRpcRequest[] = []
  const asked: unknown[] = []
  const owner = {
    id: 'tab',
    postMessage: (message: ForwardedRpcRequest, [port]: [MessagePort]) => {
      forwarded.push(message)
      port.onmessage = ({ data }) => received.push(data)
      tab(port)
    },
  }
  const clients = {
    matchAll: async (options: unknown) => {
      asked.push(options)
      return [owner]
    },
    get: async (id: string) => (absent.has(id) || id === '' ? undefined : { id, url: 'http://site/shop?item=1' }),
  }
  const caller = new AbortController()
  const request = new Request('http://site/json_rpc', {
    method: 'POST',
    body: '{"id":5,"method":"transfer"}',
    signal: caller.signal,
  })
  let answer: unknown
  void forwardRpc({ request, clientId }, clients).then(async (response) => {
    answer = await response.json()
  })
  await settle()
  const advance = async (milliseconds: number): Promise<void> => {
    await vi.advanceTimersByTimeAsync(milliseconds)
    await settle()
  }
  return { absent, received, forwarded, asked, caller, advance, answer: () => answer }
}

const OWNER = { kind: 'faba-rpc-owner', owner: true }
const ANSWER = { status: 200, headers: [], body: new TextEncoder().encode('{"result":"paid"}').buffer }
const LOST = { id: 5, error: { code: -1, message: expect.stringContaining('closed before it responded') } }
const ABANDON = { kind: 'faba-rpc-abandon' }

describe('a call', () => {
  it('is posted to all tabs of the origin, with its body and the page that sent it', async () => {
    const { forwarded, asked, answer } = await forwardSlowly((port) => {
      port.postMessage(OWNER)
      port.postMessage(ANSWER)
    })
    await settle()
    expect(asked).toEqual([{ type: 'window', includeUncontrolled: true }])
    const request = { url: 'http://site/json_rpc', method: 'POST' }
    expect(forwarded).toMatchObject([{ kind: 'faba-rpc', request, page: { id: 'caller', path: '/shop' } }])
    const body = forwarded.map(({ request: sent }: { readonly request: WireRequest }) =>
      new TextDecoder().decode(sent.body),
    )
    expect(body).toEqual(['{"id":5,"method":"transfer"}'])
    expect(answer()).toEqual({ result: 'paid' })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('waits 1.5 seconds for a tab to reply that it owns the engine', async () => {
    const { advance, answer } = await forwardSlowly(() => undefined)
    await advance(1499)
    expect(answer()).toBeUndefined()
    await advance(1)
    expect(answer()).toMatchObject({ id: 5, error: { code: -13 } })
  })

  it('waits as long as the user needs if a tab owns the engine', async () => {
    let port: MessagePort | undefined
    const { advance, answer, received } = await forwardSlowly((opened) => {
      port = opened
      opened.postMessage(OWNER)
    })
    await advance(240_000)
    expect(answer()).toBeUndefined()
    port?.postMessage(ANSWER)
    await settle()
    expect(answer()).toEqual({ result: 'paid' })
    expect(received).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('may have been executed if the tab closes, or its engine ends, before it responds', async () => {
    const closing = await forwardSlowly((port) => port.postMessage(OWNER))
    closing.absent.add('tab')
    await closing.advance(999)
    expect(closing.answer()).toBeUndefined()
    await closing.advance(1)
    expect(closing.answer()).toMatchObject(LOST)
    const ending = await forwardSlowly((port) => {
      port.postMessage(OWNER)
      port.postMessage({ kind: 'faba-rpc-lost' })
    })
    await settle()
    expect(ending.answer()).toMatchObject(LOST)
  })

  it('is cancelled if the calling page closes or cancels it', async () => {
    const closing = await forwardSlowly((port) => port.postMessage(OWNER))
    await closing.advance(1000)
    expect(closing.received).toEqual([])
    closing.absent.add('caller')
    await closing.advance(1000)
    expect(closing.received).toEqual([ABANDON])
    // Requests of a page that just starts have no id.
    const unnamed = await forwardSlowly((port) => port.postMessage(OWNER), '')
    unnamed.absent.add('')
    await unnamed.advance(1000)
    expect(unnamed.received).toEqual([])
    const cancelling = await forwardSlowly((port) => port.postMessage(OWNER))
    cancelling.caller.abort()
    await cancelling.advance(0)
    expect(cancelling.received).toEqual([ABANDON])
  })
})
