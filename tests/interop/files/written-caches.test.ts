// Caches that `faba rpc --keys-files` writes: today's monero-wallet-rpc and the one of Debian stable open them with all that the user typed,
// paid and can prove, and Faba opens what these make of them.

import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MoneroRelease,
  type Peer,
  startFabaWallet,
  startMonerod,
  startMoneroWallet,
} from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { carry, liveWallet, open, seenOf } from '../../support/peers/wallet-life.ts'

const PASSWORD = 'pässword'

describe.each<MoneroRelease>(['newest', 'stable'])('a cache for the %s monero-wallet-rpc', (release) => {
  const { started, stopPeers } = createPeers()
  let daemon: Peer
  let ours: Peer
  let theirs: Peer
  let txids: readonly string[]

  beforeAll(async () => {
    daemon = await started(startMonerod({ release }))
    ours = await started(startFabaWallet(daemon, { flags: ['--keys-files'] }))
    theirs = await started(startMoneroWallet(daemon, { release }))
    txids = await liveWallet(daemon, ours, 'lived', PASSWORD)
  }, 300_000)

  afterAll(async () => {
    await stopPeers()
  }, 60_000)

  /** Proves each payment by a proof that the other wallet verifies. */
  const provenBy = async (prover: Peer, verifier: Peer, message: string): Promise<unknown[]> => {
    const { out = [] } = await prover.call<{ out?: { txid: string; destinations: { address: string }[] }[] }>(
      'get_transfers',
      { out: true },
    )
    return await Promise.all(
      out.map(async ({ txid, destinations: [to] }) => {
        const payment = { txid, address: to?.address ?? '', message }
        const { signature } = await prover.call<{ signature: string }>('get_tx_proof', payment)
        return await verifier.call('check_tx_proof', { ...payment, signature })
      }),
    )
  }

  it('has what the user typed, paid and can prove', { timeout: 300_000 }, async () => {
    await ours.call('store')
    const seen = await seenOf(ours, txids)
    await ours.call('close_wallet')
    carry(ours, theirs, 'lived')
    expect(seen.frozen).toHaveLength(2)
    await open(theirs, 'lived', PASSWORD)
    expect(await seenOf(theirs, txids)).toEqual(seen)
    await open(ours, 'lived', PASSWORD)
    const proven = await provenBy(theirs, ours, 'paid')
    expect(proven).toHaveLength(2)
    for (const proof of proven) expect(proof).toMatchObject({ good: true, in_pool: false })
  })

  it('comes back with what the other wallet has added', { timeout: 300_000 }, async () => {
    await theirs.call('label_address', { index: { major: 1, minor: 1 }, label: 'there é' })
    await theirs.call('set_tx_notes', { txids: txids.slice(2), notes: ['noted there'] })
    const { transfers } = await theirs.call<{ transfers: { key_image: string; frozen: boolean }[] }>(
      'incoming_transfers',
      { transfer_type: 'available' },
    )
    const image = (frozen: boolean) => ({ key_image: transfers.find((output) => output.frozen === frozen)?.key_image })
    for (const _ of ['first', 'second']) {
      await theirs.call('freeze', image(false))
      transfers.splice(
        transfers.findIndex(({ frozen }) => !frozen),
        1,
      )
    }
    await theirs.call('thaw', image(true))
    await theirs.call('store')
    const seen = await seenOf(theirs, txids)
    expect(seen.frozen).toHaveLength(3)
    await ours.call('close_wallet')
    for (const file of ['lived', 'lived.keys'])
      copyFileSync(join(theirs.directory, file), join(ours.directory, file.replace('lived', 'back')))
    await open(ours, 'back', PASSWORD)
    expect(await seenOf(ours, txids)).toEqual(seen)
  })

  it('stays as it is while its user changes nothing', { timeout: 300_000 }, async () => {
    await ours.call('close_wallet')
    expect(existsSync(join(ours.directory, 'back.faba-old'))).toBe(false)
  })

  it('keeps the chain, the outputs and the frozen marks of the cache that it replaces', {
    timeout: 300_000,
  }, async () => {
    await open(ours, 'back', PASSWORD)
    await ours.call('label_address', { index: { major: 0, minor: 0 }, label: 'renamed' })
    const seen = await seenOf(ours, txids)
    await ours.call('close_wallet')
    expect(existsSync(join(ours.directory, 'back.faba-old'))).toBe(true)
    await theirs.call('close_wallet')
    carry(ours, theirs, 'back')
    await theirs.call('open_wallet', { filename: 'back', password: PASSWORD })
    // Before a refresh: the chain is that of the cache before.
    const { height } = await theirs.call<{ height: number }>('get_height')
    expect(height).toBeGreaterThan(80)
    await theirs.call('refresh')
    expect(await seenOf(theirs, txids)).toEqual(seen)
  })
})
