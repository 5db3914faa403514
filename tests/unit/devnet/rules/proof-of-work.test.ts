// Optional proof of work: recorded hashes, blocks without work rejected on the main chain and as alternatives, nonces found while other
// requests are served, and the setting stored with the chain. proof-of-work-concurrency.test.ts covers concurrent requests.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { afterAll, describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../../../../src/bytes/hex.ts'
import { type Block, blockId, parseBlock, serializeBlock } from '../../../../src/coin/blocks/block.ts'
import { blockTemplate } from '../../../../src/devnet/mining/blockTemplate.ts'
import { packDump, unpackDump } from '../../../../src/devnet/node/nodeDump.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { meetsDifficulty, ProofOfWorkNotLoadedError } from '../../../../src/devnet/rules/proofOfWork.ts'
import type { RunningNode } from '../../../../src/devnet/startNode.ts'
import { entryOf, vector } from '../../../support/data/vectors.ts'
import { recordedBlock, recordedRules } from '../../../support/devnet/replay-node.ts'
import {
  type Answer,
  addressOf,
  call,
  DIFFICULTY,
  hash,
  keys,
  provenBlocks,
  provenDump,
  start,
  workOf,
} from '../../../support/devnet/work-node.ts'
import { caller, createCommands, untilOutput } from '../../../support/peers/commands.ts'

const submit = (running: RunningNode, block: Block): Promise<Answer> =>
  call(running, 'submit_block', { blob: [toHex(serializeBlock(block))] })

/** Returns the next block with the first nonce that meets, or does not meet, the difficulty. */
const nextBlock = ({ node }: RunningNode, proves: boolean): Block => {
  const to = { spendKey: keys.spendPublic, viewKey: keys.viewPublic }
  const request = { to, nonce: new Uint8Array(), timestamp: undefined }
  const { block } = blockTemplate(node.chain, node.pool, request, node.random)
  for (let nonce = 0; ; nonce++) {
    const tried = { ...block, nonce }
    if (meetsDifficulty(workOf(tried), DIFFICULTY) === proves) return tried
  }
}

const NOT_ACCEPTED = { code: -7, message: 'Block not accepted' }

describe('the hash', () => {
  it('equals the recorded one, under several forks', () => {
    const { node_methods: methods } = vector('oxen/rpc-shapes.json')
    const resultOf = <Schema extends v.GenericSchema>(method: string, schema: Schema): v.InferOutput<Schema> =>
      v.parse(schema, entryOf(methods, method).examples[0]?.result)
    const header = v.object({ height: v.number(), hash: v.string(), pow_hash: v.string() })
    const headers = v.object({ block_header: header, block_headers: v.array(header) })
    const byHeight = resultOf('get_block_header_by_height', headers)
    const whole = resultOf('get_block', v.object({ block_header: header, blob: v.string() }))
    const recorded = [
      { header: whole.block_header, blob: fromHex(whole.blob) },
      ...[byHeight.block_header, ...byHeight.block_headers].map((each) => ({
        header: each,
        blob: recordedBlock(each.height).block,
      })),
    ]
    for (const { header, blob } of recorded) {
      const block = parseBlock(recordedRules.network, blob)
      expect(toHex(blockId(block))).toBe(header.hash)
      expect(toHex(workOf(block))).toBe(header.pow_hash)
    }
    expect(new Set(recorded.map(({ blob }) => blob[0])).size).toBe(3)
  })

  it('meets a difficulty if their product is below 2^256', () => {
    const half = new Uint8Array(32)
    half[31] = 0x80
    const below = new Uint8Array(32).fill(0xff)
    below[31] = 0x7f
    expect([
      meetsDifficulty(half, 1n),
      meetsDifficulty(half, 2n),
      meetsDifficulty(below, 2n),
      meetsDifficulty(below, 3n),
    ]).toEqual([true, false, true, false])
    expect(meetsDifficulty(new Uint8Array(32), 2n ** 200n)).toBe(true)
  })
})

describe('a node that checks proof of work', () => {
  it('starts with blocks that all have proof of work', () => {
    const running = start({ dump: provenDump })
    expect(running.node.chain.tip.difficulty).toBe(DIFFICULTY)
    expect(provenBlocks(running).every((proves) => proves)).toBe(true)
  })

  it('accepts a block with a valid nonce, and rejects another nonce', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { height } = running.node.chain
    const refused = (await submit(running, nextBlock(running, false))).error
    expect(refused).toMatchObject(NOT_ACCEPTED)
    expect(JSON.stringify(refused?.data)).toContain(`difficulty ${DIFFICULTY}`)
    expect(running.node.chain.height).toBe(height)
    expect((await submit(running, nextBlock(running, true))).error).toBeUndefined()
    expect(running.node.chain.height).toBe(height + 1)
  })

  it('rejects alternative blocks without work, and stores nothing of them', async () => {
    const running = start({ work: hash, dump: provenDump })
    const [good, bad] = [nextBlock(running, true), nextBlock(running, false)]
    running.miner.mine(1)
    expect((await submit(running, bad)).error).toMatchObject(NOT_ACCEPTED)
    expect(running.node.alternatives.all).toEqual([])
    expect((await submit(running, good)).error).toBeUndefined()
    expect(running.node.alternatives.all).toHaveLength(1)
  })

  it('mines with work on demand, by interval, after transactions and for the faucet', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { chain } = running.node
    const before = chain.height
    const { result } = await call(running, 'generateblocks', {
      amount_of_blocks: 3,
      wallet_address: addressOf(running),
    })
    expect(result?.['blocks']).toHaveLength(3)
    await call(running, 'dev_mine', { blocks: 2 })
    await call(running, 'dev_faucet', { address: addressOf(running) })
    await call(running, 'dev_reorg', { pop: 2 })
    const height = chain.height
    expect(height).toBeGreaterThan(before + 5)
    await call(running, 'dev_automine', { mode: 'interval', milliseconds: 1000 })
    const mined = new Promise<void>((resolve) => {
      const stop = running.node.listen(({ kind }) => {
        if (kind !== 'block') return
        stop()
        resolve()
      })
    })
    for (const tick of running.ticks) tick()
    await mined
    expect(chain.height).toBe(height + 1)
    // Automatic mining follows payments of the faucet.
    await call(running, 'dev_automine', { mode: 'auto' })
    const { txids } = await running.faucet.pay(addressOf(running))
    expect(txids.map((id) => chain.placeOf(id)?.height)).toEqual([height + 1])
    await call(running, 'dev_automine', { mode: 'manual' })
    expect(provenBlocks(running).every((proves) => proves)).toBe(true)
  })

  it('serves other requests while it searches a nonce, and searches another one when the chain changed', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { chain } = running.node
    // Too hard to find a nonce before the difficulty is reduced again.
    chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    const before = chain.height
    const mining = call(running, 'dev_mine')
    expect((await call(running, 'get_block_count')).result?.['count']).toBe(before)
    chain.work.setting = { isChecked: true, difficulty: DIFFICULTY }
    running.miner.mine(1)
    expect((await mining).result?.['height']).toBe(before + 2)
    expect(chain.height).toBe(before + 2)
  })

  it('stops the search when it is closed, or mining is stopped', async () => {
    const running = start({ work: hash, dump: provenDump })
    const { chain } = running.node
    chain.work.setting = { isChecked: true, difficulty: 2n ** 200n }
    await call(running, 'start_mining', { miner_address: addressOf(running) })
    for (const tick of running.ticks) tick()
    await call(running, 'stop_mining')
    const mining = call(running, 'dev_mine')
    expect((await call(running, 'mining_status')).result?.['active']).toBe(false)
    running.close()
    expect((await mining).error?.code).toBeLessThan(0)
  })

  it('keeps the setting when its dump is loaded elsewhere', async () => {
    const first = start({ work: hash, dump: provenDump })
    const dump = await unpackDump(await packDump(first.node.state.dump()))
    const second = start({ rules: developmentRules, dump })
    expect(second.node.chain.work.setting).toEqual({ isChecked: true, difficulty: DIFFICULTY })
    expect(second.node.chain.tip.cumulativeDifficulty).toBe(first.node.chain.tip.cumulativeDifficulty)
    expect((await submit(second, nextBlock(second, false))).error).toMatchObject(NOT_ACCEPTED)
    expect((await submit(second, nextBlock(second, true))).error).toBeUndefined()
  })

  it('does not mine before its hash is loaded', () => {
    expect(() => start({ dump: provenDump }).miner.mine(1)).toThrow(ProofOfWorkNotLoadedError)
  })
})

describe('a node that does not check proof of work', () => {
  it('accepts blocks with any nonce, and returns the real hash on request', async () => {
    const running = start()
    const block = nextBlock(running, false)
    expect((await submit(running, block)).error).toBeUndefined()
    const { result } = await call(running, 'get_last_block_header', { fill_pow_hash: true })
    expect(result?.['block_header']).toMatchObject({ nonce: block.nonce, pow_hash: toHex(workOf(block)) })
  })

  it('can be switched on and off again', async () => {
    const running = start()
    expect((await call(running, 'dev_proof_of_work')).result).toMatchObject({ checked: false, difficulty: '6' })
    expect((await call(running, 'dev_proof_of_work', { checked: true })).result).toMatchObject({ checked: true })
    expect((await submit(running, nextBlock(running, false))).error).toMatchObject(NOT_ACCEPTED)
    await call(running, 'dev_proof_of_work', { checked: false })
    expect((await submit(running, nextBlock(running, false))).error).toBeUndefined()
  })

  it('keeps its blocks when a longer branch is invalid', async () => {
    const running = start()
    const { chain } = running.node
    const fork = nextBlock(running, true)
    running.miner.mine(1)
    const tip = toHex(chain.tip.id)
    await submit(running, fork)
    await call(running, 'dev_proof_of_work', { checked: true })
    // On top of the branch, which would make it the longer one: valid work, but a coinbase that claims too much.
    const { block } = chain.tip
    const greedy: Block = {
      ...block,
      previousId: blockId(fork),
      minerTransaction: {
        ...block.minerTransaction,
        inputs: [{ kind: 'gen', height: chain.height }],
        unlockTime: block.minerTransaction.unlockTime + 1n,
        outputUnlockTimes: block.minerTransaction.outputUnlockTimes.map((time) => time + 1n),
        outputs: block.minerTransaction.outputs.map((output) => ({ ...output, amount: output.amount * 2n })),
      },
    }
    let nonce = 0
    while (!meetsDifficulty(workOf({ ...greedy, nonce }), DIFFICULTY)) nonce++
    const refused = (await submit(running, { ...greedy, nonce })).error
    expect(refused).toMatchObject(NOT_ACCEPTED)
    expect(JSON.stringify(refused?.data)).not.toContain('proof of work')
    expect(toHex(chain.tip.id)).toBe(tip)
  })
})

describe('faba node --proof-of-work', () => {
  const commands = createCommands()
  afterAll(commands.end)

  it('serves requests while it mines its first blocks, and stops in the middle of that', async () => {
    const running = commands.run('node', '--port', '0', '--proof-of-work', '--fixed-difficulty', '1000000')
    const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
    const { result } = await caller(`${url}/json_rpc`)('get_info')
    expect(result).toMatchObject({ status: 'OK', height: 1 })
    running.child.kill('SIGTERM')
    expect(await running.exit).toBe(0)
  }, 120_000)

  it('stores the setting and the difficulty with the chain', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'faba-work-'))
    try {
      const first = commands.run(
        'node',
        '--port',
        '0',
        '--data-dir',
        folder,
        '--proof-of-work',
        '--fixed-difficulty',
        '3',
        '--service-nodes',
        '2',
      )
      await untilOutput(first, /mining the first blocks, each with about 3 hashes/)
      await untilOutput(first, /work\s+required, at difficulty 3\b/)
      await untilOutput(first, /the first \d+ blocks are mined, with 2 service nodes[^\n]*\n\nwallets to restore/)
      first.child.kill('SIGKILL')
      await first.exit
      const second = commands.run('node', '--port', '0', '--data-dir', folder)
      await untilOutput(second, /2 service nodes, whose keys this node holds/)
      await untilOutput(second, /work\s+required, at difficulty 3\b/)
      second.child.kill('SIGTERM')
      expect(await second.exit).toBe(0)
      const third = commands.run('node', '--port', '0', '--data-dir', folder, '--fixed-difficulty', '4')
      await untilOutput(third, /--fixed-difficulty is for a new chain: this chain has the difficulty 3/)
      expect(await third.exit).not.toBe(0)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }, 120_000)
})
