// A chart over time, drawn as SVG: it has the colours of the theme, and its texts are text. Beside a chart, its numbers are a table as well.
import { createMemo, createSignal, For, type JSX, onCleanup, onMount, Show } from 'solid-js'
import { formatMoment } from '../../format/time.ts'
import { localeFormats, type MomentFormat } from '../../text/locale.ts'
import { barTicks, DAY, timeTicks, valueTicks } from './chartTicks.ts'
import './chart.css'

/** What a chart draws. Values are for drawing only: a number does not hold every amount. */
export type ChartData = {
  /** UNIX seconds, ascending */
  readonly times: readonly number[]
  readonly series: readonly { readonly label: string; readonly values: readonly number[] }[]
}

/** Bars beside each other, or values that last until the next one. */
export type ChartKind = 'bars' | 'steps'

const HEIGHT = 160
/** Pixels around the values: the texts of the axes are at the left and below. */
const LEFT = 48
const RIGHT = 8
const TOP = 8
const BOTTOM = 24
/** Pixels that a time and a value on the axes need. */
const TIME_WIDTH = 72
const VALUE_HEIGHT = 36
/** Seconds on each side of the bars. */
const HALF_MONTH = 15 * DAY
/** Share of the space of a bar that it fills, and its largest width in pixels. */
const BAR_SHARE = 0.35
const BAR_WIDTH = 48

/** Returns the text of a value on the axis: `12.5`, `3.4M`. */
const axisValue = (value: number): string => localeFormats().compact.format(value)

/** Returns the format of the times on an axis: hours of a few days, days of a few months, else months. */
const timeFormat = (kind: ChartKind, length: number): MomentFormat => {
  const { time, dayOfYear, shortMonth } = localeFormats()
  if (kind === 'bars' || length > 120 * DAY) return shortMonth
  return length > 2 * DAY ? dayOfYear : time
}

type Mark = { readonly at: number; readonly text: string }

/** Where everything stands, in pixels. */
type Layout = {
  readonly right: number
  readonly bottom: number
  readonly times: readonly Mark[]
  readonly values: readonly Mark[]
  /** the shape of each series */
  readonly paths: readonly string[]
}

/** Returns the line of values that last until the next one. */
const stepsPath = (xs: readonly number[], ys: readonly number[]): string =>
  xs.map((x, i) => (i === 0 ? `M${x} ${ys[i]}` : `H${x}V${ys[i]}`)).join('')

const barsPath = (xs: readonly number[], ys: readonly number[], zero: number, from: number, width: number): string =>
  xs.map((x, i) => `M${x + from} ${zero}V${ys[i]}h${width}V${zero}z`).join('')

const layOut = (kind: ChartKind, { times, series }: ChartData, width: number): Layout => {
  const [right, bottom] = [width - RIGHT, HEIGHT - BOTTOM]
  const margin = kind === 'bars' ? HALF_MONTH : 0
  const [first, last] = [(times[0] ?? 0) - margin, (times.at(-1) ?? 0) + margin]
  const all = series.flatMap(({ values }) => values)
  const high = Math.max(...all) > 0 ? Math.max(...all) * 1.05 : 1
  const low = Math.min(0, ...all)
  const round = (pixels: number): number => Math.round(pixels * 10) / 10
  const x = (time: number): number => round(LEFT + ((time - first) / Math.max(1, last - first)) * (right - LEFT))
  const y = (value: number): number => round(bottom - ((value - low) / (high - low)) * (bottom - TOP))
  const most = Math.floor((right - LEFT) / TIME_WIDTH)
  const marked = kind === 'bars' ? barTicks(times, most) : timeTicks(first, last, most)
  const format = timeFormat(kind, last - first)
  const xs = times.map(x)
  const space = (right - LEFT) / Math.max(1, times.length)
  const barWidth = round(Math.min(BAR_WIDTH, space * BAR_SHARE))
  // Bars of the same time stand beside each other.
  const shape = (values: readonly number[], i: number): string =>
    kind === 'steps'
      ? stepsPath(xs, values.map(y))
      : barsPath(xs, values.map(y), y(0), (i - series.length / 2) * barWidth, barWidth)
  return {
    ...{ right, bottom },
    times: marked.map((time) => ({ at: x(time), text: formatMoment(format, time) })),
    values: valueTicks(low, high, (bottom - TOP) / VALUE_HEIGHT).map((value) => ({
      at: y(value),
      text: axisValue(value),
    })),
    paths: series.map(({ values }, i) => shape(values, i)),
  }
}

const Drawing = (props: { readonly kind: ChartKind; readonly layout: Layout }): JSX.Element => (
  <>
    <For each={props.layout.values}>
      {({ at, text }) => (
        <>
          <path class="chart-grid" d={`M${LEFT} ${at}H${props.layout.right}`} />
          <text x={LEFT - 8} y={at} text-anchor="end" dominant-baseline="middle" textContent={text} />
        </>
      )}
    </For>
    <For each={props.layout.times}>
      {({ at, text }, i) => (
        <>
          <path class="chart-grid" d={`M${at} ${props.layout.bottom}v4`} />
          {/* A time that stands twice, as in an hour that begins anew, is written once. */}
          <Show when={text !== props.layout.times[i() - 1]?.text}>
            <text x={at} y={props.layout.bottom + 18} text-anchor="middle" textContent={text} />
          </Show>
        </>
      )}
    </For>
    <For each={props.layout.paths}>{(path) => <path class={`chart-series chart-${props.kind}`} d={path} />}</For>
  </>
)

export const Chart = (props: {
  readonly label: string
  readonly kind: ChartKind
  readonly data: ChartData
}): JSX.Element => {
  const [width, setWidth] = createSignal(0)
  let figure: HTMLElement | undefined
  onMount(() => {
    const observer = new ResizeObserver(() => setWidth(figure?.clientWidth ?? 0))
    if (figure !== undefined) observer.observe(figure)
    onCleanup(() => observer.disconnect())
  })
  const layout = createMemo(() => (width() > LEFT + RIGHT ? layOut(props.kind, props.data, width()) : undefined))
  return (
    <figure class="chart" ref={figure}>
      <figcaption class="chart-keys">
        <For each={props.data.series}>{({ label }) => <span class="chart-key">{label}</span>}</For>
      </figcaption>
      <svg class="chart-canvas" role="img" aria-label={props.label} width="100%" height={HEIGHT}>
        <Show when={layout()}>{(known) => <Drawing kind={props.kind} layout={known()} />}</Show>
      </svg>
    </figure>
  )
}
