// A recorded chain of oxen-core that grows in a development node, and a wallet on it that pays.

import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseBlock } from '../../../src/coin/blocks/block.ts'
import { chainSpendNode } from '../../../src/devnet/mining/chainSpendNode.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../src/devnet/oxen/chains.ts'
import { parseForks, withForks } from '../../../src/devnet/rules/chainRules.ts'
import { createRingMemory } from '../../../src/wallet/rings/ringMemory.ts'
import type { SpendContext } from '../../../src/wallet/spend/paymentContext.ts'
import type { PreparedPayment } from '../../../src/wallet/spend/prepare.ts'
import type { OutputFields } from '../../../src/wallet/state/outputFields.ts'
import { changedOutput } from '../../../src/wallet/state/packedOutput.ts'
import { NO_STAKE_LOCKS } from '../../../src/wallet/state/stakeLocks.ts'
import { entryOf } from '../data/vectors.ts'
import { seededRandom } from '../random.ts'
import { keysOf, ownedOutputs } from '../wallet/spend/spend-chain.ts'

/** UNIX seconds, after the recordings */
const NOW = 1_800_000_000

export type RecordedPayer = {
  readonly node: DevelopmentNode
  /** adds recorded blocks until the chain has `height` */
  grow(height: number): void
  /** the wallet as it is at the present height */
  context(seed: number): SpendContext
  /** submits a payment, which must be accepted, and forgets it: the recorded chain has another one */
  submit(prepared: PreparedPayment): void
}

/**
 * @param blocks hex, from the genesis block on
 * @param transactions hex, by id
 */
export const recordedPayer = (
  hardForks: string,
  blocks: readonly string[],
  transactions: Readonly<Record<string, string>>,
  secrets: { readonly spend_key: string; readonly view_key: string },
): RecordedPayer => {
  const rules = withForks(regtestRules, parseForks(hardForks, regtestRules))
  const node = new DevelopmentNode({ rules, clock: () => NOW, random: seededRandom(0) })
  const keys = keysOf(fromHex(secrets.spend_key), fromHex(secrets.view_key))
  const owned: OutputFields[] = []
  const spent = new Map<string, { readonly txid: Uint8Array; readonly height: number }>()
  let scanned = 0

  const scan = (): void => {
    const placed = node.chain.blocks.slice(scanned).flatMap((_, i) => {
      const height = scanned + i
      const record = node.chain.blockAt(height)
      return (record?.transactions ?? []).map(({ transaction, id }, position) => ({
        ...{ transaction, txid: id, height, timestamp: record?.timestamp ?? 0 },
        coinbase: position === 0,
        indices: record?.outputIndices[position] ?? [],
      }))
    })
    scanned = node.chain.height
    owned.push(...ownedOutputs(rules.network, { placed }, keys))
    for (const { transaction, txid, height } of placed)
      for (const input of transaction.inputs)
        if (input.kind === 'key') spent.set(toHex(input.keyImage), { txid, height })
  }

  return {
    node,
    grow: (height) => {
      const added = blocks.slice(node.chain.height, height).map((hex) => {
        const block = fromHex(hex)
        const { transactionIds } = parseBlock(rules.network, block)
        return { block, transactions: transactionIds.map((id) => fromHex(entryOf(transactions, toHex(id)))) }
      })
      node.chain.load({ blocks: added })
      scan()
    },
    context: (seed) => ({
      ...{ network: rules.network, keys, height: node.chain.height, now: NOW },
      outputs: owned.map((output) =>
        changedOutput(output, { spent: spent.get(toHex(output.keyImage ?? new Uint8Array())) }),
      ),
      node: chainSpendNode(node.chain),
      random: seededRandom(seed),
      rings: createRingMemory(),
      stakeLocks: NO_STAKE_LOCKS,
    }),
    submit: (prepared) => {
      const ids = prepared.map(({ blob, txid }) => {
        const result = node.submitTransaction(blob, { doNotRelay: false, sanityCheck: true })
        if (!result.accepted) throw new Error(`the node refused a payment: ${result.reason}`)
        return txid
      })
      node.removeTransactions(ids)
    },
  }
}
