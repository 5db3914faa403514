// Wallet RPC without a node: `faba rpc` and monero-wallet-rpc report in the same words which calls need one.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { caller, type RpcResponse } from '../../support/peers/commands.ts'
import { type Peer, startFabaWallet, startMoneroWallet } from '../../support/peers/monero.ts'

const NODE = '127.0.0.1:1'
const services: Peer[] = []
let address = ''

const callBoth = (method: string, params: object): Promise<readonly RpcResponse[]> =>
  Promise.all(services.map(({ url }) => caller(`${url}/json_rpc`)(method, params)))

beforeAll(async () => {
  for (const start of [startFabaWallet, startMoneroWallet]) services.push(await start({ url: `http://${NODE}` }))
  for (const { call } of services) await call('create_wallet', { filename: 'a', language: 'English' })
  address = String((await services[0]?.call('get_address'))?.['address'])
}, 60_000)

afterAll(async () => {
  for (const service of services) await service.stop()
})

const ID = '0'.repeat(64)

it.each([
  { method: 'check_reserve_proof', params: () => ({ address, message: '', signature: '' }) },
  { method: 'check_reserve_proof', params: () => ({ address, message: '', signature: 'ReserveProofV2x' }) },
  { method: 'check_tx_key', params: () => ({ address, txid: ID, tx_key: `01${ID.slice(2)}` }) },
])('checks the connection before the proof: $method', async ({ method, params }) => {
  for (const { error } of await callBoth(method, params())) {
    expect(error?.code).toBe(-1)
    expect(error?.message.replace('http://', '')).toBe(`Failed to connect to daemon: ${NODE}`)
  }
})

it.each([
  { method: 'check_reserve_proof', params: () => ({ address: 'x', message: '', signature: '' }) },
  { method: 'check_tx_key', params: () => ({ address: 'x', txid: ID, tx_key: ID }) },
  { method: 'check_tx_key', params: () => ({ address, txid: 'x', tx_key: ID }) },
  { method: 'check_spend_proof', params: () => ({ txid: ID, message: '', signature: '' }) },
])('checks the parameters before the connection: $method', async ({ method, params }) => {
  const [ours, theirs] = (await callBoth(method, params())).map(({ error }) => [error?.code, error?.message])
  expect(ours).toEqual(theirs)
})
