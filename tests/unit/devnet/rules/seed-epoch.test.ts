// The seed of RandomX: of which block it is, and when a node announces the next one.

import { describe, expect, it } from 'vitest'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { parseSeedEpoch, SEED_EPOCH, SeedEpochError, seedHeight } from '../../../../src/devnet/rules/seedEpoch.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { parseJson } from '../../../../src/jsonrpc/json.ts'
import { seededRandom } from '../../../support/random.ts'

const SHORT = { blocks: 8, lag: 4 }
const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'

describe('the seed of a block', () => {
  it('is new every 2048 blocks, 64 blocks later', () => {
    expect([0, 2112, 2113, 4160, 4161].map((height) => seedHeight(height, SEED_EPOCH))).toEqual([
      0, 0, 2048, 2048, 4096,
    ])
  })

  it('is new sooner in a shorter epoch', () => {
    expect([0, 12, 13, 20, 21].map((height) => seedHeight(height, SHORT))).toEqual([0, 0, 8, 8, 16])
  })
})

describe('the epoch in the environment', () => {
  it('is that of the public networks if the environment names none', () => {
    expect(parseSeedEpoch({})).toEqual({ blocks: 2048, lag: 64 })
  })

  it('is read from the variables of monerod', () => {
    expect(parseSeedEpoch({ SEEDHASH_EPOCH_BLOCKS: '8', SEEDHASH_EPOCH_LAG: '4' })).toEqual(SHORT)
  })

  it.each([
    { SEEDHASH_EPOCH_BLOCKS: '1' },
    { SEEDHASH_EPOCH_BLOCKS: '12' },
    { SEEDHASH_EPOCH_BLOCKS: '4096' },
    { SEEDHASH_EPOCH_LAG: '0' },
    { SEEDHASH_EPOCH_LAG: '128' },
    { SEEDHASH_EPOCH_LAG: '4x' },
    { SEEDHASH_EPOCH_LAG: '' },
  ])('is refused if it is impossible: %o', (environment) => {
    expect(() => parseSeedEpoch(environment)).toThrow(SeedEpochError)
  })
})

describe('a node with a short epoch', () => {
  it('announces the next seed within the lag, and then uses it', async () => {
    const running = startDevelopmentNode({
      rules: { ...moneroChain.rules, seedEpoch: SHORT },
      ...{ dialect: moneroChain.dialect, wallets: 0, random: seededRandom(1), clock: () => 1_800_000_000 },
      ...{ ticker: () => () => undefined, log: () => undefined, report: () => undefined },
    })
    await running.ready
    const service = running.serve({ origins: [], maxRequestBytes: 100_000, restricted: false })
    const call = async (method: string, params: object): Promise<Record<string, unknown>> => {
      const body = JSON.stringify({ method, params })
      const response = await service(new Request('http://127.0.0.1/json_rpc', { method: 'POST', body }))
      // The shape is that of the method.
      return (parseJson(await response.text()) as { result: Record<string, unknown> }).result
    }
    const template = async () => {
      const result = await call('get_block_template', { wallet_address: ADDRESS })
      const { height, seed_height, seed_hash, next_seed_hash } = result
      return { height, seed_height, seed_hash, next_seed_hash }
    }
    const mine = (amount_of_blocks: number) => call('generateblocks', { amount_of_blocks, wallet_address: ADDRESS })
    const { seed_hash: first } = await template()
    expect(await template()).toEqual({ height: 101, seed_height: 96, seed_hash: first, next_seed_hash: '' })
    await mine(4)
    const { next_seed_hash: next } = await template()
    expect(await call('get_block_header_by_height', { height: 104 })).toMatchObject({ block_header: { hash: next } })
    expect(await template()).toEqual({ height: 105, seed_height: 96, seed_hash: first, next_seed_hash: next })
    await mine(3)
    expect(await template()).toEqual({ height: 108, seed_height: 96, seed_hash: first, next_seed_hash: next })
    await mine(1)
    expect(await template()).toEqual({ height: 109, seed_height: 104, seed_hash: next, next_seed_hash: '' })
    running.close()
  })
})
