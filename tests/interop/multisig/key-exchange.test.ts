// Wallets of Faba and of monero-wallet-rpc exchange keys and become one multisig wallet, which finds its key images.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { allDo, exchangeInfos, makeMultisigWallet } from '../../support/peers/multisig.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

const { started, stopPeers } = createPeers()

type Balance = { readonly balance: number; readonly multisig_import_needed: boolean }
type Incoming = { readonly transfers: readonly { readonly key_image: string; readonly amount: number }[] }

describe('multisig wallets', () => {
  let daemon: Peer
  let theirs: Peer[]
  let ours: Peer[]

  beforeAll(async () => {
    daemon = await started(startMonerod())
    theirs = [await started(startMoneroWallet(daemon)), await started(startMoneroWallet(daemon))]
    ours = [await started(startFabaWallet(daemon, { flags: ['--keys-files'] })), await started(startFabaWallet(daemon))]
  }, 180_000)

  afterAll(async () => {
    await stopPeers()
  }, 60_000)

  /** Mines to the wallet; then all participants import the infos of all others, and know the same key images. */
  const exchangeOutputInfos = async (wallets: readonly Peer[], address: string): Promise<void> => {
    await daemon.call('generateblocks', { amount_of_blocks: 2, wallet_address: address })
    await allDo(wallets, (peer) => peer.call('refresh'))
    const before = await allDo(wallets, (peer) => peer.call<Balance>('get_balance'))
    expect(before.map((one) => one.multisig_import_needed)).toEqual(wallets.map(() => true))
    expect(await exchangeInfos(wallets)).toEqual(wallets.map(() => 2))
    const after = await allDo(wallets, (peer) => peer.call<Balance>('get_balance'))
    expect(after.map((one) => one.multisig_import_needed)).toEqual(wallets.map(() => false))
    expect(new Set(after.map(({ balance }) => balance))).toEqual(new Set([before[0]?.balance]))
    const images = await allDo(wallets, async (peer) => {
      const { transfers } = await peer.call<Incoming>('incoming_transfers', { transfer_type: 'all', verbose: true })
      return JSON.stringify(transfers.map(({ key_image }) => key_image))
    })
    expect(images[0]).toMatch(/^\["[0-9a-f]{64}","[0-9a-f]{64}"\]$/)
    expect(new Set(images).size).toBe(1)
  }

  for (const [threshold, total] of [
    [2, 2],
    [2, 3],
    [2, 4],
  ] as const)
    it(`get one address, and the same key images from infos: ${threshold}/${total}`, { timeout: 180_000 }, async () => {
      const [theirFirst, theirSecond] = theirs
      const [ourFirst, ourSecond] = ours
      const wallets = [ourFirst, theirFirst, theirSecond, ourSecond].flatMap((peer) => peer ?? []).slice(0, total)
      const infos = await makeMultisigWallet(wallets, threshold, `m${threshold}${total}`)
      expect(new Set(infos.map(({ address }) => address)).size).toBe(1)
      expect(infos[0]?.address).toMatch(/^4/)
      expect(new Set(await allDo(wallets, async (peer) => JSON.stringify(await peer.call('is_multisig'))))).toEqual(
        new Set([expect.stringContaining('"ready":true')]),
      )
      const keys = await allDo(wallets, (peer) => peer.call<{ key: string }>('query_key', { key_type: 'view_key' }))
      expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
      await exchangeOutputInfos(wallets, infos[0]?.address ?? '')
      await allDo(wallets, (peer) => peer.call('close_wallet'))
    })

  it('are opened with the files of monero-wallet-rpc, and take part again', { timeout: 180_000 }, async () => {
    const [theirFirst, theirSecond] = theirs
    const [ourFirst, ourSecond] = ours
    if (theirFirst === undefined || ourSecond === undefined) throw new TypeError('a program is missing')
    for (const extension of ['', '.keys'])
      copyFileSync(join(theirFirst.directory, `m23${extension}`), join(ourSecond.directory, `carried${extension}`))
    const wallets = [ourFirst, theirSecond].flatMap((peer) => peer ?? [])
    /** The keys of the seed. Those of the signers are in any order. */
    const secretOf = async (peer: Peer): Promise<unknown> => {
      const { key } = await peer.call<{ key: string }>('query_key', { key_type: 'mnemonic' })
      return key.match(/^.{16}|.{64}/g)?.sort()
    }
    await theirFirst.call('open_wallet', { filename: 'm23', password: '' })
    const secret = await secretOf(theirFirst)
    await theirFirst.call('close_wallet')
    await ourSecond.call('open_wallet', { filename: 'carried', password: '' })
    expect(await secretOf(ourSecond)).toEqual(secret)
    await allDo(wallets, (peer) => peer.call('open_wallet', { filename: 'm23', password: '' }))
    const all = [...wallets, ourSecond]
    await allDo(all, (peer) => peer.call('refresh'))
    await exchangeInfos(all)
    const balances = await allDo(all, (peer) => peer.call<Balance>('get_balance'))
    expect(balances.map((one) => one.multisig_import_needed)).toEqual([false, false, false])
    expect(balances[0]?.balance).toBeGreaterThan(0)
    const images = await allDo(all, async (peer) => {
      const { transfers } = await peer.call<Incoming>('incoming_transfers', { transfer_type: 'all', verbose: true })
      return transfers.map(({ key_image }) => key_image)
    })
    expect(images[0]).toHaveLength(2)
    expect(images[2]).toEqual(images[0])
    expect(images[2]).toEqual(images[1])
  })

  it('have keys files that monero-wallet-rpc opens, and takes part with', { timeout: 180_000 }, async () => {
    const [theirFirst, theirSecond] = theirs
    const [ourFirst] = ours
    if (theirFirst === undefined || theirSecond === undefined || ourFirst === undefined)
      throw new TypeError('a program is missing')
    await allDo([theirFirst, theirSecond, ...ours], (peer) => peer.call('close_wallet').catch(() => undefined))
    for (const name of ['m22', 'm23', 'm24'])
      for (const extension of ['', '.keys'])
        copyFileSync(
          join(ourFirst.directory, `${name}${extension}`),
          join(theirSecond.directory, `from-faba-${name}${extension}`),
        )
    for (const name of ['m22', 'm23', 'm24']) {
      await ourFirst.call('open_wallet', { filename: name, password: '' })
      await theirSecond.call('open_wallet', { filename: `from-faba-${name}`, password: '' })
      const [own, known] = await allDo([ourFirst, theirSecond], async (peer) => [
        await peer.call('is_multisig'),
        (await peer.call<{ address: string }>('get_address')).address,
      ])
      expect(known).toEqual(own)
      expect(known?.[0]).toMatchObject({ multisig: true, ready: true, threshold: 2, total: Number(name.at(2)) })
    }
    // The wallet of 2/3, as it is open in monero-wallet-rpc twice: the keys of Faba, and another participant.
    await theirSecond.call('open_wallet', { filename: 'from-faba-m23', password: '' })
    await theirFirst.call('open_wallet', { filename: 'm23', password: '' })
    const pair = [theirFirst, theirSecond]
    await allDo(pair, (peer) => peer.call('refresh'))
    await exchangeInfos(pair)
    const images = await allDo(pair, async (peer) => {
      const { transfers } = await peer.call<Incoming>('incoming_transfers', { transfer_type: 'all', verbose: true })
      return transfers.map(({ key_image }) => key_image)
    })
    expect(images[0]).toHaveLength(2)
    expect(images[1]).toEqual(images[0])
    const balances = await allDo(pair, (peer) => peer.call<Balance>('get_balance'))
    expect(balances.map((one) => one.multisig_import_needed)).toEqual([false, false])
  })
})
