// Origins whose pages may call a service, and the CORS headers of its responses.

import { describe, expect, it } from 'vitest'
import {
  allowOrigins,
  allowSameOrigin,
  isAllowedOrigin,
  isSameOrigin,
  parseOrigins,
} from '../../../../src/cli/http/allowedOrigins.ts'

const SERVICE = 'http://127.0.0.1:1/json_rpc'
const PAGE = 'http://page.example'

const requestOf = (headers: Readonly<Record<string, string>>, method = 'POST'): Request =>
  new Request(SERVICE, { method, headers })

const handler = async (): Promise<Response> =>
  new Response('in', { status: 201, headers: { 'content-type': 'text/custom' } })

const REJECTION = 'this origin is not allowed; add it to --rpc-access-control-origins\n'

const expectRejection = async (response: Response): Promise<void> => {
  expect([response.status, response.headers.get('content-type')]).toEqual([403, 'text/plain'])
  expect(await response.text()).toBe(REJECTION)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
}

describe('the argument of --rpc-access-control-origins', () => {
  it.each([
    ['', []],
    [' , ', []],
    ['http://a', ['http://a']],
    [' http://a ,http://b,', ['http://a', 'http://b']],
    ['*', '*'],
    ['http://a, *', '*'],
  ])('%j lists %j', (text, origins) => {
    expect(parseOrigins(text)).toEqual(origins)
  })

  it.each(['null', 'http://a, null', '*,null'])('%j is rejected, since any page can send the origin "null"', (text) => {
    expect(() => parseOrigins(text)).toThrow('any page can send the origin "null"')
  })
})

describe('a request', () => {
  it.each([
    [{}, [], true],
    [{ origin: PAGE }, [], false],
    [{ origin: PAGE }, ['http://other.example'], false],
    [{ origin: PAGE }, ['http://other.example', PAGE], true],
    [{ origin: `${PAGE}.evil` }, [PAGE], false],
    [{ origin: 'null' }, [PAGE], false],
    [{ origin: PAGE }, '*', true],
    [{ 'sec-fetch-site': 'cross-site' }, [PAGE], false],
    [{ 'sec-fetch-site': 'same-site' }, [PAGE], false],
    [{ 'sec-fetch-site': 'cross-site' }, '*', true],
    [{ 'sec-fetch-site': 'same-origin' }, [], true],
    [{ 'sec-fetch-site': 'none' }, [], true],
  ] as const)('with the headers %j is allowed for the origins %j: %s', async (headers, origins, isAllowed) => {
    expect(isAllowedOrigin(requestOf(headers), origins)).toBe(isAllowed)
    const response = await allowOrigins(handler, origins)(requestOf(headers))
    if (isAllowed) expect([response.status, await response.text()]).toEqual([201, 'in'])
    else await expectRejection(response)
  })

  it('of an allowed origin is answered with CORS headers for it', async () => {
    const { headers } = await allowOrigins(handler, [PAGE])(requestOf({ origin: PAGE }))
    expect(Object.fromEntries(headers)).toEqual({
      'content-type': 'text/custom',
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'www-authenticate',
      vary: 'origin',
    })
  })

  it('without an origin is answered without CORS headers', async () => {
    const { headers } = await allowOrigins(handler, '*')(requestOf({}))
    expect(Object.fromEntries(headers)).toEqual({ 'content-type': 'text/custom' })
  })
})

describe('a preflight request', () => {
  const ASKING = { origin: PAGE, 'access-control-request-method': 'POST' }

  it('of an allowed origin is answered without the handler', async () => {
    const response = await allowOrigins(handler, [PAGE])(requestOf(ASKING, 'OPTIONS'))
    expect([response.status, await response.text()]).toEqual([204, ''])
    expect(Object.fromEntries(response.headers)).toEqual({
      'access-control-allow-methods': 'POST, OPTIONS',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-max-age': '600',
      'access-control-allow-origin': PAGE,
      'access-control-expose-headers': 'www-authenticate',
      vary: 'origin',
    })
  })

  it('of another origin is rejected', async () => {
    await expectRejection(await allowOrigins(handler, [])(requestOf(ASKING, 'OPTIONS')))
  })

  it('is one only with the method OPTIONS and the method that it asks for', async () => {
    const wrapped = allowOrigins(handler, [PAGE])
    expect((await wrapped(requestOf(ASKING, 'POST'))).status).toBe(201)
    expect((await wrapped(requestOf({ origin: PAGE }, 'OPTIONS'))).status).toBe(201)
  })
})

describe("the service's own origin", () => {
  it.each([
    ['http://127.0.0.1:1', true],
    // behind a TLS proxy
    ['https://127.0.0.1:1', true],
    ['http://127.0.0.1:2', false],
    ['http://127.0.0.1', false],
    [PAGE, false],
    ['null', false],
    ['', false],
  ])('is not %j unless the host is the same: %s', (origin, isSame) => {
    expect(isSameOrigin(origin, requestOf({}))).toBe(isSame)
  })

  it('is always allowed, and gets no CORS headers; others are allowed as listed', async () => {
    const own = await allowSameOrigin(handler, [])(requestOf({ origin: 'http://127.0.0.1:1' }))
    expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([201, null])
    await expectRejection(await allowSameOrigin(handler, [])(requestOf({ origin: PAGE })))
    const listed = await allowSameOrigin(handler, [PAGE])(requestOf({ origin: PAGE }))
    expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([201, PAGE])
    expect((await allowSameOrigin(handler, [])(requestOf({}))).status).toBe(201)
    await expectRejection(await allowSameOrigin(handler, [])(requestOf({ 'sec-fetch-site': 'cross-site' })))
  })
})
