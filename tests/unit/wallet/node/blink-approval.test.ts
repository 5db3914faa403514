// Whether blinks can be approved, as a wallet finds out of its node, compared with whether the node's quorums approve them.
import { expect, it } from 'vitest'
import { moneroRegtest } from '../../../../src/coin/networks/monero.ts'
import { createNodeClient } from '../../../../src/daemon/calls/httpNodeClient.ts'
import { developmentRules } from '../../../../src/devnet/oxen/chains.ts'
import { blinkObstacle } from '../../../../src/devnet/oxen/local-nodes/blinkApprovals.ts'
import { startDevelopmentNode, startWithServiceNodes } from '../../../../src/devnet/startNode.ts'
import { canApproveBlinks } from '../../../../src/wallet/node/blinkApproval.ts'
import { callNode } from '../../../support/devnet/node-calls.ts'
import { seededRandom } from '../../../support/random.ts'

const { network } = developmentRules
const options = {
  clock: () => 1_800_000_000,
  random: seededRandom(41),
  ticker: () => () => undefined,
  mining: { kind: 'manual' },
} as const

it('agrees with the quorums of the node, from a young chain on', async () => {
  const running = await startWithServiceNodes(options, 20)
  const node = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
  const found = new Set<boolean>()
  for (let blocks = 0; blocks < 60; blocks += 3) {
    const { chain } = running.node
    const keys = running.localServiceNodes
    const expected = blinkObstacle(chain, keys?.keys, keys?.canSign) === undefined
    expect(await canApproveBlinks(network, node, chain.height, true), `at ${chain.height}`).toBe(expected)
    found.add(expected)
    running.miner.mine(3)
  }
  expect(found.size).toBe(2)
})

it('finds none on a chain without service nodes, unless its user assumes a quorum', async () => {
  const running = await startDevelopmentNode(options)
  running.miner.mine(80)
  const node = createNodeClient({ url: 'http://devnet.test', fetch: (request) => running.fetch(request) })
  const approves = () => canApproveBlinks(network, node, running.node.chain.height, true)
  expect(await approves()).toBe(false)
  await callNode(running, 'dev_quorum', { present: true })
  expect(await approves()).toBe(true)
  expect(await canApproveBlinks(moneroRegtest, node, running.node.chain.height, true)).toBe(false)
})

it('finds none if the node does not answer', async () => {
  const node = createNodeClient({ url: 'http://nowhere', fetch: () => Promise.reject(new TypeError('no network')) })
  expect(await canApproveBlinks(network, node, 1000, false)).toBe(false)
})
