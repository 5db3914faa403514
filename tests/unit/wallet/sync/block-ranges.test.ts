// Scanned block ranges on their way into the state, with a scanner and a node that answer as each test says: what is verified, what
// is committed together, what delays, stops or fails it.

import { describe, expect, it } from 'vitest'
import { concat } from '../../../../src/bytes/bytes.ts'
import { toHex } from '../../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../../src/coin/networks/oxen.ts'
import { openMemoryStore } from '../../../../src/store/memoryStore.ts'
import type { Durability } from '../../../../src/store/store.ts'
import { TransactionBatch } from '../../../../src/wallet/scan/scanBatch.ts'
import { BlockIds } from '../../../../src/wallet/state/blockIds.ts'
import { WalletState } from '../../../../src/wallet/state/walletState.ts'
import { BlockProcessor, type ScanCounts, type ScanningBlockRange } from '../../../../src/wallet/sync/blockProcessor.ts'
import type { OutputScanner, PendingScan, ScannedTransaction } from '../../../../src/wallet/sync/outputScanner.ts'
import type { SyncContext } from '../../../../src/wallet/sync/syncContext.ts'
import {
  bytesOf,
  keyHex,
  sampleOutput,
  samplePayment,
  scannedTransaction,
} from '../../../support/wallet/ledger-samples.ts'
import { settled, syncStage } from '../../../support/wallet/sync-stage.ts'

/** Blocks 0 to 99 are known. */
const HEIGHT = 100

/** The answer of the scanner: the transactions of a range, or its failure. */
type Scan = readonly ScannedTransaction[] | Error

const ofBlock = (height: number, byte: number, fields: Parameters<typeof scannedTransaction>[0] = {}) =>
  scannedTransaction({ txid: bytesOf(byte), height, ...fields })

/** A transaction that spends the key images of these bytes. */
const spendIn = (height: number, byte: number, ...keyImages: readonly number[]) =>
  ofBlock(height, byte, { inputs: keyImages.map((image) => [bytesOf(image), [1]]) })

/** An output of transaction `byte` with the key image of byte `keyImage`. */
const receivedIn = (height: number, byte: number, keyImage: number | undefined) =>
  ofBlock(height, byte, {
    received: [
      sampleOutput({
        ...{ height, txid: bytesOf(byte), key: bytesOf(byte) },
        keyImage: keyImage === undefined ? undefined : bytesOf(keyImage),
      }),
    ],
  })

const coinbaseIn = (height: number, reward: bigint): ScannedTransaction => {
  const { source, received } = ofBlock(height, 77)
  const transaction = source.transaction()
  const outputs = [{ amount: reward, key: bytesOf(1), viewTag: undefined, commitment: undefined }]
  return { source: { ...source, coinbase: true, transaction: () => ({ ...transaction, outputs }) }, received }
}

/** Returns the batch of transactions whose bytes are their key images. */
const batchOf = (transactions: readonly ScannedTransaction[]): TransactionBatch => {
  const batch = new TransactionBatch(oxenRegtest)
  for (const { source } of transactions) {
    const { keyImages, coinbase, height, outputIndices, timestamp, txid, blockVersion } = source
    const bytes = concat(...keyImages)
    batch.read(bytes)
    for (const i of keyImages.keys()) batch.keyInput(0n, 32 * i)
    batch.add(txid, new Uint8Array(), {
      ...{ coinbase, height, outputIndices, timestamp, blockVersion, bytes },
      parse: () => source.transaction(),
    })
  }
  return batch
}

/** The same number again and again: the sampler chooses the second of three groups as cover, and none at random. */
const ones = (length: number): Uint8Array => new Uint8Array(length).fill(1)

const stageOf = async ({ trusted = false } = {}) => {
  const { context, stop } = await syncStage()
  const store = openMemoryStore()
  const durabilities: Durability[] = []
  /** called by each commit, before it writes */
  const hooks = { commit: async (): Promise<void> => undefined }
  const commit: typeof store.commit = async (changes, durability) => {
    durabilities.push(durability)
    await hooks.commit()
    await store.commit(changes, durability)
  }
  const state = await WalletState.create({ ...store, commit }, 0)
  await state.update('strict', () => ({ blockIds: new BlockIds(0, new Uint8Array(32 * HEIGHT)) }))
  durabilities.length = 0

  const scans = new Map<PendingScan, Scan>()
  const discarded: Scan[] = []
  // The processor uses no other members.
  const outputScanner = {
    keyImageOrigin: 'derived',
    finish: async (scanning: PendingScan) => {
      const scan = scans.get(scanning) ?? []
      if (scan instanceof Error) throw scan
      return new Map(scan.flatMap(({ received }, i) => (received.length === 0 ? [] : [[i, received]])))
    },
    issue: context.outputScanner.issue.bind(context.outputScanner),
    discard: (scanning: PendingScan) => discarded.push(scans.get(scanning) ?? []),
  } as unknown as OutputScanner

  const requested: string[][] = []
  const node: SyncContext['node'] = Object.assign(context.node, {
    /** the node cannot prove a transaction */
    prunableHashes: async (ids: readonly Uint8Array[]) => {
      requested.push(ids.map(toHex))
      return []
    },
    transactions: async () => [],
    wholeTransactions: async () => [],
  })
  const counts: ScanCounts[] = []
  const processor = new BlockProcessor({ ...context, state, outputScanner, node, random: ones }, (count) =>
    counts.push(count),
  )

  /** Returns a range of `count` blocks whose ids consist of the byte `id`. */
  const range = (start: number, count: number, scan: Scan = [], id = 9): ScanningBlockRange => {
    const transactionBatch = batchOf(scan instanceof Error ? [] : scan)
    // The scanner above knows the scan by identity.
    const scanning = { transactionBatch } as unknown as PendingScan
    scans.set(scanning, scan)
    const page = { startHeight: start, chainHeight: HEIGHT, blocks: [], trusted }
    return { start, ids: new Uint8Array(32 * count).fill(id), transactionBatch, page, scanning }
  }
  return { state, node, processor, range, counts, durabilities, requested, discarded, hooks, stop }
}

/** Returns a gate and the function that opens it. */
const gate = () => {
  let open = (): void => undefined
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { isOpen, open: () => open() }
}

/** Returns whether a promise is fulfilled after everything under way has happened. */
const isDone = async (promise: Promise<unknown>): Promise<boolean> => {
  let done = false
  promise.then(
    () => {
      done = true
    },
    () => undefined,
  )
  await settled()
  return done
}

describe('transactions that the node must prove', () => {
  it('are none of a page that a trusted node sent', async () => {
    const { state, processor, range, requested } = await stageOf({ trusted: true })
    await processor.add([range(100, 12, [receivedIn(105, 5, 60)])])
    await processor.drain()
    expect([requested, state.height]).toEqual([[], 112])
  })

  /** One transaction in each group of 16 blocks of the 64 from height 112 on; that of block 150 is `own`. */
  const long = (own: ScannedTransaction): Scan => [ofBlock(112, 1), ofBlock(130, 2), own, ofBlock(170, 4)]

  type Stage = Awaited<ReturnType<typeof stageOf>>

  /** Returns what is requested of a long range with `own` in block 150. */
  const requestedWith = async (
    own: ScannedTransaction,
    prepare: (stage: Stage) => Promise<void> | void = () => undefined,
  ) => {
    const stage = await stageOf()
    await prepare(stage)
    await stage.processor.add([stage.range(100, 12), stage.range(112, 64, long(own))])
    await stage.processor.drain().catch(() => undefined)
    return stage.requested.at(-1)
  }

  const OTHER = spendIn(150, 3, 60, 61)
  /** The group of the wallet's transaction, and another one to cover it. */
  const COVERED = [keyHex(2), keyHex(3)]

  it('are none in a long range without anything of the wallet', async () => {
    expect(await requestedWith(OTHER)).toBeUndefined()
  })

  it('are those of its group and of another group if one pays the wallet', async () => {
    expect(await requestedWith(receivedIn(150, 3, undefined))).toEqual(COVERED)
  })

  it('include a spend of an output of the ledger', async () => {
    const withOutput = ({ state }: Stage) =>
      state.update('strict', (draft) => void draft.putOutput(sampleOutput({ keyImage: bytesOf(61) })))
    expect(await requestedWith(OTHER, withOutput)).toEqual(COVERED)
  })

  it('include a spend of an output that was found in the range before', async () => {
    const stage = await stageOf()
    await stage.processor.add([stage.range(100, 12, [receivedIn(105, 5, 60)]), stage.range(112, 64, long(OTHER))])
    await expect(stage.processor.drain()).rejects.toThrow('does not know the transaction')
    expect(stage.requested).toEqual([[keyHex(5)], COVERED])
  })

  it('are none for an output found before without a key image', async () => {
    const stage = await stageOf()
    await stage.processor.add([
      stage.range(100, 12, [receivedIn(105, 5, undefined)]),
      stage.range(112, 64, long(OTHER)),
    ])
    await expect(stage.processor.drain()).rejects.toThrow('does not know the transaction')
    expect(stage.requested).toEqual([[keyHex(5)]])
  })

  it.each([
    ['include a pending payment', 3, COVERED],
    ['are none for a pending payment that is not in the range', 50, undefined],
  ])('%s', async (_, byte, ids) => {
    const withPayment = ({ state }: Stage) =>
      state.update('strict', (draft) => void draft.putPayment(samplePayment({ txid: bytesOf(byte), keyImages: [] })))
    expect(await requestedWith(OTHER, withPayment)).toEqual(ids)
  })

  it('are requested for two ranges at a time, so that other requests wait for few', async () => {
    const { node, processor, range } = await stageOf()
    const open: (() => void)[] = []
    node.prunableHashes = () => new Promise((resolve) => open.push(() => resolve([])))
    await processor.add([1, 2, 3, 4].map((i) => range(98 + 2 * i, 2, [ofBlock(98 + 2 * i, i)])))
    await settled()
    expect(open).toHaveLength(2)
    const drained = processor.drain().catch((error: unknown) => error)
    for (let i = 0; i < 4; i++) {
      while (open[i] === undefined) await settled()
      open[i]?.()
    }
    expect(String(await drained)).toContain('does not know the transaction')
  })

  it('are all transactions of 16 blocks, without coinbases', async () => {
    const stage = await stageOf()
    await stage.processor.add([stage.range(100, 16, [coinbaseIn(101, 1n), ofBlock(101, 1), ofBlock(115, 2)])])
    await expect(stage.processor.drain()).rejects.toThrow('does not know the transaction')
    expect(stage.requested).toEqual([[keyHex(1), keyHex(2)]])
  })
})

describe('a commit', () => {
  it('writes all consecutive ranges of a page, relaxed', async () => {
    const { state, processor, range, counts, durabilities } = await stageOf()
    await processor.add([range(100, 5), range(105, 3), range(108, 1)])
    await processor.drain()
    expect([state.height, counts, durabilities]).toEqual([109, [{ blocks: 9, outputs: 0 }], ['relaxed']])
  })

  it('ends before blocks that replace others', async () => {
    const { state, processor, range, counts } = await stageOf()
    await processor.add([range(100, 5), range(105, 3), range(103, 7, [], 8), range(110, 1)])
    await processor.drain()
    expect(state.height).toBe(111)
    expect(state.blockIds.idAt(103)).toEqual(bytesOf(8))
    expect(counts).toEqual([
      { blocks: 8, outputs: 0 },
      { blocks: 8, outputs: 0 },
    ])
  })

  it('finds an output again that a reorganisation moved to a lower block', async () => {
    const { state, processor, range } = await stageOf({ trusted: true })
    await processor.add([range(100, 20, [receivedIn(117, 5, 60)])])
    await processor.drain()
    await processor.add([range(110, 5, [receivedIn(112, 5, 60)]), range(115, 6)])
    await processor.drain()
    expect([...state.ledger.outputs.values()].map(({ height }) => height)).toEqual([112])
  })

  it('keeps the newest reward if the last blocks were not scanned', async () => {
    const { state, processor, range } = await stageOf()
    await processor.add([range(100, 2, [coinbaseIn(100, 5n), coinbaseIn(101, 6n)]), range(102, 2)])
    await processor.drain()
    expect(state.lastReward).toBe(6n)
    await processor.add([range(104, 2)])
    await processor.drain()
    expect(state.lastReward).toBe(6n)
  })

  it('keeps one id in 4096 of blocks older than 16,384', async () => {
    const { state, processor, range } = await stageOf()
    await processor.add([range(100, 17_000)])
    await processor.drain()
    expect([state.height, state.blockIds.start, state.blockIds.base]).toEqual([17_100, 512, 0])
  })

  it('without anything of the wallet changes nothing that views show', async () => {
    const { state, processor, range } = await stageOf({ trusted: true })
    const { revision, labels } = state
    await processor.add([range(100, 3, [ofBlock(101, 1)])])
    await processor.drain()
    expect(state.revision).toBe(revision)
    expect(state.labels).toBe(labels)
  })
})

describe('a page', () => {
  it('is not delayed by a commit, unless more than 32 ranges wait', async () => {
    const { state, processor, range, hooks, counts } = await stageOf()
    const { isOpen, open } = gate()
    hooks.commit = () => isOpen
    const ranges = (start: number, count: number) => Array.from({ length: count }, (_, i) => range(start + i, 1))
    expect(await isDone(processor.add(ranges(100, 1)))).toBe(true)
    expect(await isDone(processor.add(ranges(101, 32)))).toBe(true)
    const delayed = processor.add(ranges(133, 1))
    expect(await isDone(delayed)).toBe(false)
    open()
    await delayed
    expect(state.height).toBe(134)
    await processor.drain()
    expect(counts.map(({ blocks }) => blocks)).toEqual([1, 33])
  })

  it('is discarded from the range on that cannot be scanned', async () => {
    const { state, processor, range, discarded, counts } = await stageOf()
    const broken = new RangeError('the scanner stopped')
    const last = [ofBlock(104, 1)]
    await expect(processor.add([range(100, 2), range(102, 2, broken), range(104, 2, last)])).rejects.toBe(broken)
    await expect(processor.drain()).rejects.toBe(broken)
    expect(discarded).toEqual([broken, last])
    expect([state.height, counts]).toEqual([HEIGHT, []])
  })

  it('fails with the store that could not write the one before', async () => {
    const { processor, range, hooks } = await stageOf()
    const full = new RangeError('the disk is full')
    hooks.commit = () => Promise.reject(full)
    await processor.add([range(100, 1)])
    await processor.settle()
    await expect(processor.add([range(101, 1)])).rejects.toBe(full)
    await expect(processor.drain()).rejects.toBe(full)
  })
})

it('commits the ranges before one that the node cannot prove, and nothing if that is the first', async () => {
  const { state, processor, range, counts, durabilities } = await stageOf()
  await processor.add([range(100, 4), range(104, 2, [ofBlock(105, 1)]), range(106, 2)])
  await expect(processor.drain()).rejects.toThrow('does not know the transaction')
  expect([state.height, counts]).toEqual([104, [{ blocks: 4, outputs: 0 }]])
  const first = await stageOf()
  await first.processor.add([first.range(100, 2, [ofBlock(101, 1)])])
  await expect(first.processor.drain()).rejects.toThrow('does not know the transaction')
  expect([first.counts, first.durabilities]).toEqual([[], []])
  expect(durabilities).toEqual(['relaxed'])
})

it('commits nothing that was verified when the sync ends', async () => {
  const { state, node, processor, range, counts, stop } = await stageOf()
  node.transactions = () => new Promise(() => undefined)
  await processor.add([range(100, 4), range(104, 2, [ofBlock(105, 1)])])
  await settled()
  stop.abort()
  await processor.drain()
  expect([state.height, counts]).toEqual([HEIGHT, []])
})

it('settles when nothing is being written, also if that failed', async () => {
  const { processor, range, hooks } = await stageOf()
  const { isOpen, open } = gate()
  hooks.commit = async () => {
    await isOpen
    throw new RangeError('the disk is full')
  }
  await processor.add([range(100, 1)])
  const settling = processor.settle()
  expect(await isDone(settling)).toBe(false)
  open()
  await expect(settling).resolves.toBeUndefined()
  await expect(processor.drain()).rejects.toThrow('the disk is full')
})

it.each<[string, (stage: Awaited<ReturnType<typeof stageOf>>) => Scan]>([
  ['a scan', () => new RangeError('it failed')],
  ['a verification', () => [ofBlock(100, 1)]],
  [
    'a commit',
    ({ hooks }) => {
      hooks.commit = () => Promise.reject(new RangeError('it failed'))
      return []
    },
  ],
])('reports the failure of %s when it is awaited, not before', async (_, prepare) => {
  const unhandled: unknown[] = []
  const listen = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  const stage = await stageOf()
  const scan = prepare(stage)
  stage.processor.add([stage.range(100, 1, scan)])
  await settled()
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
  await expect(stage.processor.drain()).rejects.toThrow()
})

it('reports a verification that fails while blocks before it are being written when these are committed', async () => {
  const unhandled: unknown[] = []
  const listen = (error: unknown): void => void unhandled.push(error)
  process.on('unhandledRejection', listen)
  const { state, processor, range, hooks } = await stageOf()
  const { isOpen, open } = gate()
  hooks.commit = () => isOpen
  await processor.add([range(100, 1)])
  await settled()
  await processor.add([range(101, 1, [ofBlock(101, 1)])])
  await settled()
  process.off('unhandledRejection', listen)
  expect(unhandled).toEqual([])
  open()
  await expect(processor.drain()).rejects.toThrow('does not know the transaction')
  expect(state.height).toBe(101)
})

describe('the recent transactions', () => {
  const OURS = 5

  it('are those of the twelve newest blocks, without coinbases, and name ours', async () => {
    const { processor, range } = await stageOf({ trusted: true })
    expect(processor.recent).toEqual([])
    await processor.add([
      range(100, 8, [coinbaseIn(100, 1n), ofBlock(100, 1), ofBlock(101, 2), receivedIn(107, OURS, 60)]),
      range(108, 5, [coinbaseIn(112, 1n), ofBlock(112, 3)]),
    ])
    await processor.drain()
    // The wallet has the blocks 0 to 112, so the twelfth newest is 101.
    expect(processor.recent).toEqual([
      { txid: bytesOf(2), height: 101, isOurs: false },
      { txid: bytesOf(OURS), height: 107, isOurs: true },
      { txid: bytesOf(3), height: 112, isOurs: false },
    ])
  })

  it('include those of earlier commits that are still among the newest', async () => {
    const { processor, range } = await stageOf({ trusted: true })
    await processor.add([range(100, 8, [ofBlock(101, 1), ofBlock(102, 2), ofBlock(107, 3)])])
    await processor.drain()
    await processor.add([range(108, 6, [ofBlock(113, 4)])])
    await processor.drain()
    expect(processor.recent.map(({ height }) => height)).toEqual([102, 107, 113])
  })

  it('are not those of replaced blocks', async () => {
    const { processor, range } = await stageOf({ trusted: true })
    await processor.add([range(100, 8, [ofBlock(104, 1), ofBlock(105, 2), ofBlock(106, 3)])])
    await processor.drain()
    await processor.add([range(105, 5, [ofBlock(109, 4)])])
    await processor.drain()
    expect(processor.recent.map(({ height }) => height)).toEqual([104, 109])
  })
})

it('names the transactions of payments as ours', async () => {
  const { state, processor, range } = await stageOf({ trusted: true })
  await state.update('strict', (draft) => void draft.putPayment(samplePayment({ txid: bytesOf(1), keyImages: [] })))
  await processor.add([range(100, 2, [ofBlock(100, 1), ofBlock(101, 2)])])
  await processor.drain()
  expect(processor.recent.map(({ isOurs }) => isOurs)).toEqual([true, false])
})
