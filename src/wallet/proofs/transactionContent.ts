// A transaction as the node has it: its bytes, and the members of its rings.

import { toHex } from '../../bytes/hex.ts'
import { absoluteOffsets, type KeyInput } from '../../coin/transactions/transaction.ts'
import type { Wallet } from '../open/wallet.ts'
import type { RingMemberView, TransactionContent } from './proofViews.ts'
import { fetchTransaction } from './provenTransaction.ts'

const ringsOf = async (
  { sync, state }: Wallet,
  inputs: readonly KeyInput[],
): Promise<readonly (readonly RingMemberView[])[]> => {
  // Rings of outputs with unencrypted amounts are among outputs of that amount, which the node is not asked for.
  const indices = inputs.map(({ amount, keyOffsets }) => (amount === 0n ? (absoluteOffsets(keyOffsets) ?? []) : []))
  const outputs = await sync.node.outputs(indices.flat())
  let next = 0
  return indices.map((ring) =>
    ring.flatMap((globalIndex) => {
      const output = outputs[next]
      next += 1
      if (output === undefined) return []
      const key = toHex(output.key)
      return [{ globalIndex, height: output.height, key, isOwn: state.ledger.withKey(key).length > 0 }]
    }),
  )
}

/**
 * Fetches a transaction and the members of its rings from the node. The bytes are verified against the id, the members are trusted.
 * @throws TransactionUnknownError, ProofError, NodeError
 */
export const transactionContent = async (wallet: Wallet, txid: Uint8Array): Promise<TransactionContent> => {
  const { transaction, ...fetched } = await fetchTransaction(wallet, txid)
  // The wallet keeps the whole of what it made itself.
  const own = await wallet.state.readTransaction(toHex(txid))
  const { blob, isPruned } = own === undefined ? fetched : { blob: own, isPruned: false }
  const inputs = transaction.inputs.filter((input) => input.kind === 'key')
  const rings = inputs.length === 0 ? [] : await ringsOf(wallet, inputs)
  return {
    raw: toHex(blob),
    isPruned,
    size: blob.length,
    version: transaction.version,
    inputs: inputs.map(({ keyImage }, i) => ({ keyImage: toHex(keyImage), ring: rings[i] ?? [] })),
    outputs: transaction.outputs.map(({ key }) => toHex(key)),
  }
}
