// A development node that follows an unreliable upstream node: slow, truncated, corrupt, restarted or deeply reorganised; and one with
// service nodes.

import { afterEach, describe, expect, it } from 'vitest'
import { serviceNodesOf } from '../../../src/devnet/oxen/blocks/oxenState.ts'
import { startWithServiceNodes } from '../../../src/devnet/startNode.ts'
import { createFollowers, haveSameTip, LEADER_OPTIONS, tipOf, until } from '../../support/devnet/followers.ts'

const cleanups: (() => unknown)[] = []
const { startLeader, startFollower } = createFollowers(cleanups)
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})
describe('a node with an upstream node', () => {
  it.each([
    ['cut short', (bytes: Uint8Array) => bytes.slice(0, bytes.length / 2)],
    ['garbled', (bytes: Uint8Array) => bytes.map((byte, i) => (i % 97 === 50 ? byte ^ 0xff : byte))],
    ['of something else', () => new TextEncoder().encode('<html>back soon</html>')],
    ['empty', () => new Uint8Array()],
  ])('repeats requests whose responses are %s, and applies nothing of them', async (_, corrupt) => {
    const first = startLeader()
    let isCorrupting = true
    const { node, lines, follower } = startFollower(async (request) => {
      const answer = await first.fetch(request)
      if (!isCorrupting || request.url.endsWith('/json_rpc')) return answer
      return new Response(Uint8Array.from(corrupt(new Uint8Array(await answer.arrayBuffer()))), answer)
    })
    await until(() => follower.upstream.state === 'unavailable')
    expect(node.chain.height).toBe(1)
    expect(lines).toEqual([
      expect.stringMatching(
        /^upstream node http:\/\/leader (is unavailable|sent an invalid response) and will be retried/,
      ),
    ])
    isCorrupting = false
    await until(() => follower.upstream.state === 'synchronised')
    expect(haveSameTip(node, first.node)).toBe(true)
  })

  it('repeats a request without a response', async () => {
    const first = startLeader()
    let isSilent = true
    const { node, lines, follower } = startFollower(
      async (request) => {
        if (isSilent) await new Promise(() => undefined)
        return await first.fetch(request)
      },
      { timeoutMs: 50 },
    )
    await until(() => follower.upstream.state === 'unavailable')
    expect(lines[0]).toContain('did not respond')
    isSilent = false
    await until(() => haveSameTip(node, first.node))
  })

  it('abandons a pending request at once when it stops', async () => {
    const { follower } = startFollower(() => new Promise(() => undefined))
    await follower.close()
  })

  it('follows a reorganisation deeper than a page and than the newest block ids', async () => {
    const first = startLeader()
    first.miner.mine(300)
    const { node, follower, lines } = startFollower(first.fetch)
    await until(() => follower.upstream.state === 'synchronised')
    first.node.popBlocks(380)
    first.miner.mine(383)
    await until(() => haveSameTip(node, first.node))
    expect(node.chain.height).toBe(404)
    expect(follower.upstream.state).not.toBe('dropped')
    expect(lines.filter((line) => line.includes('no longer followed'))).toEqual([])
  })

  it('reports an upstream node that restarts with another chain, and follows it once that chain is better', async () => {
    let current = startLeader()
    current.miner.mine(60)
    const { node, lines, follower } = startFollower((request) => current.fetch(request))
    await until(() => follower.upstream.state === 'synchronised')
    const [before, old] = [tipOf(node), current.node]
    current = startLeader()
    await until(() => follower.upstream.state === 'diverged')
    expect(tipOf(node)).toBe(before)
    expect(lines.at(-1)).toBe(
      'upstream node http://leader has 101 blocks, which differ after block 0 and are not the better chain: this node keeps its 161 blocks until they are; to adopt the other chain at once, start with a new chain',
    )
    // Later blocks of that chain are downloaded too, although it is not the better chain yet.
    current.miner.mine(20)
    await until(() => follower.upstream.height === 121 && follower.upstream.state === 'diverged')
    expect(tipOf(node)).toBe(tipOf(old))
    current.miner.mine(50)
    await until(() => haveSameTip(node, current.node) && follower.upstream.state === 'synchronised')
    expect(lines.at(-1)).toBe('upstream node http://leader: synchronised at 171 blocks')
  })

  it('accepts blocks and checkpoints of service nodes at the upstream node', async () => {
    const first = await startWithServiceNodes(LEADER_OPTIONS, 12)
    cleanups.push(first.close)
    const { node, follower } = startFollower(first.fetch)
    await until(() => follower.upstream.state === 'synchronised')
    first.miner.mine(5)
    await until(() => haveSameTip(node, first.node))
    const [here, there] = [serviceNodesOf(node.chain.state)?.list, serviceNodesOf(first.node.chain.state)?.list]
    expect(here?.nodes.size).toBe(12)
    expect(here).toEqual(there)
  })
})
