// What is left of a wallet that could not be made, opened or closed: no keys, and listeners that know how things stand.
import { expect, test } from 'vitest'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { MIN_PASSWORD_PARAMETERS } from '../../../../src/crypto/ciphers/passwordKey.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { createVaultKey } from '../../../../src/store/vaultKey.ts'
import { Engine } from '../../../../src/wallet/engine/engine.ts'
import type { EngineEnvironment } from '../../../../src/wallet/engine/engineHost.ts'
import type { EngineView } from '../../../../src/wallet/engine/engineViews.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { vector } from '../../../support/data/vectors.ts'
import { ChainNode, smallChain } from '../../../support/wallet/chain-node.ts'
import { BEGINNING, mortalStore, newWallet, PASSWORD, testHost } from '../../../support/wallet/engine-host.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const NETWORK = 'oxen-regtest'
const SEED = { words: wallets.B.keys.mnemonic, offset: '' }
const blocks = smallChain().slice(0, 3)

const hostOf = () => testHost(new ChainNode(oxenRegtest, blocks))

/** The last that a listener was told. */
const follow = async (engine: Engine): Promise<{ view: EngineView | undefined }> => {
  const told: { view: EngineView | undefined } = { view: undefined }
  await engine.subscribe((view) => {
    told.view = view
  })
  return told
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A host that makes scanners until it is told otherwise. */
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

test('where a wallet takes the place of another and does not open, listeners know that none is open', async () => {
  const { state, host } = withoutScanner(hostOf())
  const engine = new Engine(host)
  const told = await follow(engine)
  await engine.restoreFromWords(newWallet(NETWORK, 'First'), SEED, BEGINNING)
  await settled()
  expect(told.view?.phase).toBe('open')
  state.isBroken = true
  await expect(engine.restoreFromWords(newWallet(NETWORK, 'Second'), SEED, BEGINNING)).rejects.toThrow('no scanner')
  await settled()
  expect(told.view).toMatchObject({ phase: 'closed', wallets: [{ name: 'First' }, { name: 'Second' }] })
  state.isBroken = false
  await engine.openWallet(told.view?.wallets[1]?.id ?? '', PASSWORD)
  await settled()
  expect(told.view).toMatchObject({ phase: 'open', wallet: { name: 'Second' } })
  await engine.closeWallet()
})

test('words that could not become a wallet are asked for again, but not once others were drawn', async () => {
  const { state, host } = withoutScanner(hostOf())
  const engine = new Engine(host)
  const first = await engine.draftSeed('English')
  const back = (words: readonly string[]) => [{ position: 2, word: words[1] ?? '' }]
  state.isBroken = true
  await expect(engine.createWallet(newWallet(NETWORK), back(first))).rejects.toThrow('no scanner')
  const failing = expect(engine.createWallet(newWallet(NETWORK), back(first))).rejects.toThrow('no scanner')
  const second = await new Promise<readonly string[]>((resolve) => {
    // By then the words are taken for the wallet.
    setTimeout(() => void engine.draftSeed('English').then(resolve), 0)
  })
  await failing
  state.isBroken = false
  await expect(engine.createWallet(newWallet(NETWORK), back(first))).rejects.toThrow('word 2')
  await engine.createWallet(newWallet(NETWORK), back(second))
  expect((await engine.revealSecrets(PASSWORD)).words).toBe(second.join(' '))
  await engine.closeWallet()
})

test('a vault key that could not be stored is wiped', async () => {
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

test('a state tells of changes until it is closed, also of one that is being written then', async () => {
  const state = await WalletState.create(openMemoryStore(), 0)
  let told = 0
  state.watch(() => {
    told++
  })
  await state.update('strict', () => ({ restoreHeight: 1 }))
  state.touch()
  expect(told).toBe(2)
  const late = state.update('strict', () => ({ restoreHeight: 2 }))
  await state.close()
  await late.catch(() => undefined)
  state.touch()
  expect(told).toBe(2)
})
