// A recorded chain for payments: the node's data of outputs, and the outputs that a recorded wallet owns. Owned outputs are found by
// the formulas alone, without the scanner.

import { toHex } from '../../../../src/bytes/hex.ts'
import type { FeeEstimate } from '../../../../src/coin/networks/fees.ts'
import type { Network } from '../../../../src/coin/networks/network.ts'
import { additionalPublicKeys, txPublicKeys } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { outputUnlockTime, type Transaction } from '../../../../src/coin/transactions/transaction.ts'
import { parsePrunedTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { commitmentMask, decryptAmount } from '../../../../src/crypto/amounts/amountEncryption.ts'
import { commit, zeroMaskCommitment } from '../../../../src/crypto/amounts/commitment.ts'
import { numberToBytes } from '../../../../src/crypto/curve/scalar.ts'
import {
  derivationToScalar,
  deriveOutputSecret,
  deriveSpendKey,
  keyDerivation,
  keyImage,
  publicKeyOf,
  secretAdd,
  subaddressSecret,
  subaddressSpendKeys,
} from '../../../../src/crypto/keys/keys.ts'
import type { RingOutput } from '../../../../src/daemon/nodeClient.ts'
import { OutputDistribution } from '../../../../src/daemon/outputDistribution.ts'
import type { SpendNode } from '../../../../src/wallet/spend/paymentContext.ts'
import type { WalletKeys } from '../../../../src/wallet/state/ledger.ts'
import type { OutputFields } from '../../../../src/wallet/state/outputFields.ts'
import { changedOutput } from '../../../../src/wallet/state/packedOutput.ts'
import type { ChainBlock } from '../recorded-chains.ts'
import { EMPTY_BLOCKS } from './block-space.ts'
import { isAcceptedMember } from './unlock-rule.ts'

type FullKeys = WalletKeys & { readonly spendSecret: Uint8Array }

/** Both key pairs from the two secrets. */
export const keysOf = (spendSecret: Uint8Array, viewSecret: Uint8Array): FullKeys => ({
  spendSecret,
  viewSecret,
  spendPublic: publicKeyOf(spendSecret),
  viewPublic: publicKeyOf(viewSecret),
})

type Placed = {
  readonly transaction: Transaction
  readonly txid: Uint8Array
  readonly height: number
  readonly timestamp: number
  readonly coinbase: boolean
  readonly indices: readonly number[]
}

const placedTransactions = (network: Network, chain: readonly ChainBlock[]): Placed[] =>
  chain.flatMap(({ parsed, transactions, outputIndices }, height) => {
    const { minerTransaction, timestamp, transactionIds } = parsed
    const common = { height, timestamp }
    return [
      {
        ...common,
        transaction: minerTransaction,
        txid: transactionId(minerTransaction),
        coinbase: true,
        indices: outputIndices[0] ?? [],
      },
      ...transactions.map((blob, i) => ({
        ...common,
        transaction: parsePrunedTransaction(network, blob),
        txid: transactionIds[i] ?? new Uint8Array(),
        coinbase: false,
        indices: outputIndices[i + 1] ?? [],
      })),
    ]
  })

export type SpendChain = {
  readonly height: number
  readonly placed: readonly Placed[]
  readonly node: SpendNode & { readonly requests: number[][] }
  ringOutput(globalIndex: number): RingOutput
}

/** The chain with a node that returns its outputs. */
export const spendChain = (network: Network, chain: readonly ChainBlock[], estimate: FeeEstimate): SpendChain => {
  const height = chain.length
  const placed = placedTransactions(network, chain)
  const outputs = new Map<number, () => RingOutput>()
  const counts = chain.map(() => 0)
  for (const { transaction, height: at, indices } of placed) {
    if (transaction.version === 1) continue // outputs of clear amount are counted apart
    counts[at] = (counts[at] ?? 0) + transaction.outputs.length
    for (const [i, { key, amount }] of transaction.outputs.entries())
      outputs.set(indices[i] ?? -1, () => ({
        key,
        commitment: transaction.rct?.commitments[i] ?? zeroMaskCommitment(amount),
        height: at,
        unlocked: isAcceptedMember({ height: at, unlockTime: outputUnlockTime(transaction, i) }, height, 1_800_000_000),
      }))
  }
  let total = 0
  const distribution = OutputDistribution.ofCumulative(
    counts.map((count) => {
      total += count
      return total
    }),
  )
  const ringOutput = (globalIndex: number): RingOutput => {
    const output = outputs.get(globalIndex)
    if (output === undefined) throw new Error(`the recorded chain has no output ${globalIndex}`)
    return output()
  }
  const requests: number[][] = []
  return {
    height,
    placed,
    ringOutput,
    node: {
      requests,
      outputs: (indices) => {
        requests.push([...indices])
        return Promise.resolve(indices.map(ringOutput))
      },
      outputDistribution: () => Promise.resolve(distribution),
      outputBlacklist: () => Promise.resolve([]),
      ...EMPTY_BLOCKS,
      feeEstimate: () => Promise.resolve(estimate),
    },
  }
}

const ONE = numberToBytes(1n)

/** Returns the outputs of the chain that keys own, including spent ones, of the first addresses of the first accounts. */
export const ownedOutputs = (
  network: Network,
  { placed }: Pick<SpendChain, 'placed'>,
  keys: FullKeys,
  majors = 3,
  minors = 12,
): OutputFields[] => {
  const watched = new Map<string, { major: number; minor: number }>()
  for (let major = 0; major < majors; major++) {
    const spendKeys = subaddressSpendKeys(keys.viewSecret, keys.spendPublic, major, 0, minors)
    for (let minor = 0; minor < minors; minor++)
      watched.set(toHex(spendKeys.subarray(32 * minor, 32 * minor + 32)), { major, minor })
  }
  const owned: OutputFields[] = []
  const spentImages = new Map<string, { txid: Uint8Array; height: number }>()
  for (const { transaction, txid, height, timestamp, coinbase, indices } of placed) {
    for (const input of transaction.inputs)
      if (input.kind === 'key') spentImages.set(toHex(input.keyImage), { txid, height })
    const fields = parseExtra(network, transaction.extra)
    const common = txPublicKeys(fields).map((key) => ({ key, derivation: keyDerivation(key, keys.viewSecret) }))
    const additional = additionalPublicKeys(fields)
    for (const [i, { key, amount }] of transaction.outputs.entries()) {
      const own = additional[i]
      const tried =
        own === undefined ? common : [...common, { key: own, derivation: keyDerivation(own, keys.viewSecret) }]
      for (const { key: txPublicKey, derivation } of tried) {
        const subaddress = watched.get(toHex(deriveSpendKey(derivation, i, key)))
        if (subaddress === undefined) continue
        const shared = derivationToScalar(derivation, i)
        const offset = subaddressSecret(keys.viewSecret, subaddress.major, subaddress.minor)
        const secret = deriveOutputSecret(derivation, i, secretAdd(keys.spendSecret, offset))
        const value = coinbase ? amount : decryptAmount(transaction.rct?.ecdhInfo[i]?.amount ?? shared, shared)
        const mask = coinbase ? ONE : commitmentMask(shared)
        const commitment = transaction.rct?.commitments[i]
        if (commitment !== undefined && toHex(commit(value, mask)) !== toHex(commitment)) continue
        owned.push({
          globalIndex: indices[i] ?? -1,
          confidential: true,
          key,
          txid,
          indexInTx: i,
          amount: value,
          mask,
          subaddress,
          txPublicKey,
          keyImage: keyImage(key, secret),
          height,
          timestamp,
          unlockTime: outputUnlockTime(transaction, i),
          prefixUnlockTime: transaction.unlockTime,
          coinbase,
          stake: false,
          paymentId: new Uint8Array(),
          fee: transaction.rct?.fee ?? 0n,
          change: false,
          spent: undefined,
          frozen: false,
        })
        break
      }
    }
  }
  return owned.map((output) =>
    changedOutput(output, { spent: spentImages.get(toHex(output.keyImage ?? new Uint8Array())) }),
  )
}
