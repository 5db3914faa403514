// Local service nodes, whose keys the development node holds: registrations in real transactions, pulse blocks, state changes, and the
// rewards for all of it.

import { beforeAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { formatAddress } from '../../../../src/coin/addresses/address.ts'
import { type Block, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { findField } from '../../../../src/coin/transactions/findExtraField.ts'
import { parseExtra } from '../../../../src/coin/transactions/parseExtra.ts'
import { TransactionType, transactionFee } from '../../../../src/coin/transactions/transaction.ts'
import { verifyHash } from '../../../../src/crypto/signatures/signature.ts'
import type { DevelopmentOptions } from '../../../../src/devnet/family/developmentOptions.ts'
import { moneroRules } from '../../../../src/devnet/monero/chains.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { LocalNodeKeys, MissingKeysError } from '../../../../src/devnet/oxen/local-nodes/localNodeKeys.ts'
import type { LocalServiceNodes } from '../../../../src/devnet/oxen/local-nodes/localServiceNodes.ts'
import { isPulseBlock } from '../../../../src/devnet/oxen/service-nodes/quorums.ts'
import {
  isActive,
  isDecommissioned,
  isFunded,
  type ServiceNode,
} from '../../../../src/devnet/oxen/service-nodes/serviceNodes.ts'
import { parseContribution, parseRegistration } from '../../../../src/devnet/oxen/service-nodes/stakeTransaction.ts'
import type { BlockRecord } from '../../../../src/devnet/records/chainRecords.ts'
import { outputSum } from '../../../../src/devnet/rules/coinbase.ts'
import { type RunningNode, startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { answerOf } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'

const NOW = 1_800_000_000
const COIN = 1_000_000_000n
const REWARD = 16_500_000_000n

const options = (seed: number): DevelopmentOptions => ({
  clock: () => NOW,
  random: seededRandom(seed),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
})

const heldBy = ({ localServiceNodes }: RunningNode): LocalServiceNodes => {
  if (localServiceNodes === undefined) throw new Error('the chain has no service nodes')
  return localServiceNodes
}

const faucetAddress = ({ node, faucet }: RunningNode): string =>
  formatAddress(node.rules.network, { kind: 'standard', ...faucet.address, paymentId: undefined })

/** Returns the amounts of a block's coinbase outputs. */
const paid = ({ block }: BlockRecord): readonly bigint[] => block.minerTransaction.outputs.map(({ amount }) => amount)

const winnerOf = ({ node }: RunningNode, { block }: BlockRecord): string =>
  toHex(
    findField(parseExtra(node.rules.network, block.minerTransaction.extra), 'serviceNodeWinner')?.key ??
      new Uint8Array(),
  )

/** Returns the first round in which another service node than the leader produces the next block. */
const roundOfAnother = ({ node: { chain } }: RunningNode): number => {
  const serviceNodes = serviceNodesOf(chain.state)
  const leader = toHex(serviceNodes?.leader?.key ?? new Uint8Array())
  for (let round = 1; round < 256; round++) {
    const [producer] = serviceNodes?.pulseQuorumAt(chain.blocks, chain.height, round)?.workers ?? []
    if (producer !== undefined && toHex(producer) !== leader) return round
  }
  throw new Error("all rounds are the leader's")
}

const feesOf = ({ transactions }: BlockRecord): bigint =>
  transactions.slice(1).reduce((sum, { transaction }) => sum + transactionFee(transaction), 0n)

describe('a chain that starts with twelve service nodes', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(options(1), 12)
  })

  it('has registered and funded them in one block, up to the present', () => {
    const { chain, rules } = running.node
    const { registered } = heldBy(running)
    expect(registered).toHaveLength(12)
    expect(registered.every((node) => isFunded(node) && isActive(node))).toBe(true)
    expect(chain.tip.timestamp).toBeLessThanOrEqual(NOW)
    expect(chain.tip.timestamp).toBeGreaterThan(NOW - 600)
    const stakes = chain.tip.transactions.slice(1)
    expect(stakes).toHaveLength(12)
    for (const { transaction } of stakes) {
      expect(transaction.type).toBe(TransactionType.stake)
      expect(parseExtra(rules.network, transaction.extra).map(({ field }) => field)).toEqual([
        ...['txPublicKey', 'nonce', 'registration', 'contributor', 'serviceNodeKey', 'txSecretKey', 'keyImageProofs'],
      ])
      const stake = parseContribution(rules.network, transaction, chain.tip.height)
      expect(stake?.locked.map(({ amount }) => amount)).toEqual([100n * COIN])
      expect(parseRegistration(rules.network, transaction, 17)?.serviceNodeKey).toEqual(stake?.serviceNodeKey)
    }
  })

  it('has pulse blocks from then on, with seven signatures', () => {
    const mined = running.miner.mine(3)
    for (const { block } of mined) {
      expect(isPulseBlock(block)).toBe(true)
      expect(block.nonce).toBe(0)
      expect(block.quorumSignatures.map(({ voterIndex }) => voterIndex)).toEqual([0, 1, 2, 3, 4, 5, 6])
    }
    // The leader changes from block to block.
    expect(new Set(mined.map((record) => winnerOf(running, record))).size).toBe(3)
  })

  it('rejects mined blocks, and blocks with wrong signatures or validators', () => {
    const { node, miner } = running
    const [record] = miner.mine(1)
    const [undone] = node.popBlocks(1)
    expect(undone).toBe(record)
    const block = undone?.block as Block // it was there a moment ago
    const submit = (change: Partial<Block>) => () => node.submitBlock(serializeBlock({ ...block, ...change }))
    const noPulse = { randomValue: new Uint8Array(16), round: 0, validatorBitset: 0 }
    expect(submit({ pulse: noPulse, quorumSignatures: [] })).toThrow('a pulse block is due')
    expect(submit({ nonce: 1 })).toThrow('nonce')
    expect(submit({ quorumSignatures: block.quorumSignatures.slice(1) })).toThrow('6 signatures')
    expect(submit({ quorumSignatures: block.quorumSignatures.toReversed() })).toThrow('out of order')
    const [first, ...others] = block.quorumSignatures
    const swapped = others.map((one, i) => ({
      ...one,
      signature: (i === 0 ? first : one)?.signature ?? new Uint8Array(),
    }))
    expect(submit({ quorumSignatures: first === undefined ? [] : [first, ...swapped] })).toThrow('is invalid')
    expect(submit({ timestamp: block.timestamp + 1 })).toThrow('is invalid')
    expect(node.submitBlock(serializeBlock(block))).toBe('added')
  })

  it('pays the leader in round 0, and the fees to another producer in later rounds', async () => {
    const { node, miner, faucet } = running
    const [empty] = miner.mine(1)
    expect(empty && paid(empty)).toEqual([REWARD])
    const amounts: bigint[] = []
    for (const others of [false, true]) {
      await faucet.stake(25n * COIN, [])
      const round = others ? roundOfAnother(running) : 0
      const [record] = miner.mine(1, undefined, round)
      if (record === undefined) throw new Error('no block was mined')
      const fees = feesOf(record)
      expect(fees).toBeGreaterThan(0n)
      node.popBlocks(1)
      const producer = node.chain.state.producerOf(record.block, node.chain.blocks) ?? new Uint8Array()
      expect(toHex(producer) === winnerOf(running, record)).toBe(!others)
      expect(node.submitBlock(record.blob)).toBe('added')
      expect(record.block.pulse?.round).toBe(round)
      expect(paid(record)).toEqual(others ? [fees, REWARD] : [REWARD + fees])
      expect(outputSum(record.block.minerTransaction)).toBe(REWARD + fees)
      expect(node.chain.tip.generated - (node.chain.blockAt(record.height - 1)?.generated ?? 0n)).toBe(REWARD)
      amounts.push(...paid(record))
    }
    expect(amounts).toHaveLength(3)
  })

  it('pays faucet coins that its service nodes earned', async () => {
    const before = running.node.chain.height
    const payment = await running.faucet.pay(faucetAddress(running), 900n * COIN)
    expect(payment.height).toBeGreaterThan(before)
    expect(running.node.chain.blocks.slice(before).every(({ block }) => isPulseBlock(block))).toBe(true)
  })

  it('reorganises pulse blocks', () => {
    const { node, miner } = running
    const ids = () => node.chain.blocks.map(({ id }) => toHex(id))
    const [start, list] = [ids(), serviceNodesOf(node.chain.state)?.list]
    miner.mine(8)
    const grown = node.chain.blocks.slice(start.length)
    node.popBlocks(8)
    expect(ids()).toEqual(start)
    expect(serviceNodesOf(node.chain.state)?.list).toEqual(list)
    for (const { blob } of grown) expect(node.submitBlock(blob)).toBe('added')
    node.popBlocks(8)
    // Other blocks replace them; the longer chain wins.
    miner.mine(2)
    for (const { blob } of grown) node.submitBlock(blob)
    expect(ids()).toEqual([...start, ...grown.map(({ id }) => toHex(id))])
  })

  it('restores them from a dump', async () => {
    const again = await startWithServiceNodes({ ...options(2), dump: running.node.state.dump() }, 12)
    expect(again.node.chain.height).toBe(running.node.chain.height)
    expect(heldBy(again).registered.map(({ key }) => toHex(key))).toEqual(
      heldBy(running).registered.map(({ key }) => toHex(key)),
    )
    expect(again.miner.mine(1).map(({ block }) => isPulseBlock(block))).toEqual([true])
  })

  it('mines again when no pulse block was made for hours', () => {
    const { node, rules } = { node: running.node, rules: running.node.rules }
    const late = startDevelopmentNode({ ...options(3), rules, dump: node.state.dump(), clock: () => NOW + 20_000 })
    const [record] = late.miner.mine(1)
    expect(record && isPulseBlock(record.block)).toBe(false)
    expect(late.miner.mine(1).map(({ block }) => isPulseBlock(block))).toEqual([true])
  })

  it('reports missing keys when it does not hold them', () => {
    const other = startDevelopmentNode({ ...options(4), dump: running.node.state.dump() })
    const foreign = new LocalNodeKeys(new Uint8Array(32), seededRandom(5))
    expect(() => foreign.sign(new Uint8Array(32), [new Uint8Array(32).fill(1)], 1)).toThrow(MissingKeysError)
    Object.defineProperty(heldBy(other), 'keys', { value: foreign })
    expect(() => other.miner.mine(1)).toThrow('can sign for 0 of its validators')
  })

  it('makes blocks in a requested round, and reports why it cannot', async () => {
    const { node } = running
    const { blocks } = await answerOf(running, 'dev_mine', { round: 4 })
    expect(blocks).toEqual([toHex(node.chain.tip.id)])
    expect(node.chain.tip.block.pulse?.round).toBe(4)
    expect(await answerOf(startDevelopmentNode(options(10)), 'dev_mine', { round: 4 })).toMatchObject({
      code: -7,
      message: expect.stringContaining('use round 0'),
    })
  })

  it('is a service node itself, for a wallet to register', async () => {
    const { service_node_pubkey: key } = await answerOf(running, 'get_service_keys')
    const { keys, registered } = heldBy(running)
    expect(keys.find(fromHex(String(key)))).toBeDefined()
    expect(registered.map((node) => toHex(node.key))).not.toContain(key)
  })
})

describe('state changes of local service nodes', () => {
  let running: RunningNode
  let key: string
  beforeAll(async () => {
    running = await startWithServiceNodes(options(6), 13)
    running.miner.mine(5)
    key = toHex(heldBy(running).registered[4]?.key ?? new Uint8Array())
  })
  const subject = () => heldBy(running).registered.find((node) => toHex(node.key) === key)
  const is = (test: (node: ServiceNode) => boolean): boolean => {
    const node = subject()
    return node !== undefined && test(node)
  }
  const decide = (verdict: string) => answerOf(running, 'dev_verdict', { service_node_pubkey: key, verdict })

  it('are real transactions that decommission and recommission', async () => {
    const { tx_hash: txid, status } = await decide('decommission')
    expect(status).toBe('OK')
    const { node } = running
    const mined = node.chain.tip.transactions.find(({ id }) => toHex(id) === txid)
    expect(mined?.transaction.type).toBe(TransactionType.stateChange)
    expect(subject()).toMatchObject({ decommissionCount: 1 })
    expect(is(isDecommissioned)).toBe(true)
    expect(await decide('decommission')).toMatchObject({ code: -1 })
    expect(await decide('recommission')).toMatchObject({ status: 'OK' })
    expect(is(isActive)).toBe(true)
    expect(await decide('ip_change')).toMatchObject({ status: 'OK' })
    expect(subject()?.lastAddressChangeHeight).toBe(node.chain.height - 1)
  })

  it('deregister, and blacklist key images for a while', async () => {
    const { node, miner } = running
    const images = subject()?.contributors.flatMap(({ locked }) => locked.map(({ keyImage }) => toHex(keyImage))) ?? []
    expect(images).toHaveLength(1)
    expect(await decide('deregister')).toMatchObject({ status: 'OK' })
    expect(subject()).toBeUndefined()
    const list = () => serviceNodesOf(node.chain.state)?.list
    expect([...(list()?.blacklist ?? [])]).toMatchObject([[images[0], { until: node.chain.height - 1 + 30 }]])
    expect(await decide('deregister')).toMatchObject({ code: -1 })
    miner.mine(30)
    expect(list()?.blacklist.size).toBe(0)
  })

  it('need enough service nodes', async () => {
    const few = await startWithServiceNodes(options(7), 2)
    const [first] = heldBy(few).registered
    const params = { service_node_pubkey: toHex(first?.key ?? new Uint8Array()), verdict: 'deregister' }
    expect(await answerOf(few, 'dev_verdict', params)).toMatchObject({
      code: -1,
      message: expect.stringContaining('from 11 active service nodes on'),
    })
  })
})

describe('checkpoints of twenty local service nodes', () => {
  let running: RunningNode
  beforeAll(async () => {
    running = await startWithServiceNodes(options(11), 20)
    running.miner.mine(24)
  })

  it('exist for every fourth block, with thirteen signatures', async () => {
    const { chain } = running.node
    const { checkpoints } = await answerOf(running, 'get_checkpoints')
    const reported = checkpoints as {
      height: number
      block_hash: string
      signatures: { voter_index: number; signature: string }[]
    }[]
    const newest = Math.floor((chain.height - 1) / 4) * 4
    expect(reported[0]).toMatchObject({
      type: 'ServiceNode',
      height: newest,
      block_hash: toHex(chain.blockAt(newest)?.id ?? new Uint8Array()),
    })
    expect(reported.slice(0, 2).map(({ height }) => height)).toEqual([newest, newest - 4])
    for (const { height, block_hash: id, signatures } of reported) {
      expect(height % 4).toBe(0)
      const { validators = [] } = serviceNodesOf(chain.state)?.checkpointQuorumAt(height) ?? {}
      expect(validators).toHaveLength(20)
      expect(signatures).toHaveLength(13)
      for (const { voter_index: voter, signature } of signatures)
        expect(verifyHash(fromHex(id), validators[voter] ?? new Uint8Array(32), fromHex(signature))).toBe(true)
    }
    expect((await answerOf(running, 'get_checkpoints', { count: 1 }))['checkpoints']).toMatchObject([
      { height: newest },
    ])
    expect(
      (await answerOf(running, 'get_checkpoints', { start_height: newest - 4, end_height: newest }))['checkpoints'],
    ).toMatchObject([{ height: newest - 4 }, { height: newest }])
  })

  it('make the last but one final, below which nothing is reorganised', async () => {
    const { node } = running
    const final = Math.floor((node.chain.height - 1) / 4) * 4 - 4
    const id = toHex(node.chain.blockAt(final)?.id ?? new Uint8Array())
    expect(await answerOf(running, 'get_height')).toMatchObject({ immutable_height: final, immutable_hash: id })
    expect(await answerOf(running, 'get_info')).toMatchObject({ immutable_height: final, immutable_block_hash: id })
    const depth = node.chain.height - final
    expect(await answerOf(running, 'dev_reorg', { pop: depth })).toMatchObject({ code: -1 })
    expect(await answerOf(running, 'dev_reorg', { pop: depth - 1 })).toMatchObject({ status: 'OK' })
    const apart = startDevelopmentNode({ ...options(12), dump: node.state.dump() })
    apart.node.popBlocks(node.chain.height - final)
    apart.miner.mine(1)
    expect(() => node.submitBlock(apart.node.chain.tip.blob)).toThrow('final up to block')
    // One checkpoint outweighs any number of blocks without one.
    const aside = startDevelopmentNode({ ...options(13), dump: { ...node.state.dump(), parts: {} } })
    const latest = node.checkpoints.immutable?.height ?? 0
    aside.node.popBlocks(node.chain.height - latest - 1)
    aside.miner.mine(12)
    const [tip, height] = [node.chain.tip, node.chain.height]
    const fates = aside.node.chain.blocks.slice(latest + 1).map(({ blob }) => node.submitBlock(blob))
    expect(new Set(fates)).toEqual(new Set(['alternative']))
    expect([node.chain.tip, node.chain.height]).toEqual([tip, height])
  })

  it('are removed when their blocks are popped', async () => {
    const { node, miner } = running
    node.popBlocks(8)
    const newest = Math.floor((node.chain.height - 1) / 4) * 4
    expect((await answerOf(running, 'get_checkpoints', { count: 1 }))['checkpoints']).toMatchObject([
      { height: newest },
    ])
    miner.mine(8)
    expect((await answerOf(running, 'get_checkpoints', { count: 1 }))['checkpoints']).toMatchObject([
      { height: newest + 8 },
    ])
  })
})

describe('the methods for local service nodes', () => {
  it('register more, which others can contribute to', async () => {
    const running = startDevelopmentNode(options(8))
    expect(await answerOf(running, 'dev_service_nodes')).toEqual({ status: 'OK', height: running.node.chain.height })
    const { registered } = await answerOf(running, 'dev_service_nodes', { register: 1, share: 25 })
    const { service_nodes: nodes } = await answerOf(running, 'dev_service_nodes')
    expect(nodes).toMatchObject([{ funded: false, active: false }])
    expect(registered).toHaveLength(1)
    const [node] = heldBy(running).registered
    expect(node?.contributors).toMatchObject([{ amount: 25n * COIN, reserved: 25n * COIN }])
    const { spendKey, viewKey } = running.faucet.address
    await running.faucet.stake(75n * COIN, [
      { field: 'contributor', spendKey, viewKey },
      { field: 'serviceNodeKey', key: node?.key ?? new Uint8Array() },
    ])
    running.miner.mine(1)
    const [funded] = heldBy(running).registered
    expect(funded && isFunded(funded)).toBe(true)
    expect(funded?.contributors.flatMap(({ locked }) => locked.map(({ amount }) => amount))).toEqual([
      25n * COIN,
      75n * COIN,
    ])
    expect(await answerOf(running, 'dev_service_nodes', { register: 1, share: 5 })).toMatchObject({ code: -1 })
    expect(await answerOf(running, 'dev_service_nodes', { register: 101 })).toMatchObject({ code: -32602 })
    expect(await answerOf(running, 'dev_verdict', { service_node_pubkey: 'x', verdict: 'deregister' })).toMatchObject({
      code: -1,
    })
  })

  it('do not exist for a family without service nodes', async () => {
    const monero = startDevelopmentNode({ ...options(9), rules: moneroRules })
    expect(monero.localServiceNodes).toBeUndefined()
    await expect(startWithServiceNodes({ ...options(9), rules: moneroRules }, 1)).rejects.toThrow('no service nodes')
  })
})
