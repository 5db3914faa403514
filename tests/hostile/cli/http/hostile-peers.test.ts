// Whatever a node, a proxy, a resolver or a database sends: each request settles, and no error reaches the process, which would end it.
// FABA_HOSTILE_DIALOGUES sets the number of dialogues with each of them.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createNodeProxy } from '../../../../src/cli/http/nodeProxy.ts'
import { createRouteFetch, directFetch, type NodeRoute } from '../../../../src/cli/http/nodeRoute.ts'
import { createResolverFetch } from '../../../../src/cli/rpc/connections/resolverFetch.ts'
import { createTransport } from '../../../../src/daemon/transport.ts'
import type { Fetch } from '../../../../src/jsonrpc/client.ts'
import { DatabaseSession } from '../../../../src/store/postgres/databaseSession.ts'
import { serveNode } from '../../../support/devnet/serve-node.ts'
import {
  type Dialogue,
  dialoguesOf,
  type HostileHost,
  HTTP_PIECES,
  POSTGRES_PIECES,
  recordFaults,
  SOCKS_PIECES,
  startHostileHost,
} from '../../../support/peers/hostile-host.ts'
import { runs } from '../../../support/runs.ts'

const DIALOGUES = Number(process.env['FABA_HOSTILE_DIALOGUES'] ?? runs(150))
/** Of one request. A host that hangs lets it end. */
const TIMEOUT_MS = 60_000
/** Time that a request waits for a host, which may hang. */
const PATIENCE_MS = 40
const TEST = { timeout: 600_000 + DIALOGUES * 1000 }

const folder = mkdtempSync(join(tmpdir(), 'faba-hostile-'))
const tls = { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
let plain: HostileHost
let secure: HostileHost
const recorder = recordFaults()

beforeAll(async () => {
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=host', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', tls.key, '-out', tls.cert],
    ],
    { stdio: 'ignore' },
  )
  plain = await startHostileHost()
  secure = await startHostileHost(tls)
})

afterAll(async () => {
  await plain.close()
  await secure.close()
  recorder.stop()
  rmSync(folder, { recursive: true })
})

const ANY_CERTIFICATE = { allowsAnyCertificate: true }

/** Settles like a request, whose failures are expected. */
const settle = async (request: Promise<unknown>): Promise<'settled' | 'late'> => {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), TIMEOUT_MS)
  const settled = request.then(
    () => 'settled' as const,
    () => 'settled' as const,
  )
  return await Promise.race([settled, late.promise]).finally(() => clearTimeout(timer))
}

/** Has dialogues with a host; each request to it settles. */
const converse = async (
  host: () => HostileHost,
  pieces: readonly Uint8Array[],
  request: () => Promise<unknown>,
): Promise<void> => {
  const converseOnce = async (dialogue: Dialogue): Promise<void> => {
    host().say(dialogue)
    expect(await settle(request())).toBe('settled')
  }
  await fc.assert(fc.asyncProperty(dialoguesOf(pieces), converseOnce), { numRuns: DIALOGUES, endOnFailure: true })
  // Errors of sockets come in later turns.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(recorder.faults.splice(0)).toEqual([])
}

const requestOver = (fetch: Fetch, url: string) => async (): Promise<void> => {
  const transport = createTransport({ url, fetch, timeoutMs: PATIENCE_MS, login: { user: 'ann', password: 'secret' } })
  await transport.post('/json_rpc', { body: '{}', maxBytes: 1000, signal: undefined })
}

const routeFetch = (route: Partial<NodeRoute>): Fetch =>
  createRouteFetch({ proxy: undefined, tls: undefined, ...route })

describe('requests to a node', () => {
  it('settle over HTTP', TEST, async () => {
    await converse(() => plain, HTTP_PIECES, requestOver(directFetch, `http://127.0.0.1:${plain.port}`))
  })

  it('settle over TLS', TEST, async () => {
    const fetch = routeFetch({ tls: ANY_CERTIFICATE })
    await converse(() => secure, HTTP_PIECES, requestOver(fetch, `https://127.0.0.1:${secure.port}`))
  })

  it('settle where TLS is expected and something else comes', TEST, async () => {
    const fetch = routeFetch({ tls: ANY_CERTIFICATE })
    await converse(() => plain, HTTP_PIECES, requestOver(fetch, `https://127.0.0.1:${plain.port}`))
  })

  it.each(['http', 'https'])('settle over a proxy, to a node by %s', TEST, async (protocol) => {
    const fetch = routeFetch({ proxy: { host: '127.0.0.1', port: plain.port }, tls: ANY_CERTIFICATE })
    await converse(() => plain, SOCKS_PIECES, requestOver(fetch, `${protocol}://node.example:18081`))
  })

  it('settle for the clients of a proxied node', TEST, async () => {
    const output = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const proxy = await serveNode(createNodeProxy(`http://127.0.0.1:${plain.port}`, { timeoutMs: PATIENCE_MS }))
    await converse(
      () => plain,
      HTTP_PIECES,
      async () => await (await directFetch(new Request(`${proxy.url}/get_info`, { method: 'POST' }))).arrayBuffer(),
    )
    await proxy.close()
    output.mockRestore()
  })
})

describe('requests to a resolver', () => {
  const ask = (fetch: Fetch, url: string) => async (): Promise<void> => {
    const response = await fetch(new Request(url, { signal: AbortSignal.timeout(PATIENCE_MS) }))
    await response.arrayBuffer()
  }

  it('settle where TLS is expected and something else comes', TEST, async () => {
    const url = `https://127.0.0.1:${plain.port}/dns-query`
    await converse(
      () => plain,
      HTTP_PIECES,
      () => ask(createResolverFetch(undefined), url)(),
    )
  })

  it('settle over TLS without HTTP/2', TEST, async () => {
    const url = `https://127.0.0.1:${secure.port}/dns-query`
    await converse(
      () => secure,
      HTTP_PIECES,
      () => ask(createResolverFetch(undefined), url)(),
    )
  })

  it('settle over a proxy', TEST, async () => {
    const proxy = { host: '127.0.0.1', port: plain.port }
    await converse(
      () => plain,
      SOCKS_PIECES,
      () => ask(createResolverFetch(proxy), 'http://resolver.example/q')(),
    )
  })
})

describe('statements to a database', () => {
  const run = (port: number, sslMode: 'disable' | 'require') => async (): Promise<void> => {
    const address = {
      host: '127.0.0.1',
      port,
      database: 'd',
      user: 'u',
      password: undefined,
      sslMode,
      caFile: undefined,
    }
    const opening = DatabaseSession.open(address, 'secret')
    const session = await Promise.race([opening, new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))])
    if (session === undefined) {
      // A server that hangs is left after seconds; it ends here by the end of the host.
      opening.then(
        (late) => late.abort(),
        () => undefined,
      )
      return
    }
    await Promise.race([session.query('SELECT 1'), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]).finally(
      () => session.abort(),
    )
  }

  it('settle', TEST, async () => {
    await converse(() => plain, POSTGRES_PIECES, run(plain.port, 'disable'))
  })

  it('settle where TLS is expected', TEST, async () => {
    await converse(() => plain, POSTGRES_PIECES, run(plain.port, 'require'))
  })
})
