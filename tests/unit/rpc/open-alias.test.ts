// OpenAlias names over the wallet RPC, in the place of addresses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { ResolveAlias } from '../../../src/dns/aliasResolver.ts'
import { NameNotFoundError, NotValidatedError, ResolverError } from '../../../src/dns/errors.ts'
import { engineWalletHost } from '../../../src/rpc/hosts/engineWalletHost.ts'
import { createWalletRpc } from '../../../src/rpc/service.ts'
import type { WalletRpcContext } from '../../../src/rpc/walletRpcContext.ts'
import type { Engine } from '../../../src/wallet/engine/engine.ts'
import { vector } from '../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../support/wallet/chain-node.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared, not understood
type Json = { readonly [name: string]: any }

const { wallets } = vector('oxen/chain-small/wallets.json')
const C: string = wallets.C.keys.address
const MONERO = '46BeWrHpwXmHDpDEUmZBWZfoQpdc6HaERCNmx1pEYL2rAcuwufPN9rXHHtyUA4QVy66qeFQkn6sfK8aHYjA3jk3o1Bv16em'

const alias = (prefix: string, address: string) => ({ prefix, address, recipientName: '' })

const resolveName: ResolveAlias = async (name) => {
  if (name === 'c@example.org') return [alias('xmr', MONERO), alias('oxen', C)]
  if (name === 'monero.example.org') return [alias('xmr', MONERO)]
  if (name === 'forged.example.org') throw new NotValidatedError('the records of it are not signed')
  if (name === 'offline.example.org') throw new ResolverError('the resolver cannot be reached')
  throw new NameNotFoundError(`there is no text at ${name}`)
}

let engine: Engine
beforeAll(async () => {
  engine = await restored(testHost(new ChainNode(oxenRegtest, smallChain())), 'oxen-regtest', wallets.B.keys.mnemonic)
})
afterAll(async () => {
  await engine.closeWallet()
})

const ask = async (method: string, params: unknown, more: Partial<WalletRpcContext> = {}): Promise<Json> => {
  const source = {
    wallet: openedIn(engine),
    rpcEnabled: true,
    host: { ...engineWalletHost(engine), resolveName },
    ...more,
  }
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
  const response = await createWalletRpc(source)(new Request('http://wallet/json_rpc', { method: 'POST', body }))
  // Answers are objects.
  const { result, error } = (await response.json()) as Json
  return error === undefined ? result : { code: error.code, message: error.message }
}

const REFUSALS = [
  ['forged.example.org', 'Invalid DNSSEC for forged.example.org'],
  ['offline.example.org', 'Invalid address: offline.example.org'],
  ['nobody.example.org', 'Invalid address: nobody.example.org'],
  ['monero.example.org', 'Invalid address: monero.example.org'],
] as const

/** Calls that take an address, with what they are answered where it is good. */
const CALLS: readonly (readonly [string, (address: string) => Json])[] = [
  ['transfer', (address) => ({ destinations: [{ amount: 1, address }], do_not_relay: true })],
  ['transfer_split', (address) => ({ destinations: [{ amount: 1, address }], do_not_relay: true })],
  ['sweep_all', (address) => ({ address, do_not_relay: true })],
  ['sweep_single', (address) => ({ address, key_image: '00'.repeat(32), do_not_relay: true })],
  ['add_address_book', (address) => ({ address })],
  ['verify', (address) => ({ address, data: 'x', signature: 'SigV1' })],
]

describe.each(CALLS)('%s', (method, params) => {
  it.each(REFUSALS)('refuses %s', async (name, message) => {
    expect(await ask(method, params(name))).toEqual({ code: -2, message })
  })

  it('does with a name what it does with its address', async () => {
    const withName = await ask(method, params('c@example.org'))
    expect(withName['code']).not.toBe(-2)
    // Coins and decoys are drawn anew each time, so that payments are alike only in what is told of them.
    const withAddress = await ask(method, params(C))
    expect(Object.keys(withName)).toEqual(Object.keys(withAddress))
    expect(withName['code']).toBe(withAddress['code'])
  })

  it('takes no names where none are looked up', async () => {
    const none = { host: engineWalletHost(engine) }
    expect(await ask(method, params('c@example.org'), none)).toEqual({
      code: -2,
      message: 'Invalid address: c@example.org',
    })
  })
})

it('a person is asked about addresses only', async () => {
  const permit = async () => {
    throw new Error('nobody should be asked')
  }
  const params = { destinations: [{ amount: 1, address: 'c@example.org' }] }
  expect(await ask('transfer', params, { requestApproval: permit })).toEqual({
    code: -2,
    message: 'Invalid address: c@example.org',
  })
})

it('the address book keeps the address that a name led to', async () => {
  const { index } = await ask('add_address_book', { address: 'c@example.org', description: 'C' })
  const { entries } = await ask('get_address_book', { entries: [index] })
  expect(entries).toMatchObject([{ address: C, description: 'C' }])
  expect(await ask('edit_address_book', { index, set_address: true, address: 'nobody.example.org' })).toMatchObject({
    code: -2,
  })
  expect(await ask('edit_address_book', { index, set_address: true, address: 'c@example.org' })).toEqual({})
})

describe('validate_address', () => {
  const INVALID = { valid: false, integrated: false, subaddress: false, nettype: '', openalias_address: '' }
  const VALID = { valid: true, integrated: false, subaddress: false, nettype: 'mainnet' }

  it('tells the address that a name leads to, when it is allowed to', async () => {
    const params = { address: 'c@example.org', allow_openalias: true }
    expect(await ask('validate_address', params)).toEqual({ ...VALID, openalias_address: C })
    expect(await ask('validate_address', { ...params, any_net_type: true })).toEqual({ ...VALID, openalias_address: C })
    expect(await ask('validate_address', { ...params, allow_openalias: false })).toEqual(INVALID)
  })

  it('says that a name leads nowhere, and where that is not known', async () => {
    for (const address of ['nobody.example.org', 'monero.example.org'])
      expect(await ask('validate_address', { address, allow_openalias: true })).toEqual(INVALID)
    for (const [address, message] of REFUSALS.slice(0, 2))
      expect(await ask('validate_address', { address, allow_openalias: true })).toEqual({ code: -2, message })
  })
})
