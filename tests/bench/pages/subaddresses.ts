// The table of the 50 × 200 subaddress spend keys that a wallet watches from the start, compared with monero-ts; in a page and, imported,
// in Node. monero-ts creates its table only together with a wallet, so the time of an otherwise equal wallet with a look-ahead of a single
// address is subtracted.

import { parseAddress } from '../../../src/coin/addresses/address.ts'
import { moneroMainnet } from '../../../src/coin/networks/monero.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import type { Scanner } from '../../../src/crypto/scan/scanner.ts'
import { keyringFromWords } from '../../../src/wallet/open/keyring.ts'
import type { WalletKeys } from '../../../src/wallet/state/ledger.ts'
import { SubaddressTable } from '../../../src/wallet/state/subaddressTable.ts'
import { race, timed } from '../support/measure.ts'
import type { MoneroTs, MoneroTsWallet } from '../support/moneroTs.ts'

/** The additional methods of a monero-ts wallet that this bench uses. */
type AddressBook = {
  getAddress(account: number, index: number): Promise<string>
  /** Finds the address in the wallet's table; throws if it is missing. */
  getAddressIndex(address: string): Promise<unknown>
}

/** Milliseconds. `peer`: creation of a wallet with the whole table, `peerWithout`: with a single address. */
export type TableTimes = { readonly faba: number; readonly peer: number; readonly peerWithout: number }

const LAST = { major: 49, minor: 199 }

/** Creates a watched table from the keys. */
const createTable = async (keys: WalletKeys, scanner: Scanner): Promise<SubaddressTable> => {
  const table = new SubaddressTable(keys)
  await table.reach({ major: 0, minor: 0 })
  await scanner.watch(keys.viewSecret, table.keys)
  return table
}

/** Verifies that both tables end with the same key: they contain the last address, not the next one. */
const assertSame = async (table: SubaddressTable, wallet: AddressBook): Promise<void> => {
  for (const minor of [LAST.minor, LAST.minor + 1]) {
    const address = await wallet.getAddress(LAST.major, minor)
    const known = await wallet.getAddressIndex(address).then(
      () => true,
      () => false,
    )
    const index = table.indexOf(parseAddress(moneroMainnet, address).spendKey)
    const expected = minor === LAST.minor
    if (known !== expected || (index !== undefined) !== expected)
      throw new Error(`the tables differ at (${LAST.major}, ${minor}): monero-ts ${known}, Faba ${index !== undefined}`)
  }
}

/** Runs all in turns and returns medians. `options`: further options of monero-ts wallets. */
export const raceTables = async (
  peer: MoneroTs,
  options: Record<string, unknown>,
  words: string,
  rounds: number,
): Promise<TableTimes> => {
  const { keys } = await keyringFromWords(words, '')
  const create = async (accounts: number, addresses: number): Promise<MoneroTsWallet & AddressBook> =>
    // monero-ts wallets have an address book too.
    (await peer.createWalletFull({
      path: '',
      password: '',
      networkType: 0,
      seed: words,
      restoreHeight: 0,
      accountLookahead: accounts,
      subaddressLookahead: addresses,
      ...options,
    })) as MoneroTsWallet & AddressBook
  const whole = await create(LAST.major + 1, LAST.minor + 1)
  // Loaded in advance, as the module of monero-ts is.
  const scanner = await createScanner()
  await assertSame(await createTable(keys, scanner), whole)
  await whole.close()

  const timePeer = async (accounts: number, addresses: number): Promise<number> => {
    let wallet: MoneroTsWallet | undefined
    const took = await timed(async () => {
      wallet = await create(accounts, addresses)
    })
    await wallet?.close()
    return took
  }
  const medians = await race(rounds, [
    { name: 'faba', run: async () => await timed(async () => await createTable(keys, scanner)) },
    { name: 'peer', run: async () => await timePeer(LAST.major + 1, LAST.minor + 1) },
    { name: 'peerWithout', run: async () => await timePeer(1, 1) },
  ])
  await scanner.close()
  const of = (name: string): number => medians.get(name) ?? Number.NaN
  return { faba: of('faba'), peer: of('peer'), peerWithout: of('peerWithout') }
}

/** Runs the race in the page, where monero-ts runs in its own worker. */
export const run = async (words: string, rounds: number): Promise<TableTimes> => {
  // Served beside the page.
  const path = '/monero-ts.js'
  const { default: loaded } = (await import(/* @vite-ignore */ path)) as { default: { default: MoneroTs } | MoneroTs }
  return await raceTables('default' in loaded ? loaded.default : loaded, {}, words, rounds)
}
