// Coins that cannot be spent yet, in a few lines.
import { describe, expect, it } from 'vitest'
import { summarizeWaiting, waitingTexts } from '../../../../src/app/format/waiting.ts'
import type { WaitingCoins } from '../../../../src/wallet/funds/fundsViews.ts'
import '../../../support/english-texts.ts'

const REWARD = 33n
const WALLET = { blockTarget: 120 }

const received = (blocks: number, amount = REWARD, account = 0): WaitingCoins => ({
  account,
  amount,
  kind: 'received',
  blocks,
})

/** The rewards of 29 blocks in a row. */
const rewards = Array.from({ length: 29 }, (_, i) => received(i + 1))

describe('summarizeWaiting', () => {
  it('keeps the three soonest entries, and adds up the others', () => {
    expect(summarizeWaiting(rewards)).toEqual({
      soonest: [1, 2, 3].map((blocks) => ({ kind: 'received', amount: REWARD, blocks })),
      others: { count: 26, amount: 26n * REWARD, blocks: 29 },
      untimed: [],
    })
  })

  it('keeps four entries, which take no more lines than their sum', () => {
    const { soonest, others } = summarizeWaiting(rewards.slice(0, 4))
    expect(soonest.map(({ blocks }) => blocks)).toEqual([1, 2, 3, 4])
    expect(others).toBeUndefined()
    expect(summarizeWaiting(rewards.slice(0, 5)).others).toEqual({ count: 2, amount: 2n * REWARD, blocks: 5 })
  })

  it('joins what waits for the same block in several accounts, but not change and received coins', () => {
    const change: WaitingCoins = { ...received(7, 5n), kind: 'change' }
    expect(summarizeWaiting([received(7, 1n), received(7, 2n, 1), change]).soonest).toEqual([
      { kind: 'received', amount: 3n, blocks: 7 },
      { kind: 'change', amount: 5n, blocks: 7 },
    ])
  })

  it('keeps stakes and coins without a height apart from those with one', () => {
    const stake = (account: number): WaitingCoins => ({ account, amount: 100n, kind: 'stake', blocks: 0 })
    const later: WaitingCoins = { ...received(0, 2n), kind: 'change' }
    const { soonest, others, untimed } = summarizeWaiting([...rewards, stake(0), stake(1), received(0, 1n), later])
    expect(soonest).toHaveLength(3)
    expect(others?.count).toBe(26)
    expect(untimed).toEqual([
      { kind: 'stake', amount: 200n, blocks: 0 },
      { kind: 'received', amount: 3n, blocks: 0 },
    ])
  })

  it('returns nothing for a wallet without waiting coins', () => {
    expect(summarizeWaiting([])).toEqual({ soonest: [], others: undefined, untimed: [] })
  })
})

describe('waitingTexts', () => {
  it('returns a sentence for each of the soonest and one for the others, before those without a time', () => {
    const stake: WaitingCoins = { account: 0, amount: 100n, kind: 'stake', blocks: 0 }
    expect(waitingTexts([...rewards, stake], WALLET, String)).toEqual([
      '33 that you received can be spent in about 2 minutes (1 block).',
      '33 that you received can be spent in about 4 minutes (2 blocks).',
      '33 that you received can be spent in about 6 minutes (3 blocks).',
      '26 more, 858 in all, the last in about 58 minutes (29 blocks).',
      '100 is locked as a stake.',
    ])
  })
})
