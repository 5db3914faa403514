// Restricted mode beside that of today's monero-wallet-rpc, method by method.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moneroWalletRpc } from '../../../src/coin/networks/walletRpcForm.ts'
import { walletMethods } from '../../../src/rpc/methodTable.ts'
import { newestMonero } from '../../newest-monero.ts'
import { vector } from '../../support/data/vectors.ts'
import { type Caller, caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { freePort } from '../../support/peers/monero.ts'

const { A } = vector('monero/bench-chain/wallets.json').wallets
const DENIED = -7
const METHOD_NOT_FOUND = -32601

const FILE_METHODS = new Set([
  ...['close_wallet', 'create_wallet', 'generate_from_keys', 'restore_deterministic_wallet', 'open_wallet'],
])

const commands = createCommands()
afterAll(commands.end)

let monero: Caller
let ours: Caller

const startMonero = async (): Promise<Caller> => {
  const [json, wallet] = [join(commands.folder, 'wallet.json'), join(commands.folder, 'monero')]
  writeFileSync(
    json,
    JSON.stringify({ version: 1, filename: wallet, scan_from_height: 0, password: '', seed: A.mnemonic }),
  )
  const port = await freePort()
  const running = commands.start(
    newestMonero('monero-wallet-rpc'),
    [
      ...['--generate-from-json', json, '--offline', '--restricted-rpc', '--disable-rpc-login', '--rpc-ssl=disabled'],
      ...[`--rpc-bind-port=${port}`, `--log-file=${join(commands.folder, 'monero.log')}`, '--non-interactive'],
    ],
    'ignore',
  )
  await untilOutput(running, /Starting wallet RPC server/)
  return caller(`http://127.0.0.1:${port}/json_rpc`)
}

/** Starts `faba rpc --restricted-rpc` on a wallet file, which another service creates. */
const startOurs = async (): Promise<Caller> => {
  const unreachable = 'http://127.0.0.1:1'
  const flags = ['--network', 'monero', '--disable-rpc-login']
  const creating = await commands.rpc(unreachable, ...flags, '--wallet-dir', 'ours')
  await creating.call('restore_deterministic_wallet', { filename: 'a', seed: A.mnemonic })
  await creating.call('stop_wallet')
  await creating.exit
  const wallet = ['--wallet-file', 'ours/a', '--password', '']
  return (await commands.rpc(unreachable, ...flags, ...wallet, '--restricted-rpc')).call
}

beforeAll(async () => {
  ;[monero, ours] = await Promise.all([startMonero(), startOurs()])
})

/** Returns the methods of wallet files last. */
const ordered = (names: readonly string[]): string[] => [
  ...names.filter((name) => !FILE_METHODS.has(name)),
  ...FILE_METHODS,
]

it('refuses and serves the same methods as monero-wallet-rpc, with the same error', async () => {
  const [refused, served]: [string[], string[]] = [[], []]
  // The methods of wallet files are last: monero-wallet-rpc closes the wallet if it fails to open another.
  for (const name of ordered(walletMethods.flatMap((method) => method.names))) {
    const { error } = await monero(name)
    if (error?.code === METHOD_NOT_FOUND) continue
    const mine = (await ours(name)).error
    if (error?.code === DENIED) {
      expect(mine, name).toMatchObject({ code: DENIED, message: error.message })
      refused.push(name)
    } else {
      expect(mine?.code, name).not.toBe(DENIED)
      served.push(name)
    }
  }
  expect(refused).toEqual(
    expect.arrayContaining([
      ...['transfer', 'transfer_split', 'sweep_all', 'sweep_single', 'sweep_dust', 'query_key', 'store', 'sign'],
      ...['export_outputs', 'import_outputs', 'import_key_images', 'refresh', 'auto_refresh', 'set_daemon', 'scan_tx'],
      ...['get_transfers', 'get_transfer_by_txid', 'get_attribute', 'set_attribute', 'set_tx_notes', 'stop_wallet'],
      ...['add_address_book', 'edit_address_book', 'delete_address_book', 'change_wallet_password', 'rescan_spent'],
      ...['create_wallet', 'open_wallet', 'close_wallet', 'create_account', 'create_address', 'relay_tx', 'freeze'],
    ]),
  )
  expect(served).toEqual(expect.arrayContaining([...moneroWalletRpc.restrictedMode.serves]))
})
