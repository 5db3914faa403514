// Random lying nodes against random wallets: after a wallet meets an honest node again, its state equals that of a wallet that never met
// a liar, it submitted nothing, and its memory is bounded. FABA_HOSTILE_RUNS sets the number of runs; a failure prints its seed.
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { fromHex } from '../../src/bytes/hex.ts'
import { oxenRegtest } from '../../src/coin/networks/oxen.ts'
import { parseTransaction } from '../../src/coin/transactions/transactionBytes.ts'
import { generateKeys } from '../../src/crypto/keys/keys.ts'
import { createScanner } from '../../src/crypto/scan/createScanner.ts'
import { NodeRefusedError, NodeUnreachableError } from '../../src/daemon/errors.ts'
import type { NodeClient } from '../../src/daemon/nodeClient.ts'
import { openMemoryStore } from '../../src/store/memoryStore.ts'
import { Wallet } from '../../src/wallet/open/wallet.ts'
import type { Payment } from '../../src/wallet/state/ledger.ts'
import { WalletState } from '../../src/wallet/state/walletState.ts'
import type { WalletName } from '../support/data/schemas.ts'
import { forkChain, mineOn } from '../support/wallet/chain-builder.ts'
import { testHost } from '../support/wallet/engine-host.ts'
import { FakeNode } from '../support/wallet/fake-node.ts'
import type { ChainBlock } from '../support/wallet/recorded-chains.ts'
import { chain, contentOf, wallets, wholeTransaction } from '../support/wallet/small-chain.ts'
import { forgePayment, forgeSpend, hidePayment, withAltered } from './support/altered-transactions.ts'
import { chainLies } from './support/false-chains.ts'
import { type Lies, LyingNode } from './support/lying-node.ts'

const RUNS = Number(process.env['FABA_HOSTILE_RUNS'] ?? 100)

/** The peak of the process: 340 MiB were measured after 100 runs and after 500. */
const MAX_MEMORY_KIB = 768 * 1024

/** The first block with transfers is 203. */
const MIN_HEIGHT = 190
/** Enough for the recorded wallets, and fast. */
const LOOK_AHEAD = { majors: 3, minors: 20 }
/** Longer than every false chain. */
const HONEST_HEIGHT = 420

let honestChain: readonly ChainBlock[]

beforeAll(() => {
  honestChain = chain
  while (honestChain.length < HONEST_HEIGHT) honestChain = mineOn(oxenRegtest, honestChain)
})

type Step = {
  /** number of blocks of the chain that the node lies about */
  readonly height: number
  readonly lie: 'none' | 'fork' | 'hide' | 'forge' | 'spend' | 'info' | 'pool' | 'fault' | 'page' | 'bytes'
  readonly a: number
  readonly b: number
}

const step: fc.Arbitrary<Step> = fc.record({
  height: fc.integer({ min: MIN_HEIGHT + 5, max: chain.length }),
  lie: fc.constantFrom('none', 'fork', 'hide', 'forge', 'spend', 'info', 'pool', 'fault', 'page', 'bytes'),
  a: fc.nat(1000),
  b: fc.nat(1000),
})

/** Places of transactions in the chain. */
const places = chain.flatMap(({ transactions }, height) => transactions.map((_, position) => ({ height, position })))

const altered = (base: readonly ChainBlock[], { lie, a, b }: Step, wallet: Wallet): readonly ChainBlock[] => {
  const inBase = places.filter(({ height }) => height < base.length)
  const place = inBase[a % inBase.length]
  if (place === undefined) return base
  const images = [...wallet.state.ledger.outputs.values()].flatMap(({ keyImage }) => keyImage ?? [])
  return withAltered(base, place.height, place.position, (blob) => {
    if (lie === 'hide') return hidePayment(oxenRegtest, blob)
    if (lie === 'forge') return forgePayment(oxenRegtest, blob, wallet.keys, BigInt(b) + 1n)
    return forgeSpend(oxenRegtest, blob, images[b % Math.max(1, images.length)] ?? new Uint8Array(32).fill(b & 127))
  })
}

const faults = [
  new NodeUnreachableError('unreachable', { details: { url: 'http://node' } }),
  new NodeRefusedError('refused', { details: { url: 'http://node' } }),
  new RangeError('Invalid array length'),
  new TypeError('not a function'),
]

const FAULTY = [
  'info',
  'blocks',
  'poolHashes',
  'transactions',
  'prunableHashes',
  'wholeTransactions',
  'blinkHashes',
] as const

/** Returns the false answers of one step. */
const liesOf = (node: FakeNode, taken: Step, wallet: Wallet): Lies => {
  const { lie, a, b } = taken
  const base = node.chain
  switch (lie) {
    case 'none':
      return {}
    case 'fork': {
      const split = Math.max(MIN_HEIGHT, base.length - 1 - (a % 130))
      const length = Math.min(1 + (b % 140), HONEST_HEIGHT - 1 - split)
      return chainLies(forkChain(oxenRegtest, base, split, length), { height: split + length + (b % 3) })
    }
    case 'hide':
    case 'forge':
    case 'spend': {
      const false_ = new FakeNode(oxenRegtest, altered(base, taken, wallet))
      return { blocks: (_honest, history) => false_.blocks(history) }
    }
    case 'info':
      return {
        info: async (honest) => ({
          ...(await honest()),
          height: a,
          targetHeight: a + b,
          topHash: new Uint8Array(32).fill(b & 255),
          immutableHeight: Math.min(b, 400),
          cumulativeDifficulty: 2n ** BigInt(b % 120),
        }),
      }
    case 'pool': {
      const id = base[a % base.length]?.parsed.transactionIds[0] ?? new Uint8Array(32).fill(a & 255)
      return {
        poolHashes: () => [id],
        transactions: async (honest) =>
          (await honest()).map((transaction) => ({ ...transaction, inPool: b % 2 === 0, blink: b % 3 === 0 })),
        blinkHashes: () => [id],
      }
    }
    case 'fault': {
      const call = FAULTY[a % FAULTY.length] ?? 'info'
      return { [call]: () => Promise.reject(faults[b % faults.length]) }
    }
    case 'page':
      return {
        blocks: async (honest) => {
          const page = await honest()
          const from = a % (page.blocks.length + 1)
          const changes = [
            { blocks: page.blocks.slice(from) },
            { startHeight: page.startHeight + b },
            { chainHeight: page.chainHeight + b },
            { blocks: page.blocks.toReversed() },
            { blocks: page.blocks.map((block) => ({ ...block, transactions: [] })) },
          ]
          return { ...page, ...changes[b % changes.length] }
        },
      }
    case 'bytes':
      return {
        blocks: async (honest) => {
          const page = await honest()
          const at = a % Math.max(1, page.blocks.length)
          const change = (bytes: Uint8Array): Uint8Array =>
            bytes.map((byte, i) => (i === b % Math.max(1, bytes.length) ? byte ^ (1 + (a % 255)) : byte))
          return {
            ...page,
            blocks: page.blocks.map((block, i) =>
              i === at ? { ...block, block: change(block.block), transactions: block.transactions.map(change) } : block,
            ),
          }
        },
      }
  }
}

const openOn = async (node: NodeClient, name: WalletName, restoreHeight: number) => {
  const host = testHost(node)
  const keys = generateKeys(fromHex(wallets[name].keys.spend_key))
  const state = await WalletState.create(openMemoryStore(), restoreHeight)
  const wallet = await Wallet.open({
    ...{ host, keys, state, node },
    network: oxenRegtest,
    scanner: await createScanner(),
    lookAhead: LOOK_AHEAD,
    changed: () => undefined,
  })
  wallet.sync.pollEvery(undefined)
  await wallet.sync.refresh()
  return { wallet, host }
}

/** Whether the wallet knows all inputs of a payment. */
const hasKnownInputs = (blob: Uint8Array, { keyImages }: Payment): boolean =>
  blob.length > 0 && parseTransaction(oxenRegtest, blob).inputs.length === keyImages.length

/** Turns the payments of a wallet into payments made by it: their bytes are known. */
const recordBytes = async ({ state }: Wallet): Promise<void> => {
  await state.update('relaxed', (draft) => {
    for (const [txid, payment] of state.ledger.payments) {
      const blob = wholeTransaction(txid)
      if (payment.blob.length === 0 && hasKnownInputs(blob, payment)) draft.putPayment({ ...payment, blob })
    }
    return undefined
  })
}

/** Follows a chain that the user has decided to follow. */
const acceptReorganisation = async (wallet: Wallet): Promise<void> => {
  for (let times = 0; times < 3; times++) {
    const { splitHeight } = wallet.sync.state
    if (splitHeight === undefined) return
    await wallet.rescan({ from: 'height', height: splitHeight })
    await wallet.sync.refresh()
  }
}

it('leave no trace in a wallet that meets an honest node again', async () => {
  const run = async (name: WalletName, restoreHeight: number, steps: readonly Step[]): Promise<void> => {
    const honest = new FakeNode(oxenRegtest, honestChain.slice(0, steps[0]?.height ?? MIN_HEIGHT))
    const liar = new LyingNode(honest)
    const { wallet, host } = await openOn(liar, name, restoreHeight)
    await recordBytes(wallet)
    for (const taken of steps) {
      honest.setChain(honestChain.slice(0, Math.max(honest.chain.length, taken.height)))
      liar.lies = liesOf(honest, taken, wallet)
      host.time.advance(60_000)
      await wallet.sync.refresh()
    }
    honest.setChain(honestChain)
    liar.repent()
    for (let times = 0; times < 3; times++) {
      host.time.advance(60_000)
      await wallet.sync.refresh()
    }
    await acceptReorganisation(wallet)
    await recordBytes(wallet)
    expect(liar.requests.filter(({ call }) => call === 'submit')).toEqual([])
    expect(wallet.sync.state).toMatchObject({ phase: 'synced', problem: '' })

    const { wallet: fresh } = await openOn(honest, name, wallet.state.restoreHeight)
    await recordBytes(fresh)
    expect(contentOf(wallet)).toEqual(contentOf(fresh))
    await wallet.close()
    await fresh.close()
  }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('A', 'B', 'C'),
      fc.integer({ min: MIN_HEIGHT, max: MIN_HEIGHT + 20 }),
      fc.array(step, { minLength: 1, maxLength: 4 }),
      run,
    ),
    { numRuns: RUNS, endOnFailure: true },
  )
  expect(process.resourceUsage().maxRSS).toBeLessThan(MAX_MEMORY_KIB)
})
