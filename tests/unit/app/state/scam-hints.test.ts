// The hints before the first large payment of a wallet: when they show, and that they show once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isLargePayment, needsScamHints, rememberScamHints } from '../../../../src/app/state/preferences/scamHints.ts'

const wallet = (id: string, networkId: string) => ({
  id,
  networkId,
  balance: { total: 100n, unlocked: 60n, blocksToUnlock: 3, frozen: 0n, unverified: 0n },
})

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  })
})
afterEach(() => void vi.unstubAllGlobals())

it('calls a payment large that takes more than half of the balance', () => {
  expect([isLargePayment(50n, 100n), isLargePayment(51n, 100n), isLargePayment(1n, 0n)]).toEqual([false, true, true])
})

it('shows the hints until they were read, in each wallet once', () => {
  const [ann, ben] = [wallet('ann', 'monero-mainnet'), wallet('ben', 'oxen-mainnet')]
  expect([needsScamHints(ann, 51n), needsScamHints(ann, 50n)]).toEqual([true, false])
  rememberScamHints('ann')
  rememberScamHints('ann')
  expect([needsScamHints(ann, 99n), needsScamHints(ben, 99n)]).toEqual([false, true])
  expect(localStorage.getItem('faba.scamHints')).toBe('ann')
  rememberScamHints('ben')
  expect(needsScamHints(ben, 99n)).toBe(false)
})

it('shows them for coins without value only on request', () => {
  const practice = wallet('ann', 'oxen-regtest')
  expect(needsScamHints(practice, 99n)).toBe(false)
  localStorage.setItem('faba.scamHintsForPractice', 'yes')
  expect(needsScamHints(practice, 99n)).toBe(true)
})
