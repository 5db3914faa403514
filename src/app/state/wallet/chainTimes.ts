// Dates beside heights: what the open wallet knows about the times of its chain.

import { type Accessor, createMemo } from 'solid-js'
import { type ChainTimes, timeOfHeight } from '../../format/blockTime.ts'
import { formatApproximateTime } from '../../format/time.ts'
import { formatCount } from '../../text/counts.ts'
import { t } from '../../text/text.ts'
import { type ChainReading, chainReadingOf } from '../nodes/chainReading.ts'
import { useOpenWallet } from './openWallet.tsx'

/** Returns a function that returns the times of the chain. */
export const createChainTimes = (): (() => ChainTimes) => {
  const { wallet } = useOpenWallet()
  return () => {
    const { sync, blockTarget, heightAnchor: anchor } = wallet()
    const chainHeight = sync.nodeHeight === 0 ? undefined : sync.target
    return { now: Math.floor(Date.now() / 1000), chainHeight, blockTarget, anchor }
  }
}

/** Returns how far the open wallet has read the chain; undefined once it has read all but the newest blocks. */
export const createChainReading = (): Accessor<ChainReading | undefined> => {
  const { wallet } = useOpenWallet()
  const times = createChainTimes()
  return createMemo(() => chainReadingOf(wallet(), times()))
}

/** Formats heights with the approximate dates of their blocks, if they are known. */
export type HeightText = {
  /** `1 234 567 · about 3 May 2026`, for a value by itself */
  value(height: number): string
  /** `1 234 567 (about 3 May 2026)`, inside of a sentence */
  inSentence(height: number): string
}

export const createHeightText = (): HeightText => {
  const times = createChainTimes()
  const format = (key: 'time.heightValue' | 'time.heightInSentence', height: number): string => {
    const time = timeOfHeight(height, times())
    const count = formatCount(height)
    return time === undefined ? count : t(key, { height: count, date: formatApproximateTime(time) })
  }
  return {
    value: (height) => format('time.heightValue', height),
    inSentence: (height) => format('time.heightInSentence', height),
  }
}
