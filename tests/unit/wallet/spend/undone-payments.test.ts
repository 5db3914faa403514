// Random lives of two copies of a wallet on one chain: payments, blocks, reorganisations that keep or drop their transactions, a flushed
// txpool, restarts. No life makes a payment that was not requested, and none locks coins.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import { LyingNode } from '../../../hostile/support/lying-node.ts'
import { vector } from '../../../support/data/vectors.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { callWallet, resultOf } from '../../../support/rpc/wallet-calls.ts'
import { openedIn, PASSWORD, restored, testHost, viewOf } from '../../../support/wallet/engine-host.ts'
import { quietNode } from '../../../support/wallet/payer.ts'

const { wallets } = vector('oxen/chain-small/wallets.json')
const destinations = [{ amount: 1_000_000_000, address: wallets.C.keys.address }]

/** A copy of the wallet behind a node that counts what it submits. */
class Copy {
  /** ids of the payments that were requested */
  readonly requested: string[] = []
  readonly node: LyingNode
  readonly #host: ReturnType<typeof testHost>
  engine: Engine

  private constructor(node: LyingNode, host: ReturnType<typeof testHost>, engine: Engine) {
    this.node = node
    this.#host = host
    this.engine = engine
  }

  static async restore(running: RunningNode, seed: number): Promise<Copy> {
    const fetch = (request: Request) => running.fetch(request)
    const node = new LyingNode(createNodeClient({ url: 'http://node', fetch }))
    const host = testHost(node, openMemoryStore(), seed)
    return new Copy(node, host, await restored(host, running.node.rules.network.id, wallets.A.keys.mnemonic))
  }

  async restart(): Promise<void> {
    await this.engine.closeWallet()
    this.engine = createEngine(this.#host)
    await this.engine.openWallet((await viewOf(this.engine)).wallets[0]?.id ?? '', PASSWORD)
    await this.engine.refresh()
  }

  async refresh(): Promise<void> {
    this.#host.time.advance(25_000)
    await this.engine.refresh()
  }

  /** Pays, if coins are free and the node does not have a payment of the other copy with the same ones. */
  async pay(): Promise<void> {
    const answer = await callWallet(this.engine, 'transfer', { destinations, priority: 1 })
    if ('result' in answer) this.requested.push(String(answer.result['tx_hash']))
  }

  /** Sends payments again that are no longer in the chain. */
  async resend(): Promise<void> {
    for (const { txid, failure } of await this.engine.transfers({}))
      if (failure === 'reverted') await callWallet(this.engine, 'relay_tx', { txid })
  }
}

type Step = 'pay' | 'resend' | 'restart' | 'refresh' | 'mine' | 'flush' | `${'keep' | 'drop'} ${1 | 2 | 3}`

const STEPS: readonly Step[] = [
  ...(['pay', 'pay', 'pay', 'resend', 'restart', 'refresh', 'refresh', 'mine', 'mine', 'flush'] as const),
  ...(['keep 1', 'keep 2', 'drop 1', 'drop 2', 'drop 3'] as const),
]

const takeStep = async (running: RunningNode, copy: Copy, step: Step): Promise<void> => {
  switch (step) {
    case 'pay':
    case 'resend':
    case 'restart':
    case 'refresh':
      return await copy[step]()
    case 'mine':
      return void (await callNode(running, 'dev_mine', { blocks: 1 }))
    case 'flush':
      return void (await callNode(running, 'flush_txpool', {}))
    default: {
      const [what, pop] = [step.slice(0, 4), Number(step.slice(5))]
      await callNode(running, 'dev_reorg', { pop, mine: pop + 1, keep_transactions: what === 'keep' })
    }
  }
}

const unspentOf = ({ engine }: Pick<Copy, 'engine'>): readonly string[] =>
  [...openedIn(engine).state.ledger.outputs.values()].flatMap(({ amount, spent }) =>
    spent === undefined ? [String(amount)] : [],
  )

/** Returns the ids of all transactions of the chain except coinbases. */
const minedIds = async (running: RunningNode): Promise<readonly string[]> => {
  const ids: string[] = []
  for (let height = 0; height < running.node.chain.height; height++) {
    const { tx_hashes: hashes = [] } = await callNode(running, 'get_block', { height })
    ids.push(...(hashes as readonly string[])) // declared so
  }
  return ids
}

describe('a life with reorganisations', () => {
  it('makes no payment that was not requested, none twice, and locks no coins', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(0, 0, 1), fc.constantFrom(...STEPS)), { minLength: 8, maxLength: 24 }),
        async (steps) => {
          const running = quietNode()
          const copies = [await Copy.restore(running, 1), await Copy.restore(running, 2)] as const
          const address = openedIn(copies[0].engine).addressText({ major: 0, minor: 0 })
          for (let i = 0; i < 4; i++) await running.faucet.pay(address)
          await callNode(running, 'dev_mine', { blocks: 12 })
          const others = new Set(await minedIds(running))
          for (const copy of copies) await copy.refresh()
          for (const [who, step] of steps) await takeStep(running, copies[who === 0 ? 0 : 1], step)
          // The end: what is still on its way arrives, and what is not is known to be gone.
          for (let i = 0; i < 4; i++) {
            for (const copy of copies) await copy.refresh()
            await callNode(running, 'dev_mine', { blocks: 1 })
          }
          for (const copy of copies) await copy.refresh()
          const mined = (await minedIds(running)).filter((id) => !others.has(id))
          const requested = new Set(copies.flatMap((copy) => copy.requested))
          expect(mined.filter((id) => !requested.has(id))).toEqual([])
          expect(new Set(mined).size).toBe(mined.length)
          const fresh = { engine: (await Copy.restore(running, 3)).engine }
          for (const copy of copies) {
            expect(openedIn(copy.engine).state.ledger.pending.size).toBe(0)
            expect(unspentOf(copy)).toEqual(unspentOf(fresh))
            expect(openedIn(copy.engine).addressBalances()).toEqual(openedIn(fresh.engine).addressBalances())
          }
          for (const { engine } of [...copies, fresh]) await engine.closeWallet()
        },
      ),
      { numRuns: 8, seed: 20 },
    )
  }, 600_000)

  it('does not submit a payment again that a reorganisation removed, until it is requested by RPC', async () => {
    const running = quietNode()
    const copy = await Copy.restore(running, 1)
    await running.faucet.pay(openedIn(copy.engine).addressText({ major: 0, minor: 0 }))
    await callNode(running, 'dev_mine', { blocks: 12 })
    await copy.refresh()
    const { total } = openedIn(copy.engine).balance()
    await copy.pay()
    await callNode(running, 'dev_mine', { blocks: 1 })
    await copy.refresh()
    await callNode(running, 'dev_reorg', { pop: 1, mine: 2, keep_transactions: false })
    await copy.refresh()
    expect(openedIn(copy.engine).balance().total).toBe(total)
    const [txid = ''] = copy.requested
    const lists = ['out', 'pending', 'failed', 'pool'] as const
    const selection = { in: false, ...Object.fromEntries(lists.map((list) => [list, true])) }
    expect(await resultOf(copy.engine, 'get_transfers', selection)).toEqual({})
    expect(await callWallet(copy.engine, 'get_transfer_by_txid', { txid })).toMatchObject({ error: { code: -8 } })
    await copy.restart()
    await copy.refresh()
    const submissions = () => copy.node.requests.filter(({ call }) => call === 'submit').length
    expect(submissions()).toBe(1)
    expect(await resultOf(copy.engine, 'relay_tx', { txid })).toEqual({ tx_hash: txid })
    expect(submissions()).toBe(2)
    expect(await resultOf(copy.engine, 'get_transfers', { pending: true })).toMatchObject({ pending: [{ txid }] })
    await callNode(running, 'dev_mine', { blocks: 1 })
    await copy.refresh()
    expect(await resultOf(copy.engine, 'get_transfers', { out: true })).toMatchObject({ out: [{ txid, type: 'out' }] })
    const refusals = [
      [{ txid }, -8, 'Transaction not found.'],
      [{ txid: '00'.repeat(32) }, -8, 'Transaction not found.'],
      [{ txid: 'zz' }, -8, 'TX ID has invalid format'],
    ] as const
    for (const [params, code, message] of refusals)
      expect(await callWallet(copy.engine, 'relay_tx', params)).toEqual({ error: { code, message } })
    await copy.engine.closeWallet()
  })
})
