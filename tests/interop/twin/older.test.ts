// `faba rpc` beside monero-wallet-rpc 0.18.0 on a node of 0.18.0, which takes payments with an unlock time: both read the same history.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { readingChapters } from '../../support/rpc/twin/reading.ts'
import { type Found, runChapter } from '../../support/rpc/twin/run.ts'
import { createWorld, restoreTwin } from '../../support/rpc/twin/world.ts'
import { TWIN_DIFFERENCES } from './differences.ts'

const { started: start, stopPeers } = createPeers()
const found: Found[] = []

/** The height at which a payment is unlocked. */
const UNLOCK_TIME = 1_000_000

beforeAll(async () => {
  const daemon = await start(startMonerod({ release: 'stable' }))
  const theirs = await start(startMoneroWallet(daemon, { release: 'stable' }))
  const ours = await start(startFabaWallet(daemon))
  const world = await createWorld(daemon, theirs, UNLOCK_TIME)
  await restoreTwin(ours, world)
  await restoreTwin(theirs, world)
  const kept = new Map<string, JsonObject>()
  for (const chapter of readingChapters(world))
    found.push(...(await runChapter({ ours, theirs, world }, chapter, kept)))
}, 600_000)

afterAll(async () => {
  await stopPeers()
})

it('reads a history with a locked payment as monero-wallet-rpc 0.18.0 does', () => {
  expect(found.filter(({ place }) => !TWIN_DIFFERENCES.some((known) => known.place.test(place)))).toEqual([])
})
