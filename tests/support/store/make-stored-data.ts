// Makes a set of stored data with this program: node tests/support/store/make-stored-data.ts <new folder>. Existing sets are never made
// anew: tests/data/README.md.
import 'fake-indexeddb/auto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gzipSync } from 'node:zlib'
import { openIndexedDbStore } from '../../../src/store/indexedDbStore.ts'
import { type Caller, caller, createCommands, untilOutput } from '../peers/commands.ts'
import { dumpIndexedDb } from './indexed-db-dump.ts'
import { ownedNames, walletSummary } from './wallet-summary.ts'

const PASSWORD = 'stored'
const COIN = { oxen: 1_000_000_000, monero: 1_000_000_000_000 } as const

type Family = keyof typeof COIN

type Stage = {
  readonly family: Family
  readonly rpc: Caller
  readonly node: (method: string, params?: object) => Promise<Record<string, unknown>>
  readonly call: (method: string, params?: object) => Promise<Record<string, unknown>>
}

const strictly =
  (call: Caller): Stage['call'] =>
  async (method, params = {}) => {
    const { result, error } = await call(method, params)
    if (error !== undefined) throw new Error(`${method}: ${error.code} ${error.message}`)
    return result ?? {}
  }

const mine = async ({ node, call }: Stage, blocks: number): Promise<void> => {
  await node('dev_mine', { blocks })
  await call('refresh')
}

/** Makes a wallet of two participants with coins. Returns its address. */
const makeMultisig = async (stage: Stage): Promise<string> => {
  const { call, node, family } = stage
  const names = ['first', 'second']
  const infos: unknown[] = []
  for (const filename of names) {
    await call('create_wallet', { filename, password: PASSWORD, language: 'English' })
    infos.push((await call('prepare_multisig'))['multisig_info'])
  }
  const next: unknown[] = []
  for (const [i, filename] of names.entries()) {
    await call('open_wallet', { filename, password: PASSWORD })
    const round = { multisig_info: [infos[1 - i]], threshold: 2, password: PASSWORD }
    next.push((await call('make_multisig', round))['multisig_info'] ?? '')
  }
  if (next.every((message) => message !== ''))
    for (const [i, filename] of names.entries()) {
      await call('open_wallet', { filename, password: PASSWORD })
      await call('exchange_multisig_keys', { multisig_info: [next[1 - i]], password: PASSWORD })
    }
  const { address } = await call('get_address')
  await node('dev_faucet', { address, amount: COIN[family] })
  await mine(stage, 12)
  await call('export_multisig_info')
  return String(address)
}

/** Makes a wallet with everything that a user types, a payment, and a name. */
const makePlain = async (stage: Stage, contact: string): Promise<void> => {
  const { call, node, family } = stage
  const coin = COIN[family]
  await call('create_wallet', { filename: 'plain', password: PASSWORD, language: 'English' })
  const { address } = await call('get_address')
  for (const amount of [9, 60, 40]) {
    await node('dev_faucet', { address, amount: amount * coin })
    await mine(stage, 1)
  }
  await mine(stage, 12)
  await call('create_account', { label: 'Savings' })
  await call('create_address', { account_index: 0, label: 'Shop' })
  await call('label_address', { index: { major: 0, minor: 0 }, label: 'Daily' })
  await call('tag_accounts', { tag: 'family', accounts: [0, 1] })
  await call('set_account_tag_description', { tag: 'family', description: 'for all of us' })
  await call('add_address_book', { address: contact, description: 'Both of us' })
  await call('set_attribute', { key: 'colour', value: 'green' })
  const { address: savings } = await call('get_address', { account_index: 1 })
  const destinations = [
    { amount: coin, address: savings },
    { amount: 2 * coin, address: contact },
  ]
  const { tx_hash: txid } = await call('transfer', { destinations, priority: 1 })
  await call('set_tx_notes', { txids: [txid], notes: ['rent'] })
  await mine(stage, 12)
  if (family === 'monero') return
  await call('lns_buy_mapping', { type: 'session', name: 'stored', value: `05${'ab'.repeat(32)}` })
  await mine(stage, 12)
}

/** Writes the records of a wallet file into an IndexedDB database, and returns its content. */
const copyToIndexedDb = async (path: string): Promise<unknown> => {
  const rows = new DatabaseSync(path).prepare('SELECT "table", key, value FROM records').all()
  const store = await openIndexedDbStore()
  // The columns of src/store/sqliteStore.ts.
  const records = rows as { table: string; key: string; value: Uint8Array }[]
  await store.commit(records, 'strict')
  await store.close()
  return await dumpIndexedDb('faba')
}

const makeSet = async (folder: string, family: Family): Promise<void> => {
  const commands = createCommands()
  try {
    const node = commands.run('node', '--port', '0', '--network', family, '--wallets', '0', '--dump', 'chain')
    const [nodeUrl] = await untilOutput(node, /http:\/\/[\d.:]+/)
    const rpc = await commands.rpc(nodeUrl, '--network', family, '--wallet-dir', 'wallets', '--disable-rpc-login')
    const callNode = strictly(caller(`${nodeUrl}/json_rpc`))
    const stage = { family, rpc: rpc.call, node: callNode, call: strictly(rpc.call) }
    const shared = await makeMultisig(stage)
    const second = { ...(await walletSummary(rpc.call)), names: await ownedNames(rpc.call, family) }
    await makePlain(stage, shared)
    const plain = { ...(await walletSummary(rpc.call)), names: await ownedNames(rpc.call, family) }
    await stage.call('close_wallet')
    for (const { child, exit } of [rpc, node]) {
      child.kill('SIGTERM')
      await exit
    }
    mkdirSync(folder, { recursive: true })
    const put = (name: string, bytes: Uint8Array | string) =>
      writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
    put('chain', readFileSync(join(commands.folder, 'chain')))
    for (const name of ['plain', 'second']) put(name, readFileSync(join(commands.folder, 'wallets', `${name}.faba`)))
    put('plain.json', JSON.stringify(await copyToIndexedDb(join(commands.folder, 'wallets', 'plain.faba'))))
    writeFileSync(
      join(folder, 'expected.json'),
      `${JSON.stringify({ password: PASSWORD, plain, second }, undefined, 1)}\n`,
    )
  } finally {
    await commands.end()
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined || existsSync(folder)) throw new Error('name a folder that does not exist')
for (const family of ['oxen', 'monero'] as const) {
  indexedDB.deleteDatabase('faba')
  await makeSet(join(folder, family), family)
}
