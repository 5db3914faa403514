// Opens a large wallet in a process of its own with the settings of `faba rpc`, and prints the figures as JSON: `node --expose-gc open.ts FILE`.

import { keepNewSpaceSmall } from '../../../src/cli/rpc/newSpace.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { prepareCipher } from '../../../src/crypto/ciphers/cipher.ts'
import { loadPointKernel } from '../../../src/crypto/curve/currentArithmetic.ts'
import { prepareKeccak } from '../../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import type { RingOutput } from '../../../src/daemon/nodeClient.ts'
import { OutputDistribution } from '../../../src/daemon/outputDistribution.ts'
import { openSqliteStore } from '../../../src/store/sqliteStore.ts'
import type { Store } from '../../../src/store/store.ts'
import { historyEntries } from '../../../src/wallet/history/history.ts'
import { createRingMemory } from '../../../src/wallet/rings/ringMemory.ts'
import { transferIntent } from '../../../src/wallet/spend/intent.ts'
import type { SpendContext, SpendNode } from '../../../src/wallet/spend/paymentContext.ts'
import { discardPrepared, preparePayment } from '../../../src/wallet/spend/prepare.ts'
import { addressBalances } from '../../../src/wallet/state/balance.ts'
import { Ledger, type OwnedOutput } from '../../../src/wallet/state/ledger.ts'
import { changedOutput } from '../../../src/wallet/state/packedOutput.ts'
import { WalletState } from '../../../src/wallet/state/walletState.ts'
import { EMPTY_BLOCKS } from '../../support/wallet/spend/block-space.ts'
import { seededBytes } from '../mainnet/seeded.ts'
import { cpuMs, median } from '../support/measure.ts'
import { ADDRESS, LARGE_KEYS, LARGE_NETWORK, OUTPUTS_PER_BLOCK } from './records.ts'
import { largeStore } from './vault.ts'

/** The figures of a wallet: processor time in milliseconds, memory and file in bytes. */
export type LargeFigures = {
  readonly openMs: number
  readonly decryptMs: number
  readonly indexMs: number
  readonly balanceMs: number
  readonly historyMs: number
  readonly firstPaymentMs: number
  readonly paymentMs: number
  readonly emptyBlockMs: number
  readonly emptyBlockBytes: number
  readonly blockMs: number
  readonly blockBytes: number
  /** before the wallet is opened: Node, the program and its kernels */
  readonly startRss: number
  readonly rss: number
  readonly heap: number
  readonly buffers: number
}

const PAYMENTS = 7
const BLOCKS = 9

/** Returns the processor time of some work, in milliseconds, and its result. */
const worked = async <T>(work: () => T | Promise<T>): Promise<readonly [number, T]> => {
  const start = cpuMs()
  const result = await work()
  return [cpuMs() - start, result]
}

/** Distinct points that serve as keys and commitments of decoys. */
const POINTS = Array.from({ length: 64 }, (_, i) => publicKeyOf(new Uint8Array(32).fill(i + 1, 0, 1)))

/** Answers requests for rings at once. */
const ringNode = (distribution: OutputDistribution, owned: ReadonlyMap<number, OwnedOutput>): SpendNode => ({
  outputs: async (indices) =>
    indices.map((index): RingOutput => {
      const output = owned.get(index)
      const point = POINTS[index % POINTS.length] ?? new Uint8Array()
      const height = Math.floor(index / OUTPUTS_PER_BLOCK)
      if (output === undefined) return { key: point, commitment: point, unlocked: true, height }
      return { key: output.key, commitment: commit(output.amount, output.mask), unlocked: true, height }
    }),
  outputDistribution: async () => distribution,
  outputBlacklist: async () => [],
  ...EMPTY_BLOCKS,
  feeEstimate: async () => ({
    perByte: 20_000n,
    perOutput: 0n,
    perByteLevels: [20_000n, 80_000n, 320_000n, 4_000_000n],
    quantizationMask: 10_000n,
  }),
})

/** Prepares payments, each from the wallet as it is, up to the review. */
const measurePayments = async (state: WalletState): Promise<readonly number[]> => {
  const distribution = OutputDistribution.ofCumulative(
    Array.from({ length: state.height }, (_, height) => (height + 1) * OUTPUTS_PER_BLOCK),
  )
  const owned = new Map(Array.from(state.ledger.outputs.values(), (output) => [output.globalIndex, output]))
  const node = ringNode(distribution, owned)
  const rings = createRingMemory()
  const times: number[] = []
  for (let i = 0; i < PAYMENTS; i++) {
    const [time, prepared] = await worked(() => {
      const context: SpendContext = {
        network: LARGE_NETWORK,
        keys: LARGE_KEYS,
        outputs: [...state.ledger.countedOutputs()],
        height: state.height,
        now: 1_800_000_000,
        stakeLocks: state.stakeLocks,
        node,
        random: (length) => crypto.getRandomValues(new Uint8Array(length)),
        rings,
      }
      const destinations = [{ address: ADDRESS, amount: 2_000_000_000n }]
      return preparePayment(
        context,
        transferIntent(LARGE_NETWORK, { account: 0, subaddresses: [], priority: 1, unlockTime: 0n, destinations }),
      )
    })
    discardPrepared(prepared)
    times.push(time)
  }
  return times
}

/** Commits blocks, each with some of the wallet's outputs. */
const measureBlocks = async (state: WalletState, outputs: number): Promise<number> => {
  const times: number[] = []
  const sample = [...state.ledger.outputs.values()].at(-1)
  if (sample === undefined) throw new Error('the wallet has no outputs')
  for (let i = 0; i < BLOCKS; i++) {
    const { height } = state
    const [time] = await worked(() =>
      state.update('relaxed', (draft) => {
        for (let j = 0; j < outputs; j++)
          draft.putOutput(
            changedOutput(sample, {
              ...{ height, key: seededBytes(32, height, j), keyImage: seededBytes(32, height, j, 1) },
              ...{ txid: seededBytes(32, height, j, 2), globalIndex: height * OUTPUTS_PER_BLOCK + j },
            }),
          )
        const blockIds = state.blockIds.copy()
        blockIds.append(seededBytes(32, height, 3))
        blockIds.thin()
        return { blockIds }
      }),
    )
    times.push(time)
  }
  return median(times)
}

/** Counts the bytes that a store commits. */
const counting = (store: Store): { readonly store: Store; readonly take: () => number } => {
  let bytes = 0
  return {
    store: {
      get: (table, key) => store.get(table, key),
      list: (table, prefix) => store.list(table, prefix),
      pages: (table, prefix) => store.pages(table, prefix),
      commit: (changes, durability) => {
        for (const { key, value } of changes) bytes += key.length + (value?.length ?? 0)
        return store.commit(changes, durability)
      },
      close: () => store.close(),
    },
    take: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
  }
}

const measure = async (path: string): Promise<LargeFigures> => {
  keepNewSpaceSmall()
  await Promise.all([loadPointKernel(), prepareKeccak(), prepareCipher()])
  const { gc } = globalThis
  if (gc === undefined) throw new Error('run with --expose-gc, as npm run bench does')
  const { rss: startRss } = process.memoryUsage()
  const { store, take } = counting(openSqliteStore(path))
  const sealed = largeStore(store)
  const [openMs, state] = await worked(() => WalletState.open(sealed))
  gc()
  gc()
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage()
  const moment = { height: state.height, now: 1_800_000_000, stakeLocks: state.stakeLocks }
  const [balanceMs] = await worked(() => addressBalances(LARGE_NETWORK, [], state.shownOutputs(), moment))
  const [historyMs] = await worked(() => historyEntries(LARGE_NETWORK, state))
  const [firstPaymentMs = 0, ...payments] = await measurePayments(state)
  take()
  const emptyBlockMs = await measureBlocks(state, 0)
  const emptyBlockBytes = take() / BLOCKS
  const blockMs = await measureBlocks(state, 1)
  const blockBytes = take() / BLOCKS
  const [indexMs] = await worked(
    () => new Ledger([...state.ledger.outputs.values()], [...state.ledger.payments.values()]),
  )
  const tables = ['outputs', 'payments']
  const [decryptMs] = await worked(async () => {
    for (const table of tables) await sealed.list(table)
  })
  await state.close()
  await store.close()
  return {
    ...{ openMs, decryptMs, indexMs, balanceMs, historyMs, firstPaymentMs, paymentMs: median(payments) },
    ...{ emptyBlockMs, emptyBlockBytes, blockMs, blockBytes, startRss, rss, heap: heapUsed, buffers: arrayBuffers },
  }
}

const [, , path] = process.argv
if (path === undefined) throw new Error('the file of the store is missing')
console.log(JSON.stringify(await measure(path)))
