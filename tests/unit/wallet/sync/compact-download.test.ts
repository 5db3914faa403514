// The sync from a host of the compact chain: the wallet is the same as by the node alone, the node is asked for little, and a host that fails or lies is left.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
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
