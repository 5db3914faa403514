// Watch-only and offline wallets, Faba's and monero-wallet-rpc's, exchange outputs, key images, unsigned and signed sets; afterwards all
// report the same as a wallet that can spend and follows the chain.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress, subaddressAt } from '../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { type MoneroRelease, type Peer, startMonerod, startMoneroWallet } from '../peers/monero.ts'
import { type RpcParams, resultOf } from '../rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../wallet/engine-host.ts'
import { prepareWalletTransfer } from '../wallet/spend/spend.ts'

const COIN = 10n ** 12n

const keys = generateKeys(crypto.getRandomValues(new Uint8Array(32)))
const stranger = generateKeys(crypto.getRandomValues(new Uint8Array(32)))
const addressOf = (owner: typeof keys, major = 0, minor = 0): string =>
  formatAddress(moneroRegtest, subaddressAt(owner, major, minor))
const home = addressOf(keys)
const elsewhere = addressOf(stranger)

const viewSecret = toHex(keys.viewSecret)
const spendSecret = toHex(keys.spendSecret)

/** A copy of the wallet, hosted by Faba or by monero-wallet-rpc. */
type Copy = (method: string, params?: RpcParams) => Promise<RpcParams>

const ourCopy = (engine: Engine): Copy => {
  return (method, params = {}) => resultOf(engine, method, params)
}
const theirCopy = (peer: Peer): Copy => {
  return (method, params = {}) => peer.call<RpcParams>(method, { ...params })
}

/** Compares copies of a wallet in Faba and in monero-wallet-rpc of a release. */
export const compareCopies = (release: MoneroRelease): void => {
  const isOlder = release === 'stable'
  let daemon: Peer
  const peers: Peer[] = []
  const engines: Engine[] = []
  let payer: Engine
  /** a monero-wallet-rpc wallet that can spend and follows the chain: all other copies are compared with it */
  let whole: Copy
  let watching: { readonly ours: Copy; readonly theirs: Copy }
  let offline: { readonly ours: Copy; readonly theirs: Copy }

  const engineAt = async (fetch: (request: Request) => Promise<Response>, spend: string): Promise<Engine> => {
    const engine = createEngine(testHost(createNodeClient({ url: daemon.url, fetch })))
    engines.push(engine)
    await engine.restoreFromKeys(
      newWallet('monero-regtest'),
      { address: home, viewSecret, spendSecret: spend },
      BEGINNING,
    )
    await engine.changeSettings({ olderTransferSets: isOlder })
    return engine
  }

  const peerAt = async (node: Pick<Peer, 'url'>, spend: string): Promise<Peer> => {
    const peer = await startMoneroWallet(node, { release })
    peers.push(peer)
    await peer.call('generate_from_keys', {
      ...{ filename: 'copy', password: '', address: home, viewkey: viewSecret, restore_height: 0 },
      ...(spend === '' ? {} : { spendkey: spend }),
    })
    return peer
  }

  const ourOffline = async (): Promise<Copy> => ourCopy(await engineAt(offlineFetch, spendSecret))
  const theirOffline = async (): Promise<Copy> => theirCopy(await peerAt({ url: 'http://127.0.0.1:1' }, spendSecret))

  const mine = async (blocks: number, address: string): Promise<void> => {
    await daemon.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
  }

  const refresh = async (): Promise<void> => {
    await payer.refresh()
    await whole('refresh')
    for (const copy of Object.values(watching)) await copy('refresh')
  }

  const pay = async (destinations: readonly { readonly address: string; readonly amount: bigint }[], account = 0) => {
    const wallet = openedIn(payer)
    const prepared = await prepareWalletTransfer(wallet, {
      account,
      subaddresses: [],
      priority: 0,
      unlockTime: 0n,
      destinations,
    })
    expect(await wallet.payments.commit(prepared)).toMatchObject([{ state: 'relayed' }])
  }

  const offlineFetch = (): Promise<Response> => Promise.reject(new TypeError('there is no network here'))

  beforeAll(async () => {
    daemon = await startMonerod({ release })
    payer = await engineAt(fetch, spendSecret)
    whole = theirCopy(await peerAt(daemon, spendSecret))
    watching = { ours: ourCopy(await engineAt(fetch, '')), theirs: theirCopy(await peerAt(daemon, '')) }
    offline = { ours: await ourOffline(), theirs: await theirOffline() }
    await mine(20, home)
    await mine(70, elsewhere)
    await refresh()
    await pay([
      { address: addressOf(keys, 0, 3), amount: 5n * COIN },
      { address: addressOf(keys, 1, 0), amount: 7n * COIN },
      { address: elsewhere, amount: 11n * COIN },
    ])
    await mine(12, elsewhere)
    await refresh()
  })

  afterAll(async () => {
    for (const engine of engines) await engine.closeWallet()
    for (const peer of peers) await peer.stop()
    await daemon?.stop()
  })

  const balanceOf = async (copy: Copy): Promise<unknown> => {
    const { balance, unlocked_balance } = await copy('get_balance', { account_index: 0, all_accounts: true })
    return { balance, unlocked_balance }
  }

  type Transfer = { readonly txid: string; readonly height: number; readonly amount: number; readonly fee: number }

  const outgoing = async (copy: Copy): Promise<readonly Transfer[]> => {
    const { out } = await copy('get_transfers', { out: true, all_accounts: true })
    const transfers = (out ?? []) as readonly Transfer[]
    return transfers
      .map(({ txid, height, amount, fee }) => ({ txid, height, amount, fee }))
      .toSorted((a, b) => a.height - b.height || (a.txid < b.txid ? -1 : 1))
  }

  const outputsIn = async (copy: Copy, type: string): Promise<unknown> => {
    const found: { readonly key_image: string; readonly amount: number }[] = []
    for (const account_index of [0, 1]) {
      const { transfers } = await copy('incoming_transfers', { transfer_type: type, account_index })
      found.push(...((transfers ?? []) as typeof found))
    }
    return found.map(({ key_image, amount }) => `${key_image} ${amount}`).toSorted()
  }

  /** Returns the addresses that a copy lists, and whether they have received something. */
  const usedAddresses = async (copy: Copy): Promise<unknown[]> => {
    const { addresses } = await copy('get_address', { account_index: 0 })
    return (addresses as { address: string; used: boolean }[]).map(({ address, used }) => [address, used])
  }

  /** Imports the outputs of the watch-only copy into the offline copy, and the key images back. */
  const handOver = async (watch: Copy, cold: Copy, all: boolean): Promise<RpcParams> => {
    const { outputs_data_hex } = await watch('export_outputs', { all })
    const { num_imported } = await cold('import_outputs', { outputs_data_hex })
    // The parameters of both families for a full export.
    const images = await cold('export_key_images', { all, requested_only: !all })
    const answer = await watch('import_key_images', images)
    return { num_imported, offset: images['offset'], ...answer }
  }

  /** monero-wallet-rpc counts outputs of another account as change when it learns of a spend by a key image, so amounts are not compared. */
  const withoutAmounts = (sent: readonly Transfer[]): unknown => sent.map(({ amount, ...transfer }) => transfer)

  /** Returns what both programs say of a set, in one order: the order of monero-wallet-rpc is that of a hash table. */
  const contentOf = ({ desc, summary }: RpcParams): unknown => {
    // The shape is that of describe_transfer. 0.18.0 has neither sources nor weights.
    type Described = {
      readonly recipients: readonly { readonly address: string }[]
      sources?: unknown
      weight?: unknown
    }
    const inOrder = ({ recipients, sources, weight, ...rest }: Described) => ({
      ...rest,
      ...(isOlder ? {} : { sources, weight }),
      recipients: recipients.toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    })
    return [...(desc as Described[]), summary as Described].map(inOrder)
  }

  /** Compares all copies in everything but the amounts that they report as paid. */
  const expectAlikeButAmounts = async (): Promise<void> => {
    const balance = await balanceOf(whole)
    const sent = await outgoing(whole)
    const spent = await outputsIn(whole, 'unavailable')
    expect(await balanceOf(ourCopy(payer))).toEqual(balance)
    for (const copy of Object.values(watching)) {
      expect(await balanceOf(copy)).toEqual(balance)
      expect(withoutAmounts(await outgoing(copy))).toEqual(withoutAmounts(sent))
      expect(await outputsIn(copy, 'unavailable')).toEqual(spent)
    }
  }

  const expectAllAlike = async (): Promise<void> => {
    await expectAlikeButAmounts()
    expect(await outgoing(watching.ours)).toEqual(await outgoing(whole))
  }

  const expectSameKeyImages = async (): Promise<void> => {
    const unspent = await outputsIn(whole, 'available')
    for (const copy of Object.values(watching)) expect(await outputsIn(copy, 'available')).toEqual(unspent)
  }

  describe('a copy of a wallet', () => {
    it('reports incoming but no outgoing transfers while it is watch-only', async () => {
      const seen = await balanceOf(watching.ours)
      expect(seen).toEqual(await balanceOf(watching.theirs))
      expect(seen).not.toEqual(await balanceOf(ourCopy(payer)))
    })

    it('learns all spends from an offline copy, in both directions between Faba and monero-wallet-rpc', async () => {
      const there = await handOver(watching.theirs, offline.ours, true)
      const here = await handOver(watching.ours, offline.theirs, true)
      expect(here).toEqual(there)
      expect(there).toMatchObject({ num_imported: 23, offset: 0 })
      const used = await usedAddresses(offline.theirs)
      // The older release lists the addresses of imported outputs only if they were created in that copy.
      expect(await usedAddresses(offline.ours)).toEqual(isOlder ? expect.arrayContaining(used) : used)
      await expectAllAlike()
      // A second exchange imports nothing new, and ends the requests of the first one.
      for (const copy of Object.values(offline)) expect(await handOver(watching.ours, copy, true)).toEqual(here)
      await expectAllAlike()
    })

    it('continues incrementally after an earlier exchange', async () => {
      await pay([{ address: elsewhere, amount: 2n * COIN }], 1)
      await pay([{ address: addressOf(keys, 0, 1), amount: 3n * COIN }])
      await mine(3, home)
      await mine(12, elsewhere)
      await refresh()
      const there = await handOver(watching.theirs, offline.ours, false)
      const here = await handOver(watching.ours, offline.theirs, false)
      expect(here).toEqual(there)
      expect(here).toMatchObject({ offset: 23, num_imported: 29 })
      await expectAllAlike()
      await expectSameKeyImages()
    })

    it('recognises later spends without an exchange', async () => {
      await pay([{ address: elsewhere, amount: COIN }])
      await mine(1, elsewhere)
      await refresh()
      await expectAllAlike()
    })

    it('learns of spends in the txpool', async () => {
      await pay([{ address: elsewhere, amount: COIN }])
      const fresh = ourCopy(await engineAt(fetch, ''))
      const full = ourCopy(await engineAt(fetch, spendSecret))
      for (const copy of [fresh, full]) await copy('refresh')
      // The outputs were mined long ago, but the payment is in the txpool.
      expect(await balanceOf(fresh)).not.toEqual(await balanceOf(full))
      const before = await fresh('get_transfers', { pool: true, pending: true, in: false, all_accounts: true })
      expect(before['pending']).toBeUndefined()
      await handOver(fresh, offline.theirs, true)
      expect(await balanceOf(fresh)).toEqual(await balanceOf(full))
      const pending = { pending: true, in: false, out: false, all_accounts: true }
      const after = await fresh('get_transfers', pending)
      expect(after['pending']).toHaveLength(1)
      expect(after).toEqual(await full('get_transfers', pending))
    })
  })

  /** Exchanges all outputs and key images, in both directions between Faba and monero-wallet-rpc. */
  const exchangeAll = async (): Promise<void> => {
    await handOver(watching.theirs, offline.ours, true)
    await handOver(watching.ours, offline.theirs, true)
  }

  describe('a watch-only copy pays', () => {
    const roles = [
      ['Faba', 'monero-wallet-rpc', () => watching.ours, () => offline.theirs],
      ['monero-wallet-rpc', 'Faba', () => watching.theirs, () => offline.ours],
      ['Faba', 'Faba', () => watching.ours, () => offline.ours],
    ] as const
    const integrated = formatAddress(moneroRegtest, {
      ...{ kind: 'integrated', spendKey: stranger.spendPublic, viewKey: stranger.viewPublic },
      paymentId: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    })
    const coin = Number(COIN)
    const payments: readonly (readonly [string, string, RpcParams])[] = [
      ['one receiver', 'transfer', { destinations: [{ address: elsewhere, amount: coin }], priority: 1 }],
      ['an integrated address', 'transfer', { destinations: [{ address: integrated, amount: coin + 1 }], priority: 2 }],
      [
        'subaddresses of others and of its own',
        'transfer_split',
        {
          destinations: [
            { address: addressOf(stranger, 0, 5), amount: coin },
            { address: elsewhere, amount: 2 * coin },
            { address: addressOf(keys, 0, 2), amount: coin },
          ],
          account_index: 0,
          priority: 1,
        },
      ],
      ['everything of an account', 'sweep_all', { address: elsewhere, account_index: 1, priority: 1 }],
    ]

    beforeAll(async () => {
      await mine(60, home)
      await mine(60, elsewhere)
      await refresh()
      await exchangeAll()
    })

    describe.each(roles)('by %s, signed by %s', (_watching, _offline, watchingCopy, offlineCopy) => {
      it.each(payments)('%s', async (_what, method, request) => {
        if (method === 'sweep_all') {
          await pay([{ address: addressOf(keys, 1, 0), amount: 9n * COIN }])
          await mine(12, elsewhere)
          await refresh()
          await exchangeAll()
        }
        const [watch, cold] = [watchingCopy(), offlineCopy()]
        const made = await watch(method, { ...request, do_not_relay: true })
        const { unsigned_txset } = made
        const described = await Promise.all(
          [cold, offline.ours, offline.theirs].map((copy) => copy('describe_transfer', { unsigned_txset })),
        )
        const [first, ...others] = described.map(contentOf)
        for (const other of others) expect(other).toEqual(first)
        const signed = await cold('sign_transfer', { unsigned_txset, get_tx_keys: true })
        const { signed_txset, tx_hash_list, tx_key_list } = signed
        for (const [i, txid] of (tx_hash_list as string[]).entries())
          expect(await cold('get_tx_key', { txid })).toEqual({ tx_key: (tx_key_list as string[])[i] })
        expect(await watch('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list })
        // Only the copy that signs knows the keys; the other one has the number 1 in their place.
        for (const txid of tx_hash_list as string[])
          expect(await watch('get_tx_key', { txid })).toEqual({ tx_key: `01${'00'.repeat(31)}` })
        await mine(12, elsewhere)
        await refresh()
        await exchangeAll()
        const sent = await outgoing(whole)
        expect(sent.map(({ txid }) => txid)).toEqual(expect.arrayContaining(tx_hash_list as string[]))
        // Only the copy that made a payment knows what it paid to itself.
        await expectAlikeButAmounts()
      })
    })
  })

  if (isOlder) return

  it('payments are signed by copies that have lost their outputs, after they get them again', async () => {
    const request = { destinations: [{ address: elsewhere, amount: Number(COIN) }], do_not_relay: true }
    for (const [watch, restore] of [
      [watching.ours, theirOffline],
      [watching.theirs, ourOffline],
      [watching.ours, ourOffline],
    ] as const) {
      await exchangeAll()
      // The set omits the outputs whose key images are known.
      const { unsigned_txset } = await watch('transfer', request)
      const cold = await restore()
      await expect(cold('sign_transfer', { unsigned_txset })).rejects.toThrow()
      await handOver(watch, cold, true)
      const { signed_txset, tx_hash_list } = await cold('sign_transfer', { unsigned_txset })
      expect(await watch('submit_transfer', { tx_data_hex: signed_txset })).toEqual({ tx_hash_list })
      await mine(12, elsewhere)
      await refresh()
    }
    await exchangeAll()
    await expectAlikeButAmounts()
  })

  it('copies that read the chain themselves refuse outputs', async () => {
    const { outputs_data_hex } = await watching.ours('export_outputs', { all: true })
    const answers = [watching.ours, watching.theirs].map(async (copy) => {
      const balance = await balanceOf(copy)
      const answer = await copy('import_outputs', { outputs_data_hex }).catch((error: unknown) => String(error))
      expect(await balanceOf(copy)).toEqual(balance)
      return answer
    })
    for (const answer of await Promise.all(answers))
      expect(answer).toMatch('Failed to import outputs: Hot wallets cannot import outputs')
  })

  it('outputs are handed over in parts, in order only', async () => {
    const directions = [
      [watching.ours, await theirOffline()],
      [watching.theirs, await ourOffline()],
    ] as const
    for (const [watch, copy] of directions) {
      const part = (start: number, count: number) => watch('export_outputs', { all: true, start, count })
      const late = await part(3, 2)
      await expect(copy('import_outputs', late)).rejects.toThrow(
        'Imported outputs omit more outputs that we know of. Try using export_outputs all.',
      )
      expect(await copy('import_outputs', await part(0, 3))).toEqual({ num_imported: 3 })
      expect(await copy('import_outputs', late)).toEqual({ num_imported: 5 })
      const rest = await part(5, 1000)
      const { num_imported } = await copy('import_outputs', rest)
      expect(num_imported).toBeGreaterThan(20)
      // Later parts keep the requests of earlier ones.
      const { signed_key_images } = await copy('export_key_images', { all: false })
      expect(signed_key_images).toHaveLength(Number(num_imported))
    }
  })

  it.each([
    [{ all: true, count: 0 }, 'Nothing requested'],
    [{ start: 3 }, 'Incremental mode is incompatible with non-zero start'],
  ])('export_outputs refuses %j', async (range, message) => {
    for (const copy of Object.values(watching)) await expect(copy('export_outputs', range)).rejects.toThrow(message)
  })
}
