// The HTTP server: errors that a handler throws, forged hosts, addresses that cannot be bound, and the end.

import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  type ConnectionAddresses,
  type FetchHandler,
  type ListenOptions,
  listen,
  listenAll,
  type ServerHandler,
} from '../../../../src/cli/http/httpServer.ts'
import { jsonResponse } from '../../../../src/jsonrpc/dispatch.ts'
import { JsonSequence, stringifyJson } from '../../../../src/jsonrpc/json.ts'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

const processOn = vi.spyOn(process, 'on')

afterEach(() => {
  consoleError.mockClear()
  // A server listens to signals until its process ends.
  for (const [event, listener] of processOn.mock.calls) process.off(event, listener)
  processOn.mockClear()
})

/** Serves one request with a handler. */
const requestOnce = async (handler: FetchHandler): Promise<Response> => {
  const stopping = new AbortController()
  const listening = Promise.withResolvers<string>()
  const stopped = listen(handler, { host: '127.0.0.1', port: 0 }, listening.resolve, {
    signal: stopping.signal,
    gracePeriodMs: 0,
  })
  try {
    const response = await fetch(await listening.promise)
    return new Response(await response.text(), response)
  } finally {
    stopping.abort()
    await stopped
  }
}

it('transfers a streamed response in chunks', async () => {
  const lines = new JsonSequence(() => Array.from({ length: 5000 }, (_, i) => String(i).padStart(100, '.')))
  const { body } = jsonResponse({ lines }, () => undefined)
  expect(body).toBeInstanceOf(ReadableStream)
  const response = await requestOnce(() => new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>)) // no shared memory
  expect(response.headers.get('content-length')).toBeNull()
  expect(await response.text()).toBe(stringifyJson({ lines }))
})

describe('a handler that throws a foreign error', () => {
  it.each<[string, FetchHandler]>([
    [
      'at once',
      () => {
        throw new TypeError('secret detail')
      },
    ],
    ['later', () => Promise.reject(new TypeError('secret detail'))],
  ])('is answered with status 500 without the message, and printed with its stack: %s', async (_, handler) => {
    const response = await requestOnce(handler)
    expect([response.status, await response.text()]).toEqual([500, 'Internal Server Error\n'])
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(consoleError).toHaveBeenCalledOnce()
    const [text, error] = consoleError.mock.calls[0] ?? []
    expect(text).toBe('faba: internal error:')
    expect(error instanceof Error && error.stack).toMatch(/TypeError: secret detail[\s\S]*http-server\.test\.ts/)
  })

  it('does not affect other responses', async () => {
    const response = await requestOnce(() => new Response('fine', { status: 202 }))
    expect([response.status, await response.text()]).toEqual([202, 'fine'])
    expect(consoleError).not.toHaveBeenCalled()
  })
})

/** Starts a server on a free port. */
const start = async (
  handler: ServerHandler,
  { host = '127.0.0.1', ...options }: Partial<ListenOptions> & { readonly host?: string } = {},
) => {
  const stopping = new AbortController()
  const listening = Promise.withResolvers<string>()
  const stopped = listen(handler, { host, port: 0 }, listening.resolve, {
    signal: stopping.signal,
    gracePeriodMs: 0,
    ...options,
  })
  const url = await listening.promise
  const end = async (): Promise<void> => {
    stopping.abort()
    await stopped
  }
  return { url, end, stopping, stopped }
}

type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** names and values in turn */
  readonly rawHeaders: readonly string[]
  readonly text: string
}

/** Sends a request with any Host header. */
const get = (url: string, host: string, agent: Agent | false = false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = httpRequest(url, { agent, headers: { host } }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const { statusCode: status, headers, rawHeaders } = response
        resolve({ status, headers, rawHeaders, text })
      })
    })
    request.on('error', reject)
    request.end()
  })

describe('a server', () => {
  const fine = (): Response => new Response('fine')

  it('rejects a foreign name in the Host header before the handler sees the request', async () => {
    const handler = vi.fn(fine)
    const { url, end } = await start(handler)
    for (const host of ['evil.example', '127.0.0.1.evil.example', 'box.lan']) {
      const { status, headers, text } = await get(url, host)
      expect([status, headers['content-type']]).toEqual([403, 'text/plain'])
      expect(text).toBe('this host name is not allowed; add it to --allowed-hosts\n')
    }
    expect(handler).not.toHaveBeenCalled()
    for (const host of [new URL(url).host, 'localhost', '127.0.0.1:9'])
      expect(await get(url, host)).toMatchObject({ status: 200, text: 'fine' })
    await end()
  })

  it('sends each challenge in a header line of its own', async () => {
    const challenges = [
      'Digest qop="auth",nonce="a"',
      'Digest qop="auth",nonce="b"',
      'Basic realm="c", charset="UTF-8"',
    ]
    const { url, end } = await start(() => {
      const response = new Response('who are you?', { status: 401, headers: { 'x-other': 'kept' } })
      for (const challenge of challenges) response.headers.append('www-authenticate', challenge)
      return response
    })
    const { status, headers, rawHeaders, text } = await get(url, '127.0.0.1')
    await end()
    expect([status, headers['x-other'], text]).toEqual([401, 'kept', 'who are you?'])
    expect(rawHeaders.filter((_, i) => rawHeaders[i - 1] === 'WWW-authenticate')).toEqual(challenges)
  })

  it('accepts the allowed names, and the name on which it listens', async () => {
    const { url, end } = await start(fine, { host: 'localhost', allowedHosts: ['.lan'] })
    expect(url).toMatch(/^http:\/\/localhost:\d+$/)
    expect((await get(url, 'box.lan')).status).toBe(200)
    expect((await get(url, 'localhost')).status).toBe(200)
    expect((await get(url, 'evil.example')).status).toBe(403)
    await end()
  })

  it('tells the handler both addresses of the connection, and keeps it open for 30 minutes', async () => {
    const connections: ConnectionAddresses[] = []
    const { url, end } = await start((_, connection) => {
      connections.push(connection)
      return new Response()
    })
    const { headers } = await get(url, '127.0.0.1')
    expect(connections).toMatchObject([{ remoteAddress: '127.0.0.1', localAddress: '127.0.0.1' }])
    const { headers: kept } = await fetch(url)
    expect(kept.get('keep-alive')).toBe('timeout=1800')
    expect(headers.connection).toBeDefined()
    await end()
  })

  it('limits connections if it has limits', async () => {
    const limits = { total: 0, perPublicAddress: 9, perPrivateAddress: 9 }
    const { url, end } = await start(fine, { limits })
    await expect(get(url, '127.0.0.1')).rejects.toThrow()
    await end()
  })

  it.each([
    ['an address in use', 'it is in use; stop the other program or choose another port'],
    ['an address of another machine', 'this machine has no such address'],
  ])('is not started on %s', async (what, message) => {
    const other = await start(fine)
    const port = Number(new URL(other.url).port)
    const address = what === 'an address in use' ? { host: '127.0.0.1', port } : { host: '192.0.2.1', port: 0 }
    await expect(listen(fine, address, () => undefined)).rejects.toMatchObject({
      name: 'UsageError',
      message: `cannot listen on ${address.host}:${address.port}: ${message}`,
    })
    await other.end()
  })

  it('stops when the caller cannot use its URL', async () => {
    const error = new RangeError('the URL cannot be shown')
    const urls: string[] = []
    const listening = listen(fine, { host: '127.0.0.1', port: 0 }, (url) => {
      urls.push(url)
      throw error
    })
    await expect(listening).rejects.toBe(error)
    await expect(get(urls[0] ?? '', '127.0.0.1')).rejects.toThrow('ECONNREFUSED')
  })

  it('closes idle connections when it stops, and leaves no timer behind', async () => {
    const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const before = timers()
    const { url, end } = await start(fine, { gracePeriodMs: 60_000 })
    const idle = new Agent({ keepAlive: true })
    expect(await get(url, '127.0.0.1', idle)).toMatchObject({ text: 'fine' })
    await end()
    idle.destroy()
    expect(timers()).toBeLessThanOrEqual(before)
  })

  it.each([
    ['because the client disconnected', (request: Request): unknown => request.signal.reason, 0],
    ['after the client disconnected', () => new RangeError('a defect'), 1],
  ])('prints an error of a request that ends %s only if it is a defect', async (_, errorOf, count) => {
    const asked = Promise.withResolvers<void>()
    const failed = Promise.withResolvers<void>()
    const { url, end } = await start(async (request) => {
      const disconnected = new Promise((resolve) => request.signal.addEventListener('abort', resolve))
      asked.resolve()
      await disconnected
      setImmediate(failed.resolve)
      throw errorOf(request)
    })
    const caller = new AbortController()
    const response = fetch(url, { signal: caller.signal }).catch(() => undefined)
    await asked.promise
    caller.abort()
    await response
    await failed.promise
    expect(consoleError).toHaveBeenCalledTimes(count)
    await end()
  })

  it('completes open requests within the grace period, and cuts them off after it', async () => {
    for (const { gracePeriodMs, outcome } of [
      { gracePeriodMs: 60_000, outcome: 'fine' },
      { gracePeriodMs: 30, outcome: 'cut off' },
      { gracePeriodMs: 0, outcome: 'cut off' },
    ]) {
      const asked = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<Response>()
      const { url, end, stopping, stopped } = await start(
        () => {
          asked.resolve()
          return answer.promise
        },
        { gracePeriodMs },
      )
      const response = get(url, '127.0.0.1').then(
        ({ text }) => text,
        () => 'cut off',
      )
      await asked.promise
      stopping.abort()
      if (outcome === 'fine') answer.resolve(fine())
      expect(await response).toBe(outcome)
      answer.resolve(fine())
      await end()
      await stopped
      await expect(get(url, '127.0.0.1')).rejects.toThrow('ECONNREFUSED')
    }
  })

  it('completes open requests also if a signal arrives twice', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<Response>()
    const { url, stopped } = await start(
      () => {
        asked.resolve()
        return answer.promise
      },
      { gracePeriodMs: 60_000 },
    )
    const response = get(url, '127.0.0.1')
    await asked.promise
    let isStopped = false
    const ended = stopped.then(() => {
      isStopped = true
    })
    const stop = processOn.mock.calls.find(([event]) => event === 'SIGTERM')?.[1]
    stop?.('SIGTERM')
    stop?.('SIGTERM')
    await new Promise(setImmediate)
    expect(isStopped).toBe(false)
    answer.resolve(fine())
    expect(await response).toMatchObject({ status: 200, text: 'fine' })
    await ended
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('stops on %s, also if it arrives twice', async (signal) => {
    const { url, stopped } = await start(fine)
    const stop = processOn.mock.calls.find(([event]) => event === signal)?.[1]
    stop?.(signal)
    stop?.(signal)
    await stopped
    await expect(get(url, '127.0.0.1')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('several servers', () => {
  const answer = (text: string) => () => new Response(text)

  it('report their URLs in the order of the listeners once all listen, and stop together', async () => {
    const stopping = new AbortController()
    const listening = Promise.withResolvers<readonly string[]>()
    const address = { host: '127.0.0.1', port: 0 }
    const stopped = listenAll(
      [
        { handler: answer('first'), address, allowedHosts: ['box.lan'] },
        { handler: answer('second'), address },
        {
          handler: answer('third'),
          address,
          limits: { total: 0, perPublicAddress: 9, perPrivateAddress: 9 },
        },
      ],
      listening.resolve,
      stopping,
    )
    const [first = '', second = '', third = ''] = await listening.promise
    expect((await get(first, 'box.lan')).text).toBe('first')
    expect((await get(second, '127.0.0.1')).text).toBe('second')
    expect((await get(second, 'box.lan')).status).toBe(403)
    await expect(get(third, '127.0.0.1')).rejects.toThrow()
    stopping.abort()
    await stopped
    for (const url of [first, second]) await expect(get(url, '127.0.0.1')).rejects.toThrow('ECONNREFUSED')
  })

  it('leave no listener if one of them cannot start', async () => {
    const stopping = new AbortController()
    const onListening = vi.fn()
    const listener = { handler: answer('first'), address: { host: '127.0.0.1', port: 0 } }
    const probe = await start(answer('other'))
    const port = Number(new URL(probe.url).port)
    await expect(
      listenAll([listener, { ...listener, address: { host: '127.0.0.1', port } }], onListening, stopping),
    ).rejects.toThrow('it is in use')
    expect(stopping.signal.aborted).toBe(true)
    expect(onListening).not.toHaveBeenCalled()
    await probe.end()
  })
})

it('writes the URL of an IPv6 address with brackets', async () => {
  const { url, end } = await start(() => new Response('six'), { host: '::1' })
  expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/)
  expect(await (await fetch(url)).text()).toBe('six')
  await end()
})
