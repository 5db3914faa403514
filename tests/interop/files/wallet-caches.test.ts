// Caches of monero-wallet-rpc: `faba rpc` opens a wallet with its cache and answers what the user typed and paid as monero-wallet-rpc does.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { type Address, carry, liveWallet, open, seenOf } from '../../support/peers/wallet-life.ts'

const PASSWORD = 'pässword'

const { started, stopPeers } = createPeers()
let daemon: Peer
let ours: Peer
let theirs: Peer
let txids: readonly string[]

beforeAll(async () => {
  daemon = await started(startMonerod())
  ours = await started(startFabaWallet(daemon, { flags: ['--keys-files'] }))
  theirs = await started(startMoneroWallet(daemon))
  txids = await liveWallet(daemon, theirs, 'lived', PASSWORD)
}, 300_000)

afterAll(async () => {
  await stopPeers()
}, 60_000)

describe('the cache of monero-wallet-rpc', () => {
  it('is imported with the keys file', { timeout: 300_000 }, async () => {
    await theirs.call('close_wallet')
    await open(theirs, 'lived', PASSWORD)
    const seen = await seenOf(theirs, txids)
    expect([seen.frozen.length, seen.payments.length, seen.keys.length]).toEqual([2, 3, 3])
    await theirs.call('close_wallet')
    carry(theirs, ours, 'lived')
    await open(ours, 'lived', PASSWORD)
    expect(await seenOf(ours, txids)).toEqual(seen)
  })

  it('stays imported after rescans and another start', { timeout: 300_000 }, async () => {
    const seen = await seenOf(ours, txids)
    await ours.call('rescan_blockchain')
    expect(await seenOf(ours, txids)).toEqual(seen)
    await ours.call('close_wallet')
    await open(ours, 'lived', PASSWORD)
    expect(await seenOf(ours, txids)).toEqual(seen)
  })

  it('is opened by monero-wallet-rpc after the password was changed here', { timeout: 300_000 }, async () => {
    const seen = await seenOf(ours, txids)
    await ours.call('change_wallet_password', { old_password: PASSWORD, new_password: 'new' })
    await ours.call('close_wallet')
    carry(ours, theirs, 'lived')
    await open(theirs, 'lived', 'new')
    expect(await seenOf(theirs, txids)).toEqual(seen)
  })

  it('gives a watch-only wallet its key images', { timeout: 300_000 }, async () => {
    const [{ address }, { key }] = [
      await theirs.call<Address>('get_address'),
      await theirs.call<{ readonly key: string }>('query_key', { key_type: 'view_key' }),
    ]
    const { signed_key_images } = await theirs.call<{ readonly signed_key_images: unknown }>('export_key_images', {
      all: true,
    })
    await theirs.call('close_wallet')
    await theirs.call('generate_from_keys', { filename: 'watch', password: '', address, viewkey: key })
    await theirs.call('refresh')
    await theirs.call('import_key_images', { signed_key_images })
    await theirs.call('refresh')
    const balance = (peer: Peer) => peer.call<{ readonly balance: number }>('get_balance')
    const before = await balance(theirs)
    await theirs.call('close_wallet')
    carry(theirs, ours, 'watch')
    await ours.call('open_wallet', { filename: 'watch', password: '' })
    await ours.call('refresh')
    expect((await balance(ours)).balance).toBe(before.balance)
  })
})
