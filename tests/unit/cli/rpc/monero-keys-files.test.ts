// Keys files of monero-wallet-rpc 0.18.5 in the folder of `faba rpc`: settings, languages, passwords beyond ASCII.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fromBase64 } from '../../../../src/bytes/base64.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { formatAddress, subaddressAt } from '../../../../src/coin/addresses/address.ts'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import {
  keysFileKey,
  openKeysFile,
  reencryptKeysFile,
  sealKeysFile,
} from '../../../../src/coin/wallet-files/keysFileCipher.ts'
import type { MemberTexts } from '../../../../src/jsonrpc/memberTexts.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector, vectorBytes } from '../../../support/data/vectors.ts'
import { seededRandom } from '../../../support/random.ts'
import { type WalletFilesService, walletFilesService } from '../../../support/rpc/wallet-files-service.ts'

const folder = mkdtempSync(join(tmpdir(), 'faba-monero-keys-files-'))
const services: WalletFilesService[] = []
afterAll(async () => {
  for (const { stop } of services) await stop()
  rmSync(folder, { recursive: true })
})

const { files } = vector('monero/keys-files.json')
const at = (name: string) => {
  const found = files.find((file) => file.name === name)
  if (found === undefined) throw new TypeError(`no keys file ${name}`)
  return { ...found, bytes: fromBase64(found.keysFile) ?? new Uint8Array() }
}

const service = (options: Parameters<typeof walletFilesService>[2] = {}): WalletFilesService => {
  const started = walletFilesService(moneroRegtest, folder, options)
  services.push(started)
  return started
}

const put = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, `${name}.keys`)
  writeFileSync(path, bytes)
  return path
}

const membersIn = async (path: string, password: string) =>
  (await openKeysFile(new Uint8Array(readFileSync(path)), password)).members

describe('keys files of monero-wallet-rpc', { timeout: 120_000 }, () => {
  it.each(files.map(({ name }) => name))('restore the keys, and the words in their language: %s', async (name) => {
    const { bytes, password, seed, viewKey, address } = at(name)
    put(name, bytes)
    const { call } = service()
    expect(await call('open_wallet', { filename: name, password })).toMatchObject({ result: {} })
    // The seed of a participant of a multisig wallet lists the signers in any order.
    if (name !== 'm23')
      expect(await call('query_key', { key_type: 'mnemonic' })).toMatchObject({ result: { key: seed } })
    expect(await call('query_key', { key_type: 'view_key' })).toMatchObject({ result: { key: viewKey } })
    expect(await call('get_address')).toMatchObject({ result: { address } })
  })

  it.each(['std', 'look', 'm23', 'lang8', 'bgcustom', 'bgreuse'])(
    'keep their settings when the password changes: %s',
    async (name) => {
      const { bytes, password } = at(name)
      const path = put(`${name}-changed`, bytes)
      const before = await membersIn(path, password)
      const { call } = service({ writesKeysFiles: true })
      await call('open_wallet', { filename: `${name}-changed`, password })
      await call('change_wallet_password', { old_password: password, new_password: 'néw' })
      const settings = (members: MemberTexts) => [...members].filter(([member]) => member !== 'key_data')
      expect(settings(before).length).toBeGreaterThan(30)
      // wallet2 opens no file with -1 in its place.
      expect(before.get('auto_mine_for_rpc_payment')).toBe('-1.0')
      expect(settings(await membersIn(path, 'néw'))).toEqual(settings(before))
      // The file before, with its password.
      expect(new Uint8Array(readFileSync(`${path}.faba-old`))).toEqual(bytes)
      await call('close_wallet')
      put(`${name}-again`, readFileSync(path))
      await call('open_wallet', { filename: `${name}-again`, password: 'néw' })
      const { address } = at(name)
      expect(await call('get_address')).toMatchObject({ result: { address } })
    },
  )

  it('stay as they are without --keys-files, also when the password changes', async () => {
    const { bytes, password } = at('std')
    const path = put('untouched', bytes)
    const log = join(folder, 'log-of-untouched')
    const { call } = service({ log: new Log('0', log) })
    await call('open_wallet', { filename: 'untouched', password })
    await call('store')
    await call('change_wallet_password', { old_password: password, new_password: 'new' })
    await call('close_wallet')
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes)
    expect(readFileSync(log, 'utf8')).toContain('start with --keys-files to change their password too')
    expect(readdirSync(folder).filter((file) => file.startsWith('untouched'))).toEqual([
      'untouched.faba',
      'untouched.keys',
    ])
    expect(await call('open_wallet', { filename: 'untouched', password: 'new' })).toMatchObject({ result: {} })
  })

  it('are not replaced by the keys file of --keys-files', async () => {
    const { bytes, password } = at('look')
    const path = put('kept', bytes)
    const { call } = service({ writesKeysFiles: true })
    await call('open_wallet', { filename: 'kept', password })
    await call('close_wallet')
    expect(new Uint8Array(readFileSync(path))).toEqual(bytes)
  })

  it('with another password than the wallet stay as they are, which the log says', async () => {
    const { bytes, password } = at('std')
    const path = put('other', bytes)
    const log = join(folder, 'log')
    const { call } = service({ writesKeysFiles: true, log: new Log('0', log) })
    await call('open_wallet', { filename: 'other', password })
    const changed = await reencryptKeysFile(bytes, { old: password, new: 'x', encoding: 'utf-8' }, seededRandom(1))
    writeFileSync(path, changed)
    await call('change_wallet_password', { old_password: password, new_password: 'new' })
    expect(new Uint8Array(readFileSync(path))).toEqual(changed)
    expect(readFileSync(log, 'utf8')).toContain('the password of the wallet does not open its keys file')
  })

  it('have the lookahead of the wallet, also after it is opened again', async () => {
    const { bytes, password, lookahead } = at('look')
    expect(lookahead).toEqual([4, 1500])
    put('ahead', bytes)
    const { call, files: host } = service({ writesKeysFiles: true })
    for (const _ of ['imported', 'opened']) {
      await call('open_wallet', { filename: 'ahead', password })
      const { keys } = host.wallet ?? {}
      if (keys === undefined) throw new TypeError('no wallet is open')
      const addressAt = (major: number, minor: number) =>
        formatAddress(moneroRegtest, {
          ...subaddressAt(keys, major, minor),
          paymentId: undefined,
        })
      const index = { major: 0, minor: 1499 }
      expect(await call('get_address_index', { address: addressAt(0, 1499) })).toMatchObject({ result: { index } })
      expect(await call('get_address_index', { address: addressAt(49, 0) })).toHaveProperty('error')
      await call('close_wallet')
    }
  })
})

it('the cache of a participant of a multisig wallet gives it the key images and the payments', {
  timeout: 60_000,
}, async () => {
  const { bytes, password } = at('m23')
  put('participant', bytes)
  writeFileSync(join(folder, 'participant'), vectorBytes('monero/multisig-cache.bin'))
  const { call, files: host } = service()
  expect(await call('open_wallet', { filename: 'participant', password })).toMatchObject({ result: {} })
  const { ledger } = host.wallet?.state ?? {}
  const outputs = [...(ledger?.removedOutputs ?? [])]
  expect(outputs.map(([, { keyImage }]) => keyImage?.length)).toEqual(Array.from({ length: 8 }, () => 32))
  const payments = [...(ledger?.removedPayments ?? [])]
  expect(payments.map(([txid, { keys }]) => [txid, keys?.main.length]).toSorted()).toEqual([
    ['222aad52b74c8023a712d3f7ff527de32cc3bac2973ceb62bca03e5f6c78ea4e', undefined],
    ['23dcfac92d61103739c2c38b1f7aa28035f4a76353fca6144aa2817072f0864c', undefined],
    ['42d629bcc5056760e333ac004464c804d74396d7abbff0c3af6aabc86d6b103d', undefined],
    ['b32387800c4242d0b5646c0151627af7a3a2cfbbdc92a9e8c4e7170582102fef', 32],
  ])
})

const LOOK_AHEAD_CALLS = [
  [{}, { error: { code: -22, message: 'Invalid password.' } }],
  [{ password: 'wrong', major_idx: 1, minor_idx: 1 }, { error: { code: -22, message: 'Invalid password.' } }],
  [{ major_idx: 2, minor_idx: 10 }, { error: { code: -22, message: 'Invalid password.' } }],
  [
    { password: 'pw', major_idx: 0, minor_idx: 1 },
    { error: { code: -1, message: 'Subaddress major lookahead may not be zero' } },
  ],
  [
    { password: 'pw', major_idx: 1, minor_idx: 0 },
    { error: { code: -1, message: 'Subaddress minor lookahead may not be zero' } },
  ],
  [{ password: 'pw' }, { error: { code: -1, message: 'Subaddress major lookahead may not be zero' } }],
  [{ password: 'pw', major_idx: -1, minor_idx: 1 }, { error: { code: -32602, message: 'Invalid params' } }],
  // monero-wallet-rpc 0.18.5.3 runs out of memory: std::bad_alloc.
  [
    { password: 'pw', major_idx: 4294967295, minor_idx: 4294967295 },
    { error: { code: -1, message: 'Subaddress lookahead is too large' } },
  ],
  [{ password: 'pw', major_idx: 2, minor_idx: 10 }, { result: {} }],
] as const

it('names a wallet that is missing without the folder of the service', async () => {
  const { call } = service()
  expect(await call('open_wallet', { filename: 'nowhere' })).toMatchObject({
    error: { code: -1, message: 'Failed to open wallet : file not found "nowhere.faba"' },
  })
})

describe('set_subaddress_lookahead', { timeout: 120_000 }, () => {
  it('answers as monero-wallet-rpc 0.18.5.3, and applies at once and at the next opening', async () => {
    const { call } = service()
    expect(await call('set_subaddress_lookahead', {})).toMatchObject({ error: { code: -13 } })
    await call('create_wallet', { filename: 'set-ahead', password: 'pw', language: 'English' })
    for (const [params, answer] of LOOK_AHEAD_CALLS)
      expect(await call('set_subaddress_lookahead', params), JSON.stringify(params)).toMatchObject(answer)
    const { keys } = services.at(-1)?.files.wallet ?? {}
    if (keys === undefined) throw new TypeError('no wallet is open')
    const far = formatAddress(moneroRegtest, { ...subaddressAt(keys, 60, 1200), paymentId: undefined })
    expect(await call('get_address_index', { address: far })).toHaveProperty('error')
    expect(await call('set_subaddress_lookahead', { password: 'pw', major_idx: 61, minor_idx: 1201 })).toMatchObject({
      result: {},
    })
    for (const [majors, minors] of [
      [61, 1201],
      [2, 10],
    ]) {
      const changed = { password: 'pw', major_idx: majors ?? 0, minor_idx: minors ?? 0 }
      expect(await call('set_subaddress_lookahead', changed)).toMatchObject({ result: {} })
      for (const _ of ['now', 'opened again']) {
        const index = { major: 60, minor: 1200 }
        expect(await call('get_address_index', { address: far })).toMatchObject({ result: { index } })
        await call('close_wallet')
        await call('open_wallet', { filename: 'set-ahead', password: 'pw' })
      }
    }
  })

  it('is refused in restricted mode', async () => {
    const { files: host } = service()
    const rpc = createWalletRpc(host.source, { restricted: true })
    const body = JSON.stringify({
      ...{ jsonrpc: '2.0', id: '0', method: 'set_subaddress_lookahead' },
      params: { password: 'pw', major_idx: 5, minor_idx: 50 },
    })
    expect(await (await rpc(new Request('http://here/json_rpc', { method: 'POST', body }))).json()).toMatchObject({
      error: { code: -7 },
    })
  })
})

it('keys files that ask for more addresses than a scanner can hold are refused', { timeout: 60_000 }, async () => {
  const { bytes, password } = at('look')
  const { members, fileKey } = await openKeysFile(bytes, password)
  const changed = new Map(members).set('subaddress_lookahead_minor', '4294967295')
  put('endless', sealKeysFile(changed, fileKey, seededRandom(1)))
  const { call } = service()
  expect(await call('open_wallet', { filename: 'endless', password })).toMatchObject({ error: { code: -1 } })
})

describe('a password with an emoji', { timeout: 120_000 }, () => {
  const FORMS = { escaped: String.raw`pw\ud83d\ude00`, literal: 'pw😀' }

  it.each([
    { made: 'escaped', encoding: 'cesu-8' },
    { made: 'literal', encoding: 'utf-8' },
  ] as const)(
    'encrypts the keys file as in monero-wallet-rpc if it is sent $made, and opens it in both forms',
    async ({ made, encoding }) => {
      const { call } = service({ writesKeysFiles: true })
      const params = (filename: string, form: keyof typeof FORMS) =>
        `{"filename":"${filename}","password":"${FORMS[form]}","language":"English"}`
      expect(await call('create_wallet', params(made, made))).toMatchObject({ result: {} })
      await call('close_wallet')
      const file = new Uint8Array(readFileSync(join(folder, `${made}.keys`)))
      const { fileKey } = await openKeysFile(file, 'pw😀')
      expect(fileKey).toEqual(await keysFileKey('pw😀', encoding))
      for (const form of ['escaped', 'literal'] as const) {
        expect(await call('open_wallet', params(made, form))).toMatchObject({ result: {} })
        put(`${made}-${form}`, file)
        expect(await call('open_wallet', params(`${made}-${form}`, form))).toMatchObject({ result: {} })
      }
      const changed = `{"old_password":"${FORMS[made]}","new_password":"${FORMS[made]}+"}`
      await call('open_wallet', params(made, made))
      expect(await call('change_wallet_password', changed)).toMatchObject({ result: {} })
      const again = await openKeysFile(new Uint8Array(readFileSync(join(folder, `${made}.keys`))), 'pw😀+')
      expect(again.fileKey).toEqual(await keysFileKey('pw😀+', encoding))
    },
  )

  it('of bytes that are no UTF-8 is refused', async () => {
    const { files: host, post } = service()
    const [create, other] = ['create_wallet', 'open_wallet'].map((method, i) =>
      Buffer.concat([
        Buffer.from(`{"method":"${method}","params":{"filename":"cyr","language":"English","password":"`),
        Uint8Array.from(i === 0 ? [0xef, 0xe0, 0xf0, 0xee, 0xeb, 0xfc] : [0xf1, 0xe5, 0xea, 0xf0, 0xe5, 0xf2]),
        Buffer.from('"}}'),
      ]),
    )
    for (const body of [create, other])
      expect(await post(body ?? Buffer.alloc(0))).toMatchObject({ error: { code: -32700 } })
    expect(host.wallet).toBeUndefined()
  })
})
