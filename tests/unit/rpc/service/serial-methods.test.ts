// Serial execution of writing calls; reading calls do not wait.
import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/jsonrpc/method.ts'
import { method, type WalletRpcContext } from '../../../../src/rpc/calls/walletRpcContext.ts'
import { serializeWrites } from '../../../../src/rpc/serialMethods.ts'

const SOURCE: WalletRpcContext = { wallet: undefined, rpcEnabled: true }
const CALL: Call = {
  name: '',
  restricted: false,
  textEncoding: 'utf-8',
  caller: '',
  signal: new AbortController().signal,
}

const table = () => {
  const steps: string[] = []
  const gates: (() => void)[] = []
  const slow = method({
    names: ['transfer'],
    access: 'admin',
    params: {},
    handler: async () => {
      const turn = gates.length + 1
      steps.push(`begin ${turn}`)
      await new Promise<void>((resolve) => gates.push(resolve))
      steps.push(`end ${turn}`)
      if (turn === 1) throw new Error('no money')
      return {}
    },
  })
  const look = method({
    names: ['get_balance'],
    access: 'public',
    effect: 'read',
    params: {},
    handler: () => {
      steps.push('look')
      return {}
    },
  })
  const [pay, see] = serializeWrites([slow, look])
  if (pay === undefined || see === undefined) throw new Error('a method is missing')
  return { steps, gates, pay: () => pay.invoke(SOURCE, {}, CALL), see: () => see.invoke(SOURCE, {}, CALL) }
}

/** One method that asks, and one that does not and holds the turn until its gate opens. */
const withConsent = () => {
  const gates: (() => void)[] = []
  let agree = (): void => undefined
  let holds = true
  const asks = method({
    names: ['transfer'],
    access: 'admin',
    params: {},
    approval: async () => {
      await new Promise<void>((resolve) => {
        agree = resolve
      })
      const check = (): void => {
        if (!holds) throw new Error('no longer')
      }
      return { check, value: undefined }
    },
    handler: () => ({}),
  })
  const slow = method({
    names: ['refresh'],
    access: 'admin',
    params: {},
    handler: async () => {
      await new Promise<void>((resolve) => gates.push(resolve))
      return {}
    },
  })
  const [ask, pay] = serializeWrites([asks, slow])
  if (ask === undefined || pay === undefined) throw new Error('a method is missing')
  return {
    gates,
    agree: () => agree(),
    end: () => {
      holds = false
    },
    ask: () => ask.invoke(SOURCE, {}, CALL),
    pay: () => pay.invoke(SOURCE, {}, CALL),
  }
}

/** Waits until all pending microtasks have run. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('writing calls', () => {
  it('run one after the other, also after a failure, and do not delay reading calls', async () => {
    const { steps, gates, pay, see } = table()
    const [first, second] = [pay(), pay()]
    first.catch(() => undefined)
    await settle()
    await see()
    expect(steps).toEqual(['begin 1', 'look'])
    gates[0]?.()
    await expect(first).rejects.toThrow('no money')
    await settle()
    expect(steps).toEqual(['begin 1', 'look', 'end 1', 'begin 2'])
    gates[1]?.()
    await second
    expect(steps.at(-1)).toBe('end 2')
  })

  it('are not queued while they wait for approval, and fail if the approval ended before they run', async () => {
    const { gates, pay, agree, end, ask } = withConsent()
    const asking = ask()
    const first = pay()
    await settle()
    expect(gates.length).toBe(1)
    agree()
    await settle()
    end()
    gates[0]?.()
    await first
    await expect(asking).rejects.toThrow('no longer')
  })

  it('are limited in number', async () => {
    const { gates, pay } = table()
    const waiting = Array.from({ length: 1000 }, () => pay().catch(() => undefined))
    await expect(pay()).rejects.toThrow('Busy')
    for (let i = 0; i < waiting.length; i++) {
      await settle()
      gates[i]?.()
    }
    await Promise.all(waiting)
    const after = pay()
    await settle()
    gates.at(-1)?.()
    expect(await after).toEqual({})
  })
})
