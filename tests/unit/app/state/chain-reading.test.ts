// What the page says of a balance while the wallet reads the chain.
import { describe, expect, it } from 'vitest'
import { chainReadingOf, readingText } from '../../../../src/app/state/nodes/chainReading.ts'
import type { SyncState } from '../../../../src/wallet/sync/syncViews.ts'
import '../../../support/english-texts.ts'

const NOW = 1_800_000_000

const TIMES = { now: NOW, chainHeight: 1000, blockTarget: 120, anchor: undefined }

const SYNCING: SyncState = {
  phase: 'syncing',
  height: 400,
  target: 1000,
  nodeHeight: 1000,
  blocksPerSecond: 10,
  secondsLeft: 60,
  problem: '',
  problemCode: '',
  pollInterval: 3000,
  splitHeight: undefined,
  unknownFork: undefined,
  compact: undefined,
}

const restored = (sync: Partial<SyncState>) => ({
  sync: { ...SYNCING, ...sync },
  restoreHeight: 200,
  createdAt: 0,
})

describe('the reading of a chain', () => {
  it('has the part since the start of the scan, and the time until which payments are counted', () => {
    const reading = chainReadingOf(restored({}), TIMES)
    expect(reading).toEqual({ isRunning: true, share: 0.25, until: NOW - 599 * 120 })
    expect(reading && readingText(reading)).toMatch(/^25 % of the chain is read\. Payments after .+ not counted yet\.$/)
  })

  it('ends with the newest blocks', () => {
    expect(chainReadingOf(restored({ height: 979 }), TIMES)).toBeDefined()
    expect(chainReadingOf(restored({ height: 980 }), TIMES)).toBeUndefined()
    expect(chainReadingOf(restored({ phase: 'synced', height: 1000 }), TIMES)).toBeUndefined()
  })

  it('begins before the node responds, unless the wallet is new', () => {
    const unknown = { phase: 'connecting', height: 200, target: 200, nodeHeight: 0 } as const
    const times = { ...TIMES, chainHeight: undefined }
    const reading = chainReadingOf(restored(unknown), times)
    expect(reading).toEqual({ isRunning: true, share: undefined, until: undefined })
    expect(reading && readingText(reading)).toBe('')
    expect(chainReadingOf({ ...restored(unknown), createdAt: NOW }, times)).toBeUndefined()
    expect(chainReadingOf(restored({ ...unknown, phase: 'offline' }), times)?.isRunning).toBe(false)
  })

  it('takes no height from a node of another chain', () => {
    const sync = { phase: 'offline', problemCode: 'wrong-network' } as const
    expect(chainReadingOf(restored(sync), TIMES)).toBeUndefined()
    expect(chainReadingOf(restored({ ...sync, height: 200 }), TIMES)?.share).toBeUndefined()
  })

  it('estimates the lag without a node where the times of the chain are known', () => {
    const offline = { phase: 'offline', problemCode: 'offline-mode', target: 400, nodeHeight: 0 } as const
    const times = (now: number) => ({
      now,
      chainHeight: undefined,
      blockTarget: 120,
      anchor: { height: 400, timestamp: NOW, earlierBlockTime: 120 },
    })
    const reading = chainReadingOf(restored(offline), times(NOW + 8 * 86_400))
    expect(reading).toEqual({ isRunning: false, share: undefined, until: NOW })
    expect(chainReadingOf(restored(offline), times(NOW + 6 * 86_400))).toBeUndefined()
  })
})
