// The recorded small chain of the oxen family, served by a development node: whole or up to a height, extended on demand. The replay test
// verifies its blocks; here they are loaded without verification.

import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseBlock } from '../../../src/coin/blocks/block.ts'
import type { Random } from '../../../src/crypto/random/random.ts'
import { Miner } from '../../../src/devnet/mining/miner.ts'
import { createAdminSettings } from '../../../src/devnet/node/adminSettings.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { regtestRules } from '../../../src/devnet/oxen/chains.ts'
import { oxenDialect } from '../../../src/devnet/oxen/rpc/oxenDialect.ts'
import { createNodeService } from '../../../src/devnet/rpc/service.ts'
import { parseForks, withForks } from '../../../src/devnet/rules/chainRules.ts'
import { parseJson } from '../../../src/jsonrpc/json.ts'
import { vectorText } from '../data/vectors.ts'

export type RecordedBlock = {
  readonly blob: string
  readonly json: string
  readonly block_header: { readonly [name: string]: unknown }
}

export type RecordedTransaction = {
  readonly hash: string
  readonly height: number
  readonly coinbase: boolean
  readonly hex: string
  readonly output_indices: readonly number[]
  readonly non_prunable_bytes: number
  readonly prunable_hash: string
  readonly answer: { readonly as_json: string }
}

/** Returns the parsed contents of a file of the recorded chain. */
export const readRecorded = (name: string): unknown => parseJson(vectorText(`oxen/chain-small/${name}`))

// The README of the vectors describes the shapes of these files.
export const recordedChain = readRecorded('blocks.json') as {
  readonly hard_forks: string
  readonly blocks: readonly RecordedBlock[]
}
export const recordedTransactions = (readRecorded('txs.json') as { readonly txs: readonly RecordedTransaction[] }).txs

/** The rules of the recorded chain. */
export const recordedRules = withForks(regtestRules, parseForks(recordedChain.hard_forks, regtestRules))

/** Time shortly after the last recorded block. UNIX seconds. */
export const RECORDED_NOW = 1795241200

const blobs = new Map(recordedTransactions.map(({ hash, hex }) => [hash, hex]))

/** Returns the bytes of a recorded block and of its listed transactions. */
export const recordedBlock = (height: number): { readonly block: Uint8Array; readonly transactions: Uint8Array[] } => {
  const blob = fromHex(recordedChain.blocks[height]?.blob ?? '')
  const { transactionIds } = parseBlock(recordedRules.network, blob)
  return { block: blob, transactions: transactionIds.map((id) => fromHex(blobs.get(toHex(id)) ?? '')) }
}

export type ReplayOptions = {
  /** initial number of blocks; default: all */
  readonly height?: number
  readonly random?: Random
  /** UNIX seconds */
  readonly now?: number
}

const systemRandom: Random = (length) => crypto.getRandomValues(new Uint8Array(length))

/** Serves the recorded chain. `grow` adds recorded blocks up to a height. */
export const replayNode = ({
  height = recordedChain.blocks.length,
  random = systemRandom,
  now = RECORDED_NOW,
}: ReplayOptions = {}) => {
  const node = new DevelopmentNode({ rules: recordedRules, clock: () => now, random })
  const grow = (to: number): void => {
    const heights = Array.from({ length: Math.max(0, to - node.chain.height) }, (_, i) => node.chain.height + i)
    node.chain.load({ blocks: heights.map(recordedBlock) })
  }
  grow(height)
  const never = () => () => undefined
  const miner = new Miner(node, never, { spendKey: new Uint8Array(32), viewKey: new Uint8Array(32) })
  const context = { node, miner, faucet: undefined, settings: createAdminSettings(() => now), dialect: oxenDialect }
  return {
    node,
    miner,
    grow,
    fetch: createNodeService(context),
    restricted: createNodeService(context, { restricted: true }),
  }
}
