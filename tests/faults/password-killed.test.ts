// A process that is killed at any commit of a change of the password opens its wallet with one of the two, and has lost nothing.
import { expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { createEngine, type Engine } from '../../src/engine/engine.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import type { Store } from '../../src/store/store.ts'
import type { Wallet } from '../../src/wallet/open/wallet.ts'
import { vector } from '../support/data/vectors.ts'
import { mortalStore, openedIn, PASSWORD, restored, testHost, viewOf } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import { smallChain } from '../support/wallet/recorded-chains.ts'

const B = vector('oxen/chain-small/wallets.json').wallets.B.keys
const NEW_PASSWORD = 'another horse'
const node = () => new FakeNode(oxenRegtest, smallChain().slice(0, 210))

const summary = ({ state }: Wallet) => ({
  height: state.height,
  outputs: [...state.ledger.outputs.values()].map(({ key, amount }) => `${toHex(key)} ${amount}`).sort(),
  payments: [...state.ledger.payments.keys()].sort(),
  notes: [...state.notes],
  labels: state.labels,
})

/** Restores a wallet with a note and a label. */
const created = async (store: Store): Promise<Engine> => {
  const engine = await restored(testHost(node(), store), 'oxen-regtest', B.mnemonic)
  await engine.setNote('ab'.repeat(32), 'kept')
  return engine
}

const change = async (engine: Engine): Promise<void> => {
  await engine.changePassword(PASSWORD, NEW_PASSWORD)
  await engine.manager.current.opened?.store.reseal()
}

const openIn = async (store: Store, password: string): Promise<Engine> => {
  const engine = createEngine(testHost(node(), store, 2))
  await engine.openWallet((await viewOf(engine)).wallets[0]?.id ?? '', password)
  return engine
}

it.each(['before', 'after'] as const)('opens with one of the passwords when killed %s any commit', async (moment) => {
  const complete = mortalStore(openMemoryStore(), Number.POSITIVE_INFINITY, 'after')
  const whole = await created(complete)
  const expected = summary(openedIn(whole))
  const first = complete.commits
  await change(whole)
  await whole.closeWallet()
  expect(complete.commits - first).toBeGreaterThanOrEqual(3)
  for (let deadly = first + 1; deadly <= complete.commits; deadly++) {
    const rest = openMemoryStore()
    const engine = await created(mortalStore(rest, deadly, moment))
    await expect(change(engine)).rejects.toThrow('killed')
    await engine.closeWallet().catch(() => undefined)
    const isChanged = deadly > first + 1 || moment === 'after'
    const [valid, invalid] = isChanged ? [NEW_PASSWORD, PASSWORD] : [PASSWORD, NEW_PASSWORD]
    await expect(openIn(rest, invalid)).rejects.toMatchObject({ code: 'wrong-password' })
    const reopened = await openIn(rest, valid)
    expect(summary(openedIn(reopened))).toEqual(expected)
    expect((await reopened.revealSecrets(valid)).words).toBe(B.mnemonic)
    // The opening goes on where the killed process ended.
    await reopened.manager.current.opened?.store.reseal()
    expect(await rest.list('previous-keys')).toEqual([])
    await reopened.closeWallet()
    const again = await openIn(rest, valid)
    expect(summary(openedIn(again))).toEqual(expected)
    await again.closeWallet()
  }
})
