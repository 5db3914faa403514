// A chart over time. The library loads with the first one. A canvas says nothing to assistive technology: beside a chart, its numbers are text.
import { createEffect, createSignal, For, type JSX, on, onCleanup, onMount } from 'solid-js'
import type { AlignedData, Options, Series, default as UPlot } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatMoment } from '../../format/time.ts'
import { theme } from '../../state/preferences/preferences.ts'
import { localeFormats } from '../../text/locale.ts'
import { barTicks } from './chartTicks.ts'
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
const AXIS_WIDTH = 48
/** Pixels that a time on the axis needs. */
const TIME_WIDTH = 72
/** Seconds on each side of the bars. */
const HALF_MONTH = 15 * 86_400
/** Share of the space of a bar that it fills, and its largest width in pixels. */
const BAR_SIZE = [0.35, 48] as const

/** Returns the text of a value on the axis: `12.5`, `3.4M`. */
const axisValue = (value: number): string => localeFormats().compact.format(value)

/** Seconds. */
const DAY = 86_400

/** Returns the format of the times on an axis: hours of a few days, days of a few months, else months. */
const timeFormat = (kind: ChartKind, times: readonly number[]): Intl.DateTimeFormat => {
  const { time, dayOfYear, shortMonth } = localeFormats()
  const length = (times.at(-1) ?? 0) - (times[0] ?? 0)
  if (kind === 'bars' || length > 120 * DAY) return shortMonth
  return length > 2 * DAY ? dayOfYear : time
}

/** Returns the texts of the times on the axis, each once. */
const axisTimes = (format: Intl.DateTimeFormat, times: readonly number[]): string[] => {
  const texts = times.map((time) => formatMoment(format, time))
  return texts.map((text, i) => (text === texts[i - 1] ? '' : text))
}

/** Whether a language has a tag. The library fails in a browser of the locale C, which names its language so; the numbers are text as well. */
const isLanguageTag = (language: string): boolean => {
  try {
    return Intl.getCanonicalLocales(language).length === 1
  } catch {
    return false
  }
}

type Colours = { readonly text: string; readonly grid: string; readonly series: readonly string[] }

/** Returns the colours of the theme. A canvas knows no custom properties, so they are read from elements that have them. */
const coloursOf = (figure: HTMLElement): Colours => {
  const { color, borderTopColor } = getComputedStyle(figure)
  const keys = [...figure.querySelectorAll('.chart-key')]
  return { text: color, grid: borderTopColor, series: keys.map((key) => getComputedStyle(key).color) }
}

const seriesOf = (library: typeof UPlot, kind: ChartKind, { series }: ChartData, colours: Colours): Series[] => [
  {},
  ...series.map(({ label }, i): Series => {
    const colour = colours.series[i] ?? colours.text
    // Bars of the same time stand beside each other.
    const align = series.length === 1 ? 0 : i === 0 ? -1 : 1
    const { bars, stepped } = library.paths
    const drawn = kind === 'bars' ? bars?.({ size: [...BAR_SIZE], align }) : stepped?.({ align: 1 })
    const paths = drawn === undefined ? {} : { paths: drawn }
    return { label, stroke: colour, fill: kind === 'bars' ? colour : '', width: 2, points: { show: false }, ...paths }
  }),
]

const optionsOf = (library: typeof UPlot, kind: ChartKind, data: ChartData, figure: HTMLElement): Options => {
  const colours = coloursOf(figure)
  const format = timeFormat(kind, data.times)
  const first = data.times[0] ?? 0
  const last = data.times.at(-1) ?? 0
  // Bars are marked where they stand; the library would mark days between them.
  const marks = barTicks(data.times, Math.floor(figure.clientWidth / TIME_WIDTH))
  const splits = kind === 'bars' ? { splits: () => marks } : {}
  const axis = { stroke: colours.text, grid: { stroke: colours.grid, width: 1 }, ticks: { stroke: colours.grid } }
  return {
    width: figure.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      // The library widens the range of a single value by months.
      x: { range: (_, start, end) => (kind === 'bars' ? [first - HALF_MONTH, last + HALF_MONTH] : [start, end]) },
      y: { range: (_, low, high) => [Math.min(0, low), high === 0 ? 1 : high * 1.05] },
    },
    axes: [
      { ...axis, ...splits, grid: { show: false }, values: (_, times) => axisTimes(format, times), space: TIME_WIDTH },
      { ...axis, size: AXIS_WIDTH, values: (_, values) => values.map(axisValue) },
    ],
    series: seriesOf(library, kind, data, colours),
  }
}

export const Chart = (props: {
  readonly label: string
  readonly kind: ChartKind
  readonly data: ChartData
}): JSX.Element => {
  const [library, setLibrary] = createSignal<typeof UPlot>()
  const [width, setWidth] = createSignal(0)
  let figure: HTMLElement | undefined
  let canvas: HTMLDivElement | undefined
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const [scheme, setScheme] = createSignal(dark.matches)
  onMount(async () => {
    const follow = (): void => void setScheme(dark.matches)
    dark.addEventListener('change', follow)
    const observer = new ResizeObserver(() => setWidth(figure?.clientWidth ?? 0))
    if (figure !== undefined) observer.observe(figure)
    onCleanup(() => {
      dark.removeEventListener('change', follow)
      observer.disconnect()
    })
    if (!isLanguageTag(navigator.language)) return
    const { default: loaded } = await import('uplot')
    setLibrary(() => loaded)
  })
  createEffect(
    on([library, width, scheme, theme, () => props.data], ([loaded]) => {
      if (loaded === undefined || figure === undefined || canvas === undefined || width() === 0) return
      const { times, series } = props.data
      const data: AlignedData = [[...times], ...series.map(({ values }) => [...values])]
      const plot = new loaded(optionsOf(loaded, props.kind, props.data, figure), data, canvas)
      onCleanup(() => plot.destroy())
    }),
  )
  return (
    <figure class="chart" ref={figure}>
      <figcaption class="chart-keys">
        <For each={props.data.series}>{({ label }) => <span class="chart-key">{label}</span>}</For>
      </figcaption>
      <div class="chart-canvas" ref={canvas} role="img" aria-label={props.label} />
    </figure>
  )
}
