// The indexes of a pool: after any additions, removals, blocks, pops, reverts and loads, they return the same as a scan of all entries.

import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { FormatError } from '../../../../src/bytes/cursor.ts'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import type { ExtraField } from '../../../../src/coin/transactions/extraField.ts'
import { serializeExtra } from '../../../../src/coin/transactions/serializeExtra.ts'
import { type Transaction, TransactionType } from '../../../../src/coin/transactions/transaction.ts'
import { serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { Miner } from '../../../../src/devnet/mining/miner.ts'
import { DevelopmentNode } from '../../../../src/devnet/node/developmentNode.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { namePoolClaim } from '../../../../src/devnet/oxen/names/nameRegistry.ts'
import { type ParsedTransaction, parseFullTransaction } from '../../../../src/devnet/records/chainRecords.ts'
import { spentKeyImages } from '../../../../src/devnet/records/conflictIndex.ts'
import { fillBlockTemplate } from '../../../../src/devnet/txpool/fillBlockTemplate.ts'
import { comparePriority, type PoolEntry, type PoolEntryUpdate } from '../../../../src/devnet/txpool/poolEntry.ts'
import { PoolIndex } from '../../../../src/devnet/txpool/poolIndex.ts'
import { isDueForRelay, isExpired } from '../../../../src/devnet/txpool/poolMaintenance.ts'
import { TransactionPool } from '../../../../src/devnet/txpool/txpool.ts'
import { LenientChecker } from '../../../support/devnet/lenient-checker.ts'
import { recordedTransactions } from '../../../support/devnet/replay-node.ts'
import { seededRandom } from '../../../support/random.ts'

const idOf = ({ parsed }: PoolEntry): string => toHex(parsed.id)
/** Returns text that sorts like the database of oxen-core (LMDB). */
const backwards = (entry: PoolEntry): string => toHex(entry.parsed.id.toReversed())
const inPlaces = (entries: readonly PoolEntry[]): PoolEntry[] =>
  entries.toSorted((a, b) => (backwards(a) < backwards(b) ? -1 : 1))

const groupedBy = (entries: readonly PoolEntry[], thingsOf: (entry: PoolEntry) => readonly string[]) => {
  const groups = new Map<string, Set<string>>()
  for (const entry of entries)
    for (const thing of thingsOf(entry)) groups.set(thing, (groups.get(thing) ?? new Set()).add(idOf(entry)))
  return groups
}

describe('the pool index', () => {
  /** Returns an entry of any kind, with ids, key images and claims that collide. */
  const entryOf = (name: number, seed: number): PoolEntry => ({
    // Only these fields are read.
    parsed: {
      id: Uint8Array.of(name, (7 * name) & 3),
      weight: 1000 + (seed % 7),
      transaction: {
        type: seed % 5 === 0 ? TransactionType.stateChange : TransactionType.standard,
        unlockTime: BigInt(seed % 6),
        inputs: [seed % 4, (seed >> 2) % 9].map((each) => ({ kind: 'key', keyImage: Uint8Array.of(each) })),
      },
    } as unknown as ParsedTransaction,
    ...{ fee: BigInt(1000 * (seed % 3)), receivedAt: seed % 2, keptByBlock: false, doNotRelay: false, relayed: true },
    ...{
      lastRelayedAt: 0,
      doubleSpendSeen: false,
      maxUsedHeight: 0,
      lastFailedHeight: 0,
      lastFailedId: new Uint8Array(),
    },
  })
  /** The claims of a transaction may change with a block. */
  let turn = 0n
  const claimOf = ({ unlockTime }: Transaction): string | undefined =>
    unlockTime > 2n ? `${(unlockTime * turn) % 3n}` : undefined

  const name = fc.nat(15)
  const entry = fc.tuple(name, fc.nat(1000)).map(([each, seed]) => entryOf(each, seed))
  type Step = (waiting: PoolIndex, model: Map<string, PoolEntry>) => void
  const adding = (each: PoolEntry): Step => {
    return (waiting, model) => {
      if (model.has(idOf(each))) return
      waiting.add(each)
      model.set(idOf(each), each)
    }
  }
  const removing = (id: string): Step => {
    return (waiting, model) => {
      expect(waiting.remove(id)).toEqual(model.get(id))
      model.delete(id)
    }
  }
  const noting = (id: string, note: PoolEntryUpdate): Step => {
    return (waiting, model) => {
      const former = model.get(id)
      waiting.update(id, note)
      if (former !== undefined) model.set(id, { ...former, ...note })
    }
  }
  const resetting = (entries: readonly PoolEntry[]): Step => {
    return (waiting, model) => {
      waiting.reset(entries)
      model.clear()
      for (const each of entries) model.set(idOf(each), each)
    }
  }
  const turning: Step = () => {
    turn += 1n
  }
  const id = name.map((each) => idOf(entryOf(each, 0)))
  const step = fc.oneof(
    { weight: 4, arbitrary: entry.map(adding) },
    { weight: 3, arbitrary: id.map(removing) },
    { weight: 2, arbitrary: fc.tuple(id, fc.nat(99)).map(([each, at]) => noting(each, { lastFailedHeight: at })) },
    { weight: 1, arbitrary: fc.array(entry, { maxLength: 12 }).map(resetting) },
    { weight: 2, arbitrary: fc.constant(turning) },
  )

  it('returns the same as a scan of all entries', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const waiting = new PoolIndex(claimOf)
        const model = new Map<string, PoolEntry>()
        for (const each of steps) {
          each(waiting, model)
          const all = [...model.values()]
          expect([...waiting.byId.values()]).toEqual(all)
          expect(waiting.size).toBe(all.length)
          expect(waiting.byDatabaseOrder).toEqual(inPlaces(all))
          expect(waiting.byPriority).toEqual(all.toSorted(comparePriority))
          expect(waiting.weight).toBe(all.reduce((sum, { parsed }) => sum + parsed.weight, 0))
          const images = groupedBy(all, ({ parsed }) => spentKeyImages(parsed.transaction))
          expect(new Map(waiting.conflicts.keyImages.map((used) => [used.keyImage, new Set(used.spenders)]))).toEqual(
            images,
          )
          for (let seed = 0; seed < 6; seed++) {
            const { transaction } = entryOf(0, seed).parsed
            const claim = claimOf(transaction)
            const isMade = claim !== undefined && all.some((other) => claimOf(other.parsed.transaction) === claim)
            expect(waiting.conflicts.hasClaimOf(transaction)).toBe(isMade)
          }
        }
      }),
    )
  })
})

describe('a transaction pool', () => {
  const { network } = developmentRules
  const NO_ID = new Uint8Array(32)
  const NOBODY = { spendKey: NO_ID, viewKey: NO_ID }
  /** Payments and names that conflict in all ways. */
  let variants: readonly ParsedTransaction[]

  beforeAll(async () => {
    const payment = recordedTransactions.findLast(({ coinbase }) => !coinbase)
    if (payment === undefined) throw new Error('there is no recorded payment')
    const model = parseFullTransaction(network, fromHex(payment.hex)).transaction
    const variant = (i: number): ParsedTransaction => {
      const keyImage = (at: number): Uint8Array => new Uint8Array(32).fill(at)
      const isName = i % 3 === 0
      const extra: ExtraField[] = [
        {
          ...{ field: 'nameSystem', version: 0, type: 2, nameHash: new Uint8Array(32).fill(i % 2) },
          ...{ previousId: new Uint8Array(32), owner: { kind: 'wallet', ...NOBODY, isSubaddress: false } },
          ...{ backupOwner: undefined, signature: undefined, encryptedValue: new Uint8Array(72) },
        },
      ]
      return parseFullTransaction(
        network,
        serializeTransaction({
          ...model,
          unlockTime: BigInt(i),
          inputs: model.inputs.map((input, at) =>
            input.kind === 'key' ? { ...input, keyImage: keyImage(16 * at + (i % (5 + 4 * at))) } : input,
          ),
          ...(isName ? { type: TransactionType.nameSystem, extra: serializeExtra(extra) } : {}),
          ...(model.rct === undefined ? {} : { rct: { ...model.rct, fee: BigInt(1 + (i % 4)) * 10n ** 12n } }),
        }),
      )
    }
    variants = Array.from({ length: 14 }, (_, i) => variant(i))
  })

  type World = {
    readonly node: DevelopmentNode
    readonly miner: Miner
    /** id of a snapshot */
    snapshot: number
    pass(seconds: number): void
  }

  const start = (): World => {
    let now = 1_800_000_000
    const random = seededRandom(5)
    const checker = new LenientChecker(random)
    const node = new DevelopmentNode({ rules: developmentRules, clock: () => now, random, checker })
    const miner = new Miner(node, () => () => undefined, NOBODY)
    miner.mine(2)
    const pass = (seconds: number): void => {
      // Not before the top block, since such a dump could not be loaded.
      now = Math.max(now + seconds, node.chain.tip.timestamp)
      node.maintain()
    }
    return { node, miner, snapshot: node.snapshots.take(), pass }
  }

  const options = { doNotRelay: false, sanityCheck: false }

  /** Returns the expected result of `submit`, by a scan of all entries. */
  const expected = (
    { node: { pool, chain } }: World,
    parsed: ParsedTransaction,
  ): { accepted: boolean; added?: boolean } => {
    const { entries, timedOut } = pool.capture()
    if (pool.get(parsed.id) !== undefined || chain.placeOf(parsed.id) !== undefined)
      return { accepted: true, added: false }
    const images = spentKeyImages(parsed.transaction)
    const claim = namePoolClaim(network, parsed.transaction)
    const isRefused =
      timedOut.includes(toHex(parsed.id)) ||
      images.some((image) => chain.isSpent(fromHex(image))) ||
      entries.some(
        ({ parsed: { transaction } }) =>
          spentKeyImages(transaction).some((image) => images.includes(image)) ||
          (claim !== undefined && namePoolClaim(network, transaction) === claim),
      )
    return isRefused ? { accepted: false } : { accepted: true, added: true }
  }

  /** Submits a block that contains only one transaction, if the chain accepts that. */
  const mineElsewhere = ({ node }: World, parsed: ParsedTransaction): void => {
    const { blob } = parsed
    const isKeptOut = node.pool.doubleSpendsOf(parsed).some((id) => node.pool.isApproved(fromHex(id)))
    const random = seededRandom(9)
    const pool = new TransactionPool(node.chain, new LenientChecker(random))
    if (!isKeptOut) pool.submit(blob, options)
    const request = { to: NOBODY, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(node.chain, pool, request, random)
    node.submitBlock(serializeBlock(block), pool.size === 0 ? [] : [blob])
  }

  /** Reloads the node with older pool entries. */
  const loadOlder = ({ node }: World, seconds: number): void => {
    const dump = node.state.dump()
    const pool = dump.pool.map((entry) => ({ ...entry, receivedAt: (entry.receivedAt ?? 0) - seconds }))
    node.state.loadUntrusted({ ...dump, pool })
    node.maintain()
  }

  /** Loads a dump whose last pool entry is malformed. */
  const loadBroken = ({ node }: World): void => {
    const dump = node.state.dump()
    const before = node.pool.capture()
    const pool = [...dump.pool.slice(1), { blob: Uint8Array.of(4, 0) }]
    expect(() => node.state.loadUntrusted({ ...dump, pool })).toThrow(FormatError)
    expect(node.pool.capture()).toEqual(before)
  }

  const AGES = [0, 1, 20_000, 259_201, 604_801]
  type Act = (world: World, parsed: ParsedTransaction, i: number) => void
  const acts: { readonly [name: string]: { readonly weight: number; readonly act: Act } } = {
    send: {
      weight: 8,
      act: (world, parsed) => {
        const outcome = expected(world, parsed)
        expect(world.node.submitTransaction(parsed.blob, options)).toMatchObject(outcome)
      },
    },
    keep: { weight: 4, act: ({ node }, parsed) => node.pool.addFromBlock(parsed) },
    confirm: { weight: 2, act: ({ node }, { blob }) => node.submitApproved(blob, options) },
    drop: { weight: 2, act: ({ node }, { id }) => node.removeTransactions([id]) },
    mine: { weight: 2, act: ({ miner }) => miner.mine(1) },
    mineElsewhere: { weight: 4, act: mineElsewhere },
    pop: { weight: 3, act: ({ node }, _, i) => node.popBlocks(Math.min(1 + (i % 3), node.chain.height - 1)) },
    wait: { weight: 2, act: ({ pass }, _, i) => pass(AGES[i % AGES.length] ?? 0) },
    goBack: { weight: 1, act: ({ pass }, _, i) => pass(-(AGES[i % AGES.length] ?? 0)) },
    loadBroken: { weight: 1, act: loadBroken },
    loadOlder: { weight: 1, act: (world, _, i) => loadOlder(world, AGES[i % AGES.length] ?? 0) },
    lookBeside: { weight: 1, act: ({ node }) => node.withTop(node.chain.blocks[0]?.id ?? NO_ID, () => undefined) },
    snapshot: {
      weight: 1,
      act: (world) => {
        world.snapshot = world.node.snapshots.take()
      },
    },
    revert: {
      weight: 1,
      act: (world) => {
        world.node.snapshots.revert(world.snapshot)
        world.pass(0)
        world.snapshot = world.node.snapshots.take()
      },
    },
  }
  const step = fc.tuple(
    fc.oneof(...Object.entries(acts).map(([name, { weight }]) => ({ weight, arbitrary: fc.constant(name) }))),
    fc.nat(13),
  )

  const check = ({ node: { pool, chain, clock } }: World, name: string): void => {
    const { entries: all } = pool.capture()
    expect(pool.size).toBe(all.length)
    expect(pool.entries).toEqual(inPlaces(all))
    const images = groupedBy(all, ({ parsed }) => spentKeyImages(parsed.transaction))
    expect(new Map(pool.keyImages.map((used) => [used.keyImage, new Set(used.spenders)]))).toEqual(images)
    for (const parsed of variants) {
      const own = spentKeyImages(parsed.transaction)
      const rivals = all.filter((entry) => spentKeyImages(entry.parsed.transaction).some((each) => own.includes(each)))
      const others = rivals.map(idOf).filter((id) => id !== toHex(parsed.id))
      expect(new Set(pool.doubleSpendsOf(parsed))).toEqual(new Set(others))
      for (const image of own) expect(pool.isSpending(fromHex(image))).toBe(images.has(image))
    }
    const filling = fillBlockTemplate(chain, new LenientChecker(seededRandom(1)), all.toSorted(comparePriority))
    expect(pool.fillTemplate().transactions).toEqual(filling.transactions)
    if (name === 'wait' || name === 'goBack' || name === 'loadOlder')
      expect(all.filter((entry) => isExpired(entry, clock()) || isDueForRelay(entry, clock()))).toEqual([])
    if (name === 'mine' || name === 'mineElsewhere') {
      const isSpent = ({ parsed }: PoolEntry): boolean =>
        spentKeyImages(parsed.transaction).some((image) => chain.isSpent(fromHex(image)))
      expect(all.filter((entry) => isSpent(entry) && !entry.doubleSpendSeen)).toEqual([])
    }
  }

  /** A case that random sequences rarely reach: an expired entry is loaded before a block marks it as a double spend. */
  const comesTooLate: [string, number][] = [
    ['mineElsewhere', 1],
    ['keep', 6],
    ['loadOlder', 0],
    ['mine', 0],
  ]

  it('returns the same as a scan of all entries after any operations', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const world = start()
        for (const [name, i] of steps) {
          const parsed = variants[i]
          if (parsed === undefined) throw new Error(`there is no transaction ${i}`)
          acts[name]?.act(world, parsed, i)
          check(world, name)
        }
      }),
      { numRuns: 120, examples: [[comesTooLate]] },
    )
  })
})
