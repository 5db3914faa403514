// Approval requests: their order, limits, timeouts and decisions, and permissions that end.

import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalAction, PaymentAction } from '../../../src/engine/api/approvalRequest.ts'
import { ApprovalQueue, type Permission } from '../../../src/engine/approvals/approvalQueue.ts'
import { TestTime } from '../../support/wallet/engine-host.ts'

const RELAY: ApprovalAction = { kind: 'relay', txid: 'ab', account: 0, destinations: [], fee: 1n, unlockTimes: [] }
const FORGET: ApprovalAction = { kind: 'forget' }
const COST = { amount: 5n, fee: 1n, transactions: 1, address: 'A', priority: 'normal', unlockTime: 0n }
const SWEEP_OUTPUT: PaymentAction = { ...COST, account: 0, kind: 'sweep output' }
const SWEEP: PaymentAction = {
  ...COST,
  kind: 'sweep',
  account: 0,
  subaddresses: [],
  from: 'all',
  belowAmount: undefined,
}
const TRANSFER: PaymentAction = {
  ...COST,
  kind: 'transfer',
  account: 0,
  subaddresses: [],
  destinations: [],
  feeFrom: [],
}

const NAME: PaymentAction = {
  ...{ kind: 'name order', amount: 0n, fee: 1n, transactions: 1, account: 0, priority: 'unimportant' },
  order: {
    ...{ operation: 'renew', type: 'lokinet', name: 'a.loki', price: 5n, blocks: 9 },
    ...{ value: undefined, owner: undefined, backupOwner: undefined },
  },
}

const DENIED = { name: 'PermissionDeniedError', code: 'permission-denied' }
const UNKNOWN = { name: 'UnknownApprovalRequestError', code: 'unknown-approval-request' }
const TOO_MANY = { ...DENIED, message: expect.stringContaining('5 requests already wait for the user') }
const LATE = { ...DENIED, message: 'the user did not decide in time' }

let time: TestTime
let changes: number
let queue: ApprovalQueue

beforeEach(() => {
  time = new TestTime()
  changes = 0
  let ids = 0
  const random = (length: number): Uint8Array => new Uint8Array(length).fill(++ids)
  queue = new ApprovalQueue({ random, clock: time.clock, schedule: time.schedule }, () => {
    changes += 1
  })
})

type Outcome = { permission?: Permission; error?: unknown }

/** Requests approval. `outcome` is filled once the request is decided. */
const request = (action: Parameters<ApprovalQueue['request']>[1], caller = new AbortController()) => {
  const outcome: Outcome = {}
  queue.request('method', action, caller.signal).then(
    (permission) => {
      outcome.permission = permission
    },
    (error: unknown) => {
      outcome.error = error
    },
  )
  return { outcome, caller }
}

/** Lets requests that were decided return. */
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await Promise.resolve()
}

const idOf = (n: number): string => n.toString(16).padStart(2, '0').repeat(8)

const errorOf = (action: () => unknown): unknown => {
  try {
    action()
    return undefined
  } catch (error) {
    return error
  }
}

describe('the approval requests', () => {
  it('are shown one after the other, in the order in which they arrived', async () => {
    expect(queue.current).toBeUndefined()
    const [first, second, third] = [request(RELAY), request(FORGET), request(SWEEP)]
    const each = { method: 'method', page: '' }
    expect(queue.current).toEqual({ ...each, id: idOf(1), action: RELAY, isRepeated: false, waiting: 2 })
    queue.decide(idOf(1), 'once')
    expect(queue.current).toEqual({ ...each, id: idOf(2), action: FORGET, isRepeated: true, waiting: 1 })
    await settle()
    expect(first.outcome.permission?.scope).toBe('call')
    queue.decide(idOf(2), 'refuse')
    await settle()
    expect(second.outcome.error).toMatchObject({ ...DENIED, message: 'the user refused' })
    await settle()
    expect(queue.current).toEqual({ ...each, id: idOf(3), action: SWEEP, isRepeated: true, waiting: 0 })
    expect(third.outcome).toEqual({})
  })

  it('are announced when they arrive and when they are decided', async () => {
    request(RELAY)
    expect(changes).toBe(1)
    request(RELAY)
    expect(changes).toBe(2)
    queue.decide(idOf(1), 'once')
    expect(changes).toBe(3)
    await settle()
    queue.revokePayments()
    expect(changes).toBe(4)
  })

  it('are decided once, by their id, also behind others', async () => {
    const [first, second] = [request(RELAY), request(FORGET)]
    expect(queue.actionOf(idOf(2))).toEqual(FORGET)
    queue.decide(idOf(2), 'once')
    await settle()
    expect(second.outcome.permission?.scope).toBe('call')
    expect(queue.current).toMatchObject({ id: idOf(1), waiting: 0 })
    expect(errorOf(() => queue.decide(idOf(2), 'once'))).toMatchObject(UNKNOWN)
    expect(errorOf(() => queue.actionOf(idOf(2)))).toMatchObject(UNKNOWN)
    expect(first.outcome).toEqual({})
  })

  it('are at most five, including the payments that are being built', async () => {
    const built = Promise.withResolvers<PaymentAction>()
    const payment = request(() => built.promise)
    for (let i = 0; i < 4; i++) request(FORGET)
    let isBuilt = false
    const build = async (): Promise<PaymentAction> => {
      isBuilt = true
      return SWEEP
    }
    const refused = [request(RELAY), request(build)]
    for (const { outcome } of refused) {
      await settle()
      expect(outcome.error).toMatchObject(TOO_MANY)
    }
    expect(isBuilt).toBe(false)
    built.resolve(TRANSFER)
    await settle()
    expect(queue.current).toMatchObject({ action: FORGET, waiting: 4 })
    queue.decide(idOf(1), 'refuse')
    const next = request(RELAY)
    await settle()
    expect(next.outcome).toEqual({})
    expect(payment.outcome).toEqual({})
  })

  it('leave room again after a payment could not be built', async () => {
    for (let i = 0; i < 6; i++) {
      const { outcome } = request(async () => Promise.reject(new RangeError('too little money')))
      await settle()
      expect(outcome.error).toBeInstanceOf(RangeError)
    }
    expect(queue.current).toBeUndefined()
  })

  it('are removed when the caller disconnects', async () => {
    const gone = new AbortController()
    gone.abort()
    const [never, first, second] = [request(RELAY, gone), request(RELAY), request(FORGET)]
    await settle()
    expect(never.outcome.error).toMatchObject({ ...DENIED, message: 'the caller disconnected' })
    expect(queue.current).toMatchObject({ action: RELAY, waiting: 1 })
    first.caller.abort()
    await settle()
    expect(first.outcome.error).toMatchObject({ ...DENIED, message: 'the caller disconnected' })
    expect(queue.current).toMatchObject({ action: FORGET, waiting: 0 })
    queue.decide(idOf(2), 'once')
    const before = changes
    second.caller.abort()
    await settle()
    expect(second.outcome.permission?.scope).toBe('call')
    expect(changes).toBe(before)
  })
})

describe('the timeout of a request', () => {
  it('is two minutes from the moment at which it is shown', async () => {
    request(RELAY)
    const second = request(FORGET)
    time.advance(60_000)
    queue.decide(idOf(1), 'refuse')
    await settle()
    time.advance(119_999)
    await settle()
    expect(second.outcome).toEqual({})
    time.advance(1)
    await settle()
    expect(second.outcome.error).toMatchObject(LATE)
    expect(queue.current).toBeUndefined()
  })

  it('ends four minutes after the request arrived', async () => {
    const [first, second, third] = [request(RELAY), request(FORGET), request(FORGET)]
    time.advance(120_000)
    await settle()
    expect(first.outcome.error).toMatchObject(LATE)
    time.advance(100_000)
    queue.decide(idOf(2), 'once')
    await settle()
    expect(second.outcome.permission?.scope).toBe('call')
    time.advance(19_999)
    await settle()
    expect(third.outcome).toEqual({})
    time.advance(1)
    await settle()
    expect(third.outcome.error).toMatchObject(LATE)
  })

  it('does not start again when a request behind it is decided', async () => {
    const first = request(RELAY)
    request(FORGET)
    time.advance(119_999)
    queue.decide(idOf(2), 'refuse')
    await settle()
    time.advance(1)
    await settle()
    expect(first.outcome.error).toMatchObject(LATE)
  })

  it('does not start again when another request arrives', async () => {
    const first = request(RELAY)
    time.advance(119_999)
    request(FORGET)
    time.advance(1)
    await settle()
    expect(first.outcome.error).toMatchObject(LATE)
    expect(queue.current).toMatchObject({ action: FORGET })
  })

  it('is not negative for a request that waited too long behind others', async () => {
    const delays: number[] = []
    const slow = new ApprovalQueue(
      {
        random: (length) => new Uint8Array(length),
        clock: time.clock,
        schedule: (_, delay) => {
          delays.push(delay)
          return () => undefined
        },
      },
      () => undefined,
    )
    const caller = new AbortController()
    const refused = slow.request('a', RELAY, caller.signal).catch(() => undefined)
    void slow.request('b', RELAY, new AbortController().signal)
    time.advance(300_000)
    caller.abort()
    await refused
    expect(delays).toEqual([120_000, 0])
  })
})

describe('the permission for payments', () => {
  const permit = async (): Promise<Permission> => {
    const { outcome } = request(TRANSFER)
    queue.decide(queue.current?.id ?? '', 'session')
    await settle()
    if (outcome.permission === undefined) throw new Error('it was not permitted')
    return outcome.permission
  }

  it('covers the request, the waiting payments and later ones of each kind, which are not built', async () => {
    const waiting = [request(FORGET), request(SWEEP), request(SWEEP_OUTPUT), request(RELAY)]
    expect(queue.allowsPayments).toBe(false)
    queue.decide(idOf(2), 'session')
    expect(queue.allowsPayments).toBe(true)
    await settle()
    expect(waiting.map(({ outcome }) => outcome.permission?.scope)).toEqual([
      undefined,
      'session',
      'session',
      'session',
    ])
    expect(queue.current).toMatchObject({ action: FORGET, waiting: 0 })
    const later = [RELAY, TRANSFER].map((action) => request(action))
    const unbuilt = request(() => Promise.reject(new Error('it was built')))
    for (const { outcome } of [...later, unbuilt]) {
      await settle()
      expect(outcome.permission?.scope).toBe('session')
      expect(outcome.permission?.check).not.toThrow()
    }
    request(FORGET)
    expect(queue.current).toMatchObject({ waiting: 1 })
  })

  it('covers a payment that was being built when it was given', async () => {
    const built = Promise.withResolvers<PaymentAction>()
    const { outcome } = request(() => built.promise)
    await permit()
    built.resolve(SWEEP)
    await settle()
    expect(outcome.permission?.scope).toBe('session')
  })

  it('does not cover the order of a name', async () => {
    await permit()
    const { outcome } = request(NAME)
    await settle()
    expect(outcome).toEqual({})
    expect(queue.current).toMatchObject({ action: NAME })
  })

  it('exists for payments only', async () => {
    const { outcome } = request(FORGET)
    expect(errorOf(() => queue.decide(idOf(1), 'session'))).toMatchObject(UNKNOWN)
    await settle()
    expect(outcome).toEqual({})
    expect(queue.allowsPayments).toBe(false)
    expect(queue.current).toMatchObject({ id: idOf(1) })
  })

  it('ends when it is revoked, also for payments that have not started, and does not return with a new one', async () => {
    const { check } = await permit()
    expect(check).not.toThrow()
    queue.revokePayments()
    expect(queue.allowsPayments).toBe(false)
    expect(errorOf(check)).toMatchObject(DENIED)
    const again = await permit()
    expect(again.check).not.toThrow()
    expect(errorOf(check)).toMatchObject(DENIED)
  })

  it('ends with the session', async () => {
    const { check } = await permit()
    queue.end('the wallet was locked')
    expect(queue.allowsPayments).toBe(false)
    expect(errorOf(check)).toMatchObject(DENIED)
  })
})

describe('the end of a session', () => {
  it('rejects all requests with its reason, starts no timeout and announces nothing by itself', async () => {
    const waiting = [request(RELAY), request(FORGET)]
    const before = changes
    queue.end('the wallet was locked')
    expect(queue.current).toBeUndefined()
    for (const { outcome } of waiting) {
      await settle()
      expect(outcome.error).toMatchObject({ ...DENIED, message: 'the wallet was locked' })
    }
    expect(changes).toBe(before)
    time.advance(10_000)
    const next = request(FORGET)
    // The timeout of the first session would end here.
    time.advance(110_000)
    await settle()
    expect(next.outcome).toEqual({})
    time.advance(10_000)
    await settle()
    expect(next.outcome.error).toMatchObject(LATE)
  })

  it('rejects a payment that is still being built', async () => {
    const built = Promise.withResolvers<PaymentAction>()
    const { outcome } = request(() => built.promise)
    queue.end('the wallet was locked')
    built.resolve(SWEEP)
    await settle()
    expect(outcome.error).toMatchObject({ ...DENIED, message: 'the wallet was closed or locked' })
    expect(queue.current).toBeUndefined()
  })

  it('ends the approval of a call that has not started', async () => {
    const { outcome } = request(FORGET)
    queue.decide(idOf(1), 'once')
    await settle()
    expect(outcome.permission?.check).not.toThrow()
    queue.end('the wallet was locked')
    expect(errorOf(outcome.permission?.check ?? (() => undefined))).toMatchObject(DENIED)
  })
})
