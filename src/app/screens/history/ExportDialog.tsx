// Saves payments as a table: for spreadsheets, or in the form of a program for tax reports.
import { createSignal, type JSX, Show } from 'solid-js'
import { ALL_TRANSFERS, type HistoryFilter } from '../../../wallet/history/historyViews.ts'
import { Button } from '../../components/controls/Button.tsx'
import { Problem } from '../../components/feedback/Notice.tsx'
import { RadioField, Switch, TextField } from '../../components/form/Field.tsx'
import { Form } from '../../components/form/Form.tsx'
import { Dialog } from '../../components/layout/Dialog.tsx'
import { today } from '../../format/time.ts'
import { saveFile } from '../../host/files/saveFile.ts'
import { withinDates } from '../../state/history/historyFilterForm.ts'
import { exportHistory, type TableForm } from '../../state/history/historyTable.ts'
import { createAction } from '../../state/requests/action.ts'
import { useSession } from '../../state/session/session.tsx'
import { createContacts } from '../../state/wallet/lists.ts'
import { useOpenWallet } from '../../state/wallet/openWallet.tsx'
import { t, tCount } from '../../text/text.ts'
import './exportDialog.css'

/** Which payments are saved. */
type Extent = 'all' | 'filtered' | 'selected'

/** The part of the file's name that says which program takes it. */
const FORM_NAMES: Readonly<Record<TableForm, string>> = { csv: '', koinly: ' Koinly', cointracking: ' CoinTracking' }

export const ExportDialog = (props: {
  readonly filter: HistoryFilter
  /** number of payments that pass the filter; undefined if it excludes none */
  readonly filteredCount: number | undefined
  /** ids of the payments that are selected */
  readonly selected: readonly string[]
  /** begins the import of notes in the place of this dialog */
  readonly onImport: () => void
  readonly onClose: () => void
}): JSX.Element => {
  const { engine } = useSession()
  const { wallet } = useOpenWallet()
  const contacts = createContacts()
  const [form, setForm] = createSignal<TableForm>('csv')
  const [extent, setExtent] = createSignal<Extent>(
    props.selected.length > 0 ? 'selected' : props.filteredCount === undefined ? 'all' : 'filtered',
  )
  const [withWaiting, setWithWaiting] = createSignal(true)
  const [withFailed, setWithFailed] = createSignal(false)
  const [from, setFrom] = createSignal('')
  const [until, setUntil] = createSignal('')
  const payments = (): HistoryFilter | readonly string[] => {
    if (extent() === 'selected') return props.selected
    return withinDates(extent() === 'filtered' ? props.filter : ALL_TRANSFERS, from(), until())
  }
  const save = createAction(async () => {
    const options = { form: form(), payments: payments(), withWaiting: withWaiting(), withFailed: withFailed() }
    const table = await exportHistory(engine, options, wallet(), contacts.items)
    saveFile(`${wallet().name}${FORM_NAMES[form()]} ${today()}.csv`, 'text/csv;charset=utf-8', table)
    props.onClose()
  })
  const extents = (): readonly { readonly value: Extent; readonly text: string }[] => [
    { value: 'all', text: t('export.all') },
    ...(props.filteredCount === undefined
      ? []
      : [{ value: 'filtered' as const, text: tCount('export.filtered', props.filteredCount) }]),
    ...(props.selected.length === 0
      ? []
      : [{ value: 'selected' as const, text: tCount('export.selected', props.selected.length) }]),
  ]
  return (
    <Dialog title={t('export.title')} onClose={props.onClose}>
      <Form onSubmit={() => void save.run()}>
        <RadioField
          label={t('export.form')}
          value={form()}
          options={[
            { value: 'csv', text: t('export.csv'), hint: t('export.csvHint') },
            { value: 'koinly', text: 'Koinly', hint: t('export.koinlyHint') },
            { value: 'cointracking', text: 'CoinTracking', hint: t('export.coinTrackingHint') },
          ]}
          onChange={setForm}
        />
        <Show when={extents().length > 1}>
          <RadioField label={t('export.extent')} value={extent()} options={extents()} onChange={setExtent} />
        </Show>
        <Show when={extent() !== 'selected'}>
          <div class="export-dates">
            <TextField label={t('history.from')} type="date" max={today()} value={from()} onInput={setFrom} />
            <TextField label={t('history.until')} type="date" max={today()} value={until()} onInput={setUntil} />
          </div>
        </Show>
        <Show when={form() === 'csv'} fallback={<p class="muted">{t('export.confirmedOnly')}</p>}>
          <Switch role="checkbox" label={t('export.waiting')} checked={withWaiting()} onChange={setWithWaiting} />
          <Switch role="checkbox" label={t('export.failed')} checked={withFailed()} onChange={setWithFailed} />
        </Show>
        <Problem text={save.problem()} />
        <div class="buttons">
          <Button variant="quiet" onClick={props.onImport}>
            {t('notesImport.title')}
          </Button>
          <Button onClick={props.onClose}>{t('action.cancel')}</Button>
          <Button variant="primary" icon="save" type="submit" busy={save.running()}>
            {t('export.save')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}
