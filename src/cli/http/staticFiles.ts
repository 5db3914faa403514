// Serves the built page: files of one folder with the headers that keep a wallet safe, and the page itself for its own paths.

import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import type { FetchHandler } from './httpServer.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** The page's policy, which also stands in index.html; only a header can forbid framing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:*",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const SAFETY: Record<string, string> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ENOENT' || error.code === 'EISDIR' || error.code === 'ENOTDIR')

/** The file's bytes, or undefined where there is no such file. */
const readIfThere = async (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** A handler for the files below `folder`. Paths without a file and without an extension are the page's own and get index.html. */
export const serveFiles = (folder: string): FetchHandler => {
  const answer = (path: string, bytes: Uint8Array<ArrayBuffer>): Response =>
    new Response(bytes, {
      headers: {
        ...SAFETY,
        'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
        // Built assets carry a hash of their content in their names; everything else is asked for again.
        'cache-control': path.startsWith(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      },
    })
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return new Response('Method Not Allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
    let path: string
    try {
      path = normalize(decodeURIComponent(new URL(request.url).pathname))
    } catch {
      return new Response('Bad Request\n', { status: 400 })
    }
    const wanted = path.endsWith(sep) ? join(path, 'index.html') : path
    const bytes = wanted.includes('\0') ? undefined : await readIfThere(join(folder, wanted))
    if (bytes !== undefined) return answer(wanted, bytes)
    const page = extname(wanted) === '' ? await readIfThere(join(folder, 'index.html')) : undefined
    if (page !== undefined) return answer('index.html', page)
    return new Response('Not Found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
}
