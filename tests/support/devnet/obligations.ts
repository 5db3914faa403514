// Development nodes whose obligations quorums vote by themselves: RPC calls, and the state changes in their blocks.

import { expect } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { parseExtra } from '../../../src/coin/transactions/parseExtra.ts'
import { TransactionType } from '../../../src/coin/transactions/transaction.ts'
import { verifyHash } from '../../../src/crypto/signatures/signature.ts'
import type { DevelopmentOptions } from '../../../src/devnet/family/developmentOptions.ts'
import { serviceNodesOf } from '../../../src/devnet/oxen/blocks/oxenState.ts'
import { nodeMethods } from '../../../src/devnet/oxen/rpc/nodeMethods.ts'
import { Fork } from '../../../src/devnet/oxen/rules/forks.ts'
import { isActive, isDecommissioned, type ServiceNode } from '../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { parseStateChange, stateChangeVoteHash } from '../../../src/devnet/oxen/service-nodes/stateChange.ts'
import type { ParsedTransaction } from '../../../src/devnet/records/chainRecords.ts'
import type { RunningNode } from '../../../src/devnet/startNode.ts'
import { seededRandom } from '../random.ts'
import { checkDeclaredFields } from '../rpc/declared-results.ts'
import type { RpcParams } from '../rpc/wallet-calls.ts'

const NOW = 1_800_000_000
export const SPACING = 120
const declared = nodeMethods.flatMap((method) => (method.kind === 'json' ? [method] : []))

export const serviceNodeOptions = (seed: number): DevelopmentOptions => ({
  clock: () => NOW,
  random: seededRandom(seed),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})

export const callNode = async ({ fetch }: RunningNode, method: string, params: RpcParams = {}): Promise<RpcParams> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const request = new Request('http://devnet.test/json_rpc', { method: 'POST', body })
  const answer = await (await checkDeclaredFields(fetch, declared)(request)).json()
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

export const mine = (running: RunningNode, blocks: number, spacing = SPACING): Promise<RpcParams> =>
  callNode(running, 'dev_mine', { blocks, spacing })

export const keyOf = ({ localServiceNodes }: RunningNode, nth: number): string => {
  const node = localServiceNodes?.registered[nth]
  if (node === undefined) throw new Error(`there is no service node ${nth}`)
  return toHex(node.key)
}

export const nodeOf = ({ node }: RunningNode, key: string): ServiceNode | undefined =>
  serviceNodesOf(node.chain.state)?.list.nodes.get(key)

export const serviceNodeBehaviour = (running: RunningNode, key: string, params: RpcParams = {}): Promise<RpcParams> =>
  callNode(running, 'dev_service_node', { service_node_pubkey: key, ...params })

export const isStateChange = ({ transaction }: ParsedTransaction): boolean =>
  transaction.type === TransactionType.stateChange

export type ObservedStateChange = {
  readonly height: number
  readonly state: number
  readonly about: string
  readonly of: number
}

/** Returns the state changes in blocks from a height on, with verified votes. The tested service node is read off the drawn quorum. */
export const stateChanges = ({ node: { chain, rules } }: RunningNode, from = 0): ObservedStateChange[] =>
  chain.blocks.slice(from).flatMap(({ height, transactions }) =>
    transactions.filter(isStateChange).map(({ transaction }) => {
      const field = parseStateChange(parseExtra(rules.network, transaction.extra), Fork.newest)
      const quorum = serviceNodesOf(chain.state)?.obligationsQuorumAt(field?.blockHeight ?? 0)
      if (field === undefined || quorum === undefined) throw new Error('a state change has no field or no quorum')
      expect(field.votes).toHaveLength(7)
      for (const { validatorIndex, signature } of field.votes)
        expect(
          verifyHash(stateChangeVoteHash(field), quorum.validators[validatorIndex] ?? new Uint8Array(32), signature),
        ).toBe(true)
      const about = toHex(quorum.workers[field.serviceNodeIndex] ?? new Uint8Array())
      return { height, state: field.state, about, of: field.blockHeight }
    }),
  )

export const newStates = (running: RunningNode, from = 0): number[] =>
  stateChanges(running, from).map(({ state }) => state)

/** Mines until a condition holds; returns the number of blocks mined. */
export const mineUntil = async (running: RunningNode, holds: () => boolean, most = 150): Promise<number> => {
  for (let mined = 1; mined <= most; mined++) {
    await mine(running, 1)
    if (holds()) return mined
  }
  throw new Error(`it does not hold after ${most} blocks`)
}

/** Returns the number of state changes in the pool. */
export const pendingStateChanges = ({ node }: RunningNode): number =>
  node.pool.entries.filter(({ parsed }) => isStateChange(parsed)).length

export const isNodeDecommissioned = (running: RunningNode, key: string): boolean => {
  const node = nodeOf(running, key)
  return node !== undefined && isDecommissioned(node)
}

export const isNodeActive = (running: RunningNode, key: string): boolean => {
  const node = nodeOf(running, key)
  return node !== undefined && isActive(node)
}

export const isNodeDeregistered = (running: RunningNode, key: string): boolean => nodeOf(running, key) === undefined
