// Errors that no part of the wallet throws on purpose, at the boundaries inside the engine: they are reported with their stack, and what the
// user sees does not contain their message.
import { describe, expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import type { SubmitResult } from '../../../src/daemon/nodeClient.ts'
import { vector } from '../../support/data/vectors.ts'
import { openedIn, restored, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const foreign = new TypeError('undefined is not a key')

/** A node that fails in a way no node client does. */
class DefectiveNode extends FakeNode {
  isDefective = false

  override async info() {
    if (this.isDefective) throw foreign
    return await super.info()
  }

  override async submit(blob: Uint8Array): Promise<SubmitResult> {
    if (this.isDefective) throw foreign
    return await super.submit(blob)
  }
}

const openWallet = async () => {
  const node = new DefectiveNode(oxenRegtest, smallChain())
  const host = testHost(node)
  const engine = await restored(host, 'oxen-regtest', wallets.B.keys.mnemonic)
  return { node, host, engine }
}

describe('a foreign error', () => {
  it('ends a synchronisation pass, which is repeated later', async () => {
    const { node, host, engine } = await openWallet()
    node.isDefective = true
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'offline', problem: 'internal error' })
    expect(host.reported).toEqual([foreign])

    node.isDefective = false
    await engine.refresh()
    expect(openedIn(engine).sync.state).toMatchObject({ phase: 'synced', problem: '' })
    await engine.closeWallet()
  })

  it('leaves a payment pending that was recorded and not relayed', async () => {
    const { node, host, engine } = await openWallet()
    const destinations = [{ address: wallets.C.keys.address, amount: 2_500_000_000n }]
    const prepared = await engine.prepareTransfer({ account: 0, destinations, priority: 1 })
    node.isDefective = true
    expect(await engine.confirmTransfer(prepared.id)).toMatchObject([{ state: 'pending' }])
    expect(host.reported).toEqual([foreign])
    expect(node.submitted).toEqual([])

    node.isDefective = false
    await engine.refresh()
    expect(node.submitted).toHaveLength(1)
    await engine.closeWallet()
  })
})
