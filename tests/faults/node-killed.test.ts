// A development node that is killed at any statement of its store leaves the last chain it wrote or the one before, never a partial one.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ChainStore, ChainStoreError } from '../../src/cli/node/chainStore.ts'
import { formatAddress } from '../../src/coin/addresses/address.ts'
import { DevelopmentNode } from '../../src/devnet/node/developmentNode.ts'
import { serviceNodesOf } from '../../src/devnet/oxen/blocks/oxenState.ts'
import { regtestRules } from '../../src/devnet/oxen/chains.ts'
import { withForks } from '../../src/devnet/rules/chainRules.ts'
import { startDevelopmentNode, startWithServiceNodes } from '../../src/devnet/startNode.ts'
import { digestOf, FINISHED, openPersistedNode } from '../support/devnet/persisted-node.ts'
import { seededRandom } from '../support/random.ts'

const WRITER = fileURLToPath(new URL('../support/devnet/chain-writer.ts', import.meta.url))
const COMMAND = fileURLToPath(new URL('../../src/cli/faba.js', import.meta.url))

const scratch = mkdtempSync(join(tmpdir(), 'faba-kept-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const begun = join(scratch, 'begun')

/** Copies the initial folder. */
const newFolder = (name: string): string => {
  const folder = join(scratch, name)
  cpSync(begun, folder, { recursive: true })
  return folder
}

/** Runs the writer and returns its output; kills it at a statement, 0 for never. */
const run = (folder: string, statement: number, moment: string) => {
  const { stdout, stderr, signal } = spawnSync(process.execPath, [WRITER, folder, String(statement), moment], {
    encoding: 'utf8',
  })
  const printed = stdout.split('\n').filter((line) => line !== '')
  if (signal === null && printed.at(-1) !== FINISHED) throw new Error(`the writer failed:\n${stderr}`)
  return { printed, signal }
}

describe('a development node', () => {
  let all: readonly string[] = []

  beforeAll(() => {
    openPersistedNode(begun).store.close()
    all = run(newFolder('whole'), 0, 'before').printed
    expect(new Set(all).size).toBeGreaterThan(10)
  })

  it('restores its state after a run without a kill', () => {
    const { node, store } = openPersistedNode(join(scratch, 'whole'))
    expect(all.slice(-2)).toEqual([digestOf(node), FINISHED])
    store.close()
  })

  it.each(['before', 'after'] as const)('restores one of its states when killed %s a statement', (moment) => {
    const seen = new Set<string>()
    for (let statement = 1; ; statement += 9) {
      const folder = newFolder(`${moment}-${statement}`)
      const { printed, signal } = run(folder, statement, moment)
      if (signal === null) break
      expect(signal).toBe('SIGKILL')
      expect(all.slice(0, printed.length)).toEqual(printed)
      const { node, store, miner } = openPersistedNode(folder)
      const found = digestOf(node)
      // The restored chain is the last reported one, or the next one, written but not yet reported.
      const next = all.slice(printed.length).find((state) => state !== printed.at(-1))
      expect([printed.at(-1), next]).toContain(found)
      seen.add(found)
      // The chain is complete: another node accepts all of it, and mining continues.
      const other = new DevelopmentNode({ rules: node.rules, clock: node.clock, random: seededRandom(6) })
      other.state.loadUntrusted(node.state.dump())
      expect(other.chain.tip.id).toEqual(node.chain.tip.id)
      miner.mine(1)
      store.close()
      rmSync(folder, { recursive: true })
    }
    expect(seen.size).toBeGreaterThan(4)
  })
})

describe('a chain file', () => {
  it('rejects a second process and other consensus rules', () => {
    const folder = join(scratch, 'rules')
    const { store } = openPersistedNode(folder)
    expect(() => new ChainStore(join(folder, 'chain.sqlite'))).toThrow(ChainStoreError)
    const forks = withForks(regtestRules, [
      { version: 7, height: 1 },
      { version: 17, height: 9 },
    ])
    expect(() => store.read(forks)).toThrow('contains a chain with other rules')
    store.close()
  })

  it('returns the local service nodes without a replay of the chain', async () => {
    let now = 1_800_000_000
    const open = (storage: ChainStore) => ({
      clock: () => now,
      random: seededRandom(8),
      ticker: () => () => undefined,
      mining: { kind: 'manual' } as const,
      storage,
    })
    const path = join(scratch, 'serving', 'chain.sqlite')
    const first = new ChainStore(path)
    const { node, miner } = await startWithServiceNodes(open(first), 12)
    for (let i = 0; i < 220; i++) {
      now += 120
      miner.mine(1)
    }
    first.close()
    const second = new ChainStore(path)
    expect(second.read(node.rules)?.marks.length).toBeGreaterThan(1)
    const again = startDevelopmentNode(open(second))
    const [before, after] = [serviceNodesOf(node.chain.state), serviceNodesOf(again.node.chain.state)]
    expect(after?.list).toEqual(before?.list)
    const { height } = node.chain
    for (let at = height - 100; at < height; at++)
      expect(after?.obligationsQuorumAt(at)).toEqual(before?.obligationsQuorumAt(at))
    // Older lists were not read.
    expect(after?.listAt(height - 230)).toBeUndefined()
    now += 120
    again.miner.mine(1)
    again.node.popBlocks(10)
    expect(after?.list).toEqual(before?.listAt(height - 10))
    second.close()
  })

  it('drops txpool entries that left the pool before the next write', async () => {
    const folder = join(scratch, 'pool')
    const { node, faucet, store } = openPersistedNode(folder)
    await faucet.pay(formatAddress(node.rules.network, { kind: 'standard', ...faucet.address, paymentId: undefined }))
    node.popBlocks(node.chain.height - node.chain.blocks.findLastIndex(({ transactions }) => transactions.length > 1))
    expect(node.pool.size).toBe(1)
    store.close()
    const path = join(folder, 'chain.sqlite')
    const second = new ChainStore(path)
    const resting = second.read(node.rules)
    if (resting === undefined) throw new Error('nothing was written')
    const again = new DevelopmentNode({ rules: node.rules, clock: node.clock, random: seededRandom(6) })
    again.state.resume(resting)
    expect(again.removeTransactions(node.pool.entries.map(({ parsed }) => parsed.id))).toBe(1)
    second.follow(again, resting)
    second.close()
    const third = new ChainStore(path)
    expect(third.read(node.rules)?.rest.pool).toEqual([])
    third.close()
  })

  it('is left untouched when it is not a chain file', () => {
    const path = join(scratch, 'text')
    writeFileSync(path, 'this is no chain at all, but a text of somebody'.repeat(100))
    const before = readFileSync(path)
    expect(() => new ChainStore(path)).toThrow(ChainStoreError)
    expect(readFileSync(path)).toEqual(before)
  })
})

describe('faba node', () => {
  /** Starts the command and waits until it listens. */
  const start = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [COMMAND, 'node', '--port', '0', ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    for await (const data of child.stdout) {
      output += String(data)
      const url = /http:\/\/[\d.:]+/.exec(output)?.[0]
      if (url !== undefined) return { child, url }
    }
    throw new Error(`faba node ended early:\n${output}`)
  }

  const call = async (url: string, method: string, params: object = {}): Promise<Record<string, unknown>> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 0, method, params })
    // The test knows the shape of the response.
    return ((await (await fetch(`${url}/json_rpc`, { method: 'POST', body })).json()) as { result: never }).result
  }

  it('continues after a kill, and writes its state when it is stopped', async () => {
    const folder = join(scratch, 'command')
    let answered = 0
    for (let round = 0; round < 3; round++) {
      const { child, url } = await start('--data-dir', folder)
      const { height } = await call(url, 'get_info')
      expect(height).toBeGreaterThanOrEqual(answered)
      const mining = (async () => {
        for (;;) answered = Number((await call(url, 'dev_mine', { blocks: 3 }))['height'])
      })()
      mining.catch(() => undefined)
      while (answered < Number(height) + 30) await new Promise((resolve) => setTimeout(resolve, 5))
      child.kill('SIGKILL')
      await once(child, 'exit')
      await mining.catch(() => undefined)
    }

    const dump = join(scratch, 'dump', 'node')
    const kept = await start('--data-dir', folder, '--dump', dump)
    await call(kept.url, 'dev_set_time', { forward: 86_400 })
    const { height, top_block_hash } = await call(kept.url, 'get_info')
    expect(height).toBeGreaterThanOrEqual(answered)
    kept.child.kill('SIGTERM')
    await once(kept.child, 'exit')

    const loaded = await start('--load', dump)
    expect(await call(loaded.url, 'get_info')).toMatchObject({ height, top_block_hash })
    expect((await call(loaded.url, 'dev_set_time'))['offset']).toBe(86_400)
    loaded.child.kill('SIGTERM')
    await once(loaded.child, 'exit')
  })

  it('follows an upstream node through repeated kills, while that node mines, reorganises and its service nodes vote', async () => {
    const leader = await start('--service-nodes', '12')
    const folder = join(scratch, 'following')
    const follow = () => start('--follow', leader.url, '--data-dir', folder)
    const heightOf = async (url: string): Promise<number> => Number((await call(url, 'get_info'))['height'])
    let reached = 0
    for (let round = 0; round < 4; round++) {
      const { child, url } = await follow()
      expect(await heightOf(url)).toBeGreaterThanOrEqual(reached)
      await call(leader.url, 'dev_mine', { blocks: 12 })
      await call(leader.url, 'dev_reorg', { pop: 5, mine: 9 })
      const busy = call(leader.url, 'dev_mine', { blocks: 40 })
      // A height on the way to the leader's top.
      while ((await heightOf(url)) < reached + 20) await new Promise((resolve) => setTimeout(resolve, 5))
      reached = await heightOf(url)
      child.kill('SIGKILL')
      await once(child, 'exit')
      await busy
    }
    const { child, url } = await follow()
    const stateOf = async (of: string) => ({
      tip: (await call(of, 'get_info'))['top_block_hash'],
      nodes: (await call(of, 'get_service_nodes'))['service_node_states'],
    })
    const there = await stateOf(leader.url)
    expect(there.nodes).toHaveLength(12)
    while ((await stateOf(url)).tip !== there.tip) await new Promise((resolve) => setTimeout(resolve, 50))
    // Figures of the node itself come after the fields of the chain.
    const onChain = ({ nodes }: { readonly nodes: unknown }) =>
      (nodes as readonly Record<string, unknown>[]).map((node) =>
        ['service_node_pubkey', 'active', 'registration_height', 'last_reward_block_height', 'total_contributed'].map(
          (name) => node[name],
        ),
      )
    expect(onChain(await stateOf(url)).toSorted()).toEqual(onChain(there).toSorted())

    // No other process opens the folder meanwhile.
    const second = spawnSync(process.execPath, [COMMAND, 'node', '--port', '0', '--data-dir', folder], {
      encoding: 'utf8',
    })
    expect(second.status).toBe(2)
    expect(second.stderr).toMatch(/^faba: --data-dir: another process uses \S+: stop it, or choose another folder\n$/)
    expect((await stateOf(url)).tip).toBe(there.tip)
    for (const each of [child, leader.child]) {
      each.kill('SIGTERM')
      await once(each, 'exit')
    }
  })

  it('continues with its local service nodes after a kill', async () => {
    const folder = join(scratch, 'holding')
    const first = await start('--service-nodes', '12', '--data-dir', folder)
    await call(first.url, 'dev_mine', { blocks: 5 })
    const { service_nodes: nodes } = await call(first.url, 'dev_service_nodes')
    const { height } = await call(first.url, 'get_info')
    first.child.kill('SIGKILL')
    await once(first.child, 'exit')
    const again = await start('--service-nodes', '12', '--data-dir', folder)
    expect((await call(again.url, 'dev_service_nodes'))['service_nodes']).toEqual(nodes)
    expect(await call(again.url, 'dev_mine')).toMatchObject({ height: Number(height) + 1 })
    again.child.kill('SIGTERM')
    await once(again.child, 'exit')
  })
})
