// The key exchange of multisig wallets over the wallet RPC: the recorded calls of oxen-wallet-rpc and monero-wallet-rpc, and wallets that are
// closed and opened between any two rounds.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fromHex } from '../../../../src/bytes/hex.ts'
import { Log } from '../../../../src/cli/rpc/log/log.ts'
import { WalletFiles } from '../../../../src/cli/rpc/wallets/walletFiles.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { createScanner } from '../../../../src/crypto/scan/createScanner.ts'
import type { JsonObject } from '../../../../src/jsonrpc/json.ts'
import { createWalletRpc } from '../../../../src/rpc/service.ts'
import { vector } from '../../../support/data/vectors.ts'

type Answer = {
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string }
}

const folder = mkdtempSync(join(tmpdir(), 'faba-multisig-'))
const opened: WalletFiles[] = []
afterAll(async () => {
  for (const wallets of opened) await wallets.shutDown()
  rmSync(folder, { recursive: true })
})

/** A service whose node is not there, with a call that returns result or error. */
const service = (networkId: string) => {
  const wallets = new WalletFiles({
    ...{ network: networkById(networkId), folder, log: new Log('', undefined), stop: () => undefined, createScanner },
    node: { url: 'http://127.0.0.1:1', login: undefined, trusted: true, fetch: undefined, proxy: '' },
  })
  opened.push(wallets)
  const rpc = createWalletRpc(wallets.source)
  return async (method: string, params: JsonObject = {}): Promise<Answer> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
    // Answers of JSON-RPC have this shape.
    const { result, error } = (await (
      await rpc(new Request('http://here/json_rpc', { method: 'POST', body }))
    ).json()) as Answer
    return error === undefined ? { result: result ?? {} } : { error: { code: error.code, message: error.message } }
  }
}

const infoOf = ({ result, error }: Answer): string => {
  if (error !== undefined) throw new Error(`${error.code} ${error.message}`)
  return String(result?.['multisig_info'])
}

const COMPARED = ['is_multisig', 'prepare_multisig', 'make_multisig', 'exchange_multisig_keys', 'finalize_multisig']
const { schemes } = vector('oxen/multisig.json')

/** The key exchange of each scheme is tested without the RPC (`wallet/multisig`): here the calls count, of one scheme of each kind. */
const REPLAYED = [0, 2, 5]

for (const [at, { scheme, signers, calls }] of schemes.entries()) {
  if (!REPLAYED.includes(at)) continue
  it(`replays the recorded calls of oxen-wallet-rpc: ${scheme} (${at})`, { timeout: 120_000 }, async () => {
    const wallets = new Map<string, { readonly call: ReturnType<typeof service>; readonly name: string }>()
    for (const [i, { before }] of signers.entries()) {
      const call = service('oxen-mainnet')
      const name = `oxen-${at}-${i}`
      expect(await call('restore_deterministic_wallet', { filename: name, seed: before.mnemonic })).toHaveProperty(
        'result',
      )
      wallets.set(`signer ${i}`, { call, name })
    }
    for (const { wallet, request, answer, label } of calls) {
      const signer = wallets.get(wallet)
      if (signer === undefined || !COMPARED.includes(request.method)) continue
      const { call, name } = signer
      const made = await call(request.method, request.params ?? {})
      if (answer.error !== undefined) expect(made, label).toEqual({ error: answer.error })
      else {
        // Signatures are random: their messages have the same length.
        const shape = ({ multisig_info, ...rest }: Record<string, unknown>) => ({
          ...rest,
          length: String(multisig_info ?? '').length,
        })
        expect(shape(made.result ?? {}), label).toEqual(shape(answer.result ?? {}))
      }
      // Opening a wallet is slow, as deriving the key of its password is.
      if (wallet !== 'signer 0' || answer.error !== undefined || request.method === 'is_multisig') continue
      await call('close_wallet')
      expect(await call('open_wallet', { filename: name })).toHaveProperty('result')
    }
    for (const [i, { after }] of signers.entries()) {
      const call = wallets.get(`signer ${i}`)?.call ?? service('oxen-mainnet')
      const key = async (key_type: string): Promise<string> =>
        String((await call('query_key', { key_type })).result?.['key'])
      expect(await key('spend_key')).toBe(after?.spend_key)
      expect(await key('view_key')).toBe(after?.view_key)
      expect((await key('mnemonic')).length).toBe(after?.mnemonic.length)
      expect((await call('get_address')).result).toMatchObject({ address: after?.address })
    }
  })
}

describe('the wallet RPC of monero', () => {
  const { cases } = vector('monero/multisig.json')

  for (const { M, N, wallets, exchange } of cases.slice(0, 2))
    it(`exchanges keys as recorded: ${M}/${N}`, { timeout: 120_000 }, async () => {
      const calls = wallets.map(() => service('monero-mainnet'))
      const all = <T>(step: (call: (typeof calls)[number], i: number) => Promise<T>): Promise<T[]> =>
        Promise.all(calls.map(step))
      await all(async (call, i) => {
        const { spend_key, view_key, address_before } = wallets[i] ?? {
          spend_key: '',
          view_key: '',
          address_before: '',
        }
        const keys = {
          filename: `monero-${M}-${N}-${i}`,
          address: address_before,
          viewkey: view_key,
          spendkey: spend_key,
        }
        expect(await call('generate_from_keys', keys)).toHaveProperty('result')
      })
      const others = (infos: readonly string[], i: number): string[] => infos.filter((_, other) => other !== i)
      let infos = (await all((call) => call('prepare_multisig', { enable_multisig_experimental: true }))).map(infoOf)
      const firsts = infos
      infos = (await all((call, i) => call('make_multisig', { multisig_info: others(firsts, i), threshold: M }))).map(
        infoOf,
      )
      for (const [round, recorded] of exchange.entries()) {
        const sent = infos
        const made = await all((call, i) => call('exchange_multisig_keys', { multisig_info: others(sent, i) }))
        // monero-wallet-rpc returns the address when the last round is completed.
        for (const [i, one] of made.entries()) expect(one.result?.['address']).toBe(recorded[i]?.address)
        expect((await calls[0]?.('is_multisig'))?.result).toEqual({
          multisig: true,
          ready: round === exchange.length - 1,
          threshold: M,
          total: N,
        })
        infos = made.map(infoOf)
      }
      const again = { multisig_info: others(infos, 0) }
      expect(await calls[0]?.('exchange_multisig_keys', again)).toEqual({
        error: {
          code: -1,
          message:
            'Error calling exchange_multisig_info: multisig account: tried to update kex, but kex is already complete.',
        },
      })
      // Too few messages are reported first.
      expect(await calls[0]?.('exchange_multisig_keys')).toEqual({
        error: { code: -33, message: 'Needs multisig info from more participants' },
      })
    })

  it('has no finalize_multisig, as 0.18.5', async () => {
    const error = { code: -32601, message: 'Method not found' }
    expect(await service('monero-mainnet')('finalize_multisig', { multisig_info: ['x'] })).toEqual({ error })
  })

  it('returns the recorded errors', async () => {
    const call = service('monero-mainnet')
    await call('create_wallet', { filename: 'monero-errors', language: 'English' })
    for (const { label, request, error } of vector('monero/rpc_errors.json').cases) {
      const method = String(request?.['method'])
      if (error === undefined || !/^(make_multisig|exchange_multisig_keys):/.test(label)) continue
      // The schema types requests as JSON objects; their parameters are objects too.
      expect(await call(method, (request?.['params'] ?? {}) as JsonObject), label).toEqual({ error })
    }
  })
})

describe('a wallet that became a multisig wallet', () => {
  const scheme = schemes.find((one) => one.scheme === '2/2')
  const [first, second] = scheme?.signers ?? []
  const infos = (scheme?.calls ?? []).flatMap(({ request, answer }) =>
    request.method === 'prepare_multisig' && answer.result !== undefined
      ? [String(answer.result['multisig_info'])]
      : [],
  )

  it('starts over, and stores its keys sealed only', {
    timeout: 60_000,
  }, async () => {
    const call = service('oxen-mainnet')
    await call('restore_deterministic_wallet', { filename: 'over', seed: first?.before.mnemonic ?? '' })
    await call('create_address', { label: 'old' })
    await call('label_account', { account_index: 0, label: 'old' })
    await call('make_multisig', { multisig_info: infos.slice(1, 2), threshold: 2 })
    const { result } = await call('get_address')
    expect(result).toMatchObject({ addresses: [{ label: 'Primary account' }] })
    expect(await call('export_key_images')).toMatchObject({ error: { code: -1 } })
    expect((await call('get_balance')).result).toMatchObject({ multisig_import_needed: false })
    await call('close_wallet')
    const bytes = readFileSync(join(folder, 'over.faba'))
    for (const secret of [
      first?.after?.spend_key,
      first?.after?.view_key,
      first?.before.spend_key,
      second?.after?.view_key,
    ])
      expect(bytes.includes(Buffer.from(fromHex(secret ?? '')))).toBe(false)
  })

  it('keeps its password, and refuses another one', { timeout: 120_000 }, async () => {
    const calls = [service('oxen-mainnet'), service('oxen-mainnet'), service('oxen-mainnet')]
    const invalid = { error: { code: -22, message: 'Invalid password.' } }
    for (const [i, call] of calls.entries())
      await call('create_wallet', { filename: `password-${i}`, password: 'right', language: 'English' })
    const first = await Promise.all(calls.map(async (call) => infoOf(await call('prepare_multisig'))))
    const othersOf = (all: readonly string[], i: number): string[] => all.filter((_, other) => other !== i)
    const second = await Promise.all(
      calls.map(async (call, i) => {
        const round = { multisig_info: othersOf(first, i), threshold: 2 }
        expect(await call('make_multisig', { ...round, password: 'wrong' })).toEqual(invalid)
        expect((await call('is_multisig')).result).toMatchObject({ multisig: false })
        return infoOf(await call('make_multisig', i === 0 ? round : { ...round, password: 'right' }))
      }),
    )
    for (const [i, method] of ['exchange_multisig_keys', 'finalize_multisig'].entries()) {
      const [call, round] = [calls[i], { multisig_info: othersOf(second, i) }]
      expect(await call?.(method, { ...round, password: 'wrong' })).toEqual(invalid)
      expect((await call?.('is_multisig'))?.result).toMatchObject({ multisig: true, ready: false })
      expect(await call?.(method, { ...round, password: 'right' })).toHaveProperty('result')
      await call?.('close_wallet')
      expect(await call?.('open_wallet', { filename: `password-${i}`, password: 'wrong' })).toEqual(invalid)
      expect(await call?.('open_wallet', { filename: `password-${i}`, password: 'right' })).toHaveProperty('result')
      expect((await call?.('is_multisig'))?.result).toMatchObject({ ready: true })
    }
  })

  it('is refused for watch-only wallets, and stays as it is after a rejected round', { timeout: 60_000 }, async () => {
    const watch = service('oxen-mainnet')
    const { address, view_key: viewkey } = {
      address: first?.after?.address ?? '',
      view_key: first?.after?.view_key ?? '',
    }
    await watch('generate_from_keys', { filename: 'watch', address, viewkey })
    const watchOnly = { error: { code: -29, message: 'wallet is watch-only and cannot be made multisig' } }
    expect(await watch('prepare_multisig')).toEqual(watchOnly)
    expect(await watch('make_multisig', { multisig_info: infos, threshold: 2 })).toEqual(watchOnly)
    const call = service('oxen-mainnet')
    await call('restore_deterministic_wallet', { filename: 'rejected', seed: first?.before.mnemonic ?? '' })
    await call('create_address', { label: 'kept' })
    expect(await call('make_multisig', { multisig_info: infos, threshold: 3 })).toEqual({
      error: { code: -1, message: 'Invalid threshold' },
    })
    expect((await call('get_address')).result).toMatchObject({ addresses: [{}, { label: 'kept' }] })
    expect((await call('is_multisig')).result).toMatchObject({ multisig: false })
  })
})
