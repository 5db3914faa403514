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

/** Mines until something holds; answers how many blocks it took. */
const mineUntil = async (running: RunningNode, holds: () => boolean, most = 150): Promise<number> => {
  for (let mined = 1; mined <= most; mined++) {
    await mine(running, 1)
    if (holds()) return mined
  }
  throw new Error(`it does not hold after ${most} blocks`)
}

/** Verdicts that wait for a block. */
const waiting = ({ node }: RunningNode): number => node.pool.entries.filter(({ parsed }) => isVerdict(parsed)).length

const isOut = (running: RunningNode, key: string): boolean => {
  const node = nodeOf(running, key)
  return node !== undefined && isDecommissioned(node)
}

const isIn = (running: RunningNode, key: string): boolean => {
  const node = nodeOf(running, key)
  return node !== undefined && isActive(node)
}

const isGone = (running: RunningNode, key: string): boolean => nodeOf(running, key) === undefined

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

describe('a service node that proves no more that it runs', () => {
  let running: RunningNode
  let key: string
  let start: number
  beforeAll(async () => {
    running = await startWithServiceNodes(options(22), 13)
    key = keyOf(running, 3)
    start = running.node.chain.height
  })

  it('is not judged before its last proof is too old', async () => {
    await mine(running, 20)
    const { last_uptime_proof: last } = await told(running, key, { proofs: false })
    const { chain } = running.node
    await mineUntil(running, () => waiting(running) > 0)
    expect(chain.tip.timestamp - Number(last)).toBeGreaterThan(7500)
    // The quorum of some block watches it soon: three of the others are watched by each.
    expect(chain.tip.timestamp - Number(last)).toBeLessThan(7500 + 30 * SPACING)
    expect(rulings(running, start)).toEqual([])
    expect(await told(running, key)).toMatchObject({
      ...{ proofs: false, uptime_proved: false, last_uptime_proof: last, verdict: 'decommission' },
    })
  })

  it('is put out of service by the next block, by a quorum twelve blocks older than the one that had it judged', async () => {
    const { height } = running.node.chain
    await mine(running, 1)
    expect(rulings(running, start)).toEqual([{ height, state: Verdict.decommission, about: key, of: height - 13 }])
    expect(nodeOf(running, key)).toMatchObject({ lastDecommissionHeight: height, decommissionCount: 1 })
  })

  it('stays out while it is silent, and its earned downtime is counted down', async () => {
    const { earned_downtime_blocks: earned } = await told(running, key)
    await mine(running, 25)
    expect(states(running, start)).toEqual([Verdict.decommission])
    expect(await told(running, key)).toMatchObject({
      ...{ earned_downtime_blocks: Number(earned) - 25, verdict: '', last_uptime_proof: 0, public_ip: '0.0.0.0' },
    })
  })

  it('is taken back once it proves it again', async () => {
    expect(await told(running, key, { proofs: true })).toMatchObject({
      ...{ uptime_proved: true, last_uptime_proof: running.node.clock(), verdict: 'recommission' },
    })
    await mineUntil(running, () => isIn(running, key), 10)
    expect(states(running, start)).toEqual([Verdict.decommission, Verdict.recommission])
    expect(nodeOf(running, key)?.recommissionCredit).toBeLessThan(60)
    await mine(running, 80)
    expect(states(running, start)).toHaveLength(2)
  })

  it('is thrown out when it is silent again, as it has not earned the downtime anew', async () => {
    await told(running, key, { proofs: false })
    const images = nodeOf(running, key)?.contributors.flatMap(({ locked }) =>
      locked.map((each) => toHex(each.keyImage)),
    )
    await mineUntil(running, () => isGone(running, key))
    expect(states(running, start)).toEqual([Verdict.decommission, Verdict.recommission, Verdict.deregister])
    expect(rulings(running, start).every(({ about }) => about === key)).toBe(true)
    expect([...(running.node.chain.state.serviceNodes?.list.blacklist.keys() ?? [])]).toEqual(images)
    await expect(told(running, key)).rejects.toThrow('no service node with this key is registered')
    expect(await ask(running, 'get_service_nodes_state_changes', { start_height: start })).toMatchObject({
      ...{ total_decommission: 1, total_recommission: 1, total_deregister: 1, total_ip_change_penalty: 0 },
    })
  })

  it('does what it should when it is registered anew', async () => {
    const { registered } = await ask(running, 'dev_service_nodes', { register: 1 })
    expect(registered).toEqual([key])
    expect(await told(running, key)).toMatchObject({ proofs: true, uptime_proved: true, judged: true })
    await mine(running, 70)
    expect(states(running, start)).toHaveLength(3)
  })

  it('is thrown out once the downtime is used up', async () => {
    const [other, from] = [keyOf(running, 5), running.node.chain.height]
    await told(running, other, { proofs: false })
    await mineUntil(running, () => isOut(running, other))
    const { chain } = running.node
    const left = Number((await told(running, other))['earned_downtime_blocks'])
    expect(left).toBeGreaterThanOrEqual(60)
    const blocks = await mineUntil(running, () => isGone(running, other))
    // Below none; then a block for the quorum, and one for its verdict.
    expect(blocks).toBeGreaterThanOrEqual(left + 2)
    expect(blocks).toBeLessThan(left + 10)
    expect(states(running, from)).toEqual([Verdict.decommission, Verdict.deregister])
    expect(chain.tip.height).toBe(rulings(running, from).at(-1)?.height)
  })
})
