// The synthetic chains of the benches: the same in every run, consistent with themselves, and accepted by a wallet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { blockHeight, parseBlock } from '../../../src/coin/blocks/block.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { BlockGenerator } from '../../bench/mainnet/blocks.ts'
import { openChainFiles } from '../../bench/mainnet/chainFiles.ts'
import { addressOf, restoreOwner } from '../../bench/mainnet/engines.ts'
import { type Failure, failing } from '../../bench/mainnet/failures.ts'
import { behindLink } from '../../bench/mainnet/link.ts'
import { LivingChain } from '../../bench/mainnet/livingChain.ts'
import { syntheticNode } from '../../bench/mainnet/node.ts'
import { oldIdAt } from '../../bench/mainnet/oldIds.ts'
import { OWNED_AMOUNT, ownerOf } from '../../bench/mainnet/owners.ts'
import {
  type ChainProfile,
  distributionOf,
  moneroProfile,
  outputsAt,
  oxenProfile,
} from '../../bench/mainnet/profile.ts'
import { StoredBlocks } from '../../bench/mainnet/servedBlocks.ts'
import type { FetchHandler } from '../../bench/support/listen.ts'
import { cumulativeOf } from '../../support/wallet/spend/ring-node.ts'

const OWNED = 30
const owner = ownerOf(OWNED)
const folder = mkdtempSync(join(tmpdir(), 'mainnet-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Shortened chains, of which the last 36 blocks are served. */
const CHAINS = [
  [
    'monero',
    moneroProfile({ days: 0.05, owned: OWNED, height: 1_240_000 }),
    'ea208b437c99ee8c683a9d563d7793b8cb839f7e1be636152583ffc8b47ba566',
  ],
  [
    'oxen',
    oxenProfile({ days: 0.05, owned: OWNED, height: 800_000 }),
    '3b555a939edf107df0db2844512bf5b4fe2b284f02c58de52b27d486578fb1f3',
  ],
] as const

/** Returns an engine with the owner's wallet, restored from the first served block. */
const ownerOn = async (profile: ChainProfile, fetch: FetchHandler): Promise<Engine> => {
  const engine = createEngine({
    store: openMemoryStore(),
    createNode: () => createNodeClient({ url: 'http://node', fetch }),
    createScanner,
    clock: () => 1_795_000_000_000,
    schedule: () => () => undefined,
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    report: (error) => console.error(error),
  })
  await restoreOwner(engine, profile, ['http://node'], OWNED)
  return engine
}

describe.each(CHAINS)('the synthetic chain of %s', (name, profile, lastId) => {
  const distribution = distributionOf(profile)
  const generator = new BlockGenerator(profile, [owner])
  const firstIndex = distribution.at(profile.firstBlock - 1 - profile.firstOutputs) ?? 0
  const files = openChainFiles(name, generator, firstIndex, folder)
  const now = () => 1_795_000_000
  const chain = new StoredBlocks(generator, distribution, files, now)
  const handler = syntheticNode({ generator, chain, now })
  const client = createNodeClient({ url: 'http://node', fetch: handler })

  it('is the same in every run', () => {
    expect(toHex(files.ids.subarray(-32))).toBe(lastId)
  })

  it('has the outputs of its blocks in its distribution', async () => {
    expect(distribution.endHeight).toBe(profile.height)
    const { blocks } = await client.blocksFrom(profile.firstBlock)
    let next = firstIndex
    for (const [i, { block, outputIndices }] of blocks.entries()) {
      const height = profile.firstBlock + i
      expect(blockHeight(parseBlock(profile.network, block))).toBe(height)
      const indices = outputIndices.flat()
      expect(indices).toEqual(indices.map((_, position) => next + position))
      expect(indices).toHaveLength(outputsAt(profile, height))
      next += indices.length
    }
    expect(next).toBe(distribution.total)
    expect(cumulativeOf(await client.outputDistribution())).toEqual(cumulativeOf(distribution))
  })

  it('has ids of old blocks, by which a wallet skips them', async () => {
    const { network, firstBlock, height } = profile
    const genesis = network.genesisId
    const first = await client.hashes([genesis])
    expect(first).toMatchObject({ startHeight: 0, chainHeight: height })
    expect(first.hashes).toHaveLength(10_000)
    for (const checkpoint of network.checkpoints.filter((each) => each.height < 10_000))
      expect(first.hashes[checkpoint.height]).toEqual(checkpoint.id)
    const second = await client.hashes([...first.hashes.slice(-10).reverse(), genesis])
    expect(second.startHeight).toBe(9999)
    const last = await client.hashes([oldIdAt(profile, firstBlock - 5), genesis])
    expect(last.startHeight).toBe(firstBlock - 5)
    expect(last.hashes).toHaveLength(height - last.startHeight)
    expect(toHex(last.hashes.at(-1) ?? new Uint8Array())).toBe(lastId)
    const { blocks } = await client.blocksFrom(firstBlock)
    expect(last.hashes[4]).toEqual(parseBlock(network, blocks[0]?.block ?? new Uint8Array()).previousId)
    await expect(client.hashes([new Uint8Array(32)])).rejects.toThrow('Failed')
    await expect(client.blocksFrom(firstBlock - 1)).rejects.toThrow('Failed')
  })

  it('is synced by a wallet that owns outputs, which pays from them', async () => {
    const link = { mbitPerSecond: 1000, roundTripMs: 0 }
    const engine = await ownerOn(profile, behindLink(handler, link))
    await engine.refresh()
    expect(engine.wallet?.sync.state.problem).toBe('')
    expect(engine.wallet?.balance().total).toBe(OWNED_AMOUNT * BigInt(OWNED))
    const prepared = await engine.prepareTransfer({
      account: 0,
      destinations: [{ address: addressOf(profile, OWNED), amount: OWNED_AMOUNT / 2n }],
      priority: 0,
    })
    expect(prepared.transactions).toHaveLength(1)
    await engine.closeWallet()
  })
})

describe('the living chain', () => {
  const profile = moneroProfile({ days: 1, owned: OWNED, height: 1_230_000 })
  const chain = new LivingChain(new BlockGenerator(profile, [owner]))
  const handler = syntheticNode({ generator: chain.generator, chain, now: () => 1_795_000_000 })

  it('is followed by a wallet through reorganisations to the balance of its blocks', async () => {
    for (let i = 0; i < 100; i++) chain.extend()
    const engine = await ownerOn(profile, handler)
    const ids = new Set<string>()
    for (const depth of [0, 1, 60, 3]) {
      if (depth === 0) chain.extend()
      else chain.reorganise(depth)
      await engine.refresh()
      expect(engine.wallet?.sync.state).toMatchObject({ problem: '', height: chain.height })
      expect(chain.owned).toBeGreaterThan(0)
      expect(engine.wallet?.balance().total).toBe(OWNED_AMOUNT * BigInt(chain.owned))
      ids.add(toHex(chain.ids(profile.firstBlock + 50, 1)))
    }
    expect(chain.height).toBe(profile.firstBlock + 104)
    expect(ids.size, 'the reorganisation of 60 blocks replaced block 50').toBe(2)
    await engine.closeWallet()
  })

  it('has other owned outputs after a reorganisation', () => {
    const owned = () => Array.from({ length: 90 }, (_, i) => chain.ownedOutputs(profile.firstBlock + i).size)
    const before = owned()
    chain.reorganise(100)
    expect(owned()).not.toEqual(before)
  })

  it('can fail as nodes do', async () => {
    const request = () => new Request('http://node/get_transaction_pool_hashes', { method: 'POST', body: '{}' })
    const answer = async (failure: Failure | undefined) => (await failing(handler, () => failure)(request())).text()
    expect(JSON.parse(await answer(undefined))).toHaveProperty('tx_hashes')
    await expect(answer('breaks off')).rejects.toThrow('gone')
    expect(await answer('refuses')).toBe('busy')
    expect(await answer('sends no answer of a node')).toContain('portal')
  })
})
