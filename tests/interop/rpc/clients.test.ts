// The wallet lives that three programs make, each with its own form of requests, before `faba rpc` and before monero-wallet-rpc, both with a
// login: one chain, which is rolled back in between. All responses are compared.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringifyJson } from '../../../src/jsonrpc/json.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type ClientWorld, type Recorded, useClients } from '../../support/rpc/clients/life.ts'
import { php } from '../../support/rpc/clients/php.ts'
import { python } from '../../support/rpc/clients/python.ts'
import { shop } from '../../support/rpc/clients/shop.ts'
import { Comparison } from '../../support/rpc/transcript.ts'
import { withoutSelection } from '../../support/rpc/twin/compare.ts'
import { CLIENT_DIFFERENCES } from './client-differences.ts'

const CLIENTS = [shop, php, python]
const LOGIN = 'ann:geheim'

/** Tolerance in piconero: fees depend on a weight estimate that differs by a few bytes. */
const TOLERANCE = 100_000_000n

/** Makes a wallet whose mined coins can be spent. */
const createWorld = async (daemon: Peer): Promise<ClientWorld> => {
  const reference = await startMoneroWallet(daemon)
  const newAddress = async (filename: string): Promise<string> => {
    await reference.call('create_wallet', { filename, language: 'English' })
    return (await reference.call<{ address: string }>('get_address')).address
  }
  try {
    const stranger = await newAddress('stranger')
    const address = await newAddress('first')
    const { key: words } = await reference.call<{ key: string }>('query_key', { key_type: 'mnemonic' })
    await daemon.call('generateblocks', { amount_of_blocks: 8, wallet_address: address })
    await daemon.call('generateblocks', { amount_of_blocks: 90, wallet_address: stranger })
    return { daemon, words, stranger }
  } finally {
    await reference.stop()
  }
}

const rollBack = async (daemon: Peer, height: number): Promise<void> => {
  const { count } = await daemon.call<{ count: number }>('get_block_count')
  await fetch(`${daemon.url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks: count - height }) })
  await daemon.call('flush_txpool')
}

describe('programs that use a wallet RPC', () => {
  let daemon: Peer
  let ours: readonly Recorded[] = []
  let theirs: readonly Recorded[] = []
  const found: { readonly place: string; readonly values: string }[] = []

  beforeAll(async () => {
    daemon = await startMonerod()
    const world = await createWorld(daemon)
    const { count: height } = await daemon.call<{ count: number }>('get_block_count')
    const live = async (start: typeof startMoneroWallet): Promise<readonly Recorded[]> => {
      const server = await start(daemon, { login: LOGIN })
      try {
        return await useClients(CLIENTS, { url: server.url, login: LOGIN }, world)
      } finally {
        await server.stop()
        await rollBack(daemon, height)
      }
    }
    theirs = await live(startMoneroWallet)
    ours = await live(startFabaWallet)
    const comparison = new Comparison(TOLERANCE)
    for (const [i, { client, method, answer }] of ours.entries()) {
      const other = withoutSelection(theirs[i]?.answer ?? null)
      for (const { path, ...values } of comparison.differences(withoutSelection(answer), other))
        found.push({ place: `${client} ${i} ${method}: ${path}`, values: stringifyJson(values) })
    }
  }, 500_000)

  afterAll(async () => {
    await daemon?.stop()
  })

  it('make the same calls', () => {
    const callsOf = (recorded: readonly Recorded[]) => recorded.map(({ client, method }) => `${client} ${method}`)
    expect(callsOf(ours)).toEqual(callsOf(theirs))
    expect(ours.length).toBeGreaterThan(150)
  })

  it('get the same responses except for the known differences', () => {
    expect(found.filter(({ place }) => !CLIENT_DIFFERENCES.some((known) => known.place.test(place)))).toEqual([])
  })

  it('show every known difference', () => {
    const isShown = (difference: RegExp): boolean => found.some(({ place }) => difference.test(place))
    expect(CLIENT_DIFFERENCES.filter(({ place }) => !isShown(place))).toEqual([])
  })
})
