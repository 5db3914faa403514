// The form of each family's wallet RPC, without an open wallet.
import { describe, expect, it } from 'vitest'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import type { WalletHost } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'

const post = async (network: Network, method: string): Promise<unknown> => {
  // The methods called here read no other member.
  const host = { network, hasFolder: true } as WalletHost
  const rpc = createWalletRpc({ wallet: undefined, rpcEnabled: true, host })
  const response = await rpc(
    new Request('http://wallet/json_rpc', { method: 'POST', body: JSON.stringify({ id: 1, method }) }),
  )
  return await response.json()
}

describe('get_version', () => {
  it.each([
    ['oxen-wallet-rpc 8.1', 'oxen-mainnet', { version: 65553 }],
    ['monero-wallet-rpc 0.18.5', 'monero-stagenet', { version: 65568, release: true }],
  ])('returns the version of %s', async (_, id, result) => {
    expect(await post(networkById(id), 'get_version')).toMatchObject({ result })
  })
})

const LENIENT_BODIES = [
  ['text after the JSON', '{"id":1,"method":"get_version"} x'],
  ['a comma before a bracket', '{"id":1,"method":"get_version",}'],
  ['control characters in a text', '{"id":"a\tb\n\u0001","method":"get_version"}'],
] as const

const send = async (id: string, httpMethod: string, body: string, strictJson: boolean) => {
  // The methods called here read no other member.
  const host = { network: networkById(id), hasFolder: true } as WalletHost
  const rpc = createWalletRpc({ wallet: undefined, rpcEnabled: true, host }, { strictJson })
  const response = await rpc(new Request('http://wallet/json_rpc', { method: httpMethod, body }))
  return { status: response.status, body: await response.text() }
}

describe.each([
  ['oxen-mainnet', ''],
  ['monero-mainnet', 0],
])('a service of %s', (network, missingId) => {
  it.each(LENIENT_BODIES)('takes %s, and refuses it with --strict-json', async (_, body) => {
    expect((await send(network, 'POST', body, false)).body).toContain('"version"')
    expect(JSON.parse((await send(network, 'POST', body, true)).body)).toMatchObject({ error: { code: -32700 } })
  })

  it.each(['00', '01', '+1', '0x1', '.5', '1.'])('refuses %s in place of a number', async (number) => {
    const body = `{"id":${number},"method":"get_version"}`
    expect(JSON.parse((await send(network, 'POST', body, false)).body)).toMatchObject({ error: { code: -32700 } })
  })

  it('keeps control characters of a text', async () => {
    const { body } = await send(network, 'POST', '{"id":"a\tb\n\u0001\\"c","method":"get_version"}', false)
    expect(JSON.parse(body)).toMatchObject({ id: 'a\tb\n\u0001"c' })
  })

  it('repeats any id, and only texts and numbers with --strict-json', async () => {
    const idOf = async (body: string, strictJson: boolean): Promise<unknown> =>
      JSON.parse((await send(network, 'POST', body, strictJson)).body).id
    expect(await idOf('{"id":true,"method":"get_version"}', false)).toBe(true)
    expect(await idOf('{"id":true,"method":"get_version"}', true)).toBe(missingId)
    expect(await idOf('{"method":"get_version"}', false)).toBe(missingId)
  })
})

it('takes other HTTP methods as monero-wallet-rpc does, and refuses them with --strict-json', async () => {
  const body = '{"id":1,"method":"get_version"}'
  expect((await send('monero-mainnet', 'PUT', body, false)).body).toContain('"version"')
  expect((await send('monero-mainnet', 'PUT', body, true)).status).toBe(404)
  expect((await send('oxen-mainnet', 'PUT', body, false)).status).toBe(404)
})
