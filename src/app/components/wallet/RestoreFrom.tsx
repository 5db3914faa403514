// Selects the date or height from which a restored wallet scans. Each fills in the other, by the known block of the network.
import { type Accessor, createMemo, createSignal, type JSX, Show } from 'solid-js'
import { estimateHeight, estimateTime } from '../../../coin/networks/network.ts'
import type { ChainClock } from '../../../engine/api/engineViews.ts'
import type { RestoreFrom } from '../../../wallet/sync/syncViews.ts'
import { latinDigits } from '../../format/amount.ts'
import { dateInputOf, dateToTimestamp, formatDate, formatDuration, today } from '../../format/time.ts'
import { createFetched } from '../../state/requests/fetched.ts'
import { useSession } from '../../state/session/session.tsx'
import { readingSeconds, readingSpeed } from '../../state/wallets/readingTime.ts'
import { t } from '../../text/text.ts'
import { RadioField, TextField } from '../form/Field.tsx'
import './restoreFrom.css'

type Kind = 'beginning' | 'point'

/** What the user typed last: the other follows it. */
type Typed = { readonly field: 'date' | 'height'; readonly text: string }

export type RestoreFromForm = {
  readonly kind: Accessor<Kind>
  setKind(kind: Kind): void
  readonly date: Accessor<string>
  setDate(date: string): void
  readonly height: Accessor<string>
  setHeight(height: string): void
  /** before which day no payments are found; undefined for the beginning, and while it is not known */
  readonly firstDay: Accessor<number | undefined>
  /** the estimated seconds that reading the chain from there takes; undefined while it is not known */
  readonly seconds: Accessor<number | undefined>
  readonly dateProblem: Accessor<string>
  readonly heightProblem: Accessor<string>
  validate(): RestoreFrom | undefined
}

const heightOf = (text: string): number | undefined => {
  const typed = latinDigits(text).trim()
  return /^\d{1,10}$/.test(typed) ? Number(typed) : undefined
}

const timeOf = (date: string): number | undefined => (date > today() ? undefined : dateToTimestamp(date))

/** Returns the height of a typed date, or the date of a typed height, as text; empty if it is not known. */
const counterpart = ({ field, text }: Typed, clock: ChainClock | undefined): string => {
  if (clock?.heightAnchor === undefined) return ''
  if (field === 'date') {
    const time = timeOf(text)
    return time === undefined ? '' : String(estimateHeight(clock, time))
  }
  const height = heightOf(text)
  const time = height === undefined ? undefined : estimateTime(clock, height)
  return time === undefined ? '' : dateInputOf(time)
}

/** @param networkId of the wallet */
export const createRestoreFromForm = (networkId: Accessor<string>): RestoreFromForm => {
  const { engine } = useSession()
  const clock = createFetched(networkId, (id) => engine.chainClock(id))
  const [kind, setKind] = createSignal<Kind>('beginning')
  const [typed, setTyped] = createSignal<Typed>({ field: 'date', text: '' })
  const [tried, setTried] = createSignal(false)
  const other = createMemo(() => counterpart(typed(), clock.value()))
  const textOf = (field: Typed['field']): string => (typed().field === field ? typed().text : other())
  const read = (): RestoreFrom | undefined => {
    if (kind() === 'beginning') return { from: 'beginning' }
    const { field, text } = typed()
    const height = heightOf(text)
    if (field === 'height') return height === undefined ? undefined : { from: 'height', height }
    const timestamp = timeOf(text)
    return timestamp === undefined ? undefined : { from: 'date', timestamp }
  }
  const problemOf = (field: Typed['field']): string => {
    if (!tried() || typed().field !== field || read() !== undefined) return ''
    return t(field === 'date' ? 'from.dateBad' : 'from.heightBad')
  }
  return {
    kind,
    setKind,
    date: () => textOf('date'),
    setDate: (text) => setTyped({ field: 'date', text }),
    height: () => textOf('height'),
    setHeight: (text) => setTyped({ field: 'height', text }),
    firstDay: () => {
      const from = read()
      return from === undefined || from.from === 'beginning' ? undefined : dateToTimestamp(textOf('date'))
    },
    seconds: () => {
      const [from, known] = [read(), clock.value()]
      if (from === undefined || known === undefined) return undefined
      return readingSeconds(from, known, { now: Date.now() / 1000, speed: readingSpeed(networkId()) })
    },
    dateProblem: () => problemOf('date'),
    heightProblem: () => problemOf('height'),
    validate: () => {
      setTried(true)
      return read()
    },
  }
}

export const RestoreFromField = (props: {
  readonly form: RestoreFromForm
  /** the words contain the month in which they were created: no payment is older */
  readonly hasMonth?: boolean
}): JSX.Element => {
  // The month in the words is known once the wallet is restored.
  const seconds = (): number | undefined =>
    props.hasMonth === true && props.form.kind() === 'beginning' ? undefined : props.form.seconds()
  return (
    <>
      <RadioField
        label={t('from.label')}
        value={props.form.kind()}
        options={[
          { value: 'beginning', text: t(props.hasMonth === true ? 'from.month' : 'from.beginning') },
          { value: 'point', text: t('from.point') },
        ]}
        onChange={props.form.setKind}
      />
      <Show when={props.form.kind() === 'point'}>
        <div class="restore-from">
          <TextField
            label={t('from.dateLabel')}
            type="date"
            max={today()}
            value={props.form.date()}
            problem={props.form.dateProblem()}
            onInput={props.form.setDate}
          />
          <TextField
            label={t('from.heightLabel')}
            inputMode="numeric"
            value={props.form.height()}
            problem={props.form.heightProblem()}
            onInput={props.form.setHeight}
          />
          <p class="field-hint" role="status">
            <Show when={props.form.firstDay()} fallback={t('from.dateHint')}>
              {(day) => <>{t('from.notBefore', { date: formatDate(day()) })}</>}
            </Show>
          </p>
        </div>
      </Show>
      <Show when={seconds()}>
        {(estimate) => <p class="field-hint restore-time">{t('from.takes', { time: formatDuration(estimate()) })}</p>}
      </Show>
    </>
  )
}
