// Wallet files and control over the wallet RPC, beyond the recorded calls.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { ApprovalDecision } from '../../../../src/engine/api/approvalRequest.ts'
import { STRICTER_THAN_OXEN } from '../../../../src/rpc/calls/restrictedMode.ts'
import { walletRpcContextOf } from '../../../../src/rpc/hosts/engineWalletHost.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import { createWalletRpc, type WalletRpcOptions } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'
import { newWallet, PASSWORD, restored, testHost } from '../../../support/wallet/engine-host.ts'

type RpcAnswer = {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}
type Case = {
  readonly section: string
  readonly http_request: { readonly body: string }
  readonly response_body?: string
}

const CASES: readonly Case[] = vector('oxen/rpc-errors.json').cases
const WORDS: string = vector('oxen/chain-small/wallets.json').wallets.A.keys.mnemonic

const folders: string[] = []
const opened: WalletFiles[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'faba-wallets-'))
  folders.push(folder)
  return folder
}
afterAll(async () => {
  for (const wallets of opened) await wallets.shutDown()
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** A service whose node is not there. */
const service = (folder: string | undefined, options: WalletRpcOptions = {}) => {
  const stops: number[] = []
  const wallets = new WalletFiles({
    network: networkById('oxen-regtest'),
    folder,
    node: { url: 'http://127.0.0.1:1', login: undefined, trusted: true, fetch: undefined, proxy: '' },
    log: new Log('', undefined),
    stop: () => stops.push(1),
  })
  opened.push(wallets)
  const rpc = createWalletRpc(wallets.source, options)
  const post = async (body: string): Promise<RpcAnswer> =>
    // Answers of JSON-RPC have this shape.
    (await (await rpc(new Request('http://here/json_rpc', { method: 'POST', body }))).json()) as RpcAnswer
  const call = (method: string, params: object = {}) =>
    post(JSON.stringify({ jsonrpc: '2.0', id: 'seven', method, params }))
  return { wallets, post, call, stops }
}

const methodOf = ({ http_request: { body } }: Case): string => {
  try {
    return String(JSON.parse(body).method)
  } catch {
    return ''
  }
}

describe('wallet files and control', () => {
  it('return errors for invalid nodes, and reject admin methods in restricted mode', async () => {
    const folder = newFolder()
    const { call, wallets } = service(folder)
    await call('restore_deterministic_wallet', { filename: 'A', seed: WORDS })
    expect(await call('set_daemon', { address: 'http://exa mple' })).toMatchObject({ error: { code: -38 } })
    for (const [choice, data] of [
      [{ address: 'a', proxy: 'http://b' }, /the address of a proxy has the form/],
      [{ address: 'http://a', ssl_ca_file: '/ca' }, /https/],
      [{ address: 'https://a', ssl_ca_file: '/nowhere/at/all' }, /there is no such file/],
      [{ address: 'https://a', ssl_private_key_path: '/k' }, /require each other/],
      [{ address: 'https://a', ssl_support: 'disabled' }, /TLS is disabled/],
      [{ address: 'http://a', ssl_support: 'enabled' }, /TLS is required/],
    ] as const)
      expect(await call('set_daemon', choice)).toMatchObject({
        error: { code: -38, message: 'Unable to set daemon', data: expect.stringMatching(data) },
      })
    for (const [fingerprint, message] of [
      ['zz', 'ssl_allowed_fingerprints[] entries must be hex-encoded SHA-256 values'],
      ['00', 'Each ssl_allowed_fingerprints[] entry must decode to exactly 32 bytes'],
    ] as const)
      expect(
        await call('set_daemon', { address: 'https://a', ssl_allowed_fingerprints: ['ab:'.repeat(32), fingerprint] }),
      ).toMatchObject({ error: { code: -38, message } })
    expect(await call('set_daemon', { address: 'a', ssl_support: 'on' })).toMatchObject({
      error: { code: -38, message: 'Invalid ssl support mode' },
    })
    expect(await call('refresh')).toMatchObject({ error: { code: -38, message: 'No connection to daemon' } })
    await wallets.close()

    const restricted = service(folder, { restricted: true })
    for (const method of ['transfer', 'stop_wallet', 'store', 'get_transfers'])
      expect(await restricted.call(method)).toMatchObject({
        id: 'seven',
        error: { code: -7, message: `${method} is not available in restricted mode.` },
      })
    expect(restricted.stops).toEqual([])
  })

  it('are refused in restricted mode as recorded, and where they change, prove or tell more than it promises', () => {
    const refused = new Map(
      CASES.filter(({ section }) => section === '--restricted-rpc').map((one) => [
        methodOf(one),
        JSON.parse(one.response_body ?? '{}').error?.code === -7,
      ]),
    )
    const known = walletMethods.flatMap(({ names, access }) => names.map((name) => ({ name, access })))
    const compared = known.filter(({ name }) => refused.has(name))
    expect(compared.length).toBeGreaterThan(60)
    const stricter = compared.filter(({ name, access }) => access === 'admin' && refused.get(name) === false)
    expect(stricter.map(({ name }) => name).toSorted()).toEqual(Object.keys(STRICTER_THAN_OXEN).toSorted())
    for (const { name, access } of compared) if (refused.get(name) === true) expect(access, name).toBe('admin')
  })

  it('only read, if restricted mode serves them', () => {
    const served = walletMethods.filter(({ access }) => access === 'public')
    expect(served.filter(({ effect }) => effect !== 'read').map(({ names }) => names[0])).toEqual([])
    expect(served.map(({ names }) => names[0]).toSorted()).toEqual([
      'check_reserve_proof',
      'check_spend_proof',
      'check_tx_key',
      'check_tx_proof',
      'estimate_tx_size_and_weight',
      'get_account_tags',
      'get_accounts',
      'get_address',
      'get_address_index',
      'get_balance',
      'get_default_fee_priority',
      'get_height',
      'get_languages',
      'get_version',
      'is_multisig',
      'lns_decrypt_value',
      'lns_encrypt_value',
      'lns_hash_name',
      'make_integrated_address',
      'make_uri',
      'parse_uri',
      'split_integrated_address',
      'validate_address',
    ])
  })
  it('follow the chain by themselves, until `auto_refresh` ends it', async () => {
    const { call, wallets } = service(newFolder())
    await call('create_wallet', { filename: 'A', language: 'English' })
    expect(wallets.wallet?.sync.state.pollInterval).toBe(3000)
    await call('auto_refresh', { enable: false })
    expect(wallets.wallet?.sync.state.pollInterval).toBeUndefined()
    await call('auto_refresh', { period: 7 })
    expect(wallets.wallet?.sync.state.pollInterval).toBe(7000)
  })

  it('open no other wallet if the service has one only', async () => {
    const { call } = service(undefined)
    for (const [method, params] of [
      ['create_wallet', { filename: 'z', language: 'English' }],
      ['open_wallet', { filename: 'A' }],
      ['restore_deterministic_wallet', { filename: 'z', seed: WORDS }],
      ['generate_from_keys', { filename: 'z', address: 'L', viewkey: '00' }],
    ] as const)
      expect(await call(method, params)).toMatchObject({ error: { code: -23, message: 'No wallet dir configured' } })
  })

  it('lock a file for one process, and leave no incomplete file', async () => {
    const folder = newFolder()
    const [first, second] = [service(folder), service(folder)]
    expect(await first.call('create_wallet', { filename: 'one', language: 'English' })).toMatchObject({ result: {} })
    const blocked = await second.call('open_wallet', { filename: 'one' })
    expect(blocked.error?.message).toMatch(/another process/)
    const address = (await first.call('get_address')).result?.['address']
    await first.call('close_wallet')
    expect(await second.call('open_wallet', { filename: 'one' })).toMatchObject({ result: {} })
    expect((await second.call('get_address')).result?.['address']).toBe(address)
    const bad = { filename: 'bad', address, viewkey: '01'.padEnd(64, '0') }
    expect(await second.call('generate_from_keys', bad)).toMatchObject({ error: { code: -1 } })
    expect(await second.call('open_wallet', { filename: 'bad' })).toMatchObject({
      error: { message: /file not found/ },
    })
  })

  it('have no open wallet after a failed opening, and report the end of the service', async () => {
    const { call, stops } = service(newFolder())
    await call('create_wallet', { filename: 'a', language: 'English', password: 'right' })
    expect(await call('open_wallet', { filename: 'a', password: 'wrong' })).toMatchObject({ error: { code: -22 } })
    expect(await call('get_address')).toMatchObject({ error: { code: -13, message: 'No wallet file' } })
    expect(await call('stop_wallet')).toMatchObject({ result: {} })
    expect(stops).toEqual([1])
  })
})

describe('in a page', () => {
  it('addresses wallets by name, and rejects options that a browser does not support', async () => {
    const host = testHost(createNodeClient({ url: 'http://node', fetch: () => Promise.reject(new TypeError('no')) }))
    const engine = await restored(host, 'oxen-regtest', WORDS)
    const rpc = createWalletRpc(walletRpcContextOf(engine))
    const call = async (method: string, params: object = {}): Promise<RpcAnswer> => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      return (await (await rpc(new Request('http://page/json_rpc', { method: 'POST', body }))).json()) as RpcAnswer
    }
    expect(await call('create_wallet', { filename: 'Two', language: 'English' })).toMatchObject({
      error: { code: -13 },
    })
    await engine.changeSettings({ rpcEnabled: true })
    let decision: ApprovalDecision = 'refuse'
    await engine.subscribe(({ approvalRequest: question }) => {
      if (question !== undefined) void engine.decideApproval(question.id, decision, PASSWORD)
    })
    const address = (await call('get_address')).result?.['address']
    expect(address).toMatch(/^L/)
    for (const key_type of ['mnemonic', 'view_key', 'spend_key'])
      expect(await call('query_key', { key_type })).toMatchObject({ error: { code: -7 } })
    // Three refusals in a row are followed by a pause.
    host.time.advance(60_000)
    decision = 'once'
    expect(await call('create_wallet', { filename: newWallet('').name, language: 'English' })).toMatchObject({
      error: { code: -21 },
    })
    expect(await call('create_wallet', { filename: 'Two', password: 'x', language: 'Deutsch' })).toMatchObject({
      result: {},
    })
    expect((await call('get_address')).result?.['address']).not.toBe(address)
    expect(await call('set_daemon', { address: 'a', ssl_ca_file: '/ca' })).toMatchObject({ error: { code: -38 } })
    expect(await call('stop_wallet')).toMatchObject({ error: { code: -1 } })
    expect(await call('start_mining', { threads_count: 1 })).toMatchObject({ error: { code: -1 } })
    // The first wallet was switched on above.
    expect(await call('open_wallet', { filename: 'Test', password: PASSWORD })).toMatchObject({ result: {} })
    expect(await call('close_wallet')).toMatchObject({ result: {} })
    expect(await call('get_version')).toMatchObject({ error: { code: -13 } })
    await engine.closeWallet()
  })
})
