// Keys files between `faba rpc` and monero-wallet-rpc: each opens the wallets of the other, also after their password was changed.

import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openKeysFile, sealKeysFile } from '../../../src/coin/wallet-files/keysFileCipher.ts'
import { systemRandom } from '../../../src/crypto/random/random.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

type Key = { readonly key: string }

const { started, stopPeers } = createPeers()
let daemon: Peer
let ours: Peer
let theirs: Peer

beforeAll(async () => {
  daemon = await started(startMonerod())
  ours = await started(startFabaWallet(daemon, { flags: ['--keys-files'] }))
  theirs = await started(startMoneroWallet(daemon))
}, 120_000)

afterAll(async () => {
  await stopPeers()
}, 60_000)

const keysOf = async (peer: Peer): Promise<string[]> =>
  Promise.all(['mnemonic', 'view_key'].map(async (key_type) => (await peer.call<Key>('query_key', { key_type })).key))

/** Copies the keys file of a wallet from the folder of one service to that of another. */
const carry = (from: Peer, to: Peer, name: string, as: string): void =>
  copyFileSync(join(from.directory, `${name}.keys`), join(to.directory, `${as}.keys`))

it.each([
  ['theirs', 'ours'],
  ['ours', 'theirs'],
] as const)(
  'made by %s are opened by %s, there and back with another password',
  { timeout: 120_000 },
  async (from, _to) => {
    const [maker, reader] = from === 'ours' ? [ours, theirs] : [theirs, ours]
    await maker.call('create_wallet', { filename: `of-${from}`, password: 'pässword', language: 'English' })
    const keys = await keysOf(maker)
    await maker.call('close_wallet')
    carry(maker, reader, `of-${from}`, `carried-${from}`)
    await expect(reader.call('open_wallet', { filename: `carried-${from}`, password: 'other' })).rejects.toThrow(
      /-22|-1/,
    )
    await reader.call('open_wallet', { filename: `carried-${from}`, password: 'pässword' })
    expect(await keysOf(reader)).toEqual(keys)
    // monero-wallet-rpc 0.18.5.3 changes the password of wallets with a cache only.
    await reader.call('store')
    await reader.call('change_wallet_password', { old_password: 'pässword', new_password: '“new”' })
    await reader.call('close_wallet')
    carry(reader, maker, `carried-${from}`, `back-${from}`)
    await maker.call('open_wallet', { filename: `back-${from}`, password: '“new”' })
    expect(await keysOf(maker)).toEqual(keys)
    await maker.call('close_wallet')
  },
)

/** Calls with parameters as JSON text. */
const post = async ({ url }: Peer, method: string, params: string): Promise<unknown> =>
  await (
    await fetch(`${url}/json_rpc`, { method: 'POST', body: `{"id":0,"method":"${method}","params":${params}}` })
  ).json()

it.each([
  ['theirs', 'escaped', String.raw`pw\ud83d\ude00`],
  ['theirs', 'literal', 'pw😀'],
  ['ours', 'escaped', String.raw`pw\ud83d\ude00`],
  ['ours', 'literal', 'pw😀'],
] as const)(
  'made by %s with an emoji that is sent %s are opened by the other, also later',
  {
    timeout: 120_000,
  },
  async (from, form, password) => {
    const [maker, reader] = from === 'ours' ? [ours, theirs] : [theirs, ours]
    const name = `emoji-${from}-${form}`
    const params = (filename: string, secret = password) =>
      `{"filename":"${filename}","password":"${secret}","language":"English"}`
    expect(await post(maker, 'create_wallet', params(name))).toHaveProperty('result')
    const keys = await keysOf(maker)
    await maker.call('close_wallet')
    carry(maker, reader, name, `carried-${name}`)
    expect(await post(reader, 'open_wallet', params(`carried-${name}`))).toHaveProperty('result')
    expect(await keysOf(reader)).toEqual(keys)
    await reader.call('store')
    const change = `{"old_password":"${password}","new_password":"new ${password}"}`
    expect(await post(reader, 'change_wallet_password', change)).toHaveProperty('result')
    await reader.call('close_wallet')
    carry(reader, maker, `carried-${name}`, `back-${name}`)
    expect(await post(maker, 'open_wallet', params(`back-${name}`, `new ${password}`))).toHaveProperty('result')
    expect(await keysOf(maker)).toEqual(keys)
    await maker.call('close_wallet')
  },
)

it.each([
  { default_priority: '3', auto_low_priority: '1' },
  { default_priority: '0', auto_low_priority: '0' },
])(
  'choose no priority by the state of the chain if their settings say so: %o',
  { timeout: 300_000 },
  async (settings) => {
    const filename = `settings-${settings.default_priority}`
    await theirs.call('create_wallet', { filename, password: 'pw', language: 'English' })
    const { address } = await theirs.call<{ readonly address: string }>('get_address')
    await theirs.call('close_wallet')
    const path = join(theirs.directory, `${filename}.keys`)
    const { members, fileKey } = await openKeysFile(new Uint8Array(readFileSync(path)), 'pw')
    writeFileSync(path, sealKeysFile(new Map([...members, ...Object.entries(settings)]), fileKey, systemRandom))
    carry(theirs, ours, filename, filename)
    await daemon.call('generateblocks', { amount_of_blocks: 75, wallet_address: address })
    const seen = await Promise.all(
      [theirs, ours].map(async (peer) => {
        await peer.call('open_wallet', { filename, password: 'pw' })
        await peer.call('refresh')
        const pay = { destinations: [{ address, amount: 1_000_000_000 }], do_not_relay: true, get_tx_hex: true }
        const { fee, weight } = await peer.call<{ readonly fee: number; readonly weight: number }>('transfer', pay)
        const priority = await peer.call('get_default_fee_priority').catch((error: Error) => error.message)
        return { level: Math.floor(fee / weight / 1_000), priority }
      }),
    )
    expect(seen[1]).toEqual(seen[0])
    expect(seen[0]).toMatchObject({ priority: expect.stringContaining('-1 Failed') })
  },
)

it('keep background sync and lookahead of monero-wallet-rpc when the password changes', {
  timeout: 240_000,
}, async () => {
  const FILES = ['custom', 'custom.keys', 'custom.background', 'custom.background.keys']
  const carryAll = (from: Peer, to: Peer): void => {
    for (const file of FILES) copyFileSync(join(from.directory, file), join(to.directory, file))
  }
  await theirs.call('create_wallet', { filename: 'custom', password: 'pw', language: 'English' })
  await theirs.call('set_subaddress_lookahead', { major_idx: 4, minor_idx: 1500, password: 'pw' })
  await theirs.call('setup_background_sync', {
    background_sync_type: 'custom-background-password',
    wallet_password: 'pw',
    background_cache_password: 'bgpw',
  })
  const { address } = await theirs.call<{ readonly address: string }>('get_address')
  await theirs.call('close_wallet')
  const membersIn = async ({ directory }: Peer, password: string) => {
    const { members } = await openKeysFile(new Uint8Array(readFileSync(join(directory, 'custom.keys'))), password)
    return [...members].filter(([name]) => name !== 'key_data')
  }
  const members = await membersIn(theirs, 'pw')
  expect(members).toEqual(
    expect.arrayContaining([
      ['background_sync_type', '2'],
      ['subaddress_lookahead_minor', '1500'],
    ]),
  )
  carryAll(theirs, ours)
  await ours.call('open_wallet', { filename: 'custom', password: 'pw' })
  await ours.call('label_address', { index: { major: 0, minor: 0 }, label: 'ours' })
  await ours.call('change_wallet_password', { old_password: 'pw', new_password: 'new' })
  await ours.call('close_wallet')
  expect(await membersIn(ours, 'new')).toEqual(members)
  carryAll(ours, theirs)
  await theirs.call('open_wallet', { filename: 'custom', password: 'new' })
  expect(await theirs.call('get_address')).toMatchObject({ address, addresses: [{ label: 'ours' }] })
  await theirs.call('start_background_sync')
  await theirs.call('stop_background_sync', { wallet_password: 'new' })
  await theirs.call('close_wallet')
  await theirs.call('open_wallet', { filename: 'custom.background', password: 'bgpw' })
  expect(await theirs.call('get_address')).toMatchObject({ address })
})
