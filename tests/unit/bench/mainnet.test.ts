// The synthetic chains of the benches: the same in every run, consistent with themselves, and accepted by a wallet.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { blockHeight, parseBlock } from '../../../src/coin/blocks/block.ts'
import { createScanner } from '../../../src/crypto/scan/createScanner.ts'
import { createNodeClient } from '../../../src/daemon/httpNodeClient.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createEngine } from '../../../src/wallet/engine/engine.ts'
import { BlockGenerator } from '../../bench/mainnet/blocks.ts'
import { openChainFiles } from '../../bench/mainnet/chainFiles.ts'
import { behindLink } from '../../bench/mainnet/link.ts'
import { syntheticNode } from '../../bench/mainnet/node.ts'
import { OWNED_AMOUNT, ownerOf } from '../../bench/mainnet/owners.ts'
import { distributionOf, moneroProfile, outputsAt, oxenProfile } from '../../bench/mainnet/profile.ts'
import { StoredBlocks } from '../../bench/mainnet/servedBlocks.ts'
import { cumulativeOf } from '../../support/wallet/ring-node.ts'

const OWNED = 30
const owner = ownerOf(OWNED)
const folder = mkdtempSync(join(tmpdir(), 'mainnet-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Shortened chains, of which the last 36 blocks are served. */
const CHAINS = [
  [
    'monero',
    moneroProfile({ days: 0.05, owned: OWNED, height: 1_240_000 }),
    '731f611cd55d671e46e44523e825c1bc9242ff2077e9026259d6cdfb39598f92',
  ],
  [
    'oxen',
    oxenProfile({ days: 0.05, owned: OWNED, height: 800_000 }),
    'e438fb893d28278d12c0e9b3d8952ba74d1eced643de3163de667cd39ae96912',
  ],
] as const

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

  it('is synced by a wallet that owns outputs, which pays from them', async () => {
    const link = { mbitPerSecond: 1000, roundTripMs: 0 }
    const engine = createEngine({
      store: openMemoryStore(),
      createNode: () => createNodeClient({ url: 'http://node', fetch: behindLink(handler, link) }),
      createScanner,
      clock: () => 1_795_000_000_000,
      schedule: () => () => undefined,
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      report: (error) => console.error(error),
    })
    const { network } = profile
    const { keys } = owner
    const address = formatAddress(network, {
      kind: 'standard',
      spendKey: keys.spendPublic,
      viewKey: keys.viewPublic,
      paymentId: undefined,
    })
    await engine.restoreFromKeys(
      { name: 'Owner', password: 'owner', networkId: network.id, nodes: { urls: ['http://node'], choice: 'order' } },
      { address, viewSecret: toHex(keys.viewSecret), spendSecret: toHex(keys.spendSecret) },
      { from: 'height', height: profile.firstBlock + 1 },
    )
    await engine.refresh()
    expect(engine.wallet?.sync.state.problem).toBe('')
    expect(engine.wallet?.balance().total).toBe(OWNED_AMOUNT * BigInt(OWNED))
    const prepared = await engine.prepareTransfer({
      account: 0,
      destinations: [{ address, amount: OWNED_AMOUNT / 2n }],
      priority: 0,
    })
    expect(prepared.transactions).toHaveLength(1)
    await engine.closeWallet()
  })
})
