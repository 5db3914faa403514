// Development nodes that verify proof of work, at a difficulty of a few hashes.

import { runToCompletion } from '../../../src/async/timeSlices.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { type Block, blockHashingBlob } from '../../../src/coin/blocks/block.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { oxenWork } from '../../../src/devnet/oxen/blocks/proofOfWork.ts'
import { developmentRules } from '../../../src/devnet/oxen/chains.ts'
import { meetsDifficulty } from '../../../src/devnet/rules/proofOfWork.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import { tickingNode } from './ticking-node.ts'

export const DIFFICULTY = 6n
export const keys = generateKeys(new Uint8Array(32).fill(7))
const rules = { ...developmentRules, difficulty: DIFFICULTY }
export const hash = await oxenWork.open(new Uint8Array(32))

/** Starts a node under these rules with a ticker driven by the test. */
export const start = (options: Partial<DevelopmentOptions> = {}) => tickingNode({ rules, ...options })

/** Returns the address that the blocks of the tests pay to. */
export const addressOf = ({ node }: RunningNode): string =>
  formatAddress(node.rules.network, {
    kind: 'standard',
    spendKey: keys.spendPublic,
    viewKey: keys.viewPublic,
    paymentId: undefined,
  })

export type Answer = {
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export const call = async ({ fetch }: RunningNode, method: string, params: object = {}): Promise<Answer> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const response = await fetch(new Request('http://node/json_rpc', { method: 'POST', body }))
  // The caller names the fields that it reads.
  return (await response.json()) as Answer
}

export const workOf = (block: Block): Uint8Array =>
  runToCompletion(hash(blockHashingBlob(block), block.majorVersion, new Uint8Array(32)))

/** Returns for each block of a node whether it meets the difficulty. */
export const provenBlocks = ({ node: { chain } }: RunningNode): boolean[] =>
  chain.blocks.slice(1).map(({ block }) => meetsDifficulty(workOf(block), DIFFICULTY))

/** A chain with proof of work, mined once. */
const first = start({ work: hash })
await first.ready
export const provenDump = first.node.state.dump()
