// Data that earlier versions of the program wrote (tests/data/stores): every set opens, shows all that it showed when it was written, and
// the wallet goes on to sync and pay. A file of a newer version is refused and stays as it is.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { ownedNames, shownContacts, walletSummary } from '../../support/store/wallet-summary.ts'

const SETS = fileURLToPath(new URL('../../data/stores/', import.meta.url))

const commands = createCommands()
afterAll(commands.end)

const unpack = (set: string, family: string, name: string): Buffer =>
  gunzipSync(readFileSync(join(SETS, set, family, `${name}.gz`)))

const cases = readdirSync(SETS).flatMap((set) => [
  [set, 'oxen' as const, 1_000_000_000] as const,
  [set, 'monero' as const, 1_000_000_000_000] as const,
])

describe.each(cases)('the stored data of %s, %s', (set, family, coin) => {
  const prepare = async () => {
    const folder = join(commands.folder, `${set}-${family}`)
    mkdirSync(folder, { recursive: true })
    const chain = join(folder, 'chain')
    writeFileSync(chain, unpack(set, family, 'chain'))
    for (const name of ['plain', 'second']) writeFileSync(join(folder, `${name}.faba`), unpack(set, family, name))
    const node = commands.run('node', '--port', '0', '--network', family, '--wallets', '0', '--load', chain)
    const [nodeUrl] = await untilOutput(node, /http:\/\/[\d.:]+/)
    const start = (...args: readonly string[]) =>
      commands.rpc(nodeUrl, '--network', family, '--wallet-dir', folder, '--disable-rpc-login', ...args)
    return { folder, callNode: caller(`${nodeUrl}/json_rpc`), start }
  }

  it('opens, shows all of it, and goes on to sync and pay', async () => {
    const expected = JSON.parse(readFileSync(join(SETS, set, family, 'expected.json'), 'utf8'))
    const { folder, callNode, start } = await prepare()
    const { password } = expected
    // Without a node first: the second participant was closed before the chain grew.
    const offline = await start('--offline')
    for (const filename of ['second', 'plain']) {
      expect(await offline.call('open_wallet', { filename, password }), filename).toMatchObject({ result: {} })
      const { names, contacts, ...shown } = expected[filename]
      expect(await walletSummary(offline.call)).toEqual({ ...shown, contacts: shownContacts(contacts) })
    }
    await offline.call('stop_wallet')
    const { call } = await start()
    expect(await call('open_wallet', { filename: 'plain', password })).toMatchObject({ result: {} })
    expect(await ownedNames(call, family)).toEqual(expected.plain.names)
    const address = String((await call('get_address', { account_index: 1 })).result?.['address'])
    const paid = await call('transfer', { destinations: [{ amount: coin, address }] })
    expect(paid.error).toBeUndefined()
    expect((await callNode('dev_mine', { blocks: 3 })).error).toBeUndefined()
    expect((await call('refresh')).error).toBeUndefined()
    const shown = await call('get_transfer_by_txid', { txid: paid.result?.['tx_hash'] })
    expect(shown.result?.['transfer']).toMatchObject({ confirmations: 3 })

    await call('close_wallet')
    const path = join(folder, 'newer.faba')
    writeFileSync(path, unpack(set, family, 'plain'))
    const database = new DatabaseSync(path)
    database.exec('PRAGMA journal_mode = DELETE; PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(path)
    const refused = await call('open_wallet', { filename: 'newer', password })
    expect(refused.result).toBeUndefined()
    expect(JSON.stringify(refused.error)).toMatch(/version 99|Failed to open wallet/)
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(existsSync(`${path}-wal`)).toBe(false)
  })
})
