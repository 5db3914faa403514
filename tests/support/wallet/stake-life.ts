// The recorded life of two wallets that stake (oxen/stake-life.json): its chain, served by a fake node at any point of the recording.
import { fromHex } from '../../../src/bytes/hex.ts'
import { oxenRegtest } from '../../../src/coin/networks/oxen.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import type { LockedStake } from '../../../src/daemon/nodeClient.ts'
import { vectorText } from '../data/vectors.ts'
import { FakeNode } from './fake-node.ts'
import { type ChainBlock, chainBlock } from './recorded-chains.ts'

export type Fields = { readonly [name: string]: unknown }

/** A response: a result or an error. */
export type Answer = { readonly result?: Fields; readonly error?: { readonly code: number; readonly message: string } }

export type WalletName = 'A' | 'B'

/** The answers of a wallet to all questions, by the name of the question. */
export type Answers = { readonly [question: string]: Answer }

type NodeAnswers = {
  readonly get_service_nodes: Answer
  readonly get_service_node_blacklisted_key_images: Answer
}

export type Snapshot = {
  readonly type: 'snapshot'
  readonly label: string
  readonly height: number
  readonly wallets: { readonly [name in WalletName]: Answers }
  readonly node: NodeAnswers
}

export type Call = {
  readonly type: 'call'
  readonly label: string
  readonly wallet: string
  readonly request: { readonly method: string; readonly params: Fields }
  readonly answer: Answer
}

type Recording = {
  readonly questions: {
    readonly wallet: { readonly [name: string]: { readonly method: string; readonly params: Fields } }
  }
  readonly keys: { readonly [name in WalletName]: { readonly mnemonic: string; readonly address: string } }
  readonly timeline: readonly ({ readonly type: 'block'; readonly height: number } | Snapshot | Call)[]
  readonly restored: readonly {
    readonly point: string
    readonly height: number
    readonly wallets: { readonly [name in WalletName]: Answers }
  }[]
  readonly chain: {
    readonly blocks: readonly { readonly height: number; readonly blob: string }[]
    readonly txs: readonly {
      readonly hash: string
      readonly height: number
      readonly coinbase: boolean
      readonly hex: string
      readonly non_prunable_bytes: number
      readonly output_indices: readonly number[]
    }[]
  }
}

// The README of the data describes its shape. No compared number exceeds 2^53.
export const stakeLife = JSON.parse(vectorText('oxen/stake-life.json')) as Recording

/** Returns whether an item of the timeline is a snapshot. */
export const isSnapshot = (item: Recording['timeline'][number]): item is Snapshot => item.type === 'snapshot'

const { blocks, txs } = stakeLife.chain

const recordedBlocks: readonly ChainBlock[] = blocks.map(({ blob, height }) => {
  const own = txs.filter((tx) => tx.height === height)
  const paying = own.filter(({ coinbase }) => !coinbase)
  return chainBlock(oxenRegtest, {
    block: fromHex(blob),
    transactions: paying.map(({ hex, non_prunable_bytes }) => fromHex(hex).subarray(0, non_prunable_bytes)),
    prunables: paying.map(({ hex, non_prunable_bytes }) => fromHex(hex).subarray(non_prunable_bytes)),
    outputIndices: own.map(({ output_indices }) => output_indices),
  })
})

/** Returns the stakes that recorded answers of a node list as locked, as the client reads them. */
const stakesIn = (answers: NodeAnswers): Promise<readonly LockedStake[]> =>
  createNodeClient({
    url: 'http://node',
    fetch: async (request) => {
      const { method } = (await request.json()) as { method: keyof NodeAnswers } // JSON-RPC
      return Response.json({ jsonrpc: '2.0', id: '0', ...answers[method] })
    },
  }).lockedStakes()

/** Serves the recorded chain. */
export class StakeLifeNode {
  readonly node = new FakeNode(oxenRegtest, recordedBlocks.slice(0, 1))
  readonly #blobs = new Map(txs.map(({ hash, hex }) => [hash, hex]))

  /** Mines the recorded block at a height. */
  mine(height: number): void {
    this.node.setChain(recordedBlocks.slice(0, height + 1))
    for (const { hash } of txs.filter((tx) => tx.height === height)) this.node.pool.delete(hash)
  }

  /** Adds the transactions that a recorded call relayed to the pool. */
  relay({ request: { params }, answer: { result = {} } }: Call): void {
    if (params['do_not_relay'] === true) return
    const { tx_hash: hash, tx_hash_list: list } = result
    const hashes = Array.isArray(list) ? list : [hash]
    for (const hash of hashes) {
      const hex = typeof hash === 'string' ? this.#blobs.get(hash) : undefined
      if (hex !== undefined) this.node.addToPool(fromHex(hex))
    }
  }

  /** Lists the stakes that the recorded node listed. */
  async lock({ node }: Snapshot): Promise<void> {
    this.node.stakes = await stakesIn(node)
  }
}
