// Transfers of every confidential type of both families, funded by mined outputs of a development chain. They can be changed and signed
// again, so that the change is their only fault.

import type { ExtraField } from '../../../src/coin/transactions/extraField.ts'
import { txPublicKeys } from '../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { type EcdhInfo, type RctBase, type RctPrunable, RctType } from '../../../src/coin/transactions/ringct.ts'
import { serializeExtra } from '../../../src/coin/transactions/serializeExtra.ts'
import {
  absoluteOffsets,
  type Input,
  type KeyInput,
  pseudoOutsOf,
  relativeOffsets,
  type Transaction,
  TransactionType,
} from '../../../src/coin/transactions/transaction.ts'
import { ringSignatureMessage } from '../../../src/coin/transactions/transactionHash.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { decodePoint, subtractPoints, sumPoints } from '../../../src/crypto/curve/point.ts'
import { mod, scalarFromBytes, scalarToBytes } from '../../../src/crypto/curve/scalar.ts'
import { multiplyH } from '../../../src/crypto/curve/scalarMultiplication.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import { deriveOutputSecret, keyDerivation, keyImage, publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { proveBulletproof } from '../../../src/crypto/range-proofs/bulletproof.ts'
import { proveBulletproofPlus } from '../../../src/crypto/range-proofs/bulletproofPlus.ts'
import { signClsag } from '../../../src/crypto/signatures/clsag.ts'
import type { Chain } from '../../../src/devnet/chain/chain.ts'
import { coinbaseSecret } from '../../../src/devnet/rules/coinbase.ts'
import { signMlsag, signRange } from './mlsag-and-borromean-signers.ts'

export type Owner = { readonly spendSecret: Uint8Array; readonly viewSecret: Uint8Array }

/** A mined output with its secret. */
export type MinedCoin = {
  readonly globalIndex: number
  readonly amount: bigint
  readonly secret: Uint8Array
  readonly key: Uint8Array
  readonly keyImage: Uint8Array
}

/** Returns the first coinbase output of a block that was mined to the owner. */
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

/** An output to create. */
export type Payment = {
  readonly amount: bigint
  readonly key: Uint8Array
  readonly mask: Uint8Array
  readonly ecdh: EcdhInfo
  /** where the network uses view tags */
  readonly viewTag?: number | undefined
}

export type TransferOptions = {
  readonly type: Exclude<RctType, typeof RctType.null>
  readonly version: number
  /** exactly one for type full */
  readonly coins: readonly MinedCoin[]
  readonly fee: bigint
  /** default: a standard transfer */
  readonly kind?: TransactionType
  /** default: a fresh transaction public key */
  readonly extra?: readonly ExtraField[]
  /** outputs besides those to fresh keys, which share the rest */
  readonly payments?: readonly Payment[]
}

/** A transfer, and the function that signs it again after a change. */
export type SignedTransfer = {
  readonly transaction: Transaction
  /** Signs with the rings of the changed transaction, or the original one where the chain lacks a member or the ring lacks the coin. */
  readonly sign: (changed: Transaction) => Transaction
}

const NONE = new Uint8Array()

const compare = (a: Uint8Array, b: Uint8Array): number => Buffer.compare(a, b)

const sum = (values: readonly bigint[]): bigint => values.reduce((total, each) => total + each, 0n)

const sumOfAmounts = (items: readonly { readonly amount: bigint }[]): bigint => sum(items.map(({ amount }) => amount))

/** Returns a ring of mined outputs around a coin, from the coinbase outputs of block 1 on. */
const ringAround = ({ globalIndex }: MinedCoin, first: number, size: number): number[] => {
  const others = Array.from({ length: size + 1 }, (_, i) => first + i).filter((index) => index !== globalIndex)
  return [...others.slice(0, size - 1), globalIndex].toSorted((a, b) => a - b)
}

/** Returns a payment to a fresh key; its encrypted amount is random. */
const freshPayment = (type: RctType, amount: bigint, random: Random): Payment => ({
  amount,
  key: publicKeyOf(coinbaseSecret(random)),
  mask: randomScalar(random),
  ecdh:
    type <= RctType.bulletproof
      ? { mask: randomScalar(random), amount: randomScalar(random) }
      : { mask: undefined, amount: random(8) },
  viewTag: type === RctType.bulletproofPlus ? random(1)[0] : undefined,
})

/** Returns the range proofs, without any ring signature. */
const provedAmounts = (type: RctType, payments: readonly Payment[], random: Random): RctPrunable => {
  const masks = payments.map(({ mask }) => mask)
  const amounts = payments.map(({ amount }) => amount)
  const isOld = type < RctType.bulletproof
  const isPlus = type === RctType.bulletproofPlus
  return {
    rangeSignatures: isOld ? payments.map(({ amount, mask }) => signRange(amount, mask, random)) : [],
    bulletproofs: isOld || isPlus ? [] : [proveBulletproof(amounts, masks, random)],
    bulletproofsPlus: isPlus ? [proveBulletproofPlus(amounts, masks, random)] : [],
    mlsags: [],
    clsags: [],
    pseudoOuts: [],
  }
}

/** Returns the ring of an input as global indices; empty if no chain has it. */
const ringOf = (input: Input | undefined): number[] =>
  input?.kind === 'key' ? (absoluteOffsets(input.keyOffsets) ?? []) : []

/** Creates a signed transfer; the rest after payments and fee goes to two fresh keys. */
export const signedTransfer = (
  chain: Chain,
  { type, version, coins: unsorted, fee, kind = TransactionType.standard, extra, payments = [] }: TransferOptions,
  random: Random,
): SignedTransfer => {
  const { network } = chain.rules
  const coins = unsorted.toSorted((a, b) => compare(b.keyImage, a.keyImage))
  const rest = sumOfAmounts(coins) - sumOfAmounts(payments) - fee
  if (rest < 0n) throw new RangeError(`the coins fall ${-rest} short of payments and fee`)
  const outputs = [...payments, ...[rest / 3n, rest - rest / 3n].map((amount) => freshPayment(type, amount, random))]
  const commitments = outputs.map(({ amount, mask }) => commit(amount, mask))
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
  const masked = sum(outputs.map(({ mask }) => scalarFromBytes(mask)))
  const pseudoMasks = coins.map(() => scalarFromBytes(randomScalar(random)))
  pseudoMasks[0] = mod(masked - sum(pseudoMasks.slice(1)))
  const pseudoOuts =
    type === RctType.full ? [] : coins.map(({ amount }, i) => commit(amount, scalarToBytes(pseudoMasks[i] ?? 0n)))
  const rct: RctBase = {
    type,
    fee,
    pseudoOuts: type === RctType.simple ? pseudoOuts : [],
    ecdhInfo: outputs.map(({ ecdh }) => ecdh),
    commitments,
  }
  const proved = provedAmounts(type, outputs, random)
  const prunable = { ...proved, pseudoOuts: type === RctType.simple ? [] : pseudoOuts }
  const unsigned: Transaction = {
    version,
    type: kind,
    unlockTime: 0n,
    outputUnlockTimes: version >= 3 ? outputs.map(() => 0n) : [],
    inputs,
    outputs: outputs.map(({ key, viewTag }) => ({ amount: 0n, key, viewTag })),
    extra: serializeExtra(extra ?? [{ field: 'txPublicKey', key: publicKeyOf(randomScalar(random)) }]),
    signatures: [],
    rct,
    prunable,
  }
  const spent = sumPoints([...commitments.map(decodePoint), multiplyH(fee)])

  // Mined outputs have mask 1.
  const sign = (changed: Transaction): Transaction => {
    const message = ringSignatureMessage(changed)
    const pseudo = pseudoOutsOf(unsigned)
    const signedRings = coins.map(({ globalIndex }, i) => {
      const ring = ringOf(changed.inputs[i])
      return ring.includes(globalIndex) && ring.every((index) => index in chain.outputs) ? ring : (rings[i] ?? [])
    })
    const members = signedRings.map((ring) =>
      ring.map((index) => chain.outputs[index] ?? { key: NONE, commitment: NONE }),
    )
    const places = coins.map(({ globalIndex }, i) => signedRings[i]?.indexOf(globalIndex))
    if (type >= RctType.clsag) {
      const clsags = coins.map(({ secret, keyImage: image }, i) =>
        signClsag(
          {
            message,
            ringKeys: (members[i] ?? []).map(({ key }) => key),
            ringCommitments: (members[i] ?? []).map(({ commitment }) => commitment),
            pseudoOut: pseudo[i] ?? NONE,
            keyImage: image,
          },
          {
            index: places[i] ?? 0,
            secret,
            mask: scalarToBytes(1n),
            pseudoMask: scalarToBytes(pseudoMasks[i] ?? 0n),
          },
          random,
        ),
      )
      return { ...changed, prunable: { ...prunable, clsags } }
    }
    const mlsags = coins.map(({ secret, keyImage: image }, i) =>
      signMlsag(
        {
          message,
          columns: (members[i] ?? []).map(({ key, commitment }) => [
            decodePoint(key),
            subtractPoints(decodePoint(commitment), type === RctType.full ? spent : decodePoint(pseudo[i] ?? NONE)),
          ]),
          images: [decodePoint(image)],
          index: places[i] ?? 0,
          secrets: [scalarFromBytes(secret), mod(1n - (type === RctType.full ? masked : (pseudoMasks[i] ?? 0n)))],
        },
        random,
      ),
    )
    return { ...changed, prunable: { ...prunable, mlsags } }
  }
  return { transaction: sign(unsigned), sign }
}

/** Creates a signed transfer without the means to sign it again. */
export const createTransfer = (chain: Chain, transfer: TransferOptions, random: Random): Transaction =>
  signedTransfer(chain, transfer, random).transaction
