// Proof of work compared with a real monerod: the hashes, and blocks that the other side verifies.

import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runToCompletion } from '../../../src/async/timeSlices.ts'
import { fromHex, toHex } from '../../../src/bytes/hex.ts'
import { parseAddress } from '../../../src/coin/addresses/address.ts'
import { type Block, blockHashingBlob, serializeBlock } from '../../../src/coin/blocks/block.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { blockTemplate } from '../../../src/devnet/mining/blockTemplate.ts'
import { Miner } from '../../../src/devnet/mining/miner.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import { moneroWork } from '../../../src/devnet/monero/rules/proofOfWork.ts'
import { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { meetsDifficulty, type PowHash } from '../../../src/devnet/rules/proofOfWork.ts'
import { startDevelopmentNode } from '../../../src/devnet/startNode.ts'
import { followNode } from '../../../src/devnet/upstream/follower.ts'
import { createFollowers, haveSameTip } from '../../support/devnet/followers.ts'
import { serveNode } from '../../support/devnet/serve-node.ts'
import { type Peer, startMonerod } from '../../support/peers/monero.ts'
import { callRpc } from '../../support/peers/node-pair.ts'
import { seededRandom } from '../../support/random.ts'

const ADDRESS = '42ey1afDFnn4886T7196doS9GPMzexD9gXpsZJDwVjeRVdFCSoHnv7KPbBeGpzJBzHRCAs9UxqeoyFQMYbqSWYTfJJQAWDm'
const DIFFICULTY = 5
const { rules } = moneroChain
const genesis = rules.network.genesisId
const clock = () => Math.floor(Date.now() / 1000)
const random = seededRandom(11)

let hash: PowHash

/** Cleanups after each test, run in reverse order. */
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  hash = await moneroWork.open(genesis)
}, 120_000)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

const monerod = async (difficulty: number): Promise<Peer> => {
  const peer = await startMonerod({ difficulty })
  cleanups.push(() => peer.stop())
  return peer
}

/** Creates a node with the genesis block only that verifies proof of work. */
const startVerifyingNode = (difficulty: number): DevelopmentNode => {
  const node = new DevelopmentNode({ rules: { ...rules, difficulty: BigInt(difficulty) }, clock, random })
  node.chain.work.enable(hash)
  return node
}

const follow = (node: DevelopmentNode, { url }: Peer) => {
  const lines: string[] = []
  const client = createNodeClient({ url, unpruned: true, fetch: (request) => fetch(request), random })
  const follower = followNode({ node, client, log: (line) => lines.push(line) })
  cleanups.push(() => follower.close())
  return { follower, lines }
}

const until = async (condition: () => boolean): Promise<void> => {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 50))
}

/** Sends JSON-RPC with an array of parameters. */
const submit = async ({ url }: { readonly url: string }, blob: Uint8Array): Promise<unknown> =>
  JSON.parse(new TextDecoder().decode((await callRpc(url, 'submit_block', [toHex(blob)])).body))

const workOf = (block: Block): Uint8Array => runToCompletion(hash(blockHashingBlob(block), 16, genesis))

describe('a proof-of-work hash', () => {
  it('equals that of monerod: RandomX under two seeds, CryptoNight before it', async () => {
    const peer = await monerod(1)
    const cases = [
      ...Array.from({ length: 12 }, (_, i) => ({ fork: 16, seed: genesis, blob: random(1 + 11 * i) })),
      ...Array.from({ length: 3 }, (_, i) => ({ fork: 12, seed: new Uint8Array(32).fill(7), blob: random(76 + i) })),
      ...[1, 6, 7, 8, 9].map((fork) => ({ fork, seed: genesis, blob: random(76) })),
      // Variant 1 reads bytes 35 to 43 of the input.
      ...[43, 44, 100, 201].map((length) => ({ fork: 7, seed: genesis, blob: random(length) })),
    ]
    for (const { fork, seed, blob } of cases)
      expect(toHex(runToCompletion(hash(blob, fork, seed))), `fork ${fork}, ${toHex(blob)}`).toBe(
        await peer.call<unknown>('calc_pow', {
          major_version: fork,
          height: 1,
          block_blob: toHex(blob),
          seed_hash: toHex(seed),
        }),
      )
  }, 300_000)
})

describe('proof of work', () => {
  it('is verified by a node that follows a monerod', async () => {
    const peer = await monerod(DIFFICULTY)
    await peer.call('generateblocks', { amount_of_blocks: 4, wallet_address: ADDRESS })
    const node = startVerifyingNode(DIFFICULTY)
    follow(node, peer)
    await until(() => node.chain.height === 5)
    const { block_header: header } = await peer.call<{ block_header: { hash: string; pow_hash: string } }>(
      'get_last_block_header',
      { fill_pow_hash: true },
    )
    expect(toHex(node.chain.tip.id)).toBe(header.hash)
    const { tip, work } = node.chain
    expect(toHex(await work.hashOf({ ...node.chain.placeOnTip(tip.block), height: tip.height }))).toBe(header.pow_hash)
  }, 300_000)

  it('is rejected if insufficient, and the node that sent the block is no longer followed', async () => {
    const peer = await monerod(1)
    await peer.call('generateblocks', { amount_of_blocks: 1, wallet_address: ADDRESS })
    const { block_header: header } = await peer.call<{ block_header: { pow_hash: string } }>('get_last_block_header', {
      fill_pow_hash: true,
    })
    // Just below the required difficulty.
    const value = BigInt(`0x${toHex(fromHex(header.pow_hash).toReversed())}`)
    const node = startVerifyingNode(Number(2n ** 256n / value + 1n))
    const { follower, lines } = follow(node, peer)
    await until(() => follower.upstream.state === 'dropped')
    expect(lines.join('\n')).toContain('proof of work')
    expect(node.chain.height).toBe(1)
  }, 300_000)

  it('is accepted by a monerod that verifies it, and rejected with another nonce', async () => {
    const peer = await monerod(DIFFICULTY)
    const node = startVerifyingNode(DIFFICULTY)
    const miner = new Miner(node, () => () => undefined, parseAddress(rules.network, ADDRESS))
    for (const { block } of await miner.mineInSlices(3)) {
      let nonce = 0
      while (meetsDifficulty(workOf({ ...block, nonce }), BigInt(DIFFICULTY))) nonce++
      expect(await submit(peer, serializeBlock({ ...block, nonce }))).toMatchObject({
        error: { code: -7, message: 'Block not accepted' },
      })
      expect(await submit(peer, serializeBlock(block))).toMatchObject({ result: { status: 'OK' } })
    }
    expect(await peer.call('get_block_count')).toMatchObject({ count: 4 })
  }, 300_000)
})

describe('a block mined on a node that follows a monerod', () => {
  const { startFollowingNode } = createFollowers(cleanups)
  const withProofOfWork = { ...moneroChain, rules: { ...rules, difficulty: BigInt(DIFFICULTY) } }

  const countAt = async (peer: Peer): Promise<number> => (await peer.call<{ count: number }>('get_block_count')).count
  const untilCount = async (peer: Peer, count: number): Promise<void> => {
    while ((await countAt(peer)) !== count) await new Promise((resolve) => setTimeout(resolve, 50))
  }

  it('is relayed from the last node to all when it has proof of work', async () => {
    const peer = await monerod(DIFFICULTY)
    await peer.call('generateblocks', { amount_of_blocks: 2, wallet_address: ADDRESS })
    const callNode = (request: Request) => fetch(request)
    const middle = startFollowingNode(callNode, { ...withProofOfWork, work: hash, url: peer.url })
    const last = startFollowingNode(middle.fetch, { ...withProofOfWork, work: hash, url: 'http://middle' })
    await until(() => last.follower.upstream.state === 'synchronised' && last.node.chain.height === 3)
    await last.miner.mineInSlices(3)
    await untilCount(peer, 6)
    await until(() => haveSameTip(middle.node, last.node))
    // And the other direction, on top of Faba's blocks.
    await peer.call('generateblocks', { amount_of_blocks: 1, wallet_address: ADDRESS })
    await until(() => haveSameTip(middle.node, last.node) && last.node.chain.height === 7)
    expect([...middle.lines, ...last.lines].filter((line) => line.includes('rejects'))).toEqual([])
    // A better branch as well: from the last node to the monerod.
    last.node.popBlocks(2)
    last.miner.mine(3)
    await untilCount(peer, 8)
    await until(() => haveSameTip(middle.node, last.node))
    const { top_block_hash: tip } = await peer.call<{ top_block_hash: string }>('get_info')
    expect(tip).toBe(toHex(last.node.chain.tip.id))
  }, 300_000)

  it('is rejected by the monerod without proof of work, and replaced by its block', async () => {
    const peer = await monerod(DIFFICULTY)
    const running = startFollowingNode((request) => fetch(request), { ...withProofOfWork, url: peer.url })
    const { node, follower, lines } = running
    await until(() => follower.upstream.state === 'synchronised')
    const to = parseAddress(rules.network, ADDRESS)
    const request = { to, nonce: new Uint8Array(), timestamp: undefined }
    const { block } = blockTemplate(node.chain, node.pool, request, random)
    let nonce = 0
    while (meetsDifficulty(workOf({ ...block, nonce }), BigInt(DIFFICULTY))) nonce++
    expect(node.submitBlock(serializeBlock({ ...block, nonce }))).toBe('added')
    await until(() => follower.upstream.state === 'diverged')
    expect(lines.at(-1)).toMatch(/rejects local block 1 \([0-9a-f]{64}\): .* Block not accepted \(-7\);/)
    expect(await countAt(peer)).toBe(1)
    await peer.call('generateblocks', { amount_of_blocks: 2, wallet_address: ADDRESS })
    await until(() => follower.upstream.state === 'synchronised' && node.chain.height === 3)
  }, 300_000)
})

describe('an RPC call about proof of work', () => {
  it('returns the response of monerod', async () => {
    const peer = await monerod(1)
    const running = startDevelopmentNode({ ...moneroChain, work: hash, clock, random, ticker: () => () => undefined })
    const served = await serveNode(running.fetch)
    cleanups.push(running.close, () => served.close())
    const { blocktemplate_blob: template } = await peer.call<{ blocktemplate_blob: string }>('get_block_template', {
      wallet_address: ADDRESS,
      reserve_size: 60,
    })
    const auxiliary = (count: number) =>
      Array.from({ length: count }, () => ({ id: toHex(random(32)), hash: toHex(random(32)) }))
    const [one] = auxiliary(1)
    const calls: readonly (readonly [string, unknown])[] = [
      ['calc_pow', { major_version: 16, height: 5, block_blob: toHex(random(80)), seed_hash: '' }],
      ['calc_pow', { major_version: 16, height: 5, block_blob: toHex(random(80)), seed_hash: toHex(genesis) }],
      ['calc_pow', { major_version: 7, height: 5, block_blob: toHex(random(80)), seed_hash: '' }],
      ['calc_pow', { major_version: 16, height: 5, block_blob: 'nonsense', seed_hash: '' }],
      ['calc_pow', { major_version: 16, height: 5, block_blob: '00', seed_hash: 'nonsense' }],
      ['add_aux_pow', { blocktemplate_blob: template, aux_pow: [] }],
      ['add_aux_pow', { blocktemplate_blob: template, aux_pow: [{ ...one, id: 'nonsense' }] }],
      ['add_aux_pow', { blocktemplate_blob: template, aux_pow: [{ ...one, hash: '00' }] }],
      ['add_aux_pow', { blocktemplate_blob: template, aux_pow: [one, one] }],
      ['add_aux_pow', { blocktemplate_blob: 'nonsense', aux_pow: [one] }],
      ['add_aux_pow', { blocktemplate_blob: '0011', aux_pow: [one] }],
    ]
    const callNode = async (url: string, method: string, params: unknown) => {
      const { result, error } = JSON.parse(new TextDecoder().decode((await callRpc(url, method, params)).body))
      return error === undefined ? result : { code: error.code, message: error.message }
    }
    for (const [method, params] of calls)
      expect(await callNode(served.url, method, params), JSON.stringify([method, params])).toEqual(
        await callNode(peer.url, method, params),
      )
    // monerod exits at the first of these.
    for (const [params, message] of [
      [{ major_version: 7, block_blob: toHex(random(42)) }, 'CryptoNight variant 1 needs at least 43 bytes, not 42'],
      [{ major_version: 10, block_blob: toHex(random(80)) }, 'the proof of work of fork 10 is not implemented'],
    ] as const)
      expect(await callNode(served.url, 'calc_pow', params)).toEqual({ code: -1, message })
    for (const count of [1, 2, 3, 4, 5, 7]) {
      const params = { blocktemplate_blob: template, aux_pow: auxiliary(count) }
      const ours = await callNode(served.url, 'add_aux_pow', params)
      // This release of monerod computes slots, but leaves blocks in the given order, and writes depth 0.
      const theirs = await callNode(peer.url, 'add_aux_pow', { ...params, aux_pow: ours.aux_pow })
      const blobs = { blocktemplate_blob: '', blockhashing_blob: '' }
      expect({ ...ours, ...blobs }).toEqual({ ...theirs, ...blobs })
      if (count === 1) expect(ours).toEqual(theirs)
      // A second tree replaces the first.
      const again = { ...params, blocktemplate_blob: ours.blocktemplate_blob }
      expect(await callNode(served.url, 'add_aux_pow', again)).toEqual(ours)
    }
  }, 300_000)
})
