// Answers of a development node of the monero family beside those of monerod 0.18.5.3 on a new regtest chain: outputs from before RingCT,
// mining in the background, the order of bans.
import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { answerOf, callNode } from '../../../support/devnet/node-calls.ts'
import { tickingNode } from '../../../support/devnet/ticking-node.ts'

const running = tickingNode(moneroChain)
const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const GENESIS_AMOUNT = 17_592_186_044_415
const call = (method: string, params = {}) => callNode(running, method, params)

beforeAll(() => {
  running.miner.mine(70)
})

describe('the output of the genesis block', () => {
  const output = { amount: GENESIS_AMOUNT, index: 0 }

  it('is returned by its amount', async () => {
    expect(await call('get_outs', { outputs: [output], get_txid: true })).toMatchObject({
      outs: [
        {
          height: 0,
          key: '9b2e4c0281c0b02e7c53291a94d1d0cbff8883f8024f5142ee494ffbbd088071',
          mask: '7cbdd862a95d180779ce250b460043afc4a492b9023b41a78fbd45e7d73bb085',
          txid: 'c88ce9783b4f11190d7b9c17a69c1c52200f9faaee8e98dd07e6811175177139',
          unlocked: true,
        },
      ],
      status: 'OK',
    })
    const mixed = await call('get_outs', { outputs: [{ amount: 0, index: 0 }, output] })
    expect(mixed).toMatchObject({ outs: [{ height: 1 }, { height: 0 }] })
  })

  it.each([
    { ...output, index: 1 },
    { amount: 5, index: 0 },
  ])('is the only one: $amount, $index fails', async (other) => {
    const result = await call('get_outs', { outputs: [output, other] })
    expect(result).toMatchObject({ status: 'Failed' })
    expect(result).not.toHaveProperty('outs')
  })

  it('has a row of the histogram', async () => {
    expect((await call('get_output_histogram', { unlocked: true }))['histogram']).toEqual([
      expect.objectContaining({ amount: 0, unlocked_instances: expect.any(Number) }),
      { amount: GENESIS_AMOUNT, recent_instances: 0, total_instances: 1, unlocked_instances: 1 },
    ])
  })

  it.each([
    [{ from_height: 0, to_height: 3 }, [1, 0, 0, 0]],
    [{ from_height: 1, to_height: 3 }, [1, 0, 0]],
    [{ from_height: 2, to_height: 4 }, [1, 0, 0]],
    [{ from_height: 1, to_height: 3, cumulative: true }, [1, 1, 1]],
  ])('is distributed by %j as %j', async (range, distribution) => {
    const amounts = [GENESIS_AMOUNT, 5]
    const { distributions } = await call('get_output_distribution', { amounts, binary: false, ...range })
    expect(distributions).toMatchObject([
      { amount: GENESIS_AMOUNT, base: 0, distribution, start_height: range.from_height },
      { amount: 5, base: 0, distribution: distribution.map(() => 0) },
    ])
  })
})

describe('mining_status', () => {
  const idle = {
    ...{ bg_idle_threshold: 0, bg_ignore_battery: false, bg_min_idle_seconds: 0, bg_target: 0 },
    is_background_mining_enabled: false,
  }
  const background = {
    ...{ bg_idle_threshold: 90, bg_ignore_battery: true, bg_min_idle_seconds: 10, bg_target: 40 },
    is_background_mining_enabled: true,
  }

  it.each([
    [
      { threads_count: 2, do_background_mining: true, ignore_battery: true },
      { threads_count: 2, ...background },
    ],
    [
      { threads_count: 3, ignore_battery: true },
      { threads_count: 3, ...idle },
    ],
    [{ threads_count: 0 }, { threads_count: 1, ...idle }],
  ])('after start_mining with %j is %j', async (options, status) => {
    await call('start_mining', { miner_address: ADDRESS, ...options })
    expect(await call('mining_status')).toMatchObject({ active: true, ...status })
    await call('stop_mining')
    expect(await call('mining_status')).toMatchObject({ active: false, threads_count: 0, ...idle })
  })
})

it('orders bans as monerod does: addresses by their text, then subnets by their lowest byte', async () => {
  const ban = (host: string) => ({ host, ban: true, seconds: 100 })
  const hosts = ['9.1.2.3', '1.2.3.4', '200.2.3.4', '10.0.0.0/8', '5.2.3.0/24', '1.2.3.3', '10.0.0.0/16', '5.2.4.0/24']
  await call('set_bans', { bans: [...hosts, '0.0.1.0/24', '::1', '9.0.0.0/8'].map(ban) })
  const { bans } = (await call('get_bans')) as { readonly bans: readonly { readonly host: string }[] }
  expect(bans.map(({ host }) => host)).toEqual([
    ...['1.2.3.3', '1.2.3.4', '200.2.3.4', '9.1.2.3', '::1'],
    ...['9.0.0.0/8', '10.0.0.0/8', '10.0.0.0/16', '0.0.1.0/24', '5.2.3.0/24', '5.2.4.0/24'],
  ])
})

it.each([1, 127, 128, 200, 255])(
  'reserves %i bytes in a template, which are at the offset that it returns',
  async (count) => {
    const template = await call('get_block_template', { wallet_address: ADDRESS, reserve_size: count })
    // The fields of the result.
    const { blocktemplate_blob: blob, reserved_offset: offset } = template as {
      readonly blocktemplate_blob: string
      readonly reserved_offset: number
    }
    const bytes = fromHex(blob)
    expect(bytes.subarray(offset, offset + count)).toEqual(new Uint8Array(count))
    // A nonce of several bytes is written by a pool, and the block is still one.
    const filled = Uint8Array.from(bytes)
    filled.fill(0xff, offset, offset + count)
    expect(await call('submit_block', { blob: [toHex(filled)] })).toMatchObject({ status: 'OK' })
  },
)

it('packs the distribution of outputs into raw bytes of a JSON string', async () => {
  const params = { amounts: [0], from_height: 3, to_height: 5, cumulative: true }
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method: 'get_output_distribution', params })
  const response = await running.fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  const bytes = Buffer.from(await response.arrayBuffer())
  const { distributions } = await call('get_output_distribution', { ...params, binary: false })
  // The result has this shape.
  const [{ distribution: counts }] = distributions as unknown as readonly [{ readonly distribution: readonly number[] }]
  const packed = counts.flatMap((count) => [count % 256, Math.floor(count / 256), 0, 0, 0, 0, 0, 0])
  const expected = Buffer.concat([Buffer.from('"distribution":"'), Buffer.from(packed), Buffer.from('"')])
  expect(bytes.indexOf(expected)).toBeGreaterThan(0)
})

it.each([
  ['get_block', { height: '5' }],
  ['get_block_hash', { height: ['5'] }],
  ['get_output_distribution', { amounts: ['0'], binary: false }],
  ['set_bans', { bans: [{ ip: '16909060', ban: true }] }],
])('rejects an integer written as a text: %s %j', async (method, params) => {
  expect(await answerOf(running, method, params)).toMatchObject({ code: -32602 })
})
