// The boundary of the HTTP server: errors that a handler throws.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { type FetchHandler, listen } from '../../../src/cli/http/httpServer.ts'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined)

afterEach(() => {
  consoleError.mockClear()
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
