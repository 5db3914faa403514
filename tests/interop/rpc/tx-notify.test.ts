// --tx-notify of `faba rpc` beside that of monero-wallet-rpc: their wallets are paid and pay in the same ways.

import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Peer, startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'

/** A server with a wallet, and the file of the ids that its command was run for. */
type Side = { readonly peer: Peer; readonly address: string; readonly path: string }

const COIN = 1_000_000_000_000
const POLLING = { timeout: 60_000 }
const folder = mkdtempSync(join(tmpdir(), 'faba-notify-'))
const { started: start, stopPeers } = createPeers()
let daemon: Peer
let payer: Peer
let payerAddress: string
let sides: readonly Side[]

/** Creates a wallet on a server and returns its address. */
const createWallet = async ({ call }: Peer): Promise<string> => {
  await call('create_wallet', { filename: 'wallet', language: 'English' })
  await call('auto_refresh', { enable: false })
  return (await call<{ address: string }>('get_address')).address
}

/** Starts a server whose command appends the ids to a file. */
const startSide = async (
  name: string,
  startServer: (daemon: Peer, options: { readonly flags: readonly string[] }) => Promise<Peer>,
): Promise<Side> => {
  const [script, path] = [join(folder, `${name}.sh`), join(folder, name)]
  writeFileSync(script, `#!/bin/sh\necho "$1" >> '${path}'\n`)
  chmodSync(script, 0o755)
  const peer = await start(startServer(daemon, { flags: [`--tx-notify=${script} %s`] }))
  return { peer, address: await createWallet(peer), path }
}

const refresh = async (): Promise<void> => {
  for (const { call } of [payer, ...sides.map(({ peer }) => peer)]) await call('refresh')
}

const mine = async (amount_of_blocks: number, wallet_address = payerAddress): Promise<void> => {
  await daemon.call('generateblocks', { amount_of_blocks, wallet_address })
  await refresh()
}

const pay = async ({ call }: Peer, address: string, amount: number): Promise<string> => {
  const { tx_hash } = await call<{ tx_hash: string }>('transfer', { destinations: [{ address, amount }] })
  await refresh()
  return tx_hash
}

/** Makes a payment for each side, one after the other, and returns the ids. */
const eachPaid = async (payment: (side: Side) => Promise<string>): Promise<string[]> => {
  const ids: string[] = []
  for (const side of sides) ids.push(await payment(side))
  return ids
}

const notifiedIds = ({ path }: Side): string[] =>
  existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []

/** Returns how often the command of each side has run for its id of each list. */
const runsOf = (...lists: readonly (readonly string[])[]): number[][] =>
  lists.map((ids) => sides.map((side, i) => notifiedIds(side).filter((id) => id === ids[i]).length))

/** Waits until the commands have run for a later payment. */
const laterPayment = async (): Promise<void> => {
  const later = await eachPaid(({ address }) => pay(payer, address, COIN))
  await expect.poll(() => runsOf(later), POLLING).toEqual([[1, 1]])
}

beforeAll(async () => {
  daemon = await start(startMonerod())
  payer = await start(startMoneroWallet(daemon))
  payerAddress = await createWallet(payer)
  sides = [await startSide('ours', startFabaWallet), await startSide('theirs', startMoneroWallet)]
  await mine(90)
})

afterAll(async () => {
  await stopPeers()
  rmSync(folder, { recursive: true })
})

it('runs for a payment in the txpool and again when it is mined', async () => {
  const paid = await eachPaid(({ address }) => pay(payer, address, COIN))
  await laterPayment()
  await expect.poll(() => runsOf(paid), POLLING).toEqual([[1, 1]])
  await mine(11)
  await laterPayment()
  await expect.poll(() => runsOf(paid), POLLING).toEqual([[2, 2]])
})

it('runs for own payments when their change is mined, and for those to another account as for those of others', async () => {
  const accounts = await eachPaid(async ({ peer }) => (await peer.call<{ address: string }>('create_account')).address)
  await mine(11)
  const sent = await eachPaid(({ peer }) => pay(peer, payerAddress, COIN / 10))
  const toAccount = await eachPaid((side) => pay(side.peer, accounts[sides.indexOf(side)] ?? '', COIN / 10))
  await laterPayment()
  await expect
    .poll(() => runsOf(sent, toAccount), POLLING)
    .toEqual([
      [0, 0],
      [1, 1],
    ])
  await mine(1)
  await laterPayment()
  await expect
    .poll(() => runsOf(sent, toAccount), POLLING)
    .toEqual([
      [1, 1],
      [2, 2],
    ])
})

it('runs once for a coinbase', async () => {
  const mined = await eachPaid(async ({ peer: { call }, address }) => {
    await mine(1, address)
    const { in: received } = await call<{ in: readonly { txid: string; type: string }[] }>('get_transfers', {
      in: true,
    })
    return received.find(({ type }) => type === 'block')?.txid ?? ''
  })
  await laterPayment()
  await expect.poll(() => runsOf(mined), POLLING).toEqual([[1, 1]])
})

it('does not run again for what the wallet knows when it opens', async () => {
  const paid = await eachPaid(({ address }) => pay(payer, address, COIN))
  await mine(1)
  await expect.poll(() => runsOf(paid), POLLING).toEqual([[2, 2]])
  for (const { peer } of sides) {
    await peer.call('close_wallet')
    await peer.call('open_wallet', { filename: 'wallet' })
    await peer.call('auto_refresh', { enable: false })
  }
  await laterPayment()
  expect(runsOf(paid)).toEqual([[2, 2]])
})
