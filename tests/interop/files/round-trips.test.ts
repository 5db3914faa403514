// A wallet that travels between `faba rpc` and monero-wallet-rpc in files of wallet2: at each station it answers as at the one before.

import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { carry } from '../../support/peers/wallet-life.ts'
import type { TwinChapter, TwinWorld } from '../../support/rpc/twin/call.ts'
import { type Life, lifeChapters, liveIn } from '../../support/rpc/twin/life.ts'
import { readingChapters } from '../../support/rpc/twin/reading.ts'
import { recordChapters } from '../../support/rpc/twin/records.ts'
import { type Found, runChapter } from '../../support/rpc/twin/run.ts'
import { paymentChapters } from '../../support/rpc/twin/spending.ts'
import { createWorld } from '../../support/rpc/twin/world.ts'
import { TWIN_DIFFERENCES, type TwinDifference } from '../twin/differences.ts'

const RANDOM_SIGNATURE: TwinDifference = {
  place: /^get_tx_proof .*"address":"stranger"\}: .*signature$/,
  why: 'random',
}

const REVERSED: TwinDifference = {
  place: /^get_transfer_by_txid .*result\.transfer\./,
  why: 'the first of several: wallet2 lists them in the reverse order of its file, which it writes in the order of its list',
}

/** Returns a chapter without scans of mined transactions, after which wallet2 counts the coins of a pending payment again. */
const withoutScans = (chapter: TwinChapter): TwinChapter => ({
  ...chapter,
  calls: chapter.calls.filter((call) => !('method' in call && call.method === 'scan_tx')),
})

describe('a wallet in files of wallet2', () => {
  const { started, stopPeers } = createPeers()
  let ours: Peer
  let theirs: Peer
  let world: TwinWorld
  let life: Life

  beforeAll(async () => {
    const daemon = await started(startMonerod())
    ours = await started(startFabaWallet(daemon, { flags: ['--keys-files'] }))
    theirs = await started(startMoneroWallet(daemon))
    world = await createWorld(daemon, ours, 0)
    life = await liveIn(daemon, ours, world)
    await ours.call('store')
    carry(ours, theirs, 'first')
    await theirs.call('open_wallet', { filename: 'first' })
    for (const peer of [ours, theirs]) {
      await peer.call('auto_refresh', { enable: false })
      await peer.call('refresh')
    }
  }, 600_000)

  afterAll(async () => {
    await stopPeers()
  }, 60_000)

  const chapters = (): TwinChapter[] => [
    ...lifeChapters(world, life),
    ...readingChapters(world),
    ...recordChapters(world).map(withoutScans),
    ...paymentChapters(world),
  ]

  /** Returns the differences of both servers that are not intended. */
  const differences = async (...more: readonly TwinDifference[]): Promise<Found[]> => {
    const kept = new Map<string, JsonObject>()
    const found: Found[] = []
    for (const chapter of chapters()) found.push(...(await runChapter({ ours, theirs, world }, chapter, kept)))
    const intended = [...TWIN_DIFFERENCES, RANDOM_SIGNATURE, ...more]
    return found.filter(({ place }) => !intended.some((known) => known.place.test(place)))
  }

  /** Returns what a wallet says of the proofs of another one. */
  const verifiedBy = async (prover: Peer, verifier: Peer): Promise<unknown[]> => {
    const { address } = world
    const signed = async (method: string, params: Record<string, unknown>): Promise<string> =>
      (await prover.call<{ readonly signature: string }>(method, params)).signature
    const ofPayments = life.payments.map(async (payment) => {
      const { txid } = payment
      const [paid, spent] = [
        { ...payment, message: 'paid' },
        { txid, message: 'spent' },
      ]
      const { tx_key } = await prover.call<{ readonly tx_key: string }>('get_tx_key', { txid })
      return [
        await verifier.call('check_tx_key', { ...payment, tx_key }),
        await verifier.call('check_tx_proof', { ...paid, signature: await signed('get_tx_proof', paid) }),
        await verifier.call('check_spend_proof', { ...spent, signature: await signed('get_spend_proof', spent) }),
      ]
    })
    const reserve = { all: true, message: 'reserve' }
    return [
      ...(await Promise.all(ofPayments)).flat(),
      await verifier.call('check_reserve_proof', {
        ...{ address, message: 'reserve', signature: await signed('get_reserve_proof', reserve) },
      }),
      await verifier.call('verify', { address, data: 'text', signature: await signed('sign', { data: 'text' }) }),
    ]
  }

  it('answers in monero-wallet-rpc as in the Faba wallet that wrote the files', { timeout: 600_000 }, async () => {
    expect(await differences()).toEqual([])
  })

  it('proves in monero-wallet-rpc what it proves in Faba', { timeout: 300_000 }, async () => {
    const verified = await verifiedBy(theirs, ours)
    expect(verified).toHaveLength(3 * life.payments.length + 2)
    for (const answer of verified) expect(answer).not.toMatchObject({ good: false })
    expect(verified).toEqual(await verifiedBy(ours, theirs))
  })

  it('answers in Faba as in monero-wallet-rpc, which has stored the files again', { timeout: 600_000 }, async () => {
    await theirs.call('close_wallet')
    await ours.call('close_wallet')
    for (const file of ['first', 'first.keys'])
      copyFileSync(join(theirs.directory, file), join(ours.directory, file.replace('first', 'back')))
    await ours.call('open_wallet', { filename: 'back' })
    await theirs.call('open_wallet', { filename: 'first' })
    for (const peer of [ours, theirs]) await peer.call('refresh')
    expect(await differences(REVERSED)).toEqual([])
  })
})
