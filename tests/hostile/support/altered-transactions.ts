// Altered transactions inside genuine blocks: their ids stay those of the block, their contents are the liar's.
import { concat, u32Bytes } from '../../../src/bytes/bytes.ts'
import type { Network } from '../../../src/coin/networks/network.ts'
import type { Transaction } from '../../../src/coin/transactions/transaction.ts'
import {
  parsePrunedTransaction,
  serializePrefix,
  serializeRctBase,
} from '../../../src/coin/transactions/transactionBytes.ts'
import { commitmentMask, encryptAmount } from '../../../src/crypto/amounts/amountEncryption.ts'
import { commit } from '../../../src/crypto/amounts/commitment.ts'
import { reduce32 } from '../../../src/crypto/curve/scalar.ts'
import { keccak256 } from '../../../src/crypto/hash/keccak.ts'
import {
  derivationToScalar,
  deriveOutputKey,
  keyDerivation,
  publicKeyOf,
  viewTag,
} from '../../../src/crypto/keys/keys.ts'
import type { WalletKeys } from '../../../src/wallet/state/ledger.ts'
import type { ChainBlock } from '../../support/wallet/recorded-chains.ts'

const secretOf = (seed: number): Uint8Array => reduce32(keccak256(u32Bytes(seed)))

const unprunedBytes = (transaction: Transaction): Uint8Array =>
  concat(serializePrefix(transaction), serializeRctBase(transaction))

/** Pays the outputs of a pruned transaction to keys that no wallet of the tests owns: the payee does not find them. */
export const hidePayment = (network: Network, blob: Uint8Array): Uint8Array => {
  const transaction = parsePrunedTransaction(network, blob)
  const outputs = transaction.outputs.map((output, i) => ({ ...output, key: publicKeyOf(secretOf(i + 1)) }))
  return unprunedBytes({ ...transaction, outputs })
}

/** Pays the first output of a pruned transaction to a wallet, with any amount. */
export const forgePayment = (
  network: Network,
  blob: Uint8Array,
  { spendPublic, viewPublic }: Pick<WalletKeys, 'spendPublic' | 'viewPublic'>,
  amount: bigint,
): Uint8Array => {
  const transaction = parsePrunedTransaction(network, blob)
  const { rct } = transaction
  if (rct === undefined) throw new TypeError('the transaction has no amounts')
  const secret = secretOf(7)
  const derivation = keyDerivation(viewPublic, secret)
  const shared = derivationToScalar(derivation, 0)
  const replaceFirst = <T>(items: readonly T[], change: (first: T) => T): T[] =>
    items.map((item, i) => (i === 0 ? change(item) : item))
  return unprunedBytes({
    ...transaction,
    extra: concat(Uint8Array.of(1), publicKeyOf(secret)),
    outputs: replaceFirst(transaction.outputs, (output) => ({
      ...output,
      key: deriveOutputKey(derivation, 0, spendPublic),
      viewTag: output.viewTag === undefined ? undefined : viewTag(derivation, 0),
    })),
    rct: {
      ...rct,
      commitments: replaceFirst(rct.commitments, () => commit(amount, commitmentMask(shared))),
      ecdhInfo: replaceFirst(rct.ecdhInfo, (info) => ({ ...info, amount: encryptAmount(amount, shared) })),
    },
  })
}

/** Spends an output of a wallet, whose key image is known, in a pruned transaction. */
export const forgeSpend = (network: Network, blob: Uint8Array, keyImage: Uint8Array): Uint8Array => {
  const transaction = parsePrunedTransaction(network, blob)
  const inputs = transaction.inputs.map((input, i) =>
    i === 0 && input.kind === 'key' ? { ...input, keyImage } : input,
  )
  return unprunedBytes({ ...transaction, inputs })
}

/** Replaces one transaction of a chain; blocks and ids stay. */
export const withAltered = (
  chain: readonly ChainBlock[],
  height: number,
  position: number,
  alter: (blob: Uint8Array) => Uint8Array,
): ChainBlock[] =>
  chain.map((block, at) =>
    at === height
      ? { ...block, transactions: block.transactions.map((blob, i) => (i === position ? alter(blob) : blob)) }
      : block,
  )
