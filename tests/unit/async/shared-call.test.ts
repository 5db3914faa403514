// Calls that several callers share.
import { describe, expect, it } from 'vitest'
import { alignedSchedule } from '../../../src/async/alignedSchedule.ts'
import { SharedCall, SharedCalls } from '../../../src/async/sharedCall.ts'
import { StoppedError } from '../../../src/async/untilAborted.ts'
import { TestTime } from '../../support/wallet/engine-host.ts'
import { settled } from '../../support/wallet/sync-stage.ts'

/** A call that the test ends, and the signals of its runs. */
const manualCall = () => {
  const signals: AbortSignal[] = []
  const runs: PromiseWithResolvers<number>[] = []
  const call = (signal: AbortSignal): Promise<number> => {
    const run = Promise.withResolvers<number>()
    signals.push(signal)
    runs.push(run)
    return run.promise
  }
  return { call, signals, runs }
}

describe('a shared call', () => {
  it('gives its result to all callers', async () => {
    const { call, runs } = manualCall()
    const shared = new SharedCall(call)
    const results = [shared.join(), shared.join()]
    runs[0]?.resolve(7)
    expect(await Promise.all(results)).toEqual([7, 7])
    expect(await shared.join(new AbortController().signal)).toBe(7)
    expect([runs.length, shared.isUsable]).toEqual([1, true])
  })

  it('goes on while a caller is left, and is aborted when the last one goes', async () => {
    const { call, signals } = manualCall()
    const shared = new SharedCall(call)
    const [one, other] = [new AbortController(), new AbortController()]
    const results = [shared.join(one.signal), shared.join(other.signal)]
    one.abort()
    await expect(results[0]).rejects.toThrow(StoppedError)
    expect([signals[0]?.aborted, shared.isUsable]).toEqual([false, true])
    other.abort()
    await expect(results[1]).rejects.toThrow(StoppedError)
    expect([signals[0]?.aborted, shared.isUsable]).toEqual([true, false])
  })

  it('is not usable after a failure', async () => {
    const { call, runs } = manualCall()
    const shared = new SharedCall(call)
    const result = expect(shared.join()).rejects.toThrow('out of order')
    runs[0]?.reject(new Error('out of order'))
    await result
    expect(shared.isUsable).toBe(false)
  })
})

describe('shared calls of a key', () => {
  it('run one at a time, and one more for all callers that came meanwhile', async () => {
    const { call, runs } = manualCall()
    const calls = new SharedCalls()
    const first = calls.run('info', call)
    await settled()
    const later = [calls.run('info', call), calls.run('info', call), calls.run('info', call)]
    await settled()
    expect(runs.length).toBe(1)
    runs[0]?.resolve(1)
    expect(await first).toBe(1)
    await settled()
    expect(runs.length).toBe(2)
    runs[1]?.resolve(2)
    expect(await Promise.all(later)).toEqual([2, 2, 2])
  })

  it('do not wait for those of other keys', async () => {
    const { call, runs } = manualCall()
    const calls = new SharedCalls()
    const results = [calls.run('a', call), calls.run('b', call)]
    await settled()
    expect(runs.length).toBe(2)
    runs[0]?.resolve(1)
    runs[1]?.resolve(2)
    expect(await Promise.all(results)).toEqual([1, 2])
  })

  it('go on after a failure, and after a call whose callers went before it began', async () => {
    const { call, runs } = manualCall()
    const calls = new SharedCalls()
    const failing = expect(calls.run('a', call)).rejects.toThrow('out of order')
    await settled()
    const gone = new AbortController()
    const left = expect(calls.run('a', call, gone.signal)).rejects.toThrow(StoppedError)
    gone.abort()
    await left
    const last = calls.run('a', call)
    runs[0]?.reject(new Error('out of order'))
    await failing
    await settled()
    expect(runs.length).toBe(2)
    runs[1]?.resolve(3)
    expect(await last).toBe(3)
  })
})

describe('an aligned schedule', () => {
  it('ends long delays at the same multiples of the interval, and short ones as requested', () => {
    const time = new TestTime()
    const fired: [string, number][] = []
    const start = time.now
    const schedule = alignedSchedule(time.schedule, time.clock, 1000)
    const begin = (name: string, delay: number) => schedule(() => fired.push([name, time.now - start]), delay)
    begin('a', 3000)
    time.advance(400)
    begin('b', 2500)
    begin('c', 300)
    const cancel = begin('d', 1000)
    cancel()
    time.advance(299)
    expect(fired).toEqual([])
    time.advance(1)
    expect(fired).toEqual([['c', 700]])
    time.advance(2299)
    expect(fired).toHaveLength(1)
    time.advance(1)
    expect(fired.slice(1)).toEqual([
      ['a', 3000],
      ['b', 3000],
    ])
  })
})
