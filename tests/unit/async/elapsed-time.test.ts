// Elapsed time by two clocks, of which one sleeps and the other is set.
import { expect, it } from 'vitest'
import { ElapsedTime } from '../../../src/async/elapsedTime.ts'
import { TestTime } from '../../support/wallet/engine-host.ts'

const HOUR = 3_600_000

it('is the longer of both clocks, between two reads', () => {
  const time = new TestTime()
  const elapsed = new ElapsedTime(time)
  expect(elapsed.read()).toBe(0)
  time.advance(1000)
  expect(elapsed.read()).toBe(1000)
  time.sleep(8 * HOUR)
  expect(elapsed.read()).toBe(8 * HOUR + 1000)
  elapsed.restart()
  time.setClock(-24 * HOUR)
  time.advance(500)
  expect(elapsed.read()).toBe(500)
  time.sleep(HOUR)
  expect(elapsed.read()).toBe(HOUR + 500)
})

it('never runs backwards, whatever happens to the wall clock', () => {
  const time = new TestTime()
  const elapsed = new ElapsedTime(time)
  let last = 0
  for (const step of [-5, 7, -100 * HOUR, 3, HOUR, -HOUR]) {
    time.setClock(step)
    time.advance(10)
    const now = elapsed.read()
    expect(now).toBeGreaterThanOrEqual(last + 10)
    last = now
  }
})

it('follows the wall clock alone where there is no other', () => {
  const time = new TestTime()
  const elapsed = new ElapsedTime({ clock: time.clock })
  time.setClock(-HOUR)
  time.advance(1000)
  expect(elapsed.read()).toBe(0)
  time.sleep(2000)
  expect(elapsed.read()).toBe(2000)
})
