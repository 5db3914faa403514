// What a node sees of two wallets that follow it, one with coins and one without, over whole HTTP requests: the same, in every phase of a
// sync. Left out are payments and orders of a wallet, and groups of blocks that are verified in a long scan, whose number is bounded.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import type { DevelopmentChain } from '../../../../src/devnet/family/developmentOptions.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { resultOf } from '../../../support/rpc/wallet-calls.ts'
import { runs } from '../../../support/runs.ts'
import {
  BEGINNING,
  newWallet,
  openedIn,
  PASSWORD,
  type TestHost,
  testHost,
} from '../../../support/wallet/engine-host.ts'
import { quietNode } from '../../../support/wallet/payer.ts'
import { settled } from '../../../support/wallet/sync-stage.ts'

/** A wallet and the requests of it: path and body. */
type Side = { readonly engine: Engine; readonly host: TestHost; readonly requests: string[] }

const contentOf = async (request: Request): Promise<string> => {
  const { method, url } = request
  return `${method} ${new URL(url).pathname} ${toHex(new Uint8Array(await request.clone().arrayBuffer()))}`
}

/** Creates a new wallet that is restored from the beginning of the chain. */
const restoredSide = async (running: RunningNode, seed: number): Promise<Side> => {
  const requests: string[] = []
  const client = createNodeClient({
    url: 'http://node',
    fetch: async (request) => {
      requests.push(await contentOf(request))
      return await running.fetch(request)
    },
  })
  const host = testHost(client, undefined, seed)
  const engine = createEngine(host)
  const words = await engine.draftSeed('English')
  await engine.restoreFromWords(
    newWallet(running.node.rules.network.id),
    { words: words.join(' '), offset: '' },
    BEGINNING,
  )
  await engine.refresh()
  return { engine, host, requests }
}

const addressOf = ({ engine }: Side): string => openedIn(engine).addressText({ major: 0, minor: 0 })

/** Requests that verify transactions, which a long scan chooses among others. */
const isVerification = (request: string): boolean => request.includes('/get_transactions ')

type Stage = {
  readonly running: RunningNode
  readonly payer: Engine
  readonly owner: Side
  readonly bystander: Side
  /** lets both follow the node, and returns what each requested */
  readonly poll: () => Promise<readonly [owner: string[], bystander: string[]]>
}

const stageOf = async (chain: DevelopmentChain): Promise<Stage> => {
  const running = quietNode(chain)
  await running.ready
  const payer = (await restoredSide(running, 1)).engine
  const owner = await restoredSide(running, 2)
  const bystander = await restoredSide(running, 3)
  for (let i = 0; i < 16; i++) await running.faucet.pay(openedIn(payer).addressText({ major: 0, minor: 0 }))
  await callNode(running, 'dev_mine', { blocks: 12 })
  const poll = async (): Promise<readonly [string[], string[]]> => {
    for (const { engine } of [owner, bystander]) await engine.refresh()
    return [owner.requests.splice(0), bystander.requests.splice(0)]
  }
  await poll()
  await payer.refresh()
  return { running, payer, owner, bystander, poll }
}

/** What happens on the chain between two polls. */
const happenings: Readonly<Record<string, (stage: Stage) => Promise<unknown>>> = {
  'nothing happens': async () => undefined,
  'the owner is paid': async ({ payer, owner }) => {
    await payer.refresh()
    const destinations = [{ amount: 1_000_000n, address: addressOf(owner) }]
    // Coins of the payer may be used up until a block is mined.
    await resultOf(payer, 'transfer', { destinations, priority: 5 }).catch(() => undefined)
  },
  'another is paid': async ({ payer }) => {
    await payer.refresh()
    const destinations = [{ amount: 1_000_000n, address: openedIn(payer).addressText({ major: 0, minor: 1 }) }]
    await resultOf(payer, 'transfer', { destinations, priority: 1 }).catch(() => undefined)
  },
  'a block is mined': ({ running }) => callNode(running, 'dev_mine', { blocks: 1 }),
  'the owner mines': ({ running, owner }) => callNode(running, 'dev_mine', { blocks: 2, address: addressOf(owner) }),
  'coins unlock': ({ running }) => callNode(running, 'dev_mine', { blocks: 11 }),
  'blocks are replaced': ({ running }) => callNode(running, 'dev_reorg', { pop: 3, mine: 4 }),
  'the txpool is polled': async ({ owner, bystander }) => {
    for (const { engine } of [owner, bystander]) await openedIn(engine).sync.pollTxpool()
  },
  'wallets are opened again': async ({ owner, bystander }) => {
    for (const { engine } of [owner, bystander]) {
      const { id } = engine.wallets[0] ?? { id: '' }
      await engine.closeWallet()
      await engine.openWallet(id, PASSWORD)
    }
  },
  'time passes': async ({ owner, bystander }) => {
    for (const { host } of [owner, bystander]) {
      host.time.advance(3000)
      await settled()
    }
  },
}

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('two wallets of %s', (_, chain) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await stageOf(chain)
  }, 60_000)
  afterAll(async () => {
    for (const engine of [stage.payer, stage.owner.engine, stage.bystander.engine]) await engine.closeWallet()
    stage.running.close()
  })

  it('send a node the same requests in every phase of a payment', async () => {
    const phases = [
      'the owner is paid',
      'nothing happens',
      'wallets are opened again',
      'time passes',
      'the txpool is polled',
      'a block is mined',
      'nothing happens',
      'blocks are replaced',
      'coins unlock',
      'another is paid',
      'a block is mined',
    ]
    for (const phase of phases) {
      await happenings[phase]?.(stage)
      const [owner, bystander] = await stage.poll()
      expect(owner, phase).toEqual(bystander)
      expect(owner.length, phase).toBeGreaterThanOrEqual(1)
    }
    expect(openedIn(stage.owner.engine).balance().total).toBe(1_000_000n)
    expect(openedIn(stage.bystander.engine).balance().total).toBe(0n)
  }, 60_000)

  it('send a node the same requests whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.keys(happenings)), { minLength: 1, maxLength: 6 }),
        async (names) => {
          for (const name of names) {
            await happenings[name]?.(stage)
            const [owner, bystander] = await stage.poll()
            expect(owner, name).toEqual(bystander)
          }
        },
      ),
      { numRuns: runs(12), examples: [[['the owner is paid', 'coins unlock']]] },
    )
    expect(openedIn(stage.owner.engine).state.ledger.outputs.size).toBeGreaterThan(1)
    expect(openedIn(stage.bystander.engine).state.ledger.outputs.size).toBe(0)
  }, 240_000)

  it('send a node the same requests while they are scanned again, except for the groups that are verified', async () => {
    await happenings['the owner is paid']?.(stage)
    await callNode(stage.running, 'dev_mine', { blocks: 40 })
    await stage.poll()
    for (const { engine } of [stage.owner, stage.bystander]) await engine.rescan(BEGINNING)
    const [owner, bystander] = await stage.poll()
    expect(owner.filter((request) => !isVerification(request))).toEqual(
      bystander.filter((request) => !isVerification(request)),
    )
    expect(openedIn(stage.owner.engine).balance().total).toBeGreaterThan(0n)
  }, 60_000)
})
