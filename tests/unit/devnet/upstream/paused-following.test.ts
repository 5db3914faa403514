// `out_peers` of monerod: with 0, a development node of the monero family stops following another one until it is more.

import { afterEach, expect, it } from 'vitest'
import { moneroChain } from '../../../../src/devnet/monero/chains.ts'
import { startDevelopmentNode } from '../../../../src/devnet/startNode.ts'
import { createFollowers, LEADER_OPTIONS } from '../../../support/devnet/followers.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

it('requests nothing while out_peers is 0, and follows again afterwards', async () => {
  const leader = startDevelopmentNode({ ...LEADER_OPTIONS, ...moneroChain })
  cleanups.push(leader.close)
  let requests = 0
  const { startFollowingNode } = createFollowers(cleanups)
  const following = startFollowingNode(
    async (request) => {
      requests++
      return await leader.fetch(request)
    },
    { ...moneroChain },
  )
  const { chain } = following.node
  await expect.poll(() => chain.height).toBe(leader.node.chain.height)

  expect(await callNode(following, 'out_peers', { out_peers: 0 })).toMatchObject({ out_peers: 0 })
  const pass = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1500))
  // A synchronisation that was in progress ends.
  for (let before = -1; before !== requests; await pass()) before = requests
  const before = requests
  leader.miner.mine(3)
  const height = chain.height
  await pass()
  expect([requests, chain.height]).toEqual([before, height])

  expect(await callNode(following, 'out_peers', { out_peers: 8 })).toMatchObject({ out_peers: 8 })
  await expect.poll(() => chain.height).toBe(leader.node.chain.height)
  expect(await callNode(following, 'out_peers', { set: false })).toMatchObject({ out_peers: 8 })
})
