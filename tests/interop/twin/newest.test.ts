// `faba rpc` beside monero-wallet-rpc: both hold the same wallet on one chain, receive the same requests, and their responses are compared.

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src/jsonrpc/json.ts'
import { startFabaWallet, startMonerod, startMoneroWallet } from '../../support/peers/monero.ts'
import { createPeers } from '../../support/peers/started-peers.ts'
import { readingChapters } from '../../support/rpc/twin/reading.ts'
import { recordChapters } from '../../support/rpc/twin/records.ts'
import { type Found, runChapter } from '../../support/rpc/twin/run.ts'
import { spendingChapters } from '../../support/rpc/twin/spending.ts'
import { createWorld, restoreTwin } from '../../support/rpc/twin/world.ts'
import { TWIN_DIFFERENCES } from './differences.ts'

describe('faba rpc beside monero-wallet-rpc', () => {
  const { started: start, stopPeers } = createPeers()
  const found: Found[] = []
  let calls = 0

  beforeAll(async () => {
    const daemon = await start(startMonerod())
    const theirs = await start(startMoneroWallet(daemon))
    const ours = await start(startFabaWallet(daemon))
    const world = await createWorld(daemon, theirs, 0)
    await restoreTwin(ours, world)
    await restoreTwin(theirs, world)
    const kept = new Map<string, JsonObject>()
    for (const chapter of [...readingChapters(world), ...recordChapters(world), ...spendingChapters(world)]) {
      found.push(...(await runChapter({ ours, theirs, world }, chapter, kept)))
      calls += chapter.calls.length
    }
  }, 600_000)

  afterAll(async () => {
    await stopPeers()
  })

  it('gives the same responses except for the known differences', () => {
    expect(calls).toBeGreaterThan(500)
    expect(found.filter(({ place }) => !TWIN_DIFFERENCES.some((known) => known.place.test(place)))).toEqual([])
  })

  it('shows every known difference', () => {
    const isShown = (difference: RegExp): boolean => found.some(({ place }) => difference.test(place))
    expect(TWIN_DIFFERENCES.filter(({ place }) => !isShown(place))).toEqual([])
  })
})
