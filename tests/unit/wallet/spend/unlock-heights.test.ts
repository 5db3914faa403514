// From which block on a wallet spends what it received, in literal heights.
import { describe, expect, it } from 'vitest'
import type { Engine } from '../../../../src/engine/engine.ts'
import { call, failure } from '../../../support/rpc/wallet-calls.ts'
import { mineOn, minePaying } from '../../../support/wallet/chain-builder.ts'
import { openedIn, restored, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import {
  type Family,
  moneroFamily,
  oneTimeKey,
  oxenFamily,
  sharedKeyWords,
} from '../../../support/wallet/shared-key-chain.ts'

const COIN = 10n ** 12n

const unlockedAt = async (engine: Engine) => {
  const { balance, unlocked_balance, blocks_to_unlock } = await call(engine, 'get_balance', {})
  const { transfers } = await call(engine, 'incoming_transfers', { transfer_type: 'available', account_index: 0 })
  return { balance, unlocked_balance, blocks_to_unlock, transfers }
}

/** Opens a wallet with an output in block 3. */
const openWithOutput = async ({ network, start }: Family, unlockTime: bigint) => {
  const key = oneTimeKey({ major: 0, minor: 0 })
  const node = new FakeNode(network, minePaying(network, start, { ...key, amount: COIN, unlockTime }))
  const engine = await restored(testHost(node), network.id, sharedKeyWords)
  const grow = async (blocks: number): Promise<void> => {
    while (node.chain.length < blocks) node.setChain(mineOn(network, node.chain))
    await engine.refresh()
    expect(openedIn(engine).state.height).toBe(blocks)
  }
  return { engine, grow }
}

const oxen = oxenFamily()

it('refuses to spend an output of block 3 in a chain of 12 blocks, and selects it in a chain of 13', async () => {
  const { engine, grow } = await openWithOutput(oxen, 0n)
  const destinations = [{ address: openedIn(engine).addressText({ major: 0, minor: 1 }), amount: COIN / 2n }]
  await grow(12)
  expect(await failure(engine, 'transfer', { destinations })).toMatchObject({ code: -37 })
  await grow(13)
  // What fails now is the search for decoys in so short a chain.
  expect((await failure(engine, 'transfer', { destinations }))?.code).not.toBe(-37)
  await engine.closeWallet()
})

describe.each([
  ['oxen', oxen],
  ['monero', moneroFamily()],
] as const)('an output, on %s', (_, family) => {
  it('in block 3 is locked in a chain of 12 blocks, and spendable in a chain of 13', async () => {
    const { engine, grow } = await openWithOutput(family, 0n)
    await grow(12)
    expect(await unlockedAt(engine)).toMatchObject({
      balance: Number(COIN),
      unlocked_balance: 0,
      blocks_to_unlock: 1,
      transfers: [{ unlocked: false }],
    })
    await grow(13)
    expect(await unlockedAt(engine)).toMatchObject({
      balance: Number(COIN),
      unlocked_balance: Number(COIN),
      blocks_to_unlock: 0,
      transfers: [{ unlocked: true }],
    })
    await engine.closeWallet()
  })

  it('with unlock height 20 is locked in a chain of 19 blocks, and spendable in a chain of 20', async () => {
    const { engine, grow } = await openWithOutput(family, 20n)
    await grow(19)
    expect(await unlockedAt(engine)).toMatchObject({
      unlocked_balance: 0,
      blocks_to_unlock: 1,
      transfers: [{ unlocked: false }],
    })
    await grow(20)
    expect(await unlockedAt(engine)).toMatchObject({
      unlocked_balance: Number(COIN),
      blocks_to_unlock: 0,
      transfers: [{ unlocked: true }],
    })
    await engine.closeWallet()
  })
})
