// The progress of a sync as listeners see it: phases, heights, speed and the time that is left.
import { describe, expect, it } from 'vitest'
import { SyncProgress } from '../../../../src/wallet/sync/syncProgress.ts'

/** A progress whose time and height the test sets. */
const stage = () => {
  const now = { time: 1_000, height: 0 }
  const progress = new SyncProgress(
    () => now.time,
    () => now.height,
  )
  const commitAt = (time: number, height: number): void => {
    Object.assign(now, { time, height })
    progress.addCommitted({ blocks: 1, outputs: 2 })
  }
  return { now, progress, commitAt }
}

const START = {
  phase: 'connecting',
  height: 0,
  target: 0,
  nodeHeight: 0,
  blocksPerSecond: 0,
  secondsLeft: 0,
  problem: '',
  problemCode: '',
  splitHeight: undefined,
  unknownFork: undefined,
} as const

const NO_STOP = { splitHeight: undefined, unknownFork: undefined }
const FORK = { version: 18, height: 60 }

describe('the progress of a sync', () => {
  it('begins without anything known', () => {
    const { progress } = stage()
    expect(progress.state).toEqual(START)
    expect([progress.phase, progress.counts]).toEqual(['connecting', { blocks: 0, outputs: 0 }])
  })

  it('has a speed, and the time that is left', () => {
    const { progress, commitAt } = stage()
    progress.setTarget(500)
    expect(progress.beginBlocks(1000, 0)).toBe(true)
    expect(progress.state).toEqual({
      ...START,
      phase: 'syncing',
      target: 1000,
      nodeHeight: 500,
      secondsLeft: undefined,
    })
    commitAt(3_000, 200)
    expect(progress.beginBlocks(900, 200)).toBe(false)
    expect(progress.state).toMatchObject({ height: 200, target: 1000, blocksPerSecond: 100, secondsLeft: 8 })
    commitAt(6_000, 1000)
    expect(progress.state).toMatchObject({ height: 1000, target: 1000, blocksPerSecond: 200, secondsLeft: 0 })
    expect(progress.counts).toEqual({ blocks: 2, outputs: 4 })
  })

  it('has the speed of the last fifteen seconds', () => {
    const { progress, commitAt } = stage()
    progress.beginBlocks(10_000, 0)
    commitAt(2_000, 1000)
    commitAt(16_000, 1140)
    expect(progress.state.blocksPerSecond).toBe(76)
    commitAt(16_001, 1140)
    expect(progress.state.blocksPerSecond).toBeCloseTo(10, 2)
    commitAt(60_000, 1140)
    expect(progress.state.blocksPerSecond).toBe(0)
  })

  it('has no speed at once, after a reorganisation, or after the blocks', () => {
    const { progress, now, commitAt } = stage()
    now.height = 50
    progress.beginBlocks(1000, 50)
    expect(progress.state.blocksPerSecond).toBe(0)
    commitAt(2_000, 40)
    expect(progress.state.blocksPerSecond).toBe(0)
    commitAt(3_000, 90)
    expect(progress.state.blocksPerSecond).toBe(20)
    progress.endBlocks()
    expect(progress.state.blocksPerSecond).toBe(0)
    expect(progress.beginBlocks(1000, 90)).toBe(true)
  })

  it('is synced after a pass that was not stopped, and has no speed then', () => {
    const { progress, commitAt } = stage()
    progress.beginBlocks(1000, 0)
    commitAt(2_000, 500)
    progress.succeed(false)
    expect(progress.phase).toBe('syncing')
    progress.succeed(true)
    expect(progress.state).toMatchObject({ phase: 'synced', blocksPerSecond: 0 })
  })

  it.each([
    [20, 'synced'],
    [21, 'syncing'],
  ])('of a synced wallet that is %i blocks behind is %s', (lag, phase) => {
    const { progress } = stage()
    progress.succeed(true)
    progress.beginBlocks(1000, 1000 - lag)
    expect(progress.phase).toBe(phase)
  })

  it('has no target below the height', () => {
    const { progress, now } = stage()
    progress.setTarget(100)
    now.height = 120
    expect(progress.state).toMatchObject({ target: 120, secondsLeft: 0 })
    progress.setTarget(90)
    now.height = 80
    expect(progress.state.target).toBe(90)
  })

  it('keeps the height that the node reported, also if it is below the height', () => {
    const { progress, now } = stage()
    now.height = 120
    progress.setTarget(100)
    expect(progress.state).toMatchObject({ target: 120, nodeHeight: 100 })
    progress.connect()
    expect(progress.state.nodeHeight).toBe(0)
  })

  it('has the problem of a failed pass until blocks arrive or a pass succeeds', () => {
    const { progress, commitAt } = stage()
    progress.beginBlocks(1000, 0)
    commitAt(2_000, 500)
    progress.fail('a problem', 'chain', { splitHeight: 77 })
    expect(progress.state).toMatchObject({
      phase: 'offline',
      problem: 'a problem',
      problemCode: 'chain',
      splitHeight: 77,
      blocksPerSecond: 0,
    })
    expect(progress.beginBlocks(1000, 500)).toBe(true)
    expect(progress.state).toMatchObject({ phase: 'syncing', problem: '', problemCode: '', splitHeight: 77 })
    progress.fail('a problem', 'chain', { unknownFork: FORK })
    expect(progress.state).toMatchObject({ phase: 'offline', splitHeight: undefined, unknownFork: FORK })
    progress.succeed(true)
    expect(progress.state).toMatchObject({ ...{ phase: 'synced', problem: '' }, ...NO_STOP })
  })

  it('is forgotten with the node', () => {
    const { progress } = stage()
    progress.fail('a problem', 'chain', { unknownFork: FORK })
    progress.connect()
    expect(progress.state).toMatchObject({ phase: 'connecting', problem: '', ...NO_STOP })
  })
})
