// Pages that request approvals again and again: pauses, the refusal of a page, permissions of one page, and requests that outlive a sleep.
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalAction, PaymentAction } from '../../../src/engine/api/approvalRequest.ts'
import { ApprovalQueue, type Permission } from '../../../src/engine/approvals/approvalQueue.ts'
import type { RequestingPage } from '../../../src/engine/approvals/requestingPages.ts'
import { TestTime } from '../../support/wallet/engine-host.ts'

const FORGET: ApprovalAction = { kind: 'forget' }
const SWEEP: PaymentAction = {
  ...{ kind: 'sweep output', amount: 5n, fee: 1n, transactions: 1, address: 'A', priority: 'normal', unlockTime: 0n },
  account: 0,
}
const SHOP: RequestingPage = { id: 'one', path: '/shop/' }
const NEWS: RequestingPage = { id: 'two', path: '/news/' }
const DENIED = { code: 'permission-denied' }

let time: TestTime
let queue: ApprovalQueue
let isOpen: boolean

beforeEach(() => {
  time = new TestTime()
  isOpen = true
  let ids = 0
  const random = (length: number): Uint8Array => new Uint8Array(length).fill(++ids)
  queue = new ApprovalQueue(
    { random, clock: time.clock, monotonic: time.monotonic, schedule: time.schedule },
    () => undefined,
    () => isOpen,
  )
})

const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

const request = (page = SHOP, action: Parameters<ApprovalQueue['request']>[1] = FORGET) => {
  const outcome: { permission?: Permission; error?: unknown } = {}
  const caller = new AbortController()
  queue.request('sign', action, caller.signal, page).then(
    (permission) => {
      outcome.permission = permission
    },
    (error: unknown) => {
      outcome.error = error
    },
  )
  return { outcome, caller }
}

/** Requests, and refuses what is shown; returns whether it was shown. */
const refuse = async (page = SHOP): Promise<boolean> => {
  request(page)
  await settle()
  const { current } = queue
  if (current === undefined) return false
  queue.decide(current.id, 'refuse')
  await settle()
  return true
}

/** Requests every second without end; returns how many dialogs the user had to refuse. */
const loop = async (seconds: number, pageOf: (i: number) => RequestingPage = () => SHOP): Promise<number> => {
  let dialogs = 0
  for (let i = 0; i < seconds; i++) {
    if (await refuse(pageOf(i))) dialogs++
    time.advance(1000)
  }
  return dialogs
}

describe('a page that requests in a loop', () => {
  it('is shown less and less often', async () => {
    expect(await loop(3600)).toBe(13)
  })

  it('says which page it is, and that it is not its first request', async () => {
    request()
    expect(queue.current).toMatchObject({ page: '/shop/', isRepeated: false })
    await refuse(SHOP)
    request(NEWS)
    await settle()
    expect(queue.current).toMatchObject({ page: '/shop/', isRepeated: true })
  })

  it('gets an error that tells the time, and no dialog, during a pause', async () => {
    for (let i = 0; i < 2; i++) expect(await refuse()).toBe(true)
    const { outcome } = request()
    await settle()
    expect(queue.current).toBeUndefined()
    expect(outcome.error).toMatchObject({ ...DENIED, message: expect.stringContaining('in 5 seconds') })
    let isBuilt = false
    const payment = request(SHOP, async () => {
      isBuilt = true
      return SWEEP
    })
    await settle()
    expect(payment.outcome.error).toMatchObject(DENIED)
    expect(isBuilt).toBe(false)
  })

  it('does not hold up other pages', async () => {
    for (let i = 0; i < 2; i++) await refuse(SHOP)
    expect(await refuse(NEWS)).toBe(true)
  })

  it('pauses all pages after some refusals, whatever addresses it has', async () => {
    const dialogs = await loop(3600, (i) => ({ id: `${i}`, path: `/${i}/` }))
    expect(dialogs).toBe(17)
  })

  it('pauses also for requests that it takes back, and that no one decides', async () => {
    for (let i = 0; i < 2; i++) {
      const { caller } = request()
      await settle()
      caller.abort()
      await settle()
    }
    expect(await refuse()).toBe(false)
    time.advance(5000)
    request()
    time.advance(120_000)
    await settle()
    expect(await refuse()).toBe(false)
  })

  it('is shown at once again after an approval', async () => {
    for (let i = 0; i < 2; i++) await refuse()
    time.advance(5000)
    request()
    await settle()
    queue.decide(queue.current?.id ?? '', 'once')
    expect(await refuse()).toBe(true)
  })

  it('waits as long although the wall clock is set forward or back', async () => {
    for (let i = 0; i < 2; i++) await refuse()
    time.setClock(-86_400_000)
    expect(await refuse()).toBe(false)
    time.advance(5000)
    expect(await refuse()).toBe(true)
  })

  it('shows nothing more after all of its requests were refused, until the session ends', async () => {
    const waiting = [request(), request(NEWS), request(SHOP, SWEEP)]
    const built = Promise.withResolvers<PaymentAction>()
    const building = request(SHOP, () => built.promise)
    queue.decide(queue.current?.id ?? '', 'refuse page')
    built.resolve(SWEEP)
    await settle()
    expect(waiting.map(({ outcome }) => outcome.error !== undefined)).toEqual([true, false, true])
    expect(building.outcome.error).toMatchObject(DENIED)
    expect(queue.current).toMatchObject({ page: '/news/', waiting: 0 })
    queue.decide(queue.current?.id ?? '', 'once')
    await settle()
    time.advance(86_400_000)
    expect(await refuse(SHOP)).toBe(false)
    expect(await refuse({ id: 'three', path: '/shop/' })).toBe(false)
    queue.end('the wallet was locked')
    expect(await refuse(SHOP)).toBe(true)
  })
})

describe('the permission of a page', () => {
  it('does not cover another page, nor the same one after it was loaded again', async () => {
    const { outcome } = request(SHOP, SWEEP)
    const other = request(NEWS, SWEEP)
    queue.decide(queue.current?.id ?? '', 'session')
    await settle()
    expect(outcome.permission?.scope).toBe('session')
    expect(other.outcome).toEqual({})
    const reloaded = request({ ...SHOP, id: 'three' }, SWEEP)
    const again = request(SHOP, SWEEP)
    await settle()
    expect(again.outcome.permission?.scope).toBe('session')
    expect(reloaded.outcome).toEqual({})
    expect(queue.current).toMatchObject({ page: '/news/', waiting: 1 })
  })

  it('does not outlive a wallet that has to lock', async () => {
    const payment = request(SHOP, SWEEP)
    queue.decide(queue.current?.id ?? '', 'session')
    const once = request(SHOP, FORGET)
    queue.decide(queue.current?.id ?? '', 'once')
    await settle()
    expect(payment.outcome.permission?.check).not.toThrow()
    isOpen = false
    for (const { outcome } of [payment, once]) expect(outcome.permission?.check).toThrow(/closed|ended/)
  })
})

it('refuses a request that was shown before the device slept', async () => {
  const { outcome } = request()
  await settle()
  const id = queue.current?.id ?? ''
  time.sleep(8 * 3_600_000)
  expect(() => queue.decide(id, 'once')).toThrow('no longer open')
  await settle()
  expect(outcome.error).toMatchObject({ ...DENIED, message: 'the user did not decide in time' })
})
