// What the page shows of the fees now: the speed that its payments have is the usual one.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../support/wallet/small-chain.ts'

it('marks the speed of ordinary payments on Oxen as usual, without instant ones that no quorum can approve', async () => {
  const node = new FakeNode(oxenRegtest, chain.slice(0, 210))
  const engine = await restored(testHost(node), NETWORK, wallets.B.keys.mnemonic)
  const { tiers, weight, waiting } = await engine.feesNow()
  const slow = { name: 'unimportant', isDefault: true, blocksBefore: 0 }
  expect(tiers).toMatchObject([slow, { name: 'blink', isDefault: false, blocksBefore: 0 }])
  Object.assign(node, { blinkQuorums: async () => [] })
  expect((await engine.feesNow()).tiers).toMatchObject([slow])
  expect(weight).toBeGreaterThan(1000)
  expect(waiting).toEqual({ transactions: 0, weight: 0 })
  await engine.closeWallet()
})
