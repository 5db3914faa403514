// A holder of the view key puts false key images into a signed set: those of outputs that the set does not spend are not taken, since no
// signature proves them.

import { afterAll, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { formatTransferSet, parseTransferSet } from '../../../../src/coin/sealed-exports/transferSetFile.ts'
import type { SignedTransferSet } from '../../../../src/coin/transfer-sets/transferSet.ts'
import { publicKeyOf } from '../../../../src/crypto/keys/keys.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { exportKeyImages, importKeyImages } from '../../../../src/wallet/exchange/keyImageExchange.ts'
import { exportOutputs, importOutputs, knownOutputs } from '../../../../src/wallet/exchange/outputExchange.ts'
import { seededRandom } from '../../../support/random.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { chain, NETWORK, wallets } from '../../../support/wallet/small-chain.ts'

const { address, view_key: viewSecret, spend_key } = wallets.B.keys
const { signed } = oxenRegtest.transferSets
const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

const copyWith = async (spendSecret: string, node: FakeNode, seed: number): Promise<Engine> => {
  const engine = createEngine(testHost(node, undefined, seed))
  engines.push(engine)
  await engine.restoreFromKeys(newWallet(NETWORK), { address, viewSecret, spendSecret }, BEGINNING)
  await engine.refresh()
  return engine
}

it('are not taken, and hinder no payment', async () => {
  const node = new FakeNode(oxenRegtest, chain)
  const offline = new FakeNode(oxenRegtest, chain)
  offline.failure = new TypeError('there is no network here')
  const [hot, cold] = [await copyWith('', node, 1), await copyWith(spend_key, offline, 2)]
  const wallet = openedIn(hot)
  await importOutputs(openedIn(cold), await exportOutputs(wallet, { from: 0 }))
  const { images } = await exportKeyImages(openedIn(cold), 'all')
  await importKeyImages(wallet, { offset: 0, images: images.slice(0, -1) })
  const total = wallet.balance().total
  const last = () => knownOutputs(wallet.state).at(-1)?.output.keyImage
  expect(last()).toBeUndefined()

  const request = (amount: bigint) => ({
    ...{ account: 0, destinations: [{ address: wallets.C.keys.address, amount }], priority: 1 },
  })
  const prepared = await hot.prepareUnsignedTransfer(request(5n))
  const { bytes } = await cold.signUnsignedSet(prepared.bytes)
  const set = await parseTransferSet(oxenRegtest, signed, wallet.keys, bytes)
  const sealed = (altered: SignedTransferSet) => formatTransferSet(signed, wallet.keys, altered, seededRandom(4))
  const lie = publicKeyOf(Uint8Array.of(9, ...new Uint8Array(31)))

  // One that contradicts a known key image is refused, and one that is no key image.
  await expect(hot.submitSignedSet(await sealed({ ...set, keyImages: set.keyImages.with(0, lie) }))).rejects.toThrow(
    'is not that of',
  )
  const twice = set.keyImages.with(-1, set.keyImages[0] ?? lie)
  await expect(hot.submitSignedSet(await sealed({ ...set, keyImages: twice }))).rejects.toThrow(
    'belongs to two outputs',
  )
  const invalid = set.keyImages.with(-1, new Uint8Array(32).fill(255))
  await expect(hot.submitSignedSet(await sealed({ ...set, keyImages: invalid }))).rejects.toThrow('validity domain')
  expect(node.submitted).toEqual([])

  const altered = await sealed({ ...set, keyImages: set.keyImages.with(-1, lie) })
  const [sent] = await hot.submitSignedSet(altered)
  expect(sent).toMatchObject({ state: 'pending', amount: 5n })
  expect(last()).toBeUndefined()
  expect(wallet.balance().total).toBe(total - 5n - prepared.fee)
  // The outputs that it spends have proven ones.
  const { keyImages } = wallet.state.ledger.payments.get(sent?.txid ?? '') ?? { keyImages: [] }
  for (const image of keyImages) expect(wallet.state.ledger.withKeyImage(toHex(image))).toHaveLength(1)

  const honest = await cold.signUnsignedSet((await hot.prepareUnsignedTransfer(request(6n))).bytes)
  expect(await hot.submitSignedSet(honest.bytes)).toMatchObject([{ state: 'pending', amount: 6n }])
  expect(node.submitted).toHaveLength(2)
  await importKeyImages(wallet, { offset: 0, images })
  expect(last()).toEqual(images.at(-1)?.keyImage)
})
