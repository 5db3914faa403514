// Transfers as they were before bulletproofs (RCT types full and simple), made of coins that a development chain paid for mining.

import { parseExtra, serializeExtra, txPublicKeys } from '../../src/coin/extra.ts'
import { type RctBase, type RctPrunable, RctType } from '../../src/coin/ringct.ts'
import { type KeyInput, relativeOffsets, type Transaction, TransactionType } from '../../src/coin/transaction.ts'
import { signedMessage } from '../../src/coin/transactionHash.ts'
import { commit } from '../../src/crypto/commitment.ts'
import { deriveOutputSecret, keyDerivation, keyImage, publicKeyOf } from '../../src/crypto/keys.ts'
import { decodePoint, multiplyH, subtractPoints, sumPoints } from '../../src/crypto/point.ts'
import { mod, type Random, randomScalar, scalarFromBytes, scalarToBytes } from '../../src/crypto/scalar.ts'
import type { Chain } from '../../src/devnet/chain.ts'
import { coinbaseSecret } from '../../src/devnet/coinbase.ts'
import { signMlsag, signRange } from './old-proofs.ts'

export type Owner = { readonly spendSecret: Uint8Array; readonly viewSecret: Uint8Array }

/** A mined output that its owner can spend. */
export type MinedCoin = {
  readonly globalIndex: number
  readonly amount: bigint
  readonly secret: Uint8Array
  readonly key: Uint8Array
  readonly keyImage: Uint8Array
}

/** The first output of the coinbase of a block, mined to the owner. */
export const minedCoin = (chain: Chain, height: number, { spendSecret, viewSecret }: Owner): MinedCoin => {
  const record = chain.blockAt(height)
  const [output] = record?.block.minerTransaction.outputs ?? []
  const globalIndex = record?.outputIndices[0]?.[0]
  if (record === undefined || output === undefined || globalIndex === undefined)
    throw new Error(`block ${height} paid nothing`)
  const fields = parseExtra(chain.rules.network, record.block.minerTransaction.extra)
  const [txKey = new Uint8Array()] = txPublicKeys(fields)
  const secret = deriveOutputSecret(keyDerivation(txKey, viewSecret), 0, spendSecret)
  return { globalIndex, amount: output.amount, secret, key: output.key, keyImage: keyImage(output.key, secret) }
}

export type OldTransfer = {
  readonly type: typeof RctType.full | typeof RctType.simple
  readonly version: number
  /** one for type full */
  readonly coins: readonly MinedCoin[]
  readonly fee: bigint
}

const compare = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)

const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n)

/** A ring of mined outputs around a coin: coinbases from block 1 on, two outputs each. */
const ringAround = ({ globalIndex }: MinedCoin, first: number, size: number): number[] => {
  const others = Array.from({ length: size + 1 }, (_, i) => first + i).filter((index) => index !== globalIndex)
  return [...others.slice(0, size - 1), globalIndex].toSorted((a, b) => a - b)
}

/** A signed transfer to two fresh keys. */
export const oldTransfer = (
  chain: Chain,
  { type, version, coins: unsorted, fee }: OldTransfer,
  random: Random,
): Transaction => {
  const { network } = chain.rules
  const coins = unsorted.toSorted((a, b) => compare(b.keyImage, a.keyImage))
  const paid = sum(coins.map(({ amount }) => amount)) - fee
  const amounts = [paid / 3n, paid - paid / 3n]
  const masks = amounts.map(() => randomScalar(random))
  const commitments = amounts.map((amount, i) => commit(amount, masks[i] ?? new Uint8Array()))
  const first = chain.blockAt(1)?.outputIndices[0]?.[0] ?? 0
  const rings = coins.map((coin) => ringAround(coin, first, network.ringSize))
  const inputs = coins.map(
    (coin, i): KeyInput => ({
      kind: 'key',
      amount: 0n,
      keyOffsets: relativeOffsets(rings[i] ?? []),
      keyImage: coin.keyImage,
    }),
  )
  const masked = sum(masks.map(scalarFromBytes))
  const pseudoMasks = coins.map(() => scalarFromBytes(randomScalar(random)))
  pseudoMasks[0] = mod(masked - sum(pseudoMasks.slice(1)))
  const rct: RctBase = {
    type,
    fee,
    pseudoOuts:
      type === RctType.simple ? coins.map(({ amount }, i) => commit(amount, scalarToBytes(pseudoMasks[i] ?? 0n))) : [],
    ecdhInfo: amounts.map(() => ({ mask: randomScalar(random), amount: randomScalar(random) })),
    commitments,
  }
  const unsigned: RctPrunable = {
    rangeSignatures: amounts.map((amount, i) => signRange(amount, masks[i] ?? new Uint8Array(), random)),
    bulletproofs: [],
    bulletproofsPlus: [],
    mlsags: [],
    clsags: [],
    pseudoOuts: [],
  }
  const transaction: Transaction = {
    version,
    type: TransactionType.standard,
    unlockTime: 0n,
    outputUnlockTimes: version >= 3 ? amounts.map(() => 0n) : [],
    inputs,
    outputs: amounts.map(() => ({ amount: 0n, key: publicKeyOf(coinbaseSecret(random)), viewTag: undefined })),
    extra: serializeExtra([{ field: 'txPublicKey', key: publicKeyOf(randomScalar(random)) }]),
    signatures: [],
    rct,
    prunable: unsigned,
  }
  const message = signedMessage(transaction)
  const members = rings.map((ring) =>
    ring.map((index) => {
      const { key, commitment } = chain.outputs[index] ?? { key: message, commitment: message }
      return { key: decodePoint(key), commitment: decodePoint(commitment) }
    }),
  )
  const places = coins.map(({ globalIndex }, i) => (rings[i] ?? []).indexOf(globalIndex))
  const spent = sumPoints([...commitments.map(decodePoint), multiplyH(fee)])
  // The masks of mined outputs are 1.
  const mlsags = coins.map(({ secret, keyImage: image }, i) =>
    signMlsag(
      {
        message,
        columns: (members[i] ?? []).map(({ key, commitment }) => [
          key,
          subtractPoints(commitment, type === RctType.full ? spent : decodePoint(rct.pseudoOuts[i] ?? message)),
        ]),
        images: [decodePoint(image)],
        index: places[i] ?? 0,
        secrets: [scalarFromBytes(secret), mod(1n - (type === RctType.full ? masked : (pseudoMasks[i] ?? 0n)))],
      },
      random,
    ),
  )
  return { ...transaction, prunable: { ...unsigned, mlsags } }
}
