// OpenAlias names in place of addresses in calls of the wallet RPC.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import type { ResolveAlias } from '../../../../src/dns/aliasResolver.ts'
import { NameNotFoundError, NotValidatedError, ResolverError } from '../../../../src/dns/errors.ts'
import type { Engine } from '../../../../src/engine/engine.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import type { WalletRpcContext } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { engineWalletHost } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { failureIn, parseRpcResponse, resultIn } from '../../../support/rpc/response.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { smallChain } from '../../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const C: string = wallets.C.keys.address
const MONERO = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'

const alias = (prefix: string, address: string) => ({ prefix, address, recipientName: '' })

const resolveName: ResolveAlias = async (name) => {
  if (name === 'c@example.org') return [alias('xmr', MONERO), alias('oxen', C)]
  if (name === 'monero.example.org') return [alias('xmr', MONERO)]
  if (name === 'forged.example.org') throw new NotValidatedError('its records are not signed')
  if (name === 'offline.example.org') throw new ResolverError('the resolver cannot be reached')
  throw new NameNotFoundError(`${name} has no TXT record`)
}

let engine: Engine
beforeAll(async () => {
  engine = await restored(testHost(new FakeNode(oxenRegtest, smallChain())), 'oxen-regtest', wallets.B.keys.mnemonic)
})
afterAll(async () => {
  await engine.closeWallet()
})

const callWallet = async (
  method: string,
  params: unknown,
  more: Partial<WalletRpcContext> = {},
): Promise<JsonObject> => {
  const context = {
    wallet: openedIn(engine),
    rpcEnabled: true,
    host: { ...engineWalletHost(engine), resolveName },
    ...more,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await createWalletRpc(context)(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  const parsed = parseRpcResponse(await response.text())
  return failureIn(parsed) ?? resultIn(parsed)
}

const REJECTIONS = [
  ['forged.example.org', 'Invalid DNSSEC for forged.example.org'],
  ['offline.example.org', 'Invalid address: offline.example.org'],
  ['nobody.example.org', 'Invalid address: nobody.example.org'],
  ['monero.example.org', 'Invalid address: monero.example.org'],
] as const

/** Calls with an address. */
const CALLS: readonly (readonly [string, (address: string) => JsonObject])[] = [
  ['transfer', (address) => ({ destinations: [{ amount: 1, address }], do_not_relay: true })],
  ['transfer_split', (address) => ({ destinations: [{ amount: 1, address }], do_not_relay: true })],
  ['sweep_all', (address) => ({ address, do_not_relay: true })],
  ['sweep_single', (address) => ({ address, key_image: '00'.repeat(32), do_not_relay: true })],
  ['add_address_book', (address) => ({ address })],
  ['verify', (address) => ({ address, data: 'x', signature: 'SigV1' })],
]

describe.each(CALLS)('%s', (method, params) => {
  it.each(REJECTIONS)('rejects %s', async (name, message) => {
    expect(await callWallet(method, params(name))).toEqual({ code: -2, message })
  })

  it('accepts a name as it accepts its address', async () => {
    const withName = await callWallet(method, params('c@example.org'))
    expect(withName['code']).not.toBe(-2)
    // Outputs and decoys are random, so that only the fields of the results are the same.
    const withAddress = await callWallet(method, params(C))
    expect(Object.keys(withName)).toEqual(Object.keys(withAddress))
    expect(withName['code']).toBe(withAddress['code'])
  })

  it('rejects names without a resolver', async () => {
    const none = { host: engineWalletHost(engine) }
    expect(await callWallet(method, params('c@example.org'), none)).toEqual({
      code: -2,
      message: 'Invalid address: c@example.org',
    })
  })
})

it('requires addresses where the user approves payments', async () => {
  const requestApproval = async () => {
    throw new Error('no approval may be requested')
  }
  const params = { destinations: [{ amount: 1, address: 'c@example.org' }] }
  expect(await callWallet('transfer', params, { requestApproval })).toEqual({
    code: -2,
    message: 'Invalid address: c@example.org',
  })
})

it('stores the address of a name in the address book', async () => {
  const { index } = await callWallet('add_address_book', { address: 'c@example.org', description: 'C' })
  const { entries } = await callWallet('get_address_book', { entries: [index] })
  expect(entries).toMatchObject([{ address: C, description: 'C' }])
  expect(
    await callWallet('edit_address_book', { index, set_address: true, address: 'nobody.example.org' }),
  ).toMatchObject({
    code: -2,
  })
  expect(await callWallet('edit_address_book', { index, set_address: true, address: 'c@example.org' })).toEqual({})
})

describe('validate_address', () => {
  const INVALID = { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' }
  const VALID = { valid: true, integrated: false, subaddress: false, nettype: 'mainnet' }

  it('returns the address of a name if allow_openalias is set', async () => {
    const params = { address: 'c@example.org', allow_openalias: true, any_net_type: true }
    expect(await callWallet('validate_address', params)).toEqual({ ...VALID, openalias_address: C })
    expect(await callWallet('validate_address', { ...params, allow_openalias: false })).toEqual(INVALID)
    // wallet2 knows no address of a regtest.
    expect(await callWallet('validate_address', { ...params, any_net_type: false })).toEqual(INVALID)
  })

  it('returns invalid for a name without an address, and an error if resolving fails', async () => {
    const options = { allow_openalias: true, any_net_type: true }
    for (const address of ['nobody.example.org', 'monero.example.org'])
      expect(await callWallet('validate_address', { address, ...options })).toEqual(INVALID)
    for (const [address, message] of REJECTIONS.slice(0, 2))
      expect(await callWallet('validate_address', { address, ...options })).toEqual({ code: -2, message })
  })
})
