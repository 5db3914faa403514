// Several wallets at paths of their own: what they request from the node together, and what each keeps for itself.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { sharedOptions, WalletPaths } from '../../../../src/cli/rpc/wallets/walletPaths.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { moneroPagesNode } from '../../../support/wallet/pages-node.ts'

const ended: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ended.splice(0)) await end()
})

const node = moneroPagesNode()

/** Paths of wallets that follow a recorded chain of 60 blocks. */
const servicePaths = (maxOpen = 10) => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-paths-'))
  node.setHeight(60)
  const files = sharedOptions({
    network: moneroRegtest,
    folder,
    log: new Log('', undefined),
    stop: () => undefined,
    createScanner,
    node: { url: 'http://node.test', login: undefined, trusted: true, proxy: '', fetch: node.fetch },
  })
  const paths = new WalletPaths({ files, maxOpen, createService: (context) => createWalletRpc(context) })
  const handler = paths.handler(async ({ url }) => new Response(`other: ${new URL(url).pathname}`))
  ended.push(async () => {
    await paths.shutDown()
    rmSync(folder, { recursive: true })
  })
  const get = async (path: string): Promise<string> => await (await handler(new Request(`http://here${path}`))).text()
  const call = async (
    name: string,
    method: string,
    params: object = {},
  ): Promise<{ result?: unknown; error?: unknown }> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const response = await handler(new Request(`http://here/wallets/${name}/json_rpc`, { method: 'POST', body }))
    return (await response.json()) as { result?: unknown; error?: unknown } // JSON-RPC responses have this shape
  }
  return { call, get, paths }
}

const NAMES = ['a', 'b', 'c', 'd', 'e']
const countOf = (requests: readonly string[], path: string): number =>
  requests.filter((one) => one.endsWith(path)).length

it('requests a new block once for all wallets', async () => {
  const { call } = servicePaths()
  for (const name of NAMES) await call(name, 'create_wallet', { language: 'English' })
  await Promise.all(NAMES.map((name) => call(name, 'auto_refresh', { enable: false })))
  await Promise.all(NAMES.map((name) => call(name, 'refresh')))
  const before = node.requests.length
  node.setHeight(61)
  await Promise.all(NAMES.map((name) => call(name, 'refresh')))
  expect(countOf(node.requests.slice(before), '/get_blocks.bin')).toBe(1)
  for (const name of NAMES) expect(await call(name, 'get_height')).toMatchObject({ result: { height: 61 } })
})

it('requests for a wallet alone after it chose another node', async () => {
  const { call } = servicePaths()
  for (const name of ['a', 'b']) {
    await call(name, 'create_wallet', { language: 'English' })
    await call(name, 'auto_refresh', { enable: false })
    await call(name, 'refresh')
  }
  expect(await call('a', 'set_daemon', { address: 'http://127.0.0.1:1' })).toMatchObject({ result: {} })
  node.setHeight(61)
  await Promise.all(['a', 'b'].map((name) => call(name, 'refresh')))
  expect(await call('a', 'get_height')).toMatchObject({ result: { height: 60 } })
  expect(await call('b', 'get_height')).toMatchObject({ result: { height: 61 } })
})

it('opens no more wallets than allowed, also at the same moment', async () => {
  const { call } = servicePaths(2)
  const created = await Promise.all(NAMES.map((name) => call(name, 'create_wallet', { language: 'English' })))
  expect(created.filter(({ error }) => error === undefined)).toHaveLength(2)
  // The slot of a wallet that could not be opened is free again.
  const [open] = NAMES.filter((_, i) => created[i]?.error === undefined)
  await call(open ?? '', 'close_wallet')
  expect(await call('none', 'open_wallet')).toHaveProperty('error')
  expect(await call('none', 'open_wallet')).toHaveProperty('error')
  expect(await call('new', 'create_wallet', { language: 'English' })).toHaveProperty('result')
})

it('passes other paths on', async () => {
  const { get } = servicePaths()
  for (const path of [
    '/json_rpc',
    '/wallets',
    '/wallets/a',
    '/wallets//json_rpc',
    '/wallets/%ff/json_rpc',
    '/wallets/a/b/c',
  ])
    expect(await get(path)).toBe(`other: ${path}`)
})

it('ends the refresh of every wallet when the service stops', async () => {
  const { call, paths } = servicePaths()
  for (const name of NAMES) await call(name, 'create_wallet', { language: 'English' })
  const refreshing = NAMES.map((name) => call(name, 'refresh'))
  paths.endSyncs()
  expect(await Promise.all(refreshing)).toHaveLength(NAMES.length)
})
