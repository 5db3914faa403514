// The built page on its own server, which can publish another version or stop.
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import type { FetchHandler } from '../../../src/cli/http/httpServer.ts'
import { createFileServer } from '../../../src/cli/http/staticFiles.ts'
import { freePort } from '../../support/peers/monero.ts'

export type Site = {
  readonly url: string
  /** name of the stylesheet of the version that is published now */
  style(): string
  /** Publishes another version: its stylesheet has another name. */
  publish(): void
  stop(): void
}

/** The stylesheet that index.html names. */
const styleOf = (folder: string): string => {
  const found = /<link rel="stylesheet"[^>]* href="\.\/assets\/([^"]+)"/.exec(
    readFileSync(join(folder, 'index.html'), 'utf8'),
  )
  if (found?.[1] === undefined) throw new Error(`index.html in ${folder} names no stylesheet of /assets`)
  return found[1]
}

/** Imitates a build after a change of styles: a new name in index.html and in the list of the service worker. Scripts name each other, so
 * that none of them can be renamed alone. */
const publish = (folder: string, version: number): void => {
  const before = styleOf(folder)
  const after = `style-Version${version}.css`
  cpSync(join(folder, 'assets', before), join(folder, 'assets', after))
  for (const file of ['index.html', 'service-worker.js'])
    writeFileSync(join(folder, file), readFileSync(join(folder, file), 'utf8').replaceAll(before, after))
  const revision = createHash('md5')
    .update(readFileSync(join(folder, 'index.html')))
    .digest('hex')
  const worker = join(folder, 'service-worker.js')
  const list = readFileSync(worker, 'utf8')
  const renewed = list.replace(/(?<="revision":")[0-9a-f]{32}(?=","url":"index\.html")/, revision)
  if (renewed === list) throw new Error('service-worker.js lists no revision of index.html')
  writeFileSync(worker, renewed)
}

/** Returns a handler of paths below a folder, such as `/wallet/`, for files of another folder. */
const below =
  (path: string, files: FetchHandler): FetchHandler =>
  async (request) => {
    const url = new URL(request.url)
    if (!url.pathname.startsWith(path)) return new Response('Not Found\n', { status: 404 })
    url.pathname = url.pathname.slice(path.length - 1)
    return await files(new Request(url, request))
  }

/**
 * Serves a copy of the built page; `node` handles requests below /node.
 * @param path of the page's folder
 */
export const startSite = async (node?: FetchHandler, path = '/'): Promise<Site> => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-page-'))
  cpSync('dist', folder, { recursive: true })
  const files = below(path, createFileServer(folder))
  const handler: FetchHandler = (request) =>
    node !== undefined && new URL(request.url).pathname.startsWith('/node/') ? node(request) : files(request)
  const port = await freePort()
  const server = serve({ fetch: (request) => handler(request), hostname: '127.0.0.1', port })
  let version = 1
  return {
    url: `http://127.0.0.1:${port}${path === '/' ? '' : path}`,
    style: () => styleOf(folder),
    publish: () => publish(folder, ++version),
    stop: () => {
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
