// Caches of wallet2 in the folder of `faba rpc --keys-files`: written when they are stored or changed, and never by opening alone.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../../src/bytes/base64.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { parseWalletCache, reencryptCache } from '../../../../src/coin/wallet-files/cacheFile.ts'
import { vector, vectorBytes } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { type WalletFilesService, walletFilesService } from '../../../support/rpc/wallet-files-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-cache-files-'))
const services: WalletFilesService[] = []
afterAll(async () => {
  for (const { stop } of services) await stop()
  rmSync(folder, { recursive: true })
})

const { password, keys_file } = vector('monero/wallet-cache.json')
const recorded = vectorBytes('monero/wallet-cache.bin')

const service = (options: Parameters<typeof walletFilesService>[2] = { writesKeysFiles: true }) => {
  const started = walletFilesService(moneroRegtest, folder, options)
  services.push(started)
  return started.call
}

const pathOf = (name: string): string => join(folder, name)
const read = (name: string): Uint8Array => new Uint8Array(readFileSync(pathOf(name)))
const cacheIn = (name: string, secret = password) => parseWalletCache(moneroRegtest, read(name), secret)

/** Puts the files of the recorded wallet into the folder. */
const put = (name: string, cache = recorded): void => {
  writeFileSync(pathOf(`${name}.keys`), fromBase64(keys_file) ?? '')
  writeFileSync(pathOf(name), cache)
}

describe('caches beside keys files', { timeout: 120_000 }, () => {
  it('stay as they are when the wallet is opened and closed', async () => {
    put('unchanged')
    const call = service()
    for (const _ of ['imported', 'opened']) {
      expect(await call('open_wallet', { filename: 'unchanged', password })).toMatchObject({ result: {} })
      await call('close_wallet')
    }
    expect(read('unchanged')).toEqual(recorded)
    expect(existsSync(pathOf('unchanged.faba-old'))).toBe(false)
  })

  it('are written by store, with a copy of what another program wrote', async () => {
    put('stored')
    const before = await cacheIn('stored')
    const call = service()
    await call('open_wallet', { filename: 'stored', password })
    for (const label of ['one', 'two é']) {
      await call('label_address', { index: { major: 0, minor: 0 }, label })
      expect(await call('store')).toMatchObject({ result: {} })
      const { labels, outputs, ...cache } = await cacheIn('stored')
      expect(labels).toEqual([[label], ['second', 'shop']])
      expect(outputs).toEqual(before.outputs)
      expect(cache.payments).toEqual(before.payments)
      expect(new Set(cache.transactionKeys)).toEqual(new Set(before.transactionKeys))
    }
    expect(read('stored.faba-old')).toEqual(recorded)
  })

  it('are written when a changed wallet is closed', async () => {
    put('changed')
    const call = service()
    await call('open_wallet', { filename: 'changed', password })
    await call('set_attribute', { key: 'new', value: 'x' })
    await call('close_wallet')
    expect((await cacheIn('changed')).attributes).toContainEqual({ key: 'new', value: 'x' })
  })

  it('are never written without --keys-files', async () => {
    put('read-only')
    const call = service({})
    await call('open_wallet', { filename: 'read-only', password })
    await call('set_attribute', { key: 'new', value: 'x' })
    await call('store')
    await call('close_wallet')
    expect(read('read-only')).toEqual(recorded)
  })

  it('keep the password before without --keys-files, and are not written then', async () => {
    put('kept')
    const without = service({})
    await without('open_wallet', { filename: 'kept', password })
    await without('change_wallet_password', { old_password: password, new_password: 'new' })
    await without('close_wallet')
    const log = pathOf('log-of-kept')
    const call = service({ writesKeysFiles: true, log: new Log('0', log) })
    expect(await call('open_wallet', { filename: 'kept', password: 'new' })).toMatchObject({ result: {} })
    await call('set_attribute', { key: 'new', value: 'x' })
    expect(await call('store')).toMatchObject({ result: {} })
    await call('close_wallet')
    expect(read('kept')).toEqual(recorded)
    expect(readFileSync(log, 'utf8')).toContain('does not open its keys file: its cache is not written')
  })

  it('have the new password after it is changed, and are written with it', async () => {
    put('renewed')
    const call = service()
    await call('open_wallet', { filename: 'renewed', password })
    await call('change_wallet_password', { old_password: password, new_password: 'néw' })
    await call('label_address', { index: { major: 0, minor: 0 }, label: 'later' })
    await call('store')
    expect((await cacheIn('renewed', 'néw')).labels[0]).toEqual(['later'])
  })

  it('are written for new wallets', async () => {
    const call = service()
    await call('create_wallet', { filename: 'ours', password: 'pw', language: 'English' })
    await call('label_address', { index: { major: 0, minor: 0 }, label: 'mine' })
    await call('close_wallet')
    expect((await cacheIn('ours', 'pw')).labels).toEqual([['mine']])
    expect(existsSync(pathOf('ours.faba-old'))).toBe(false)
  })

  it('stay as they are if they cannot be read, which the log says', async () => {
    const passwords = { old: password, new: 'another', encoding: 'utf-8' } as const
    const other = await reencryptCache(recorded, passwords, seededRandom(1))
    put('other', other)
    const log = pathOf('log')
    const call = service({ writesKeysFiles: true, log: new Log('0', log) })
    await call('open_wallet', { filename: 'other', password })
    await call('store')
    expect(read('other')).toEqual(other)
    expect(readFileSync(log, 'utf8')).toContain('the cache of wallet2 stays as it is')
  })
})
