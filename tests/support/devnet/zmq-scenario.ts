// What happens on a node that publishes over ZMQ, event by event. The requests go to a development node, which also makes the blocks, and to
// others on the same chain.

import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { type Block, blockId, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { blockTemplate } from '../../../src/devnet/mining/blockTemplate.ts'
import type { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { vector } from '../data/vectors.ts'

const { pool } = vector('monero/get-blocks.json')
const { chain, pool: blobs } = vector('monero/get-blocks-chain.json')
const [SENT = '', SENT_LATER = ''] = pool.relayed
const HIDDEN = pool.do_not_relay

/** Sends a request to every node. */
export type PostToAll = (path: string, body: unknown) => Promise<void>

export type ZmqEvent = { readonly name: string; readonly happen: () => Promise<void> }

const MINER = generateKeys(fromHex('07'.repeat(32)))
const KEYS = { spendKey: MINER.spendPublic, viewKey: MINER.viewPublic }

/** Makes a block on the top block, or on another one. */
const makeBlock = (node: DevelopmentNode, parent: Uint8Array = node.chain.tip.id): Block =>
  node.withTop(
    parent,
    () =>
      blockTemplate(node.chain, node.pool, { to: KEYS, nonce: new Uint8Array(), timestamp: undefined }, node.random)
        .block,
  )

/** Returns a block whose reward is too high by one atomic unit. */
const withTooMuch = (block: Block): Block => {
  const [output, ...others] = block.minerTransaction.outputs
  if (output === undefined) throw new RangeError('a coinbase without outputs')
  const outputs = [{ ...output, amount: output.amount + 1n }, ...others]
  return { ...block, minerTransaction: { ...block.minerTransaction, outputs } }
}

/** Submits the recorded chain after the genesis block, with its transactions. */
export const submitRecordedChain = async (post: PostToAll): Promise<void> => {
  for (const { block, transactions } of chain.slice(1)) {
    for (const { hex } of transactions) await post('send_raw_transaction', { tx_as_hex: hex })
    await post('json_rpc', { method: 'submit_block', params: [block] })
  }
}

/** Returns the events in order, for nodes with the recorded chain. Each one continues where the one before it ended. */
export const zmqEvents = (node: DevelopmentNode, post: PostToAll): readonly ZmqEvent[] => {
  const call = async (method: string, params: unknown): Promise<void> =>
    await post('json_rpc', { jsonrpc: '2.0', id: '0', method, params })
  const submit = async (block: Block): Promise<void> => await call('submit_block', [toHex(serializeBlock(block))])
  const send = async (id: string, doNotRelay = false): Promise<void> =>
    await post('send_raw_transaction', { tx_as_hex: blobs[id], do_not_relay: doNotRelay })
  const belowTop = (): Uint8Array => node.chain.tip.block.previousId
  let beside: Uint8Array | undefined
  return [
    { name: 'a transaction', happen: () => send(SENT) },
    { name: 'a transaction that is in the pool', happen: () => send(SENT) },
    { name: 'a transaction with do_not_relay', happen: () => send(HIDDEN, true) },
    { name: 'relay_tx', happen: () => call('relay_tx', { txids: [HIDDEN] }) },
    { name: 'relay_tx of a relayed transaction', happen: () => call('relay_tx', { txids: [HIDDEN] }) },
    { name: 'flush_txpool', happen: () => call('flush_txpool', { txids: [HIDDEN] }) },
    { name: 'a transaction that was flushed', happen: () => send(HIDDEN) },
    { name: 'a block', happen: () => submit(makeBlock(node)) },
    { name: 'a known block', happen: () => submit(node.chain.tip.block) },
    {
      name: 'a block on an alternative chain',
      happen: async () => {
        const block = makeBlock(node, belowTop())
        beside = blockId(block)
        await submit(block)
      },
    },
    { name: 'an alternative chain that becomes the main chain', happen: () => submit(makeBlock(node, beside)) },
    { name: 'a block with returned transactions', happen: () => submit(makeBlock(node)) },
    { name: 'pop_blocks', happen: () => post('pop_blocks', { nblocks: 1 }) },
    {
      name: 'several blocks',
      happen: async () => {
        await submit(makeBlock(node))
        await submit(makeBlock(node))
      },
    },
    {
      name: 'an alternative chain with an invalid block',
      happen: async () => {
        const valid = makeBlock(node, belowTop())
        await submit(valid)
        await submit(withTooMuch(makeBlock(node, blockId(valid))))
      },
    },
    {
      name: 'an alternative chain with fees',
      happen: async () => {
        await send(SENT_LATER)
        const block = makeBlock(node, belowTop())
        await submit(block)
        await submit(makeBlock(node, blockId(block)))
      },
    },
    { name: 'get_block_template', happen: () => call('get_block_template', { wallet_address: ADDRESS }) },
    { name: 'get_miner_data', happen: () => call('get_miner_data', {}) },
    { name: 'the last block', happen: () => submit(makeBlock(node)) },
  ]
}

const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
