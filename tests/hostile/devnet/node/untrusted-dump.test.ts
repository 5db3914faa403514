// A dump may come from anyone: a damaged or forged dump, or one of another chain, is rejected with a specific error and changes nothing.
// Checkpoints are the same after a load and after a restart: their signatures are not stored but recomputed.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toHex } from '../../../../src/bytes/hex.ts'
import { blockId, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { transactionFee } from '../../../../src/coin/transactions/transaction.ts'
import { parseTransaction, serializeTransaction } from '../../../../src/coin/transactions/transactionBytes.ts'
import { transactionId } from '../../../../src/coin/transactions/transactionHash.ts'
import { verifyHash } from '../../../../src/crypto/signatures/signature.ts'
import { BlockRefusedError } from '../../../../src/devnet/chain/chain.ts'
import { moneroRules } from '../../../../src/devnet/monero/chains.ts'
import { DumpError, type NodeDump, packDump, unpackDump } from '../../../../src/devnet/node/nodeDump.ts'
import { serviceNodesOf } from '../../../../src/devnet/oxen/blocks/oxenState.ts'
import { type RunningNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'
import { mineOne, quietNode } from '../../../support/wallet/payer.ts'

const ADDRESS = 'LE3LG3vJCKa4NPDz4Mn8soRAr4MJjxcQiU3N5ndcx3Qn6J3fnEj76CTPfzVA3JPThfEKH8yZmW2sJFsyShkRYVqpEtGmmHA'

const options = {
  clock: () => 1_800_000_000,
  random: seededRandom(34),
  ticker: () => () => undefined,
  mining: { kind: 'manual' as const },
}

let running: RunningNode
let dump: NodeDump

beforeAll(async () => {
  running = await startWithServiceNodes(options, 20)
  await callNode(running, 'dev_mine', { blocks: 30 })
  dump = running.node.state.dump()
})
afterAll(() => running.close())

/** Replaces the last block of a dump and its transactions. */
const withTop = (
  { blocks, ...rest }: NodeDump,
  change: (top: NodeDump['blocks'][number]) => NodeDump['blocks'][number],
): NodeDump => ({ ...rest, blocks: blocks.map((each, i) => (i === blocks.length - 1 ? change(each) : each)) })

/** Checks that a node rejects a dump and keeps its state; returns the error message. */
const refusal = (bad: NodeDump, kind: new (...args: never[]) => Error): string => {
  const node = quietNode().node
  const before = toHex(node.chain.tip.id)
  let message = ''
  try {
    node.state.loadUntrusted(bad)
  } catch (error) {
    expect(error).toBeInstanceOf(kind)
    message = error instanceof Error ? error.message : ''
  }
  expect(toHex(node.chain.tip.id)).toBe(before)
  return message
}

describe('an untrusted dump', () => {
  it('is loaded, also from its packed bytes', async () => {
    const { node } = quietNode()
    node.state.loadUntrusted(await unpackDump(await packDump(dump)))
    expect(node.state.dump()).toEqual(dump)
  })

  it('is rejected with an invalid quorum signature, which does not affect the block id', () => {
    const { network } = running.node.rules
    const bent = withTop(dump, ({ block: blob, transactions }) => {
      const block = parseBlock(network, blob)
      const quorumSignatures = block.quorumSignatures.map((each, i) =>
        i === 3 ? { ...each, signature: each.signature.with(5, (each.signature[5] ?? 0) ^ 1) } : each,
      )
      expect(quorumSignatures.length).toBeGreaterThan(3)
      const changed = { ...block, quorumSignatures }
      expect(toHex(blockId(changed))).toBe(toHex(blockId(block)))
      return { block: serializeBlock(changed), transactions }
    })
    expect(refusal(bent, BlockRefusedError)).toMatch(/the signature of voter \d+ is invalid/)
  })

  it('is rejected with an unsigned transaction, although all ids match', async () => {
    const other = quietNode()
    await other.faucet.pay(ADDRESS)
    const { network } = other.node.rules
    const place = other.node.chain.blocks.findLastIndex(({ transactions }) => transactions.length > 1)
    await callNode(other, 'pop_blocks', { nblocks: other.node.chain.height - 1 - place })
    const forged = withTop(other.node.state.dump(), ({ block: blob, transactions: [payment = new Uint8Array()] }) => {
      const good = parseTransaction(network, payment)
      if (good.prunable === undefined) throw new Error('the transaction has no signatures')
      const clsags = good.prunable.clsags.map((each) => ({ ...each, c1: each.s[0] ?? each.c1 }))
      const bad = { ...good, prunable: { ...good.prunable, clsags } }
      const block = { ...parseBlock(network, blob), transactionIds: [transactionId(bad)] }
      return { block: serializeBlock(block), transactions: [serializeTransaction(bad)] }
    })
    expect(refusal(forged, BlockRefusedError)).toMatch(/ring signature of input 0 is invalid/)
    // A trusted dump is loaded without verification.
    const { node } = quietNode()
    node.state.loadTrusted(forged)
    expect(node.chain.height).toBe(place + 1)
  })

  it('cannot claim another fee for a transaction of its pool', async () => {
    const other = quietNode()
    await other.faucet.pay(ADDRESS)
    const { network } = other.node.rules
    const place = other.node.chain.blocks.findLastIndex(({ transactions }) => transactions.length > 1)
    await callNode(other, 'pop_blocks', { nblocks: other.node.chain.height - place })
    const [{ fee, parsed } = { fee: 0n, parsed: undefined }] = other.node.pool.entries
    expect(fee).toBe(parsed && transactionFee(parseTransaction(network, parsed.blob)))
    const waiting = other.node.state.dump()
    for (const claimed of [0n, -1n, 10n ** 18n]) {
      const { node, miner } = quietNode({
        dump: { ...waiting, pool: waiting.pool.map((each) => ({ ...each, fee: claimed })) },
      })
      expect(node.pool.entries).toMatchObject([{ fee }])
      miner.mine(1)
      expect(node.chain.tip.transactions).toHaveLength(2)
    }
  })

  it('loses the transactions of its pool that are in a block', async () => {
    const other = quietNode()
    await other.faucet.pay(ADDRESS)
    const { chain } = other.node
    const mined = chain.blocks.flatMap(({ transactions }) => transactions.slice(1).map(({ blob }) => ({ blob })))
    const coinbase = { blob: chain.tip.transactions[0]?.blob ?? new Uint8Array() }
    expect(mined.length).toBeGreaterThan(0)
    const { node, miner } = quietNode({ dump: { ...other.node.state.dump(), pool: [...mined, coinbase] } })
    expect(node.pool.entries).toEqual([])
    miner.mine(1)
    expect(node.chain.height).toBe(chain.height + 1)
  })

  it('is rejected with an alternative block that has no known parent or is invalid', async () => {
    const other = quietNode()
    await mineOne(other)
    const { network } = other.node.rules
    const parent = toHex(other.node.chain.blockAt(other.node.chain.height - 3)?.id ?? new Uint8Array())
    await callNode(other, 'generateblocks', { amount_of_blocks: 1, wallet_address: ADDRESS, prev_block: parent })
    const good = other.node.state.dump()
    expect(good.alternatives).toHaveLength(1)
    expect(quietNode({ dump: good }).node.alternatives.chains).toHaveLength(1)
    const changed = (change: object): NodeDump => ({
      ...good,
      alternatives: (good.alternatives ?? []).map(({ block }) => ({
        block: serializeBlock({ ...parseBlock(network, block), ...change }),
      })),
    })
    expect(refusal(changed({ previousId: new Uint8Array(32) }), BlockRefusedError)).toMatch(/its parent is unknown/)
    expect(refusal(changed({ majorVersion: 16 }), BlockRefusedError)).toMatch(/its version is 16/)
  })

  it('contains the reorganised blocks where the family keeps them, and the blocks on top of them', async () => {
    const other = quietNode({ rules: moneroRules })
    const { node, miner, faucet } = other
    const twin = quietNode({ rules: moneroRules, dump: node.state.dump() })
    miner.mine(3)
    for (const { blob } of twin.miner.mine(4, { ...faucet.address, spendKey: faucet.address.viewKey }))
      node.submitBlock(blob)
    expect(toHex(node.chain.tip.id)).toBe(toHex(twin.node.chain.tip.id))
    const chains = node.alternatives.chains.map(({ blocks }) => blocks.map(({ id }) => toHex(id)))
    expect(chains.map(({ length }) => length)).toEqual([3])
    const dump = node.state.dump()
    for (const alternatives of [dump.alternatives ?? [], (dump.alternatives ?? []).toReversed()]) {
      const again = quietNode({ rules: moneroRules, dump: { ...dump, alternatives } })
      expect(again.node.alternatives.chains.map(({ blocks }) => blocks.map(({ id }) => toHex(id)))).toEqual(chains)
    }
  })

  it('is rejected for another network or fork schedule, with both names in the message', async () => {
    const monero = quietNode({ rules: moneroRules }).node.state.dump()
    const message = refusal(monero, DumpError)
    expect(message).toContain('the dump is of another chain')
    expect(message).toContain(moneroRules.network.name)
    expect(message).toContain(running.node.rules.network.name)
    await expect(callNode(running, 'dev_load', { dump: toHex(await packDump(monero)) })).rejects.toThrow(
      '-1 the dump is of another chain',
    )
    // Dumps of earlier versions do not name their chain.
    const { chain: _chain, ...unnamed } = monero
    expect(refusal(unnamed, Error)).not.toBe('')
  })
})

describe('checkpoints', () => {
  const checkpointsOf = ({ node: { checkpoints } }: RunningNode) => ({
    all: checkpoints.all.map(({ height, id }) => [height, toHex(id)]),
    immutable: checkpoints.immutable?.height,
  })

  it('are the same after a load, signed by the same quorums', () => {
    const other = quietNode({ dump })
    expect(checkpointsOf(other).all.length).toBeGreaterThan(1)
    expect(checkpointsOf(other)).toEqual(checkpointsOf(running))
    for (const checkpoint of other.node.checkpoints.all) {
      const { validators = [] } = serviceNodesOf(other.node.chain.state)?.checkpointQuorumAt(checkpoint.height) ?? {}
      const signatures = other.node.checkpoints.signaturesOf(checkpoint)
      expect(signatures).toHaveLength(13)
      for (const { voterIndex, signature } of signatures)
        expect(verifyHash(checkpoint.id, validators[voterIndex] ?? new Uint8Array(), signature)).toBe(true)
    }
  })

  it('are absent if the dump has a chain without their keys', () => {
    const other = quietNode({ dump: { ...dump, blocks: dump.blocks.slice(0, 5) } })
    expect(checkpointsOf(other)).toEqual({ all: [], immutable: undefined })
  })
})
