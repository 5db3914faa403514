// The development node of the monero family and a real monerod on one chain, and requests to both.

import { toHex } from '../../../src/bytes/hex.ts'
import { serializeBlock } from '../../../src/coin/blocks/block.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { type RunningNode, startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { serveNode } from '../devnet/serve-node.ts'
import { type Peer, startMonerod } from './monero.ts'

/** The raw response of a node. */
export type RawResponse = { readonly status: number; readonly body: Uint8Array }

export type NodePair = {
  readonly ours: RunningNode
  readonly ourUrl: string
  readonly theirs: Peer
  /** Submits to monerod the blocks that only the development node has, with their transactions. */
  syncMonerod(): Promise<void>
  stop(): Promise<void>
}

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } }

/** Requests a path of a node: bytes for binary paths, JSON for the others. */
export const requestPath = async (url: string, path: string, body: Uint8Array | string = ''): Promise<RawResponse> => {
  const sent = typeof body === 'string' ? body : new Uint8Array(body)
  const response = await fetch(`${url}/${path}`, { ...POST, body: sent })
  return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
}

/** Calls a method of a node by JSON-RPC. */
export const callRpc = async (url: string, method: string, params: unknown = {}): Promise<RawResponse> =>
  await requestPath(url, 'json_rpc', JSON.stringify({ jsonrpc: '2.0', id: '0', method, params }))

/** Starts both nodes with a chain that the development node has mined. */
export const startNodePair = async ({ restricted }: { readonly restricted: boolean }): Promise<NodePair> => {
  // With proof of work, which calc_pow computes.
  const theirs = await startMonerod({ restricted, difficulty: 1 })
  const ours = startDevelopmentNode({
    ...moneroChain,
    restricted,
    clock: () => Math.floor(Date.now() / 1000),
    random: (length) => crypto.getRandomValues(new Uint8Array(length)),
    ticker: () => () => undefined,
    mining: { kind: 'manual' },
  })
  const served = await serveNode(ours.fetch)
  const syncMonerod = async (): Promise<void> => {
    const { count } = await theirs.call<{ count: number }>('get_block_count')
    for (const { block, transactions } of ours.node.chain.blocks.slice(count)) {
      for (const { blob } of transactions.slice(1))
        await requestPath(theirs.url, 'send_raw_transaction', JSON.stringify({ tx_as_hex: toHex(blob) }))
      const { body } = await callRpc(theirs.url, 'submit_block', [toHex(serializeBlock(block))])
      const text = new TextDecoder().decode(body)
      if (text.includes('error')) throw new Error(`monerod rejects a block: ${text}`)
    }
  }
  await syncMonerod()
  return {
    ours,
    ourUrl: served.url,
    theirs,
    syncMonerod,
    stop: async () => {
      await served.close()
      ours.close()
      await theirs.stop()
    },
  }
}
