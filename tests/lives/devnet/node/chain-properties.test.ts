// Properties under random mining, payments, pops, reorganisations and reloads: the supply adds up, no key image or output is lost or
// counted twice, the pool holds valid transactions for the next block, and two nodes with the same blocks have the same state.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { transactionFee } from '../../../../src/coin/transactions/transaction.ts'
import type { DevelopmentChain } from '../../../../src/devnet/family/developmentOptions.ts'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import type { NodeDump } from '../../../../src/devnet/node/nodeDump.ts'
import { oxenChain } from '../../../../src/devnet/oxen/chains.ts'
import { outputSum } from '../../../../src/devnet/rules/coinbase.ts'
import { type RunningNode, startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { seededRandom } from '../../../support/random.ts'

type World = RunningNode & {
  /** Advances the clock, in seconds. */
  readonly pass: (seconds: number) => void
}

/** Starts a node with its own clock and randomness; without a dump it mines initial blocks. */
const start = (chain: DevelopmentChain, seed: number, dump?: NodeDump): World => {
  let now = 1_700_000_000
  const running = startDevelopmentNode({
    ...chain,
    clock: () => now,
    random: seededRandom(seed),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
    ...(dump === undefined ? {} : { dump }),
  })
  return Object.assign(running, {
    pass: (seconds: number): void => {
      now += seconds
    },
  })
}

/** Checks all invariants of a chain and its pool. */
const checkInvariants = ({ node: { chain, pool } }: RunningNode): void => {
  const images = new Set<string>()
  const ids = new Set<string>()
  let outputs = 0
  let generated = 0n
  for (const [height, record] of chain.blocks.entries()) {
    expect(record.height).toBe(height)
    if (height > 0)
      expect(toHex(record.block.previousId)).toBe(toHex(chain.blockAt(height - 1)?.id ?? new Uint8Array()))
    let fees = 0n
    for (const [position, { id, transaction }] of record.transactions.entries()) {
      const name = toHex(id)
      expect(ids.has(name)).toBe(false)
      ids.add(name)
      expect(chain.placeOf(id)).toEqual({ height, position })
      if (position > 0) fees += transactionFee(transaction)
      for (const input of transaction.inputs) {
        if (input.kind !== 'key') continue
        const image = toHex(input.keyImage)
        expect(images.has(image)).toBe(false)
        images.add(image)
        expect(chain.isSpent(input.keyImage)).toBe(true)
      }
      if (transaction.rct === undefined) continue
      const indices = record.outputIndices[position] ?? []
      for (const [i, index] of indices.entries()) {
        expect(index).toBe(outputs++)
        expect(toHex(chain.outputs[index]?.key ?? new Uint8Array())).toBe(
          toHex(transaction.outputs[i]?.key ?? new Uint8Array()),
        )
      }
    }
    expect(record.outputsSoFar).toBe(outputs)
    generated += outputSum(record.block.minerTransaction) - fees
    expect(record.generated).toBe(generated)
  }
  expect(chain.outputs).toHaveLength(outputs)
  const waiting = new Set<string>()
  for (const { parsed } of pool.entries) {
    expect(ids.has(toHex(parsed.id))).toBe(false)
    for (const input of parsed.transaction.inputs) {
      if (input.kind !== 'key') continue
      // A transaction from a popped block may conflict with a mined one; a submitted one may not.
      if (chain.isSpent(input.keyImage)) continue
      waiting.add(toHex(input.keyImage))
    }
  }
  const { transactions } = pool.fillTemplate()
  const chosen = new Set<string>()
  for (const { transaction } of transactions)
    for (const input of transaction.inputs) {
      if (input.kind !== 'key') continue
      expect(chain.isSpent(input.keyImage)).toBe(false)
      expect(chosen.has(toHex(input.keyImage))).toBe(false)
      chosen.add(toHex(input.keyImage))
      expect(waiting.has(toHex(input.keyImage))).toBe(true)
    }
}

type Step =
  | { readonly kind: 'mine'; readonly count: number }
  | { readonly kind: 'pay'; readonly coins: number }
  | { readonly kind: 'pop'; readonly count: number }
  | { readonly kind: 'reorganise'; readonly depth: number }
  | { readonly kind: 'reload' }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('pay' as const), coins: fc.integer({ min: 1, max: 20 }) }),
  fc.record({ kind: fc.constant('pop' as const), count: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ kind: fc.constant('reorganise' as const), depth: fc.integer({ min: 1, max: 8 }) }),
  fc.record({ kind: fc.constant('reload' as const) }),
)

/** Lets another node mine a branch from some blocks back, and submits it to this one. */
const reorganise = (world: World, chain: DevelopmentChain, depth: number, seed: number): void => {
  const other = start(chain, seed, world.node.state.dump())
  other.pass(30)
  other.node.popBlocks(depth)
  const branch = other.miner.mine(depth + 1)
  const fates = branch.map(({ block, transactions }) =>
    world.node.submitBlock(
      serializeBlock(block),
      transactions.slice(1).map(({ blob }) => blob),
    ),
  )
  expect(fates.at(-1)).toBe('reorganised')
  expect(toHex(world.node.chain.tip.id)).toBe(toHex(other.node.chain.tip.id))
  expect(world.node.chain.outputs).toEqual(other.node.chain.outputs)
}

/** Returns how many blocks can be popped: a node started with too short a chain for its faucet mines blocks itself. */
const spareBlocks = ({ node: { chain } }: World): number => Math.max(0, chain.height - 102)

const take = async (world: World, chain: DevelopmentChain, each: Step, seed: number): Promise<World> => {
  const { node, miner, faucet } = world
  const coin = 10n ** BigInt(node.rules.network.decimals)
  switch (each.kind) {
    case 'mine':
      miner.mine(each.count)
      return world
    case 'pay':
      await faucet.pay(ADDRESSES[node.rules.network.id] ?? '', BigInt(each.coins) * coin)
      return world
    case 'pop':
      node.popBlocks(Math.min(each.count, spareBlocks(world)))
      return world
    case 'reorganise':
      if (spareBlocks(world) > 0) reorganise(world, chain, Math.min(each.depth, spareBlocks(world)), seed)
      return world
    case 'reload': {
      const again = start(chain, seed, node.state.dump())
      expect(toHex(again.node.chain.tip.id)).toBe(toHex(node.chain.tip.id))
      expect(again.node.chain.outputs).toEqual(node.chain.outputs)
      expect(again.node.pool.entries.map(({ parsed }) => toHex(parsed.id))).toEqual(
        node.pool.entries.map(({ parsed }) => toHex(parsed.id)),
      )
      return again
    }
  }
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'oxen-regtest': 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA',
  'monero-regtest': '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm',
}

describe.each([
  ['oxen', oxenChain],
  ['monero', moneroChain],
] as const)('a chain of the %s family', (_, chain) => {
  it('keeps its invariants through random sequences of operations', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), fc.nat(), async (steps, seed) => {
        let world = start(chain, seed)
        world.miner.mine(20)
        for (const [i, each] of steps.entries()) {
          world = await take(world, chain, each, seed + i + 1)
          checkInvariants(world)
        }
        world.close()
      }),
      { numRuns: 12 },
    )
  })
})
