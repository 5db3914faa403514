// The sync from a host of the compact chain: the wallet is the same as by the node alone, the node is asked for little, and a host that fails or lies is left.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { createCompactHost } from '../../../../src/daemon/compactHost.ts'
import { chunkBatch } from '../../../../src/wallet/scan/chunkBatch.ts'
import type { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { downloadBlocks } from '../../../../src/wallet/sync/blockDownload.ts'
import { seededRandom } from '../../../support/random.ts'
import { compactHostOf, type TestHost } from '../../../support/wallet/compact-host.ts'
import { chain } from '../../../support/wallet/small-chain.ts'
import { type SyncStage, smallNode, syncStage } from '../../../support/wallet/sync-stage.ts'

/** All that a sync finds. */
const contentOf = ({ ledger, blockIds, labels, height, restoreHeight, lastReward }: WalletState) => ({
  outputs: [...ledger.outputs.values()].map((output) => ({ ...output })),
  payments: [...ledger.payments.values()],
  ids: toHex(blockIds.recent()),
  ...{ labels, height, restoreHeight, lastReward },
})

/** Syncs a stage, with a host or without. */
const synced = async (stage: SyncStage, test?: TestHost): Promise<WalletState> => {
  const { context, node } = stage
  await downloadBlocks({ ...context, compact: test?.host }, await node.info(), {
    beginPage: () => undefined,
    committed: () => undefined,
    hostFailed: (error) => {
      throw error
    },
  })
  return stage.state
}

it('requests nothing of a host while its node has few new blocks', async () => {
  const test = await compactHostOf(oxenRegtest, smallNode())
  const node = smallNode(chain.slice(0, 250))
  const stage = await syncStage({ wallet: 'B', node })
  await synced(stage)
  node.chain = chain
  await synced(stage, test)
  expect([stage.state.height, test.requests]).toEqual([chain.length, []])
})

it('requests a chunk once for wallets that want it together, and scans it as one batch', async () => {
  const test = await compactHostOf(oxenRegtest, smallNode())
  const { signal } = new AbortController()
  const found = await Promise.all([0, 10, 49].map((height) => test.host.chunkAt(height, signal)))
  const [first, ...others] = found.flatMap((hosted) => (hosted === undefined ? [] : [chunkBatch(hosted.chunk)]))
  expect(others.map((batch) => batch === first)).toEqual([true, true])
  expect(test.requests.filter((name) => name.startsWith('chunks/'))).toHaveLength(1)
  // One that goes leaves the others their chunk.
  const stopping = new AbortController()
  const both = [test.host.chunkAt(60, stopping.signal), test.host.chunkAt(60, signal)]
  stopping.abort()
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

it('finds no blocks at an address that may have no compact chain', async () => {
  for (const answer of [new Response('', { status: 404 }), new Response('<!doctype html>'), undefined]) {
    const host = createCompactHost({
      network: oxenRegtest,
      url: 'http://page/compact/oxen-regtest',
      mayBeMissing: true,
      fetch: async () => answer ?? Promise.reject(new TypeError('fetch failed')),
    })
    const { signal } = new AbortController()
    expect([await host.height(signal), host.blocks, await host.chunkAt(0, signal)]).toEqual([0, 0, undefined])
  }
})

describe.each(['A', 'B', 'C'] as const)('wallet %s', (wallet) => {
  it('is the same whether its blocks come from a host or from its node', async () => {
    const expected = contentOf(await synced(await syncStage({ wallet })))
    const test = await compactHostOf(oxenRegtest, smallNode())
    const stage = await syncStage({ wallet })
    expect(contentOf(await synced(stage, test))).toEqual(expected)
    expect(expected.outputs.length).toBeGreaterThan(0)
    expect(test.requests.filter((name) => name.startsWith('chunks/'))).toHaveLength(6)
  })

  it('is the same whatever height it begins at, and wherever an earlier sync ended', async () => {
    const test = await compactHostOf(oxenRegtest, smallNode())
    await fc.assert(
      fc.asyncProperty(fc.nat(300), fc.integer({ min: 1, max: 336 }), fc.nat(), async (restoreHeight, length, seed) => {
        const results = await Promise.all(
          [undefined, test].map(async (used) => {
            const node = smallNode(chain.slice(0, Math.max(length, restoreHeight + 1)))
            const stage = await syncStage({ wallet, node, restoreHeight })
            const seeded = { ...stage, context: { ...stage.context, random: seededRandom(seed) } }
            await synced(seeded)
            node.chain = chain
            return contentOf(await synced(seeded, used))
          }),
        )
        expect(results[1]).toEqual(results[0])
      }),
      { numRuns: 12 },
    )
  })
})
