// An update waits for a payment that is being made, unless the user postpones it.
import { expect, it } from 'vitest'
import { createUpdateWait } from '../../../../src/app/state/session/updateWait.ts'

/** A wait for payments: `paying` says for each question whether one is being made; the last one stays. */
const waitWith = (paying: readonly boolean[]) => {
  let asked = 0
  const pauses: (() => void)[] = []
  const wait = createUpdateWait(
    async () => paying[Math.min(asked++, paying.length - 1)] === true,
    () => new Promise((resolve) => pauses.push(resolve)),
  )
  return {
    ...wait,
    /** Ends the pause between two questions. */
    goOn: async () => {
      pauses.shift()?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
  }
}

it('goes on at once without a payment', async () => {
  const wait = waitWith([false])
  expect(await wait.untilPaid()).toBe(true)
  expect(wait.isWaiting()).toBe(false)
})

it('goes on when the payment is made', async () => {
  const wait = waitWith([true, true, false])
  const update = wait.untilPaid()
  await wait.goOn()
  expect(wait.isWaiting()).toBe(true)
  await wait.goOn()
  await wait.goOn()
  expect(await update).toBe(true)
  expect(wait.isWaiting()).toBe(false)
})

it('ends when the update is postponed, and leaves a later one alone', async () => {
  const wait = waitWith([true, true, true, false])
  const first = wait.untilPaid()
  await wait.goOn()
  wait.postpone()
  expect(wait.isWaiting()).toBe(false)
  const second = wait.untilPaid()
  await wait.goOn()
  expect(await first).toBe(false)
  expect(wait.isWaiting()).toBe(true)
  await wait.goOn()
  await wait.goOn()
  await wait.goOn()
  expect(await second).toBe(true)
})
