// Every number that the page writes as text, at its extremes: others choose many of them, by a payment, a false block or a request. None ends
// a screen, in any language.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as amount from '../../../../src/app/format/amount.ts'
import { lagOf, timeOfHeight } from '../../../../src/app/format/blockTime.ts'
import * as bytes from '../../../../src/app/format/bytes.ts'
import { historyRows } from '../../../../src/app/format/historyCsv.ts'
import * as rate from '../../../../src/app/format/rate.ts'
import * as time from '../../../../src/app/format/time.ts'
import * as waiting from '../../../../src/app/format/waiting.ts'
import * as counts from '../../../../src/app/text/counts.ts'
import { en } from '../../../../src/app/text/en.ts'
import { languages, offeredLanguages } from '../../../../src/app/text/languages/languages.ts'
import { localeFormats } from '../../../../src/app/text/locale.ts'
import { showTexts } from '../../../../src/app/text/text.ts'
import { historyLine } from '../../../support/wallet/history-line.ts'

const MAX_DATE = 8_640_000_000_000
const NUMBERS = [
  ...[0, 1, 59, 2 ** 31, 2 ** 32, 500_000_000, 10_000_000_000, MAX_DATE, MAX_DATE + 1, Number.MAX_SAFE_INTEGER],
  ...[2 ** 64, 1e21, Number.MAX_VALUE, -1, -MAX_DATE - 1, 0.5, Number.POSITIVE_INFINITY, Number.NaN],
]
const INTEGERS = [0n, 1n, 499_999_999n, 500_000_000n, 8_640_000_000_000n, 8_640_000_000_001n, 2n ** 53n, 2n ** 64n - 1n]

const WAITING = NUMBERS.map((blocks) => ({ account: 0, kind: 'received' as const, amount: 1n, blocks }))

/** Every function that formats a number, by its name. */
const NUMBER_TEXTS: Readonly<Record<string, (value: number) => string>> = {
  formatMoment: (value) => time.formatMoment(localeFormats().month, value),
  formatTime: time.formatTime,
  formatDate: time.formatDate,
  formatShortTime: time.formatShortTime,
  formatDayAndTime: (value) => time.formatDayAndTime(value).join(' '),
  formatApproximateTime: time.formatApproximateTime,
  formatBehind: time.formatBehind,
  formatTimeLeft: time.formatTimeLeft,
  formatDuration: time.formatDuration,
  formatAbout: waiting.formatAbout,
  formatBlocksLeft: (value) => waiting.formatBlocksLeft(value, 120),
  formatCount: counts.formatCount,
  formatBytes: bytes.formatBytes,
}

const INTEGER_TEXTS: Readonly<Record<string, (value: bigint) => string>> = {
  formatUnlockTime: (value) => time.formatUnlockTime(value, counts.formatCount),
  formatAmount: (value) => amount.formatAmount(value, 12, 'XMR'),
  formatValue: (value) => rate.formatValue(value, 12, { units: 1n, decimals: 0 }, 'EUR'),
  formatPrice: (value) => rate.formatPrice({ units: value, decimals: 12 }, 'EUR'),
}

describe.each(offeredLanguages)('in %s', (code) => {
  beforeAll(async () => showTexts(code, await languages[code].load()))

  afterAll(() => showTexts('en', en))

  it.each(Object.entries(NUMBER_TEXTS))('%s returns a text for any number', (_, format) => {
    for (const value of NUMBERS) expect(typeof format(value)).toBe('string')
  })

  it.each(Object.entries(INTEGER_TEXTS))('%s returns a text for any number of 64 bits', (_, format) => {
    for (const value of INTEGERS) expect(format(value)).not.toBe('')
  })

  it('waiting coins have texts for any number of blocks', () => {
    const texts = waiting.waitingTexts(WAITING, { blockTarget: 120 }, String)
    expect(texts.length).toBeGreaterThan(0)
  })
})

it('tests every function that formats a number', () => {
  const names = [time, amount, counts, bytes, rate, waiting].flatMap((module) => Object.keys(module))
  expect(names.filter((name) => name.startsWith('format')).sort()).toEqual(
    [...Object.keys(NUMBER_TEXTS), ...Object.keys(INTEGER_TEXTS)].sort(),
  )
})

describe('a time that no date can hold', () => {
  it('is shown as its exact number', () => {
    expect(time.formatUnlockTime(8_640_000_000_001n, String)).toBe('UNIX time 8640000000001')
    expect(time.formatUnlockTime(2n ** 64n - 1n, String)).toBe('UNIX time 18446744073709551615')
    expect(time.formatShortTime(Number.MAX_SAFE_INTEGER)).toBe('UNIX time 9007199254740991')
    expect(time.formatTime(MAX_DATE)).toContain('275760')
  })

  it('is empty in the table of the history', () => {
    const wallet = { accounts: [], decimals: 9, ticker: 'OXEN' }
    const dateIn = (timestamp: number) => historyRows([{ ...historyLine, timestamp }], wallet, []).split(',')[0]
    expect(dateIn(MAX_DATE + 1)).toBe('')
    expect(dateIn(MAX_DATE)).toBe('+275760-09-13T00:00:00.000Z')
  })

  it('becomes text in one file of the page only', () => {
    const folder = fileURLToPath(new URL('../../../../src/app/', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
    const found = files.filter((name) => /\.format\(\s*new Date/.test(readFileSync(`${folder}${name}`, 'utf8')))
    expect(found).toEqual(['format/time.ts'])
  })
})

it('heights have times without failing, however high they are', () => {
  const anchor = { height: 1000, timestamp: 1_500_000_000, earlierBlockTime: 60 }
  for (const height of NUMBERS)
    for (const chainHeight of [undefined, ...NUMBERS]) {
      const times = { now: 1_800_000_000, chainHeight, blockTarget: 120, anchor }
      expect(time.formatApproximateTime(timeOfHeight(height, times) ?? 0)).toEqual(expect.any(String))
      expect(time.formatBehind(lagOf({ height, target: chainHeight ?? 0 }, times).seconds)).toEqual(expect.any(String))
    }
})
