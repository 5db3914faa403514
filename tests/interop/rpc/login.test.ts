// Programs that log in to `faba rpc` and to monero-wallet-rpc, each in its own form of HTTP Digest.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMoneroWallet } from '../../support/peers/monero.ts'
import { challengeLinesOf, LOGIN_CLIENTS, OTHER_LOGIN_CLIENTS } from '../../support/rpc/clients/logins.ts'

const login = { user: 'ann', password: 'se:cret' }
const services = { 'faba rpc': startFabaWallet, 'monero-wallet-rpc': startMoneroWallet } as const
type ServiceName = keyof typeof services
const peers = new Map<string, Peer>()

const urlOf = (name: ServiceName): string => peers.get(name)?.url ?? ''

beforeAll(async () => {
  // No call needs a node.
  const nowhere = { url: 'http://127.0.0.1:1' }
  for (const [name, start] of Object.entries(services))
    peers.set(name, await start(nowhere, { login: `${login.user}:${login.password}` }))
}, 60_000)

afterAll(async () => {
  for (const peer of peers.values()) await peer.stop()
})

const THREE_VERSIONS = Array(3).fill(expect.any(Number))

describe.each(Object.keys(services) as ServiceName[])('a login to %s', (name) => {
  it.each(Object.entries(LOGIN_CLIENTS))('succeeds with %s', async (_, getVersions) => {
    expect(await getVersions(urlOf(name), login)).toEqual(THREE_VERSIONS)
  })

  it.each(Object.entries(LOGIN_CLIENTS))('fails with %s and a wrong password', async (_, getVersions) => {
    await expect(getVersions(urlOf(name), { ...login, password: 'se' })).rejects.toThrow()
  })
})

it.each(Object.entries(OTHER_LOGIN_CLIENTS))('logs in to faba rpc alone with %s', async (_, getVersions) => {
  expect(await getVersions(urlOf('faba rpc'), login)).toEqual(THREE_VERSIONS)
  await expect(getVersions(urlOf('faba rpc'), { ...login, password: 'se' })).rejects.toThrow()
  await expect(getVersions(urlOf('monero-wallet-rpc'), login)).rejects.toThrow()
})

it("sends monero-wallet-rpc's challenges, then one for Basic", async () => {
  const linesOf = async (name: ServiceName): Promise<readonly string[]> =>
    (await challengeLinesOf(urlOf(name))).map((line) => line.replace(/nonce="[^"]+"/, 'nonce=""'))
  const theirs = await linesOf('monero-wallet-rpc')
  expect(theirs).toHaveLength(2)
  expect(await linesOf('faba rpc')).toEqual([...theirs, 'WWW-authenticate: Basic realm="monero-rpc", charset="UTF-8"'])
})
