// Any values of 64 bits in the records of a wallet, as others can write them into transactions and blocks: every call that only reads
// answers, with numbers that its declaration allows and with those of wallet2, whose sums wrap at 2^64.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serializeBlock } from '../../../../src/coin/blocks/block.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { networkById } from '../../../../src/coin/networks/networks.ts'
import { createEngine, type Engine } from '../../../../src/engine/engine.ts'
import type { JsonObject, JsonWritable } from '../../../../src/jsonrpc/json.ts'
import { walletMethods } from '../../../../src/rpc/methodTable.ts'
import type { Payment } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { vector } from '../../../support/data/vectors.ts'
import { listIn } from '../../../support/rpc/history-sums.ts'
import { call, postCall } from '../../../support/rpc/wallet-calls.ts'
import { BEGINNING, newWallet, openedIn, PASSWORD, testHost } from '../../../support/wallet/engine-host.ts'
import { FakeNode } from '../../../support/wallet/fake-node.ts'
import { bytesOf, numberedOutput, samplePayment } from '../../../support/wallet/ledger-samples.ts'
import { chainBlock, moneroBenchChain, smallChain } from '../../../support/wallet/recorded-chains.ts'

const MAX_U64 = 2n ** 64n - 1n
const NOW = 1_800_000_000n
/** The largest numbers that a wallet keeps of a block: its height is below 10^9, its timestamp at most 2^53-1. */
const MAX_HEIGHT = 1_000_000_000
const FIRST_TIME = 500_000_000n

const near = (value: bigint): readonly bigint[] =>
  [value - 1n, value, value + 1n].filter((each) => each >= 0n && each <= MAX_U64)

/** Any number of 64 bits, most of them at the borders of types. */
const u64 = fc.oneof(
  fc.constantFrom(...[0n, FIRST_TIME, NOW, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, MAX_U64].flatMap(near)),
  fc.bigInt({ min: 0n, max: MAX_U64 }),
)
const height = fc.oneof(fc.constantFrom(0, 1, 50, MAX_HEIGHT), fc.nat(MAX_HEIGHT))
const timestamp = fc.oneof(
  fc.constantFrom(0, 1, 2 ** 31, 8_640_000_000_000, 8_640_000_000_001, Number.MAX_SAFE_INTEGER),
  fc.maxSafeNat(),
)

/** Each run replaces the outputs of the one before. */
const OUTPUTS = 6

const outputs = fc.array(
  fc.record({
    amount: u64,
    fee: u64,
    height,
    timestamp,
    unlockTime: u64,
    coinbase: fc.boolean(),
    frozen: fc.boolean(),
    minor: fc.nat(2),
    globalIndex: fc.maxSafeNat(),
  }),
  { minLength: OUTPUTS, maxLength: OUTPUTS },
)
const payments = fc.array(
  fc.record({
    amountIn: u64,
    fee: u64,
    change: u64,
    paid: u64,
    unlockTime: u64,
    created: timestamp,
    state: fc.constantFrom('pending' as const, 'failed' as const, 'confirmed' as const),
    height,
  }),
  { maxLength: 3 },
)

const toOutputs = (records: typeof outputs extends fc.Arbitrary<infer T> ? T : never): OutputFields[] =>
  records.map(({ minor, unlockTime, ...fields }, i) =>
    numberedOutput(i + 1, { ...fields, unlockTime, prefixUnlockTime: unlockTime, subaddress: { major: 0, minor } }),
  )

const toPayments = (records: typeof payments extends fc.Arbitrary<infer T> ? T : never): Payment[] =>
  records.map(({ paid, state, height, created, ...fields }, i) => {
    const mined = state === 'confirmed' ? { height, timestamp: created } : {}
    const destinations = [{ address: 'address', amount: paid }]
    return samplePayment({ ...fields, ...mined, txid: bytesOf(240 + i), created, state, destinations, keyImages: [] })
  })

/** Calls with parameters; every other method that only reads is called without any. */
const CALLS: readonly (readonly [method: string, params: JsonWritable])[] = [
  ['get_balance', { all_accounts: true }],
  ['get_balance', { address_indices: [0, 1, 2], strict: true }],
  ['get_accounts', { strict_balances: true }],
  ['get_transfers', { in: true, out: true, pending: true, failed: true, all_accounts: true }],
  ['get_transfers_csv', { all_accounts: true }],
  ['incoming_transfers', { transfer_type: 'all' }],
  ['get_payments', { payment_id: '0'.repeat(64) }],
  ['get_bulk_payments', { min_block_height: MAX_U64 }],
  ['get_transfers', { filter_by_height: true, min_height: MAX_U64, max_height: MAX_U64 }],
  ['estimate_tx_size_and_weight', { n_inputs: 2 ** 32 - 1, n_outputs: 1, ring_size: 2 ** 32 - 1 }],
  ['estimate_tx_size_and_weight', { n_inputs: 2 ** 31, n_outputs: 16 }],
  ...walletMethods
    .filter(({ effect }) => effect === 'read')
    .map(({ names: [name] }): readonly [string, JsonWritable] => [name, {}]),
]

const stageOf = async (network: Network, engine: Engine): Promise<void> => {
  const keys =
    network.id === 'monero-regtest'
      ? vector('monero/bench-chain/wallets.json').wallets.C
      : vector('oxen/chain-small/wallets.json').wallets.C.keys
  await engine.restoreFromWords(newWallet(network.id), { words: keys.mnemonic, offset: '' }, BEGINNING)
  await engine.refresh()
}

/** wallet2's sums and spans, in unsigned integers of 64 bits. */
const wrap = (value: bigint): bigint => BigInt.asUintN(64, value)
const largest = (values: readonly bigint[]): bigint => [0n, ...values].toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? 0n
const spanTo = (unlockTime: bigint): bigint => (unlockTime >= FIRST_TIME && unlockTime > NOW ? unlockTime - NOW : 0n)

describe.each(['monero-regtest', 'oxen-regtest'])('a wallet with any numbers of 64 bits, on %s', (id) => {
  const network = networkById(id)
  let engine: Engine

  beforeAll(async () => {
    const chain = id === 'monero-regtest' ? moneroBenchChain().slice(0, 60) : smallChain().slice(0, 60)
    const host = testHost(new FakeNode(network, chain))
    engine = createEngine(host)
    await stageOf(network, engine)
    expect(BigInt(host.time.now)).toBe(NOW * 1000n)
  }, 120_000)

  afterAll(async () => {
    await engine.closeWallet()
  })

  /** Replaces the records of the wallet. */
  const record = async (held: readonly OutputFields[], made: readonly Payment[]): Promise<void> => {
    await openedIn(engine).state.update('strict', (draft) => {
      for (const txid of openedIn(engine).state.ledger.payments.keys()) draft.removePayment(txid)
      for (const output of held) draft.putOutput(output)
      for (const payment of made) draft.putPayment(payment)
      return undefined
    })
  }

  it('answers every call that reads', async () => {
    await fc.assert(
      fc.asyncProperty(outputs, payments, async (held, made) => {
        await record(toOutputs(held), toPayments(made))
        for (const [method, params] of CALLS) {
          // Results are checked against their declarations.
          const { error } = await postCall(engine, method, params)
          expect([method, error?.message]).not.toEqual([method, 'Internal error'])
        }
      }),
      { numRuns: 25 },
    )
  }, 120_000)

  it('has the balances and spans of wallet2', async () => {
    await fc.assert(
      fc.asyncProperty(outputs, async (held) => {
        await record(toOutputs(held), [])
        const counted = held.filter(({ frozen }) => !frozen)
        const { state } = openedIn(engine)
        const isLocked = ({ unlockTime, height }: (typeof held)[number]): boolean =>
          height + 10 > state.height ||
          (unlockTime < FIRST_TIME ? unlockTime > state.height : unlockTime > NOW + BigInt(network.blockTarget))
        const spans = counted.filter(isLocked).map(({ unlockTime }) => spanTo(unlockTime))
        const balance: JsonObject = await call(engine, 'get_balance')
        expect(BigInt(String(balance['balance']))).toBe(wrap(counted.reduce((sum, { amount }) => sum + amount, 0n)))
        expect(BigInt(String(balance['time_to_unlock']))).toBe(largest(spans))
        if (!network.walletRpc.transfers.suggestsUnlockTime) return
        const { lastReward } = state
        for (const transfer of listIn(await call(engine, 'get_transfers', { in: true }), 'in')) {
          const unlockTime = BigInt(String(transfer['unlock_time']))
          const amount = BigInt(String(transfer['amount']))
          const untilHeight = unlockTime < FIRST_TIME ? unlockTime - BigInt(state.height) : 0n
          const target = BigInt(network.blockTarget)
          const untilTime = (spanTo(unlockTime) + target - 1n) / target
          const covering = lastReward === 0n ? 0n : wrap(amount + lastReward - 1n) / lastReward
          const expected = largest([untilHeight, untilTime, covering])
          expect(BigInt(String(transfer['suggested_confirmations_threshold'] ?? 0))).toBe(expected)
        }
      }),
      { numRuns: 50 },
    )
  }, 120_000)
})

it('opens again after a block whose coinbase creates more than 2^64', async () => {
  const network = networkById('monero-regtest')
  const chain = moneroBenchChain().slice(0, 60)
  const node = new FakeNode(network, chain)
  const engine = createEngine(testHost(node))
  await stageOf(network, engine)
  const last = chain.at(-1)
  const [first] = last?.parsed.minerTransaction.outputs ?? []
  if (last === undefined || first === undefined) throw new RangeError('a block has a coinbase with an output')
  const { minerTransaction } = last.parsed
  const outputs = [first, first, first].map((output) => ({ ...output, amount: MAX_U64 }))
  const coinbase = { ...minerTransaction, inputs: [{ kind: 'gen' as const, height: 60 }], outputs }
  const block = serializeBlock({ ...last.parsed, previousId: last.id, minerTransaction: coinbase, transactionIds: [] })
  node.setChain([...chain, chainBlock(network, { block, transactions: [], outputIndices: [[90, 91, 92]] })])
  await engine.refresh()
  const { state } = openedIn(engine)
  expect(state.height).toBe(61)
  expect(state.lastReward).toBe(wrap(3n * MAX_U64))
  await engine.lock()
  await engine.openWallet(engine.wallets[0]?.id ?? '', PASSWORD)
  expect(openedIn(engine).state.lastReward).toBe(wrap(3n * MAX_U64))
  await engine.closeWallet()
})
