// `faba rpc` beside monero-wallet-rpc while their node cannot be reached: every method answers the same.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { nodelessChapters } from '../../support/rpc/twin/nodeless.ts'
import { type Found, runChapter } from '../../support/rpc/twin/run.ts'
import { createWorld, restoreTwin } from '../../support/rpc/twin/world.ts'
import { NODELESS_DIFFERENCES } from './differences.ts'

const { started: start, stopPeers } = createPeers()
const found: Found[] = []

beforeAll(async () => {
  const daemon = await startMonerod()
  const theirs = await start(startMoneroWallet(daemon))
  const ours = await start(startFabaWallet(daemon))
  const world = await createWorld(daemon, theirs, 0)
  await restoreTwin(ours, world)
  await restoreTwin(theirs, world)
  await daemon.stop()
  const kept = new Map<string, JsonObject>()
  for (const chapter of nodelessChapters(world))
    found.push(...(await runChapter({ ours, theirs, world }, chapter, kept)))
}, 600_000)

afterAll(async () => {
  await stopPeers()
})

it('gives the same responses without a node, except for the known differences', () => {
  expect(found.filter(({ place }) => !NODELESS_DIFFERENCES.some((known) => known.place.test(place)))).toEqual([])
})

it('shows every known difference without a node', () => {
  const isShown = (difference: RegExp): boolean => found.some(({ place }) => difference.test(place))
  expect(NODELESS_DIFFERENCES.filter(({ place }) => !isShown(place))).toEqual([])
})
