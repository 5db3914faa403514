// Wallets of Faba and of monero-wallet-rpc exchange keys and become one multisig wallet.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../support/peers/monero.ts'

type Info = { readonly multisig_info: string; readonly address: string }

const peers: Peer[] = []
const started = async (peer: Promise<Peer>): Promise<Peer> => {
  const one = await peer
  peers.push(one)
  return one
}

describe('multisig wallets', () => {
  let theirs: Peer[]
  let ours: Peer[]

  beforeAll(async () => {
    const daemon = await started(startMonerod())
    theirs = [await started(startMoneroWallet(daemon)), await started(startMoneroWallet(daemon))]
    ours = [await started(startFabaWallet(daemon)), await started(startFabaWallet(daemon))]
  }, 180_000)

  afterAll(async () => {
    for (const peer of peers.toReversed()) await peer.stop()
  }, 60_000)

  for (const [threshold, total] of [
    [2, 2],
    [2, 3],
    [2, 4],
  ] as const)
    it(`get one address: ${threshold}/${total}`, { timeout: 180_000 }, async () => {
      const [theirFirst, theirSecond] = theirs
      const [ourFirst, ourSecond] = ours
      const wallets = [ourFirst, theirFirst, theirSecond, ourSecond].flatMap((peer) => peer ?? []).slice(0, total)
      const all = <T>(step: (peer: Peer, i: number) => Promise<T>): Promise<T[]> => Promise.all(wallets.map(step))
      const others = (infos: readonly Info[], i: number): string[] =>
        infos.filter((_, other) => other !== i).map(({ multisig_info }) => multisig_info)
      await all((peer) =>
        peer.call('create_wallet', { filename: `m${threshold}${total}`, password: '', language: 'English' }),
      )
      const first = await all((peer) => peer.call<Info>('prepare_multisig', { enable_multisig_experimental: true }))
      let infos = await all((peer, i) =>
        peer.call<Info>('make_multisig', { multisig_info: others(first, i), threshold, password: '' }),
      )
      for (let round = 2; round <= total - threshold + 2; round++) {
        const sent = infos
        infos = await all((peer, i) =>
          peer.call<Info>('exchange_multisig_keys', { multisig_info: others(sent, i), password: '' }),
        )
      }
      expect(new Set(infos.map(({ address }) => address)).size).toBe(1)
      expect(infos[0]?.address).toMatch(/^4/)
      expect(new Set(await all(async (peer) => JSON.stringify(await peer.call('is_multisig'))))).toEqual(
        new Set([expect.stringContaining('"ready":true')]),
      )
      const keys = await all((peer) => peer.call<{ key: string }>('query_key', { key_type: 'view_key' }))
      expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
      await all((peer) => peer.call('close_wallet'))
    })
})
