// Development nodes that check proof of work, at a difficulty that takes a few hashes.

import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { type Block, blockHashingBlob } from '../../../src/coin/blocks/block.ts'
import { generateKeys } from '../../../src/crypto/keys/keys.ts'
import { developmentRules } from '../../../src/devnet/families.ts'
import type { DevelopmentOptions } from '../../../src/devnet/node/developmentOptions.ts'
import type { RunningNode } from '../../../src/devnet/node/startNode.ts'
import { oxenWork } from '../../../src/devnet/oxen/rules/proofOfWork.ts'
import { meetsDifficulty } from '../../../src/devnet/rules/proofOfWork.ts'
import { tickingNode } from './ticking.ts'

export const DIFFICULTY = 6n
export const keys = generateKeys(new Uint8Array(32).fill(7))
const rules = { ...developmentRules, difficulty: DIFFICULTY }
export const hash = await oxenWork.open(new Uint8Array(32))

/** A node of these rules with a ticker that the test drives. */
export const start = (options: Partial<DevelopmentOptions> = {}) => tickingNode({ rules, ...options })

/** Where blocks of the tests pay. */
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
  // The test names the fields it reads.
  return (await response.json()) as Answer
}

export const workOf = (block: Block): Uint8Array =>
  hash(blockHashingBlob(block), block.majorVersion, new Uint8Array(32))

/** Which of a node's blocks would have passed the check. */
export const proving = ({ node: { chain } }: RunningNode): boolean[] =>
  chain.blocks.slice(1).map(({ block }) => meetsDifficulty(workOf(block), DIFFICULTY))

/** A chain whose blocks prove work, made once. */
const first = start({ work: hash })
await first.ready
export const worked = first.node.state.dump()
