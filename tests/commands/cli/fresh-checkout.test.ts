// A checkout without build results: the command builds the kernels.

import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { createCommands, post, untilOutput } from '../../support/peers/commands.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const checkout = mkdtempSync(join(tmpdir(), 'faba-checkout-'))
const commands = createCommands()
afterAll(async () => {
  await commands.end()
  rmSync(checkout, { recursive: true })
})

it('builds the kernels and starts a node after npm ci alone', { timeout: 120_000 }, async () => {
  for (const name of ['src', 'wasm', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(checkout, name), {
      recursive: true,
      filter: (source) => source !== join(ROOT, 'wasm', 'build'),
    })
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  const node = commands.start(process.execPath, [join(checkout, 'src/cli/faba.js'), 'node', '--port', '0'], 'ignore')
  const [url] = await untilOutput(node, /http:\/\/[\d.:]+/)
  expect(await (await post(`${url}/get_height`, {})).json()).toMatchObject({ status: 'OK', height: 101 })
  expect(node.output()).toMatch(/^building the kernels.*\ndevelopment node/)
})
