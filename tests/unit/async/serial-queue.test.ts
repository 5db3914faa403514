import { describe, expect, it } from 'vitest'
import { SerialQueue } from '../../../src/async/serialQueue.ts'

describe('SerialQueue', () => {
  it('runs one task at a time, in order', async () => {
    const queue = new SerialQueue()
    const events: string[] = []
    const task = (name: string) => async () => {
      events.push(`${name} begins`)
      await Promise.resolve()
      events.push(`${name} ends`)
      return name
    }
    expect(await Promise.all([queue.run(task('a')), queue.run(task('b'))])).toEqual(['a', 'b'])
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  it('rejects for the task that failed only', async () => {
    const queue = new SerialQueue()
    const failed = queue.run(() => {
      throw new RangeError('no')
    })
    const next = queue.run(() => 2)
    await expect(failed).rejects.toThrow(RangeError)
    expect(await next).toBe(2)
  })

  it('counts waiting and running tasks', async () => {
    const queue = new SerialQueue()
    const { promise, resolve } = Promise.withResolvers<void>()
    const first = queue.run(() => promise)
    const second = queue.run(() => undefined)
    expect(queue.size).toBe(2)
    resolve()
    await Promise.all([first, second])
    expect(queue.size).toBe(0)
  })

  it('is idle once every task has ended, failed ones too', async () => {
    const queue = new SerialQueue()
    let ended = false
    const failing = queue.run(async () => {
      await Promise.resolve()
      ended = true
      throw new RangeError('no')
    })
    failing.catch(() => undefined)
    await queue.idle()
    expect(ended).toBe(true)
  })
})
