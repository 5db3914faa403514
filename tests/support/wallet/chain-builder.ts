// Changes of a chain: forks and further blocks.
import { concat, u32Bytes } from '../../../src/bytes/bytes.ts'
import { serializeBlock } from '../../../src/coin/blocks/block.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import type { Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parseTransactionParts } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionIdOfParts } from '../../../src/coin/transactions/transactionHash.ts'
import { reduce32 } from '../../../src/crypto/curve/scalar.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { type ChainBlock, chainBlock } from './recorded-chains.ts'

/** A chain that leaves `chain` at height `fork`: `length` further blocks with the same coinbases, without transactions. */
export const forkChain = (
  network: Network,
  chain: readonly ChainBlock[],
  fork: number,
  length: number,
): ChainBlock[] => {
  const forked = chain.slice(0, fork)
  for (let height = fork; height < fork + length; height++) {
    const original = chain[Math.min(height, chain.length - 1)]
    const previous = forked.at(-1)
    if (original === undefined || previous === undefined) throw new RangeError(`no block ${height} to fork from`)
    const [input] = original.parsed.minerTransaction.inputs
    if (input?.kind !== 'gen') throw new TypeError('a coinbase has one input')
    const block = serializeBlock({
      ...original.parsed,
      nonce: (original.parsed.nonce ^ 0x5a5a5a5a) >>> 0,
      previousId: previous.id,
      minerTransaction: { ...original.parsed.minerTransaction, inputs: [{ kind: 'gen', height }] },
      transactionIds: [],
    })
    forked.push(chainBlock(network, { block, transactions: [], outputIndices: original.outputIndices.slice(0, 1) }))
  }
  return forked
}

/** Returns a public key that no wallet of the tests owns. */
const foreignKey = (seed: number): Uint8Array => publicKeyOf(reduce32(keccak256(u32Bytes(seed))))

/** The chain with one more block: a coinbase to a foreign key, and complete transactions. */
export const mineOn = (
  network: Network,
  chain: readonly ChainBlock[],
  blobs: readonly Uint8Array[] = [],
): ChainBlock[] => {
  const last = chain.at(-1)
  const height = chain.length
  const coinbase = last?.parsed.minerTransaction
  if (last === undefined || coinbase === undefined) throw new RangeError('a chain has a first block')
  const split = blobs.map((blob) => parseTransactionParts(network, blob))
  const minerTransaction = {
    ...coinbase,
    inputs: [{ kind: 'gen' as const, height }],
    outputs: coinbase.outputs.map((output, i) => ({ ...output, key: foreignKey(height * 16 + i) })),
  }
  const block = serializeBlock({
    ...last.parsed,
    previousId: last.id,
    timestamp: last.parsed.timestamp + 120,
    minerTransaction,
    transactionIds: split.map(transactionIdOfParts),
  })
  let next = outputCount(chain)
  const outputIndices = [minerTransaction, ...split.map(({ transaction }) => transaction)].map(({ outputs }) =>
    outputs.map(() => next++),
  )
  const transactions = split.map(({ prefix, base }) => concat(prefix, base))
  const prunables = split.map(({ prunable }) => prunable)
  return [...chain, chainBlock(network, { block, transactions, outputIndices, prunables })]
}

/** The chain with one more block, whose coinbase has the given output. `unlockTime` is 0 if omitted. */
export const minePaying = (
  network: Network,
  chain: readonly ChainBlock[],
  {
    txPublicKey,
    key,
    amount,
    unlockTime = 0n,
  }: {
    readonly txPublicKey: Uint8Array
    readonly key: Uint8Array
    readonly amount: bigint
    readonly unlockTime?: bigint
  },
): ChainBlock[] => {
  const last = chain.at(-1)
  if (last === undefined) throw new RangeError('a chain has a first block')
  const coinbase = last.parsed.minerTransaction
  const minerTransaction = {
    ...coinbase,
    unlockTime,
    outputUnlockTimes: [unlockTime],
    inputs: [{ kind: 'gen' as const, height: chain.length }],
    outputs: [{ amount, key, viewTag: undefined }],
    extra: concat(Uint8Array.of(1), txPublicKey),
  }
  return mineCoinbase(network, chain, minerTransaction)
}

/** The chain with one more block, of a coinbase alone. */
export const mineCoinbase = (
  network: Network,
  chain: readonly ChainBlock[],
  minerTransaction: Transaction,
): ChainBlock[] => {
  const last = chain.at(-1)
  if (last === undefined) throw new RangeError('a chain has a first block')
  const block = serializeBlock({ ...last.parsed, previousId: last.id, minerTransaction, transactionIds: [] })
  const first = outputCount(chain)
  const outputIndices = [minerTransaction.outputs.map((_, i) => first + i)]
  return [...chain, chainBlock(network, { block, transactions: [], outputIndices })]
}

const outputCount = (chain: readonly ChainBlock[]): number => {
  let highest = -1
  for (const { outputIndices } of chain) for (const indices of outputIndices) highest = Math.max(highest, ...indices)
  return highest + 1
}
