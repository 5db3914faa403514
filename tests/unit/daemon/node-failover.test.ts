// Node failover: selection, pauses and retries among several nodes.
import { describe, expect, it } from 'vitest'
import { toHex } from '../../../src/bytes/hex.ts'
import { createNodeClient } from '../../../src/daemon/calls/httpNodeClient.ts'
import { NodeRefusedError, NodeResponseError, NodeUnreachableError, NodeUrlError } from '../../../src/daemon/errors.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import { reply, result } from '../../support/peers/scripted-node.ts'

type State = 'fine' | 'down' | 'busy' | 'lying' | 'failing' | 'refusing' | 'elsewhere'

/** Creates nodes that respond to `info` according to their state. */
const setUp = (count: number) => {
  let now = 0
  const nodes = Array.from({ length: count }, (_, i) => {
    const node = { url: `http://node-${i}`, state: 'fine' as State, requests: 0 }
    const fetch = async (request: Request) => {
      node.requests++
      await request.text()
      if (node.state === 'down') throw new TypeError('fetch failed')
      if (node.state === 'busy') return result({ status: 'BUSY' })
      if (node.state === 'failing') return reply('bad gateway', 502)
      if (node.state === 'elsewhere') return reply('Not Found', 404)
      if (node.state === 'refusing') return reply('{"error":{"code":-2,"message":"too high"},"id":"0"}')
      if (node.state === 'lying') return result({ height: 0, top_block_hash: 'no' })
      return result({
        height: 10 + i,
        top_block_hash: toHex(new Uint8Array(32)),
        block_header: { height: 1, timestamp: 1 },
      })
    }
    return { node, client: createNodeClient({ url: node.url, fetch }) }
  })
  const pool = createNodePool(
    nodes.map(({ client }) => client),
    { clock: () => now },
  )
  return {
    pool,
    nodes: nodes.map(({ node }) => node),
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const only = (nodes: readonly { requests: number }[]): number[] => {
  const requests = nodes.map((node) => node.requests)
  for (const node of nodes) node.requests = 0
  return requests
}

describe('a pool of nodes', () => {
  it('uses the first working node, and keeps using it', async () => {
    const { pool, nodes, wait } = setUp(3)
    const [a] = nodes
    if (a === undefined) throw new Error('no node')
    expect((await pool.info()).height).toBe(10)
    a.state = 'down'
    expect((await pool.info()).height).toBe(11)
    expect(pool.url).toBe('http://node-1')
    a.state = 'fine'
    only(nodes)
    wait(10 ** 6)
    for (let i = 0; i < 3; i++) expect((await pool.info()).height).toBe(11)
    expect(only(nodes)).toEqual([0, 3, 0])
  })

  it.each(['down', 'busy', 'failing'] as const)('pauses a node that is %s', async (state) => {
    const { pool, nodes, wait } = setUp(2)
    const [a, b] = nodes
    if (a === undefined || b === undefined) throw new Error('no node')
    a.state = state
    await pool.info()
    expect(only(nodes)).toEqual([1, 1])
    expect(pool.health()).toMatchObject([
      { inUse: false, problem: expect.stringContaining('node-0') },
      { inUse: true, problem: '' },
    ])
    b.state = 'down'
    await expect(pool.info()).rejects.toThrow(NodeUnreachableError)
    expect(only(nodes)).toEqual([0, 1])
    wait(1000)
    a.state = 'fine'
    expect((await pool.info()).height).toBe(10)
  })

  it('backs off from a node that keeps failing, but still tries one if all fail', async () => {
    const { pool, nodes, wait } = setUp(2)
    const [a, b] = nodes
    if (a === undefined || b === undefined) throw new Error('no node')
    a.state = 'down'
    b.state = 'down'
    for (let i = 0; i < 6; i++) {
      await expect(pool.info()).rejects.toThrow(NodeUnreachableError)
      wait(100)
    }
    const requests = only(nodes)
    expect(requests[0]).toBeGreaterThan(1)
    expect(requests[1]).toBeGreaterThan(1)
    b.state = 'fine'
    wait(100_000)
    expect((await pool.info()).height).toBe(11)
    expect(pool.health()).toMatchObject([{ problem: expect.stringMatching(/reached/) }, { problem: '' }])
  })

  it('pauses a node with invalid responses, detected by itself or reported', async () => {
    const { pool, nodes, wait } = setUp(2)
    const [a, b] = nodes
    if (a === undefined || b === undefined) throw new Error('no node')
    a.state = 'lying'
    expect((await pool.info()).height).toBe(11)
    a.state = 'fine'
    b.state = 'down'
    wait(60_000)
    await expect(pool.info()).rejects.toThrow(NodeUnreachableError)
    wait(3_600_000)
    expect((await pool.info()).height).toBe(10)
    b.state = 'fine'
    pool.distrust?.('its blocks are no chain')
    expect(pool.health()).toMatchObject([{ problem: 'its blocks are no chain' }, {}])
    expect((await pool.info()).height).toBe(11)
  })

  it('keeps using a single node with invalid responses, and reports the problem', async () => {
    const { pool, nodes } = setUp(1)
    const [a] = nodes
    if (a === undefined) throw new Error('no node')
    a.state = 'lying'
    await expect(pool.info()).rejects.toThrow(NodeResponseError)
    a.state = 'fine'
    expect((await pool.info()).height).toBe(10)
    expect(pool.health()).toEqual([{ url: 'http://node-0', inUse: true, problem: '' }])
  })

  it('tries another node if the first refuses, and throws the refusal if all refuse', async () => {
    const { pool, nodes } = setUp(2)
    const [a, b] = nodes
    if (a === undefined || b === undefined) throw new Error('no node')
    a.state = 'refusing'
    expect((await pool.info()).height).toBe(11)
    expect(only(nodes)).toEqual([1, 1])
    b.state = 'refusing'
    await expect(pool.blockTimestamp(1)).rejects.toThrow(NodeRefusedError)
    expect(only(nodes)).toEqual([1, 1])
    expect(pool.health().map(({ problem }) => problem)).toEqual(['', ''])
  })

  it('pauses a server that is not a node', async () => {
    const { pool, nodes } = setUp(2)
    const [a] = nodes
    if (a === undefined) throw new Error('no node')
    a.state = 'elsewhere'
    expect((await pool.info()).height).toBe(11)
    expect(pool.health()).toMatchObject([{ problem: expect.stringContaining('404') }, { inUse: true, problem: '' }])
  })

  it('aborts at the signal', async () => {
    const { pool, nodes } = setUp(2)
    await expect(pool.info(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    expect(only(nodes)).toEqual([0, 0])
    expect(pool.health().map(({ problem }) => problem)).toEqual(['', ''])
  })

  it('requires at least one node', () => {
    expect(() => createNodePool([])).toThrow(NodeUrlError)
  })
})
