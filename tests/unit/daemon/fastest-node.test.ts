// The choice of the fastest of several nodes: their comparison, stalled and slow nodes, and what other nodes are asked.
import { describe, expect, it } from 'vitest'
import { NodeUnreachableError } from '../../../src/daemon/errors.ts'
import type { NodeClient, NodeInfo } from '../../../src/daemon/nodeClient.ts'
import { createNodePool } from '../../../src/daemon/nodeFailover.ts'
import type { NodeSelection } from '../../../src/daemon/nodeHealth.ts'
import { orAborted } from '../../../src/daemon/responseBody.ts'

const PAGE_BYTES = 1_000_000
const CHUNK_MS = 100

/** A clock that stands still until the test moves it. */
const createTime = () => {
  let now = 0
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>()
  const schedule = (callback: () => void, delay: number): (() => void) => {
    const timer = { at: now + delay, callback }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  const settle = async (): Promise<void> => {
    for (let i = 0; i < 20; i++) await Promise.resolve()
  }
  return {
    clock: () => now,
    schedule,
    sleep: (delay: number): Promise<void> => new Promise((resolve) => schedule(resolve, delay)),
    /** Calls all timers that end within a time, one after the other. */
    advance: async (time: number): Promise<void> => {
      const end = now + time
      await settle()
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)
        if (next === undefined) break
        timers.delete(next)
        now = next.at
        next.callback()
        await settle()
      }
      now = end
    },
  }
}

type Time = ReturnType<typeof createTime>

type Manner = {
  /** milliseconds until `info` responds */
  latency: number
  /** bytes of pages per millisecond; 0: none ever */
  rate: number
  height: number
  isDown: boolean
}

/** A node that sends info and pages at a certain speed. */
const createNode = (time: Time, url: string, manner: Partial<Manner>) => {
  const node = { url, calls: [] as string[], latency: 10, rate: 1000, height: 100, isDown: false, ...manner }
  let received = 0
  const called = (name: string): void => {
    node.calls.push(name)
    if (node.isDown) throw new NodeUnreachableError(`${url} cannot be reached`, { details: { url } })
  }
  const client: Partial<NodeClient> = {
    url,
    receivedBytes: () => received,
    info: async (signal = new AbortController().signal) => {
      called('info')
      await orAborted(time.sleep(node.latency), signal)
      // What the pool reads of it.
      return { height: node.height } as NodeInfo
    },
    blocks: async (_, signal = new AbortController().signal) => {
      called('blocks')
      for (let sent = 0; sent < PAGE_BYTES; sent += node.rate * CHUNK_MS) {
        await orAborted(time.sleep(CHUNK_MS), signal)
        received += node.rate * CHUNK_MS
      }
      return { startHeight: 0, chainHeight: node.height, blocks: [] }
    },
    submit: async () => {
      called('submit')
      return { accepted: true }
    },
    keyImageStatus: async () => {
      called('keyImageStatus')
      return []
    },
  }
  // The pool calls no other method here.
  return { node, client: client as NodeClient }
}

const setUp = (
  manners: readonly (Partial<Manner> & { readonly url?: string })[],
  choice: NodeSelection = 'fastest',
) => {
  const time = createTime()
  const created = manners.map((manner, i) => createNode(time, manner.url ?? `https://node-${i}`, manner))
  const pool = createNodePool(
    created.map(({ client }) => client),
    { choice, clock: time.clock, schedule: time.schedule },
  )
  return { time, pool, nodes: created.map(({ node }) => node) }
}

/** Waits for a call while time passes; returns its result and how long it took. */
const within = async <T>(time: Time, call: Promise<T>, limit = 60_000) => {
  const start = time.clock()
  let end: number | undefined
  const settled = call.finally(() => {
    end = time.clock()
  })
  settled.catch(() => undefined)
  await time.advance(limit)
  if (end === undefined) throw new Error(`the call takes longer than ${limit} ms`)
  return { result: await settled, elapsed: end - start }
}

const inUse = (pool: ReturnType<typeof createNodePool>): string | undefined =>
  pool.health().find((each) => each.inUse)?.url

describe('the fastest of several nodes', () => {
  it('is the first to respond when the nodes are compared, and stays in use for ten minutes', async () => {
    const { time, pool, nodes } = setUp([{ latency: 300 }, { latency: 40 }, { latency: 90 }])
    await within(time, pool.info())
    expect(inUse(pool)).toBe('https://node-1')
    await within(time, pool.blocks([]))
    expect(nodes.map(({ calls }) => calls)).toEqual([['info'], ['info', 'blocks'], ['info']])
    const [, fastest] = nodes
    if (fastest === undefined) throw new Error('no node')
    fastest.latency = 1000
    await within(time, pool.info())
    expect(inUse(pool)).toBe('https://node-1')
    await time.advance(600_000)
    await within(time, pool.info())
    expect(inUse(pool)).toBe('https://node-2')
  })

  it('has a chain as long as those of the others', async () => {
    const { time, pool } = setUp([
      { latency: 10, height: 96 },
      { latency: 100, height: 100 },
      { latency: 120, height: 97 },
    ])
    await within(time, pool.info())
    expect(inUse(pool)).toBe('https://node-1')
  })

  it('is found without waiting for nodes that are down or do not respond', async () => {
    const { time, pool } = setUp([{ isDown: true }, { latency: 10_000_000 }, { latency: 200 }])
    const { elapsed } = await within(time, pool.info(), 800)
    expect(elapsed).toBe(700)
    expect(inUse(pool)).toBe('https://node-2')
    expect(pool.health()[0]?.problem).toContain('node-0')
  })

  it('fails as the last node does if none responds', async () => {
    const { time, pool } = setUp([{ isDown: true }, { isDown: true }])
    await expect(within(time, pool.info())).rejects.toThrow(NodeUnreachableError)
  })

  it('is not looked for any further once the caller has stopped', async () => {
    const { time, pool } = setUp([{ latency: 5000 }, { latency: 6000 }])
    const stop = new AbortController()
    time.schedule(() => stop.abort(new Error('enough')), 1000)
    await expect(within(time, pool.info(stop.signal))).rejects.toThrow('enough')
    expect(pool.health().map(({ problem }) => problem)).toEqual(['', ''])
  })

  it('is the node of this device as long as it works, however slow', async () => {
    const { time, pool, nodes } = setUp([{ latency: 10 }, { url: 'http://127.0.0.1:18081', latency: 900, rate: 20 }])
    await within(time, pool.info())
    const { elapsed } = await within(time, pool.blocks([]))
    expect(elapsed).toBe(50_000)
    await within(time, pool.submit(Uint8Array.of(1)))
    expect(nodes.map(({ calls }) => calls)).toEqual([[], ['info', 'blocks', 'submit']])
    const [, own] = nodes
    if (own === undefined) throw new Error('no node')
    own.isDown = true
    await within(time, pool.blocks([]))
    expect(inUse(pool)).toBe('https://node-0')
    own.isDown = false
    await within(time, pool.blocks([]))
    expect(inUse(pool)).toBe('http://127.0.0.1:18081')
  })

  it('is left within two seconds when it stalls', async () => {
    const { time, pool, nodes } = setUp([{ latency: 10 }, { latency: 20 }])
    const [stalled] = nodes
    if (stalled === undefined) throw new Error('no node')
    await within(time, pool.info())
    stalled.rate = 0
    const { elapsed } = await within(time, pool.blocks([]))
    expect(elapsed).toBe(3000)
    expect(inUse(pool)).toBe('https://node-1')
    expect(nodes.map(({ calls }) => calls.at(-1))).toEqual(['blocks', 'blocks'])
  })

  it('is left within two seconds when another one is much faster', async () => {
    const { time, pool, nodes } = setUp([
      { latency: 10, rate: 200 },
      { latency: 20, rate: 1000 },
    ])
    await within(time, pool.info())
    const { elapsed } = await within(time, pool.blocks([]))
    expect(elapsed).toBe(3000)
    expect(inUse(pool)).toBe('https://node-1')
    await time.advance(600_000)
    for (const node of nodes) node.calls.length = 0
    // It still responds sooner, but its rate is known.
    await within(time, pool.info())
    await within(time, pool.blocks([]))
    expect(nodes.map(({ calls }) => calls)).toEqual([['info'], ['info', 'blocks']])
  })

  it('is not left over and over when the connection of the user is slow', async () => {
    const { time, pool, nodes } = setUp([{ rate: 50 }, { rate: 60 }, { rate: 40 }])
    await within(time, pool.info())
    for (let page = 0; page < 5; page++) await within(time, pool.blocks([]), 200_000)
    expect(nodes.flatMap(({ calls }) => calls.filter((name) => name === 'blocks'))).toHaveLength(7)
  })

  it('takes as long as it takes when no other is left', async () => {
    const { time, pool } = setUp([{ rate: 0.5 }, { isDown: true }])
    await within(time, pool.info())
    const { elapsed } = await within(time, pool.blocks([]), 3_000_000)
    expect(elapsed).toBe(2_002_000)
  })

  it('does not learn of payments and key images, which another one is asked about', async () => {
    const { time, pool, nodes } = setUp([{ latency: 10 }, { latency: 20 }, { latency: 30 }])
    await within(time, pool.info())
    await within(time, pool.submit(Uint8Array.of(1)))
    await within(time, pool.keyImageStatus([]))
    expect(nodes.map(({ calls }) => calls)).toEqual([['info'], ['info', 'submit', 'keyImageStatus'], ['info']])
    expect(inUse(pool)).toBe('https://node-0')
  })

  it('gets a payment that is relayed again and again after all others', async () => {
    const { time, pool, nodes } = setUp([{ latency: 10 }, { latency: 20 }, { latency: 30 }])
    await within(time, pool.info())
    for (let attempt = 0; attempt < 4; attempt++) await within(time, pool.submit(Uint8Array.of(1)))
    expect(nodes.map(({ calls }) => calls.filter((name) => name === 'submit').length)).toEqual([1, 2, 1])
    for (const node of nodes) node.calls.length = 0
    await within(time, pool.submit(Uint8Array.of(2)))
    expect(nodes.map(({ calls }) => calls)).toEqual([[], ['submit'], []])
  })
})

describe('the first of several nodes in order', () => {
  it('is used for everything, and not left for being slow', async () => {
    const { time, pool, nodes } = setUp([{ latency: 900, rate: 50 }, { latency: 10 }], 'order')
    await within(time, pool.info())
    const { elapsed } = await within(time, pool.blocks([]))
    expect(elapsed).toBe(20_000)
    await within(time, pool.submit(Uint8Array.of(1)))
    await within(time, pool.keyImageStatus([]))
    expect(nodes.map(({ calls }) => calls)).toEqual([['info', 'blocks', 'submit', 'keyImageStatus'], []])
  })
})
