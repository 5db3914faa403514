// Administrative settings of a development node: bans by address and subnet, limits, logs, the bootstrap daemon, stopping. Limits of
// restricted requests.
import { describe, expect, it } from 'vitest'
import {
  type AdminSettings,
  createAdminSettings,
  formatHosts,
  parseHosts,
} from '../../../../src/devnet/node/adminSettings.ts'
import { oxenDialect } from '../../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { createNodeService } from '../../../../src/devnet/rpc/service.ts'
import type { Service } from '../../../../src/jsonrpc/service.ts'
import { RECORDED_NOW, replayNode } from '../../../support/devnet/replay-node.ts'

const { node, miner, fetch: plain, restricted } = replayNode()

const caller =
  (service: Service) =>
  async (method: string, params: unknown = {}): Promise<{ result?: unknown; error?: unknown }> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params })
    const response = await service(new Request('http://node/json_rpc', { method: 'POST', body }))
    return (await response.json()) as { result?: unknown; error?: unknown }
  }

const ownedBy = (owner: AdminSettings) =>
  caller(createNodeService({ node, miner, faucet: undefined, settings: owner, dialect: oxenDialect }))

const withStop = (stop?: () => void) => {
  let now = RECORDED_NOW
  const owner = createAdminSettings(() => now, stop)
  const pass = (seconds: number): void => {
    now += seconds
  }
  return { owner, call: ownedBy(owner), pass }
}

describe('bans', () => {
  it('last for their duration, and cover the hosts of a subnet', async () => {
    const { call, pass } = withStop()
    const bans = [
      { host: '10.1.2.3', ban: true, seconds: 60 },
      { host: '10.2.0.7/16', ban: true, seconds: 100 },
      { ip: 0x04030201, ban: true, seconds: 10 },
    ]
    expect(await call('set_bans', { bans })).toMatchObject({ result: { status: 'OK' } })
    expect(await call('get_bans')).toMatchObject({
      result: {
        bans: [
          { host: '1.2.3.4', ip: 0x04030201, seconds: 10 },
          { host: '10.1.2.3', ip: 50462986, seconds: 60 },
          { host: '10.2.0.0/16', ip: 0, seconds: 100 },
        ],
      },
    })
    pass(30)
    expect(await call('banned', { address: '10.1.2.3' })).toMatchObject({ result: { banned: true, seconds: 30 } })
    expect(await call('banned', { address: '10.2.255.1' })).toMatchObject({ result: { banned: true, seconds: 70 } })
    expect(await call('banned', { address: '10.3.0.1' })).toMatchObject({ result: { banned: false, seconds: 0 } })
    expect(await call('banned', { address: '1.2.3.4' })).toMatchObject({ result: { banned: false, seconds: 0 } })
    await call('set_bans', { bans: [{ host: '10.2.0.0/16', ban: false }] })
    expect(await call('banned', { address: '10.2.255.1' })).toMatchObject({ result: { banned: false } })
    pass(30)
    expect((await call('get_bans')).result).toEqual({ status: 'OK' })
  })

  it.each([
    ['1.2.3.4', '1.2.3.4'],
    ['1.2.3.4:18080', '1.2.3.4'],
    ['1.2.3.4/32', '1.2.3.4/32'],
    ['1.2.3.4/8', '1.0.0.0/8'],
    ['[::1]', '::1'],
    ['[2001:DB8:0:0::1]:22023', '2001:db8::1'],
    ['fe80::1', 'fe80::1'],
  ])('accept the host “%s”', (host, written) => {
    const hosts = parseHosts(host)
    expect(hosts && formatHosts(hosts)).toBe(written)
  })

  it('report the time of an address before that of its subnet', async () => {
    const { call } = withStop()
    const bans = [
      { host: '9.9.9.0/24', ban: true, seconds: 70 },
      { host: '9.9.9.9', ban: true, seconds: 20 },
    ]
    await call('set_bans', { bans })
    expect(await call('banned', { address: '9.9.9.9' })).toMatchObject({ result: { banned: true, seconds: 20 } })
    expect(await call('banned', { address: '9.9.9.10' })).toMatchObject({ result: { banned: true, seconds: 70 } })
    // Only the same subnet lifts its ban.
    await call('set_bans', { bans: [{ host: '9.9.9.0/25' }, { host: '9.9.9.10' }] })
    expect(await call('banned', { address: '9.9.9.10' })).toMatchObject({ result: { banned: true, seconds: 70 } })
    expect(await call('banned', { address: '9.9.9.0/24' })).toMatchObject({ error: { code: -1 } })
  })

  it.each([
    '',
    'xyz',
    '1.2.3',
    '1.2.3.256',
    '1.2.3.4/7',
    '1.2.3.4/33',
    '1.2.3.4/',
    '[::1',
    '[1.2.3.4]',
    '::g',
    ':::',
    '2001:db8::/32',
  ])('reject the host “%s”', (host) => {
    expect(parseHosts(host)).toBeUndefined()
  })
})

describe('settings', () => {
  it('set, reset and keep the bandwidth limits', async () => {
    const { call } = withStop()
    expect(await call('set_limit', { limit_up: 100, limit_down: 0 })).toMatchObject({
      result: { limit_up: 100, limit_down: 8192 },
    })
    expect(await call('get_limit')).toMatchObject({ result: { limit_up: 100, limit_down: 8192, untrusted: false } })
    expect(await call('set_limit', { limit_up: -1, limit_down: 7 })).toMatchObject({
      result: { limit_up: 2048, limit_down: 7 },
    })
    expect(await call('set_limit', { limit_up: -2 })).toMatchObject({ error: { code: -1 } })
  })

  it('set the log level and categories', async () => {
    const { owner, call } = withStop()
    await call('set_log_level', { level: 3 })
    expect(await call('set_log_level', { level: 5 })).toMatchObject({
      result: { status: 'Error: log level not valid' },
    })
    expect(await call('set_log_categories', { categories: '*:INFO' })).toMatchObject({
      result: { categories: '*:INFO' },
    })
    expect(owner).toMatchObject({ logLevel: 3, logCategories: '*:INFO' })
    expect(await call('set_log_hash_rate', { visible: true })).toMatchObject({ result: { status: 'NOT MINING' } })
  })

  it('set the bootstrap daemon without reporting its login', async () => {
    const { owner, call } = withStop()
    const login = { username: 'u', password: 'secret' }
    const { result: before } = await call('get_info')
    expect(before).not.toHaveProperty('bootstrap_daemon_address')
    await call('set_bootstrap_daemon', { address: 'http://node.example:22023', ...login })
    expect(owner.bootstrap).toEqual({ address: 'http://node.example:22023', ...login })
    const { result } = await call('get_info')
    expect(result).toMatchObject({ bootstrap_daemon_address: 'http://node.example:22023' })
    expect(JSON.stringify(result)).not.toContain('secret')
    for (const address of ['auto', 'http://'])
      expect(await call('set_bootstrap_daemon', { address })).toMatchObject({ error: { code: -1 } })
    await call('set_bootstrap_daemon', {})
    expect(owner.bootstrap).toBeUndefined()
  })
})

describe('stopping', () => {
  it('calls the host', async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<void>()
    const { call } = withStop(resolve)
    expect(await call('stop_daemon')).toMatchObject({ result: { status: 'OK' } })
    await stopped
  })

  it('is rejected when the host does not support it', async () => {
    expect(await withStop().call('stop_daemon')).toMatchObject({ error: { code: -5 } })
  })
})

describe('a restricted service', () => {
  const [owned, open] = [caller(plain), caller(restricted)]
  const outputs = (count: number) => Array.from({ length: count }, (_, i) => ({ amount: 0, index: i % 100 }))

  it('returns at most 5000 outputs at once', async () => {
    expect(await open('get_outs', { outputs: outputs(5000) })).toMatchObject({ result: { status: 'OK' } })
    expect(await open('get_outs', { outputs: outputs(5001) })).toMatchObject({
      result: { status: 'Too many outs requested' },
    })
    expect(await owned('get_outs', { outputs: outputs(5001) })).toMatchObject({ result: { status: 'OK' } })
  })

  it('returns at most 25 checkpoints at once', async () => {
    expect(await open('get_checkpoints', { count: 25 })).toMatchObject({ result: { status: 'OK' } })
    expect(await open('get_checkpoints', { count: 26 })).toMatchObject({ error: { code: -1 } })
    expect(await owned('get_checkpoints', { count: 26 })).toMatchObject({ result: { status: 'OK' } })
  })

  it('returns no proof-of-work hashes', async () => {
    const hashOf = async (call: typeof open, params: object) =>
      ((await call('get_last_block_header', params)).result as { block_header: { pow_hash?: string } }).block_header
        .pow_hash
    expect(await hashOf(owned, { fill_pow_hash: true })).toMatch(/^[0-9a-f]{64}$/)
    expect(await hashOf(owned, {})).toBeUndefined()
    expect(await hashOf(open, { fill_pow_hash: true })).toBeUndefined()
  })
})

describe('deprecated fields', () => {
  it('are returned beside the current ones', async () => {
    const call = caller(plain)
    const { result: fees } = await call('get_fee_estimate')
    const { fee, fee_per_byte: perByte } = fees as { fee: number; fee_per_byte: number }
    expect(fee).toBe(1024 * perByte)
    for (const params of [[203], { height: 203 }, { height: [203] }])
      expect(await call('get_block_header_by_height', params)).toMatchObject({
        result: { block_header: { height: 203 } },
      })
    const { result: block } = await call('get_block', { height: 203 })
    const { miner_tx_hash: id, block_header: header } = block as {
      miner_tx_hash: string
      block_header: { miner_tx_hash: string }
    }
    expect(id).toBe(header.miner_tx_hash)
    const { tx_hashes: ids } = block as { tx_hashes?: string[] }
    const params = { txs_hashes: ids ?? [], decode_as_json: true }
    const { result } = await call('get_transactions', params)
    const { txs, txs_as_json: texts } = result as { txs: { as_json: string }[]; txs_as_json: string[] }
    expect(texts).toEqual(txs.map((tx) => tx.as_json))
    expect(texts.length).toBeGreaterThan(0)
  })
})
