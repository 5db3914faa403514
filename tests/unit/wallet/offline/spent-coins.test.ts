// A watch-only wallet beside a copy that has spent coins: what its balance may be too high by, who refuses a set of spent coins, and that an
// import of key images ends it.
import { afterAll, expect, it } from 'vitest'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { asFabaError } from '../../../../src/errors/fabaError.ts'
import { vector } from '../../../support/data/vectors.ts'
import { BEGINNING, newWallet, openedIn, testHost } from '../../../support/wallet/engine-host.ts'
import { proofNode } from '../../../support/wallet/proof-chain.ts'

const { B, C } = vector('oxen/cold-signing.json').keys
const { fetch: ask } = proofNode(342)
const node = () => createNodeClient({ url: 'http://node', fetch: ask })
const nowhere = () =>
  createNodeClient({ url: 'http://node', fetch: () => Promise.reject(new TypeError('there is no network here')) })

const engines: Engine[] = []
afterAll(async () => {
  for (const engine of engines) await engine.closeWallet()
})

const copy = async (client: ReturnType<typeof node>, spendSecret: string): Promise<Engine> => {
  const engine = createEngine(testHost(client))
  engines.push(engine)
  const keys = { address: B.address, viewSecret: B.view_key, spendSecret }
  await engine.restoreFromKeys(newWallet('oxen-regtest'), keys, BEGINNING)
  await engine.refresh()
  return engine
}

const refusalOf = async (attempt: Promise<unknown>) => {
  const error = asFabaError(await attempt.catch((thrown: unknown) => thrown))
  return { code: error?.code, fault: error?.details['fault'], coins: error?.details['coins'] }
}

it('finds spent coins of a set at the signer and at the sender, until key images are imported', async () => {
  const [full, watching, cold] = [
    await copy(node(), B.spend_key),
    await copy(node(), ''),
    await copy(nowhere(), B.spend_key),
  ]
  const [truth, seen] = [openedIn(full).balance(0), openedIn(watching).balance(0)]
  expect(truth.unverified).toBe(0n)
  expect(seen.unverified).toBe(seen.total)
  expect(seen.total).toBeGreaterThan(truth.total)

  const everything = { account: 0, address: C.address, priority: 1 }
  const unsigned = await watching.prepareUnsignedSweep(everything)
  const described = await full.describeUnsignedSet(unsigned.bytes)
  const coins = described.flatMap(({ spentCoins }) => spentCoins)
  expect(coins.length).toBeGreaterThan(0)
  expect(coins[0]).toEqual({
    amount: expect.any(BigInt),
    timestamp: expect.any(Number),
    txid: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  const refusal = { code: 'unsafe-transfer-set', fault: 'spent', coins }
  expect(await refusalOf(full.signUnsignedSet(unsigned.bytes))).toEqual(refusal)

  // A signer without a chain cannot know it; the node of the sender does.
  const signed = await cold.signUnsignedSet(unsigned.bytes)
  expect(await refusalOf(watching.submitSignedSet(signed.bytes))).toEqual({ ...refusal, coins: expect.any(Array) })
  const known = openedIn(watching).balance(0)
  expect(known.total).toBeLessThan(seen.total)
  expect((await watching.transfers({})).filter(({ state }) => state === 'pending')).toEqual([])

  const { owned } = await watching.importKeyImages(await full.exportKeyImages())
  const balance = openedIn(watching).balance()
  expect(balance).toEqual(openedIn(full).balance())
  expect(owned).toBe(balance.total + balance.frozen)
}, 120_000)
