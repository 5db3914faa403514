// New keys of a multisig wallet are stored before the state of the earlier keys is removed: a wallet that stops in between starts over when it
// is opened.

import { expect, it } from 'vitest'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { EngineView } from '../../../src/engine/api/engineViews.ts'
import { createEngine } from '../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../src/store/memoryStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { firstMultisigMessage } from '../../../src/wallet/multisig-keys/keyExchange.ts'
import { seededRandom } from '../../support/random.ts'
import { newWallet, openedIn, PASSWORD, testHost } from '../../support/wallet/engine-host.ts'
import { participants } from '../../support/wallet/multisig/multisig-exchange.ts'

const nowhere = createNodeClient({ url: 'http://127.0.0.1:1', fetch: async () => Promise.reject(new Error('no node')) })

it('starts over after every interruption between two commits', { timeout: 60_000 }, async () => {
  const message = participants(1, seededRandom(3)).map((own) => firstMultisigMessage(oxenRegtest, own, seededRandom(4)))
  const outcomes = new Set<boolean>()
  for (let allowed = 0; allowed < 6; allowed++) {
    const store = openMemoryStore()
    let left = Number.POSITIVE_INFINITY
    const limited: Store = {
      ...{
        get: store.get.bind(store),
        list: store.list.bind(store),
        pages: store.pages.bind(store),
        close: async () => undefined,
      },
      commit: async (changes, durability) => {
        if (left <= 0) throw new Error('the process ended')
        left--
        await store.commit(changes, durability)
      },
    }
    const engine = createEngine(testHost(nowhere, limited))
    await engine.draftSeed('English')
    await engine.createWallet(newWallet('oxen-regtest'), [])
    await engine.createSubaddress(0, 'old')
    const before = openedIn(engine).addressText({ major: 0, minor: 0 })
    left = allowed
    await engine.makeMultisig({ messages: message, threshold: 2 }).catch(() => undefined)
    left = Number.POSITIVE_INFINITY
    const id = engine.wallets[0]?.id ?? ''
    const again = createEngine(testHost(nowhere, limited))
    await again.openWallet(id, PASSWORD)
    const wallet = openedIn(again)
    const isMade = wallet.keys.multisig !== undefined
    outcomes.add(isMade)
    // Either everything is of the earlier keys, or nothing.
    expect(wallet.addressText({ major: 0, minor: 0 }) === before).toBe(!isMade)
    expect(wallet.state.labels[0]?.includes('old')).toBe(!isMade)
    await again.closeWallet()
  }
  expect(outcomes).toEqual(new Set([false, true]))
})

it('shows no state without a wallet while the keys are replaced', async () => {
  const messages = participants(1, seededRandom(3)).map((own) =>
    firstMultisigMessage(oxenRegtest, own, seededRandom(4)),
  )
  const store = openMemoryStore()
  const host = testHost(nowhere, {
    ...store,
    commit: async (changes, durability) => {
      // Time passes: what is to be published soon is due.
      host.time.advance(1000)
      await store.commit(changes, durability)
    },
  })
  const engine = createEngine(host)
  await engine.draftSeed('English')
  await engine.createWallet(newWallet('oxen-regtest'), [])
  const views: EngineView[] = []
  await engine.subscribe((view) => void views.push(view))
  await engine.refresh()
  views.length = 0
  await engine.makeMultisig({ messages, threshold: 2 })
  expect(views.map(({ phase }) => phase)).toEqual(views.map(() => 'open'))
  expect(views.at(-1)?.wallet?.multisig?.isReady).toBe(true)
  await engine.closeWallet()
  expect(views.at(-1)?.wallet).toBeUndefined()
})
