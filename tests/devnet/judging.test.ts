// Quorums of held service nodes that judge by themselves: who fails is put out of service, taken back and thrown out as blocks are made,
// and nobody is who does what it should.
import { beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes/hex.ts'
import { findField, parseExtra } from '../../src/coin/extra.ts'
import { TransactionType } from '../../src/coin/transaction.ts'
import { prepareKeccak } from '../../src/crypto/keccak.ts'
import { loadPointKernel } from '../../src/crypto/point.ts'
import { verifyHash } from '../../src/crypto/signature.ts'
import { verdictHash } from '../../src/devnet/oxen/obligations.ts'
import { isActive, isDecommissioned, type ServiceNode, Verdict } from '../../src/devnet/oxen/serviceNodes.ts'
import type { ParsedTransaction } from '../../src/devnet/records.ts'
import { nodeMethods } from '../../src/devnet/rpc/service.ts'
import {
  type DevelopmentOptions,
  type RunningNode,
  startDevelopmentNode,
  startWithServiceNodes,
} from '../../src/devnet/start.ts'
import type { RpcParams } from '../support/ask.ts'
import { heldToDeclarations } from '../support/declared.ts'
import { seededRandom } from '../support/random.ts'

const NOW = 1_800_000_000
const SPACING = 120
const declared = nodeMethods.flatMap((method) => (method.kind === 'json' ? [method] : []))

const options = (seed: number): DevelopmentOptions => ({
  clock: () => NOW,
  random: seededRandom(seed),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})

const ask = async ({ fetch }: RunningNode, method: string, params: RpcParams = {}): Promise<RpcParams> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
  const request = new Request('http://devnet.test/json_rpc', { method: 'POST', body })
  const answer = await (await heldToDeclarations(fetch, declared)(request)).json()
  if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

const mine = (running: RunningNode, blocks: number, spacing = SPACING): Promise<RpcParams> =>
  ask(running, 'dev_mine', { blocks, spacing })

const keyOf = ({ heldNodes }: RunningNode, nth: number): string => {
  const node = heldNodes?.registered[nth]
  if (node === undefined) throw new Error(`there is no service node ${nth}`)
  return toHex(node.key)
}

const nodeOf = ({ node }: RunningNode, key: string): ServiceNode | undefined =>
  node.chain.state.serviceNodes?.list.nodes.get(key)

const told = (running: RunningNode, key: string, params: RpcParams = {}): Promise<RpcParams> =>
  ask(running, 'dev_service_node', { service_node_pubkey: key, ...params })

const isVerdict = ({ transaction }: ParsedTransaction): boolean => transaction.type === TransactionType.stateChange

type Ruling = { readonly height: number; readonly state: number; readonly about: string; readonly of: number }

/** Verdicts that blocks hold, from a height on; whose they are is read off the quorums that the chain draws. */
const rulings = ({ node: { chain, rules } }: RunningNode, from = 0): Ruling[] =>
  chain.blocks.slice(from).flatMap(({ height, transactions }) =>
    transactions.filter(isVerdict).map(({ transaction }) => {
      const field = findField(parseExtra(rules.network, transaction.extra), 'stateChange')
      const quorum = chain.state.serviceNodes?.obligationsAt(field?.blockHeight ?? 0)
      if (field === undefined || quorum === undefined) throw new Error('a verdict is none')
      expect(field.votes).toHaveLength(7)
      for (const { validatorIndex, signature } of field.votes)
        expect(verifyHash(verdictHash(field), quorum.validators[validatorIndex] ?? new Uint8Array(32), signature)).toBe(
          true,
        )
      const about = toHex(quorum.workers[field.serviceNodeIndex] ?? new Uint8Array())
      return { height, state: field.state, about, of: field.blockHeight }
    }),
  )

const states = (running: RunningNode, from = 0): number[] => rulings(running, from).map(({ state }) => state)

/** Mines until something holds of a node; answers how many blocks it took. */
const mineUntil = async (running: RunningNode, most: number, holds: () => boolean): Promise<number> => {
  for (let mined = 1; mined <= most; mined++) {
    await mine(running, 1)
    if (holds()) return mined
  }
  throw new Error(`it does not hold after ${most} blocks`)
}

beforeAll(async () => {
  await Promise.all([loadPointKernel(), prepareKeccak()])
})

describe('service nodes that do what they should', () => {
  it.each([
    ['at the time of day', 0],
    ['every two minutes', SPACING],
    ['every two weeks', 1_209_600],
  ])('are left in peace, blocks made %s', async (_when, spacing) => {
    const running = await startWithServiceNodes(options(21), 12)
    await mine(running, 90, spacing)
    expect(rulings(running)).toEqual([])
    expect(running.node.pool.size).toBe(0)
    for (let nth = 0; nth < 12; nth++)
      expect(await told(running, keyOf(running, nth))).toMatchObject({
        ...{ held: true, judged: true, proofs: true, votes: true, public_ip: '127.0.0.1', verdict: '' },
        ...{ uptime_proved: true, checkpoint_participation: true, pulse_participation: true, single_ip: true },
      })
  })
})
