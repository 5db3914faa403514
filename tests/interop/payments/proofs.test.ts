// Proofs and signatures of Faba verified by a real monero-wallet-rpc, and the reverse.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { type RpcParams, resultOf } from '../../support/rpc/wallet-calls.ts'
import { changeCharacter } from '../../support/wallet/change-character.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../support/wallet/engine-host.ts'
import { prepareWalletTransfer } from '../../support/wallet/spend/spend.ts'

const COIN = 10n ** 12n

/** Faba's wallet, created for this run. */
const keys = generateKeys(crypto.getRandomValues(new Uint8Array(32)))
const home = formatAddress(moneroRegtest, subaddressAt(keys, 0, 0))

let daemon: Peer
let peer: Peer
let engine: Engine
let theirs: { readonly primary: string; readonly subaddress: string }
/** a payment of Faba to two addresses of the peer, and one of the peer to two of Faba */
let paid: string
let received: string
let subaddress: string

const ours = (method: string, params: RpcParams = {}): Promise<RpcParams> => resultOf(engine, method, params)
const there = (method: string, params: RpcParams = {}): Promise<RpcParams> =>
  peer.call<RpcParams>(method, { ...params })

const mine = async (blocks: number, address: string): Promise<void> => {
  await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
}

const refreshBoth = async (): Promise<void> => {
  await engine.refresh()
  await peer.call('refresh')
}

const payThem = async (): Promise<string> => {
  const wallet = openedIn(engine)
  const prepared = await prepareWalletTransfer(wallet, {
    account: 0,
    subaddresses: [],
    priority: 0,
    unlockTime: 0n,
    destinations: [
      { address: theirs.primary, amount: 3n * COIN },
      { address: theirs.subaddress, amount: 7n },
    ],
  })
  const [transaction] = prepared
  if (transaction === undefined) throw new Error('nothing was prepared')
  expect(await wallet.payments.commit(prepared)).toMatchObject([{ state: 'relayed' }])
  return toHex(transaction.txid)
}

beforeAll(async () => {
  daemon = await startMonerod()
  peer = await startMoneroWallet(daemon)
  await peer.call('create_wallet', { filename: 'prover', language: 'English' })
  const { address: primary } = await peer.call<{ address: string }>('get_address', { account_index: 0 })
  const { address: second } = await peer.call<{ address: string }>('create_address', { account_index: 0 })
  theirs = { primary, subaddress: second }
  engine = createEngine(testHost(createNodeClient({ url: daemon.url, fetch: (request) => fetch(request) })))
  const secrets = { viewSecret: toHex(keys.viewSecret), spendSecret: toHex(keys.spendSecret) }
  await engine.restoreFromKeys(newWallet('monero-regtest'), { address: home, ...secrets }, BEGINNING)
  subaddress = (await engine.createSubaddress(0, '')).address
  await mine(30, home)
  await mine(80, theirs.primary)
  await refreshBoth()
  paid = await payThem()
  const sent = await peer.call<{ tx_hash: string }>('transfer', {
    destinations: [
      { address: home, amount: Number(2n * COIN) },
      { address: subaddress, amount: 11 },
    ],
  })
  received = sent.tx_hash
  await mine(12, theirs.primary)
  await refreshBoth()
})

afterAll(async () => {
  await engine?.closeWallet()
  await peer?.stop()
  await daemon?.stop()
})

const payments = () => [
  { txid: paid, address: theirs.primary, amount: Number(3n * COIN) },
  { txid: paid, address: theirs.subaddress, amount: 7 },
  { txid: received, address: home, amount: Number(2n * COIN) },
  { txid: received, address: subaddress, amount: 11 },
]

describe('a wallet of Faba and one of monero-wallet-rpc', () => {
  it('verifies payment proofs of the other, of sender and recipient', async () => {
    for (const { txid, address, amount } of payments()) {
      const about = { txid, address, message: 'for the record' }
      for (const prove of [ours, there]) {
        const { signature } = await prove('get_tx_proof', about)
        for (const check of [ours, there]) {
          const shown = await check('check_tx_proof', { ...about, signature })
          expect(shown).toMatchObject({ good: true, in_pool: false, received: amount })
          expect(Number(shown['confirmations'])).toBeGreaterThan(0)
          const wrong = await check('check_tx_proof', { ...about, signature, message: 'another' })
          expect(wrong).toMatchObject({ good: false, received: 0 })
        }
      }
    }
  })

  it('returns the same transaction keys, and the same amounts for them', async () => {
    const keysOf = {
      [paid]: await ours('get_tx_key', { txid: paid }),
      [received]: await there('get_tx_key', { txid: received }),
    }
    for (const { txid, address, amount } of payments()) {
      const params = { txid, address, ...keysOf[txid] }
      const shown = await ours('check_tx_key', params)
      expect(shown['received']).toBe(amount)
      expect(await there('check_tx_key', params)).toEqual(shown)
    }
  })

  it('verifies spend proofs of the other', async () => {
    for (const [prove, txid] of [
      [ours, paid],
      [there, received],
    ] as const) {
      const about = { txid, message: 'mine' }
      const { signature } = await prove('get_spend_proof', about)
      for (const check of [ours, there]) {
        expect(await check('check_spend_proof', { ...about, signature })).toEqual({ good: true })
        const altered = changeCharacter(String(signature), 300)
        expect(await check('check_spend_proof', { ...about, signature: altered })).toEqual({ good: false })
      }
    }
  })

  it('verifies reserve proofs of the other', async () => {
    const requests = [{ all: true }, { all: false, account_index: 0, amount: Number(5n * COIN) }]
    for (const [prove, address] of [
      [ours, home],
      [there, theirs.primary],
    ] as const)
      for (const request of requests) {
        const { signature } = await prove('get_reserve_proof', { ...request, message: 'solvent' })
        const about = { address, message: 'solvent', signature }
        const shown = await ours('check_reserve_proof', about)
        expect(shown).toMatchObject({ good: true, spent: 0 })
        expect(Number(shown['total'])).toBeGreaterThanOrEqual(Number(5n * COIN))
        expect(await there('check_reserve_proof', about)).toEqual(shown)
        for (const check of [ours, there])
          expect(await check('check_reserve_proof', { ...about, message: 'another' })).toMatchObject({ good: false })
      }
  })

  it('verifies signatures of the other', async () => {
    const signers = [
      { sign: ours, addresses: [home, subaddress] },
      { sign: there, addresses: [theirs.primary, theirs.subaddress] },
    ]
    for (const { sign, addresses } of signers)
      for (const [address_index, address] of addresses.entries())
        for (const signature_type of ['spend', 'view']) {
          const { signature } = await sign('sign', { data: 'привет', account_index: 0, address_index, signature_type })
          const good = { good: true, version: 2, old: false, signature_type }
          for (const check of [ours, there]) {
            expect(await check('verify', { data: 'привет', address, signature })).toEqual(good)
            expect(await check('verify', { data: 'другое', address, signature })).toMatchObject({ good: false })
          }
        }
  })

  it('returns the spent amount of a reserve proof', async () => {
    const { signature } = await ours('get_reserve_proof', { all: true })
    const { total } = await ours('check_reserve_proof', { address: home, signature })
    await payThem()
    const shown = await there('check_reserve_proof', { address: home, signature })
    expect(shown).toMatchObject({ good: true, total })
    expect(Number(shown['spent'])).toBeGreaterThan(0)
    expect(await ours('check_reserve_proof', { address: home, signature })).toEqual(shown)
  })
})
