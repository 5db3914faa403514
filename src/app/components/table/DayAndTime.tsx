// A time in a column: the day, and the time of the day beside it.
import type { JSX } from 'solid-js'
import { formatDayAndTime, formatTime } from '../../format/time.ts'

export const DayAndTime = (props: { readonly timestamp: number }): JSX.Element => (
  <span class="table-date numerals" title={formatTime(props.timestamp)}>
    <span>{formatDayAndTime(props.timestamp)[0]}</span>
    <span class="dim">{formatDayAndTime(props.timestamp)[1]}</span>
  </span>
)
