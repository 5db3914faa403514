// The blocks of a synthetic chain. Each is made from its height and the id of the block before; ids are the real hashes, and transactions
// are pruned: their proofs are missing, and a number stands for the hash of the missing part.

import { concat } from '../../../src/bytes/bytes.ts'
import { blockId, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { newestHardFork } from '../../../src/coin/networks/network.ts'
import { RctType } from '../../../src/coin/transactions/ringct.ts'
import { relativeOffsets, type Transaction, TransactionType } from '../../../src/coin/transactions/transaction.ts'
import { serializePrefix, serializeRctBase } from '../../../src/coin/transactions/transactionBytes.ts'
import { transactionIdFromParts } from '../../../src/coin/transactions/transactionHash.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import { type OwnedPayment, type Owner, ownersAt, payOwner, strangePoints } from './owners.ts'
import { type ChainProfile, coinbaseOutputsAt, shapeAt, timestampAt, transactionsAt } from './profile.ts'
import { mix, seededBytes } from './seeded.ts'

/** A transaction without its proofs. */
export type PrunedTransaction = {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly prunableHash: Uint8Array
}

/** A block with what a node returns of it. */
export type SyntheticBlock = {
  readonly id: Uint8Array
  readonly blob: Uint8Array
  readonly transactions: readonly PrunedTransaction[]
  /** of the coinbase, then of each transaction */
  readonly outputIndices: readonly (readonly number[])[]
}

/** The key and the commitment of an output. */
export type OutputKeys = { readonly key: Uint8Array; readonly commitment: Uint8Array }

const POINTS = 2048
const BLOCK_REWARD = 600_000_000_000n
const FEE = 30_000_000n

/** Makes the blocks of a chain. */
export class BlockGenerator {
  readonly profile: ChainProfile
  readonly #owners: readonly Owner[]
  readonly #points = strangePoints(POINTS)

  constructor(profile: ChainProfile, owners: readonly Owner[]) {
    this.profile = profile
    this.#owners = owners
  }

  /** Returns what an output of a stranger has. */
  strangeOutput(globalIndex: number): OutputKeys {
    return { key: this.#point(globalIndex, 8), commitment: this.#point(globalIndex, 9) }
  }

  /**
   * Makes a block.
   * @param firstIndex global index of its first output
   * @param variant other variants of a block have other transactions
   */
  block(height: number, previousId: Uint8Array, firstIndex: number, variant = 0): SyntheticBlock {
    const { profile } = this
    const { network } = profile
    const majorVersion = newestHardFork(network)
    let next = firstIndex
    const indicesOf = ({ outputs }: Transaction): number[] => outputs.map(() => next++)
    const coinbase = this.#coinbase(height, firstIndex)
    const outputIndices = [indicesOf(coinbase)]
    const transactions: PrunedTransaction[] = []
    for (const [position, owner] of this.#payees(height, variant)) {
      const transaction = this.#transaction(height, position, next, owner && payOwner(owner, height, position))
      outputIndices.push(indicesOf(transaction))
      transactions.push(pruned(transaction, height, position))
    }
    const block = {
      ...{ majorVersion, minorVersion: majorVersion, timestamp: timestampAt(profile, height), previousId },
      nonce: mix(height, 10, ...(variant === 0 ? [] : [variant])),
      pulse:
        network.wireFormat.pulseVersion !== undefined && majorVersion >= network.wireFormat.pulseVersion
          ? { randomValue: seededBytes(16, height, 11), round: 0, validatorBitset: 0x7f }
          : undefined,
      minerTransaction: coinbase,
      transactionIds: transactions.map(({ id }) => id),
      quorumSignatures: [],
    }
    return { id: blockId(block), blob: serializeBlock(block), transactions, outputIndices }
  }

  /** Returns the outputs that owners have in a variant of a block, by global index. */
  ownedOutputs(height: number, firstIndex: number, variant = 0): ReadonlyMap<number, OutputKeys> {
    const owned = new Map<number, OutputKeys>()
    let next = firstIndex + coinbaseOutputsAt(this.profile, height)
    for (const [position, owner] of this.#payees(height, variant)) {
      if (owner !== undefined) owned.set(next, payOwner(owner, height, position))
      next += shapeAt(height, position).outputs
    }
    return owned
  }

  /** Returns a transaction of the txpool, which is in no block. */
  poolTransaction(number: number, nextIndex: number): PrunedTransaction {
    const [height, position] = [this.profile.height + number, 0]
    return pruned(this.#transaction(height, position, nextIndex, undefined), height, position)
  }

  /** Returns the position and the owner of each transaction of a block; undefined for those of strangers. Variants lack some transactions. */
  #payees(height: number, variant: number): readonly (readonly [position: number, owner: Owner | undefined])[] {
    const owners = ownersAt(this.profile, this.#owners, height)
    const count = transactionsAt(this.profile, height)
    if (owners.length > count)
      throw new RangeError(`block ${height} has ${count} transactions for ${owners.length} owners`)
    const positions = Array.from({ length: count }, (_, position) => position)
    return positions
      .filter((position) => variant === 0 || mix(height, position, variant, 22) % 4 !== 0)
      .map((position) => [position, owners[position]])
  }

  #point(a: number, b: number): Uint8Array {
    return this.#points[mix(a, b) % POINTS] ?? new Uint8Array()
  }

  #coinbase(height: number, firstIndex: number): Transaction {
    const { network } = this.profile
    const count = coinbaseOutputsAt(this.profile, height)
    const unlockTime = BigInt(height + network.coinbaseUnlockWindow)
    return {
      version: network.transactionVersion,
      type: TransactionType.standard,
      unlockTime,
      outputUnlockTimes: network.transactionVersion >= 3 ? Array.from({ length: count }, () => unlockTime) : [],
      inputs: [{ kind: 'gen', height }],
      outputs: Array.from({ length: count }, (_, i) => ({
        amount: BLOCK_REWARD / BigInt(count),
        key: this.strangeOutput(firstIndex + i).key,
        viewTag: network.viewTags ? mix(height, i, 12) & 0xff : undefined,
      })),
      extra: concat(Uint8Array.of(1), this.#point(height, 13)),
      signatures: [],
      rct: { type: RctType.null, fee: 0n, pseudoOuts: [], ecdhInfo: [], commitments: [] },
      prunable: undefined,
    }
  }

  #transaction(height: number, position: number, firstIndex: number, owned: OwnedPayment | undefined): Transaction {
    const { network } = this.profile
    const { inputs, outputs } = shapeAt(height, position)
    const others = Array.from({ length: outputs }, (_, i) => this.strangeOutput(firstIndex + i))
    const paymentId = concat(Uint8Array.of(2, 9, 1), seededBytes(8, height, position, 14))
    return {
      version: network.transactionVersion,
      type: TransactionType.standard,
      unlockTime: 0n,
      outputUnlockTimes: network.transactionVersion >= 3 ? others.map(() => 0n) : [],
      inputs: Array.from({ length: inputs }, (_, i) => ({
        kind: 'key',
        amount: 0n,
        keyOffsets: relativeOffsets(ringIndices(network.ringSize, firstIndex, mix(height, position, i, 15))),
        keyImage: seededBytes(32, height, position, i, 16),
      })),
      outputs: others.map(({ key }, i) => ({
        amount: 0n,
        key: i === 0 && owned !== undefined ? owned.key : key,
        viewTag: !network.viewTags
          ? undefined
          : i === 0 && owned !== undefined
            ? owned.viewTag
            : mix(height, position, i, 17) & 0xff,
      })),
      extra: concat(
        Uint8Array.of(1),
        owned?.txPublicKey ?? this.#point(mix(height, position), 18),
        outputs === 2 ? paymentId : new Uint8Array(),
      ),
      signatures: [],
      rct: {
        type: network.rctType,
        fee: FEE,
        pseudoOuts: [],
        ecdhInfo: others.map((_, i) => ({
          mask: undefined,
          amount: i === 0 && owned !== undefined ? owned.amount : seededBytes(8, height, position, i, 19),
        })),
        commitments: others.map(({ commitment }, i) =>
          i === 0 && owned !== undefined ? owned.commitment : commitment,
        ),
      },
      prunable: undefined,
    }
  }
}

/** Returns ascending indices, most of them recent. */
const ringIndices = (size: number, before: number, seed: number): number[] => {
  const indices = new Set<number>()
  for (let i = 0; indices.size < size; i++) {
    const share = (mix(seed, i) + 1) / 2 ** 32
    indices.add(Math.floor(before * (1 - share ** 6)) % before)
  }
  return [...indices].sort((a, b) => a - b)
}

const pruned = (transaction: Transaction, height: number, position: number): PrunedTransaction => {
  const prefix = serializePrefix(transaction)
  const base = serializeRctBase(transaction)
  const prunableHash = seededBytes(32, height, position, 20)
  const id = transactionIdFromParts(keccak256(prefix), keccak256(base), prunableHash)
  return { id, blob: concat(prefix, base), prunableHash }
}
