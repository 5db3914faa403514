// The file server of the page: every response, whatever its status, has the security headers.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { createFileServer, SECURITY_HEADERS } from '../../../../src/cli/http/staticFiles.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-files-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'assets'))
for (const name of ['index.html', 'assets/a.js', 'page.webmanifest']) writeFileSync(join(folder, name), name)

it.each([
  ['GET', '/', 200],
  ['HEAD', '/', 200],
  ['GET', '/assets/a.js', 200],
  ['GET', '/page.webmanifest', 200],
  ['GET', '/deep/route', 302],
  ['GET', '/assets', 302],
  ['GET', '/%ff', 400],
  ['GET', '/nothing.js', 404],
  ['GET', '/nothing.js%00', 404],
  ['GET', `/${'a'.repeat(300)}.js`, 404],
  ['GET', '/index.html/a.js', 404],
  ['POST', '/', 405],
])('sets the security headers: %s %s, status %i', async (method, path, status) => {
  const response = await createFileServer(folder)(new Request(`http://page.example${path}`, { method }))
  expect(response.status).toBe(status)
  expect(Object.fromEntries(response.headers)).toMatchObject(SECURITY_HEADERS)
})
