// A development node that follows an upstream node over RPC: a Faba node, several in a chain, one that sends invalid blocks, an unreachable
// one, a real monerod.
import { afterEach, describe, expect, it } from 'vitest'
import { fromHex } from '../../../src/bytes/hex.ts'
import { formatAddress } from '../../../src/coin/addresses/address.ts'
import { serializeBlock } from '../../../src/coin/blocks/block.ts'
import { publicKeyOf } from '../../../src/crypto/keys/keys.ts'
import { moneroChain } from '../../../src/devnet/monero/chains.ts'
import type { DevelopmentNode } from '../../../src/devnet/node/developmentNode.ts'
import { oxenChain } from '../../../src/devnet/oxen/chains.ts'
import { createFollowers, haveSameTip, tipOf, until } from '../../support/devnet/followers.ts'
import { type Caller, caller, createCommands, untilOutput } from '../../support/peers/commands.ts'
import { startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'

const ADDRESS = formatAddress(oxenChain.rules.network, {
  kind: 'standard',
  spendKey: publicKeyOf(new Uint8Array(32).fill(3)),
  viewKey: publicKeyOf(new Uint8Array(32).fill(4)),
  paymentId: undefined,
})
const OXEN = 10n ** 9n
const NO_ID = new Uint8Array(32)
/** Height of the block that the test falsifies. */
const FALSIFIED = 50

/** Cleanups after each test, run in reverse order. */
const cleanups: (() => unknown)[] = []
const { startLeader, startFollower } = createFollowers(cleanups)

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

/** Returns a page of blocks in which one coinbase pays slightly more than it may. */
const withMoreCoins = (page: Uint8Array, { chain }: DevelopmentNode): Uint8Array<ArrayBuffer> => {
  const record = chain.blockAt(FALSIFIED)
  if (record === undefined) throw new Error('the chain is too short')
  const { minerTransaction } = record.block
  const [output, ...others] = minerTransaction.outputs
  if (output === undefined) throw new Error('the block has no output')
  const outputs = [{ ...output, amount: output.amount + 2n }, ...others]
  const bad = serializeBlock({ ...record.block, minerTransaction: { ...minerTransaction, outputs } })
  const changed = Buffer.from(page)
  const at = changed.indexOf(Buffer.from(record.blob))
  if (at >= 0) changed.set(bad, at)
  return Uint8Array.from(changed)
}

const untilSo = async (holds: () => Promise<boolean>): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a development node with an upstream node', () => {
  it('downloads blocks with their transactions, and switches to the better branch', async () => {
    const first = startLeader()
    const { node, lines, follower } = startFollower(first.fetch)
    await until(() => follower.upstream.state === 'synchronised')
    expect(tipOf(node)).toBe(tipOf(first.node))
    expect(follower.upstream.height).toBe(first.node.chain.height)

    first.miner.mine(2)
    await until(() => haveSameTip(node, first.node))
    const abandoned = tipOf(node)
    first.node.popBlocks(3)
    first.miner.mine(4)
    await until(() => haveSameTip(node, first.node))
    expect(node.chain.heightOf(first.node.chain.tip.id)).toBe(first.node.chain.height - 1)
    expect(tipOf(node)).not.toBe(abandoned)
    expect(lines.at(0)).toMatch(/^upstream node http:\/\/leader: \d+ blocks$/)

    const { txids } = await first.faucet.pay(ADDRESS, 5n * OXEN)
    await until(() => haveSameTip(node, first.node))
    expect(txids.map((id) => node.chain.placeOf(id))).toEqual(txids.map((id) => first.node.chain.placeOf(id)))
  })

  it('relays txpool transactions in both directions, except those with do_not_relay', async () => {
    const first = startLeader()
    const { node, follower } = startFollower(first.fetch)
    await until(() => follower.upstream.state === 'synchronised')
    const payments = [await first.faucet.pay(ADDRESS, 5n * OXEN), await first.faucet.pay(ADDRESS, 6n * OXEN)]
    const [one, two] = payments.map(({ txids: [id] }) => first.node.chain.transaction(id ?? NO_ID))
    if (one === undefined || two === undefined) throw new Error('the faucet sent nothing')
    await until(() => haveSameTip(node, first.node))

    // The upstream node drops these blocks and their transactions: the follower still has them after the reorganisation.
    const undone = first.node.chain.height - (first.node.chain.placeOf(one.id)?.height ?? 0)
    first.node.popBlocks(undone)
    for (const { id } of [one, two]) first.node.pool.remove(id)
    first.miner.mine(undone + 1)
    await until(() => haveSameTip(node, first.node))
    await until(() => first.node.pool.get(one.id) !== undefined && first.node.pool.get(two.id) !== undefined)

    for (const { pool } of [node, first.node]) for (const { id } of [one, two]) pool.remove(id)
    await until(() => follower.upstream.state === 'synchronised')
    first.node.submitTransaction(one.blob, { doNotRelay: false, sanityCheck: true })
    await until(() => node.pool.get(one.id) !== undefined)
    node.submitTransaction(two.blob, { doNotRelay: true, sanityCheck: true })
    first.miner.mine(1)
    await until(() => haveSameTip(node, first.node))
    expect(node.pool.get(two.id)).toBeDefined()
    expect(first.node.pool.get(two.id)).toBeUndefined()
    expect(node.chain.placeOf(one.id)).toEqual({ height: node.chain.height - 1, position: 1 })
  })

  it('resumes when the upstream node is reachable again', async () => {
    const first = startLeader()
    let isReachable = false
    const { node, lines, follower } = startFollower(async (request) => {
      if (!isReachable) throw new TypeError('fetch failed', { cause: new Error('connection refused') })
      return await first.fetch(request)
    })
    await until(() => follower.upstream.state === 'unavailable')
    isReachable = true
    await until(() => follower.upstream.state === 'synchronised')
    expect(haveSameTip(node, first.node)).toBe(true)
    isReachable = false
    await until(() => follower.upstream.state === 'unavailable')
    expect(follower.upstream.height).toBe(0)
    expect(lines.filter((line) => line.includes('is unavailable'))).toEqual([
      expect.stringContaining('http://leader cannot be reached: connection refused'),
      expect.stringContaining('http://leader cannot be reached: connection refused'),
    ])
  })

  it('stops following a node with an invalid block, and keeps the valid blocks before it', async () => {
    const first = startLeader()
    const { node, lines, follower } = startFollower(async (request) => {
      const answer = await first.fetch(request)
      if (!request.url.endsWith('/get_blocks.bin')) return answer
      return new Response(withMoreCoins(new Uint8Array(await answer.arrayBuffer()), first.node))
    })
    await until(() => follower.upstream.state === 'dropped')
    expect(node.chain.height).toBe(FALSIFIED)
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^upstream node http://leader is no longer followed, it sent invalid data: block ${FALSIFIED}: block ${FALSIFIED} refused`,
      ),
    )
    expect(node.pool.size).toBe(0)
  })

  it('stops following a node with another genesis block', async () => {
    const first = startLeader()
    const { lines, follower } = startFollower(first.fetch, { rules: moneroChain.rules })
    await until(() => follower.upstream.state === 'dropped')
    expect(lines).toEqual([
      'upstream node http://leader is no longer followed, it sent invalid data: its genesis block differs: both nodes must be started with the same options',
    ])
  })
})

describe('faba node --follow', () => {
  it('keeps several nodes in a chain in sync: each downloads from the one before and relays transactions back', async () => {
    const commands = createCommands()
    cleanups.push(commands.end)
    const start = async (...args: readonly string[]) => {
      const running = commands.run('node', '--port', '0', ...args)
      const [url] = await untilOutput(running, /http:\/\/[\d.:]+/)
      return { ...running, url, call: caller(`${url}/json_rpc`) }
    }
    const first = await start('--rpc-login', 'ann:secret')
    const login = { authorization: `Basic ${btoa('ann:secret')}` }
    const callFirst = caller(`${first.url}/json_rpc`, login)
    const second = await start('--follow', first.url, '--follow-login', 'ann:secret')
    const third = await start('--follow', second.url)
    const heightOf = async (call: Caller): Promise<unknown> => (await call('get_height')).result?.['hash']
    const areSynchronised = async (): Promise<boolean> => {
      const tips = await Promise.all([callFirst, second.call, third.call].map(heightOf))
      return new Set(tips).size === 1
    }
    await untilSo(areSynchronised)
    expect((await third.call('get_info')).result).toMatchObject({ height: 101, target_height: 0, offline: false })
    expect((await third.call('sync_info')).result).toMatchObject({ height: 101, target_height: 0 })
    await callFirst('dev_reorg', { pop: 4, mine: 9 })
    await untilSo(areSynchronised)
    expect((await third.call('get_info')).result).toMatchObject({ height: 106 })

    // The last node pays from the faucet in its own copy of the chain, and all nodes accept its blocks. What the first node undoes and
    // drops is in all three txpools.
    expect((await third.call('dev_faucet', { address: ADDRESS })).result).toMatchObject({ status: 'OK' })
    await untilSo(areSynchronised)
    expect((await callFirst('get_info')).result).toMatchObject({ height: 116 })
    await callFirst('dev_reorg', { pop: 12, mine: 13, keep_transactions: false })
    const pool = async (call: Caller): Promise<unknown> =>
      (await call('get_transaction_pool_hashes')).result?.['tx_hashes']
    await untilSo(async () =>
      (await Promise.all([callFirst, second.call, third.call].map(pool))).every((ids) => ids !== undefined),
    )
    expect(await pool(callFirst)).toEqual(await pool(third.call))
    await callFirst('dev_mine', { blocks: 30 })
    await untilSo(areSynchronised)
    expect(await pool(third.call)).toBeUndefined()

    first.child.kill('SIGTERM')
    await untilOutput(second, /is unavailable/)
    expect((await second.call('get_info')).result).toMatchObject({ status: 'OK', target_height: 0 })
  })

  it.each([
    [['--follow', 'a b'], 'the address of a node looks like'],
    [['--follow', 'http://u:p@x'], 'must not contain a login'],
    [['--follow-login', 'a:b'], '--follow-login requires --follow'],
    [['--follow', 'http://x', '--service-nodes', '12'], 'leave out'],
    [['--bootstrap-daemon-address', 'ftp://x'], 'begins with http'],
    [['--bootstrap-daemon-login', 'a:b'], '--bootstrap-daemon-login requires'],
  ])('rejects %j with a helpful message', async (args, words) => {
    const commands = createCommands()
    cleanups.push(commands.end)
    const running = commands.run('node', '--port', '0', ...args)
    expect(await running.exit).not.toBe(0)
    expect(running.output()).toContain(words)
  })
})

describe('a development node that follows a real monerod', () => {
  it('downloads its blocks, switches to its branch and receives its txpool', async () => {
    const monerod = await startMonerod()
    cleanups.push(monerod.stop)
    const wallet = await startMoneroWallet(monerod)
    cleanups.push(wallet.stop)
    await wallet.call('create_wallet', { filename: 'w', password: '', language: 'English' })
    const { address } = await wallet.call<{ address: string }>('get_address', { account_index: 0 })
    const mine = (blocks: number) =>
      monerod.call('generateblocks', { amount_of_blocks: blocks, wallet_address: address })
    const theirTip = async () => (await monerod.call<{ top_block_hash: string }>('get_info')).top_block_hash
    const { node, lines } = startFollower(async (request) => await fetch(request), {
      rules: moneroChain.rules,
      url: monerod.url,
    })
    const isSynchronised = async () => tipOf(node) === (await theirTip())
    await mine(80)
    await untilSo(isSynchronised)
    expect(node.chain.height).toBe(81)

    await wallet.call('refresh')
    const { tx_hash: txid } = await wallet.call<{ tx_hash: string }>('transfer', {
      destinations: [{ amount: 10 ** 12, address }],
    })
    await until(() => node.pool.get(fromHex(txid)) !== undefined)
    await mine(3)
    await untilSo(isSynchronised)
    expect(node.chain.placeOf(fromHex(txid))).toBeDefined()

    await fetch(`${monerod.url}/pop_blocks`, { method: 'POST', body: JSON.stringify({ nblocks: 5 }) })
    await mine(8)
    await untilSo(isSynchronised)
    expect(node.chain.height).toBe(87)
    expect(lines.filter((line) => line.includes('refused'))).toEqual([])
  })
})
