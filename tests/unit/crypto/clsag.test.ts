// Every ring signature of the recorded monero transactions verifies for its ring members on the recorded chain, and not with a flipped
// bit.
import { expect, it } from 'vitest'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { moneroRegtest } from '../../../src/coin/networks/monero.ts'
import { absoluteOffsets, type Transaction } from '../../../src/coin/transactions/transaction.ts'
import { parsePrunedTransaction, parseTransaction } from '../../../src/coin/transactions/transactionBytes.ts'
import { ringSignatureMessage, transactionId } from '../../../src/coin/transactions/transactionHash.ts'
import { zeroMaskCommitment } from '../../../src/crypto/amounts/commitment.ts'
import { verifyClsag } from '../../../src/crypto/signatures/clsag.ts'
import { flipBit } from '../../support/crypto/recorded-chain.ts'
import { vector } from '../../support/data/vectors.ts'
import { moneroBenchChain } from '../../support/wallet/recorded-chains.ts'

type Output = { readonly key: Uint8Array; readonly commitment: () => Uint8Array }

/** The outputs of the recorded chain by global index. */
const recordedOutputs = (): Map<number, Output> => {
  const outputs = new Map<number, Output>()
  const add = (transaction: Transaction, indices: readonly number[]): void => {
    for (const [i, { key, amount }] of transaction.outputs.entries()) {
      const commitment = transaction.rct?.commitments[i]
      outputs.set(indices[i] ?? -1, { key, commitment: () => commitment ?? zeroMaskCommitment(amount) })
    }
  }
  for (const { parsed, transactions, outputIndices } of moneroBenchChain()) {
    add(parsed.minerTransaction, outputIndices[0] ?? [])
    for (const [i, blob] of transactions.entries())
      add(parsePrunedTransaction(moneroRegtest, blob), outputIndices[i + 1] ?? [])
  }
  return outputs
}

type Recorded = { readonly hash: string; readonly hex: string; readonly is_miner: boolean }

const { blocks }: { readonly blocks: readonly { readonly txs: readonly Recorded[] }[] } =
  vector('monero/scan_chain.json')
const transactions = blocks.flatMap(({ txs }) => txs.filter((tx) => !tx.is_miner))
const outputs = recordedOutputs()

it('finds all transactions that the wallets sent', () => {
  expect(transactions).toHaveLength(Object.keys(vector('monero/scan_chain.json').sent).length)
})

it.each(transactions)('verifies the signatures of $hash, and none with a flipped bit', ({ hash, hex }) => {
  const transaction = parseTransaction(moneroRegtest, fromHex(hex))
  expect(toHex(transactionId(transaction))).toBe(hash)
  const { clsags = [], pseudoOuts = [] } = transaction.prunable ?? {}
  expect(clsags).toHaveLength(transaction.inputs.length)
  const message = ringSignatureMessage(transaction)
  for (const [i, input] of transaction.inputs.entries()) {
    const [signature, pseudoOut] = [clsags[i], pseudoOuts[i]]
    if (input.kind !== 'key' || signature === undefined || pseudoOut === undefined) throw new Error(`no input ${i}`)
    const ring = (absoluteOffsets(input.keyOffsets) ?? []).map((index) => {
      const output = outputs.get(index)
      if (output === undefined) throw new Error(`no output ${index}`)
      return output
    })
    const statement = {
      message,
      ringKeys: ring.map(({ key }) => key),
      ringCommitments: ring.map(({ commitment }) => commitment()),
      pseudoOut,
      keyImage: input.keyImage,
    }
    expect(ring).toHaveLength(16)
    expect(verifyClsag(statement, signature)).toBe(true)
    expect(verifyClsag(statement, flipBit(signature, i + 1))).toBe(false)
    expect(verifyClsag(flipBit(statement, i + 1), signature)).toBe(false)
  }
})
