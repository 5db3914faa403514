// After a wallet could not be created, opened or closed: no key remains, and listeners have the current state.
import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../../src/crypto/ciphers/passwordKey.ts'
import type { EngineEnvironment } from '../../../src/engine/api/engineHost.ts'
import type { EngineView } from '../../../src/engine/api/engineViews.ts'
import { createEngine, type Engine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import { createVaultKey } from '../../../src/store/vaultKey.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { vector } from '../../support/data/vectors.ts'
import { BEGINNING, mortalStore, newWallet, PASSWORD, testHost } from '../../support/wallet/engine-host.ts'
import { FakeNode } from '../../support/wallet/fake-node.ts'
import { smallChain } from '../../support/wallet/recorded-chains.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const NETWORK = 'oxen-regtest'
const SEED = { words: wallets.B.keys.mnemonic, offset: '' }
const blocks = smallChain().slice(0, 3)

const hostOf = () => testHost(new FakeNode(oxenRegtest, blocks))

/** Records the views that a listener receives; the last one is current. */
const follow = async (engine: Engine): Promise<{ view: EngineView | undefined }> => {
  const received: { view: EngineView | undefined } = { view: undefined }
  await engine.subscribe((view) => {
    received.view = view
  })
  return received
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A host whose creation of scanners can be made to fail. */
const withoutScanner = (host: EngineEnvironment) => {
  const state = { isBroken: false }
  return {
    state,
    host: {
      ...host,
      createScanner: () => (state.isBroken ? Promise.reject(new Error('no scanner')) : host.createScanner()),
    },
  }
}

it('publishes that no wallet is open if opening another wallet fails', async () => {
  const { state, host } = withoutScanner(hostOf())
  const engine = createEngine(host)
  const received = await follow(engine)
  await engine.restoreFromWords(newWallet(NETWORK, 'First'), SEED, BEGINNING)
  await settled()
  expect(received.view?.phase).toBe('open')
  state.isBroken = true
  await expect(engine.restoreFromWords(newWallet(NETWORK, 'Second'), SEED, BEGINNING)).rejects.toThrow('no scanner')
  await settled()
  expect(received.view).toMatchObject({ phase: 'closed', wallets: [{ name: 'First' }, { name: 'Second' }] })
  state.isBroken = false
  await engine.openWallet(received.view?.wallets[1]?.id ?? '', PASSWORD)
  await settled()
  expect(received.view).toMatchObject({ phase: 'open', wallet: { name: 'Second' } })
  await engine.closeWallet()
})

it('keeps the draft after a failed creation, unless a new seed was drafted', async () => {
  const { state, host } = withoutScanner(hostOf())
  const engine = createEngine(host)
  const first = await engine.draftSeed('English')
  const back = (words: readonly string[]) => [{ position: 2, word: words[1] ?? '' }]
  state.isBroken = true
  await expect(engine.createWallet(newWallet(NETWORK), back(first))).rejects.toThrow('no scanner')
  const failing = expect(engine.createWallet(newWallet(NETWORK, 'Second'), back(first))).rejects.toThrow('no scanner')
  const second = await new Promise<readonly string[]>((resolve) => {
    // At this point the wallet owns the keys of the draft.
    setTimeout(() => void engine.draftSeed('English').then(resolve), 0)
  })
  await failing
  state.isBroken = false
  await expect(engine.createWallet(newWallet(NETWORK, 'Third'), back(first))).rejects.toThrow('word 2')
  await engine.createWallet(newWallet(NETWORK, 'Third'), back(second))
  expect((await engine.revealSecrets(PASSWORD)).words).toBe(second.join(' '))
  await engine.closeWallet()
})

it('wipes a vault key that could not be stored', async () => {
  const drawn: Uint8Array[] = []
  const random = (length: number): Uint8Array => {
    const bytes = new Uint8Array(length).fill(7)
    drawn.push(bytes)
    return bytes
  }
  const options = { random, parameters: MIN_PASSWORD_PARAMETERS, minParameters: MIN_PASSWORD_PARAMETERS }
  const store = mortalStore(openMemoryStore(), 1, 'before')
  await expect(createVaultKey(store, 'w', PASSWORD, options)).rejects.toThrow('killed')
  expect(drawn[0]).toEqual(new Uint8Array(32))
})

it('reports changes of a state until it is closed, including one that is being written', async () => {
  const state = await WalletState.create(openMemoryStore(), 0)
  let received = 0
  state.watch(() => {
    received++
  })
  await state.update('strict', () => ({ restoreHeight: 1 }))
  state.touch()
  expect(received).toBe(2)
  const late = state.update('strict', () => ({ restoreHeight: 2 }))
  await state.close()
  await late.catch(() => undefined)
  state.touch()
  expect(received).toBe(2)
})
