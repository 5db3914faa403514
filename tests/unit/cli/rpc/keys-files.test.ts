// Keys files of wallet2 in the folder of `faba rpc`: opened by name, kept up to date, and never overwritten.

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../../src/bytes/base64.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { walletPathOf } from '../../../../src/cli/rpc/wallets/keysFiles.ts'
import { parseAddress } from '../../../../src/coin/addresses/address.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { parseKeysFile } from '../../../../src/coin/wallet-files/keysFile.ts'
import { openKeysFile } from '../../../../src/coin/wallet-files/keysFileCipher.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { vector, vectorBytes } from '../../../support/data/vectors.ts'
import { type WalletFilesService, walletFilesService } from '../../../support/rpc/wallet-files-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-keys-files-'))
const services: WalletFilesService[] = []
afterAll(async () => {
  for (const { stop } of services) await stop()
  rmSync(folder, { recursive: true })
})

const { wallets: recorded } = vector('oxen/wallet-files.json')
const at = (label: string) => {
  const found = recorded.find((wallet) => wallet.label.startsWith(label))
  if (found === undefined) throw new TypeError(`no wallet ${label}`)
  return found
}
const spanish = at('Spanish')

const service = (writesKeysFiles = false, log = new Log('', undefined)) => {
  const started = walletFilesService(oxenRegtest, folder, { writesKeysFiles, log })
  services.push(started)
  return started.call
}

const put = (name: string, wallet: typeof spanish): string => {
  const path = join(folder, `${name}.keys`)
  writeFileSync(path, fromBase64(wallet.keysFile) ?? '')
  return path
}

const keyOf = async (call: ReturnType<typeof service>, key_type: string): Promise<unknown> =>
  (await call('query_key', { key_type })) && ((await call('query_key', { key_type }))['result'] as JsonObject)['key']

describe('keys files', () => {
  it('are opened by name with their password, and stay as they are', { timeout: 60_000 }, async () => {
    const path = put('theirs', spanish)
    const before = readFileSync(path)
    const call = service()
    expect(await call('open_wallet', { filename: 'theirs', password: 'wrong' })).toMatchObject({
      error: { code: -22, message: 'Invalid password.' },
    })
    expect(existsSync(join(folder, 'theirs.faba'))).toBe(false)
    expect(await call('open_wallet', { filename: 'theirs', password: spanish.password })).toMatchObject({ result: {} })
    expect(await keyOf(call, 'mnemonic')).toBe(spanish.keys['mnemonic'])
    expect(await keyOf(call, 'view_key')).toBe(spanish.keys.view_key)
    await call('close_wallet')
    expect(readFileSync(path).equals(before)).toBe(true)
    // From now on the wallet file is opened.
    expect(await call('open_wallet', { filename: 'theirs', password: spanish.password })).toMatchObject({ result: {} })
  })

  it('of watch-only wallets open as such', { timeout: 60_000 }, async () => {
    const wallet = at('view only')
    put('watch', wallet)
    const call = service()
    await call('open_wallet', { filename: 'watch', password: wallet.password })
    expect(await keyOf(call, 'view_key')).toBe(wallet.keys.view_key)
    expect(await call('query_key', { key_type: 'mnemonic' })).toMatchObject({ error: { code: -29 } })
  })

  it('have the password of the wallet after it is changed', { timeout: 60_000 }, async () => {
    const path = put('changed', spanish)
    const call = service(true)
    await call('open_wallet', { filename: 'changed', password: spanish.password })
    await call('change_wallet_password', { old_password: spanish.password, new_password: 'néw' })
    const file = await parseKeysFile(oxenRegtest, new Uint8Array(readFileSync(path)), 'néw')
    expect([toHex(file.viewSecret), file.language]).toEqual([spanish.keys.view_key, 'Spanish'])
    expect(existsSync(`${path}.faba-new`)).toBe(false)
  })

  it('have names of up to 240 bytes', { timeout: 60_000 }, async () => {
    const call = service(true)
    const filename = 'é'.repeat(120)
    expect(await call('create_wallet', { filename, password: 'pw', language: 'English' })).toMatchObject({ result: {} })
    const change = { old_password: 'pw', new_password: 'new' }
    expect(await call('change_wallet_password', change)).toMatchObject({ result: {} })
    for (const method of ['create_wallet', 'open_wallet', 'restore_deterministic_wallet']) {
      const params = { filename: `${filename}x`, language: 'English', seed: String(spanish.keys['mnemonic']) }
      expect(await call(method, params)).toMatchObject({
        error: { code: -1, message: 'Invalid filename', data: 'the name of a wallet has at most 240 bytes' },
      })
    }
  })

  it('are never overwritten by a new wallet', { timeout: 60_000 }, async () => {
    put('taken', spanish)
    writeFileSync(join(folder, 'cache'), 'a cache of wallet2')
    const call = service()
    for (const filename of ['taken', 'cache']) {
      expect(await call('create_wallet', { filename, language: 'English' })).toMatchObject({ error: { code: -21 } })
      const seed = String(spanish.keys['mnemonic'])
      expect(await call('restore_deterministic_wallet', { filename, seed })).toMatchObject({
        error: { code: -1, message: 'Wallet already exists.' },
      })
    }
    expect(existsSync(join(folder, 'taken.faba'))).toBe(false)
  })

  it('are written for new wallets on request', { timeout: 60_000 }, async () => {
    const call = service(true)
    await call('create_wallet', { filename: 'ours', password: 'pw', language: 'Japanese' })
    const file = await parseKeysFile(oxenRegtest, new Uint8Array(readFileSync(join(folder, 'ours.keys'))), 'pw')
    expect(toHex(file.viewSecret)).toBe(await keyOf(call, 'view_key'))
    expect(file.language).toBe('Japanese')
    await service()('create_wallet', { filename: 'alone', language: 'English' })
    expect(existsSync(join(folder, 'alone.faba'))).toBe(true)
    expect(existsSync(join(folder, 'alone.keys'))).toBe(false)
  })

  it('have the lookahead of the wallet after it is changed', { timeout: 60_000 }, async () => {
    const call = service(true)
    await call('create_wallet', { filename: 'further', password: 'pw', language: 'English' })
    await call('set_subaddress_lookahead', { password: 'pw', major_idx: 4, minor_idx: 1500 })
    const { members } = await openKeysFile(new Uint8Array(readFileSync(join(folder, 'further.keys'))), 'pw')
    expect(members.get('subaddress_lookahead_major')).toBe('4')
    expect(members.get('subaddress_lookahead_minor')).toBe('1500')
    expect(existsSync(join(folder, 'further.keys.faba-old'))).toBe(true)
  })

  it('are written for multisig wallets once the key exchange is completed', { timeout: 120_000 }, async () => {
    const log = join(folder, 'log-of-exchange')
    const calls = ['x0', 'x1', 'x2'].map(() => service(true, new Log('0', log)))
    const allDo = (step: (call: ReturnType<typeof service>, i: number) => Promise<JsonObject>) =>
      Promise.all(calls.map(async (call, i) => ((await step(call, i))['result'] ?? {}) as JsonObject)) // results are objects
    const fileOf = (name: string, password: string) =>
      parseKeysFile(oxenRegtest, new Uint8Array(readFileSync(join(folder, `${name}.keys`))), password)
    await allDo((call, i) => call('create_wallet', { filename: `x${i}`, password: 'pw', language: 'English' }))
    const ordinary = await fileOf('x0', 'pw')
    const first = await allDo((call) => call('prepare_multisig'))
    const others = (list: readonly JsonObject[], i: number) =>
      list.filter((_, other) => other !== i).map(({ multisig_info }) => multisig_info ?? '')
    const second = await allDo((call, i) =>
      call('make_multisig', { multisig_info: others(first, i), threshold: 2, password: 'pw' }),
    )
    // After a change of the password between the rounds, the file is still that of the earlier wallet.
    const [own] = calls
    expect(await own?.('change_wallet_password', { old_password: 'pw', new_password: 'new' })).toMatchObject({
      result: {},
    })
    expect(await fileOf('x0', 'new')).toEqual(ordinary)
    const last = await allDo((call, i) =>
      call('exchange_multisig_keys', {
        multisig_info: others(second, i),
        ...(i === 2 ? {} : { password: i === 0 ? 'new' : 'pw' }),
      }),
    )
    const { address } = last[0] ?? {}
    expect(last.map((answer) => answer['address'])).toEqual([address, address, address])
    for (const [i, password] of ['new', 'pw'].entries()) {
      const { multisig, spendSecret, ...file } = await fileOf(`x${i}`, password)
      const { spendKey, viewKey } = parseAddress(oxenRegtest, String(address))
      expect([file.spendPublic, file.viewPublic, spendSecret]).toEqual([spendKey, viewKey, undefined])
      expect([multisig?.threshold, multisig?.signers.length]).toEqual([2, 3])
    }
    // As in wallet2, the file retains the address and the view key of the wallet before, which is kept as a whole too.
    const { members } = await openKeysFile(new Uint8Array(readFileSync(join(folder, 'x0.keys'))), 'new')
    expect(members.get('original_keys_available')).toBe('1')
    const originalAddress = JSON.parse(members.get('original_address') ?? '')
    expect(parseAddress(oxenRegtest, originalAddress).viewKey).toEqual(ordinary.viewPublic)
    expect(JSON.parse(members.get('original_view_secret_key') ?? '')).toBe(toHex(ordinary.viewSecret))
    const kept = new Uint8Array(readFileSync(join(folder, 'x0.keys.faba-old')))
    expect(await parseKeysFile(oxenRegtest, kept, 'new')).toEqual(ordinary)
    expect((await fileOf('x2', 'pw')).multisig).toBeUndefined()
    expect(readFileSync(log, 'utf8')).toContain('the last round was completed without the password')
  })

  it('are opened with the cache beside them', { timeout: 60_000 }, async () => {
    const wallet = at('English')
    put('cached', wallet)
    const cache = vectorBytes('oxen/wallet-caches/never-connected.bin')
    writeFileSync(join(folder, 'cached'), cache)
    const call = service(true)
    await call('open_wallet', { filename: 'cached', password: wallet.password })
    const addresses = [{ label: 'Primary account' }, { label: 'label é' }]
    expect(await call('get_address')).toMatchObject({ result: { addresses } })
    expect(await call('get_attribute', { key: 'a' })).toMatchObject({ result: { value: 'b' } })
    await call('change_wallet_password', { old_password: wallet.password, new_password: 'new' })
    await call('close_wallet')
    for (const file of ['cached', 'cached.keys'])
      copyFileSync(join(folder, file), join(folder, file.replace('cached', 'again')))
    await call('open_wallet', { filename: 'again', password: 'new' })
    expect(await call('get_address')).toMatchObject({ result: { addresses } })
  })

  it('are opened without a cache that cannot be read, which the log says', { timeout: 60_000 }, async () => {
    const wallet = at('English')
    put('damaged', wallet)
    writeFileSync(join(folder, 'damaged'), vectorBytes('oxen/wallet-caches/after-use.bin'))
    const log = join(folder, 'log')
    const call = service(false, new Log('0', log))
    await call('open_wallet', { filename: 'damaged', password: wallet.password })
    expect(await keyOf(call, 'view_key')).toBe(wallet.keys.view_key)
    expect(readFileSync(log, 'utf8')).toContain('notes, labels and contacts were not imported: this cache belongs to')
  })

  it('name the wallet file beside them', () => {
    expect(['w/a', 'w/a.faba', 'w/a.keys', 'w/a.txt'].map(walletPathOf)).toEqual([
      'w/a.faba',
      'w/a.faba',
      'w/a.faba',
      'w/a.txt.faba',
    ])
  })
})
