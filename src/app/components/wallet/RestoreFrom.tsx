// Selects the date or height from which a restored wallet scans.
import { type Accessor, createSignal, type JSX, Show } from 'solid-js'
import type { RestoreFrom } from '../../../wallet/sync/syncViews.ts'
import { latinDigits } from '../../format/amount.ts'
import { dateToTimestamp, today } from '../../format/time.ts'
import { t } from '../../text/text.ts'
import { RadioField, TextField } from '../form/Field.tsx'

type Kind = RestoreFrom['from']

export type RestoreFromForm = {
  readonly kind: Accessor<Kind>
  setKind(kind: Kind): void
  readonly date: Accessor<string>
  setDate(date: string): void
  readonly height: Accessor<string>
  setHeight(height: string): void
  readonly problem: Accessor<string>
  validate(): RestoreFrom | undefined
}

export const createRestoreFromForm = (): RestoreFromForm => {
  const [kind, setKind] = createSignal<Kind>('beginning')
  const [date, setDate] = createSignal('')
  const [height, setHeight] = createSignal('')
  const [tried, setTried] = createSignal(false)
  const read = (): RestoreFrom | undefined => {
    if (kind() === 'beginning') return { from: 'beginning' }
    const typedHeight = latinDigits(height()).trim()
    if (kind() === 'height')
      return /^\d{1,10}$/.test(typedHeight) ? { from: 'height', height: Number(typedHeight) } : undefined
    const timestamp = dateToTimestamp(date())
    return timestamp === undefined || date() > today() ? undefined : { from: 'date', timestamp }
  }
  return {
    kind,
    setKind,
    date,
    setDate,
    height,
    setHeight,
    problem: () => (tried() && read() === undefined ? t(kind() === 'date' ? 'from.dateBad' : 'from.heightBad') : ''),
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
}): JSX.Element => (
  <>
    <RadioField
      label={t('from.label')}
      value={props.form.kind()}
      options={[
        { value: 'beginning', text: t(props.hasMonth === true ? 'from.month' : 'from.beginning') },
        { value: 'date', text: t('from.date') },
        { value: 'height', text: t('from.height') },
      ]}
      onChange={props.form.setKind}
    />
    <Show when={props.form.kind() === 'date'}>
      <TextField
        label={t('from.dateLabel')}
        hint={t('from.dateHint')}
        type="date"
        max={today()}
        value={props.form.date()}
        problem={props.form.problem()}
        onInput={props.form.setDate}
      />
    </Show>
    <Show when={props.form.kind() === 'height'}>
      <TextField
        label={t('from.heightLabel')}
        inputMode="numeric"
        value={props.form.height()}
        problem={props.form.problem()}
        onInput={props.form.setHeight}
      />
    </Show>
  </>
)
