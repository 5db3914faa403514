// The messages of --zmq-pub: which topics monerod 0.18.5 publishes at which step of a node, and in which order.

import { toHex } from '../../../bytes/hex.ts'
import type { JsonWritable } from '../../../jsonrpc/json.ts'
import { MAX_COINS } from '../../chain/chain.ts'
import type { DevelopmentNode } from '../../node/developmentNode.ts'
import type { NodeStep } from '../../node/nodeEvents.ts'
import type { BlockRecord } from '../../records/chainRecords.ts'
import { outputSum } from '../../rules/coinbase.ts'
import type { PoolEntry } from '../../txpool/poolEntry.ts'
import { minerData } from '../rpc/minerData.ts'
import { blockMessage, transactionMessage } from './messageJson.ts'

export type ZmqTopic =
  | 'json-full-chain_main'
  | 'json-minimal-chain_main'
  | 'json-full-miner_data'
  | 'json-full-txpool_add'
  | 'json-minimal-txpool_add'

/** Publishes a message; `body` is called before it returns, and only if the message has a subscriber. */
export type PublishMessage = (topic: ZmqTopic, body: () => JsonWritable) => void

const publishBlock = ({ height, id, block }: BlockRecord, publish: PublishMessage): void => {
  publish('json-full-chain_main', () => [blockMessage(block)])
  publish('json-minimal-chain_main', () => ({
    first_height: height,
    first_prev_id: toHex(block.previousId),
    ids: [toHex(id)],
  }))
}

const publishTransaction = ({ parsed, fee }: PoolEntry, publish: PublishMessage): void => {
  publish('json-full-txpool_add', () => [transactionMessage(parsed.transaction)])
  publish('json-minimal-txpool_add', () => [
    { id: toHex(parsed.id), blob_size: parsed.blob.length, weight: parsed.weight, fee },
  ])
}

/** Returns the generated coins as monerod counts them on an alternative chain: it adds the whole rewards, with the fees. */
const generatedWithFees = ({ chain }: DevelopmentNode, blocks: readonly BlockRecord[]): bigint => {
  const parent = chain.blockAt(chain.height - 1 - blocks.length)
  const coins = blocks.reduce((sum, { block }) => sum + outputSum(block.minerTransaction), parent?.generated ?? 0n)
  if (coins > MAX_COINS) return MAX_COINS
  return coins
}

const publishStep = (node: DevelopmentNode, step: NodeStep, publish: PublishMessage): void => {
  switch (step.kind) {
    case 'extended':
      publish('json-full-miner_data', () => minerData(node))
      publishBlock(step.block, publish)
      return
    case 'reorganised':
      // monerod announces these blocks a second time.
      publish('json-full-miner_data', () => ({
        ...minerData(node),
        already_generated_coins: generatedWithFees(node, step.blocks),
      }))
      for (const block of step.blocks) publishBlock(block, publish)
      return
    case 'pooled':
      publishTransaction(step.entry, publish)
  }
}

/**
 * Publishes what happens on a node from now on. As in monerod, blocks that are popped and transactions that leave the pool or return to it are
 * not published; neither is a chain that a snapshot or a dump brings.
 * @returns a function that ends it
 */
export const publishNodeSteps = (node: DevelopmentNode, publish: PublishMessage): (() => void) =>
  node.watch((step) => publishStep(node, step, publish))
