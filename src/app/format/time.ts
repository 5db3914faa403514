// Texts of times and durations.
import { isDate } from '../../async/time.ts'
import { MAX_BLOCK_NUMBER } from '../../coin/blocks/unlockTime.ts'
import { localeFormats, type MomentFormat } from '../text/locale.ts'
import { t, tCount } from '../text/text.ts'

/**
 * Returns a UNIX time (seconds) in a format of the language; its number if no date can hold it. Every time becomes text here: others choose the
 * numbers, by an unlock time or a false block.
 */
export const formatMoment = (format: MomentFormat, timestamp: number | bigint): string =>
  isDate(Number(timestamp))
    ? format.format(new Date(Number(timestamp) * 1000))
    : t('time.unix', { seconds: String(timestamp) })

/** Returns a UNIX time (seconds) as local date and time; empty for 0. */
export const formatTime = (timestamp: number | bigint): string =>
  Number(timestamp) === 0 ? '' : formatMoment(localeFormats().dateAndTime, timestamp)

/** Returns the local date of a UNIX time (seconds). */
export const formatDate = (timestamp: number): string => formatMoment(localeFormats().date, timestamp)

/** Returns a UNIX time (seconds) in short form: the time if today, the day if this year, else the date; empty for 0. */
export const formatShortTime = (timestamp: number): string => {
  if (timestamp === 0) return ''
  const time = new Date(timestamp * 1000)
  const now = new Date()
  const formats = localeFormats()
  if (time.toDateString() === now.toDateString()) return formatMoment(formats.time, timestamp)
  return formatMoment(time.getFullYear() === now.getFullYear() ? formats.dayOfYear : formats.date, timestamp)
}

/**
 * Returns a UNIX time (seconds) for a column: the day and the time of the day; of another year the date. Empty for 0.
 */
export const formatDayAndTime = (timestamp: number): readonly [day: string, time: string] => {
  if (timestamp === 0) return ['', '']
  const { dayOfYearPadded, date, time } = localeFormats()
  return new Date(timestamp * 1000).getFullYear() === new Date().getFullYear()
    ? [formatMoment(dayOfYearPadded, timestamp), formatMoment(time, timestamp)]
    : [formatMoment(date, timestamp), '']
}

/** From here on, a time near now has no hour: an estimate of later blocks is off by more. */
const NEAR_SECONDS = 2 * 86_400

/** Returns an estimated UNIX time (seconds) as a date, with the time of the day if it is near. */
export const formatApproximateTime = (timestamp: number): string => {
  const isNear = Math.abs(timestamp * 1000 - Date.now()) < NEAR_SECONDS * 1000
  return isNear ? formatTime(timestamp) : formatDate(timestamp)
}

/** Returns how long the chain went on without the wallet; empty for less than an hour. */
export const formatBehind = (seconds: number): string => {
  if (seconds < 3600) return ''
  if (seconds < 172_800) return tCount('sync.hoursBehind', Math.floor(seconds / 3600))
  return tCount('sync.daysBehind', Math.floor(seconds / 86_400))
}

/** Returns the estimated time left, rounded. */
export const formatTimeLeft = (seconds: number | undefined): string => {
  if (seconds === undefined || !Number.isFinite(seconds)) return t('duration.unknown')
  if (seconds < 60) return t('duration.seconds')
  if (seconds < 5400) return tCount('duration.minutes', Math.round(seconds / 60))
  if (seconds < 172_800) return tCount('duration.hours', Math.round(seconds / 3600))
  return tCount('duration.days', Math.round(seconds / 86_400))
}

/** Returns a duration in its largest unit, rounded: `20 minutes`; at least a minute. */
export const formatDuration = (seconds: number): string => {
  const { durations } = localeFormats()
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 90) return durations.minute.format(minutes)
  const hours = Math.round(seconds / 3600)
  return hours < 48 ? durations.hour.format(hours) : durations.day.format(Math.round(seconds / 86_400))
}

/** Returns the local day of a UNIX time (seconds) as the value of a date input. */
export const dateInputOf = (timestamp: number): string => new Date(timestamp * 1000).toLocaleDateString('sv-SE')

/** Returns today as the value of a date input. */
export const today = (): string => dateInputOf(Date.now() / 1000)

/** Returns local midnight of a date input's value in UNIX seconds; undefined if it is not a date. */
export const dateToTimestamp = (value: string): number | undefined => {
  const time = new Date(`${value}T00:00:00`).getTime()
  return Number.isNaN(time) ? undefined : Math.floor(time / 1000)
}

/**
 * Returns an unlock time as a height or as a date.
 * @param heightText formats a height
 */
export const formatUnlockTime = (unlockTime: bigint, heightText: (height: number) => string): string =>
  unlockTime < MAX_BLOCK_NUMBER ? t('time.block', { height: heightText(Number(unlockTime)) }) : formatTime(unlockTime)
