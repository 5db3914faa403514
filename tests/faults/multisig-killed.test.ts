// A payment of a multisig wallet whose processes are killed at any commit: of the participant that proposes, of one that signs, and of the
// one that submits. No nonce is used twice, nothing is paid twice, and the payment can be made afterwards.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { formatAddress } from '../../src/coin/addresses/address.ts'
import { parseTransferSet } from '../../src/coin/sealed-exports/transferSetFile.ts'
import { generateKeys } from '../../src/crypto/keys/keys.ts'
import type { NodeClient } from '../../src/daemon/nodeClient.ts'
import { moneroChain } from '../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../src/devnet/oxen/chains.ts'
import type { RunningNode } from '../../src/devnet/startNode.ts'
import type { Engine } from '../../src/engine/engine.ts'
import { StaleNonceError } from '../../src/wallet/multisig/nonces.ts'
import { MultisigInfoNeededError } from '../../src/wallet/spend/paymentContext.ts'
import { openedIn } from '../support/wallet/engine-host.ts'
import { type CopiedStore, killAtEach, reopened } from '../support/wallet/killed-steps.ts'
import {
  clientOf,
  exchangeInfos,
  type MultisigStage,
  multisigStages,
} from '../support/wallet/multisig/multisig-stage.ts'

/** More than one of the two outputs of the wallet. */
const AMOUNT = 3_200_000_000n
const TOTAL = 6_000_000_000n

const stages = multisigStages()
afterAll(() => stages.close())

/** A node of one run, with the running node behind it. */
type TwinNode = NodeClient & { readonly running: RunningNode }

/** Runs a step in a wallet and closes it. */
const within = async <T>(
  store: CopiedStore,
  node: NodeClient,
  step: (engine: Engine) => Promise<T>,
  seed = 7,
): Promise<T> => {
  const engine = await reopened(store, node, seed)
  try {
    return await step(engine)
  } finally {
    await engine.closeWallet()
  }
}

const commitmentsIn = (engine: Engine): string[] =>
  [...openedIn(engine).state.outputInfos.values()].flatMap(({ own }) => own.map(({ L }) => toHex(L)))

/** Returns the published nonces that a set uses, as k·G. */
const usedIn = async (engine: Engine, bytes: Uint8Array): Promise<string[]> => {
  const { network, keys } = openedIn(engine)
  const set = await parseTransferSet(network, network.transferSets.multisig, keys, bytes)
  return set.transactions.flatMap(({ candidates }) => candidates.flatMap(({ usedNonces }) => usedNonces.map(toHex)))
}

const common = (a: readonly string[], b: readonly string[]): string[] => a.filter((one) => b.includes(one))

const isPooled = ({ running }: TwinNode): number => running.node.pool.entries.length

describe.each([
  ['oxen 2/3', oxenChain, 2, 3],
  ['monero 3/3', moneroChain, 3, 3],
] as const)('a payment of a multisig wallet: %s', (_name, chain, threshold, total) => {
  let stage: MultisigStage
  let set: Uint8Array
  let complete: Uint8Array
  let fee: bigint
  let request: Parameters<Engine['prepareUnsignedTransfer']>[0]

  const newNode = (): TwinNode => {
    const running = stage.twin()
    return Object.assign(clientOf(running), { running })
  }
  const storeOf = (i: number): Promise<CopiedStore> => {
    const store = stage.stores[i]
    if (store === undefined) throw new TypeError(`no participant ${i}`)
    return store.copy()
  }
  const cosigners = Array.from({ length: threshold - 1 }, (_, i) => i + 1)

  /** Lets the other signers sign, from copies of their stores. */
  const signedByOthers = async (bytes: Uint8Array, node: NodeClient): Promise<Uint8Array> => {
    let signed = bytes
    for (const i of cosigners) {
      const last = signed
      signed = await within(await storeOf(i), node, async (engine) => (await engine.signMultisigSet(last)).bytes)
    }
    return signed
  }

  /** Submits a set, mines it, and verifies that it paid once. */
  const expectPaidOnce = (store: CopiedStore, node: TwinNode, bytes: Uint8Array, cost: bigint): Promise<void> =>
    within(store, node, async (engine) => {
      const [payment] = await engine.submitMultisigSet(bytes)
      expect(payment).toMatchObject({ state: 'pending', destinations: request.destinations })
      expect([openedIn(engine).balance().total, isPooled(node)]).toEqual([TOTAL - cost, 1])
      node.running.miner.mine(1)
      await engine.refresh()
      await engine.submitMultisigSet(bytes).catch(() => undefined)
      expect([openedIn(engine).balance().total, isPooled(node)]).toEqual([TOTAL - cost, 0])
    })

  /** Makes the payment after a new exchange of infos, with the store of one participant replaced. */
  const payWithFreshInfos = async (at: number, store: CopiedStore, node: TwinNode): Promise<void> => {
    const engines: Engine[] = []
    for (let i = 0; i < total; i++) engines.push(await reopened(i === at ? store : await storeOf(i), node, 40 + i))
    const [first] = engines
    if (first === undefined) throw new TypeError('no participants')
    const before = engines.flatMap(commitmentsIn)
    await exchangeInfos({ engines })
    expect(common(engines.flatMap(commitmentsIn), before)).toEqual([])
    const proposed = await first.prepareUnsignedTransfer(request)
    let { bytes } = proposed
    for (const i of cosigners) bytes = (await engines[i]?.signMultisigSet(bytes))?.bytes ?? bytes
    expect(await first.describeMultisigSet(bytes)).toMatchObject({ signatures: threshold })
    for (const engine of engines) await engine.closeWallet()
    await expectPaidOnce(at === 0 ? store : await storeOf(0), node, bytes, AMOUNT + proposed.fee)
  }

  beforeAll(async () => {
    stage = await stages.begin(chain, threshold, total)
    await exchangeInfos(stage)
    const { spendPublic: spendKey, viewPublic: viewKey } = generateKeys(new Uint8Array(32).fill(9))
    const address = formatAddress(stage.network, { kind: 'standard', spendKey, viewKey, paymentId: undefined })
    request = { account: 0, destinations: [{ address, amount: AMOUNT }], priority: 1 }
    const node = newNode()
    const proposed = await within(await storeOf(0), node, (engine) => engine.prepareUnsignedTransfer(request), 3)
    set = proposed.bytes
    fee = proposed.fee
    complete = await signedByOthers(set, node)
  }, 120_000)

  it('is proposed again after a kill, with other nonces unless nothing was released', {
    timeout: 240_000,
  }, async () => {
    const [store] = stage.stores
    if (store === undefined) throw new TypeError('no participants')
    const step = { store, newNode, run: (engine: Engine) => engine.prepareUnsignedTransfer(request) }
    const commits = await killAtEach(step, async (killed) => {
      const { node } = killed
      const isMarked = killed.commit === killed.commits && killed.moment === 'after'
      const propose = within(killed.store, node, (engine) => engine.prepareUnsignedTransfer(request))
      // A participant publishes one nonce for each candidate that it can be part of: of three out of three there is only one.
      if (isMarked && threshold === total) {
        await expect(propose).rejects.toThrow(MultisigInfoNeededError)
        return await payWithFreshInfos(0, killed.store, node)
      }
      const again = await propose
      const [before, after] = await within(await storeOf(0), node, (engine) =>
        Promise.all([usedIn(engine, set), usedIn(engine, again.bytes)]),
      )
      expect(common(before, after)).toEqual(isMarked ? [] : before)
      await expectPaidOnce(killed.store, node, await signedByOthers(again.bytes, node), AMOUNT + again.fee)
    })
    expect(commits).toBeGreaterThan(0)
  })

  it.each(cosigners)('is signed once after a kill of signer %i', { timeout: 240_000 }, async (signer) => {
    const store = await storeOf(signer)
    const node = newNode()
    let received = set
    for (const i of cosigners.filter((other) => other < signer))
      received = await within(await storeOf(i), node, async (engine) => (await engine.signMultisigSet(received)).bytes)
    const used = await within(store, node, (engine) => usedIn(engine, received))
    const commits = await killAtEach(
      { store, newNode, run: (engine: Engine) => engine.signMultisigSet(received) },
      async (killed) => {
        const isTaken = killed.moment === 'after'
        const outcome = await within(killed.store, killed.node, async (engine) => {
          expect(common(commitmentsIn(engine), used).length > 0).toBe(!isTaken)
          return await engine.signMultisigSet(received).catch((error: unknown) => error)
        })
        // Whether the signature left is not known, so that nothing else is ever signed with these nonces.
        if (isTaken) expect(outcome).toBeInstanceOf(StaleNonceError)
        else expect(outcome).toMatchObject({ bytes: expect.any(Uint8Array) })
        await within(killed.store, killed.node, async (engine) => {
          expect(common(commitmentsIn(engine), used)).toEqual([])
          await expect(engine.signMultisigSet(received)).rejects.toThrow(StaleNonceError)
        })
        if (isTaken) await payWithFreshInfos(signer, killed.store, killed.node)
      },
    )
    // The nonces are deleted.
    expect(commits).toBe(1)
  })

  it('is submitted again after a kill', { timeout: 240_000 }, async () => {
    const [store] = stage.stores
    if (store === undefined) throw new TypeError('no participants')
    const step = { store, newNode, run: (engine: Engine) => engine.submitMultisigSet(complete) }
    const commits = await killAtEach(step, async (killed) => {
      const { node } = killed
      const isRecorded = killed.commit > 1 || killed.moment === 'after'
      expect(isPooled(node)).toBe(killed.commit > 1 ? 1 : 0)
      await within(killed.store, node, async (engine) => {
        expect(openedIn(engine).balance().total).toBe(isRecorded ? TOTAL - AMOUNT - fee : TOTAL)
      })
      await expectPaidOnce(killed.store, node, complete, AMOUNT + fee)
    })
    // The record, then the node's response.
    expect(commits).toBe(2)
  })
})
