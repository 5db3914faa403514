// A static host: serves the built page as files, with no headers but their types.
import { serve } from '@hono/node-server'
import type { FetchHandler } from '../../../src/cli/http/httpServer.ts'
import { createFileServer } from '../../../src/cli/http/staticFiles.ts'
import { freePort } from '../../support/peers/monero.ts'

export type Host = { readonly origin: string; stop(): void }

/** Serves a handler on a port of its own. */
export const startHost = async (fetch: FetchHandler): Promise<Host> => {
  const port = await freePort()
  const server = serve({ fetch: (request) => fetch(request), hostname: '127.0.0.1', port })
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.close() }
}

const files = createFileServer('dist')

/** Returns a handler for the built page in a folder, such as `/wallet/`; other paths have no file. */
export const createStaticHost =
  (folder: string): FetchHandler =>
  async (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(folder)) return new Response('Not Found\n', { status: 404 })
    url.pathname = url.pathname.slice(folder.length - 1)
    const { body, status, headers } = await files(new Request(url, request))
    // A static host has no redirect to the page.
    if (status !== 200) return new Response('Not Found\n', { status: 404 })
    return new Response(body, { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
  }

/**
 * Serves the compact chain that `faba serve` has at a URL, at `/compact` of another origin.
 * @param isBroken whether each request fails at present
 */
export const startFilesHost = (url: string, isBroken: () => boolean = () => false): Promise<Host> =>
  startHost(async (request) => {
    const { pathname } = new URL(request.url)
    const headers = { 'access-control-allow-origin': '*' }
    if (isBroken()) return new Response('', { status: 503, headers })
    const { body, status } = await fetch(`${url}${pathname.replace('/compact/', '/compact/oxen-regtest/')}`)
    return new Response(body, { status, headers })
  })
