// Serves the built page: the files of one folder with security headers, and index.html for the page's own routes.

import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { FetchHandler } from './httpServer.ts'

/** The policy of index.html's meta element, plus frame-ancestors, which only a header can set. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self' https: http://localhost:* http://127.0.0.1:* http://*.onion:*",
  "manifest-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default faba-templates',
  "frame-ancestors 'none'",
].join('; ')

/** The headers of every response. public/_headers has them for static hosts. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(self), clipboard-write=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  // For browsers without frame-ancestors.
  'x-frame-options': 'DENY',
}

/** Codes of paths that name no file. */
const MISSING: ReadonlySet<unknown> = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'])

const isFileMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && MISSING.has(error.code)

/** Returns the content of a file; undefined if it does not exist. */
const readFileIfExists = async (path: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    if (isFileMissing(error)) return undefined
    throw error
  }
}

const fileResponse = (path: string, content: Uint8Array<ArrayBuffer>): Response =>
  new Response(content, {
    headers: {
      'content-type': getMimeType(path) ?? 'application/octet-stream',
      // The names of built assets contain a hash of their content; all other files are revalidated.
      'cache-control': path.startsWith(`${sep}assets${sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
    },
  })

/** Returns the normalized file path of a request; undefined if its encoding is invalid. */
const filePathOf = (request: Request): string | undefined => {
  try {
    const path = normalize(decodeURIComponent(new URL(request.url).pathname))
    return path.endsWith(sep) ? join(path, 'index.html') : path
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/**
 * Redirects to the page, which names its files relative to its folder. The location is relative too: a reverse proxy may serve the page
 * below a path.
 */
const redirectToPage = (request: Request): Response => {
  const depth = new URL(request.url).pathname.split('/').length - 2
  return new Response(null, { status: 302, headers: { location: depth === 0 ? './' : '../'.repeat(depth) } })
}

const respond = async (folder: string, request: Request): Promise<Response> => {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return new Response('Method Not Allowed\n', { status: 405, headers: { allow: 'GET, HEAD' } })
  const path = filePathOf(request)
  if (path === undefined) return new Response('Bad Request\n', { status: 400 })
  const content = path.includes('\0') ? undefined : await readFileIfExists(join(folder, path))
  if (content !== undefined) return fileResponse(path, content)
  if (extname(path) === '') return redirectToPage(request)
  return new Response('Not Found\n', { status: 404 })
}

/** Returns a handler for the files below `folder`. Paths without a file and without an extension lead to the page. */
export const createFileServer =
  (folder: string): FetchHandler =>
  async (request) => {
    const response = await respond(folder, request)
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value)
    return response
  }
