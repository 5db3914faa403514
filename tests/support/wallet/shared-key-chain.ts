// Chains whose coinbases pay several times to one one-time key, and spends of such keys by another copy of the wallet. A spend is a
// recorded transaction with other inputs and another fee: the fake node verifies no signatures.
import { fromHex } from '../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { encodeSeed } from '../../../src/coin/seeds/seed.ts'
import { relativeOffsets, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { randomScalar } from '../../../src/crypto/curve/secretScalar.ts'
import {
  deriveOutputKey,
  deriveOutputSecret,
  generateKeys,
  keyDerivation,
  keyImage,
  multiplyKey,
  publicKeyOf,
  secretAdd,
  subaddressSecret,
  subaddressSpendKey,
} from '../../../src/crypto/keys/keys.ts'
import type { SubaddressIndex } from '../../../src/wallet/state/outputFields.ts'
import { vector } from '../data/vectors.ts'
import { seededRandom } from '../random.ts'
import { type ChainBlock, moneroBenchChain, smallChain } from './recorded-chains.ts'

const random = seededRandom(77)
const keys = generateKeys(random(32))

/** Seed words of the wallet that owns the keys of this file. */
export const sharedKeyWords = await encodeSeed(keys.spendSecret, 'English')

/** A one-time key of the wallet, to which any number of outputs can be paid. */
export type OneTimeKey = {
  readonly txPublicKey: Uint8Array
  readonly key: Uint8Array
  readonly keyImage: Uint8Array
}

/** Returns a new one-time key of an address of the wallet. */
export const oneTimeKey = ({ major, minor }: SubaddressIndex): OneTimeKey => {
  const isPrimary = major === 0 && minor === 0
  const secret = randomScalar(random)
  const spendKey = subaddressSpendKey(keys.viewSecret, keys.spendPublic, major, minor)
  const txPublicKey = isPrimary ? publicKeyOf(secret) : multiplyKey(spendKey, secret)
  const derivation = keyDerivation(txPublicKey, keys.viewSecret)
  const key = deriveOutputKey(derivation, 0, spendKey)
  const spendSecret = isPrimary
    ? keys.spendSecret
    : secretAdd(keys.spendSecret, subaddressSecret(keys.viewSecret, major, minor))
  return { txPublicKey, key, keyImage: keyImage(key, deriveOutputSecret(derivation, 0, spendSecret)) }
}

/** A network with the beginning of a chain, and recorded transactions to alter. */
export type Family = {
  readonly network: Network
  readonly start: readonly ChainBlock[]
  readonly templates: readonly Transaction[]
}

export const oxenFamily = (): Family => ({
  network: oxenRegtest,
  start: smallChain().slice(0, 3),
  templates: vector('oxen/chain-small/txs.json')
    .txs.filter(({ coinbase }) => !coinbase)
    .map(({ hex }) => parseTransaction(oxenRegtest, fromHex(hex))),
})

export const moneroFamily = (): Family => ({
  network: moneroRegtest,
  start: moneroBenchChain().slice(0, 3),
  templates: vector('monero/scan_chain.json')
    .blocks.flatMap(({ txs }) => txs.filter(({ is_miner }) => !is_miner))
    .map(({ hex }) => parseTransaction(moneroRegtest, fromHex(hex))),
})

/** An input of a spend: the key image, and the global index of the output that is spent. */
export type SpentKey = { readonly keyImage: Uint8Array; readonly globalIndex: number }

/** Indices that no output of these chains has. */
const UNUSED_INDEX = 10_000_000

/** Returns a transaction that spends one or two keys and pays all but the fee to others. */
export const spendOf = ({ templates }: Family, spent: readonly SpentKey[], fee: bigint): Uint8Array => {
  const template = templates.find(
    ({ inputs, rct }) =>
      rct !== undefined && inputs.length === spent.length && inputs.every(({ kind }) => kind === 'key'),
  )
  if (template?.rct === undefined) throw new RangeError(`no transaction with ${spent.length} inputs is recorded`)
  const inputs = template.inputs.map((input, i) => {
    const one = spent[i]
    if (one === undefined || input.kind !== 'key') throw new RangeError('inputs are of one kind')
    const others = input.keyOffsets.slice(1).map((_, position) => UNUSED_INDEX + position)
    return { ...input, keyImage: one.keyImage, keyOffsets: relativeOffsets([one.globalIndex, ...others]) }
  })
  return serializeTransaction({ ...template, inputs, rct: { ...template.rct, fee } })
}
