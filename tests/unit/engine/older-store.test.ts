// A store that is replaced by an older copy: nothing in it shows that, so its former password opens it (docs/trust.md).
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { vector } from '../../support/data/vectors.ts'
import { PASSWORD, restored, testHost, viewOf } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { copiedStore } from '../../support/wallet/killed-steps.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const B = vector('oxen/chain-small/wallets.json').wallets.B.keys
const NEW_PASSWORD = 'another horse'
const TXID = 'ab'.repeat(32)

const node = () => new FakeNode(oxenRegtest, smallChain().slice(0, 210))

/** Changes the password, and then a note; returns the store, and a copy from before both. */
const changedStore = async () => {
  const store = copiedStore([])
  const engine = await restored(testHost(node(), store), 'oxen-regtest', B.mnemonic)
  const before = await store.copy()
  await engine.changePassword(PASSWORD, NEW_PASSWORD)
  await engine.setNote(TXID, 'later')
  // All records are sealed with the key of the new password then.
  await engine.manager.current.opened?.store.reseal()
  await engine.lock()
  return { store, before }
}

const openIn = async (store: ReturnType<typeof copiedStore>, password: string) => {
  const engine = createEngine(testHost(node(), store, 2))
  await engine.openWallet((await viewOf(engine)).wallets[0]?.id ?? '', password)
  return engine
}

it('opens an older copy of a store with its former password only', async () => {
  const { store, before } = await changedStore()
  await expect(openIn(store, PASSWORD)).rejects.toMatchObject({ code: 'wrong-password' })
  await expect(openIn(before, NEW_PASSWORD)).rejects.toMatchObject({ code: 'wrong-password' })
  const engine = await openIn(before, PASSWORD)
  expect((await engine.revealSecrets(PASSWORD)).words).toBe(B.mnemonic)
  await engine.lock()
})

it('opens nothing with a former password if only the record of the password is put back', async () => {
  const { store, before } = await changedStore()
  for (const [key, value] of await before.list('vaults'))
    await store.commit([{ table: 'vaults', key, value }], 'strict')
  await expect(openIn(store, NEW_PASSWORD)).rejects.toMatchObject({ code: 'wrong-password' })
  // The former vault key opens no record.
  await expect(openIn(store, PASSWORD)).rejects.toMatchObject({ code: 'settings' })
})
