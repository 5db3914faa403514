// Offline signing with what the page saves and shows as QR codes, beside monero-wallet-rpc of both releases: each signs what the other made.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { encodeUniformResource, UniformResourceReader } from '../../../src/coin/uniform-resources/uniformResource.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { type MoneroRelease, type Peer, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { resultOf } from '../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, testHost } from '../../support/wallet/engine-host.ts'

const COIN = 10n ** 12n
const keys = generateKeys(new Uint8Array(32).fill(31))
const addressOf = (owner: typeof keys) => formatAddress(moneroRegtest, subaddressAt(owner, 0, 0))
const home = addressOf(keys)
const elsewhere = addressOf(generateKeys(new Uint8Array(32).fill(32)))

/** As many bytes as the page shows in a QR code. */
const FRAGMENT_BYTES = 200

/** Returns bytes as a camera reads them from QR codes of which it misses every third. */
const throughCodes = (type: string, bytes: Uint8Array): Uint8Array => {
  const { textAt } = encodeUniformResource(type, bytes, FRAGMENT_BYTES)
  const reader = new UniformResourceReader()
  for (let part = 1; reader.bytes === undefined; part++) if (part % 3 !== 0 || part > 3_000) reader.add(textAt(part))
  return reader.bytes
}

describe.each<MoneroRelease>(['newest', 'stable'])('the offline tool of the page beside the %s Monero', (release) => {
  const { started, stopPeers } = createPeers()
  const engines: Engine[] = []
  let daemon: Peer

  const engineAt = async (fetch: (request: Request) => Promise<Response>, spendSecret: string): Promise<Engine> => {
    const engine = createEngine(testHost(createNodeClient({ url: daemon.url, fetch })))
    engines.push(engine)
    const secrets = { address: home, viewSecret: toHex(keys.viewSecret), spendSecret }
    await engine.restoreFromKeys(newWallet('monero-regtest'), secrets, BEGINNING)
    // The switch of the page for Monero before 0.18.1.1.
    await engine.changeSettings({ olderTransferSets: release === 'stable' })
    return engine
  }

  const peerAt = async (node: Pick<Peer, 'url'>, more: object): Promise<Peer> => {
    const peer = await started(startMoneroWallet(node, { release }))
    const viewkey = toHex(keys.viewSecret)
    await peer.call('generate_from_keys', { filename: 'copy', address: home, viewkey, restore_height: 0, ...more })
    return peer
  }

  const mine = (amount_of_blocks: number, wallet_address: string) =>
    daemon.call('generateblocks', { amount_of_blocks, wallet_address })

  /** Returns the ids of transactions that are in blocks. */
  const minedOf = async (txs_hashes: readonly string[]): Promise<string[]> => {
    const body = JSON.stringify({ txs_hashes })
    const response = await fetch(`${daemon.url}/get_transactions`, { method: 'POST', body })
    // The shape is that of the node.
    const { txs } = (await response.json()) as { txs: readonly { tx_hash: string; in_pool: boolean }[] }
    return txs.flatMap(({ tx_hash, in_pool }) => (in_pool ? [] : [tx_hash]))
  }

  beforeAll(async () => {
    daemon = await started(startMonerod({ release }))
    await mine(3, home)
    await mine(85, elsewhere)
  }, 120_000)

  afterAll(async () => {
    for (const engine of engines) await engine.closeWallet()
    await stopPeers()
  }, 60_000)

  it('pays from the page what monero-wallet-rpc signs', async () => {
    const watching = await engineAt(fetch, '')
    await watching.refresh()
    const cold = await peerAt({ url: 'http://127.0.0.1:1' }, { spendkey: toHex(keys.spendSecret) })
    const outputs = throughCodes('xmr-output', await watching.exportOutputs())
    expect(await cold.call('import_outputs', { outputs_data_hex: toHex(outputs) })).toEqual({ num_imported: 3 })
    const request = { account: 0, priority: 1, destinations: [{ address: elsewhere, amount: COIN }] }
    const { bytes } = await watching.prepareUnsignedTransfer(request)
    const { signed_txset, tx_hash_list } = await cold.call<{ signed_txset: string; tx_hash_list: string[] }>(
      'sign_transfer',
      { unsigned_txset: toHex(throughCodes('xmr-txunsigned', bytes)) },
    )
    const sent = await watching.submitSignedSet(throughCodes('xmr-txsigned', fromHex(signed_txset)))
    expect(sent.map(({ txid }) => txid)).toEqual(tx_hash_list)
    await mine(1, elsewhere)
    expect(await minedOf(tx_hash_list)).toEqual(tx_hash_list)
  })

  it('signs in the page what monero-wallet-rpc pays', async () => {
    const watching = await peerAt(daemon, {})
    await watching.call('refresh')
    const cold = await engineAt(
      () => Promise.reject(new TypeError('there is no network here')),
      toHex(keys.spendSecret),
    )
    const { outputs_data_hex } = await watching.call<{ outputs_data_hex: string }>('export_outputs', { all: true })
    await cold.importOutputs(throughCodes('xmr-output', fromHex(outputs_data_hex)))
    // Which outputs the payment before has spent, only key images tell a watch-only wallet.
    await watching.call('import_key_images', await resultOf(cold, 'export_key_images', { all: true }))
    const { unsigned_txset } = await watching.call<{ unsigned_txset: string }>('transfer', {
      destinations: [{ address: elsewhere, amount: Number(COIN) }],
    })
    const unsigned = throughCodes('xmr-txunsigned', fromHex(unsigned_txset))
    const [described] = await cold.describeUnsignedSet(unsigned)
    expect(described?.recipients).toMatchObject([{ address: elsewhere, amount: COIN }])
    const { bytes, txids } = await cold.signUnsignedSet(unsigned)
    const tx_data_hex = toHex(throughCodes('xmr-txsigned', bytes))
    expect(await watching.call('submit_transfer', { tx_data_hex })).toEqual({ tx_hash_list: txids })
  })
})
